//! A state is saved, three shots are tried from it, and then the game continues from it with the
//! same events as without them.
//!
//! This is the basis of a computer opponent's search, and of rollback in a network game. A restored
//! world has the same events as the saved one, to the bit. With the feature `serde` a snapshot can
//! be written to a file.

use kinesweep::world::Snapshot;
use kinesweep::{Body, BodyId, Domain, Event, MotionChange, Shape, World, WorldError};
use nalgebra::Vector3;
use std::error::Error;

/// Duration of a trial, in seconds.
const AHEAD: f64 = 2.0;

/// The result of a shot: the events, and the mean distance of the balls from the middle.
fn shoot(saved: &Snapshot, cue: BodyId, velocity: Vector3<f64>) -> Result<(Vec<Event>, f64), Box<dyn Error>> {
    // Ids are valid in every world restored from the snapshot.
    let mut world = World::builder().restore(saved)?;
    world.set_motion(cue, &MotionChange::velocity(velocity))?;
    let events = world.advance_to(saved.time() + AHEAD)?.to_vec();
    let far: f64 = world
        .bodies()
        .map(|id| Ok(world.pose(id)?.translation.vector.norm()))
        .sum::<Result<f64, WorldError>>()?;
    Ok((events, far / world.len() as f64))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::builder()
        .restitution(0.95)
        .domain(Domain::Box {
            min: Vector3::new(-1.27, -0.635, -0.1),
            max: Vector3::new(1.27, 0.635, 0.1),
        })
        .build()?;
    let ball = Body::new(Shape::ball(0.028)?).mass(0.17);
    let cue = world.insert(ball.clone().position(Vector3::x() * -0.6))?;
    let position = |number: u32| Vector3::new(0.1 * f64::from(number), 0.06 * f64::from(number % 3), 0.0);
    let others: Vec<Body> = (0..10).map(|number| ball.clone().position(position(number))).collect();
    world.insert_all(&others)?;
    world.set_motion(cue, &MotionChange::velocity(Vector3::new(3.0, 0.1, 0.0)))?;
    world.advance_to(0.5)?;

    // The snapshot is taken during the run, with moving balls.
    let saved = world.snapshot();
    println!("saved: {} bodies at {} s", saved.bodies(), saved.time());
    for (x, y) in [(2.0, 0.0), (-1.0, 3.0), (4.0, 1.5)] {
        let (events, spread) = shoot(&saved, cue, Vector3::new(x, y, 0.0))?;
        println!(
            "shot at ({x:4}, {y:4}) m/s: {:3} collisions, spread {spread:.3} m",
            events.len()
        );
    }

    // Two equal shots give equal results to the bit, and the game without a shot continues as
    // before.
    let shot = Vector3::new(4.0, 1.5, 0.0);
    assert_eq!(shoot(&saved, cue, shot)?, shoot(&saved, cue, shot)?);
    let mut restored = World::builder().restore(&saved)?;
    let until = saved.time() + AHEAD;
    assert_eq!(world.advance_to(until)?, restored.advance_to(until)?);
    println!(
        "without a shot: {:3} collisions, the same in the restored world",
        world.events().len()
    );
    Ok(())
}
