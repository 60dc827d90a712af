//! The narrow phase against oracles that share no code with it.

mod after_response;
mod cases;
mod contacts;
pub(super) mod ellipsoids;
mod exact;
mod flush;
mod growth;
mod instants;
mod lattice;
mod mass_properties;
mod oracle;
mod patches;
pub(super) mod random;
mod shapes;
mod sliding;
mod smooth;
mod smooth_exact;
mod spin;
mod tops;

use super::*;
use crate::domain::Wall;
use crate::motion::MotionPiece;
use crate::scene::Shape;
use nalgebra::{UnitQuaternion, Vector3};
use std::sync::Arc;

/// Factor on the number of random cases: the whole number in the variable `KINESWEEP_ROUNDS`.
fn thoroughness() -> u64 {
    std::env::var("KINESWEEP_ROUNDS").map_or(1, |text| text.parse().expect("KINESWEEP_ROUNDS is a whole number"))
}

/// A body for tests: its shape prepared, its piece, its box.
#[derive(Clone)]
struct TestBody {
    shape: Shape,
    collider: Arc<Collider>,
    piece: MotionPiece,
    extents: Extents,
}

impl TestBody {
    fn new(shape: Shape, piece: MotionPiece) -> Self {
        let collider = Arc::new(Collider::new(&shape).unwrap());
        let extents = collider.extents_along(&piece);
        Self {
            shape,
            collider,
            piece,
            extents,
        }
    }

    fn moving(&self) -> Moving<'_> {
        Moving::new(&self.collider, &self.piece, &self.extents)
    }

    /// The same shape with another motion.
    fn with(&self, piece: MotionPiece) -> Self {
        Self {
            extents: self.collider.extents_along(&piece),
            piece,
            ..self.clone()
        }
    }
}

fn vector(v: [f64; 3]) -> Vector3<f64> {
    Vector3::from(v)
}

/// A piece from time 0, without rotation or acceleration.
fn piece(position: [f64; 3], velocity: [f64; 3]) -> MotionPiece {
    MotionPiece {
        position: vector(position),
        velocity: vector(velocity),
        ..MotionPiece::at_rest()
    }
}

fn rotated(piece: MotionPiece, rotation: [f64; 3]) -> MotionPiece {
    MotionPiece {
        orientation: UnitQuaternion::from_scaled_axis(vector(rotation)),
        ..piece
    }
}

fn impact(a: &TestBody, b: &TestBody) -> Option<Impact> {
    first_impact(&a.moving(), &b.moving())
}

fn intervals(a: &TestBody, b: &TestBody) -> Intervals {
    let (found, unresolved) = contact_intervals(&a.moving(), &b.moving());
    assert!(!unresolved);
    found
}
