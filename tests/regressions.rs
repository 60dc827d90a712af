//! What once went wrong, each as small as it gets.

use kinesweep::sap::Aabb;
use kinesweep::sap::one_shot::{Method as Finding, overlaps};
use kinesweep::{
    Body, Bounds, Collider, Domain, Endpoint, Event, EventKind, Method, MotionChange, MotionPiece, Party, Population,
    ResponseMode, SampledWorld, Scene, Shape, Start, StepError, TouchQuery, TouchTest, Wall, World, WorldError, time_of_impact,
};
use nalgebra::{Isometry3, Quaternion, UnitQuaternion, Vector3};

fn ball(x: f64, v: f64) -> Body {
    Body::new(Shape::ball(0.5).unwrap())
        .position(Vector3::x() * x)
        .velocity(Vector3::x() * v)
}

fn kinds(events: &[Event]) -> Vec<&'static str> {
    events.iter().map(|event| event.kind.name()).collect()
}

/// The lists dropped a pair in looking ahead and took it in again in going back: its end, at the present, was told twice.
#[test]
fn what_ended_just_now_is_not_told_again_after_looking_ahead() {
    let mut world = World::builder()
        .response(ResponseMode::PassThrough)
        .report_overlaps(true)
        .build()
        .unwrap();
    world.insert(ball(0.0, 0.0)).unwrap();
    world.insert(ball(2.0, -1.0)).unwrap();
    world.insert(ball(99.0, 0.0)).unwrap();
    let events = world.advance_to(3.0).unwrap();
    assert_eq!(
        kinds(events),
        ["overlap-begin", "contact-begin", "contact-end", "overlap-end"]
    );
    assert_eq!(events[3].time, 3.0);
    assert_eq!(world.next_event_time(), None);
    world.schedule(4.0, 0).unwrap();
    world.insert(ball(-99.0, 0.0)).unwrap();
    assert_eq!(kinds(world.advance_to(5.0).unwrap()), ["scheduled"]);
}

/// Frames were not counted while the world was empty, and then run through from where they had stopped: bodies were swept over
/// frames long past, and lost what they did at the present.
#[test]
fn swept_frames_go_on_after_the_world_was_empty() {
    let mut world = World::builder()
        .response(ResponseMode::PassThrough)
        .method(Method::Swept { rate: 37.0 })
        .build()
        .unwrap();
    let gone = world.insert(ball(0.0, 0.0)).unwrap();
    world.remove(gone).unwrap();
    world.advance_to(5.0).unwrap();
    world.insert_all(&[ball(0.0, 0.0), ball(0.0, 1.0)]).unwrap();
    assert_eq!(kinds(world.advance_to(7.0).unwrap()), ["contact-begin", "contact-end"]);
}

/// Balls that go through a periodic domain ten thousand times, or could have at the greatest speed so far, were lost sight of: with a
/// limit, or something scheduled, a gas skipped what came after.
#[test]
fn a_gas_misses_nothing_however_late_it_comes() {
    use kinesweep::MotionChange;
    let half = Vector3::repeat(5.0);
    let domain = Domain::Box { min: -half, max: half };
    for scheduled in [false, true] {
        let mut world = World::builder().domain(domain).method(Method::Leases).build().unwrap();
        let id = world.insert(ball(-3.0, 1e9)).unwrap();
        world.insert(ball(3.0, 0.0)).unwrap();
        world.set_motion(id, &MotionChange::velocity(Vector3::x())).unwrap();
        let event = if scheduled {
            world.schedule(20.0, 0).unwrap();
            world.step().unwrap()
        } else {
            world.step_before(20.0).unwrap()
        };
        assert_eq!(event.map(|event| event.time), Some(5.0));
    }
    let domain = Domain::Periodic {
        min: Vector3::zeros(),
        max: Vector3::repeat(1.0),
    };
    let small = |y: f64, velocity| {
        let body = Body::new(Shape::ball(0.01).unwrap());
        body.position(Vector3::new(0.5, y, 0.5)).velocity(velocity)
    };
    let mut world = World::builder().domain(domain).build().unwrap();
    world.insert(small(0.5, Vector3::zeros())).unwrap();
    let id = world.insert(small(0.1, Vector3::x() * 1e6)).unwrap();
    world
        .set_motion(id, &MotionChange::velocity(Vector3::new(1.0, 1e-5, 0.0)))
        .unwrap();
    let event = world.step_before(1e5).unwrap().expect("they meet");
    assert!(
        (event.time - 38_000.0).abs() < 1.0 && event.kind.name() == "collision",
        "{event:?}"
    );
}

