//! A game loop with a world. Frames determine when bodies are drawn, never the events.
//!
//! In a real loop the frame's time is the clock, `let now = start.elapsed().as_secs_f64()`, and
//! each frame
//!
//! 1. applies input: `world.set_motion(player, ...)`, `world.insert(shot)`;
//! 2. advances to now: `world.advance_to(now)`;
//! 3. processes the events on the way, in order, each with its exact time, position and impulse:
//!    sounds, damage, scores. (`step_before(now)` returns event by event, for reactions at the
//!    exact time.)
//! 4. draws every body at `world.pose(id)`, its pose at exactly this time.
//!
//! There is no fixed step, no accumulator and no interpolation; a slow frame misses no event, and
//! no body tunnels.

use kinesweep::{Body, Domain, Event, EventKind, Shape, World};
use nalgebra::Vector3;
use std::error::Error;

/// The durations of frames in milliseconds, repeated: two regular frames, a slow one, a fast one,
/// and a hitch.
const UNEVEN: [f64; 5] = [16.0, 17.0, 33.0, 9.0, 125.0];
const EVEN: [f64; 1] = [10.0];
const END: f64 = 1.0;

fn main() -> Result<(), Box<dyn Error>> {
    let events = run(&UNEVEN, true)?;
    // The bullet flies 900 m/s, which is over 100 m in the longest frame, and hits a board that is
    // 2 cm thick: 11.98 m away.
    assert!((events[0].time - 11.98 / 900.0).abs() < 1e-12);
    // The events do not depend on the frames, to the bit.
    assert_eq!(events, run(&EVEN, false)?);
    println!("the same {} events with even frames, to the bit", events.len());
    Ok(())
}

/// Runs the game to its end with the given frame durations, repeated, and returns the events.
fn run(frames: &[f64], draw: bool) -> Result<Vec<Event>, Box<dyn Error>> {
    let mut world = World::builder()
        .gravity(Vector3::new(0.0, -9.81, 0.0))
        .restitution(0.8)
        .domain(Domain::Box {
            min: Vector3::new(-10.0, 0.0, -1.0),
            max: Vector3::new(10.0, 20.0, 1.0),
        })
        .build()?;
    let board = Body::new(Shape::cuboid(Vector3::new(0.01, 1.0, 0.5))?)
        .name("board")
        .mass(5.0);
    world.insert(board.position(Vector3::new(3.0, 1.0, 0.0)))?;
    let bullet = Body::new(Shape::ball(0.01)?).name("bullet").mass(0.01);
    let bullet = world.insert(bullet.position(Vector3::new(-9.0, 1.5, 0.0)).velocity(Vector3::x() * 900.0))?;

    let mut events = Vec::new();
    let mut frames = frames.iter().cycle();
    while world.time() < END {
        let now = (world.time() + frames.next().expect("some frames") / 1000.0).min(END);
        world.advance_to(now)?;
        for event in world.events() {
            if draw && let EventKind::Collision(hit) = event.kind {
                let [one, other] = hit.parties.map(|party| world.name(party));
                println!(
                    "    {:.6} s: {} hits {} with {:.3} kg m/s",
                    event.time, one?, other?, hit.impulse
                );
            }
        }
        events.extend_from_slice(world.events());
        if draw {
            let position = world.pose(bullet)?.translation;
            println!("{now:.3} s: the bullet is drawn at ({:6.3}, {:.3})", position.x, position.y);
        }
    }
    Ok(events)
}
