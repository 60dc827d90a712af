//! Distances by parry, sampled over time, minimised and bisected: slow and simple.

use super::*;
use crate::scene::ShapeKind;
use nalgebra::Isometry3;
use parry3d::math::{Pose, Rotation, Vector};
use parry3d::query;
use parry3d::shape::{SharedShape, SupportMap};

/// A convex part of a shape in parry's form, its place in the body, and a radius about it.
type Part = (Form, Isometry3<f64>, f64);

/// A convex part in parry's form.
enum Form {
    Shape(SharedShape),
    Ellipsoid(Ellipsoid),
}

/// The half axes of an ellipsoid, which parry does not have.
struct Ellipsoid(Vector3<f64>);

impl SupportMap for Ellipsoid {
    fn local_support_point(&self, direction: Vector) -> Vector {
        let along = Vector3::from(direction).component_mul(&self.0);
        convert(&along.normalize().component_mul(&self.0))
    }
}

impl Form {
    fn support_map(&self) -> &dyn SupportMap {
        match self {
            Self::Shape(shape) => shape.as_support_map().expect("all parts are convex and bounded"),
            Self::Ellipsoid(ellipsoid) => ellipsoid,
        }
    }

    /// The centre and the radius of a ball around it.
    fn ball(&self) -> (Vector, f64) {
        match self {
            Self::Shape(shape) if shape.as_halfspace().is_some() => (Vector::ZERO, f64::INFINITY),
            Self::Shape(shape) => {
                let ball = shape.compute_local_bounding_sphere();
                (ball.center, ball.radius)
            }
            Self::Ellipsoid(ellipsoid) => (Vector::ZERO, ellipsoid.0.max()),
        }
    }

    fn distance(&self, place: &Pose, other: &Self, other_place: &Pose) -> f64 {
        match (self, other) {
            (Self::Shape(one), Self::Shape(two)) => {
                query::distance(place, one.as_ref(), other_place, two.as_ref())
                    .unwrap()
                    .distance
            }
            _ if matches!(self, Self::Shape(shape) if shape.as_halfspace().is_some()) => {
                let normal = place.rotation * self.normal();
                let down = other_place.inverse_transform_vector(-normal);
                let lowest = other_place.transform_point(other.support_map().local_support_point(down));
                (normal.dot(lowest - place.translation)).max(0.0)
            }
            (_, Self::Shape(shape)) if shape.as_halfspace().is_some() => other.distance(other_place, self, place),
            _ => unreachable!("certified"),
        }
    }

    fn normal(&self) -> Vector {
        match self {
            Self::Shape(shape) => shape.as_halfspace().expect("a half-space").normal,
            Self::Ellipsoid(_) => unreachable!(),
        }
    }
}

/// A pair of bodies and the convex parts of each.
pub(super) struct Oracle {
    parts: [Vec<Part>; 2],
    bodies: [TestBody; 2],
    pieces: [MotionPiece; 2],
}

impl Oracle {
    pub(super) fn new(a: &TestBody, b: &TestBody) -> Self {
        let parts = [a, b].map(|body| {
            let mut found = Vec::new();
            add_parts(&body.shape, &Isometry3::identity(), &mut found);
            found
        });
        Self {
            parts,
            bodies: [a.clone(), b.clone()],
            pieces: [a.piece, b.piece],
        }
    }

    /// The distance at time t; 0 where they overlap.
    pub(super) fn distance(&self, t: f64) -> f64 {
        let [at_a, at_b] = [0, 1].map(|i| {
            let body = self.pieces[i].pose_at(t);
            self.parts[i]
                .iter()
                .map(|(_, place, _)| pose(&(body * place)))
                .collect::<Vec<_>>()
        });
        let swell = self.pieces[0].swell_at(t) + self.pieces[1].swell_at(t);
        let mut least = f64::INFINITY;
        for (bound, i, j) in self.nearest_first([&at_a, &at_b]) {
            if bound - swell > least {
                break;
            }
            let ((part_a, _, radius_a), (part_b, _, radius_b)) = (&self.parts[0][i], &self.parts[1][j]);
            let (place_a, place_b) = (&at_a[i], &at_b[j]);
            if let Some(found) = self.certified([i, j], [place_a, place_b], t) {
                least = least.min((found - swell).max(0.0));
                continue;
            }
            let found = part_a.distance(place_a, part_b, place_b);
            least = least.min((found - (radius_a + radius_b) - swell).max(0.0));
        }
        least
    }