/// Who is alone in a periodic domain went on for ten thousand lengths before a step told that nothing comes.
#[test]
fn who_is_alone_in_a_periodic_domain_has_no_next_event() {
    let domain = Domain::Periodic {
        min: Vector3::zeros(),
        max: Vector3::repeat(4.0),
    };
    let mut world = World::builder().domain(domain).method(Method::Leases).build().unwrap();
    world.insert(ball(0.0, 1.0)).unwrap();
    assert_eq!(world.step().unwrap(), None);
    assert_eq!(world.time(), 0.0);
}

/// A gas remembered that a ball had just collided when that was gone, and gave what it remembered to whoever was in its place: a panic
/// if that was nobody.
#[test]
fn a_gas_forgets_who_is_gone() {
    let half = Vector3::repeat(5.0);
    let builder = || World::builder().domain(Domain::Box { min: -half, max: half });
    let mut world = builder().method(Method::Leases).build().unwrap();
    world.insert(ball(-3.0, 1.0)).unwrap();
    let gone = world.insert(ball(3.0, -1.0)).unwrap();
    assert_eq!(world.step().unwrap().unwrap().time, 2.5);
    world.remove(gone).unwrap();
    let cube = Body::new(Shape::cuboid(Vector3::repeat(0.5)).unwrap());
    world.insert(cube.position(Vector3::y() * 3.0)).unwrap();
    assert_eq!(world.step().unwrap().unwrap().time, 6.5);
    world.audit().unwrap();
}

/// Where balls of a gas had come to stand elsewhere in memory, what is due at the same time was told in another order than scene order.
#[test]
fn what_comes_at_once_in_a_gas_comes_in_scene_order_whoever_is_gone() {
    use kinesweep::MotionChange;
    let half = Vector3::repeat(10.0);
    for method in [Method::Leases, Method::Lists] {
        let builder = World::builder().domain(Domain::Box { min: -half, max: half });
        let mut world = builder.method(method).build().unwrap();
        let insert = |world: &mut World, x: f64, y: f64, v: f64| {
            let body = ball(0.0, v).position(Vector3::new(x, y, 0.0));
            world.insert(body).unwrap()
        };
        for _ in 0..60 {
            let gone = insert(&mut world, 0.0, 0.0, 0.0);
            world.remove(gone).unwrap();
        }
        let gone = insert(&mut world, -9.0, -9.0, 0.0);
        let first = [insert(&mut world, -2.0, 0.0, 1.0), insert(&mut world, 2.0, 0.0, -1.0)];
        let second = [insert(&mut world, 4.0, 6.0, 0.0), insert(&mut world, 8.0, 6.0, -1.0)];
        world.set_motion(second[0], &MotionChange::velocity(Vector3::x())).unwrap();
        world.remove(gone).unwrap();
        let told: Vec<_> = world
            .advance_to(2.0)
            .unwrap()
            .iter()
            .map(|event| event.kind.parties())
            .collect();
        assert_eq!(told, [first, second].map(|pair| Some(pair.map(Party::Body))), "{method:?}");
    }
}

