//! Regressions: the lane of balls.

use crate::support::ball;
use kinesweep::world::BodyLane;
use kinesweep::{Body, Domain, Method, MotionChange, Party, Shape, World, WorldError};
use nalgebra::Vector3;

/// Balls that cross a periodic domain ten thousand times, or could at the greatest speed so far,
/// were no longer followed: with a limit, or a scheduled event, later collisions were missed.
#[test]
fn collisions_after_ten_thousand_domain_lengths_are_found() {
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

/// A single ball in a periodic domain moved on for ten thousand lengths before a step returned
/// without an event.
#[test]
fn a_single_ball_in_a_periodic_domain_has_no_next_event() {
    let domain = Domain::Periodic {
        min: Vector3::zeros(),
        max: Vector3::repeat(4.0),
    };
    let mut world = World::builder().domain(domain).method(Method::Leases).build().unwrap();
    world.insert(ball(0.0, 1.0)).unwrap();
    assert_eq!(world.step().unwrap(), None);
    assert_eq!(world.time(), 0.0);
}

/// After the removal of a ball that had just collided, the state of its collision was applied to
/// the ball at its index: a panic if there was none.
#[test]
fn removal_of_a_ball_drops_its_last_collision() {
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

/// After balls were moved in memory, simultaneous events were not in scene order.
#[test]
fn simultaneous_events_are_in_scene_order_after_removals() {
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
        let reported: Vec<_> = world
            .advance_to(2.0)
            .unwrap()
            .iter()
            .map(|event| event.kind.parties())
            .collect();
        assert_eq!(
            reported,
            [first, second].map(|pair| Some(pair.map(Party::Body))),
            "{method:?}"
        );
    }
}

/// Found by fuzzing: a ball that was removed at the time of its collision was still processed when
/// the lane of balls was left.
#[test]
fn removal_of_a_ball_at_its_collision_leaves_no_pending_state() {
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
    // The lane of balls does not support this body.
    let cuboid = Shape::cuboid(Vector3::repeat(0.5)).unwrap();
    world.insert(Body::new(cuboid).position(Vector3::y() * 3.0)).unwrap();
    assert_eq!(world.audit(), Ok(()));
}

/// Found by fuzzing: the pieces of other methods had negative zeros that the lane of balls does not
/// store.
#[test]
fn pieces_of_the_lane_of_balls_have_the_bits_of_other_methods() {
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

/// Found by fuzzing: the sorted events of the current bucket referred to balls that had just been
/// removed, and were compared anyway: a panic.
#[test]
fn removal_of_a_ball_drops_its_event_in_the_current_bucket() {
    let half = Vector3::repeat(2.5);
    let builder = World::builder().domain(Domain::Box { min: -half, max: half });
    let mut world = builder
        .restitution(0.5)
        .start_time(-3.0)
        .method(Method::Leases)
        .build()
        .unwrap();
    let mut insert = |radius: f64, position: [f64; 3], velocity: [f64; 3]| {
        let body = Body::new(Shape::ball(radius).unwrap()).position(position.into());
        world.insert(body.velocity(velocity.into())).unwrap()
    };
    let ids = [
        insert(0.5, [-1.0, -0.75, 0.75], [0.75, -1.5, 0.25]),
        insert(0.25, [-0.5, -0.75, 0.0], [1.0, -1.75, 1.0]),
        insert(0.25, [-0.5, 0.25, -0.25], [-0.25, 1.0, -1.5]),
        insert(0.25, [1.25, 0.25, 1.25], [-0.75, 0.75, -1.75]),
        insert(0.25, [0.0, -1.0, 0.75], [0.5, -1.5, -0.5]),
    ];
    assert!(world.next_event_time().is_some());
    for id in ids {
        world.remove(id).unwrap();
        world.audit().unwrap();
    }
}

/// A ball larger than the cells of the lane of balls, which are made anew for it, was inserted where it
/// overlapped a body of the other lane: it was in no zone of the former cells.
#[test]
fn a_ball_for_which_new_cells_are_made_is_refused_where_it_overlaps_another_body() {
    let half = Vector3::repeat(5.0);
    for domain in [
        Domain::Box { min: -half, max: half },
        Domain::Periodic { min: -half, max: half },
    ] {
        let mut world = World::builder().domain(domain).method(Method::Leases).build().unwrap();
        let ball = |radius: f64, x: f64, y: f64| Body::new(Shape::ball(radius).unwrap()).position(Vector3::new(x, y, 0.0));
        let mut bodies: Vec<Body> = (0..20).map(|number| ball(0.1, -3.0, f64::from(number) * 0.4 - 4.0)).collect();
        let wall = Shape::cuboid(Vector3::new(0.1, 1.0, 1.0)).unwrap();
        bodies.push(Body::fixed(wall).position(Vector3::x() * 3.0));
        world.insert_all(&bodies).unwrap();
        assert_eq!(world.lanes()[0], (BodyLane::Balls, 20));
        let refused = world.insert(ball(1.0, 2.0, 0.0));
        assert!(matches!(refused, Err(WorldError::Overlap { .. })), "{refused:?}");
        world.audit().unwrap();
        world.insert(ball(1.0, 1.8, 0.0)).unwrap();
        world.audit().unwrap();
    }
}

/// Overlaps that begin at one time were lost if the lane of balls closed, or was restored as closed,
/// before all of them were reported.
#[test]
fn overlaps_due_now_are_reported_after_the_lane_of_balls_closes() {
    let half = Vector3::repeat(10.0);
    let domain = Domain::Box { min: -half, max: half };
    let builder = || World::builder().domain(domain).method(Method::Leases).report_overlaps(true);
    let ball = Body::new(Shape::ball(0.5).unwrap());
    // Only the boxes of each two neighbours overlap.
    let bodies: Vec<Body> = (0..20)
        .map(|number| {
            ball.clone()
                .position(Vector3::new(0.8, 0.8, 0.0) * f64::from(number) - half * 0.8)
        })
        .collect();
    let rest = |world: &mut World| -> Vec<String> {
        let rest = std::iter::from_fn(|| world.step_before(1.0).unwrap());
        rest.map(|event| format!("{event:?}")).collect()
    };
    let mut worlds = [(); 3].map(|()| builder().build().unwrap());
    for world in &mut worlds {
        world.insert_all(&bodies).unwrap();
        assert_eq!(world.lanes()[0], (BodyLane::Balls, 20));
        assert!(world.step_before(1.0).unwrap().is_some());
    }
    let [mut open, mut closed, saved] = worlds;
    closed.set_method(Method::Lists).unwrap();
    let mut restored = World::builder().lane_of_balls(false).restore(&saved.snapshot()).unwrap();
    let expected = rest(&mut open);
    assert_eq!(expected.len(), 18);
    assert_eq!(rest(&mut closed), expected);
    assert_eq!(rest(&mut restored), expected);
}

/// The audit missed the pairs of a half-space and balls far from it, which have none.
#[test]
fn balls_far_from_a_half_space_are_no_candidates() {
    let half = Vector3::repeat(10.0);
    let builder = World::builder().domain(Domain::Box { min: -half, max: half });
    let mut world = builder.method(Method::Leases).report_overlaps(true).build().unwrap();
    let ball = Body::new(Shape::ball(0.5).unwrap());
    let place = |number: i32| Vector3::new(0.0, f64::from(number) - 9.0, 0.0);
    let bodies: Vec<Body> = (0..18).map(|number| ball.clone().position(place(number))).collect();
    world.insert_all(&bodies).unwrap();
    let floor = Shape::half_space(Vector3::y()).unwrap();
    world.insert(Body::fixed(floor).position(Vector3::y() * -9.8)).unwrap();
    assert_eq!(world.lanes()[0], (BodyLane::Balls, 18));
    world.audit().unwrap();
}
