//! The separating axis test at one instant: the gap, and whether contact is an impact.

use super::super::Relative;
use super::super::approach::{approaches, length_noise, normal_acceleration, rounding_of_length, speed_noise};
use super::Polytope;
use super::axes::{each_axis, overlap_bounds, sizes};
use nalgebra::Vector3;
use std::ops::ControlFlow;

/// The gap of two polytopes on the axis of greatest gap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Separation {
    /// Negative if they overlap: minus the depth, the least shift that separates them. If positive,
    /// a lower bound of the distance.
    pub(crate) gap: f64,
    /// Unit normal, from the first to the second.
    pub(crate) normal: Vector3<f64>,
}

/// The gap of two polytopes on a unit axis, on the side with less overlap.
pub(crate) fn gap_on_axis(a: &Polytope, b: &Polytope, axis: &Vector3<f64>, offset: &Vector3<f64>) -> Separation {
    let (low, high) = overlap_bounds(a, b, axis);
    let along = axis.dot(offset);
    let (above, below) = (along - high, low - along);
    if above >= below {
        Separation {
            gap: above,
            normal: *axis,
        }
    } else {
        Separation {
            gap: below,
            normal: -axis,
        }
    }
}

/// The separation when b's origin is at `offset` from a's.
pub(crate) fn separation(a: &Polytope, b: &Polytope, offset: &Vector3<f64>) -> Separation {
    separation_within(a, b, offset, f64::INFINITY).expect("no gap is wider")
}

/// The same; none if there is a wider gap than `most` metres on an axis.
pub(crate) fn separation_within(a: &Polytope, b: &Polytope, offset: &Vector3<f64>, most: f64) -> Option<Separation> {
    let ties = rounding_of_length(offset.norm() + sizes(a, b));
    let mut best: Option<Separation> = None;
    let flow = each_axis(a, b, |axis| {
        let here = gap_on_axis(a, b, &axis.normalize(), offset);
        if here.gap > most {
            return ControlFlow::Break(());
        }
        // Faces come first and win ties.
        if best.is_none_or(|best| here.gap > best.gap + ties) {
            best = Some(here);
        }
        ControlFlow::Continue(())
    });
    flow.is_continue().then(|| best.expect("a polytope has a face"))
}

/// Whether contact at time s is an impact, and along which normal.
///
/// The axis of least depth decides. But if they only touch on an axis that is not closing, they
/// slide past each other, or part: their interiors lie on two sides of a plane and stay there. So a
/// box that slides over two flush boxes does not hit the side of the second one.
pub(super) fn impact_normal(a: &Polytope, b: &Polytope, rel: &Relative, s: f64) -> Option<Vector3<f64>> {
    let (position, velocity) = (rel.position_at(s), rel.velocity_at(s));
    let (length_noise, speed_noise) = (length_noise(rel, sizes(a, b), s), speed_noise(rel, s));
    let mut deciding: Option<(Separation, bool)> = None;
    let slides = each_axis(a, b, |axis| {
        let here = gap_on_axis(a, b, &axis.normalize(), &position);
        let closes = approaches(
            here.normal.dot(&velocity),
            normal_acceleration(rel, &here.normal),
            speed_noise,
        );
        if here.gap >= -length_noise && !closes {
            return ControlFlow::Break(());
        }
        // Faces come first and win ties.
        if deciding.is_none_or(|(best, _)| here.gap > best.gap + length_noise) {
            deciding = Some((here, closes));
        }
        ControlFlow::Continue(())
    });
    match deciding {
        Some((best, true)) if slides.is_continue() => Some(best.normal),
        _ => None,
    }
}
