//! How long a rotating plane between two convex parts certainly separates them.
//!
//! The plane has the unit normal n(τ) = exp(Ωτ) n, τ seconds from now. A vertex of b is u from b's
//! origin now, and b's origin p from a's. Its height over the plane through a's origin is
//!
//! > h(τ) = n(τ)·(p(τ) + exp(wτ) u), h'(0) = n·v + (Ω×n)·p + n·((w-Ω)×u),
//!
//! and its second derivative is at least -K with
//!
//! > K = max(-n·a, 0) + |n×w| |w×u| if Ω = 0, else |a| + 2|Ω|V + Ω²P + (Ω² + 2|Ω||w|) |u| + |w|
//! > |w×u|,
//!
//! At a spin that changes, |w| is the greatest, and |n×w| |w×u| or |w| |w×u| is the greatest
//! acceleration of the vertex over the rotation ([`Rotation::most_acceleration`]).
//!
//! V and P are the greatest speed and distance of the origins over the step. (For Ω = 0 a vertex's
//! height is a sinusoid of amplitude |n×w| |w×u| / w².) Likewise for a, from below. So the gap at τ
//! is at least the least, over the vertices of b, of concave quadratics in τ, plus the same of a,
//! minus the growth of the radii, which is linear. It becomes negative at the least of the roots of
//! the sums of two.
//!
//! The root is found from above: at a time with a negative gap, the two vertices with that gap have
//! an earlier root. Repeat from that root, until no two vertices have a negative gap.

use super::super::rotation::fast_min;
use super::constants::{BEYOND_ROOT_FACTOR, MAX_VERTEX_PAIRS, PARALLEL_EDGES_SQUARED};
use super::pair::PointBounds;
use crate::roots::first_negative_quadratic;
use nalgebra::Vector3;
use smallvec::SmallVec;
use std::hint::select_unpredictable;

/// A plane between two parts at an instant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    /// Unit normal from a to b.
    pub(super) normal: Vector3<f64>,
    /// The angular velocity Ω of the plane, in rad/s.
    pub(super) plane_spin: Vector3<f64>,
    /// The gap along the normal, >= 0.
    pub(super) gap: f64,
}

/// The relative motion of the origins at the instant.
#[derive(Clone, Copy, Debug)]
pub(super) struct OriginMotion {
    pub(super) position: Vector3<f64>,
    pub(super) velocity: Vector3<f64>,
    pub(super) acceleration: Vector3<f64>,
    /// Growth rate of the sum of the two radii, in m/s.
    pub(super) growth: f64,
}

/// A part's vertices relative to its body's origin, in the world's axes, and the body's spin.
#[derive(Clone, Copy, Debug)]
pub(super) struct RotatingPoints<'p> {
    pub(super) points: &'p [Vector3<f64>],
    /// Radii about the points, if they differ; empty if the gap already includes them.
    pub(super) radii: &'p [f64],
    /// The angular velocity at the instant.
    pub(super) spin: Vector3<f64>,
    /// The greatest angular velocity from then on.
    pub(super) speed: f64,
    pub(super) bounds: &'p PointBounds,
}

/// A vertex's height over the lowest one, its rate, and half the greatest downward acceleration.
type Term = (f64, f64, f64);

/// How the origins alone close the gap: its rate, and half the greatest downward acceleration, which hold
/// up to a limit.
pub(super) struct Closing {
    pub(super) limit: f64,
    pub(super) rate: f64,
    pub(super) half_pull: f64,
}

impl Closing {
    pub(super) fn of_origins(plane: &Plane, origin_motion: &OriginMotion, limit: f64) -> Self {
        let Plane { normal, plane_spin, .. } = plane;
        let plane_speed = plane_spin.norm();
        let rate = normal.dot(&origin_motion.velocity) - origin_motion.growth;
        if plane_speed == 0.0 {
            let half_pull = 0.5 * (-normal.dot(&origin_motion.acceleration)).max(0.0);
            return Self { limit, rate, half_pull };
        }
        // The bounds V and P are those over one radian.
        let limit = limit.min(1.0 / plane_speed);
        let acceleration = origin_motion.acceleration.norm();
        let speed = origin_motion.velocity.norm() + acceleration * limit;
        let distance = origin_motion.position.norm() + speed * limit;
        Self {
            limit,
            rate: rate + plane_spin.cross(normal).dot(&origin_motion.position),
            half_pull: 0.5 * (acceleration + plane_speed * (2.0 * speed + plane_speed * distance)),
        }
    }
}

