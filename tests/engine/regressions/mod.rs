//! Regression tests, each a minimal case of a former bug.

mod flush;
mod gases;
mod input;
mod lone;
mod messages;
mod planar;
mod polls;
mod rotating;
mod setters;
mod shallow;
mod slow_hits;
mod smooth_hits;
mod tiny;
mod walls;
mod wedges;
mod worlds;

use kinesweep::MotionPiece;

fn at(position: [f64; 3], velocity: [f64; 3], spin: [f64; 3]) -> MotionPiece {
    MotionPiece {
        position: position.into(),
        velocity: velocity.into(),
        angular_velocity: spin.into(),
        ..MotionPiece::at_rest()
    }
}
