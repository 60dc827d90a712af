//! Times of a pair alone against those of a world, and input out of range.

use super::*;
use crate::scene::{Body, Shape};
use crate::{EventKind, ResponseMode, World};
use nalgebra::Vector3;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

fn shapes() -> Vec<Shape> {
    let corners = [[0.0, 0.0, 0.7], [0.6, 0.0, -0.3], [-0.3, 0.5, -0.3], [-0.4, -0.6, -0.2]];
    [
        Shape::ball(0.5),
        Shape::cuboid(Vector3::new(0.3, 0.4, 0.5)),
        Shape::capsule(0.4, 0.2),
        Shape::convex(corners.map(Vector3::from).to_vec()),
        Shape::ring(0.6, 0.2, 8, 4),
        Shape::half_space(Vector3::y()),
    ]
    .map(Result::unwrap)
    .to_vec()
}

/// Every pair of shapes, put into a world of its own, first collides at the time that the
/// direct call returns.
#[test]
fn time_of_impact_has_the_same_bits_as_a_world() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut vector = |scale: f64| Vector3::from_fn(|_, _| scale * ((random.next_u64() >> 11) as f64 / (1u64 << 52) as f64 - 1.0));
    // A world's half-spaces do not move.
    let mut shapes = shapes();
    shapes.pop();
    let (mut hits, mut misses) = (0, 0);
    for case in 0..40 {
        for of_a in &shapes {
            for of_b in &shapes {
                let rotations = [vector(2.0), vector(2.0)];
                let pieces = [0, 1].map(|side| MotionPiece {
                    epoch: 0.0,
                    position: Vector3::y() * [-3.0, 3.0][side] + vector(0.5),
                    orientation: crate::portable::rotation(&rotations[side]),
                    velocity: Vector3::y() * [1.5, -1.5][side] + vector(0.3),
                    acceleration: if case % 2 == 0 { Vector3::zeros() } else { vector(0.3) },
                    ..MotionPiece::at_rest()
                });
                let colliders = [of_a, of_b].map(|shape| Collider::new(shape).unwrap());
                let by_itself = time_of_impact((&colliders[0], &pieces[0]), (&colliders[1], &pieces[1]));

                let mut world = World::builder().build().unwrap();
                for (side, (shape, piece)) in [of_a, of_b].into_iter().zip(&pieces).enumerate() {
                    let body = Body::new(shape.clone())
                        .mass(1.0)
                        .position(piece.position)
                        .orientation(rotations[side])
                        .velocity(piece.velocity)
                        .acceleration(piece.acceleration);
                    world.insert(body).unwrap();
                }
                let first = world.step().unwrap();
                let in_world = first.map(|event| {
                    assert!(matches!(event.kind, EventKind::Collision(_)), "{event:?}");
                    event.time
                });
                assert_eq!(by_itself.map(f64::to_bits), in_world.map(f64::to_bits), "{of_a:?} {of_b:?}");
                *(if by_itself.is_some() { &mut hits } else { &mut misses }) += 1;
            }
        }
    }
    assert!(hits > 200 && misses > 50, "{hits} {misses}");
}

/// Every pair of shapes, put into a world in pass-through mode, begins and ends contact at the times
/// that the direct call returns; half of them rotate.
#[test]
fn contact_times_have_the_same_bits_as_a_world() {
    const UNTIL: f64 = 2.5;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(6);
    let mut vector = |scale: f64| Vector3::from_fn(|_, _| scale * ((random.next_u64() >> 11) as f64 / (1u64 << 52) as f64 - 1.0));
    let mut shapes = shapes();
    shapes.pop();
    let (mut contacts, mut lasting, mut several) = (0, 0, 0);
    for case in 0..24 {
        for of_a in &shapes {
            for of_b in &shapes {
                let spin = if case % 2 == 0 { 0.0 } else { 3.0 };
                let bodies = [of_a, of_b].map(|shape| (shape, vector(2.0), vector(0.7), vector(spin), vector(0.3)));
                let pieces = [0, 1].map(|side| {
                    let (_, rotation, velocity, spin, acceleration) = bodies[side];
                    MotionPiece {
                        position: Vector3::y() * [-1.2, 1.2][side],
                        orientation: crate::portable::rotation(&rotation),
                        velocity: Vector3::y() * [0.5, -0.5][side] + velocity,
                        angular_velocity: spin,
                        acceleration: if case % 3 == 0 { Vector3::zeros() } else { acceleration },
                        ..MotionPiece::at_rest()
                    }
                });
                let colliders = [of_a, of_b].map(|shape| Collider::new(shape).unwrap());
                let alone = contact_times((&colliders[0], &pieces[0]), (&colliders[1], &pieces[1]), UNTIL);

                let mut world = World::builder().response(ResponseMode::PassThrough).build().unwrap();
                for ((shape, rotation, ..), piece) in bodies.iter().zip(&pieces) {
                    let body = Body::new((*shape).clone())
                        .mass(1.0)
                        .position(piece.position)
                        .orientation(*rotation)
                        .velocity(piece.velocity)
                        .angular_velocity(piece.angular_velocity)
                        .acceleration(piece.acceleration);
                    world.insert(body).unwrap();
                }
                let mut in_world: Vec<[f64; 2]> = Vec::new();
                for event in world.advance_to(UNTIL).unwrap() {
                    match (event.kind, in_world.last_mut()) {
                        (EventKind::ContactBegin(_), _) => in_world.push([event.time, UNTIL]),
                        (EventKind::ContactEnd { .. }, Some(last)) => last[1] = event.time,
                        other => panic!("{other:?}"),
                    }
                }
                let bits = |times: &[[f64; 2]]| times.as_flattened().iter().map(|time| time.to_bits()).collect::<Vec<_>>();
                assert_eq!(bits(&alone), bits(&in_world), "{of_a:?} {of_b:?}: {alone:?} {in_world:?}");
                contacts += alone.len();
                lasting += usize::from(alone.last().is_some_and(|last| last[1] == UNTIL));
                several += usize::from(alone.len() > 1);
            }
        }
    }
    assert!(
        contacts > 150 && lasting > 10 && several > 10,
        "{contacts} {lasting} {several}"
    );
}

