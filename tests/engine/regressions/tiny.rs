//! Numbers so small that a quotient by them overflows, as those of a fuzzer do.
//!
//! Once boxes apart that moved at 5e-324 m/s overlapped from infinity on, and an event at infinity
//! was put into the queue, which takes finite times alone. And a contact under an acceleration of
//! 5e-324 m/s² ended, since the discriminant of the gap underflowed to a double root.

use crate::support::METHODS;
use kinesweep::{Body, BodyKind, Method, ResponseMode, Settings, Shape, World};
use nalgebra::{Isometry3, Vector3};

/// One of each kind, within 1 m of its origin; the half-space comes last.
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

/// Pairs of all shapes, the second at `place`, turned, and moved by each of the tiny numbers.
fn each_pair(place: &Vector3<f64>, mut check: impl FnMut([Body; 2])) {
    let shapes = shapes();
    for first in &shapes {
        let first = Body {
            kind: BodyKind::Fixed,
            ..Body::new(first.clone())
        };
        for second in &shapes[..shapes.len() - 1] {
            for (number, tiny) in TINY.into_iter().enumerate() {
                let second = Body::new(second.clone())
                    .position(*place)
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
fn what_is_apart_and_moves_by_next_to_nothing_never_meets() {
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
fn what_overlaps_and_moves_by_next_to_nothing_goes_on_overlapping() {
    for place in [Vector3::zeros(), Vector3::new(5e-324, 1e-300, -0.0)] {
        each_pair(&place, |bodies| {
            let told: Vec<_> = METHODS
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
            assert!(told.iter().all(|events| *events == told[0]), "{bodies:?}: {told:?}");
        });
    }
}
