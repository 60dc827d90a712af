//! Closest points of two convex hulls of points: the algorithm of Gilbert, Johnson and Keerthi (1988, doi:10.1109/56.2083).
//!
//! 1. Keep a simplex of at most four differences (vertex of b minus vertex of a), and its point v closest to the origin.
//! 2. Find the difference w that lies farthest against v. If it is in the simplex already, or no nearer to the origin than
//!    rounding can tell, v is the answer.
//! 3. Else add it, find the new v, and drop the vertices that v does not need.
//!
//! The answer is exact to rounding because the search ends at a feature, not at a tolerance. parry's version was tried first: its
//! absolute tolerances (2e-15 on squared lengths) take shapes of a micrometre for points, and it ends at 5e-8 of the distance.

use super::extreme::farthest;
use super::leaf::Leaf;
use super::simplex::Simplex;
use nalgebra::Vector3;

/// Most rounds: far more than were ever seen (about 15 for hulls of 500 vertices); then the best so far is given.
const MAX_ROUNDS: usize = 128;

/// Rounding of one difference, in units of the largest one: a few units in the last place.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// The most, in radians, by which a normal may be off that counts as exact: a tenth of what tells which vertices are part of a
/// feature.
const EXACT: f64 = 1e-10;

/// Two convex hulls of points, the second displaced. All in the same axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hulls<'a> {
    pub(super) a: &'a [Vector3<f64>],
    pub(super) b: &'a [Vector3<f64>],
}

/// The closest points of two hulls that are apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closest {
    /// From the closest point of a to that of b; its length is the distance.
    pub(super) between: Vector3<f64>,
    /// Unit normal from a to b.
    pub(super) normal: Vector3<f64>,
    /// How far apart the hulls are along the normal, at most their distance: certain whatever the normal's error.
    pub(super) gap: f64,
    /// The closest point of a.
    pub(super) on_a: Vector3<f64>,
}

/// The closest points of two hulls that are so near each other that the direction between them is rounding, and no normal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    /// From the point of a to that of b. Up to rounding, the hulls are no farther apart.
    pub(super) between: Vector3<f64>,
    /// The closest point of a.
    pub(super) on_a: Vector3<f64>,
}

/// How two hulls lie to each other.
#[derive(Clone, Copy, Debug)]
pub(super) enum Proximity {
    /// They are apart for certain along a normal.
    Apart(Closest),
    /// They are very near, with no certain normal.
    Near(Near),
    /// They meet, up to rounding.
    Meet,
}

impl Proximity {
    /// The closest points of hulls that are apart for certain.
    pub(super) fn closest(self) -> Option<Closest> {
        match self {
            Self::Apart(closest) => Some(closest),
            Self::Near(_) | Self::Meet => None,
        }
    }
}

impl<'a> Hulls<'a> {
    /// The cores of two leaves.
    pub(super) fn of(a: &'a Leaf, b: &'a Leaf) -> Self {
        Self {
            a: a.vertices(),
            b: b.vertices(),
        }
    }

    /// The closest points when b is displaced by `offset`; none if the hulls meet, or nearly so that rounding hides it. `simplex`
    /// is where the search starts and ends: from one call to the next with a slightly different offset it saves most rounds.
    pub(super) fn closest(&self, offset: &Vector3<f64>, simplex: &mut Simplex) -> Option<Closest> {
        self.proximity(offset, simplex).closest()
    }

    /// The same, with the closest points where rounding hides the normal.
    pub(super) fn proximity(&self, offset: &Vector3<f64>, simplex: &mut Simplex) -> Proximity {
        if simplex.is_empty() {
            simplex.push(self.support(offset));
        }
        simplex.displace(self, offset);
        let Some(mut v) = simplex.reduce() else {
            return Proximity::Meet;
        };
        let mut rounds = 0;
        loop {
            let square = v.norm_squared();
            let largest = simplex.largest();
            if square.sqrt() <= ROUNDING * largest {
                return Proximity::Meet;
            }
            let pair = self.support(&v);
            let w = self.difference(pair, offset);
            let resolved = square - v.dot(&w) <= ROUNDING * square.sqrt() * largest.max(w.norm());
            if resolved || simplex.holds(pair) || rounds == MAX_ROUNDS {
                break;
            }
            rounds += 1;
            let before = simplex.clone();
            simplex.push(pair);
            simplex.displace_last(w);
            let Some(next) = simplex.reduce() else {
                return Proximity::Meet;
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
            // Rounding can turn v, and the normal with it, where the distance is hardly there.
            let turned = self.gap(&-normal, offset);
            if turned > gap {
                (normal, gap) = (-normal, turned);
            }
            if gap < -ROUNDING * simplex.largest() {
                return Proximity::Near(Near {
                    between: v,
                    on_a: simplex.point_on_a(self),
                });
            }
        }
        Proximity::Apart(Closest {
            between: v,
            normal,
            gap,
            on_a: simplex.point_on_a(self),
        })
    }

    /// Whether rounding leaves the normal of the closest points as it is: not where the two are so near that the way from one to
    /// the other is mostly rounding, and fewer than three corners of the simplex give the direction.
    pub(super) fn has_exact_normal(closest: &Closest, simplex: &Simplex) -> bool {
        simplex.normal_error(&closest.between, ROUNDING * simplex.largest()) <= EXACT
    }

    /// How far apart the hulls are along a unit normal.
    pub(super) fn gap(&self, normal: &Vector3<f64>, offset: &Vector3<f64>) -> f64 {
        self.difference(self.support(normal), offset).dot(normal)
    }

    /// The pair of vertices, of a and of b, whose difference b - a is least along `v`. The first of equals.
    fn support(&self, v: &Vector3<f64>) -> (u32, u32) {
        (farthest(self.a, v) as u32, farthest(self.b, &-v) as u32)
    }

    pub(super) fn difference(&self, (a, b): (u32, u32), offset: &Vector3<f64>) -> Vector3<f64> {
        (self.b[b as usize] - self.a[a as usize]) + offset
    }
}

#[cfg(test)]
mod tests;
