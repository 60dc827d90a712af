//! Bodies in touch that fall and bounce together.

use super::{G, Outcome, falling, floor};
use kinesweep::{Body, EventKind, Shape};
use nalgebra::Vector3;

/// A cube falls with a lighter one on it when what they stand on is removed. At whatever time of a step of their island
/// they hit the floor, they have the speed of the fall by then, and no energy is gained.
#[test]
fn cubes_that_fall_in_touch_hit_the_floor_with_the_speed_of_the_fall() -> Outcome {
    for number in 0..24 {
        let height = 0.3 + 0.02 * f64::from(number);
        let mut world = falling(0.3, 0.9).build()?;
        world.insert(floor()?)?;
        let cube = |mass: f64, at: f64| -> Outcome<Body> {
            let body = Body::new(Shape::cuboid(Vector3::repeat(0.25))?);
            Ok(body.mass(mass).rotates().position(Vector3::y() * at))
        };
        world.insert(cube(1.0, height + 0.25)?)?;
        world.insert(cube(0.4, height + 0.75)?)?;
        let support = Body::fixed(Shape::cuboid(Vector3::new(1.0, 0.05, 1.0))?);
        let support = world.insert(support.position(Vector3::y() * (height - 0.05)))?;
        world.advance_to(0.1)?;
        world.remove(support)?;
        let energy = world.energy();
        let hit = loop {
            let event = world.step()?.ok_or("they hit the floor")?;
            if let EventKind::Collision(collision) = event.kind {
                break collision.closing_speed;
            }
        };
        let expected = (2.0 * G * height).sqrt();
        assert!((hit - expected).abs() < 2e-3 * expected, "from {height} m: {hit}, {expected}");
        world.advance_to(2.5)?;
        assert!(world.energy() <= energy, "from {height} m: {} of {energy}", world.energy());
    }
    Ok(())
}
