//! Bodies that fit exactly between two others.

use super::{Outcome, falling, floor, place};
use kinesweep::{Body, Shape};
use nalgebra::Vector3;

/// Radius of the cylinder, and half the distance of the plates, in metres.
const HALF: f64 = 0.24;

/// The most renewals in a second.
const MOST_RENEWALS: u64 = 4000;

/// A cylinder stands between two plates that leave it no room, and slides down, or turns against them.
#[test]
fn a_cylinder_that_fits_exactly_slides_between_plates() -> Outcome {
    for (friction, spin, movable) in [
        (0.0, Vector3::zeros(), false),
        (0.8, Vector3::new(0.3, 2.0, 0.2), false),
        (0.3, Vector3::new(-0.5, 0.4, 0.7), true),
        (0.0, Vector3::new(1.0, -1.0, 0.5), true),
    ] {
        let case = format!("friction {friction}, spin {spin:?}, plates that move: {movable}");
        let mut world = falling(friction, 0.2).build()?;
        world.insert(floor()?)?;
        for side in [-1.0, 1.0] {
            let plate = Shape::cuboid(Vector3::new(0.1, 0.5, 0.5))?;
            let plate = if movable {
                Body::new(plate).mass(1.0).rotates()
            } else {
                Body::fixed(plate)
            };
            world.insert(plate.position(Vector3::new(side * (HALF + 0.1), 0.5, 0.0)))?;
        }
        let cylinder = Body::new(Shape::cylinder(0.2, HALF)?).mass(0.5).rotates();
        let cylinder = cylinder.position(Vector3::y() * 0.6).angular_velocity(spin);
        let id = world.insert(cylinder.velocity(Vector3::z() * 0.5))?;
        let energy = world.energy();
        for frame in 1..=60 {
            world.advance_to(f64::from(frame) / 60.0)?;
        }
        let renewals = world.counters().renewals;
        assert!(renewals <= MOST_RENEWALS, "{case}: {renewals} renewals");
        assert!(world.energy() <= energy, "{case}: {} of {energy} J", world.energy());
        let at = place(&world, id)?;
        assert!(at.y > 0.1 && (movable || at.x.abs() < 1e-6), "{case}: {at}");
    }
    Ok(())
}
