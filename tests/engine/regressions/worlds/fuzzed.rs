//! Regressions found by fuzzing of worlds, and of extreme times.

use super::*;

struct Always;

impl TouchTest for Always {
    fn touches(&mut self, _: &TouchQuery) -> bool {
        true
    }
}

/// Numbers of polls beyond 2^53 are not all floats: the search for the first one at or after a time
/// did not end.
#[test]
fn polls_closer_than_the_float_spacing_are_found() {
    let mut world = World::builder().touch_test(1e15, Always).start_time(100.0).build().unwrap();
    world.insert(ball(0.0, 0.0).touch_only()).unwrap();
    world.insert(ball(3.0, -1.0)).unwrap();
    let event = world.step_before(200.0).unwrap().expect("they meet");
    assert_eq!((event.time, event.kind.name()), (102.0, "contact-begin"));
}

/// Found by fuzzing: a step without a limit advanced to times beyond the greatest schedulable one,
/// which no snapshot accepts.
#[test]
fn steps_end_at_the_greatest_time() {
    for method in [Method::Lists, Method::Leases, Method::Cached] {
        let mut world = World::builder().method(method).build().unwrap();
        let creeps = world.insert(ball(0.0, 1e-100)).unwrap();
        world.insert(ball(3.0, 0.0)).unwrap();
        assert_eq!(world.next_collision(creeps), Ok(None));
        assert_eq!(world.next_event_time(), None);
        assert_eq!((world.step(), world.time()), (Ok(None), 0.0), "{method:?}");
        let beyond = world.step_before(3.0 * MAX_MAGNITUDE);
        assert!(matches!(beyond, Err(StepError::Refused(WorldError::Value(_)))), "{beyond:?}");
        assert_eq!(world.step_before(2.0 * MAX_MAGNITUDE), Ok(None));
        let mut restored = World::builder().restore(&world.snapshot()).unwrap();
        assert_eq!((restored.step(), restored.time()), (Ok(None), 2.0 * MAX_MAGNITUDE));
    }
}

/// Found by fuzzing: the audit expected a swap of endpoints that only touch, at a double root.
#[test]
fn endpoints_with_a_double_root_pass_the_audit() {
    // Lower ends at -2 + 3 t and 1 + 3/4 t²: their difference is a square.
    let bounds = |x: f64, v: f64, a: f64| {
        let side = |position: f64, velocity: f64, half_acceleration: f64| Endpoint {
            position,
            velocity,
            half_acceleration,
        };
        let of = |half: f64| [side(x + half, v, 0.5 * a), side(half, 0.0, 0.0), side(half, 0.0, 0.0)];
        Bounds {
            epoch: 0.0,
            min: of(-0.5),
            max: of(0.5),
        }
    };
    let (mut sweep, mut changes) = (KineticSweep::new(), Vec::new());
    sweep.insert(&[(0, bounds(-1.5, 3.0, 0.0)), (1, bounds(1.5, 0.0, 1.5))], 0.0, &mut changes);
    for number in 0..3000 {
        let now = 1e-3 * f64::from(number);
        while sweep.advance(now, &mut changes) < now {}
        sweep.sanity_check(now).unwrap();
    }
}

/// Found by fuzzing: at late times the bounds of an accelerated body were longer than the periodic
/// domain; a pair was then registered for some of its images only, and a due one was dropped: a
/// panic.
#[test]
fn late_accelerated_bodies_in_a_periodic_domain_keep_all_images() {
    let domain = Domain::Periodic {
        min: Vector3::repeat(-7.5),
        max: Vector3::repeat(7.5),
    };
    let reported = |method: Method, start: f64| {
        let builder = World::builder().domain(domain).method(method).report_overlaps(true);
        let mut world = builder.response(ResponseMode::PassThrough).start_time(start).build().unwrap();
        world.insert(ball(1.25, 0.25)).unwrap();
        let fast = ball(0.75, 2.0).position(Vector3::new(0.75, -2.5, 0.75));
        world.insert(fast.acceleration(Vector3::new(-1.5, 1000.0, -1.0))).unwrap();
        let reported = kinds(world.advance_to(start + 1.0).unwrap());
        world.audit().unwrap();
        reported
    };
    let early = reported(Method::Leases, 0.0);
    assert!(early.len() > 40, "{}", early.len());
    assert_eq!(reported(Method::Leases, 1e6), early);
}

