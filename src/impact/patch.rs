//! Contact patches: the common area of two convex parts, or of a part and a plane, across a given
//! normal.
//!
//! The feature of a part is the extreme subset of its core along the normal: a point, a segment or
//! a polygon. The patch is the intersection of the two features, projected along the normal. Its
//! centroid is the contact point.

use super::convex_part::ConvexPart;
use super::extreme::farthest;
use super::mirror::{mirrors, symmetrize};
use super::polygon::{Polygon, centroid, clip, distance_to_segment, hull, longest, meet};
use nalgebra::{Vector2, Vector3};
use smallvec::SmallVec;

/// Axes of a plane.
pub(super) struct Plane {
    normal: Vector3<f64>,
    u: Vector3<f64>,
    w: Vector3<f64>,
}

impl Plane {
    /// The plane through the origin across a unit normal.
    pub(super) fn new(normal: &Vector3<f64>) -> Self {
        let axis = Vector3::ith(normal.iamin(), 1.0);
        let u = normal.cross(&axis).normalize();
        Self {
            normal: *normal,
            u,
            w: normal.cross(&u),
        }
    }

    /// A point projected along the normal.
    pub(super) fn flatten(&self, point: &Vector3<f64>) -> Vector2<f64> {
        Vector2::new(point.dot(&self.u), point.dot(&self.w))
    }

    pub(super) fn raise(&self, point: &Vector2<f64>, height: f64) -> Vector3<f64> {
        self.u * point.x + self.w * point.y + self.normal * height
    }
}

/// The union of patches in one plane: a weighted mean of their centroids. If some have area, those
/// without are ignored; if some have length, single points are ignored.
#[derive(Clone, Debug, Default)]
pub(super) struct Patches {
    /// Weight and weighted sum of patches with area, with length, and of points.
    sums: [(f64, Vector3<f64>); 3],
}

impl Patches {
    pub(super) fn centroid(&self) -> Option<Vector3<f64>> {
        self.sums
            .iter()
            .find(|(weight, _)| *weight > 0.0)
            .map(|(weight, sum)| sum / *weight)
    }

    fn add(&mut self, dimension: usize, weight: f64, point: Vector3<f64>) {
        let (total, sum) = &mut self.sums[2 - dimension];
        *total += weight;
        *sum += point * weight;
    }

    fn add_polygon(&mut self, polygon: &Polygon, plane: &Plane, height: f64, tolerance: f64) {
        let Some([from, to]) = longest(polygon) else { return };
        let length = (to - from).norm();
        let (dimension, weight, mut point) = match centroid(polygon) {
            // Wider than rounding.
            Some((point, area)) if area > tolerance * length => (2, area, point),
            _ if length > tolerance => (1, length, (from + to) * 0.5),
            _ => (0, 1.0, from),
        };
        for (coordinate, is_mirror) in mirrors(polygon).into_iter().enumerate() {
            if is_mirror {
                point[coordinate] = 0.0;
            }
        }
        self.add(dimension, weight, plane.raise(&point, height));
    }

    /// Adds the patch of `a` and `b`, displaced by `offset`, in their common plane across `normal`,
    /// half way between the two where they overlap. Adds nothing if they do not meet.
    pub(super) fn add_meeting(
        &mut self,
        a: &ConvexPart,
        b: &ConvexPart,
        offset: &Vector3<f64>,
        normal: &Vector3<f64>,
        tolerance: f64,
    ) {
        let plane = Plane::new(normal);
        let (patch, height) = meeting(a, b, offset, &plane, tolerance);
        self.add_polygon(&patch, &plane, height, tolerance);
    }

    /// Adds the part's feature along `direction`, if it is as far out as `height`.
    pub(super) fn add_support(&mut self, leaf: &ConvexPart, direction: &Vector3<f64>, height: f64, tolerance: f64) {
        let plane = Plane::new(direction);
        let (reached, feature) = feature(leaf, direction, &Vector3::zeros(), &plane, tolerance);
        if reached >= height - tolerance {
            self.add_polygon(&feature, &plane, height, tolerance);
        }
    }
}

/// The corners of the patch in which two parts meet across `normal`, b displaced by `offset`; none
/// if they do not meet.
pub(super) fn meeting_corners(
    a: &ConvexPart,
    b: &ConvexPart,
    offset: &Vector3<f64>,
    normal: &Vector3<f64>,
    tolerance: f64,
) -> SmallVec<[Vector3<f64>; 8]> {
    let plane = Plane::new(normal);
    let (patch, height) = meeting(a, b, offset, &plane, tolerance);
    patch.iter().map(|corner| plane.raise(corner, height)).collect()
}

