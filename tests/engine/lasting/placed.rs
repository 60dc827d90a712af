//! Bodies that have been placed in contact, but for rounding.

use super::{Outcome, falling, floor, place};
use kinesweep::{Body, Shape, World};
use nalgebra::Vector3;

/// Four slabs on top of each other, each turned against the one below, `gap` metres apart.
fn stack(gap: f64) -> Outcome<(World, Vec<Vector3<f64>>)> {
    let mut world = falling(0.6, 0.0).build()?;
    world.insert(floor()?)?;
    let slab = Body::new(Shape::cuboid(Vector3::new(0.5, 0.1, 0.5))?).rotates();
    let mut places = Vec::new();
    for number in 0..4 {
        let at = Vector3::y() * (0.1 + 0.2 * f64::from(number) + gap * f64::from(number + 1));
        places.push(at);
        let turn = Vector3::y() * (0.3 * f64::from(number));
        world.insert(slab.clone().position(at).orientation(turn))?;
    }
    Ok((world, places))
}

#[test]
fn bodies_that_are_placed_in_contact_within_rounding_stay() -> Outcome {
    for gap in [1e-15, 1e-12, 1e-9] {
        let (mut world, places) = stack(gap)?;
        let bodies: Vec<_> = world.bodies().skip(1).collect();
        world.advance_to(10.0)?;
        // The lowest one falls flat on the floor: that is a collision as any other.
        assert!(world.counters().collisions <= 1, "gap {gap}");
        for (body, before) in bodies.iter().zip(&places) {
            let way = (place(&world, *body)? - before).norm();
            assert!(way <= 4.0 * gap + 1e-9, "gap {gap}: {way}");
        }
    }
    Ok(())
}

#[test]
fn bodies_that_fall_a_little_collide() -> Outcome {
    let (mut world, _) = stack(1e-3)?;
    world.advance_to(1.0)?;
    assert!(world.counters().collisions > 3, "{}", world.counters().collisions);
    Ok(())
}

/// A ball bounces as far as the policy goes, however little it falls.
#[test]
fn a_ball_that_falls_within_rounding_bounces() -> Outcome {
    let mut world = falling(0.0, 0.5).build()?;
    world.insert(floor()?)?;
    world.insert(Body::new(Shape::ball(1.0)?).position(Vector3::y() * (1.0 + 1e-12)))?;
    world.advance_to(1.0)?;
    assert!(world.counters().collisions > 0);
    Ok(())
}