/// What had come to rest without weight and was then put elsewhere was held there, by what it had rested on.
#[test]
fn what_is_put_elsewhere_is_held_by_nothing() {
    use kinesweep::{MotionChange, Zeno};
    let half = Vector3::repeat(5.0);
    let builder = || {
        let builder = World::builder().restitution(0.0).zeno(Zeno::Stick { speed: 9.0 });
        builder.domain(Domain::Box { min: -half, max: half })
    };
    let falls = |x: f64, pull: f64| MotionChange {
        position: Some(Vector3::x() * x),
        acceleration: Some(Vector3::x() * pull),
        ..MotionChange::default()
    };
    for wait in [0.0, 1.0] {
        let mut world = builder().build().unwrap();
        let id = world.insert(ball(-3.0, -1.0)).unwrap();
        // Somebody else is at rest all the while.
        let heavy = ball(3.0, 0.0).acceleration(Vector3::y() * -1.0);
        world.insert(heavy.position(Vector3::new(3.0, -4.5, 0.0))).unwrap();
        let landed = world.step().unwrap().unwrap().time;
        world.advance_to(landed + wait).unwrap();
        world.set_motion(id, &falls(0.0, -1.0)).unwrap();
        assert_eq!(world.motion(id).unwrap().acceleration, -Vector3::x(), "{wait}");
    }
    let mut world = builder().build().unwrap();
    let [left, right] = [-2.0, 2.0].map(|x: f64| world.insert(ball(x, -x.signum())).unwrap());
    world.step().unwrap().expect("they meet");
    world.set_motion(left, &falls(-3.0, 1.0)).unwrap();
    assert_eq!(world.motion(left).unwrap().acceleration, Vector3::x());
    assert_eq!(world.motion(right).unwrap().acceleration, Vector3::zeros());
}

/// Frames that are shorter than floats of the time tell were counted one by one: the count stood still.
#[test]
fn frames_shorter_than_floats_go_on() {
    let late = 1e5f64;
    let mut world = World::builder()
        .method(Method::Swept { rate: 1e15 })
        .start_time(late)
        .build()
        .unwrap();
    world.insert(ball(0.0, 1.0)).unwrap();
    assert_eq!(world.step_before(late.next_up().next_up()).unwrap(), None);
    assert_eq!(world.next_event_time(), None);
}

/// After 300 years what slides to a halt in a bend turned within less than floats of the time tell, again and again.
#[test]
fn what_slides_late_comes_to_a_halt() {
    let builder = World::builder().start_time(1e10).gravity(Vector3::new(0.1, -10.0, 0.0));
    let mut world = builder.build().unwrap();
    let floor = Body::fixed(Shape::half_space(Vector3::y()).unwrap());
    world.insert(floor.friction(0.2)).unwrap();
    let cube = Body::new(Shape::cuboid(Vector3::repeat(0.5)).unwrap());
    let cube = cube.position(Vector3::y() * 0.5).velocity(Vector3::z());
    let id = world.insert(cube.friction(0.2)).unwrap();
    world.advance_to(1e10 + 2.0).unwrap();
    assert_eq!(world.velocity(id).unwrap(), Vector3::zeros());
}

/// A collision that a law refused to answer counted all the same, and again when it was asked again.
#[test]
fn what_is_not_carried_out_does_not_count() {
    use kinesweep::{Encounter, Reply, Response, Zeno, impulse};
    struct Late(u32);
    impl Response for Late {
        fn respond(&mut self, encounter: &Encounter) -> Reply {
            self.0 += 1;
            match self.0 {
                3 => Reply::Twists(impulse(encounter)),
                _ => Reply::Velocities([Vector3::repeat(f64::NAN); 2]),
            }
        }
    }
    let builder = World::builder().custom_response(Late(0));
    let mut world = builder.zeno(Zeno::Stick { speed: 9.0 }).build().unwrap();
    world.insert_all(&[ball(0.0, 1.0), ball(3.0, 0.0)]).unwrap();
    assert!(world.step().is_err() && world.step().is_err());
    assert_eq!((world.counters().collisions, world.counters().zeno_collisions), (0, 0));
    assert!(world.step().unwrap().is_some());
    assert_eq!((world.counters().collisions, world.counters().zeno_collisions), (1, 1));
}

/// What landed without bounce, a rounding above the slab, fell through that and was told to collide once more.
#[test]
fn what_lands_without_bounce_collides_once() {
    for step in 0..200 {
        let mut world = World::builder()
            .gravity(Vector3::y() * -9.81)
            .restitution(0.0)
            .build()
            .unwrap();
        let slab = Shape::cuboid(Vector3::new(500.0, 1.0, 500.0)).unwrap();
        world.insert(Body::fixed(slab).position(-Vector3::y())).unwrap();
        let height = 1.5 + 0.01 * f64::from(step);
        let id = world.insert(ball(0.0, 0.0).position(Vector3::y() * height)).unwrap();
        assert_eq!(kinds(world.advance_to(3.0).unwrap()), ["collision"], "from {height}");
        assert!((world.pose(id).unwrap().translation.y - 0.5).abs() < 1e-15);
    }
}

