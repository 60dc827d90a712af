//! What turns, and what rounding makes of it.

use super::at;
use kinesweep::{
    Body, Collider, Domain, EventKind, MotionChange, MotionPiece, Party, ResponseMode, Shape, StepError, Wall, World, WorldError,
    time_of_impact,
};
use nalgebra::{Quaternion, UnitQuaternion, Vector3};

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

/// Found by fuzzing: what is round rolls about a point within it, but how it is pressed was asked of its surface, which goes up where it
/// rolls. Then it hopped by nanometres a second, millions of times.
#[test]
fn what_is_round_and_rolls_hops_as_far_as_anything() {
    let mut world = World::builder()
        .gravity(Vector3::y() * -10.0)
        .restitution(0.0)
        .build()
        .unwrap();
    world.insert(Body::fixed(Shape::half_space(Vector3::y()).unwrap())).unwrap();
    let capsule = Body::new(Shape::capsule(0.6, 0.5).unwrap()).position(Vector3::y() * 1.1);
    let slides = capsule.velocity(Vector3::x() * -8.0);
    world.insert(slides.angular_velocity(Vector3::z() * 4.0)).unwrap();
    // It stands on either end while that goes by below, and falls on the next.
    for number in 1..=2000 {
        world.advance_to(1e-3 * f64::from(number)).unwrap();
        let hops = world.counters().zeno_collisions;
        assert!(hops < 10_000, "{hops} after {number} ms");
    }
}

/// Found by fuzzing: a step without a limit never ended where what grows, or turns, rests on something for ever.
#[test]
fn what_hops_for_ever_is_soon_done_with() {
    let ball = Body::new(Shape::ball(0.25).unwrap()).position(Vector3::y() * 0.25);
    let capsule = Body::new(Shape::capsule(0.6, 0.5).unwrap()).position(Vector3::y() * 1.1);
    for body in [ball.growth(0.125), capsule.angular_velocity(Vector3::y())] {
        let builder = World::builder().gravity(Vector3::y() * -10.0);
        let mut world = builder.restitution(0.0).build().unwrap();
        world.insert(Body::fixed(Shape::half_space(Vector3::y()).unwrap())).unwrap();
        world.insert(body).unwrap();
        let mut gone = 0.0;
        for _ in 0..2 {
            while let Ok(told) = world.step() {
                assert!(told.is_some_and(|event| event.kind.name() == "collision"));
            }
            assert_eq!(world.step(), Err(StepError::Refused(WorldError::NoLimit)));
            assert!(world.time() > gone + 1.0);
            gone = world.time();
        }
    }
}

/// Found by fuzzing: edges that cross turn the normal between them, faster than either body turns; a body that slid over another so was
/// pressed by more than was known, and hopped by nanometres a second.
#[test]
fn what_slides_over_an_edge_hops_as_far_as_anything() {
    let mut world = World::builder()
        .domain(Domain::Box {
            min: Vector3::repeat(-5.0),
            max: Vector3::repeat(5.0),
        })
        .build()
        .unwrap();
    let still = Body::new(Shape::cuboid(Vector3::new(0.25, 1.0, 1.0)).unwrap())
        .position(Vector3::new(0.26412534713745117, -0.9563279151916504, -0.3089923858642578))
        .velocity(Vector3::new(-1.1965702772140503, 0.6041339635848999, 0.6148166656494141))
        .density(1.0)
        .restitution(0.0);
    let turns = Body::new(Shape::cuboid(Vector3::new(1.0, 2.0, 0.5)).unwrap())
        .position(Vector3::new(3.653947353363037, 1.3014864921569824, 3.7856922149658203))
        .velocity(Vector3::new(0.9784226417541504, -1.908668875694275, -2.1670135259628296))
        .angular_velocity(Vector3::new(-1.9915924072265625, 1.4549074172973633, 2.0582242012023926));
    world.insert_all(&[still, turns]).unwrap();
    for number in 1..=1000 {
        world.advance_to(1e-3 * f64::from(number)).unwrap();
        let hops = world.counters().zeno_collisions;
        assert!(hops < 5000, "{hops} after {number} ms");
    }
}

/// Found by fuzzing: what turns slowly and late rests on a wall by more than counted as open, since the time is rounded: it was looked at
/// again and again at the same time.
#[test]
fn what_turns_late_on_a_wall_goes_on() {
    let late = 1e6;
    let mut world = World::builder()
        .domain(Domain::Box {
            min: Vector3::repeat(-9.0),
            max: Vector3::repeat(9.0),
        })
        .gravity(Vector3::y() * -10.0)
        .restitution(0.0)
        .start_time(late)
        .build()
        .unwrap();
    let block = Body::new(Shape::cuboid(Vector3::new(0.5, 0.25, 1.0)).unwrap())
        .density(1.0)
        .rotates();
    let block = block
        .position(Vector3::new(6.0, -6.75, -5.0))
        .velocity(Vector3::new(-1.25, 1.75, -0.5));
    let id = world.insert(block).unwrap();
    let landed = world.step().unwrap().expect("it falls").time;
    let turns = MotionChange {
        angular_velocity: Some(Vector3::new(-1.0, 1.0, -0.25)),
        ..MotionChange::default()
    };
    world.set_motion(id, &turns).unwrap();
    assert!(world.advance_to(landed + 1.0).is_ok());
}

/// Found by fuzzing: how long what turns and falls deep within a half-space stays there was looked for through all floats of the time, at
/// each of its hops.
#[test]
fn what_turns_deep_in_a_plane_is_soon_done_with() {
    let mut world = World::builder()
        .domain(Domain::Box {
            min: Vector3::repeat(-9.0),
            max: Vector3::repeat(9.0),
        })
        .gravity(Vector3::y() * -1.0)
        .restitution(0.0)
        .response(ResponseMode::PassThrough)
        .start_time(1e6)
        .build()
        .unwrap();
    let plane = Body::fixed(Shape::half_space(Vector3::y()).unwrap());
    world.insert(plane.position(Vector3::y() * 3.5)).unwrap();
    let cube = Body::new(Shape::cuboid(Vector3::repeat(0.5)).unwrap()).position(Vector3::y() * -8.0);
    world.insert(cube.angular_velocity(Vector3::new(-1.0, 1.5, -0.5))).unwrap();
    // By thousands of looks at each hop it took minutes.
    assert!(world.advance_to(1e6 + 6.0).is_ok());
    let hops = world.counters().zeno_collisions;
    assert!((1000..10_000).contains(&hops), "{hops}");
}

/// Found by fuzzing: walls that a body comes to after millions of turns were looked for before those that it meets at once.
#[test]
fn walls_that_are_met_at_once_are_looked_for_first() {
    let mut world = World::builder()
        .domain(Domain::Box {
            min: Vector3::repeat(-2.5),
            max: Vector3::repeat(2.5),
        })
        .gravity(Vector3::y() * -10.0)
        .restitution(0.0)
        .build()
        .unwrap();
    let block = Body::new(Shape::cuboid(Vector3::new(0.6, 0.2, 1.0)).unwrap()).velocity(Vector3::new(1e-9, -2.0, 1e-9));
    let id = world.insert(block.angular_velocity(Vector3::new(2.0, 2.0, 0.125))).unwrap();
    // At each of its hops on the floor it took ten thousands of looks.
    world.advance_to(2.0).unwrap();
    assert!(world.pose(id).unwrap().translation.y < -0.5);
}
