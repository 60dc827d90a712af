//! One of two convex parts that face each other.

use super::super::convex_part::{ConvexPart, Core};
use super::super::extreme::farthest;
use super::super::patch::support_height;
use super::NEARLY_FLUSH;
use nalgebra::Vector3;
use smallvec::SmallVec;

/// A face with a smaller cosine between its normal and a direction is parallel to that.
const LEAST_SLOPE: f64 = 0.1;

/// The side of a cylinder or a cone counts as facing a direction up to this sine of the angle to being across it.
const MOST_SLOPE: f64 = 0.5;

/// A face of a polytope.
struct Face {
    /// Unit, outward.
    normal: Vector3<f64>,
    /// How far the polytope reaches along it, in metres.
    reach: f64,
}

/// One of two parts that face each other, in its own axes.
pub(super) struct Side<'a> {
    leaf: &'a ConvexPart,
    /// Towards the other one.
    pub(super) direction: Vector3<f64>,
    /// How far its core reaches along the direction, in metres.
    height: f64,
    /// The faces that face the direction; none of a part without faces.
    faces: SmallVec<[Face; 8]>,
}

/// How far a part reaches, and its unit outward normal there, if it has one.
pub(super) struct Reach {
    pub(super) height: f64,
    pub(super) outward: Option<Vector3<f64>>,
}

impl<'a> Side<'a> {
    pub(super) fn new(leaf: &'a ConvexPart, direction: Vector3<f64>) -> Self {
        let mut faces = SmallVec::new();
        if let Core::Polytope(polytope) = &leaf.core {
            let normals = polytope.normals.iter().flat_map(|normal| [*normal, -normal]);
            let facing = normals.filter(|normal| normal.dot(&direction) > LEAST_SLOPE);
            faces.extend(facing.map(|normal| Face {
                normal,
                reach: polytope.vertices[farthest(&polytope.vertices, &normal)].dot(&normal),
            }));
        }
        Self {
            leaf,
            height: support_height(leaf, &direction) - leaf.radius,
            direction,
            faces,
        }
    }

    /// The corners of the faces that are nearly across the direction, and the far ends of the edges that are, as far
    /// as they are deeper than the extreme ones: a face that turns until it lies flush touches at all of its corners,
    /// and an edge where it crosses the edges of the other part.
    pub(super) fn deeper_points(&self, depth: f64, tolerance: f64) -> SmallVec<[Vector3<f64>; 8]> {
        let mut found = SmallVec::new();
        let least = self.height - depth;
        let is_deeper = |point: &Vector3<f64>| point.dot(&self.direction) < least;
        let rises_little = |from: &Vector3<f64>, to: &Vector3<f64>| {
            let along = to - from;
            along.dot(&self.direction) < NEARLY_FLUSH * along.norm()
        };
        if let Core::Segment([one, other]) = &self.leaf.core {
            for [from, to] in [[one, other], [other, one]] {
                if is_deeper(from) && rises_little(from, to) {
                    found.push(*from);
                }
            }
        }
        for face in &self.faces {
            let is_on = |point: &&Vector3<f64>| point.dot(&face.normal) >= face.reach - tolerance;
            let on: SmallVec<[&Vector3<f64>; 8]> = self.leaf.vertices().iter().filter(is_on).collect();
            let is_nearly_flush = (face.normal - self.direction).norm() < NEARLY_FLUSH;
            let extreme = || on.iter().filter(|point| !is_deeper(point));
            let counts = |point: &Vector3<f64>| is_nearly_flush || extreme().any(|top| rises_little(point, top));
            let deeper = on.iter().filter(|point| is_deeper(point) && counts(point));
            found.extend(deeper.map(|point| **point));
        }
        found
    }

    /// How far it reaches along the direction on the line through a point, at most, if it is within `depth` of the
    /// farthest one. (Where the line misses the core, as far as the planes of its faces do; of a smooth core, as far
    /// as the line between the extreme points of its two ends, or as it reaches anywhere.)
    pub(super) fn reach_at(&self, through: &Vector3<f64>, depth: f64) -> Reach {
        let direction = &self.direction;
        let farthest = Reach {
            height: self.height,
            outward: None,
        };
        let reach = match &self.leaf.core {
            Core::Point(_) => farthest,
            Core::Segment([from, to]) => reach_of_segment([*from, *to], direction, through),
            Core::Polytope(_) => {
                let above = through - direction * through.dot(direction);
                let mut lowest = farthest;
                for Face { normal, reach } in &self.faces {
                    let height = (reach - normal.dot(&above)) / normal.dot(direction);
                    if height < lowest.height || height == lowest.height && lowest.outward.is_none() {
                        lowest = Reach {
                            height,
                            outward: Some(*normal),
                        };
                    }
                }
                lowest
            }
            Core::Smooth(smooth) => match smooth.surface.feature(direction, depth).as_slice() {
                [from, to] if (to - from).dot(direction).abs() <= MOST_SLOPE * (to - from).norm() => {
                    reach_of_segment([*from, *to], direction, through)
                }
                _ => farthest,
            },
        };
        Reach {
            height: reach.height + self.leaf.radius,
            ..reach
        }
    }
}

/// How far a segment reaches along a direction where it is nearest to the line through a point.
fn reach_of_segment([from, to]: [Vector3<f64>; 2], direction: &Vector3<f64>, through: &Vector3<f64>) -> Reach {
    let (along, flat) = (to - from, |v: &Vector3<f64>| v - direction * v.dot(direction));
    let across = flat(&along);
    let share = match across.norm_squared() {
        0.0 => {
            return Reach {
                height: from.dot(direction).max(to.dot(direction)),
                outward: None,
            };
        }
        squared => flat(&(through - from)).dot(&across) / squared,
    };
    let outward = direction - along * (along.dot(direction) / along.norm_squared());
    Reach {
        height: (from + along * share.clamp(0.0, 1.0)).dot(direction),
        outward: outward.try_normalize(f64::EPSILON),
    }
}
