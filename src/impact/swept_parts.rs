//! Where the parts of a moving shape are for a while: boxes, cut by slabs where the parts are thin.
//!
//! A point of a body at u from its origin moves with an acceleration of at most A = |a| + |w| |w × u|, or more if w changes.
//! So in a time T it is never farther than A T² / 8 from the segment between its places at the begin
//! and at the end, and by its rotation never farther than 2 |u|. All points of a convex part are in
//! the hull of the balls of these radii about the segments of its vertices.

use super::Moving;
use super::bvh::{Below, Block};
use super::collider::Parts;
use super::constants::SWEPT_ROUNDING;
use super::convex_part::{ConvexPart, Core};
use nalgebra::{Matrix3, Vector3};
use smallvec::SmallVec;

/// A region that contains some parts of a body for a while.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SweptPart {
    pub(crate) min: Vector3<f64>,
    pub(crate) max: Vector3<f64>,
    /// A unit normal along which the parts are thin, and the least and greatest `normal . x`.
    pub(crate) slab: Option<(Vector3<f64>, [f64; 2])>,
}

/// The body at the begin and at the end of a while.
struct Sweep<'a> {
    moving: &'a Moving<'a>,
    positions: [Vector3<f64>; 2],
    rotations: [Matrix3<f64>; 2],
    /// Seconds.
    duration: f64,
    /// Widening, in metres: growth and rounding.
    margin: f64,
}

impl Moving<'_> {
    /// The greatest speed of a point of the body at a time, and a bound of how fast it increases. None
    /// for a half-space.
    pub(crate) fn speed_and_pull(&self, time: f64) -> Option<(f64, f64)> {
        let extent = self.collider.parts()?.extent;
        let spin = self.rotation().most_speed();
        let speed = self.piece.velocity_at(time).norm() + spin * extent + self.piece.growth.abs();
        Some((speed, self.piece.acceleration.norm()))
    }

    /// Regions that together contain the body from one time to another, infinite only for one that
    /// does not move: one for each part, or for each group of parts of a tree in a box with a half
    /// diagonal of at most `finest` metres. Empty for a half-space. O(regions).
    pub(crate) fn swept_parts(&self, from: f64, until: f64, finest: f64) -> Vec<SweptPart> {
        let Some(parts) = self.collider.parts() else {
            return Vec::new();
        };
        let until = if until.is_finite() { until } else { from };
        let position = [from, until].map(|time| self.piece.position_at(time));
        let lengths = position[0].norm() + position[1].norm() + parts.extent;
        let moved = self.speed_and_pull(from).map_or(0.0, |(speed, pull)| {
            let time = from.abs() + until.abs();
            (speed + pull * time) * time
        });
        let swell = self.piece.swell_at(from).max(self.piece.swell_at(until));
        let sweep = Sweep {
            moving: self,
            positions: position,
            rotations: [from, until].map(|time| *self.piece.orientation_at(time).to_rotation_matrix().matrix()),
            duration: until - from,
            margin: swell + SWEPT_ROUNDING * (lengths + moved),
        };
        sweep.regions(parts, finest)
    }
}

impl Sweep<'_> {
    fn regions(&self, parts: &Parts, finest: f64) -> Vec<SweptPart> {
        let nodes = &parts.tree.nodes;
        let mut found = Vec::new();
        let mut stack = vec![0];
        while let Some(index) = stack.pop() {
            let node = &nodes[index];
            let is_small = node.size <= finest * finest;
            match node.below {
                Below::Leaf(leaf) => found.push(self.of_part(&parts.leaves[leaf as usize], is_small)),
                Below::Nodes(_) if is_small => found.push(self.of_points(&corners(&node.block), 0.0, None)),
                Below::Nodes(second) => stack.extend([second as usize, index + 1]),
            }
        }
        found
    }

    fn of_part(&self, part: &ConvexPart, is_small: bool) -> SweptPart {
        let normal = match &part.core {
            // A slab through a small part cuts off no cells.
            Core::Polytope(polytope) if !is_small => thinnest(&polytope.normals, part),
            _ => None,
        };
        self.of_points(part.vertices(), part.radius, normal)
    }

    /// The region of the hull of points in the axes of the body, each with `radius` about it.
    fn of_points(&self, points: &[Vector3<f64>], radius: f64, normal: Option<Vector3<f64>>) -> SweptPart {
        let piece = self.moving.piece;
        let (acceleration, rotation) = (piece.acceleration.norm(), self.moving.rotation());
        let eighth = 0.125 * self.duration * self.duration;
        // The normal in the middle of the motion.
        let normal = normal.and_then(|normal| (self.rotations[0] * normal + self.rotations[1] * normal).try_normalize(0.0));
        let mut region = SweptPart {
            min: Vector3::repeat(f64::INFINITY),
            max: Vector3::repeat(f64::NEG_INFINITY),
            slab: normal.map(|normal| (normal, [f64::INFINITY, f64::NEG_INFINITY])),
        };
        for point in points {
            let length = point.norm();
            let aside = acceleration * eighth + (rotation.most_acceleration(point) * eighth).min(2.0 * length);
            let pad = radius + self.margin + aside;
            for side in 0..2 {
                let place = self.positions[side] + self.rotations[side] * point;
                region.min = region.min.inf(&place.add_scalar(-pad));
                region.max = region.max.sup(&place.add_scalar(pad));
                if let Some((normal, [low, high])) = &mut region.slab {
                    let height = normal.dot(&place);
                    *low = low.min(height - pad);
                    *high = high.max(height + pad);
                }
            }
        }
        region
    }
}

/// The normal of faces along which a part is thinnest.
fn thinnest(normals: &[Vector3<f64>], part: &ConvexPart) -> Option<Vector3<f64>> {
    let width = |normal: &Vector3<f64>| {
        let heights = part.vertices().iter().map(|vertex| normal.dot(vertex));
        let (low, high) = heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), height| {
            (low.min(height), high.max(height))
        });
        high - low
    };
    normals
        .iter()
        .copied()
        .min_by(|one, other| width(one).total_cmp(&width(other)))
}

fn corners(block: &Block) -> SmallVec<[Vector3<f64>; 8]> {
    let sign = |corner: usize, axis: usize| if corner >> axis & 1 == 0 { -1.0 } else { 1.0 };
    let corner = |number: usize| block.center + Vector3::from_fn(|axis, _| sign(number, axis) * block.half[axis]);
    (0..8).map(corner).collect()
}

#[cfg(test)]
mod tests;
