//! The rotation of a piece, prepared when it is needed first and kept for the predictions that follow.

use super::Rotation;
use crate::motion::{Inertia, MotionPiece};
use nalgebra::{UnitQuaternion, Vector3};
use std::sync::OnceLock;

/// The rotation of a body along its present piece, once something has asked for it. It serves all pieces that
/// turn in the same way, such as images of that piece.
#[derive(Debug, Default)]
pub(crate) struct PreparedRotation(OnceLock<Box<Prepared>>);

impl Clone for PreparedRotation {
    /// That of a copy of the body, which prepares it when it needs it.
    fn clone(&self) -> Self {
        Self::default()
    }
}

#[derive(Debug)]
struct Prepared {
    orientation: UnitQuaternion<f64>,
    angular_velocity: Vector3<f64>,
    inertia: Inertia,
    rotation: Rotation,
}

impl PreparedRotation {
    /// The rotation of a piece: the one that is kept, if the piece turns like that.
    pub(crate) fn of(&self, piece: &MotionPiece) -> Rotation {
        let Some(inertia) = piece.inertia.filter(|_| piece.angular_acceleration == Vector3::zeros()) else {
            // Quick to prepare.
            return Rotation::new(piece);
        };
        let kept = self.0.get_or_init(|| {
            Box::new(Prepared {
                orientation: piece.orientation,
                angular_velocity: piece.angular_velocity,
                inertia,
                rotation: Rotation::new(piece),
            })
        });
        match kept.serves(piece, &inertia) {
            true => kept.rotation.clone(),
            false => Rotation::new(piece),
        }
    }

    /// Keeps none: the next piece turns in another way.
    pub(crate) fn forget(&mut self) {
        self.0.take();
    }
}

impl Prepared {
    fn serves(&self, piece: &MotionPiece, inertia: &Inertia) -> bool {
        self.orientation == piece.orientation && self.angular_velocity == piece.angular_velocity && self.inertia == *inertia
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(angular_velocity: Vector3<f64>) -> MotionPiece {
        MotionPiece {
            angular_velocity,
            inertia: Some(Inertia {
                moments: Vector3::new(1.0, 2.0, 3.0),
                axes: UnitQuaternion::identity(),
                centre: Vector3::zeros(),
            }),
            ..MotionPiece::at_rest()
        }
    }

    #[test]
    fn a_piece_that_turns_otherwise_gets_its_own_rotation() {
        let (first, other) = (piece(Vector3::new(0.3, 2.0, 0.1)), piece(Vector3::new(0.3, 0.1, 2.0)));
        let mut prepared = PreparedRotation::default();
        for piece in [&first, &other, &first] {
            assert_eq!(prepared.of(piece).at(0.7), Rotation::new(piece).at(0.7));
        }
        prepared.forget();
        assert_eq!(prepared.of(&other).at(0.7), Rotation::new(&other).at(0.7));
    }
}