/// Each collision was answered at its rounded time, with a speed that the rounding had changed: at 10^6 s an elastic ball
/// was 4e-8 s late after a thousand seconds, and blocks at a wall 3e-6 s after a hundred.
#[test]
fn late_bounces_do_not_gather_the_rounding_of_their_times() {
    const LATE: f64 = 1e6;
    const HEIGHT: f64 = 1.7;
    const BOUNCES: u32 = 500;
    let mut world = World::builder()
        .gravity(Vector3::y() * -9.81)
        .start_time(LATE)
        .build()
        .unwrap();
    world.insert(Body::fixed(Shape::half_space(Vector3::y()).unwrap())).unwrap();
    world.insert(ball(0.0, 0.0).position(Vector3::y() * (HEIGHT + 0.5))).unwrap();
    let first = (2.0 * HEIGHT / 9.81f64).sqrt();
    for bounce in 0..BOUNCES {
        let event = world.step().unwrap().expect("it comes down");
        let expected = first * f64::from(1 + 2 * bounce);
        assert!(
            (event.time - LATE - expected).abs() < 8e-11,
            "bounce {bounce} at {}",
            event.time
        );
    }
}

/// Two cradles struck at the same time: pairs took their turns in scene order, so the second waited until the first had
/// come to an end.
#[test]
fn collisions_at_one_time_come_in_rounds() {
    let corner = Vector3::repeat(50.0);
    let domains = [
        Domain::Open,
        Domain::Box {
            min: -corner,
            max: corner,
        },
        Domain::Periodic {
            min: -corner,
            max: corner,
        },
    ];
    for domain in domains {
        for method in [Method::Leases, Method::Lists, Method::Cached, Method::Swept { rate: 3.0 }] {
            if matches!(domain, Domain::Periodic { .. }) && method != Method::Leases {
                continue;
            }
            let mut world = World::builder().domain(domain).method(method).build().unwrap();
            for row in [0.0, 5.0] {
                for number in 0..4 {
                    let (place, speed) = if number == 0 { (-1.0, 1.0) } else { (f64::from(number), 0.0) };
                    let body = ball(place, speed).position(Vector3::new(place, row, 0.0));
                    world.insert(body).unwrap();
                }
            }
            let events = world.advance_to(1.0).unwrap();
            let pairs: Vec<[usize; 2]> = events
                .iter()
                .filter_map(|event| event.kind.parties())
                .map(|parties| {
                    parties.map(|party| match party {
                        Party::Body(id) => id.index(),
                        Party::Wall(_) => panic!("there is no wall near"),
                    })
                })
                .collect();
            assert_eq!(
                pairs,
                [[0, 1], [4, 5], [1, 2], [5, 6], [2, 3], [6, 7]],
                "{domain:?}, {method:?}"
            );
            assert!(events.iter().all(|event| event.time == 1.0));
            world.audit().unwrap();
        }
    }
}

/// What was left of a speed by rounding, after a collision that stopped both, was taken for a response that lets two pass
/// through each other: a push from behind then sent one through the other.
#[test]
fn what_is_stopped_by_a_collision_stays_in_the_way() {
    for number in 1..200 {
        for method in [Method::Lists, Method::Leases, Method::Cached] {
            let mut world = World::builder().restitution(0.0).method(method).build().unwrap();
            let (heavy, speed) = (f64::from(number % 13 + 1) / 7.0, 3.0 / f64::from(number));
            let row = [
                ball(-10.0, 1.1 * speed),
                ball(-2.0, speed),
                ball(2.0, -speed / heavy).mass(heavy),
            ];
            let ids = world.insert_all(&row).unwrap();
            world.advance_to(1e4).unwrap();
            let place = |number: usize| world.pose(ids[number]).unwrap().translation.x;
            for number in 1..3 {
                let gap = place(number) - place(number - 1) - 1.0;
                assert!(gap > -1e-9, "mass {heavy}, {method:?}: {number} is {gap} in the one before");
            }
        }
    }
}

