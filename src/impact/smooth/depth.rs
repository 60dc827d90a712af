//! The least depth of two overlapping bodies.

use super::super::parry_adapter::expand_polytope_of;
use super::pair::{Hull, SmoothPair};
use nalgebra::Vector3;
use smallvec::SmallVec;

impl SmoothPair<'_> {
    /// The unit normal along which the two overlap least, of those found: Newton's method from the
    /// normal of an expanding polytope, from `hint`, from the line between their middles, and from the axes of the
    /// surfaces. `nearest`: the best one that a search for a normal along which they are apart has found.
    pub(super) fn least_depth(&self, offset: &Vector3<f64>, hint: Option<&Vector3<f64>>, nearest: &Vector3<f64>) -> Vector3<f64> {
        let mut starts: SmallVec<[Vector3<f64>; 16]> = SmallVec::new();
        starts.extend(hint.copied());
        starts.extend(expand_polytope_of(
            |n| self.a.hull.extreme(n, 0.0).0,
            |n| self.b.hull.extreme(n, 0.0).0,
            offset,
            self.scale(offset),
        ));
        // Where they hardly overlap, the normal points from the middle of a to that of b. (The origins of their
        // bodies may be anywhere.)
        let between = offset + self.b.hull.middle() - self.a.hull.middle();
        starts.extend(between.try_normalize(0.0));
        for (hull, sign) in [(&self.a.hull, 1.0), (&self.b.hull, -1.0)] {
            if let Hull::Surface(surface) = hull {
                for axis in surface.nodes.iter().flat_map(|node| node.axes) {
                    if let Some(axis) = axis.try_normalize(0.0) {
                        starts.push(if axis.dot(&between) < 0.0 { -axis } else { axis });
                    }
                }
                // Outward of a, and so is the normal; of b, it is the opposite.
                starts.extend(surface.ends.iter().map(|end| end * sign));
            }
        }
        // (Of two that touch up to rounding it is exact, where the polytope has no volume.)
        starts.push(*nearest);
        let mut best = (Vector3::x(), f64::NEG_INFINITY);
        for start in starts {
            let numbers = [self.a.hull.extreme(&start, 0.0).1, self.b.hull.extreme(&-start, 0.0).1];
            let raised = self.features(numbers, offset).best_normal(&start, &[]);
            for n in raised.into_iter().chain([start]) {
                let gap = self.gap_along(&n, offset);
                if gap > best.1 {
                    best = (n, gap);
                }
            }
        }
        best.0
    }
}
