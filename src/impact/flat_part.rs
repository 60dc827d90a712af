//! A ball beside the plane of a flat part, such as a triangle: most pairs of a ball and a triangle of a
//! mesh never meet for that reason alone, above all the ball and the triangle from which it bounced.

use super::approach::length_noise;
use super::constants::{LEAST_DEPARTURE, PATH_MARGIN};
use super::convex_part::{ConvexPart, Core};
use super::rotation::rotated;
use super::{Interval, Relative};
use nalgebra::{Matrix3, Vector3};

/// Whether one of two parts is a ball that certainly does not meet the other one, a flat one, in the
/// window: it stays beside its plane, or touches it at the begin and only leaves it. False where that is
/// not certain.
///
/// b is rotated and then displaced by the motion. `extent`: the sum of the distances of the shapes'
/// farthest points from their bodies' origins.
pub(super) fn stays_beside_plane(
    [a, b]: [&ConvexPart; 2],
    rel: &Relative,
    rotation: Option<&Matrix3<f64>>,
    window: Interval,
    extent: f64,
) -> bool {
    let in_axes = |v: &Vector3<f64>| rotation.map_or(*v, |rotation| rotated(rotation, v));
    // The height of the ball's centre over the plane, and its rates.
    let (normal, vertex_to_centre) = match (&a.core, &b.core) {
        (Core::Polytope(flat), Core::Point(centre)) if flat.flat => {
            (flat.normals[0], in_axes(centre) - flat.vertices[0] + rel.position)
        }
        (Core::Point(centre), Core::Polytope(flat)) if flat.flat => {
            (-in_axes(&flat.normals[0]), in_axes(&flat.vertices[0]) + rel.position - centre)
        }
        _ => return false,
    };
    let height = normal.dot(&vertex_to_centre);
    let (rate, half_pull) = (normal.dot(&rel.velocity), 0.5 * normal.dot(&rel.acceleration));
    let at = |s: f64| height + (rate + half_pull * s) * s;
    let rate_at = |s: f64| rate + 2.0 * half_pull * s;
    let side = if at(window.begin) < 0.0 { -1.0 } else { 1.0 };
    let gap_at = |s: f64| side * at(s) - (a.radius + b.radius);
    let rates = [window.begin, window.end].map(|s| match s {
        // Without acceleration the rate is constant.
        f64::INFINITY => {
            if half_pull == 0.0 {
                side * rate
            } else {
                f64::NAN
            }
        }
        s => side * rate_at(s),
    });
    let begin_gap = gap_at(window.begin);
    if rates
        .iter()
        .all(|rate| *rate > LEAST_DEPARTURE * rel.velocity_at(window.begin).norm())
    {
        // It only leaves. Of a contact just handled the gap may be negative by rounding.
        return begin_gap >= -length_noise(rel, extent, window.begin);
    }
    // The least gap is at an end, or where the rate is zero.
    let mut least = begin_gap;
    if window.end.is_finite() {
        least = least.min(gap_at(window.end));
        let lowest = -0.5 * rate / half_pull;
        if window.begin < lowest && lowest < window.end {
            least = least.min(gap_at(lowest));
        }
    } else if !(rates[1] >= 0.0) {
        return false;
    }
    let latest = if window.end.is_finite() { window.end } else { window.begin };
    least > PATH_MARGIN * extent + length_noise(rel, extent, latest)
}

#[cfg(test)]
mod tests;
