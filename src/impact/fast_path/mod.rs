//! Fast path for two convex parts in uniform relative motion: decides unambiguous cases only.
//!
//! An unambiguous miss passes by at more than a margin. An unambiguous hit begins apart, becomes
//! deeper than the margin, closes fast, and has one normal. The special cases of the general
//! solvers cannot occur then: no touching start, no sliding, no graze, no tie. All other cases are
//! left to the general solvers. So a fast result always agrees with the general one, up to rounding
//! of the time.

mod ball_cuboid;
mod constants;
mod cuboids;
mod portal;
#[cfg(test)]
mod tests;

use super::advance::Entry;
use super::approach::{length_noise, speed_noise};
use super::convex_pair::has_many_axes;
use super::convex_part::{ConvexPart, Core};
use super::extreme::Corners;
use super::{Interval, Relative};
use constants::{UNAMBIGUOUS, UNAMBIGUOUS_ROUNDINGS};
use nalgebra::Matrix3;

/// The result of the fast path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum FastResult {
    /// Contact begins here.
    Hit(Entry),
    /// They stay apart.
    Miss,
    /// Too near a tie, a graze or contact at the start: use the general solver.
    Undecided,
}

/// A pair of convex parts: b, first rotated and then displaced by the motion, against a, in the
/// window.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartPair<'a> {
    pub(super) rel: &'a Relative,
    /// From b's axes to a's, if they differ.
    pub(super) rotation: Option<&'a Matrix3<f64>>,
    pub(super) window: Interval,
    /// The sum of the distances of the shapes' farthest points from their bodies' origins.
    pub(super) extent: f64,
    /// The cores' vertices.
    pub(super) corners: [Corners<'a>; 2],
}

impl PartPair<'_> {
    /// Whether two parts meet, if that is unambiguous.
    pub(super) fn decide(&self, a: &ConvexPart, b: &ConvexPart) -> FastResult {
        if !self.rel.is_uniform() || !(self.window.end < f64::INFINITY) {
            return FastResult::Undecided;
        }
        match (&a.core, &b.core) {
            // Searched over time as rotating bodies are.
            (Core::Smooth(_), _) | (_, Core::Smooth(_)) => FastResult::Undecided,
            (Core::Polytope(_), Core::Polytope(_)) if a.radius + b.radius > 0.0 => self.polytopes(a.radius + b.radius),
            (Core::Polytope(of_a), Core::Polytope(of_b)) => match (&of_a.cuboid, &of_b.cuboid) {
                (Some(box_a), Some(box_b)) => self.cuboids(box_a, box_b),
                // Flat ones have few axes, and the solvers distinguish their sides.
                _ if (of_a.flat || of_b.flat) && !has_many_axes(a, b) => FastResult::Undecided,
                _ => self.polytopes(0.0),
            },
            (Core::Point(_), Core::Polytope(polytope)) | (Core::Polytope(polytope), Core::Point(_)) => match &polytope.cuboid {
                Some(cuboid) => self.ball_and_cuboid(a, b, cuboid),
                None => self.polytopes(a.radius + b.radius),
            },
            // Solved in closed form elsewhere.
            (Core::Point(_), Core::Point(_)) => FastResult::Undecided,
            _ => self.polytopes(a.radius + b.radius),
        }
    }

    /// The closing speed that rounding alone can make.
    fn noise(&self) -> f64 {
        speed_noise(self.rel, 0.0)
    }

    /// The length above which a case is unambiguous, `s` seconds after the start of the motion.
    fn margin(&self, s: f64) -> f64 {
        (UNAMBIGUOUS * self.extent).max(UNAMBIGUOUS_ROUNDINGS * length_noise(self.rel, self.extent, s))
    }
}
