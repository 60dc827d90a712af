//! First contact of a ray with a shape.
//!
//! 1. The ray is re-based at its point nearest to the body, in the body's axes, so that nothing
//!    cancels far away.
//! 2. Balls and half-spaces in closed form; capsules as their cylinder and the balls at its ends;
//!    ellipsoids, cylinders and cones as in [`ray_smooth`](super::ray_smooth); polytopes as the slabs between their opposite faces (Kay and Kajiya 1986, DOI
//!    10.1145/15886.15916).
//! 3. Triangles by the edge functions of Woop, Benthin and Wald (*Watertight ray/triangle
//!    intersection*, JCGT 2, 2013): two that share an edge compute the same products for it, so
//!    that no ray passes between them.
//! 4. The parts of a mesh or compound by their tree, nearest boxes first.

use super::bvh::{Below, Block};
use super::collider::{Kind, Parts};
use super::constants::BOX_MARGIN;
use super::convex_part::{ConvexPart, Core, Polytope};
use super::extreme::Corners;
use super::posed_shape::PosedShape;
use nalgebra::Vector3;

/// The points `origin` + s `direction`, s >= 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ray {
    pub(crate) origin: Vector3<f64>,
    /// Unit.
    pub(crate) direction: Vector3<f64>,
}

/// The first contact of a ray with a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RayImpact {
    /// From the ray's origin, in metres; 0 if the origin is in the shape.
    pub(crate) distance: f64,
    /// Unit, out of the shape and against the ray; the opposite of the ray's direction where the
    /// origin is in the shape.
    pub(crate) normal: Vector3<f64>,
}

impl Ray {
    /// The point at this distance from the origin.
    pub(crate) fn at(&self, distance: f64) -> Vector3<f64> {
        self.origin + self.direction * distance
    }

    /// The distances at which the ray enters and leaves a box, which may be infinite, widened by
    /// rounding; none if it misses.
    pub(crate) fn through(&self, min: &[f64; 3], max: &[f64; 3]) -> Option<(f64, f64)> {
        let (mut enters, mut leaves) = (0.0f64, f64::INFINITY);
        for axis in 0..3 {
            let (from, along) = (self.origin[axis], self.direction[axis]);
            let margin = |side: f64| {
                if side.is_finite() {
                    BOX_MARGIN * (from.abs() + side.abs())
                } else {
                    0.0
                }
            };
            let (low, high) = (min[axis] - margin(min[axis]) - from, max[axis] + margin(max[axis]) - from);
            if along == 0.0 {
                if low > 0.0 || high < 0.0 {
                    return None;
                }
                continue;
            }
            let (one, two) = (low / along, high / along);
            enters = enters.max(one.min(two));
            leaves = leaves.min(one.max(two));
        }
        (enters <= leaves).then_some((enters, leaves))
    }

    /// The first contact with a shape, at most at the distance `most`.
    pub(crate) fn first_contact(&self, body: &PosedShape, most: f64) -> Option<RayImpact> {
        let rotation = &body.orientation;
        // Re-based at the point nearest to the body's origin; for a half-space any point serves.
        let to_body = body.position - self.origin;
        let start = if body.extent().is_finite() {
            to_body.dot(&self.direction)
        } else {
            0.0
        };
        let nearest = self.origin + self.direction * start - body.position;
        let local = Local {
            origin: rotation.inverse_transform_vector(&nearest),
            direction: rotation.inverse_transform_vector(&self.direction),
            from: -start,
        };
        // A contact at the very end may be beyond it by a rounding here.
        let (at, normal) = local.meet(body, most - start + BOX_MARGIN * start.abs())?;
        let contact = match normal {
            Some(normal) => RayImpact {
                distance: (start + at).max(0.0),
                normal: rotation * normal,
            },
            None => RayImpact {
                distance: 0.0,
                normal: -self.direction,
            },
        };
        (contact.distance <= most).then_some(contact)
    }
}

/// A ray in the axes of a body: the points `origin` + s `direction` from s = `from` on; `from` may
/// be negative.
#[derive(Clone, Copy)]
pub(super) struct Local {
    pub(super) origin: Vector3<f64>,
    pub(super) direction: Vector3<f64>,
    pub(super) from: f64,
}

/// Parameter of the first contact, and the normal there; no normal if the ray begins inside.
pub(super) type RayEntry = (f64, Option<Vector3<f64>>);

impl Local {
    fn meet(&self, body: &PosedShape, most: f64) -> Option<RayEntry> {
        let entry = match &body.collider.kind {
            Kind::Ball { radius, .. } => self.meet_ball(&Vector3::zeros(), radius + body.swell),
            Kind::HalfSpace { normal } => self.meet_half_space(normal),
            Kind::Parts(parts) => self.meet_parts(parts, most),
        };
        entry.filter(|(at, _)| *at <= most)
    }

