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

/// A ball that falls onto one that slides bounces on it by ever less. In the last bounce their distance is the sum
/// of their radii to the bit, and they part at 8e-9 m/s: by less than rounding resolves.
#[test]
fn a_ball_that_bounces_on_another_by_less_than_rounding_does_not_sink_into_it() -> Result<(), Box<dyn std::error::Error>> {
    for method in METHODS {
        let builder = World::builder().method(method).restitution(0.0).friction(0.3);
        let mut world = builder.gravity(Vector3::y() * -9.81).build()?;
        world.insert(Body::fixed(Shape::half_space(Vector3::y())?))?;
        let ball = |mass: f64, position: [f64; 3], velocity: [f64; 3]| {
            let body = Body::new(Shape::ball(0.2)?).mass(mass);
            Ok::<_, kinesweep::ValueError>(body.position(position.into()).velocity(velocity.into()))
        };
        let slides = ball(
            3.0,
            [-0.2384508490562439, 0.32000000000000006, 0.1684911847114563],
            [-1.3021404147148132, 1.250533103942871, -0.4638286828994751],
        )?;
        let falls = ball(
            1.0,
            [-0.1793743371963501, 1.0100000000000002, -0.017874920368194602],
            [-0.03593122959136963, 0.7686821222305298, -0.4481869339942932],
        )?;
        let [slides, falls] = [world.insert(slides)?, world.insert(falls)?];
        for frame in 1..=75 {
            if frame == 40 {
                let velocity = Vector3::new(-1.9412662982940674, 1.278652310371399, 1.004825234413147);
                world.set_motion(falls, &MotionChange::velocity(velocity))?;
            }
            world.advance_to(f64::from(frame) / 60.0)?;
            let apart = world.pose(slides)?.translation.vector - world.pose(falls)?.translation.vector;
            assert!(apart.norm() > 0.4 - 1e-8, "{method:?}, frame {frame}: {}", apart.norm());
        }
    }
    Ok(())
}
