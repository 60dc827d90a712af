//! Two polytopes: a ray against their Minkowski difference. Rounded cores, too, but only for
//! misses.
//!
//! b, relative to a, meets it when the origin, which moves by -v, meets the difference W of the two
//! (all vertices of b minus all of a).
//! 1. Project along v: find three corners of W about the ray in that projection, by the search of
//!    Gilbert, Johnson and Keerthi in the plane (1988, doi:10.1109/56.2083), or a direction across
//!    v in which W ends before the ray: a miss.
//! 2. The triangle of the three is a portal for the ray. Find the corner of W farthest out along
//!    its normal. Of the three triangles of that corner and an edge, the one about the ray is the
//!    next portal (the refinement of Snethen 2008, "XenoCollide", Game Programming Gems 7, for a
//!    ray that comes from outside).
//! 3. When no corner is farther out the portal is in a face of W: its plane gives time and normal.
//!
//! No distances, no iteration to a tolerance: about four corners for a miss, twelve for a hit of
//! hulls of 60 corners each.

use super::super::extreme::Corners;
use super::super::rotation::{rotated, rotated_back};
use super::super::simplex::shorter_cross;
use super::constants::{CORNER_ROUNDING, MAX_CORNERS, MIN_INCIDENCE};
use super::{Entry, FastResult, PartPair};
use nalgebra::{Matrix3, Vector2, Vector3};

/// All differences of a vertex of b, rotated and displaced, and a vertex of a.
struct Difference<'a> {
    a: Corners<'a>,
    b: Corners<'a>,
    rotation: Option<&'a Matrix3<f64>>,
    offset: Vector3<f64>,
}

impl Difference<'_> {
    /// The extreme corner along a direction, which need not be unit.
    fn corner(&self, along: &Vector3<f64>) -> Vector3<f64> {
        let on_a = self.a.farthest(&Vector3::new(-along.x, -along.y, -along.z));
        let on_b = match self.rotation {
            Some(rotation) => rotated(rotation, &self.b.farthest(&rotated_back(rotation, along))),
            None => self.b.farthest(along),
        };
        on_b + self.offset - on_a
    }
}

/// A corner of the difference, and its projection along the motion.
#[derive(Clone, Copy)]
struct Corner {
    at: Vector3<f64>,
    projected: Vector2<f64>,
}

/// The projection of the difference along the motion.
struct View<'a> {
    difference: Difference<'a>,
    /// Unit vectors orthogonal to the motion; right-handed with it.
    right: Vector3<f64>,
    up: Vector3<f64>,
    /// Radius that rounds the cores' difference, in metres.
    radius: f64,
    margin: f64,
    /// The scale of its coordinates.
    size: f64,
}

/// The end of the search in the projection without a portal.
enum ProjectionEnd {
    Miss,
    Undecided,
}