    /// The contact with a convex set that the ray is in from `enters` to `leaves`.
    pub(super) fn convex(&self, enters: f64, leaves: f64, normal: impl FnOnce() -> Vector3<f64>) -> Option<RayEntry> {
        if leaves < self.from || enters > leaves {
            None
        } else if enters <= self.from {
            Some((self.from, None))
        } else {
            Some((enters, Some(normal())))
        }
    }

    fn meet_ball(&self, centre: &Vector3<f64>, radius: f64) -> Option<RayEntry> {
        let to_centre = centre - self.origin;
        let middle = to_centre.dot(&self.direction);
        let aside = self.direction * middle - to_centre;
        let room = (radius - aside.norm()) * (radius + aside.norm());
        // Written so that NaN counts as a miss.
        if !(room >= 0.0) {
            return None;
        }
        let half = room.sqrt();
        let enters = middle - half;
        self.convex(enters, middle + half, || {
            let out = aside - self.direction * half;
            out.try_normalize(0.0).unwrap_or(-self.direction)
        })
    }

    fn meet_half_space(&self, normal: &Vector3<f64>) -> Option<RayEntry> {
        let (height, rate) = (normal.dot(&self.origin), normal.dot(&self.direction));
        if height + rate * self.from <= 0.0 {
            Some((self.from, None))
        } else if rate < 0.0 {
            Some((height / -rate, Some(*normal)))
        } else {
            None
        }
    }

    fn meet_parts(&self, parts: &Parts, most: f64) -> Option<RayEntry> {
        let mut best: Option<RayEntry> = None;
        let mut stack = vec![(self.enters_block(&parts.tree.nodes[0].block, parts.extent), 0)];
        while let Some((enters, node)) = stack.pop() {
            let latest = best.map_or(most, |(at, _)| at);
            if !enters.is_some_and(|enters| enters <= latest) {
                continue;
            }
            match parts.tree.nodes[node].below {
                Below::Leaf(leaf) => {
                    let entry = self.meet_leaf(&parts.leaves[leaf as usize], parts.corners(leaf));
                    // At equal parameters, a start inside counts first.
                    let sooner =
                        |entry: &RayEntry| best.is_none_or(|(at, _)| entry.0 < at || (entry.0 == at && entry.1.is_none()));
                    if let Some(entry) = entry.filter(sooner) {
                        best = Some(entry);
                    }
                }
                Below::Nodes(second) => {
                    let [one, two] = [node + 1, second as usize]
                        .map(|node| (self.enters_block(&parts.tree.nodes[node].block, parts.extent), node));
                    let nearer = |enters: Option<f64>| enters.unwrap_or(f64::INFINITY);
                    let in_order = nearer(one.0) <= nearer(two.0);
                    stack.extend(if in_order { [two, one] } else { [one, two] });
                }
            }
        }
        best
    }

    /// Where the ray enters a box, rounded towards the start.
    fn enters_block(&self, block: &Block, extent: f64) -> Option<f64> {
        let margin = BOX_MARGIN * (extent + self.origin.amax());
        let (mut enters, mut leaves) = (self.from, f64::INFINITY);
        for axis in 0..3 {
            let to_centre = block.center[axis] - self.origin[axis];
            let half = block.half[axis] + margin;
            let along = self.direction[axis];
            if along == 0.0 {
                if to_centre.abs() > half {
                    return None;
                }
                continue;
            }
            let (one, two) = ((to_centre - half) / along, (to_centre + half) / along);
            enters = enters.max(one.min(two) - margin);
            leaves = leaves.min(one.max(two) + margin);
        }
        (enters <= leaves).then_some(enters)
    }

    fn meet_leaf(&self, leaf: &ConvexPart, corners: Corners) -> Option<RayEntry> {
        match &leaf.core {
            Core::Point(centre) => self.meet_ball(centre, leaf.radius),
            Core::Segment(ends) => self.meet_capsule(ends, leaf.radius),
            Core::Polytope(polytope) if polytope.flat => self.meet_triangle(polytope),
            Core::Polytope(polytope) => match &polytope.cuboid {
                Some(cuboid) if leaf.radius > 0.0 => self.meet_rounded_cuboid(cuboid, leaf.radius),
                _ => self.meet_polytope(polytope, corners),
            },
            Core::Smooth(smooth) => self.meet_surface(&smooth.surface),
        }
    }

