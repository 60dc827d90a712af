//! Fast path for two balls in uniform motion: unambiguous cases, far enough from a graze that
//! rounding decides nothing.

use super::super::constants::{INSIDE_BOXES, LARGEST_LENGTHS, LEAST_RELATIVE_SPEED_SQUARED, NO_GRAZE, PARTING};
use super::{discriminant, growing};
use nalgebra::Vector3;

/// The limits of the fast path for all pairs of a set of balls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FastPathLimits {
    least_speed_squared: f64,
}

impl FastPathLimits {
    /// Limits for balls that are no farther than `length` from the origin, move no faster than
    /// `speed`, growth included, and have radii of `radius` or more, at times up to `time` from
    /// zero. Roundings, as fractions of the relative speed, are then
    /// `64 e / sqrt(LEAST_RELATIVE_SPEED_SQUARED)` of the speeds and `8 e LARGEST_LENGTHS` of the positions; both are below `sqrt(NO_GRAZE)`.
    pub(crate) fn new(length: f64, speed: f64, radius: f64, time: f64) -> Self {
        let small = 2.0 * length + 2.0 * speed * time.abs() <= LARGEST_LENGTHS * radius;
        let least = LEAST_RELATIVE_SPEED_SQUARED * speed * speed;
        Self {
            least_speed_squared: if small { least.max(f64::MIN_POSITIVE) } else { f64::INFINITY },
        }
    }
}

/// The result of the fast path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum FastImpact {
    /// The balls do not meet.
    Never,
    /// Seconds from the start to the impact: the same bits as [`first_entry`](super::first_entry),
    /// clamped to the overlap of the boxes.
    After(f64),
    /// Ambiguous: use the general solver.
    Undecided,
}

/// The impact of two balls with this relative position and velocity, and this sum of radii, of which
/// at least one grows: at this rate together, in metres per second.
#[inline(always)]
pub(crate) fn fast_growing_impact(
    position: &Vector3<f64>,
    velocity: &Vector3<f64>,
    radius_sum: f64,
    growth: f64,
    limits: &FastPathLimits,
) -> FastImpact {
    if growth == 0.0 {
        return fast_impact(position, velocity, radius_sum, limits);
    }
    let along = position.dot(velocity) - radius_sum * growth;
    let speed_squared = velocity.norm_squared();
    let gap = position.norm_squared() - radius_sum * radius_sum;
    if along > 0.0 {
        let parts = speed_squared > PARTING * growth * growth;
        return if parts && gap > 0.0 {
            FastImpact::Never
        } else {
            FastImpact::Undecided
        };
    }
    let discriminant = growing::discriminant(position, velocity, radius_sum, growth);
    if discriminant < 0.0 && gap > 0.0 {
        return FastImpact::Never;
    }
    let s = gap / (discriminant.sqrt() - along);
    let extent = radius_sum + growth * s;
    let no_graze = discriminant >= NO_GRAZE * (extent * extent) * speed_squared;
    if !(no_graze && gap > 0.0 && speed_squared >= limits.least_speed_squared) {
        return FastImpact::Undecided;
    }
    after(position, velocity, s, extent)
}

/// The impact of two balls with this relative position and velocity.
#[inline(always)]
pub(crate) fn fast_impact(
    position: &Vector3<f64>,
    velocity: &Vector3<f64>,
    radius_sum: f64,
    limits: &FastPathLimits,
) -> FastImpact {
    let along = position.dot(velocity);
    if along >= 0.0 {
        return FastImpact::Never;
    }
    let speed_squared = velocity.norm_squared();
    let gap = position.norm_squared() - radius_sum * radius_sum;
    let discriminant = discriminant(position, velocity, radius_sum);
    if discriminant <= 0.0 && gap > 0.0 {
        return FastImpact::Never;
    }
    let no_graze = discriminant >= NO_GRAZE * (radius_sum * radius_sum) * speed_squared;
    if !(no_graze && gap > 0.0 && speed_squared >= limits.least_speed_squared) {
        return FastImpact::Undecided;
    }
    after(position, velocity, gap / (discriminant.sqrt() - along), radius_sum)
}

/// The impact after `s` seconds, when the sum of the radii is `extent`: if it is clearly inside of the
/// overlap of the boxes.
#[inline(always)]
fn after(position: &Vector3<f64>, velocity: &Vector3<f64>, s: f64, extent: f64) -> FastImpact {
    let at = position + velocity * s;
    let inside = INSIDE_BOXES * extent;
    if at.x.abs() <= inside && at.y.abs() <= inside && at.z.abs() <= inside {
        FastImpact::After(s)
    } else {
        FastImpact::Undecided
    }
}
