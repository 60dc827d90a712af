//! The two bodies of a pair of which one rotates or grows, and their gap at any time.

use super::super::composite::Composite;
use super::super::convex_pair::separation;
use super::over_plane::RotatingOverPlane;
use super::pair::RotatingPair;
use std::ops::ControlFlow;

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

    pub(super) fn gap_at(&self, s: f64) -> f64 {
        match self {
            Self::Leaves(pair) => pair.deepest(s, self.apart(s)),
            Self::Plane(plane) => plane.gap_at(s),
        }
    }
}

impl RotatingPair<'_> {
    /// The least signed gap of any two parts, if it is at most `slack`; infinite if not.
    fn deepest(&self, s: f64, slack: f64) -> f64 {
        let at_rest = self.rel.still_at(self.rel.position_at(s));
        let composite = Composite::posed(self.parts, self.turns_at(s).map(|turn| turn.orientation), &at_rest);
        let offset = composite.offset_at(0.0);
        let mut deepest = f64::INFINITY;
        let swell = self.rel.swell_at(s);
        composite.touching(&offset, slack + swell, |_, a, b| {
            deepest = deepest.min(separation(a, b, &offset).0 - swell);
            ControlFlow::Continue(())
        });
        deepest
    }
}
