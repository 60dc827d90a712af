//! Regressions: contacts that had been left a little too deep by many roundings, and were never found again.

use crate::support::METHODS;
use kinesweep::{Body, MotionChange, Shape, World};
use nalgebra::{Isometry3, Vector3};

/// A cuboid at rest on a floor is pushed down, and hit from above as it bounces: it has a speed of 2e-16 m/s then,
/// 7e-15 m deep in the floor.
#[test]
fn a_cuboid_that_has_rested_for_long_does_not_fall_through_the_floor() -> Result<(), Box<dyn std::error::Error>> {
    let cuboid = |x, y, z| Shape::cuboid(Vector3::new(x, y, z));
    let floor = Shape::compound(vec![
        (Isometry3::translation(0.0, -0.1, 0.0), cuboid(1.4, 0.1, 1.4)?),
        (Isometry3::translation(-1.1, 4.9, 0.0), cuboid(0.1, 5.0, 1.4)?),
    ])?;
    for method in METHODS {
        let builder = World::builder().method(method).restitution(0.5);
        let mut world = builder.gravity(Vector3::y() * -9.81).friction(0.8).build()?;
        world.insert(Body::fixed(floor.clone()))?;
        let lower = Body::new(cuboid(0.2, 0.1, 0.16)?).mass(0.5);
        let lower = world.insert(lower.position(Vector3::y() * 0.1))?;
        world.insert(Body::new(cuboid(0.25, 0.25, 0.2)?).position(Vector3::y() * 0.45))?;
        // (The pieces of each frame count: each rounds.)
        for frame in 1..=75 {
            if frame == 56 {
                world.set_motion(lower, &MotionChange::velocity(Vector3::new(0.86, -2.1118268966674805, 1.6)))?;
            }
            world.advance_to(f64::from(frame) / 60.0)?;
            let height = world.pose(lower)?.translation.y;
            assert!(height > 0.1 - 1e-9, "{method:?}, frame {frame}: {height}");
        }
    }
    Ok(())
}
