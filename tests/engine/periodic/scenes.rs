//! Seeded random bodies for periodic domains.

use crate::support::Random;
use kinesweep::{Body, Domain, World};
use nalgebra::Vector3;
use std::error::Error;

pub(crate) type Outcome = Result<(), Box<dyn Error>>;

/// A cubic domain around a point with inexact coordinates.
pub(crate) fn cube(side: f64) -> Domain {
    cube_at(side, 0.0)
}

/// The same domain, `away` from the origin.
pub(crate) fn cube_at(side: f64, away: f64) -> Domain {
    let min = Vector3::new(-0.3, 0.7, -1.9) - Vector3::repeat(0.5 * side - away);
    Domain::Periodic {
        min,
        max: min + Vector3::repeat(side),
    }
}

/// The sides of a periodic domain.
pub(crate) fn sides(domain: &Domain) -> Vector3<f64> {
    domain.corners().map_or(Vector3::zeros(), |[min, max]| max - min)
}

/// A random body of a bounded shape, with random properties.
pub(crate) fn any_body(random: &mut Random, speeds: (f64, f64)) -> Result<Body, Box<dyn Error>> {
    let mut body = Body::new(random.shape()?)
        .position(random.vector(30.0))
        .orientation(random.vector(2.0))
        .velocity(random.wide_vector(speeds.0, speeds.1))
        .mass(random.uniform(0.5, 2.0));
    match random.below(14) {
        nature @ 0..4 => body = random.with_property(body, nature, speeds),
        4 | 5 => body = body.angular_velocity(random.vector(3.0)),
        6 => body = body.acceleration(random.vector(2.0)),
        7 => body = body.rotates().friction(0.3),
        8 => body = body.restitution(0.2).friction(0.4),
        _ => {}
    }
    Ok(body)
}

/// Inserts one by one the bodies that overlap no other. Returns their number.
pub(crate) fn insert_apart(world: &mut World, bodies: impl IntoIterator<Item = Body>) -> usize {
    bodies.into_iter().filter(|body| world.insert(body.clone()).is_ok()).count()
}
