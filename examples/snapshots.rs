//! A moment is kept, three shots are tried from it, and then the game goes on from there as if nobody had looked.
//!
//! This is how a computer opponent looks ahead, and how a network game rolls back. What goes on from a snapshot has the same events
//! as what it was taken from, to the bit. With the feature `serde` a snapshot can be written to a file.

use kinesweep::{Body, BodyId, Domain, Event, MotionChange, Shape, Snapshot, World, WorldError};
use nalgebra::Vector3;
use std::error::Error;

/// How far a player looks ahead, in seconds.
const AHEAD: f64 = 2.0;

/// What comes of a shot: the events, and how far the balls are from the middle on average.
fn shoot(saved: &Snapshot, cue: BodyId, velocity: Vector3<f64>) -> Result<(Vec<Event>, f64), Box<dyn Error>> {
    // Ids are good in every world that comes of the snapshot.
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
    let place = |number: u32| Vector3::new(0.1 * f64::from(number), 0.06 * f64::from(number % 3), 0.0);
    let others: Vec<Body> = (0..10).map(|number| ball.clone().position(place(number))).collect();
    world.insert_all(&others)?;
    world.set_motion(cue, &MotionChange::velocity(Vector3::new(3.0, 0.1, 0.0)))?;
    world.advance_to(0.5)?;

    // In the middle of the run, with balls in flight.
    let saved = world.snapshot();
    println!("kept: {} bodies at {} s", saved.bodies(), saved.time());
    for (x, y) in [(2.0, 0.0), (-1.0, 3.0), (4.0, 1.5)] {
        let (events, spread) = shoot(&saved, cue, Vector3::new(x, y, 0.0))?;
        println!(
            "what if the cue ball went ({x:4}, {y:4}) m/s? {:3} collisions, spread {spread:.3} m",
            events.len()
        );
    }

    // The same shot twice is the same to the bit, and so is no shot: the game goes on as it would have.
    let shot = Vector3::new(4.0, 1.5, 0.0);
    assert_eq!(shoot(&saved, cue, shot)?, shoot(&saved, cue, shot)?);
    let mut restored = World::builder().restore(&saved)?;
    let until = saved.time() + AHEAD;
    assert_eq!(world.advance_to(until)?, restored.advance_to(until)?);
    println!(
        "without a shot: {:3} collisions, the same in the world that was kept",
        world.events().len()
    );
    Ok(())
}
