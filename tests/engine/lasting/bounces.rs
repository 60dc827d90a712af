//! Bodies in touch that fall and bounce together, and bodies at rest that bounce sideways.

use super::{G, Outcome, falling, floor, place, speeds};
use kinesweep::{Body, Event, EventKind, Party, Shape, World};
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

/// A cube falls flat on a stack of two, and bounces by its restitution: once if it stays near the stack, since it is in touch
/// with that from then on. From higher up it comes back, and hits the stack again.
#[test]
fn what_bounces_low_on_a_stack_is_in_touch_with_it() -> Outcome {
    for (height, expected) in [(0.1, 1..=1), (0.3, 1..=1), (3.0, 2..=4)] {
        let mut world = falling(0.4, 0.3).build()?;
        world.insert(floor()?)?;
        let cube = Body::new(Shape::cuboid(Vector3::repeat(0.5))?).rotates();
        let cubes = [0.5, 1.5, 2.5 + height].map(|at| world.insert(cube.clone().position(Vector3::y() * at)));
        let hits = world.advance_to(3.0)?;
        let hits: Vec<f64> = hits.iter().filter_map(closing_speed).collect();
        assert!(expected.contains(&hits.len()), "from {height} m: {hits:?}");
        let fall = (2.0 * G * height).sqrt();
        assert!((hits[0] - fall).abs() < 1e-9 * fall, "from {height} m: {hits:?}");
        for (number, id) in cubes.into_iter().enumerate() {
            let id = id?;
            assert_eq!(speeds(&world, id)?, [0.0; 2], "from {height} m, cube {number}");
            let off = place(&world, id)? - Vector3::y() * (number as f64 + 0.5);
            assert!(off.norm() < 2e-3, "from {height} m, cube {number}: {off}");
        }
    }
    Ok(())
}

fn closing_speed(event: &Event) -> Option<f64> {
    match event.kind {
        EventKind::Collision(hit) => Some(hit.closing_speed),
        _ => None,
    }
}

/// A block that does not rotate lies on a floor, and is pulled towards a wall. From a gap of d it hits that at √(2 a d), and
/// an elastic bounce takes twice that over a.
#[test]
fn a_block_at_rest_keeps_those_sideways_bounces_that_take_longer_than_a_millisecond() -> Outcome {
    const PULL: f64 = 0.4;
    // It begins at the top of the first bounce. The n-th after that takes eⁿ of its time; at the end it moves.
    for (restitution, bounce, hits) in [(1.0, 0.0005, 1), (1.0, 0.002, 100), (0.999, 0.0005, 1), (0.999, 0.002, 106)] {
        let speed = 0.5 * PULL * bounce;
        let gap = speed * speed / (2.0 * PULL);
        let gravity = Vector3::new(PULL, -9.81, 0.0);
        let mut world = World::builder().gravity(gravity).restitution(restitution).build()?;
        world.insert(Body::fixed(Shape::half_space(Vector3::y())?))?;
        world.insert(Body::fixed(Shape::half_space(-Vector3::x())?))?;
        let cube = Body::new(Shape::cuboid(Vector3::repeat(0.5))?);
        let block = world.insert(cube.position(Vector3::new(-0.5 - gap, 0.5, 0.0)))?;
        world.advance_to(100.25 * bounce)?;
        let label = format!("restitution {restitution}, bounces of {bounce} s");
        assert_eq!(world.counters().collisions, hits, "{label}");
        assert_eq!(world.velocity(block)? == Vector3::zeros(), hits == 1, "{label}");
    }
    Ok(())
}

/// The same of a light ball on a heavy block at rest, which does not give way.
#[test]
fn a_ball_on_a_block_at_rest_keeps_those_bounces_that_take_longer_than_a_millisecond() -> Outcome {
    for (bounce, hits) in [(0.0005, 1), (0.002, 100)] {
        let speed = 0.5 * G * bounce;
        let mut world = World::builder().gravity(Vector3::y() * -G).restitution(1.0).build()?;
        world.insert(Body::fixed(Shape::half_space(Vector3::y())?))?;
        let block = Body::new(Shape::cuboid(Vector3::repeat(0.5))?).mass(1e12);
        world.insert(block.position(Vector3::y() * 0.5))?;
        let ball = Body::new(Shape::ball(0.1)?).mass(1.0);
        let ball = world.insert(ball.position(Vector3::y() * (1.1 + speed * speed / (2.0 * G))))?;
        let events = world.advance_to(100.25 * bounce)?;
        let of_ball =
            |event: &&Event| matches!(event.kind, EventKind::Collision(hit) if hit.parties.contains(&Party::Body(ball)));
        assert_eq!(events.iter().filter(of_ball).count(), hits, "bounces of {bounce} s");
        assert_eq!(world.velocity(ball)?.norm() < 1e-9, hits == 1, "bounces of {bounce} s");
    }
    Ok(())
}
