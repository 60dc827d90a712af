//! A game with rules at fixed ticks that draws at any rate, between two ticks: the usual loop
//! around frame-based engines, with an accumulator and interpolation.
//!
//! The rules (here: a paddle that follows a ball) run 20 times a second. A frame shows the game one
//! tick ago, so the events on both sides of it are known. The usual linear interpolation between
//! the positions at two ticks cuts off every bounce; the motion pieces in between give the exact
//! position at the same cost.

use kinesweep::{Body, BodyId, Domain, MotionChange, MotionPiece, Shape, World};
use nalgebra::Vector3;
use std::collections::BTreeMap;
use std::error::Error;

/// Length of a tick, in seconds.
const TICK: f64 = 0.05;
const RADIUS: f64 = 0.2;
/// The court, in metres.
const HALF: Vector3<f64> = Vector3::new(4.0, 3.0, 1.0);
const PADDLE: Vector3<f64> = Vector3::new(0.1, 0.6, 0.5);
const FASTEST: f64 = 6.0;
/// Greatest distance of the paddle from the middle: a ball fits between the paddle and the wall.
const MAX_OFFSET: f64 = 1.9;

/// The recorded pieces of each body, in order of time, as far as frames still need them.
#[derive(Default)]
struct Tracks(BTreeMap<BodyId, Vec<MotionPiece>>);

impl Tracks {
    fn take(&mut self, world: &mut World, drawn: f64) {
        for (body, piece) in world.take_motion_pieces() {
            self.0.entry(body).or_default().push(piece);
        }
        for pieces in self.0.values_mut() {
            let begun = pieces.partition_point(|piece| piece.epoch <= drawn);
            pieces.drain(..begun.saturating_sub(1));
        }
    }

    fn position_at(&self, body: BodyId, time: f64) -> Vector3<f64> {
        let pieces = &self.0[&body];
        let begun = pieces.partition_point(|piece| piece.epoch <= time);
        pieces[begun.saturating_sub(1)].position_at(time)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let domain = Domain::Box { min: -HALF, max: HALF };
    let mut world = World::builder().domain(domain).record_motion(true).build()?;
    let ball = Body::new(Shape::ball(RADIUS)?).velocity(Vector3::new(9.0, 7.0, 0.0));
    let ball = world.insert(ball)?;
    let paddle = Body::fixed(Shape::cuboid(PADDLE)?).position(Vector3::x() * -3.5);
    let paddle = world.insert(paddle)?;
    let mut tracks = Tracks::default();

    // Frames at 144 Hz; every twelfth is printed.
    let (mut worst_error, mut hits) = (0.0_f64, 0);
    let mut before = world.pose(ball)?.translation.vector;
    for frame in 0..432 {
        let clock = f64::from(frame) / 144.0 + TICK;
        while world.time() + TICK <= clock {
            // A tick: the rules run, and the world advances to the next one.
            let target = world.pose(ball)?.translation.y.clamp(-MAX_OFFSET, MAX_OFFSET);
            let path = target - world.pose(paddle)?.translation.y;
            let speed = (path / TICK).clamp(-FASTEST, FASTEST);
            world.set_motion(paddle, &MotionChange::velocity(Vector3::y() * speed))?;
            before = world.pose(ball)?.translation.vector;
            let next = world.time() + TICK;
            let events = world.advance_to(next)?;
            hits += events.iter().filter(|event| event.kind.involves(paddle)).count();
            tracks.take(&mut world, clock - 2.0 * TICK);
        }
        // The frame shows the state one tick ago.
        let drawn = clock - TICK;
        let position = tracks.position_at(ball, drawn);
        let share = (drawn - (world.time() - TICK)) / TICK;
        let interpolated = before + (world.pose(ball)?.translation.vector - before) * share;
        worst_error = worst_error.max((interpolated - position).norm());
        let paddle = tracks.position_at(paddle, drawn).y;
        // The exact position never leaves the court.
        assert!((0..2).all(|axis| position[axis].abs() <= HALF[axis] - RADIUS + 1e-12));
        if frame % 12 == 0 {
            println!(
                "{drawn:6.4} s: ball at ({:6.3}, {:6.3}), paddle at {paddle:6.3}",
                position.x, position.y
            );
        }
    }
    println!("the paddle was hit {hits} times; linear interpolation would draw the ball up to {worst_error:.3} m off");
    assert!(hits > 0 && worst_error > 0.1);
    Ok(())
}
