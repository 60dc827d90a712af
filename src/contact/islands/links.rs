//! What a body has to do with islands.

use super::constants::NONE;
use super::touch::Touch;
use nalgebra::{UnitQuaternion, Vector3};
use smallvec::SmallVec;

/// What a body has to do with islands. A fixed body has touches, but is in no island.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Links {
    pub(super) island: u32,
    /// The time up to which its velocity includes its acceleration, in seconds. (Without meaning if it is settled.)
    pub(super) anticipated: f64,
    pub(super) touches: SmallVec<[u32; 6]>,
    /// The other body of each touch ([`NONE`]: a wall), so that one is found without looking at all of them.
    pub(super) others: SmallVec<[u32; 6]>,
    /// Where the last renewal found that it is near others, and keeps it apart from them until the next
    /// one. (Of shapes that may turn, since their predictions are expensive.)
    pub(super) apart: Vec<Touch>,
    #[cfg_attr(feature = "serde", serde(default))]
    pub(super) stillness: Stillness,
}

/// How long a body has hardly moved: see [`settled`](super::settled).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Stillness {
    /// Renewals in a row since which it has hardly moved.
    pub(super) renewals: u32,
    /// The time of the first of these, in seconds, and where the body was then.
    pub(super) since: f64,
    pub(super) place: Vector3<f64>,
    pub(super) orientation: UnitQuaternion<f64>,
    /// Whether it does not move, and is not renewed with its island.
    pub(super) settled: bool,
    /// Whether it has settled, and the present renewal examines whether it stays so.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) probed: bool,
}

impl Default for Links {
    fn default() -> Self {
        Self {
            island: NONE,
            anticipated: 0.0,
            touches: SmallVec::new(),
            others: SmallVec::new(),
            apart: Vec::new(),
            stillness: Stillness::default(),
        }
    }
}
