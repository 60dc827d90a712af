//! Regressions: rotating bodies and rounding.

use super::at;
use kinesweep::impact::{Collider, time_of_impact};
use kinesweep::{
    Body, Domain, EventKind, MotionChange, MotionPiece, Party, ResponseMode, Shape, StepError, Wall, World, WorldError,
};
use nalgebra::{Quaternion, UnitQuaternion, Vector3};

/// A body at rest near a round one collided with it at an infinite time.
#[test]
fn bodies_at_rest_near_each_other_have_no_impact() {
    let still = MotionPiece::at_rest();
    let capsule = Collider::new(&Shape::capsule(0.5, 0.25).unwrap()).unwrap();
    let cube = Collider::new(&Shape::cuboid(Vector3::repeat(0.5)).unwrap()).unwrap();
    for position in [[0.0; 3], [0.7, 0.8, 0.6], [0.74, 0.0, 0.0], [0.6, 0.9, 0.6]] {
        let there = at(position, [0.0; 3], [0.0; 3]);
        assert_eq!(time_of_impact((&cube, &still), (&capsule, &there)), None, "{position:?}");
    }
}

/// A corner separates from a ball that it touches, while its face rotates towards the ball: the
/// separating plane is known to the square root of rounding. This error counted as a depth at which
/// only the next float of the time was tried.
#[test]
fn the_search_for_a_rotating_corner_leaving_a_ball_is_fast() {
    let ball = Collider::new(&Shape::ball(0.5).unwrap()).unwrap();
    let cube = Collider::new(&Shape::cuboid(Vector3::repeat(0.5)).unwrap()).unwrap();
    let flies = at([1.0, -1.0, 1.0], [1e-9, 1.0, 0.5], [0.0; 3]);
    let rotates = at([1.5, -0.5, 0.0], [-1.75, 0.25, 0.5], [3.0, -2.5, 0.5]);
    // In steps of a microsecond it took minutes, and advanced by 1e-10 s.
    let met = time_of_impact((&ball, &flies), (&cube, &rotates));
    assert!(met.is_none_or(|time| time > 1e-3), "{met:?}");
}

/// For a body that rotates hundreds of times between two floats of the time, the search for its
/// next impact stopped and restarted at the same time for ever.
#[test]
fn bodies_rotating_faster_than_the_time_resolution_do_not_hang() {
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

    // The same near a wall.
    let (min, max) = (Vector3::repeat(-2.0), Vector3::repeat(2.0));
    let mut world = World::builder().domain(Domain::Box { min, max }).build().unwrap();
    world.advance_to(start).unwrap();
    world.insert(block.velocity(Vector3::x() * -1e-3)).unwrap();
    world.advance_to(start + 0.5).unwrap();
    assert_eq!(world.time(), start + 0.5);
}

/// Found by fuzzing: two rotating bodies that separate from a shallow overlap were searched float
/// by float.
#[test]
fn rotating_bodies_leaving_a_shallow_overlap_are_searched_fast() {
    let long = Collider::new(&Shape::cuboid(Vector3::new(0.25, 0.5, 7.978560924530029)).unwrap()).unwrap();
    let short = Collider::new(&Shape::cuboid(Vector3::new(1.0, 0.25, 0.25)).unwrap()).unwrap();
    let rotated = |[i, j, k, w]: [f64; 4]| UnitQuaternion::new_unchecked(Quaternion::new(w, i, j, k));
    let of_long = MotionPiece {
        orientation: rotated([
            -0.30340165205015696,
            0.5769068431587553,
            0.3433742706578045,
            0.6761804804192854,
        ]),
        ..at([1.5, 0.5, -0.5], [-2.0, -3.0, 2.0], [2.5, 2.0, -3.0])
    };
    let of_short = MotionPiece {
        epoch: -2.5,
        orientation: rotated([
            0.4877456627472097,
            -0.4504428503730877,
            0.708938962360135,
            0.23793056690301118,
        ]),
        ..at([-3.0, -2.0, 5.0], [2.0, 1.5, -2.0], [0.0; 3])
    };
    assert_eq!(time_of_impact((&long, &of_long), (&short, &of_short)), None);
}