/// Found by fuzzing: a body that fell through the gap of a rounding onto a body that pushes it was
/// put to rest and found too fast for it; it then bounced, elastic by the policy, at tens of
/// nanometres a second for ever.
#[test]
fn an_inelastic_pushed_body_does_not_bounce_for_ever() {
    for start in [0.0, 1e6] {
        let builder = World::builder().restitution(0.0).zeno(Zeno::Elastic { within: 1e-3 });
        let mut world = builder.start_time(start).build().unwrap();
        let block = |x: f64, y: f64, z: f64| Body::new(Shape::cuboid(Vector3::new(x, y, z)).unwrap());
        let pushed = block(0.5, 0.25, 1.0).position(Vector3::new(0.0, 0.25, 1.0));
        let pushes = Body {
            kind: kinesweep::BodyKind::Fixed,
            ..block(0.5, 0.5, 0.5).position(Vector3::new(0.75, -1.5, 0.75))
        };
        let pushes = world.insert(pushes).unwrap();
        let push = MotionChange {
            acceleration: Some(Vector3::new(-2.75, 2.0, 0.75)),
            ..MotionChange::default()
        };
        world.set_motion(pushes, &push).unwrap();
        world.insert(pushed.velocity(Vector3::new(1.25, -1.0, -0.5))).unwrap();
        for _ in 0..100 {
            if world.step_before(start + 0.9).unwrap().is_none() {
                break;
            }
        }
        assert_eq!(world.time(), start + 0.9);
    }
}

/// Found by fuzzing: a look-ahead ran through all frames up to the next scheduled event, however
/// late.
#[test]
fn a_look_ahead_skips_empty_frames() {
    let mut world = World::builder().method(Method::Swept { rate: 1000.0 }).build().unwrap();
    world.insert_all(&[ball(0.0, 1.0), ball(3.0, 1.0)]).unwrap();
    world.schedule(1e12, 0).unwrap();
    let next_time = world.next_event_time().expect("an event is scheduled");
    assert!((1.0..1e6).contains(&next_time), "{next_time}");
    world.schedule(0.5, 0).unwrap();
    assert_eq!(world.next_event_time(), Some(0.5));
}

/// Found by fuzzing: the depth of an overlap is known up to the rounding of the sizes. Near a
/// body 10^15 m long, bodies half a metre away were refused by methods that test at this distance.
#[test]
fn separate_bodies_near_a_1e15_m_one_are_accepted() {
    let points = [
        [-0.07273668050765991, -0.548383355140686, 0.11110237240791321],
        [-0.08270600438117981, 0.4556373953819275, 0.391508549451828],
        [0.6306175589561462, 0.5034626126289368, 0.3803129196166992],
        [-0.7216019332408905, 0.13538405299186707, -0.5500620603561401],
    ];
    let hull = Shape::convex(points.map(Vector3::from).to_vec()).unwrap();
    let bodies = [
        Body::new(hull).position(Vector3::new(-1.9712300300598145, 1.847970962524414, 1.7094731330871582)),
        Body::new(Shape::cuboid(Vector3::new(0.5, 1e15, 0.3)).unwrap())
            .position(Vector3::new(-2.3085527420043945, -2.290703296661377, 0.3220949172973633))
            .velocity(Vector3::new(-1.333707332611084, -0.5128276348114014, 2.739396572113037)),
    ];
    for method in [Method::Lists, Method::Leases, Method::Cached, Method::Swept { rate: 3.0 }] {
        let mut world = World::builder().method(method).build().unwrap();
        assert!(world.insert_all(&bodies).is_ok(), "{method:?}");
    }
}

