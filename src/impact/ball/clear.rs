//! The meeting of two balls in uniform motion where it is clear: far enough from a graze that rounding decides nothing.

use super::discriminant;
use nalgebra::Vector3;

/// A meeting that is no graze: the closing speed at contact is more than this part of the relative speed, squared.
const NO_GRAZE: f64 = 1e-10;

/// How far inside the overlap of the boxes contact must be, as a part of the sum of the radii.
const INSIDE: f64 = 1.0 - 1e-6;

/// The least relative speed of two that are not moving together, squared, as a part of the greatest speed of all, squared.
const APART: f64 = 1e-12;

/// The lengths and ways that meet, over the least radius, up to which rounding of them is less than a graze.
const LENGTHS: f64 = 1e9;

/// Up to where rounding decides nothing: of all pairs of some bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clearness {
    least_speed_squared: f64,
}

impl Clearness {
    /// Of bodies that are no farther than `length` from the origin, move no faster than `speed`, and have radii of `radius` or
    /// more, at times up to `time` from zero. Roundings are then, in parts of the relative speed: `64 e / sqrt(APART)` of the
    /// speeds, and `8 e LENGTHS` of the places; both are below `sqrt(NO_GRAZE)`.
    pub(crate) fn new(length: f64, speed: f64, radius: f64, time: f64) -> Self {
        let small = 2.0 * length + 2.0 * speed * time.abs() <= LENGTHS * radius;
        let least = APART * speed * speed;
        Self {
            least_speed_squared: if small { least.max(f64::MIN_POSITIVE) } else { f64::INFINITY },
        }
    }
}

/// When two balls meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Meeting {
    /// Not at all.
    Never,
    /// So many seconds after the start: what [`first_entry`](super::first_entry), and then the boxes, say, to the bit.
    After(f64),
    /// That is to be asked with care.
    Unclear,
}

/// When two balls of this relative position and velocity meet.
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
