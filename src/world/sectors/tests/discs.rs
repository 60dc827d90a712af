//! Discs in the plane on several threads.

use super::{Random, SMALL, advance_both};
use crate::scene::{Body, Dimensions, Shape};
use crate::world::World;
use crate::{Domain, Method};
use nalgebra::Vector3;

/// Advances discs in a domain on one thread and on three.
fn compare(domain: Domain, gravity: Vector3<f64>, what: &str) {
    let world = |threads: usize| {
        let builder = World::builder().domain(domain).gravity(gravity);
        let builder = builder.dimensions(Dimensions::Two).method(Method::Leases);
        let mut world = builder.threads(threads).tuned(SMALL).build().unwrap();
        let mut random = Random::new(9);
        let discs = (0..1600).map(|number| {
            let place = Vector3::new((number % 40) as f64 + 0.5, (number / 40) as f64 + 0.5, 0.0) * 1.5;
            let mut velocity = random.vector();
            velocity.z = 0.0;
            Body::new(Shape::ball(0.5).unwrap()).position(place).velocity(velocity)
        });
        world.insert_all(&discs.collect::<Vec<_>>()).unwrap();
        world
    };
    let (mut one, mut several) = (world(1), world(3));
    for target in [2.0, 6.0] {
        advance_both(&mut several, &mut one, target, what);
    }
    assert!(several.sectors.windows > 20, "{what}: {} windows", several.sectors.windows);
}

fn periodic() -> Domain {
    Domain::Periodic {
        min: Vector3::zeros(),
        max: Vector3::new(60.0, 60.0, 1.0),
    }
}

fn walled() -> Domain {
    Domain::Box {
        min: Vector3::zeros(),
        max: Vector3::new(60.0, 60.0, 1.0),
    }
}

#[test]
fn discs_have_the_same_events() {
    compare(periodic(), Vector3::zeros(), "periodic");
    compare(walled(), Vector3::zeros(), "a box");
}

#[test]
fn falling_discs_have_the_same_events() {
    compare(periodic(), Vector3::x() * 0.3, "periodic");
    compare(walled(), -Vector3::y() * 0.3, "a box");
}