/// A refused insertion used up the ids of its bodies: those inserted next had others than without the refusal.
#[test]
fn a_refused_insertion_uses_up_no_ids() {
    let mut world = World::builder().build().unwrap();
    let first = world.insert(ball(0.0, 0.0)).unwrap();
    assert!(world.insert_all(&[ball(5.0, 0.0), ball(0.5, 0.0)]).is_err());
    let mut spared = World::builder().build().unwrap();
    assert_eq!(first, spared.insert(ball(0.0, 0.0)).unwrap());
    let two = [ball(5.0, 0.0), ball(9.0, 0.0)];
    assert_eq!(world.insert_all(&two).unwrap(), spared.insert_all(&two).unwrap());
}

struct Never;

impl TouchTest for Never {
    fn touches(&mut self, _: &TouchQuery) -> bool {
        false
    }
}

/// Bounds without any width at the origin and time 0 had a lease of no time, for ever anew: the world hung.
#[test]
fn bounds_of_no_size_are_leased() {
    let side = |rate: f64| Endpoint {
        velocity: rate,
        ..Endpoint::default()
    };
    let bounds = Bounds {
        epoch: 0.0,
        min: [side(-0.25); 3],
        max: [side(0.25); 3],
    };
    let mut world = World::builder()
        .method(Method::Leases)
        .touch_test(10.0, Never)
        .build()
        .unwrap();
    world.insert(ball(0.0, 0.0).bounded(bounds, f64::INFINITY)).unwrap();
    world.insert(ball(3.0, 0.0)).unwrap();
    world.advance_to(20.0).unwrap();
    world.audit().unwrap();
}

/// A quaternion that is off from length 1 by more than some roundings, as products of many are, was let into a world, and its
/// snapshot then refused.
#[test]
fn what_a_world_takes_for_an_orientation_its_snapshot_takes_too() {
    let orientation = UnitQuaternion::new_unchecked(UnitQuaternion::identity().into_inner() * (1.0 + 1e-12));
    let mut world = World::builder().build().unwrap();
    let turned = Body {
        orientation,
        ..ball(0.0, 1.0)
    };
    let id = world.insert(turned).unwrap();
    let restored = World::builder().restore(&world.snapshot()).unwrap();
    assert_eq!(restored.motion(id).unwrap().orientation, orientation);
}

/// Parts of a compound could be turned by what is no rotation.
#[test]
fn a_part_that_is_turned_by_no_rotation_is_refused() {
    let part = |w: f64| {
        let rotation = UnitQuaternion::new_unchecked(Quaternion::new(w, 0.0, 0.0, 0.0));
        Shape::compound(vec![(
            Isometry3::from_parts(Vector3::zeros().into(), rotation),
            Shape::ball(1.0).unwrap(),
        )])
    };
    assert!(part(1.0).is_ok());
    for w in [f64::NAN, f64::INFINITY, 0.0, 2.0] {
        assert_eq!(part(w).unwrap_err().field, "parts[0].orientation", "{w}");
    }
}

/// Pieces that hold what is no number were followed to places that are none.
#[test]
fn trajectories_of_no_numbers_are_not_followed() {
    let scene = Scene {
        bodies: vec![ball(0.0, 0.0)],
        ..Scene::default()
    };
    let good = at([1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0; 3]);
    let refused = |pieces: &[MotionPiece]| {
        let error = SampledWorld::following(&scene, 60.0, &[pieces.to_vec()]).unwrap_err();
        assert!(error.field.starts_with("body-0."), "{error}");
        error.field["body-0.".len()..].to_owned()
    };
    for bad in [f64::NAN, f64::INFINITY] {
        assert_eq!(refused(&[at([0.0, bad, 0.0], [0.0; 3], [0.0; 3])]), "pieces[0].position");
        assert_eq!(
            refused(&[good, at([0.0; 3], [bad, 0.0, 0.0], [0.0; 3])]),
            "pieces[1].velocity"
        );
        assert_eq!(refused(&[MotionPiece { epoch: bad, ..good }]), "pieces[0].epoch");
    }
    let none = UnitQuaternion::new_unchecked(Quaternion::new(0.0, 0.0, 0.0, 0.0));
    let turned = MotionPiece {
        orientation: none,
        ..good
    };
    assert_eq!(refused(&[turned]), "pieces[0].orientation");
    let earlier = MotionPiece { epoch: -1.0, ..good };
    assert_eq!(refused(&[good, earlier]), "pieces[1].epoch");
    assert!(SampledWorld::following(&scene, 60.0, &[vec![earlier, good, good]]).is_ok());
}