/// Found by fuzzing: at late times the time of a wall impact is rounded by more than the tolerance
/// for a fast rotating body; the impact counted as an unfinished search, repeatedly at the same
/// time.
#[test]
fn fast_rotating_bodies_at_late_times_hit_walls() {
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
    // From wall to wall: 5 m minus its size, at 1000 m/s plus the speed of the rotating corners.
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

/// A step without a limit did not end for bodies that rotate near each other for ever, whether or
/// not axes and sizes prove that they never touch.
#[test]
fn steps_with_bodies_rotating_near_each_other_end() {
    let plate = Shape::cuboid(Vector3::new(1.0, 0.1, 1.0)).unwrap();
    let rotating = |shape: &Shape, y: f64, spin: f64| {
        let body = Body::new(shape.clone()).position(Vector3::y() * y);
        body.angular_velocity(Vector3::y() * spin)
    };
    let mut world = World::builder().build().unwrap();
    world
        .insert_all(&[rotating(&plate, 0.0, 1.0), rotating(&plate, 0.3, 2f64.sqrt())])
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

/// Found by fuzzing: a round body rolls about a point inside it, but its contact acceleration was
/// computed at its surface, which moves up while it rolls. So it hopped by nanometres a second,
/// millions of times.
#[test]
fn rolling_round_bodies_have_bounded_hops() {
    let mut world = World::builder()
        .gravity(Vector3::y() * -10.0)
        .restitution(0.0)
        .build()
        .unwrap();
    world.insert(Body::fixed(Shape::half_space(Vector3::y()).unwrap())).unwrap();
    let capsule = Body::new(Shape::capsule(0.6, 0.5).unwrap()).position(Vector3::y() * 1.1);
    let slides = capsule.velocity(Vector3::x() * -8.0);
    world.insert(slides.angular_velocity(Vector3::z() * 4.0)).unwrap();
    // It rests on one end while that rotates past the bottom, and falls on the other.
    for number in 1..=2000 {
        world.advance_to(1e-3 * f64::from(number)).unwrap();
        let hops = world.counters().zeno_collisions;
        assert!(hops < 10_000, "{hops} after {number} ms");
    }
}

/// Found by fuzzing: a step without a limit did not end for a growing or rotating body that rests
/// on another for ever.
#[test]
fn steps_with_bodies_hopping_for_ever_end() {
    let ball = Body::new(Shape::ball(0.25).unwrap()).position(Vector3::y() * 0.25);
    let capsule = Body::new(Shape::capsule(0.6, 0.5).unwrap()).position(Vector3::y() * 1.1);
    for body in [ball.growth(0.125), capsule.angular_velocity(Vector3::y())] {
        let builder = World::builder().gravity(Vector3::y() * -10.0);
        let mut world = builder.restitution(0.0).build().unwrap();
        world.insert(Body::fixed(Shape::half_space(Vector3::y()).unwrap())).unwrap();
        world.insert(body).unwrap();
        let mut gone = 0.0;
        for _ in 0..2 {
            while let Ok(reported) = world.step() {
                assert!(reported.is_some_and(|event| event.kind.name() == "collision"));
            }
            assert_eq!(world.step(), Err(StepError::Refused(WorldError::NoLimit)));
            assert!(world.time() > gone + 1.0);
            gone = world.time();
        }
    }
}

/// Found by fuzzing: the normal of crossing edges rotates faster than either body; a body that slid
/// over another had a greater contact acceleration than computed, and hopped by nanometres a
/// second.
#[test]
fn bodies_sliding_over_an_edge_have_bounded_hops() {
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
    let rotates = Body::new(Shape::cuboid(Vector3::new(1.0, 2.0, 0.5)).unwrap())
        .position(Vector3::new(3.653947353363037, 1.3014864921569824, 3.7856922149658203))
        .velocity(Vector3::new(0.9784226417541504, -1.908668875694275, -2.1670135259628296))
        .angular_velocity(Vector3::new(-1.9915924072265625, 1.4549074172973633, 2.0582242012023926));
    world.insert_all(&[still, rotates]).unwrap();
    for number in 1..=1000 {
        world.advance_to(1e-3 * f64::from(number)).unwrap();
        let hops = world.counters().zeno_collisions;
        assert!(hops < 5000, "{hops} after {number} ms");
    }
}

/// Found by fuzzing: at late times a slowly rotating body on a wall has a gap above the tolerance,
/// since the time is rounded: it was searched repeatedly at the same time.
#[test]
fn bodies_rotating_on_a_wall_at_late_times_advance() {
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
    let rotates = MotionChange {
        angular_velocity: Some(Vector3::new(-1.0, 1.0, -0.25)),
        ..MotionChange::default()
    };
    world.set_motion(id, &rotates).unwrap();
    assert!(world.advance_to(landed + 1.0).is_ok());
}

/// Found by fuzzing: for a rotating body that falls deep inside a half-space, the end of the
/// contact was searched through all floats of the time, at each of its hops.
#[test]
fn bodies_rotating_deep_in_a_half_space_are_searched_fast() {
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
    // With thousands of evaluations at each hop it took minutes.
    assert!(world.advance_to(1e6 + 6.0).is_ok());
    let hops = world.counters().zeno_collisions;
    assert!((1000..10_000).contains(&hops), "{hops}");
}

/// Found by fuzzing: walls that a body reaches after millions of rotations were searched before
/// those that it hits at once.
#[test]
fn walls_hit_at_once_are_searched_first() {
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
    // Each of its hops on the floor took tens of thousands of evaluations.
    world.advance_to(2.0).unwrap();
    assert!(world.pose(id).unwrap().translation.y < -0.5);
}
