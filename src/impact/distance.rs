//! Distance of two shapes at one instant.
//!
//! Closed forms for balls and half-spaces. All other distances come from the closest-point search
//! of [`closest`](super::closest), which ends at a feature and so is exact to rounding (parry's
//! ends at 5e-8 of the distance). It runs over the pairs of convex parts that can be the nearest:
//! pairs of tree nodes are visited nearest first, and skipped if their boxes are farther apart than
//! the best distance so far.

use super::bvh::{Below, Block};
use super::collider::{Kind, Parts};
use super::constants::BOX_MARGIN;
use super::hull_pair::HullPair;
use super::posed_shape::PosedShape;
use super::simplex::Simplex;
use super::smooth::SmoothPair;
use nalgebra::{Matrix3, Vector3};

impl PosedShape<'_> {
    /// The distance from another shape, 0 where they touch or overlap; none if it is more than
    /// `most`. Both are closed sets; a mesh is a surface. For two half-spaces, which have no boxes,
    /// it is 0 unless they face each other. O(1) for two balls and for half-spaces and balls,
    /// O(vertices) for a half-space and another shape, otherwise one closest-point search for each
    /// pair of convex parts that may be the nearest.
    pub(crate) fn distance_to(&self, other: &Self, most: f64) -> Option<f64> {
        let between = other.position - self.position;
        let swell = self.swell + other.swell;
        let gap = match (&self.collider.kind, &other.collider.kind) {
            (Kind::Ball { radius: a, .. }, Kind::Ball { radius: b, .. }) => between.norm() - (a + b + swell),
            (Kind::HalfSpace { normal }, _) => other.height_over(&self.position, &(self.orientation * normal)),
            (_, Kind::HalfSpace { normal }) => self.height_over(&other.position, &(other.orientation * normal)),
            _ => self.leaves_apart(other, most + swell)? - swell,
        };
        // Written so that NaN counts as not near.
        (gap <= most).then_some(gap.max(0.0))
    }

    /// The height of the lowest point over a plane through `point` with a unit normal.
    fn height_over(&self, point: &Vector3<f64>, normal: &Vector3<f64>) -> f64 {
        let height = normal.dot(&(self.position - point));
        match &self.collider.kind {
            Kind::Ball { radius, .. } => height - (radius + self.swell),
            Kind::Parts(parts) => height + parts.lowest(&self.orientation.inverse_transform_vector(normal)),
            Kind::HalfSpace { normal: own } => match super::plane_test::facing(normal, &(self.orientation * own)) {
                Some(_) => height,
                None => f64::NEG_INFINITY,
            },
        }
    }

    /// The least distance of two convex parts, 0 where they overlap; none if it is more than
    /// `most`.
    fn leaves_apart(&self, other: &Self, most: f64) -> Option<f64> {
        let (a, b) = (self.collider.parts()?, other.collider.parts()?);
        let rotation = *(self.orientation.inverse() * other.orientation).to_rotation_matrix().matrix();
        let apart = DistanceSearch {
            a,
            b,
            magnitudes: rotation.map(f64::abs),
            rotation,
            offset: self.orientation.inverse_transform_vector(&(other.position - self.position)),
        };
        apart.nearest(most)
    }
}

/// Two shapes of convex parts, in the axes of the first.
struct DistanceSearch<'a> {
    a: &'a Parts,
    b: &'a Parts,
    rotation: Matrix3<f64>,
    magnitudes: Matrix3<f64>,
    /// From a's origin to b's.
    offset: Vector3<f64>,
}

impl DistanceSearch<'_> {
    fn nearest(&self, most: f64) -> Option<f64> {
        let mut best: Option<f64> = None;
        let mut stack = vec![(self.boxes_apart(0, 0), 0, 0)];
        while let Some((bound, a, b)) = stack.pop() {
            if bound > best.unwrap_or(most) {
                continue;
            }
            let [of_a, of_b] = [&self.a.tree.nodes[a], &self.b.tree.nodes[b]];
            let children = match (of_a.below, of_b.below) {
                (Below::Leaf(a), Below::Leaf(b)) => {
                    let gap = self.leaves_apart(a, b);
                    if gap <= best.unwrap_or(most) {
                        best = Some(gap);
                    }
                    if gap <= 0.0 {
                        return best;
                    }
                    continue;
                }
                (Below::Nodes(second), below) if of_a.size >= of_b.size || matches!(below, Below::Leaf(_)) => {
                    [(a + 1, b), (second as usize, b)]
                }
                (_, Below::Nodes(second)) => [(a, b + 1), (a, second as usize)],
                (Below::Nodes(_), Below::Leaf(_)) => unreachable!("gone down by the arm before"),
            };
            let [one, two] = children.map(|(a, b)| (self.boxes_apart(a, b), a, b));
            // The nearer of the two is visited first.
            stack.extend(if one.0 <= two.0 { [two, one] } else { [one, two] });
        }
        best
    }

    /// A lower bound of the distance of the boxes of two nodes: their distance less its rounding.
    fn boxes_apart(&self, a: usize, b: usize) -> f64 {
        let of_a: &Block = &self.a.tree.nodes[a].block;
        let of_b = self.b.tree.nodes[b].block.rotated(&self.rotation, &self.magnitudes);
        let between = (of_b.center + self.offset - of_a.center).abs() - (of_a.half + of_b.half);
        let margin = BOX_MARGIN * (self.a.extent + self.b.extent + self.offset.amax());
        between.map(|gap| (gap - margin).max(0.0)).norm()
    }

    fn leaves_apart(&self, a: u32, b: u32) -> f64 {
        let a = &self.a.leaves[a as usize];
        let b = self.b.leaves[b as usize].rotated(&self.rotation);
        if let Some(pair) = SmoothPair::of(a, &b) {
            return pair.meeting(&self.offset, None).gap.max(0.0);
        }
        let closest = HullPair::of(a, &b).closest(&self.offset, &mut Simplex::default());
        closest.map_or(0.0, |closest| (closest.between.norm() - (a.radius + b.radius)).max(0.0))
    }
}