impl View<'_> {
    fn corner(&self, along: &Vector3<f64>) -> Corner {
        let at = self.difference.corner(along);
        Corner {
            at,
            projected: Vector2::new(at.dot(&self.right), at.dot(&self.up)),
        }
    }

    /// The extreme corner along a direction of the projection in which `from` is not far enough
    /// out. Or the end of the search, if the ray is unambiguously beyond all corners, or so near
    /// the rim that the case is ambiguous.
    fn beyond(&self, along: &Vector2<f64>, from: &Vector2<f64>) -> Result<Corner, ProjectionEnd> {
        let corner = self.corner(&(self.right * along.x + self.up * along.y));
        let (out, length) = (corner.projected.dot(along), along.norm());
        if out < -(self.radius + self.margin) * length {
            Err(ProjectionEnd::Miss)
        } else if out > self.margin * length || (self.radius > 0.0 && out - from.dot(along) > self.margin * length) {
            Ok(corner)
        } else {
            Err(ProjectionEnd::Undecided)
        }
    }

    /// Three corners about the ray.
    fn triangle(&self) -> Result<[Corner; 3], ProjectionEnd> {
        let from = Vector2::new(self.difference.offset.dot(&self.right), self.difference.offset.dot(&self.up));
        let mut one = if from.norm() > self.margin {
            self.beyond(&-from, &(from * 2.0))?
        } else {
            self.corner(&self.right)
        };
        let mut other = self.beyond(&-one.projected, &one.projected)?;
        for _ in 0..MAX_CORNERS {
            if other.projected.dot(&(one.projected - other.projected)) >= 0.0 {
                // The ray is beyond the end of the edge.
                one = other;
                other = self.beyond(&-one.projected, &one.projected)?;
                continue;
            }
            let edge = other.projected - one.projected;
            let mut across = Vector2::new(-edge.y, edge.x);
            if across.dot(&one.projected) > 0.0 {
                // So that the ray is to the left of the direction from one to other.
                std::mem::swap(&mut one, &mut other);
                across = -across;
            }
            let next = self.beyond(&across, &one.projected)?;
            let first = self.is_within(&one, &other);
            let second = self.is_within(&other, &next);
            let third = self.is_within(&next, &one);
            if first && second && third {
                return Ok([one, other, next]);
            }
            // The side of the triangle that is nearest the ray, or its new corner.
            if !second && next.projected.dot(&(other.projected - next.projected)) < 0.0 {
                one = next;
            } else if !third && next.projected.dot(&(one.projected - next.projected)) < 0.0 {
                other = next;
            } else if !(second && third) {
                one = next;
                other = self.beyond(&-next.projected, &next.projected)?;
            } else {
                return Err(ProjectionEnd::Undecided);
            }
        }
        Err(ProjectionEnd::Undecided)
    }

    /// Whether the ray is unambiguously to the left of the line from one corner to another.
    #[inline]
    fn is_within(&self, from: &Corner, to: &Corner) -> bool {
        let twice_area = from.projected.perp(&to.projected);
        let length_squared = (to.projected - from.projected).norm_squared();
        twice_area > 0.0 && twice_area * twice_area > self.margin * self.margin * length_squared
    }

    /// The last portal's outward normal, and the extreme corner of the difference along it; none
    /// where the ray does not hit one face unambiguously.
    fn face(&self, mut portal: [Corner; 3]) -> Option<(Vector3<f64>, Vector3<f64>)> {
        for _ in 0..MAX_CORNERS {
            let [p, q, r] = portal;
            let normal = shorter_cross(&p.at, &q.at, &r.at);
            let square = normal.norm_squared();
            let next = self.corner(&normal);
            let farther = normal.dot(&(next.at - p.at));
            let rounding = CORNER_ROUNDING * self.size;
            if farther <= 0.0 || farther * farther <= rounding * rounding * square {
                // At an edge of a face the next face is as good: a tie.
                let one_face = self.is_within(&p, &q) && self.is_within(&q, &r) && self.is_within(&r, &p);
                return (one_face && square > 0.0).then(|| (normal / square.sqrt(), next.at));
            }
            let sides = [
                p.projected.perp(&next.projected),
                q.projected.perp(&next.projected),
                r.projected.perp(&next.projected),
            ];
            portal = if sides[0] <= 0.0 && sides[1] >= 0.0 {
                [p, q, next]
            } else if sides[1] <= 0.0 && sides[2] >= 0.0 {
                [q, r, next]
            } else if sides[2] <= 0.0 && sides[0] >= 0.0 {
                [r, p, next]
            } else {
                return None;
            };
        }
        None
    }
}

/// A unit vector orthogonal to a unit vector.
fn across(unit: &Vector3<f64>) -> Vector3<f64> {
    let (x, y, z) = (unit.x.abs(), unit.y.abs(), unit.z.abs());
    let square = if x <= y && x <= z {
        Vector3::new(0.0, unit.z, -unit.y)
    } else if y <= z {
        Vector3::new(-unit.z, 0.0, unit.x)
    } else {
        Vector3::new(unit.y, -unit.x, 0.0)
    };
    square / square.norm()
}

impl PartPair<'_> {
    /// Whether the two cores, rounded by `radius`, meet; only misses are decided if `radius` is not
    /// 0.
    pub(super) fn polytopes(&self, radius: f64) -> FastResult {
        let [a, b] = self.corners;
        let velocity = &self.rel.velocity;
        let speed = velocity.norm();
        if !(speed > 0.0) {
            return FastResult::Undecided;
        }
        let ahead = velocity / speed;
        // Some distance before their boxes meet, so that they are apart, but not so far that digits
        // are lost.
        let from = (self.window.begin - self.extent / speed).max(0.0);
        let right = across(&ahead);
        let offset = self.rel.position_at(from);
        let view = View {
            size: self.extent + offset.norm(),
            difference: Difference {
                a,
                b,
                rotation: self.rotation,
                offset,
            },
            right,
            up: ahead.cross(&right),
            radius,
            margin: self.margin(self.window.begin),
        };
        let portal = match view.triangle() {
            Ok(_) if radius > 0.0 => return FastResult::Undecided,
            Ok(portal) => portal,
            Err(ProjectionEnd::Miss) => return FastResult::Miss,
            Err(_) => return FastResult::Undecided,
        };
        let Some((outward, farthest)) = view.face(portal) else {
            return FastResult::Undecided;
        };
        let (gap, closing) = (-outward.dot(&farthest), outward.dot(velocity));
        let s = from + gap / closing;
        let least = self.noise().max(MIN_INCIDENCE * speed);
        if gap > view.margin && closing > least && s <= self.window.end {
            let normal = -outward;
            let unresolved = false;
            FastResult::Hit(Entry { s, normal, unresolved })
        } else {
            FastResult::Undecided
        }
    }
}