#[test]
fn contacts_are_cut_at_the_later_epoch_and_the_end() {
    let ball = Collider::new(&Shape::ball(1.0).unwrap()).unwrap();
    let passing = MotionPiece {
        position: Vector3::x() * -4.0,
        velocity: Vector3::x(),
        ..MotionPiece::at_rest()
    };
    let times = |epoch: f64, until: f64| {
        let fixed = MotionPiece {
            epoch,
            ..MotionPiece::at_rest()
        };
        contact_times((&ball, &fixed), (&ball, &passing), until)
    };
    assert_eq!(times(0.0, f64::INFINITY), [[2.0, 6.0]]);
    assert_eq!(times(3.0, 5.0), [[3.0, 5.0]]);
    assert_eq!(times(7.0, 9.0), [[0.0; 2]; 0]);
    assert_eq!(times(0.0, 1.0), [[0.0; 2]; 0]);
    assert_eq!(times(0.0, -1.0), [[0.0; 2]; 0]);
    assert_eq!(times(0.0, f64::NAN), [[0.0; 2]; 0]);
    // A body that stays in contact rotates: several searches, one contact.
    let rotating = MotionPiece {
        angular_velocity: Vector3::y() * 1000.0,
        ..MotionPiece::at_rest()
    };
    let cube = Collider::new(&Shape::cuboid(Vector3::repeat(1.0)).unwrap()).unwrap();
    let lasting = contact_times((&cube, &MotionPiece::at_rest()), (&cube, &rotating), 1e5);
    assert_eq!(lasting, [[0.0, 1e5]]);
}

#[test]
fn the_search_starts_at_the_later_epoch() {
    let ball = Collider::new(&Shape::ball(1.0).unwrap()).unwrap();
    let mut a = MotionPiece::at_rest();
    let mut b = MotionPiece {
        position: Vector3::x() * 3.0,
        velocity: -Vector3::x(),
        ..MotionPiece::at_rest()
    };
    let test = |a: &MotionPiece, b: &MotionPiece| time_of_impact((&ball, a), (&ball, b));
    assert_eq!(test(&a, &b), Some(1.0));
    // Deep in, and approaching still; then past the middle, and parting.
    a.epoch = 2.0;
    assert_eq!(test(&a, &b), Some(2.0));
    a.epoch = 4.0;
    assert_eq!(test(&a, &b), None);
    // Touching: sliding and parting are none, approach is at once.
    (a.epoch, b.position) = (0.0, Vector3::x() * 2.0);
    assert_eq!(test(&a, &b), Some(0.0));
    b.velocity = Vector3::y();
    assert_eq!(test(&a, &b), None);
    b.velocity = Vector3::x();
    assert_eq!(test(&a, &b), None);
}

#[test]
fn non_finite_input_terminates() {
    let colliders: Vec<_> = shapes().iter().map(|shape| Collider::new(shape).unwrap()).collect();
    let fixed = MotionPiece::at_rest();
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, 1e15, -1.0] {
        for field in 0..6 {
            let mut piece = MotionPiece {
                position: Vector3::x() * 3.0,
                velocity: -Vector3::x(),
                ..MotionPiece::at_rest()
            };
            match field {
                0 => piece.epoch = bad,
                1 => piece.position.x = bad,
                2 => piece.velocity.x = bad,
                3 => piece.acceleration.x = bad,
                4 => piece.growth = bad,
                _ => piece.swell = bad,
            }
            for a in &colliders {
                for b in &colliders {
                    let _ = time_of_impact((a, &fixed), (b, &piece));
                    let _ = contact_times((a, &fixed), (b, &piece), 10.0);
                    let _ = contact_times((a, &fixed), (b, &piece), bad);
                }
            }
        }
    }
}
