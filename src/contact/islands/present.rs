//! The present state of a motion piece, without evaluating its rotation where it begins now.

use crate::impact::Moving;
use crate::motion::MotionPiece;
use nalgebra::{UnitQuaternion, Vector3};

/// The orientation at present.
pub(super) fn orientation(piece: &MotionPiece, now: f64) -> UnitQuaternion<f64> {
    if piece.epoch == now {
        piece.orientation
    } else {
        piece.orientation_at(now)
    }
}

/// The angular velocity at present, in radians per second.
pub(super) fn spin(piece: &MotionPiece, now: f64) -> Vector3<f64> {
    if piece.epoch == now {
        piece.angular_velocity
    } else {
        piece.angular_velocity_at(now)
    }
}

/// The velocity of the body's material at a point of the world at present, in metres per second.
pub(super) fn velocity_of(piece: &MotionPiece, now: f64, point: &Vector3<f64>) -> Vector3<f64> {
    let velocity = piece.velocity_at(now);
    match piece.spins() {
        true => velocity + spin(piece, now).cross(&(point - piece.position_at(now))),
        false => velocity,
    }
}

/// The piece of a body at rest where it is at a time.
pub(super) fn still(body: &Moving, now: f64) -> MotionPiece {
    let piece = body.piece;
    MotionPiece {
        epoch: now,
        position: piece.position_at(now),
        orientation: if piece.epoch == now {
            piece.orientation
        } else {
            body.orientation_at(now)
        },
        velocity: Vector3::zeros(),
        acceleration: Vector3::zeros(),
        angular_velocity: Vector3::zeros(),
        angular_acceleration: Vector3::zeros(),
        swell: piece.swell_at(now),
        growth: 0.0,
        inertia: piece.inertia,
    }
}
