//! A game's loop round the world. Frames decide when things are drawn, never what happens.
//!
//! In a real loop the frame's time is the clock, `let now = start.elapsed().as_secs_f64()`, and each frame
//!
//! 1. gives input: `world.set_motion(player, ...)`, `world.insert(shot)`;
//! 2. goes on to now: `world.advance_to(now)`;
//! 3. takes the events on the way, in order, each with its exact time, place and strength: sounds, damage, scores. (What must be answered
//!    at its very moment is for `step_before(now)`, event by event.)
//! 4. draws every body at `world.pose(id)`, which is where it is at exactly this time.
//!
//! There is no fixed step, no accumulator and nothing to interpolate; a slow frame loses nothing, and nothing tunnels.

use kinesweep::{Body, Domain, Event, EventKind, Shape, World};
use nalgebra::Vector3;
use std::error::Error;

/// How many milliseconds frames take, in turn: two that are as they should be, a slow one, a fast one, and a hitch.
const UNEVEN: [f64; 5] = [16.0, 17.0, 33.0, 9.0, 125.0];
const EVEN: [f64; 1] = [10.0];
const END: f64 = 1.0;

fn main() -> Result<(), Box<dyn Error>> {
    let seen = play(&UNEVEN, true)?;
    // The bullet flies 900 m/s, which is over 100 m in the longest frame, and hits a board that is 2 cm thick: 11.98 m away.
    assert!((seen[0].time - 11.98 / 900.0).abs() < 1e-12);
    // Whatever the frames, the same happens, to the bit.
    assert_eq!(seen, play(&EVEN, false)?);
    println!("the same {} events by even frames, to the bit", seen.len());
    Ok(())
}

/// The game until its end, by frames as long as told, over and over; returns what happened.
fn play(frames: &[f64], draw: bool) -> Result<Vec<Event>, Box<dyn Error>> {
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

    let mut seen = Vec::new();
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
        seen.extend_from_slice(world.events());
        if draw {
            let place = world.pose(bullet)?.translation;
            println!("{now:.3} s: the bullet is drawn at ({:6.3}, {:.3})", place.x, place.y);
        }
    }
    Ok(seen)
}