    /// The first contact with the two end balls and the cylinder of a capsule.
    pub(super) fn meet_capsule(&self, ends: &[Vector3<f64>; 2], radius: f64) -> Option<RayEntry> {
        let [low, high] = ends;
        let balls = ends.iter().filter_map(|end| self.meet_ball(end, radius));
        let side = self.meet_cylinder(low, &(high - low), radius);
        let first = |one: RayEntry, other: RayEntry| if other.0 < one.0 { other } else { one };
        balls.chain(side).reduce(first)
    }

    /// The contact with the cylinder about a segment, between the planes through its ends;
    /// elsewhere the ray hits the end balls first.
    fn meet_cylinder(&self, end: &Vector3<f64>, segment: &Vector3<f64>, radius: f64) -> Option<RayEntry> {
        let length = segment.norm();
        let axis = segment / length;
        let across = |v: &Vector3<f64>| v - axis * v.dot(&axis);
        let (from, along) = (across(&(self.origin - end)), across(&self.direction));
        let speed_squared = along.norm_squared();
        let height_at = |at: f64| (self.origin + self.direction * at - end).dot(&axis);
        let is_between = |at: f64| (0.0..=length).contains(&height_at(at));
        if from.norm_squared() <= radius * radius && speed_squared == 0.0 {
            return is_between(self.from).then_some((self.from, None));
        }
        if speed_squared == 0.0 {
            return None;
        }
        let middle = -from.dot(&along) / speed_squared;
        let aside = (from + along * middle).norm();
        let room = (radius - aside) * (radius + aside);
        if !(room >= 0.0) {
            return None;
        }
        let half = (room / speed_squared).sqrt();
        let entry = self.convex(middle - half, middle + half, || {
            let out = from + along * (middle - half);
            out.try_normalize(0.0).unwrap_or(-self.direction)
        });
        entry.filter(|(at, _)| is_between(*at))
    }

    /// The contact with the intersection of the slabs of all faces.
    fn meet_polytope(&self, polytope: &Polytope, corners: Corners) -> Option<RayEntry> {
        let (mut enters, mut leaves, mut face) = (f64::NEG_INFINITY, f64::INFINITY, -self.direction);
        for normal in &polytope.normals {
            let high = corners.farthest(normal).dot(normal);
            let low = corners.farthest(&-normal).dot(normal);
            let (height, rate) = (normal.dot(&self.origin), normal.dot(&self.direction));
            if rate == 0.0 {
                if height < low || height > high {
                    return None;
                }
                continue;
            }
            // In through the low side if the ray rises along the normal, otherwise through the high
            // one.
            let (first, last, out) = if rate > 0.0 {
                (low, high, -normal)
            } else {
                (high, low, *normal)
            };
            let at = (first - height) / rate;
            if at > enters {
                (enters, face) = (at, out);
            }
            leaves = leaves.min((last - height) / rate);
        }
        self.convex(enters, leaves, || face)
    }

    /// From both sides. A triangle in a plane that contains the ray is not hit.
    fn meet_triangle(&self, triangle: &Polytope) -> Option<RayEntry> {
        let [a, b, c] = triangle.vertices.as_slice() else {
            return None;
        };
        // The largest component of the direction becomes z, and the ray is sheared along it.
        let z = self.direction.iamax();
        let (x, y) = ((z + 1) % 3, (z + 2) % 3);
        let (shear_x, shear_y) = (self.direction[x] / self.direction[z], self.direction[y] / self.direction[z]);
        let sheared = |vertex: &Vector3<f64>| {
            let from = vertex - self.origin;
            [from[x] - shear_x * from[z], from[y] - shear_y * from[z], from[z]]
        };
        let [a, b, c] = [sheared(a), sheared(b), sheared(c)];
        let edge = |from: &[f64; 3], to: &[f64; 3]| from[0] * to[1] - from[1] * to[0];
        let (u, v, w) = (edge(&b, &c), edge(&c, &a), edge(&a, &b));
        let outside = (u < 0.0 || v < 0.0 || w < 0.0) && (u > 0.0 || v > 0.0 || w > 0.0);
        let sum = u + v + w;
        // Written so that NaN counts as a miss.
        if outside || !(sum.abs() > 0.0) {
            return None;
        }
        let depth = (u * a[2] + v * b[2] + w * c[2]) / sum;
        let at = depth / self.direction[z];
        let normal = triangle.normals[0];
        let against = if normal.dot(&self.direction) > 0.0 { -normal } else { normal };
        match at {
            _ if at < self.from => None,
            _ if at == self.from => Some((at, None)),
            _ => Some((at, Some(against))),
        }
    }
}
