//! Closest points of two convex hulls of points: the algorithm of Gilbert, Johnson and Keerthi
//! (1988, doi:10.1109/56.2083).
//!
//! 1. Keep a simplex of at most four differences (vertex of b minus vertex of a), and its point v
//!    closest to the origin.
//! 2. Find the difference w that is extreme against v. If it is in the simplex already, or no
//!    nearer to the origin than rounding can resolve, v is the result.
//! 3. Otherwise add it, compute the new v, and drop the vertices that v does not need.
//!
//! The result is exact to rounding because the search ends at a feature, not at a tolerance.
//! parry's version was tried first: its absolute tolerances (2e-15 on squared lengths) treat shapes
//! of a micrometre as points, and it ends at 5e-8 of the distance.

use super::constants::{DIFFERENCE_ROUNDING, EXACT_NORMAL, MAX_CLOSEST_POINT_ROUNDS};
use super::hull_pair::HullPair;
use super::simplex::Simplex;
use nalgebra::Vector3;

/// The closest points of two hulls that are apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closest {
    /// From the closest point of a to that of b; its length is the distance.
    pub(super) between: Vector3<f64>,
    /// Unit normal from a to b.
    pub(super) normal: Vector3<f64>,
    /// The gap of the hulls along the normal, in metres. A lower bound of the distance, whatever
    /// the error of the normal.
    pub(super) gap: f64,
    /// The closest point of a.
    pub(super) on_a: Vector3<f64>,
}

/// The closest points of two hulls that are so near each other that the direction between them is
/// rounding, not a normal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    /// From the point of a to that of b. Up to rounding, the hulls are no farther apart.
    pub(super) between: Vector3<f64>,
    /// The closest point of a.
    pub(super) on_a: Vector3<f64>,
}

/// The relative position of two hulls.
#[derive(Clone, Copy, Debug)]
pub(super) enum Proximity {
    /// They are certainly apart along a normal.
    Apart(Closest),
    /// They are very near; the normal is uncertain.
    Near(Near),
    /// They overlap or touch, up to rounding.
    Meet,
}

impl Proximity {
    /// The closest points of hulls that are certainly apart.
    pub(super) fn closest(self) -> Option<Closest> {
        match self {
            Self::Apart(closest) => Some(closest),
            Self::Near(_) | Self::Meet => None,
        }
    }
}

impl HullPair<'_> {
    /// The closest points when b is displaced by `offset`; none if the hulls overlap, or are so
    /// near that rounding hides the gap. The search starts at `simplex` and leaves its last simplex
    /// there: reused for a slightly different offset it saves most rounds.
    pub(super) fn closest(&self, offset: &Vector3<f64>, simplex: &mut Simplex) -> Option<Closest> {
        self.proximity(offset, simplex).closest()
    }

    /// The same, with the closest points where rounding hides the normal.
    pub(super) fn proximity(&self, offset: &Vector3<f64>, simplex: &mut Simplex) -> Proximity {
        self.proximity_within(offset, simplex, f64::INFINITY)
            .expect("no hulls are farther apart")
    }

    /// The same; none as soon as it is certain that the hulls are farther apart than `most` metres.
    pub(super) fn proximity_within(&self, offset: &Vector3<f64>, simplex: &mut Simplex, most: f64) -> Option<Proximity> {
        if simplex.is_empty() {
            simplex.push(self.support(offset));
        }
        simplex.displace(self, offset);
        let Some(mut v) = simplex.reduce() else {
            return Some(Proximity::Meet);
        };
        let mut rounds = 0;
        loop {
            let square = v.norm_squared();
            let largest = simplex.largest();
            if square.sqrt() <= DIFFERENCE_ROUNDING * largest {
                return Some(Proximity::Meet);
            }
            let pair = self.support(&v);
            let w = self.difference(pair, offset);
            // That is the gap along v, times its length.
            if v.dot(&w) > most * square.sqrt() {
                return None;
            }
            let resolved = square - v.dot(&w) <= DIFFERENCE_ROUNDING * square.sqrt() * largest.max(w.norm());
            if resolved || simplex.contains(pair) || rounds == MAX_CLOSEST_POINT_ROUNDS {
                break;
            }
            rounds += 1;
            let before = simplex.clone();
            simplex.push(pair);
            simplex.displace_last(w);
            let Some(next) = simplex.reduce() else {
                return Some(Proximity::Meet);
            };
            if next.norm_squared() >= square {
                *simplex = before;
                break;
            }
            v = next;
        }
        let mut normal = simplex.normal(&v);
        let mut gap = self.gap(&normal, offset);
        if gap < 0.0 {
            // Where the distance is near rounding, v, and the normal with it, can have the wrong
            // sign.
            let flipped = self.gap(&-normal, offset);
            if flipped > gap {
                (normal, gap) = (-normal, flipped);
            }
            if gap < -DIFFERENCE_ROUNDING * simplex.largest() {
                return Some(Proximity::Near(Near {
                    between: v,
                    on_a: simplex.point_on_a(self),
                }));
            }
        }
        Some(Proximity::Apart(Closest {
            between: v,
            normal,
            gap,
            on_a: simplex.point_on_a(self),
        }))
    }

    /// Whether the normal of the closest points is exact up to rounding. It is not if the two are
    /// so near that the difference is mostly rounding, and fewer than three corners of the simplex
    /// give the direction.
    pub(super) fn has_exact_normal(closest: &Closest, simplex: &Simplex) -> bool {
        simplex.normal_error(&closest.between, DIFFERENCE_ROUNDING * simplex.largest()) <= EXACT_NORMAL
    }
}

#[cfg(test)]
mod tests;
