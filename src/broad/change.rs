//! What a broad phase reports: changes of candidate pairs.

use crate::domain::ImageOffset;

/// A pair of boxes that begin or cease to overlap, the smaller body first.
#[doc(inline)]
pub use crate::sap::PairChange;

/// A pair that begins or ceases to be a candidate by one image of the second body. Two bodies can
/// be candidates by several images at once.
///
/// It is a [`PairChange`] with an image, which frame-based structures do not carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CandidateChange {
    /// The two bodies. Their order has no meaning but for the image.
    pub(crate) bodies: [u32; 2],
    /// The shift of the second body that is meant, relative to the first, both seen with their
    /// [offsets](super::BroadPhase::shift_image) added.
    pub(crate) image: ImageOffset,
    pub(crate) begins: bool,
}

impl From<&PairChange> for CandidateChange {
    /// The pair in a domain that is not periodic.
    fn from(change: &PairChange) -> Self {
        let PairChange { pair: (a, b), begins } = *change;
        Self {
            bodies: [a, b],
            image: [0; 3],
            begins,
        }
    }
}

/// The change of a pair of two bodies in any order.
pub(super) fn pair_change(a: u32, b: u32, begins: bool) -> PairChange {
    PairChange {
        pair: (a.min(b), a.max(b)),
        begins,
    }
}
