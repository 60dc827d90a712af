//! A ball and a cuboid: a point against a box at a distance.
//!
//! In the box's axes the squared distance of a point in uniform motion is the sum of squares of
//! linear functions of time, over the axes on which the point is beyond the box: a convex function
//! in at most seven parts, each a quadratic. Ericson (2005, "Real-Time Collision Detection",
//! section 5.5.7) iterates over faces, edges and corners; this iterates over time.

use super::super::convex_part::{ConvexPart, Cuboid};
use super::super::rotation::{rotated, rotated_back};
use super::constants::{MAX_DISTANCE_PARTS, UNAMBIGUOUS};
use super::{Core, Entry, FastResult, PartPair};
use nalgebra::Vector3;

impl PartPair<'_> {
    /// One of `a` and `b` is the cuboid, the other one the ball.
    pub(super) fn ball_and_cuboid(&self, a: &ConvexPart, b: &ConvexPart, cuboid: &Cuboid) -> FastResult {
        let into_a = |v: &Vector3<f64>| self.rotation.map_or(*v, |rotation| rotated(rotation, v));
        // The ball's centre and velocity relative to the box's centre, in a's axes, and whether the
        // box is b.
        let (center, velocity, box_is_b) = match (&a.core, &b.core) {
            (Core::Point(ball), _) => (ball - self.rel.position - into_a(&cuboid.center), -self.rel.velocity, true),
            (_, Core::Point(ball)) => (into_a(ball) + self.rel.position - cuboid.center, self.rel.velocity, false),
            _ => return FastResult::Undecided,
        };
        let in_box = |v: Vector3<f64>| {
            let v = match self.rotation {
                Some(rotation) if box_is_b => rotated_back(rotation, &v),
                _ => v,
            };
            Vector3::new(cuboid.axes[0].dot(&v), cuboid.axes[1].dot(&v), cuboid.axes[2].dot(&v))
        };
        let (start, velocity) = (in_box(center), in_box(velocity));
        let radius = a.radius + b.radius;
        let margin = self.margin(self.window.begin);
        let Some((s, beyond)) = (match self.first_at_distance(&cuboid.half, &start, &velocity, radius, margin) {
            Ok(found) => found,
            Err(undecided) => return undecided,
        }) else {
            return FastResult::Miss;
        };
        let to_ball = beyond / radius;
        let [x, y, z] = cuboid.axes;
        let to_ball = x * to_ball.x + y * to_ball.y + z * to_ball.z;
        let normal = if box_is_b { -into_a(&to_ball) } else { to_ball };
        FastResult::Hit(Entry {
            s,
            normal: normal.normalize(),
            unresolved: false,
        })
    }

    /// The time at which a point that begins well outside the box comes as near as `radius`, and
    /// its offset from the box then; none if it does not.
    fn first_at_distance(
        &self,
        half: &Vector3<f64>,
        start: &Vector3<f64>,
        velocity: &Vector3<f64>,
        radius: f64,
        margin: f64,
    ) -> Result<Option<(f64, Vector3<f64>)>, FastResult> {
        if beyond(half, start).norm_squared() <= (radius + margin) * (radius + margin) {
            return Err(FastResult::Undecided);
        }
        // Not before it is within the box widened by the radius.
        let (mut s, mut end) = (0.0f64, f64::INFINITY);
        for axis in 0..3 {
            let (x, v, width) = (start[axis], velocity[axis], half[axis] + radius + margin);
            if v == 0.0 {
                if x.abs() > width {
                    return Ok(None);
                }
            } else {
                let (middle, part) = (-x / v, width / v.abs());
                s = s.max(middle - part);
                end = end.min(middle + part);
            }
        }
        if s > end {
            return Ok(None);
        }
        let speed_squared = velocity.norm_squared();
        for _ in 0..MAX_DISTANCE_PARTS {
            let at = start + velocity * s;
            let (part, next) = part_from(half, &at, velocity, s);
            let along = part.beyond.dot(&part.velocity);
            if along >= 0.0 {
                // It is farther than the radius and recedes.
                return Ok(None);
            }
            // The distance falls to its root or to the end of the part (the geometric discriminant:
            // see `ball`).
            let excess = part.beyond.norm_squared() - radius * radius;
            let square = part.velocity.norm_squared();
            let missed = part.beyond.cross(&part.velocity).norm_squared();
            let nearest = (radius - margin).max(0.0);
            if missed < nearest * nearest * square {
                let root = (radius * radius * square - missed).sqrt();
                let after = (excess / (root - along)).max(0.0);
                if s + after <= next {
                    // The root over the radius is the closing speed.
                    let closes = root > radius * self.noise() && root * root > UNAMBIGUOUS * radius * radius * speed_squared;
                    let unambiguous = closes && s + after <= self.window.end;
                    let hit = part.beyond + part.velocity * after;
                    return if unambiguous {
                        Ok(Some((s + after, hit)))
                    } else {
                        Err(FastResult::Undecided)
                    };
                }
            } else if missed <= (radius + margin) * (radius + margin) * square {
                return Err(FastResult::Undecided);
            }
            if !(next < f64::INFINITY) {
                return Ok(None);
            }
            s = next;
        }
        Err(FastResult::Undecided)
    }
}

/// The offset of a point from the nearest point of the box.
fn beyond(half: &Vector3<f64>, at: &Vector3<f64>) -> Vector3<f64> {
    at - Vector3::new(
        at.x.clamp(-half.x, half.x),
        at.y.clamp(-half.y, half.y),
        at.z.clamp(-half.z, half.z),
    )
}

/// The axes on which the point is beyond the box during one part.
struct Part {
    beyond: Vector3<f64>,
    velocity: Vector3<f64>,
}

/// The part that begins at time `s`, with the point at `at`, and its end.
#[inline]
fn part_from(half: &Vector3<f64>, at: &Vector3<f64>, velocity: &Vector3<f64>, s: f64) -> (Part, f64) {
    let mut part = Part {
        beyond: Vector3::zeros(),
        velocity: Vector3::zeros(),
    };
    let mut end = f64::INFINITY;
    for axis in 0..3 {
        let (x, v, half) = (at[axis], velocity[axis], half[axis]);
        let (side, out) = if x < 0.0 { (-1.0, -x - half) } else { (1.0, x - half) };
        let outward = side * v;
        let is_out = out > 0.0 || (out == 0.0 && outward > 0.0);
        if is_out {
            part.beyond[axis] = side * out;
            part.velocity[axis] = v;
        }
        // Until it reaches this side of the box, or the side towards which it moves.
        let distance = match (is_out, outward < 0.0) {
            (true, true) => out,
            (true, false) => f64::INFINITY,
            (false, true) => half + side * x,
            (false, false) => -out,
        };
        let time = if v == 0.0 { f64::INFINITY } else { distance / v.abs() };
        if time < end {
            end = time;
        }
    }
    (part, s + end)
}