fn at(position: [f64; 3], velocity: [f64; 3], spin: [f64; 3]) -> MotionPiece {
    MotionPiece {
        position: position.into(),
        velocity: velocity.into(),
        angular_velocity: spin.into(),
        ..MotionPiece::at_rest()
    }
}

/// What is at rest beside something round met it after infinitely many seconds.
#[test]
fn what_is_at_rest_never_meets() {
    let still = MotionPiece::at_rest();
    let capsule = Collider::new(&Shape::capsule(0.5, 0.25).unwrap()).unwrap();
    let cube = Collider::new(&Shape::cuboid(Vector3::repeat(0.5)).unwrap()).unwrap();
    for place in [[0.0; 3], [0.7, 0.8, 0.6], [0.74, 0.0, 0.0], [0.6, 0.9, 0.6]] {
        let there = at(place, [0.0; 3], [0.0; 3]);
        assert_eq!(time_of_impact((&cube, &still), (&capsule, &there)), None, "{place:?}");
    }
}

/// A corner that parts from a ball which it just touches, while its face turns towards the ball: the plane between the two
/// is known to the root of rounding, which was taken for a depth at which nothing but the next float of the time was tried.
#[test]
fn a_turning_corner_that_parts_from_a_ball_is_soon_done_with() {
    let ball = Collider::new(&Shape::ball(0.5).unwrap()).unwrap();
    let cube = Collider::new(&Shape::cuboid(Vector3::repeat(0.5)).unwrap()).unwrap();
    let flies = at([1.0, -1.0, 1.0], [1e-9, 1.0, 0.5], [0.0; 3]);
    let turns = at([1.5, -0.5, 0.0], [-1.75, 0.25, 0.5], [3.0, -2.5, 0.5]);
    // By looks of a microsecond it took minutes, and came to 1e-10 s.
    let met = time_of_impact((&ball, &flies), (&cube, &turns));
    assert!(met.is_none_or(|time| time > 1e-3), "{met:?}");
}

/// The lattice of a thin population was made of all sites of the closest one first: more than memory holds.
#[test]
fn a_thin_population_on_a_lattice_takes_no_more_sites_than_bodies() {
    let population = Population {
        packing: Some(1e-9),
        start: Start::Fcc,
        ..Population::gas(10, Body::new(Shape::ball(0.5).unwrap()))
    };
    let Domain::Box { min, max } = Population::cube(std::slice::from_ref(&population)).unwrap() else {
        panic!("a cube")
    };
    assert_eq!(population.place(0, min, max, &[]).unwrap().len(), 10);
}

/// Cells were made larger for ever where boxes lie from one end of the numbers to the other, or closer than the smallest
/// normal number.
#[test]
fn grids_end_at_the_ends_of_the_numbers() {
    for far in [f64::MAX, 5e-324] {
        let boxes = [-far, -far, 0.0, far].map(|x| Aabb {
            min: [x; 2],
            max: [x; 2],
        });
        for method in [Finding::DenseGrid, Finding::HashedGrid, Finding::SortedGrid] {
            let mut pairs = Vec::new();
            overlaps(method, &boxes, &mut pairs);
            assert_eq!(pairs, [(0, 1)], "{method:?} up to {far:e}");
        }
    }
}

struct Always;

impl TouchTest for Always {
    fn touches(&mut self, _: &TouchQuery) -> bool {
        true
    }
}

