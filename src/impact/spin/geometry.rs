//! The two bodies of a pair of which one rotates or grows, and their gap at any time.

use super::over_plane::RotatingOverPlane;
use super::overlap::Overlap;
use super::pair::RotatingPair;

/// The two bodies of a pair.
pub(super) enum Geometry<'a> {
    Leaves(RotatingPair<'a>),
    /// A half-space and a body over it.
    Plane(RotatingOverPlane<'a>),
}

impl Geometry<'_> {
    /// The least gap that counts as apart: clearly more than counts as contact.
    pub(super) fn apart(&self, s: f64) -> f64 {
        2.0 * match self {
            Self::Leaves(pair) => pair.touching_gap(s, false),
            Self::Plane(plane) => plane.touching_gap(s, false),
        }
    }

    pub(super) fn extent(&self, s: f64) -> f64 {
        match self {
            Self::Leaves(pair) => pair.extent(s),
            Self::Plane(plane) => plane.extent(),
        }
    }

    pub(super) fn speed_and_pull(&self, s: f64) -> (f64, f64) {
        match self {
            Self::Leaves(pair) => (pair.most_speed(s), pair.rel.acceleration.norm()),
            Self::Plane(plane) => (plane.most_speed(s), plane.most_pull()),
        }
    }

    /// The signed gap if they are apart; where they overlap, minus a lower bound of the depth.
    pub(super) fn gap_at(&self, s: f64, overlap: &mut Overlap) -> f64 {
        match self {
            Self::Leaves(pair) => overlap.gap(pair, s, self.apart(s)),
            Self::Plane(plane) => plane.gap_at(s),
        }
    }

    /// Whether they are clearly apart.
    pub(super) fn is_apart(&self, s: f64) -> bool {
        let slack = self.apart(s);
        match self {
            Self::Leaves(pair) => pair.is_apart(s, slack),
            Self::Plane(plane) => plane.gap_at(s) > slack,
        }
    }

    /// A time, s or later, up to which two bodies in contact at s certainly touch, whatever their
    /// rotation.
    pub(super) fn in_contact_until(&self, s: f64) -> f64 {
        match self {
            Self::Leaves(pair) => pair.in_contact_until(s),
            Self::Plane(_) => s,
        }
    }
}