    /// The numbers of all pairs of parts, with a lower bound of their distance by balls around them, the
    /// least first.
    fn nearest_first(&self, places: [&[Pose]; 2]) -> Vec<(f64, usize, usize)> {
        let [of_a, of_b] = [0, 1].map(|side| {
            let parts = self.parts[side].iter().zip(places[side]);
            let balls = parts.map(|((form, _, radius), place)| {
                let (centre, around) = form.ball();
                (place.transform_point(centre), around + radius)
            });
            balls.collect::<Vec<_>>()
        });
        let mut pairs = Vec::new();
        for (i, (centre_a, radius_a)) in of_a.iter().enumerate() {
            for (j, (centre_b, radius_b)) in of_b.iter().enumerate() {
                pairs.push(((centre_b - centre_a).length() - (radius_a + radius_b), i, j));
            }
        }
        pairs.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
        pairs
    }

    /// The distance of two parts, one of them smooth, of which parry's own is off by up to 1e-5: that of
    /// the engine, with a proof. The gap along a normal,
    /// here by parry's support functions, is a lower bound, and that of two points an upper one.
    fn certified(&self, numbers: [usize; 2], places: [&Pose; 2], t: f64) -> Option<f64> {
        let forms = [0, 1].map(|side| &self.parts[side][numbers[side]]);
        if self.bodies.iter().any(|body| body.collider.is_half_space()) {
            return None;
        }
        let leaves = [0, 1].map(|side| &self.bodies[side].collider.parts().unwrap().leaves[numbers[side]]);
        if leaves.iter().all(|leaf| leaf.surface().is_none()) {
            return None;
        }
        let [a, b] = [0, 1].map(|side| {
            let rotation = self.pieces[side].orientation_at(t).to_rotation_matrix();
            leaves[side].rotated(rotation.matrix())
        });
        let offset = self.pieces[1].position_at(t) - self.pieces[0].position_at(t);
        let meeting = crate::impact::smooth::SmoothPair::of(&a, &b).unwrap().meeting(&offset, None);
        let height = |side: usize, n: &Vector3<f64>| {
            let (form, _, radius) = forms[side];
            let n = convert(n);
            let local = places[side].rotation.inverse() * n;
            let point = places[side].transform_point(form.support_map().local_support_point(local));
            point.dot(n) + radius
        };
        let gap = -height(1, &-meeting.normal) - height(0, &meeting.normal);
        assert!(
            (gap - meeting.gap).abs() < 1e-13 * (1.0 + offset.norm() + t),
            "{gap:e} {meeting:?}"
        );
        // Nearer, the points differ by rounding.
        if meeting.gap > 1e-12 {
            let apart = (meeting.points[1] - meeting.points[0]).norm();
            assert!(
                (apart - gap).abs() < 1e-12 * (1.0 + offset.norm() + t),
                "{apart:e} {meeting:?}"
            );
        } else if meeting.gap < -1e-4 {
            let between = places[0].inv_mul(places[1]);
            let found =
                query::details::distance_support_map_support_map(&between, forms[0].0.support_map(), forms[1].0.support_map());
            assert!(found <= forms[0].2 + forms[1].2, "{meeting:?} {found}");
        }
        Some(meeting.gap.max(0.0))
    }

    /// Times in `from`..`to` and whether the two touch then: evenly spaced ones, and minima of the
    /// distance between them.
    pub(super) fn samples(&self, from: f64, to: f64, count: u32) -> Vec<(f64, bool)> {
        let step = (to - from) / f64::from(count);
        let at = |k: u32| from + step * f64::from(k);
        let distances: Vec<f64> = (0..=count).map(|k| self.distance(at(k))).collect();
        let mut samples: Vec<(f64, bool)> = Vec::new();
        for k in 0..=count {
            let here = distances[k as usize];
            let before = if k > 0 { distances[k as usize - 1] } else { f64::INFINITY };
            let after = distances.get(k as usize + 1).copied().unwrap_or(f64::INFINITY);
            samples.push((at(k), here == 0.0));
            if here > 0.0 && before > 0.0 && after > 0.0 && here <= before && here <= after {
                let least = self.minimum(at(k.max(1) - 1), at((k + 1).min(count)));
                samples.push((least, self.distance(least) == 0.0));
            }
        }
        samples
    }