/// Whole numbers of polls beyond 2^53 are no floats: the search for the first one at or after a time went on for ever.
#[test]
fn polls_closer_than_floats_of_the_time_have_a_first() {
    let mut world = World::builder().touch_test(1e15, Always).start_time(100.0).build().unwrap();
    world.insert(ball(0.0, 0.0).touch_only()).unwrap();
    world.insert(ball(3.0, -1.0)).unwrap();
    let event = world.step_before(200.0).unwrap().expect("they meet");
    assert_eq!((event.time, event.kind.name()), (102.0, "contact-begin"));
}

/// Where a body turns hundreds of times from one float of the time to the next, the search for its next impact was given up, and taken
/// up, at the same time for ever.
#[test]
fn what_turns_too_fast_for_the_clock_does_not_hold_it_up() {
    let start = 1e15;
    let mut world = World::builder().build().unwrap();
    world.advance_to(start).unwrap();
    world.insert(Body::fixed(Shape::ball(0.5).unwrap())).unwrap();
    let block = Body::new(Shape::cuboid(Vector3::new(0.3, 0.4, 0.5)).unwrap())
        .position(Vector3::x() * 1.2)
        .velocity(Vector3::y() * 1e-3)
        .angular_velocity(Vector3::new(3e8, 1e9, 2e8));
    world.insert(block.clone()).unwrap();
    world.advance_to(start + 0.5).unwrap();
    assert_eq!(world.time(), start + 0.5);

    // Nor beside a wall.
    let (min, max) = (Vector3::repeat(-2.0), Vector3::repeat(2.0));
    let mut world = World::builder().domain(Domain::Box { min, max }).build().unwrap();
    world.advance_to(start).unwrap();
    world.insert(block.velocity(Vector3::x() * -1e-3)).unwrap();
    world.advance_to(start + 0.5).unwrap();
    assert_eq!(world.time(), start + 0.5);
}

/// Found by fuzzing: two that turn and part out of a shallow overlap were looked at float by float.
#[test]
fn what_parts_out_of_a_shallow_overlap_while_turning_is_soon_done_with() {
    let long = Collider::new(&Shape::cuboid(Vector3::new(0.25, 0.5, 7.978560924530029)).unwrap()).unwrap();
    let short = Collider::new(&Shape::cuboid(Vector3::new(1.0, 0.25, 0.25)).unwrap()).unwrap();
    let turned = |[i, j, k, w]: [f64; 4]| UnitQuaternion::new_unchecked(Quaternion::new(w, i, j, k));
    let of_long = MotionPiece {
        orientation: turned([
            -0.30340165205015696,
            0.5769068431587553,
            0.3433742706578045,
            0.6761804804192854,
        ]),
        ..at([1.5, 0.5, -0.5], [-2.0, -3.0, 2.0], [2.5, 2.0, -3.0])
    };
    let of_short = MotionPiece {
        epoch: -2.5,
        orientation: turned([
            0.4877456627472097,
            -0.4504428503730877,
            0.708938962360135,
            0.23793056690301118,
        ]),
        ..at([-3.0, -2.0, 5.0], [2.0, 1.5, -2.0], [0.0; 3])
    };
    assert_eq!(time_of_impact((&long, &of_long), (&short, &of_short)), None);
}

/// Found by fuzzing: late, the time of an impact on a wall is rounded by more than a fast body that turns counts as open; the impact
/// was taken for a search that had been cut off, again and again at the same time.
#[test]
fn what_turns_fast_and_late_meets_walls() {
    let mut world = World::builder()
        .domain(Domain::Box {
            min: Vector3::repeat(-2.5),
            max: Vector3::repeat(2.5),
        })
        .start_time(1e6)
        .build()
        .unwrap();
    let body = Body::new(Shape::cuboid(Vector3::new(0.5, 0.25, 1.0)).unwrap())
        .velocity(Vector3::new(-0.25, 1000.0, 0.0))
        .angular_velocity(Vector3::new(-1.5, -1.5, -2.0));
    world.insert(body).unwrap();
    let events = world.advance_to(1e6 + 0.05).unwrap();
    // 5 m less its size, at 1000 m/s and what turning corners add, from wall to wall.
    assert!((10..20).contains(&events.len()), "{}", events.len());
    for (number, event) in events.iter().enumerate() {
        let EventKind::Collision(collision) = &event.kind else {
            panic!("{event:?}")
        };
        let wall = [Wall::MaxY, Wall::MinY][number % 2];
        assert_eq!(collision.parties[1], Party::Wall(wall), "{event:?}");
        assert!((collision.point.y.abs() - 2.5).abs() < 1e-6, "{event:?}");
    }
}

