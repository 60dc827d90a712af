//! Fast path for two balls in uniform motion: unambiguous cases, far enough from a graze that
//! rounding decides nothing.

use super::discriminant;
use nalgebra::Vector3;

/// Least squared closing speed at contact that is no graze, as a fraction of the squared relative
/// speed.
const NO_GRAZE: f64 = 1e-10;

/// How far inside the overlap of the boxes contact must be, as a fraction of the sum of the radii.
const INSIDE: f64 = 1.0 - 1e-6;

/// Least squared relative speed of two balls, as a fraction of the squared greatest speed of all
/// balls. Slower pairs are undecided.
const APART: f64 = 1e-12;

/// Largest lengths and distances moved, over the least radius, for which their rounding is less
/// than a graze.
const LENGTHS: f64 = 1e9;

/// The limits of the fast path for all pairs of a set of balls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clearness {
    least_speed_squared: f64,
}

impl Clearness {
    /// Limits for balls that are no farther than `length` from the origin, move no faster than
    /// `speed`, and have radii of `radius` or more, at times up to `time` from zero. Roundings, as
    /// fractions of the relative speed, are then `64 e / sqrt(LEAST_RELATIVE_SPEED_SQUARED)` of the
    /// speeds and `8 e LARGEST_LENGTHS` of the positions; both are below `sqrt(NO_GRAZE)`.
    pub(crate) fn new(length: f64, speed: f64, radius: f64, time: f64) -> Self {
        let small = 2.0 * length + 2.0 * speed * time.abs() <= LENGTHS * radius;
        let least = APART * speed * speed;
        Self {
            least_speed_squared: if small { least.max(f64::MIN_POSITIVE) } else { f64::INFINITY },
        }
    }
}

/// The result of the fast path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Meeting {
    /// The balls do not meet.
    Never,
    /// Seconds from the start to the impact: the same bits as [`first_entry`](super::first_entry),
    /// clamped to the overlap of the boxes.
    After(f64),
    /// Ambiguous: use the general solver.
    Unclear,
}

/// The impact of two balls with this relative position and velocity.
#[inline(always)]
pub(crate) fn meeting(position: &Vector3<f64>, velocity: &Vector3<f64>, radius_sum: f64, clearness: &Clearness) -> Meeting {
    let along = position.dot(velocity);
    if along >= 0.0 {
        return Meeting::Never;
    }
    let speed_squared = velocity.norm_squared();
    let gap = position.norm_squared() - radius_sum * radius_sum;
    let discriminant = discriminant(position, velocity, radius_sum);
    if discriminant <= 0.0 && gap > 0.0 {
        return Meeting::Never;
    }
    let no_graze = discriminant >= NO_GRAZE * (radius_sum * radius_sum) * speed_squared;
    if !(no_graze && gap > 0.0 && speed_squared >= clearness.least_speed_squared) {
        return Meeting::Unclear;
    }
    let s = gap / (discriminant.sqrt() - along);
    let at = position + velocity * s;
    let inside = INSIDE * radius_sum;
    if at.x.abs() <= inside && at.y.abs() <= inside && at.z.abs() <= inside {
        Meeting::After(s)
    } else {
        Meeting::Unclear
    }
}
