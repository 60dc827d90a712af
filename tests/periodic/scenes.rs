//! Seeded random bodies for periodic domains.

use crate::support::Random;
use kinesweep::{Body, BodyKind, Domain, Groups, MotionChange, Shape, World};
use nalgebra::Vector3;
use std::error::Error;

pub(crate) type Outcome = Result<(), Box<dyn Error>>;

/// A cube about a point that is no round number.
pub(crate) fn cube(side: f64) -> Domain {
    let min = Vector3::new(-0.3, 0.7, -1.9) - Vector3::repeat(0.5 * side);
    Domain::Periodic {
        min,
        max: min + Vector3::repeat(side),
    }
}

/// The sides of a periodic domain.
pub(crate) fn sides(domain: &Domain) -> Vector3<f64> {
    domain.corners().map_or(Vector3::zeros(), |[min, max]| max - min)
}

/// A ball that a gas can hold.
pub(crate) fn plain_ball(random: &mut Random, equal: bool) -> Result<Body, Box<dyn Error>> {
    let radius = if equal { 0.4 } else { random.uniform(0.05, 0.9) };
    let mut body = Body::new(Shape::ball(radius)?)
        .position(random.vector(20.0))
        .velocity(random.wide_vector(-1.0, 1.3))
        .mass(random.uniform(0.1, 10.0));
    if random.below(3) == 0 {
        body = body.restitution(random.uniform(0.3, 1.0)).friction(random.uniform(0.0, 0.5));
    }
    if random.below(12) == 0 {
        body = Body::fixed(Shape::ball(radius)?).position(body.position);
    }
    Ok(body)
}

/// A body of any bounded shape and any nature.
pub(crate) fn any_body(random: &mut Random, speeds: (f64, f64)) -> Result<Body, Box<dyn Error>> {
    let mut body = Body::new(random.shape()?)
        .position(random.vector(30.0))
        .orientation(random.vector(2.0))
        .velocity(random.wide_vector(speeds.0, speeds.1))
        .mass(random.uniform(0.5, 2.0));
    match random.below(14) {
        0 => body.sensor = true,
        1 => {
            body = Body {
                kind: BodyKind::Fixed,
                ..body
            }
        }
        2 => {
            body.groups = Groups {
                memberships: 2,
                filter: !2,
            }
        }
        3 => {
            let velocity = random.wide_vector(speeds.0, speeds.1);
            body = body.change_at(random.uniform(0.1, 2.0), MotionChange::velocity(velocity));
        }
        4 | 5 => body = body.angular_velocity(random.vector(3.0)),
        6 => body = body.acceleration(random.vector(2.0)),
        7 => body = body.rotates().friction(0.3),
        8 => body = body.restitution(0.2).friction(0.4),
        _ => {}
    }
    Ok(body)
}

/// Inserts those of some bodies that overlap nobody, each by itself.
pub(crate) fn insert_apart(world: &mut World, bodies: impl IntoIterator<Item = Body>) -> usize {
    bodies.into_iter().filter(|body| world.insert(body.clone()).is_ok()).count()
}