/// The patch in which two parts meet in a plane, b displaced by `offset`, and its height along the
/// normal: half way between the two where they overlap. No corners if they do not meet.
fn meeting(a: &ConvexPart, b: &ConvexPart, offset: &Vector3<f64>, plane: &Plane, tolerance: f64) -> (Polygon, f64) {
    let (height_a, feature_a) = feature(a, &plane.normal, &Vector3::zeros(), plane, tolerance);
    let (height_b, feature_b) = feature(b, &-plane.normal, offset, plane, tolerance);
    let mut patch = common(&feature_a, &feature_b, tolerance);
    let (of_a, of_b) = (mirrors(&feature_a), mirrors(&feature_b));
    for coordinate in 0..2 {
        if of_a[coordinate] && of_b[coordinate] {
            symmetrize(&mut patch, coordinate);
        }
    }
    (patch, 0.5 * (height_a - height_b))
}

/// The centroid of the polygon, segment or point with these corners, in a plane across `normal`;
/// none without corners.
pub(super) fn polygon_centroid(corners: &[Vector3<f64>], normal: &Vector3<f64>, tolerance: f64) -> Option<Vector3<f64>> {
    let plane = Plane::new(normal);
    let height = corners.first()?.dot(normal);
    let polygon: Polygon = corners.iter().map(|corner| plane.flatten(corner)).collect();
    let mut patches = Patches::default();
    patches.add_polygon(&polygon, &plane, height, tolerance);
    patches.centroid()
}

/// The centroid of the hull of points that lie in a plane across `normal`; none without points.
pub(super) fn hull_centroid(points: &[Vector3<f64>], normal: &Vector3<f64>, tolerance: f64) -> Option<Vector3<f64>> {
    let plane = Plane::new(normal);
    let height = points.first()?.dot(normal);
    let projected: Polygon = points.iter().map(|point| plane.flatten(point)).collect();
    let mut patches = Patches::default();
    patches.add_polygon(&hull(&projected, tolerance), &plane, height, tolerance);
    patches.centroid()
}

/// Extent of a part along a unit direction.
pub(super) fn support_height(leaf: &ConvexPart, direction: &Vector3<f64>) -> f64 {
    if let Some(surface) = leaf.surface() {
        return surface.height(direction) + leaf.radius;
    }
    let vertices = leaf.vertices();
    vertices[farthest(vertices, direction)].dot(direction) + leaf.radius
}

/// Extent of a displaced part along `direction`, and its extreme feature projected along it.
fn feature(leaf: &ConvexPart, direction: &Vector3<f64>, offset: &Vector3<f64>, plane: &Plane, tolerance: f64) -> (f64, Polygon) {
    let (height, extreme) = extreme_points(leaf, direction, offset, plane, tolerance);
    (height, hull(&extreme, tolerance))
}

/// Extent of a displaced part along `direction`, and the points of its core that are extreme to within
/// `depth`, projected along it.
pub(super) fn extreme_points(
    leaf: &ConvexPart,
    direction: &Vector3<f64>,
    offset: &Vector3<f64>,
    plane: &Plane,
    depth: f64,
) -> (f64, Polygon) {
    let height = support_height(leaf, direction) - leaf.radius;
    let on_surface = leaf.surface().map(|surface| surface.feature(direction, depth));
    let extreme: Polygon = on_surface
        .as_deref()
        .unwrap_or_else(|| leaf.vertices())
        .iter()
        .filter(|v| v.dot(direction) >= height - depth)
        .map(|v| plane.flatten(&(v + offset)))
        .collect();
    (height + leaf.radius + offset.dot(direction), extreme)
}

/// The intersection of two features.
pub(super) fn common(a: &Polygon, b: &Polygon, tolerance: f64) -> Polygon {
    let point = |p: &Vector2<f64>| Polygon::from_slice(&[*p]);
    match (a.as_slice(), b.as_slice()) {
        ([p], [q]) if (p - q).norm() <= tolerance => point(&((p + q) * 0.5)),
        ([p], [c, d]) | ([c, d], [p]) if distance_to_segment(p, [*c, *d]) <= tolerance => point(p),
        ([_] | [_, _], [_, _, _, ..]) => clip(a, b, tolerance),
        ([_, _, _, ..], [_] | [_, _]) => clip(b, a, tolerance),
        (&[p, q], &[c, d]) => meet([p, q], [c, d], tolerance),
        ([_, _, _, ..], [_, _, _, ..]) => clip(a, b, tolerance),
        _ => Polygon::new(),
    }
}
