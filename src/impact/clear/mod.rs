//! Two convex leaves in uniform relative motion, decided at once where the case is a clear one.
//!
//! A clear miss passes by at more than a margin; a clear hit begins apart, goes in deeper than the margin, closes fast, and has
//! one normal. Then nothing of what the general solvers take such care of can matter: no touching start, no sliding, no graze,
//! no tie. All else is left to them. So a fast answer is never of another mind than a careful one, up to rounding of the time.

mod ball_cuboid;
mod cuboids;
mod portal;
#[cfg(test)]
mod tests;

use super::advance::Entry;
use super::approach::{length_noise, speed_noise};
use super::extreme::Corners;
use super::leaf::{Core, Leaf};
use super::leaf_pair::has_many_axes;
use super::{Interval, Relative};
use nalgebra::Matrix3;

/// What is clear of a case, in units of the leaves' reach (lengths) or of the relative speed (closing speeds): so far above
/// rounding that no tolerance of the general solvers is near, and so small that few cases are left to them.
const CLEAR: f64 = 1e-9;

/// The same in units of what rounding can make of a gap, for bodies far away from the world's origin, or from its time 0.
const CLEAR_ROUNDINGS: f64 = 64.0;

/// What can be said of a pair at once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Verdict {
    /// Contact begins so.
    Meet(Entry),
    /// They stay apart.
    Apart,
    /// Too near a tie, a graze or contact at the start to be told.
    Unclear,
}

/// The question: b, first turned and then displaced by the motion, against a, in the window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question<'a> {
    pub(super) rel: &'a Relative,
    /// From b's axes to a's, where they differ.
    pub(super) turn: Option<&'a Matrix3<f64>>,
    pub(super) window: Interval,
    /// The sum of the distances of the shapes' farthest points from their bodies' origins.
    pub(super) reach: f64,
    /// The cores' vertices.
    pub(super) corners: [Corners<'a>; 2],
}

impl Question<'_> {
    /// Whether two leaves meet, as far as that is clear.
    pub(super) fn judge(&self, a: &Leaf, b: &Leaf) -> Verdict {
        if !self.rel.is_uniform() || !(self.window.end < f64::INFINITY) {
            return Verdict::Unclear;
        }
        match (&a.core, &b.core) {
            (Core::Polytope(of_a), Core::Polytope(of_b)) => match (&of_a.cuboid, &of_b.cuboid) {
                (Some(box_a), Some(box_b)) => self.cuboids(box_a, box_b),
                // Flat ones have few axes, and care for which side is which.
                _ if (of_a.flat || of_b.flat) && !has_many_axes(a, b) => Verdict::Unclear,
                _ => self.polytopes(0.0),
            },
            (Core::Point(_), Core::Polytope(polytope)) | (Core::Polytope(polytope), Core::Point(_)) => match &polytope.cuboid {
                Some(cuboid) => self.ball_and_cuboid(a, b, cuboid),
                None => self.polytopes(a.radius + b.radius),
            },
            // In closed form anyway.
            (Core::Point(_), Core::Point(_)) => Verdict::Unclear,
            _ => self.polytopes(a.radius + b.radius),
        }
    }

    /// A closing speed up to which it may be rounding alone.
    fn noise(&self) -> f64 {
        speed_noise(self.rel, 0.0)
    }

    /// Lengths above it are clear, the motion `s` seconds after its start.
    fn margin(&self, s: f64) -> f64 {
        (CLEAR * self.reach).max(CLEAR_ROUNDINGS * length_noise(self.rel, self.reach, s))
    }
}
