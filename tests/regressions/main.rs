//! What once went wrong, each as small as it gets.

mod doors;
mod gases;
mod turning;
mod worlds;

use kinesweep::{Body, Event, MotionPiece, Shape};
use nalgebra::Vector3;

fn ball(x: f64, v: f64) -> Body {
    Body::new(Shape::ball(0.5).unwrap())
        .position(Vector3::x() * x)
        .velocity(Vector3::x() * v)
}

fn kinds(events: &[Event]) -> Vec<&'static str> {
    events.iter().map(|event| event.kind.name()).collect()
}

fn at(position: [f64; 3], velocity: [f64; 3], spin: [f64; 3]) -> MotionPiece {
    MotionPiece {
        position: position.into(),
        velocity: velocity.into(),
        angular_velocity: spin.into(),
        ..MotionPiece::at_rest()
    }
}