/// Found by fuzzing: the reset of leases after a look-ahead reported the end and the begin of a
/// pair again; its pass-through state was lost, and the two collided again.
#[test]
fn pass_through_pairs_survive_the_reset_of_a_look_ahead() {
    use kinesweep::response::{Encounter, Reply, Response};
    struct PassThrough;
    impl Response for PassThrough {
        fn respond(&mut self, _: &Encounter) -> Reply {
            Reply::PassThrough
        }
    }
    for slow in 0..40 {
        let mut world = World::builder()
            .method(Method::Leases)
            .custom_response(PassThrough)
            .build()
            .unwrap();
        let drift = 0.02 * f64::from(slow);
        let falls = |x: f64, v: f64| ball(x, v).acceleration(Vector3::y() * -10.0);
        let other = falls(1.0, -drift).velocity(Vector3::new(-drift, 0.5, 0.0));
        world.insert_all(&[falls(0.0, drift + 0.01), other, ball(9.0, -1.0)]).unwrap();
        let met = world.step_before(0.0).unwrap().expect("they meet");
        assert_eq!(met.kind.name(), "collision");
        assert!(world.next_event_time().is_some());
        world.schedule(0.01, 0).unwrap();
        world.insert(ball(-30.0, 0.0)).unwrap();
        assert_eq!(kinds(world.advance_to(0.02).unwrap()), ["scheduled"], "{drift}");
    }
}

/// Found by fuzzing: at late times a body on a round one counted as separated as soon as it was put
/// to rest, repeatedly.
#[test]
fn bodies_resting_on_a_round_one_at_late_times_advance() {
    let half = Vector3::repeat(2.5);
    let domain = Domain::Box { min: -half, max: half };
    let mut world = World::builder()
        .domain(domain)
        .restitution(0.0)
        .start_time(1e6)
        .build()
        .unwrap();
    let lower = ball(0.0, 0.0)
        .position(Vector3::new(-1.25, 0.25, 0.75))
        .velocity(Vector3::new(-1.25, 1.75, -1.75));
    let upper = ball(0.0, 0.0)
        .position(Vector3::new(-1.5, 0.5, -0.25))
        .velocity(Vector3::new(-1.0, 1.75, -0.75));
    let pull = Vector3::new(1.0, 1.25, -0.5);
    world.insert_all(&[lower.mass(2.0).acceleration(pull), upper]).unwrap();
    world.advance_to(1e6 + 0.1).unwrap();
    assert!(world.counters().rests < 10_000);
}

/// Found by fuzzing: boxes that touch at one time were reported twice, by the lane of pairs and, when the ball had moved
/// into it at that time, by the lane of balls; or not at all, if that closed at that time.
#[test]
fn an_overlap_of_one_time_is_reported_once() {
    let half = Vector3::repeat(2.5);
    for method in [Method::Lists, Method::Leases, Method::Cached] {
        let builder = World::builder().domain(Domain::Box { min: -half, max: half });
        let mut world = builder.method(method).report_overlaps(true).build().unwrap();
        let small = Body::new(Shape::ball(0.25).unwrap());
        let first = small
            .position(Vector3::new(0.0, 1.0, 0.5))
            .velocity(Vector3::new(1.75, 1.5, -0.5));
        let id = world.insert(first).unwrap();
        let mut same = BodyChange::default();
        same.shape = Some(Shape::ball(0.25).unwrap());
        world.set_body(id, &same).unwrap();
        let large = Body::new(Shape::ball(0.5).unwrap()).position(Vector3::new(-0.75, 1.0, 1.25));
        world.insert(large.velocity(Vector3::new(0.75, 0.25, 0.25))).unwrap();
        let before = world.snapshot();
        let found = kinds(world.advance_to(0.0).unwrap());
        assert_eq!(found, ["overlap-begin", "overlap-end"], "{method:?}");
        let restored = |snapshot: &Snapshot| World::builder().restore(snapshot).unwrap();
        let again = kinds(restored(&before).advance_to(0.2).unwrap());
        assert_eq!(again, found, "{method:?}");
        for world in [&mut restored(&world.snapshot()), &mut world] {
            assert!(world.advance_to(0.2).unwrap().is_empty(), "{method:?}");
        }
    }
}