/// A step without a limit never ended where bodies turn beside each other for ever: whether axes and sizes tell that they never meet, or
/// nothing does.
#[test]
fn what_turns_beside_another_for_ever_is_soon_done_with() {
    let plate = Shape::cuboid(Vector3::new(1.0, 0.1, 1.0)).unwrap();
    let turning = |shape: &Shape, y: f64, spin: f64| {
        let body = Body::new(shape.clone()).position(Vector3::y() * y);
        body.angular_velocity(Vector3::y() * spin)
    };
    let mut world = World::builder().build().unwrap();
    world
        .insert_all(&[turning(&plate, 0.0, 1.0), turning(&plate, 0.3, 2f64.sqrt())])
        .unwrap();
    assert_eq!(world.step(), Ok(None));

    let ring = Shape::ring(1.0, 0.2, 3, 3).unwrap();
    let within = Shape::cuboid(Vector3::new(0.2, 0.1, 0.1)).unwrap();
    let axis = |body: Body, spin: Vector3<f64>| body.angular_velocity(spin);
    let mut world = World::builder().build().unwrap();
    world
        .insert_all(&[
            axis(Body::new(ring), Vector3::new(0.1, 0.0, 1.0)),
            axis(Body::new(within), Vector3::new(0.0, 0.3, 2f64.sqrt())),
        ])
        .unwrap();
    assert_eq!(world.step(), Err(StepError::Refused(WorldError::NoLimit)));
    let gone = world.time();
    assert!(gone > 1e3);
    assert_eq!(world.step(), Err(StepError::Refused(WorldError::NoLimit)));
    assert!(world.time() > gone);
}

/// Found by fuzzing: a ball of a gas that was removed at the very time of its collision was still to be told its round when the gas ended.
#[test]
fn a_struck_ball_that_goes_is_forgotten_by_its_gas() {
    let mut world = World::builder()
        .method(Method::Leases)
        .domain(Domain::Box {
            min: Vector3::repeat(-5.0),
            max: Vector3::repeat(5.0),
        })
        .build()
        .unwrap();
    let ids = world.insert_all(&[ball(-1.0, 1.0), ball(1.0, -1.0)]).unwrap();
    let event = world.step().unwrap().expect("they meet");
    assert_eq!(event.kind.name(), "collision");
    world.remove(ids[0]).unwrap();
    // No gas is of such.
    let cuboid = Shape::cuboid(Vector3::repeat(0.5)).unwrap();
    world.insert(Body::new(cuboid).position(Vector3::y() * 3.0)).unwrap();
    assert_eq!(world.audit(), Ok(()));
}

/// Found by fuzzing: zeros with a sign, of what a gas holds for no ball, stood in the pieces of other methods.
#[test]
fn pieces_of_a_gas_have_the_bits_of_others() {
    let pieces = |method: Method| {
        let (min, max) = (Vector3::repeat(-5.0), Vector3::repeat(5.0));
        let builder = World::builder().domain(Domain::Box { min, max });
        let mut world = builder.method(method).record_motion(true).build().unwrap();
        let minus = Vector3::repeat(-0.0);
        let odd = |x: f64, v: f64| ball(x, v).growth(-0.0).angular_velocity(minus).acceleration(minus);
        let ids = world.insert_all(&[odd(-1.0, 1.0), odd(1.0, -1.0)]).unwrap();
        world.advance_to(1.0).unwrap();
        let change = MotionChange {
            growth: Some(-0.0),
            angular_velocity: Some(minus),
            acceleration: Some(minus),
            ..MotionChange::default()
        };
        world.set_motion(ids[0], &change).unwrap();
        world.advance_to(3.0).unwrap();
        format!("{:?}", world.take_motion_pieces())
    };
    assert_eq!(pieces(Method::Leases), pieces(Method::Lists));
}
