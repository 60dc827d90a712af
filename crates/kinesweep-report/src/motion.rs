//! Trajectories as columns: for each body its motion pieces in order of time, all bodies one after
//! the other.
//!
//! Positions, velocities and epochs keep all their bits, so that the page can evaluate any time as
//! exactly as the engine. A column of zeros alone is left out (`null`). Where no body rotates there
//! is one orientation a body: a piece of a gas takes 56 bytes.

use crate::column::{components, f64s, u32s};
use kinesweep::MotionPiece;
use nalgebra::Vector3;
use serde_json::{Value, json};

/// For each body of the scene its motion pieces, in order of time.
pub(super) type Trajectories = Vec<Vec<MotionPiece>>;

/// Rotation in radians between two pieces that are drawn for one of free rotation.
const DRAWN_ROTATION: f64 = 0.1;

/// The most pieces that are drawn for one.
const MOST_DRAWN: f64 = 500.0;

/// The pieces as the page draws them, up to a time: with a constant spin, and the position of the
/// origin of the body's axes. Free rotation, and a spin that changes, are drawn by short pieces that are
/// exact where they begin.
fn drawn(pieces: &[MotionPiece], until: f64) -> Vec<MotionPiece> {
    let mut drawn = Vec::with_capacity(pieces.len());
    for (number, piece) in pieces.iter().enumerate() {
        if piece.inertia.is_none() && piece.angular_acceleration == Vector3::zeros() {
            drawn.push(*piece);
            continue;
        }
        let end = pieces.get(number + 1).map_or(until, |next| next.epoch).max(piece.epoch);
        let speeds = [piece.epoch, end].map(|time| piece.angular_velocity_at(time).norm());
        let turned = speeds[0].max(speeds[1]) * (end - piece.epoch);
        let count = (turned / DRAWN_ROTATION).ceil().clamp(1.0, MOST_DRAWN);
        for step in 0..count as u32 {
            let mut short = piece.rebased(piece.epoch + (end - piece.epoch) * f64::from(step) / count);
            if let Some(inertia) = short.inertia.take() {
                let (arm, spin) = (short.orientation * inertia.centre, short.angular_velocity);
                short.position -= arm;
                short.velocity -= spin.cross(&arm);
                short.acceleration -= spin.cross(&spin.cross(&arm));
            }
            short.angular_acceleration = Vector3::zeros();
            drawn.push(short);
        }
    }
    drawn
}

/// All of them in JSON, up to a time.
pub(super) fn columns(trajectories: &Trajectories, until: f64) -> Value {
    let trajectories: &Trajectories = &trajectories.iter().map(|pieces| drawn(pieces, until)).collect();
    let pieces = || trajectories.iter().flatten();
    let first = std::iter::once(0).chain(trajectories.iter().scan(0, |sum, pieces| {
        *sum += pieces.len() as u32;
        Some(*sum)
    }));
    let vectors = |of: fn(&MotionPiece) -> &Vector3<f64>| {
        let some = pieces().any(|piece| *of(piece) != Vector3::zeros());
        some.then(|| f64s(components(pieces().map(of))))
    };
    let scalars = |of: fn(&MotionPiece) -> f64| pieces().any(|piece| of(piece) != 0.0).then(|| f64s(pieces().map(of)));
    let rotates = trajectories
        .iter()
        .any(|pieces| pieces.iter().any(|piece| piece.orientation != pieces[0].orientation));
    // x, y, z, w; of all pieces, or of the first piece of each body.
    let orientation = |piece: &MotionPiece| <[f64; 4]>::from(piece.orientation.into_inner().coords);
    let (key, orientations) = if rotates {
        ("orientation", f64s(pieces().flat_map(orientation)))
    } else {
        let starts = trajectories.iter().filter_map(|pieces| pieces.first());
        ("start_orientation", f64s(starts.flat_map(orientation)))
    };
    json!({
        "first": u32s(first),
        "epoch": f64s(pieces().map(|piece| piece.epoch)),
        "position": f64s(components(pieces().map(|piece| &piece.position))),
        "velocity": vectors(|piece| &piece.velocity),
        "acceleration": vectors(|piece| &piece.acceleration),
        "spin": vectors(|piece| &piece.angular_velocity),
        "swell": scalars(|piece| piece.swell),
        "growth": scalars(|piece| piece.growth),
        key: orientations,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::UnitQuaternion;

    #[test]
    fn what_is_zero_or_never_changes_is_left_out() {
        let still = MotionPiece::at_rest();
        let data = columns(&vec![vec![still], vec![still, still]], 1.0);
        assert_eq!(data["first"], u32s([0, 1, 3].into_iter()));
        for key in ["velocity", "acceleration", "spin", "swell", "growth"] {
            assert_eq!(data[key], Value::Null, "{key}");
        }
        assert_eq!(
            data["start_orientation"],
            f64s([0.0, 0.0, 0.0, 1.0].into_iter().cycle().take(8))
        );
        assert_eq!(data.get("orientation"), None);

        let rotated = MotionPiece {
            orientation: UnitQuaternion::from_scaled_axis(Vector3::z()),
            angular_velocity: Vector3::z(),
            swell: 0.5,
            ..still
        };
        let data = columns(&vec![vec![still, rotated]], 1.0);
        assert_eq!(data["spin"], f64s([0.0, 0.0, 0.0, 0.0, 0.0, 1.0].into_iter()));
        assert_eq!(data["swell"], f64s([0.0, 0.5].into_iter()));
        assert_eq!(data.get("start_orientation"), None);
        let (sin, cos) = 0.5f64.sin_cos();
        assert_eq!(
            data["orientation"],
            f64s([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, sin, cos].into_iter())
        );
    }

    #[test]
    fn free_rotation_is_drawn_by_short_pieces() {
        let inertia = kinesweep::Inertia::from_moments(Vector3::new(1.0, 2.0, 2.5), Vector3::x()).unwrap();
        let tumbling = MotionPiece {
            velocity: Vector3::y(),
            angular_velocity: Vector3::new(0.3, 2.0, 0.4),
            inertia: Some(inertia),
            ..MotionPiece::at_rest()
        };
        let short = drawn(&[tumbling], 2.0);
        assert!(short.len() > 40 && short.len() < 50, "{}", short.len());
        for (piece, next) in short.iter().zip(&short[1..]) {
            let (exact, end) = (tumbling.pose_at(next.epoch), piece.pose_at(next.epoch));
            assert!((next.pose_at(next.epoch).translation.vector - exact.translation.vector).norm() < 1e-12);
            assert!((end.translation.vector - exact.translation.vector).norm() < 1e-2);
            assert!(end.rotation.angle_to(&exact.rotation) < 1e-2);
        }
    }
}