/// How long the plane certainly separates the two, at most `limit`.
pub(super) fn separated_for(
    plane: &Plane,
    origin_motion: &OriginMotion,
    a: &RotatingPoints,
    b: &RotatingPoints,
    limit: f64,
) -> f64 {
    let Plane { normal, plane_spin, gap } = plane;
    let plane_speed = plane_spin.norm();
    let Closing { limit, rate, half_pull } = Closing::of_origins(plane, origin_motion, limit);
    let (mut of_a, mut of_b) = (SmallVec::new(), SmallVec::new());
    terms(&mut of_a, a, -1.0, normal, plane_spin, plane_speed);
    terms(&mut of_b, b, 1.0, normal, plane_spin, plane_speed);
    let sum = |a: &Term, b: &Term| (gap + a.0 + b.0, rate + a.1 + b.1, -(half_pull + a.2 + b.2));
    let mut time = if limit.is_finite() {
        limit
    } else {
        let crude = sum(&crudest(&of_a), &crudest(&of_b));
        let root = first_negative_quadratic(crude.0, crude.1, crude.2);
        if root == f64::INFINITY {
            return limit;
        }
        // A crude root of 0 gives no scale for the true one.
        root.max(f64::MIN_POSITIVE)
    };
    // Find a time beyond the root, if there is no limit.
    while limit == f64::INFINITY && time < f64::INFINITY {
        let (c0, c1, c2) = sum(&lowest(&of_a, time), &lowest(&of_b, time));
        if c0 + (c1 + c2 * time) * time < 0.0 {
            break;
        }
        time *= BEYOND_ROOT_FACTOR;
    }
    if time == f64::INFINITY {
        return limit;
    }
    for _ in 0..MAX_VERTEX_PAIRS {
        let (c0, c1, c2) = sum(&lowest(&of_a, time), &lowest(&of_b, time));
        if c0 + (c1 + c2 * time) * time >= 0.0 {
            return time;
        }
        let root = first_negative_quadratic(c0, c1, c2);
        if root >= time {
            return time;
        }
        time = root;
    }
    let (c0, c1, c2) = sum(&crudest(&of_a), &crudest(&of_b));
    first_negative_quadratic(c0, c1, c2).min(time)
}

/// Fills in the terms of a body's points. The rate of a height is n·((w-Ω)×u) = (n×(w-Ω))·u.
fn terms(
    all: &mut SmallVec<[Term; 8]>,
    body: &RotatingPoints,
    sign: f64,
    normal: &Vector3<f64>,
    plane_spin: &Vector3<f64>,
    plane_speed: f64,
) {
    let (up, across) = (normal * sign, normal.cross(&(body.spin - plane_spin)) * sign);
    let PointBounds {
        distances,
        speeds,
        accelerations,
    } = body.bounds;
    // Half the greatest downward acceleration, as a sum of two products.
    let (turning, factor) = if accelerations.is_empty() {
        (speeds, if plane_speed == 0.0 { across.norm() } else { body.speed })
    } else {
        (accelerations, 1.0)
    };
    let (of_turning, of_distance) = (0.5 * factor, 0.5 * plane_speed * (plane_speed + 2.0 * body.speed));
    all.resize(body.points.len(), (0.0, 0.0, 0.0));
    let mut least = f64::INFINITY;
    for (((term, u), turning), distance) in all.iter_mut().zip(body.points).zip(turning).zip(distances) {
        let height = up.dot(u);
        least = fast_min(least, height);
        *term = (height, across.dot(u), of_turning * turning + of_distance * distance);
    }
    if !body.radii.is_empty() {
        for (term, radius) in all.iter_mut().zip(body.radii) {
            term.0 -= radius;
            least = fast_min(least, term.0);
        }
    }
    for term in all {
        term.0 -= least;
    }
}

/// The lowest vertex after `time`; the first of equals.
fn lowest(terms: &[Term], time: f64) -> Term {
    let at = |term: &Term| term.0 + (term.1 - term.2 * time) * time;
    let (mut best, mut value) = (0, at(&terms[0]));
    for (number, term) in terms.iter().enumerate().skip(1) {
        let other = at(term);
        let is_lower = other < value;
        best = select_unpredictable(is_lower, number, best);
        value = select_unpredictable(is_lower, other, value);
    }
    terms[best]
}

/// A term below all vertices.
fn crudest(terms: &[Term]) -> Term {
    let start = (0.0, f64::INFINITY, 0.0f64);
    terms
        .iter()
        .fold(start, |worst, term| (0.0, worst.1.min(term.1), worst.2.max(term.2)))
}

/// The angular velocity at which a plane that touches features of a and b keeps touching them, to
/// first order.
///
/// `differences` are the corners of the closest-point simplex, each a pair of vertices relative to
/// their bodies' origins. Their heights over the plane are equal and must stay so. Returns the
/// slowest of the solutions; zero for a single corner.
pub(super) fn plane_spin_of_features(
    normal: &Vector3<f64>,
    differences: &[[Vector3<f64>; 2]],
    spins: [&Vector3<f64>; 2],
) -> Vector3<f64> {
    let Some(([a, b], others)) = differences.split_first() else {
        return Vector3::zeros();
    };
    let edges: SmallVec<[(Vector3<f64>, f64); 3]> = others
        .iter()
        .map(|[other_a, other_b]| {
            let (edge_a, edge_b) = (other_a - a, other_b - b);
            let edge = edge_b - edge_a;
            let rate = normal.dot(&(spins[1].cross(&edge_b) - spins[0].cross(&edge_a)));
            (edge - normal * normal.dot(&edge), rate)
        })
        .filter(|(edge, _)| edge.norm_squared() > 0.0)
        .collect();
    let along = |(edge, rate): &(Vector3<f64>, f64)| edge * (-rate / edge.norm_squared());
    let change = match edges.as_slice() {
        [] => Vector3::zeros(),
        [one] => along(one),
        [one, other, ..] => {
            let (square_one, square_other, product) = (one.0.norm_squared(), other.0.norm_squared(), one.0.dot(&other.0));
            let determinant = square_one * square_other - product * product;
            if determinant <= PARALLEL_EDGES_SQUARED * square_one * square_other {
                along(if square_one >= square_other { one } else { other })
            } else {
                let x = (product * other.1 - square_other * one.1) / determinant;
                let y = (product * one.1 - square_one * other.1) / determinant;
                one.0 * x + other.0 * y
            }
        }
    };
    normal.cross(&change)
}
