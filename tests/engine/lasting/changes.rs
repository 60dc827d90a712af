//! Accelerations that change while bodies touch.

use super::{Outcome, place};
use kinesweep::{Body, MotionChange, Settings, Shape, World};
use nalgebra::Vector3;

/// Two cubes in touch that slide along each other so slowly that they are hardly ever renewed.
fn pair_without_weight() -> Outcome<(World, [kinesweep::BodyId; 2])> {
    let settings = Settings {
        restitution: 0.0,
        ..Settings::default()
    };
    let mut world = World::builder().settings(settings).build()?;
    let cube = || Shape::cuboid(Vector3::repeat(0.5)).map(|shape| Body::new(shape).rotates());
    let first = world.insert(cube()?.velocity(Vector3::new(1.0, 1e-9, 0.0)))?;
    let second = world.insert(cube()?.position(Vector3::x() * 1.5))?;
    world.advance_to(2.0)?;
    Ok((world, [first, second]))
}

#[test]
fn gravity_pulls_what_touches_from_the_time_at_which_it_begins() -> Outcome {
    let (mut world, bodies) = pair_without_weight()?;
    let before = [place(&world, bodies[0])?, place(&world, bodies[1])?];
    world.set_gravity(Vector3::y() * -10.0)?;
    world.advance_to(2.2)?;
    for (body, before) in bodies.into_iter().zip(before) {
        let fallen = before.y - place(&world, body)?.y;
        assert!((fallen - 0.2).abs() < 1e-3, "{fallen}");
    }
    Ok(())
}

#[test]
fn a_weak_pull_that_grows_strong_has_pulled_weakly_before() -> Outcome {
    let (mut world, bodies) = pair_without_weight()?;
    for body in bodies {
        world.set_motion(body, &MotionChange::acceleration(Vector3::y() * -1e-9))?;
    }
    world.advance_to(3.0)?;
    let before = [place(&world, bodies[0])?, place(&world, bodies[1])?];
    for body in bodies {
        world.set_motion(body, &MotionChange::acceleration(Vector3::y() * -10.0))?;
    }
    world.advance_to(3.2)?;
    for (body, before) in bodies.into_iter().zip(before) {
        let fallen = before.y - place(&world, body)?.y;
        assert!((fallen - 0.2).abs() < 1e-3, "{fallen}");
    }
    Ok(())
}
