//! Accelerations that change while bodies touch.

use super::{Outcome, place};
use kinesweep::{Body, BodyId, MotionChange, Shape, World};
use nalgebra::Vector3;

/// Three balls of which two have hit the one between them so often that all are in touch. One slides along the others
/// so slowly that they are hardly ever renewed.
fn row_without_weight() -> Outcome<(World, Vec<BodyId>)> {
    let mut world = World::builder().restitution(0.05).build()?;
    let mut bodies = Vec::new();
    for (place, velocity) in [
        (-2.0, Vector3::new(1.0, 1e-9, 0.0)),
        (0.0, Vector3::zeros()),
        (2.5, -Vector3::x()),
    ] {
        let ball = Body::new(Shape::ball(0.5)?);
        bodies.push(world.insert(ball.position(Vector3::x() * place).velocity(velocity))?);
    }
    world.advance_to(5.0)?;
    Ok((world, bodies))
}

/// Checks that all fall by 0.2 m in a time of 0.2 s.
fn check_fall(world: &mut World, bodies: &[BodyId]) -> Outcome {
    let heights = |world: &World| -> Outcome<Vec<f64>> { bodies.iter().map(|body| Ok(place(world, *body)?.y)).collect() };
    let before = heights(world)?;
    world.advance_to(world.time() + 0.2)?;
    for (before, after) in before.into_iter().zip(heights(world)?) {
        // Between renewals, what is in touch moves evenly.
        assert!((before - after - 0.2).abs() < 2e-3, "{before} {after}");
    }
    Ok(())
}

#[test]
fn gravity_pulls_what_touches_from_the_time_at_which_it_begins() -> Outcome {
    let (mut world, bodies) = row_without_weight()?;
    world.set_gravity(Vector3::y() * -10.0)?;
    check_fall(&mut world, &bodies)
}

#[test]
fn a_weak_pull_that_grows_strong_has_pulled_weakly_before() -> Outcome {
    let (mut world, bodies) = row_without_weight()?;
    let pull = |world: &mut World, strength: f64| -> Outcome {
        for body in &bodies {
            world.set_motion(*body, &MotionChange::acceleration(Vector3::y() * -strength))?;
        }
        Ok(())
    };
    pull(&mut world, 1e-9)?;
    world.advance_to(6.0)?;
    pull(&mut world, 10.0)?;
    check_fall(&mut world, &bodies)
}

#[test]
fn what_is_pulled_joins_what_is_hardly_ever_renewed() -> Outcome {
    let (mut world, bodies) = row_without_weight()?;
    let end = place(&world, bodies[2])?;
    let ball = Body::new(Shape::ball(0.5)?).restitution(0.05);
    let pulled = world.insert(ball.position(end + Vector3::x() * 1.001).acceleration(Vector3::x() * -4.0))?;
    world.advance_to(6.0)?;
    let before = [place(&world, bodies[0])?.x, place(&world, pulled)?.x];
    world.advance_to(6.1)?;
    // One of four masses is pulled.
    for (body, before) in [(bodies[0], before[0]), (pulled, before[1])] {
        let speed = (place(&world, body)?.x - before) / 0.1;
        assert!((-1.2..=-0.8).contains(&speed), "{speed}");
    }
    Ok(())
}