    /// The time of impact of two convex bodies in uniform motion from time 0, by parry's shape
    /// cast, in a window scaled to 1.
    pub(super) fn cast(&self, until: f64) -> Option<f64> {
        let [a, b] = [0, 1].map(|i| pose(&(self.pieces[i].pose_at(0.0) * self.parts[i][0].1)));
        let [velocity_a, velocity_b] = self.pieces.map(|piece| convert(&(piece.velocity * until)));
        let [part_a, part_b] = [0, 1].map(|i| match &self.parts[i][0].0 {
            Form::Shape(shape) => shape.as_ref(),
            Form::Ellipsoid(_) => panic!("parry has no ellipsoids"),
        });
        let options = query::ShapeCastOptions {
            max_time_of_impact: 1.0,
            stop_at_penetration: false,
            ..Default::default()
        };
        let hit = query::cast_shapes(&a, velocity_a, part_a, &b, velocity_b, part_b, options).unwrap();
        hit.map(|hit| hit.time_of_impact * until)
    }

    fn minimum(&self, mut low: f64, mut high: f64) -> f64 {
        for _ in 0..80 {
            let (left, right) = (low + (high - low) * 0.382, high - (high - low) * 0.382);
            if self.distance(left) < self.distance(right) {
                high = right;
            } else {
                low = left;
            }
        }
        0.5 * (low + high)
    }
}

fn add_parts(shape: &Shape, place: &Isometry3<f64>, found: &mut Vec<Part>) {
    let part = match shape.kind() {
        ShapeKind::Ball { radius } => SharedShape::ball(*radius),
        ShapeKind::Cuboid { half_extents: h } => SharedShape::cuboid(h.x, h.y, h.z),
        ShapeKind::Capsule { half_height, radius } => {
            // As a segment and a radius: parry's own capsules have a relative error of 5e-8 in
            // distance.
            let end = Vector::new(0.0, *half_height, 0.0);
            found.push((Form::Shape(SharedShape::segment(-end, end)), *place, *radius));
            return;
        }
        ShapeKind::Ellipsoid { half_axes } => {
            found.push((Form::Ellipsoid(Ellipsoid(*half_axes)), *place, 0.0));
            return;
        }
        ShapeKind::Cylinder { half_height, radius } => SharedShape::cylinder(*half_height, *radius),
        ShapeKind::Cone { half_height, radius } => SharedShape::cone(*half_height, *radius),
        ShapeKind::RoundedCuboid { half_extents: h, radius } => {
            found.push((Form::Shape(SharedShape::cuboid(h.x, h.y, h.z)), *place, *radius));
            return;
        }
        ShapeKind::HalfSpace { normal } => SharedShape::halfspace(convert(normal)),
        ShapeKind::Convex { points } => {
            let points: Vec<_> = points.iter().map(convert).collect();
            SharedShape::convex_hull(&points).unwrap()
        }
        ShapeKind::Mesh { vertices, triangles } => {
            for triangle in triangles {
                let [a, b, c] = triangle.map(|i| convert(&vertices[i as usize]));
                found.push((Form::Shape(SharedShape::triangle(a, b, c)), *place, 0.0));
            }
            return;
        }
        ShapeKind::Compound { parts } => {
            for (within, part) in parts {
                add_parts(part, &(place * within), found);
            }
            return;
        }
    };
    found.push((Form::Shape(part), *place, 0.0));
}

fn convert(v: &Vector3<f64>) -> Vector {
    Vector::new(v.x, v.y, v.z)
}

fn pose(place: &Isometry3<f64>) -> Pose {
    let (r, t) = (place.rotation, place.translation.vector);
    Pose::from_parts(convert(&t), Rotation::from_xyzw(r.i, r.j, r.k, r.w))
}
