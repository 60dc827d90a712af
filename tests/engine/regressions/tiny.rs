//! Regressions: numbers so small that a division by them overflows.
//!
//! Separate boxes that moved at 5e-324 m/s overlapped from infinity on, and an event at infinity
//! was inserted into the queue, which accepts finite times only. A contact under an acceleration of
//! 5e-324 m/s² ended, since the discriminant of the gap underflowed to a double root.

use crate::support::METHODS;
use kinesweep::{Body, BodyKind, Method, ResponseMode, Settings, Shape, World};
use nalgebra::{Isometry3, Vector3};

/// One shape of each kind, within 1 m of its origin; the half-space is last.
fn shapes() -> Vec<Shape> {
    let cuboid = Shape::cuboid(Vector3::repeat(0.5)).unwrap();
    let corners = [[0.5, 0.0, 0.0], [-0.5, 0.0, 0.0], [0.0, 0.5, 0.0], [0.0, 0.0, 0.5]];
    let parts = vec![
        (Isometry3::translation(0.3, 0.0, 0.0), cuboid.clone()),
        (Isometry3::translation(-0.3, 0.1, 0.2), Shape::ball(0.4).unwrap()),
    ];
    [
        Shape::ball(0.5),
        Ok(cuboid),
        Shape::capsule(0.4, 0.2),
        Shape::convex(corners.map(Vector3::from).to_vec()),
        Shape::mesh(corners.map(Vector3::from).to_vec(), vec![[0, 1, 2], [0, 1, 3]]),
        Shape::ring(0.5, 0.2, 8, 4),
        Shape::compound(parts),
        Shape::half_space(Vector3::x()),
    ]
    .map(Result::unwrap)
    .to_vec()
}

const TINY: [f64; 6] = [5e-324, -5e-324, 1e-310, -1e-300, 1e-160, -0.0];

fn world(method: Method, response: ResponseMode) -> World {
    let settings = Settings {
        response,
        ..Settings::default()
    };
    let builder = World::builder().settings(settings).report_overlaps(true);
    builder.method(method).build().unwrap()
}

/// Pairs of all shapes, the second at `position`, rotated, and moved by each of the tiny numbers.
fn each_pair(position: &Vector3<f64>, mut check: impl FnMut([Body; 2])) {
    let shapes = shapes();
    for first in &shapes {
        let first = Body {
            kind: BodyKind::Fixed,
            ..Body::new(first.clone())
        };
        for second in &shapes[..shapes.len() - 1] {
            for (number, tiny) in TINY.into_iter().enumerate() {
                let second = Body::new(second.clone())
                    .position(*position)
                    .orientation(Vector3::z() * (0.3 * number as f64));
                let along = Vector3::new(tiny, -0.0, tiny);
                let bodies = [
                    second.clone().velocity(along),
                    second.clone().acceleration(along),
                    second.velocity(along).acceleration(-along),
                ];
                bodies.into_iter().for_each(|second| check([first.clone(), second]));
            }
        }
    }
}

#[test]
fn separate_bodies_with_tiny_motion_have_no_events() {
    for response in [ResponseMode::PassThrough, ResponseMode::Collide] {
        each_pair(&Vector3::new(4.0, 0.0, 0.0), |bodies| {
            for method in METHODS {
                let mut world = world(method, response);
                world.insert_all(&bodies).unwrap();
                world.audit().unwrap();
                assert_eq!(world.advance_to(10.0), Ok(&[][..]), "{method:?}, {bodies:?}");
                world.audit().unwrap();
            }
        });
    }
}

#[test]
fn overlapping_bodies_with_tiny_motion_stay_in_contact() {
    for position in [Vector3::zeros(), Vector3::new(5e-324, 1e-300, -0.0)] {
        each_pair(&position, |bodies| {
            let results: Vec<_> = METHODS
                .into_iter()
                .map(|method| {
                    let mut world = world(method, ResponseMode::PassThrough);
                    world.insert_all(&bodies).unwrap();
                    world.audit().unwrap();
                    let events = world.advance_to(10.0).unwrap().to_vec();
                    world.audit().unwrap();
                    assert!(
                        events.iter().all(|event| event.time == 0.0),
                        "{method:?}, {bodies:?}: {events:?}"
                    );
                    events
                })
                .collect();
            assert!(results.iter().all(|events| *events == results[0]), "{bodies:?}: {results:?}");
        });
    }
}

/// Found by fuzzing: a ball lies on a box, and closes at the speed of rounding while the box slides away from below it
/// and is slowed down. The nearest features were a diagonal of the face, which the ball was found to leave.
#[test]
fn a_ball_on_a_box_that_slides_away_does_not_fall_into_it() {
    for height in [0.7, 0.6999999999999995, 0.699999999999999, 0.699999999999996, 0.6999999999999] {
        for closing in [0.0, 2.04e-14, 1e-12] {
            for slows in [0.0, 1.0] {
                let mut world = World::builder().restitution(0.0).friction(0.8).build().unwrap();
                let half = Vector3::new(0.3, 0.225, 0.24);
                let block = Body::new(Shape::cuboid(half).unwrap())
                    .position(Vector3::y() * 0.225)
                    .velocity(Vector3::new(-0.109, 0.0, -2.4168))
                    .acceleration(Vector3::new(0.35493, 0.0, 7.83997) * slows);
                let block = world.insert(block).unwrap();
                let ball = Body::new(Shape::ball(0.25).unwrap())
                    .position(Vector3::y() * height)
                    .velocity(Vector3::y() * -closing)
                    .acceleration(Vector3::y() * -9.81);
                let ball = world.insert(ball).unwrap();
                world.advance_to(0.02).unwrap();
                let [above, below] = [ball, block].map(|id| world.pose(id).unwrap().translation.y);
                let gap = above - 0.25 - (below + half.y);
                assert!(gap > -1e-12, "{height}, {closing}, {slows}: {gap}");
            }
        }
    }
}
