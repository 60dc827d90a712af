//! How long a plane certainly separates two convex bodies of which one has a smooth surface: the bound of
//! [`plane`](super::plane) for all points of a surface.
//!
//! A point u of b has the height n·u + τ n·((w-Ω)×u) over the plane after τ seconds, less at most K τ²/2.
//! Since n·((w-Ω)×u) = u·m with m = n×(w-Ω), the lowest point of a whole surface with the support
//! function s has the height -s(-(n + τ m)): a concave function of τ, like the least of those of
//! vertices. The gap is the sum of such functions.
//!
//! The root is found from above, by Newton's method on the height of the lowest point at each time. A
//! last step along a chord, which is below a concave function, makes it a lower bound.

use super::super::smooth::{Hull, Surface};
use super::constants::{BEYOND_ROOT_FACTOR, MAX_VERTEX_PAIRS};
use super::plane::{Closing, OriginMotion, Plane};
use crate::roots::first_negative_quadratic;
use nalgebra::Vector3;
use smallvec::SmallVec;

/// A body: its core relative to its origin, in the world's axes, and how it moves about that.
#[derive(Clone, Copy, Debug)]
pub(super) struct RotatingHull<'p> {
    pub(super) hull: Hull<'p>,
    /// The angular velocity at the instant.
    pub(super) spin: Vector3<f64>,
    /// The greatest angular velocity from then on.
    pub(super) speed: f64,
    /// Bounds on the accelerations that rotation gives to the points, or to points around the surface,
    /// from then on; empty at constant spin.
    pub(super) accelerations: &'p [f64],
}

/// Two times that differ by a smaller share are the same root.
const LAST_DIGITS: f64 = 4.0 * f64::EPSILON;

/// A gap of no more than this many times the rounding of heights is lost in it.
const MANY_ROUNDINGS: f64 = 64.0;

/// A point's height over the lowest one, its rate, and half the greatest downward acceleration.
type Term = (f64, f64, f64);

/// The heights of the points of a body along a normal, as functions of time.
enum Heights<'p> {
    Points(SmallVec<[Term; 8]>),
    Surface {
        surface: &'p Surface,
        /// The normal towards the body, and its rate as seen from it.
        inward: Vector3<f64>,
        turn: Vector3<f64>,
        /// The height of the lowest point at the start.
        least: f64,
        /// Per node, as in [`Term`].
        half_pulls: SmallVec<[f64; 2]>,
    },
}

impl<'p> Heights<'p> {
    /// `sign`: 1 for the body that the normal points to, -1 for the other one.
    fn new(body: &RotatingHull<'p>, sign: f64, plane: &Plane) -> Self {
        let Plane { normal, plane_spin, .. } = plane;
        let (speed, plane_speed) = (body.speed, plane_spin.norm());
        let across = if plane_speed == 0.0 {
            normal.cross(&body.spin).norm()
        } else {
            speed
        };
        let inward = normal * sign;
        let turn = inward.cross(&(body.spin - plane_spin));
        // A bound for some points holds for all in their hull.
        let greatest = body.accelerations.iter().copied().reduce(f64::max);
        let half_pull = |acceleration: Option<f64>, turned: f64, length: f64| {
            let acceleration = acceleration.unwrap_or(across * turned);
            0.5 * (acceleration + (plane_speed * plane_speed + 2.0 * plane_speed * speed) * length)
        };
        match body.hull {
            Hull::Points(points) => {
                let mut terms: SmallVec<[Term; 8]> = points
                    .iter()
                    .enumerate()
                    .map(|(number, u)| {
                        let acceleration = body.accelerations.get(number).copied();
                        let half_pull = half_pull(acceleration, body.spin.cross(u).norm(), u.norm());
                        (inward.dot(u), turn.dot(u), half_pull)
                    })
                    .collect();
                let least = terms.iter().map(|term| term.0).fold(f64::INFINITY, f64::min);
                for term in &mut terms {
                    term.0 -= least;
                }
                Self::Points(terms)
            }
            Hull::Surface(surface) => Self::Surface {
                surface,
                inward,
                turn,
                least: -surface.height(&-inward),
                half_pulls: surface
                    .nodes
                    .iter()
                    .map(|node| {
                        let longest = node.longest();
                        let turned = body.spin.cross(&node.centre).norm() + speed * longest;
                        half_pull(greatest, turned, node.centre.norm() + longest)
                    })
                    .collect(),
            },
        }
    }

    /// The lowest point after `time`; the first of equals.
    fn lowest(&self, time: f64) -> Term {
        let mut best = ((0.0, 0.0, 0.0), f64::INFINITY);
        let mut consider = |term: Term| {
            let value = term.0 + (term.1 - term.2 * time) * time;
            if value < best.1 {
                best = (term, value);
            }
        };
        match self {
            Self::Points(terms) => terms.iter().copied().for_each(&mut consider),
            Self::Surface {
                surface,
                inward,
                turn,
                least,
                half_pulls,
            } => {
                let down = -(inward + turn * time);
                for (node, half_pull) in surface.nodes.iter().zip(half_pulls) {
                    let point = node.centre + node.extreme(&down);
                    consider((inward.dot(&point) - least, turn.dot(&point), *half_pull));
                }
            }
        }
        best.0
    }
}

/// How long the plane certainly separates the two, at most `limit`.
pub(super) fn separated_for(plane: &Plane, origin_motion: &OriginMotion, bodies: [&RotatingHull; 2], limit: f64) -> f64 {
    let gap = plane.gap;
    let Closing { limit, rate, half_pull } = Closing::of_origins(plane, origin_motion, limit);
    let (of_a, of_b) = (Heights::new(bodies[0], -1.0, plane), Heights::new(bodies[1], 1.0, plane));
    // The quadratic of the two lowest points after a time, which is nowhere below the gap, and the gap.
    let sum = |time: f64| {
        let (a, b) = (of_a.lowest(time), of_b.lowest(time));
        let quadratic = (gap + a.0 + b.0, rate + a.1 + b.1, -(half_pull + a.2 + b.2));
        (quadratic, quadratic.0 + (quadratic.1 + quadratic.2 * time) * time)
    };
    let mut time = limit;
    if !limit.is_finite() {
        let start = sum(0.0).0;
        let root = first_negative_quadratic(start.0, start.1, start.2);
        time = if root.is_finite() { root.max(f64::MIN_POSITIVE) } else { 1.0 };
        // Find a time beyond the root.
        while sum(time).1 >= 0.0 {
            time *= BEYOND_ROOT_FACTOR;
            if time == f64::INFINITY {
                return limit;
            }
        }
    }
    let mut below = gap.min(0.0);
    for _ in 0..MAX_VERTEX_PAIRS {
        let ((c0, c1, c2), value) = sum(time);
        if value >= 0.0 {
            return time;
        }
        below = value;
        let root = first_negative_quadratic(c0, c1, c2);
        // The last digits: Newton's method may go round in them.
        if !(root < time) || time - root <= LAST_DIGITS * time {
            if gap <= MANY_ROUNDINGS * -below {
                // The gap is lost in the rounding of the heights: a chord would be an arbitrary share.
                return time * (1.0 - 2.0 * LAST_DIGITS);
            }
            break;
        }
        time = root;
    }
    // The gap is concave: above the chord from the start to this time.
    let chord = time * (gap / (gap - below));
    if chord.is_finite() { chord.clamp(0.0, time) } else { 0.0 }
}
