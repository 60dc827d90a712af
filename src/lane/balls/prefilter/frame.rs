//! The units of the prefilter, and how exact it is in them.

use crate::lane::balls::cell_grid::CellGrid;
use crate::lane::balls::constants::{HALF_ULP, PREFILTER_SPAN, PREFILTER_SPEED_ROOM};
use crate::lane::balls::whole::whole;
use crate::motion::Path;
use nalgebra::Vector3;
use wide::f32x4;

/// The motion of a ball in single precision.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ShortMotion {
    /// The position at the base time, and the radius.
    pub(super) place: f32x4,
    /// The velocity, and the [label] of the slot.
    pub(super) velocity: f32x4,
}

/// The units, and the room for rounding in them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Frame {
    /// The time for which positions are given.
    pub(super) base: f64,
    /// How long before and after the base time they are valid; 0 if they are not.
    pub(super) span: f64,
    /// The square of the greatest speed that is allowed for.
    pub(super) speed_squared: f64,
    middle: Vector3<f64>,
    /// The lengths of a periodic domain, and 1 / lengths; zero in a box.
    lengths: Vector3<f64>,
    per_lengths: Vector3<f64>,
    /// 1 / the units of length, time and speed.
    per_length: f64,
    pub(super) per_time: f64,
    per_speed: f64,
    /// The lengths of the domain in these units.
    pub(super) domain: [f32x4; 3],
    pub(super) per_domain: [f32x4; 3],
    pub(super) room: Room,
}

/// What rounding can do.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Room {
    /// How much faster than computed a ball may approach another, times their distance.
    pub(super) closing: f32x4,
    /// How much nearer than computed a ball may be to another and to its path: squared.
    pub(super) nearer: f32x4,
    pub(super) nearer_path: f32x4,
}

/// A slot as a number that equals itself and no other, and is not subnormal.
#[inline(always)]
fn label(slot: usize) -> f32 {
    f32::from_bits(f32::MIN_POSITIVE.to_bits() + slot as u32)
}

impl Frame {
    /// The frame for balls of a greatest speed, from a time on.
    ///
    /// It allows for these errors, in half units of the last place, where M is the greatest
    /// coordinate: half of the domain, and the way of the fastest ball in the span. Relative
    /// positions have an error of 2 M, and so have their differences. Differences of velocities, at
    /// most 2, have an error of 4; it counts times the span, and twice for the way. Lengths of the
    /// domain add 10 M. The sum is less than 32 M on each axis. Balls in neighbouring cells are
    /// apart by less than 5. Each of the three rooms is larger than what follows from this.
    pub(super) fn new(grid: &CellGrid, greatest_speed: f64, acceleration: f64, now: f64) -> Self {
        let width = grid.grid().most_width();
        let fastest = greatest_speed.max((acceleration * width).sqrt()) * PREFILTER_SPEED_ROOM;
        let speed = if fastest > 0.0 { fastest } else { 1.0 };
        let space = grid.space();
        let lengths = space.lengths();
        let span = PREFILTER_SPAN * width / speed;
        // With acceleration a ball falls no farther than it flies.
        let (span, ways) = match acceleration > 0.0 {
            true => (span.min(speed / acceleration), 2.0),
            false => (span, 1.0),
        };
        let off = 32.0 * (0.5 * lengths.amax() / width + ways * PREFILTER_SPAN) * HALF_ULP;
        let splat = |number: f64| f32x4::splat(number as f32);
        let if_periodic = |number: f64| if space.periodic { number } else { 0.0 };
        Self {
            base: now,
            span,
            speed_squared: fastest * fastest,
            middle: 0.5 * (space.min + space.max),
            lengths: lengths.map(if_periodic),
            per_lengths: lengths.map(|length| if_periodic(1.0 / length)),
            per_length: 1.0 / width,
            per_time: speed / width,
            per_speed: 1.0 / speed,
            domain: [0, 1, 2].map(|axis| splat(lengths[axis] / width)),
            per_domain: [0, 1, 2].map(|axis| splat(width / lengths[axis])),
            room: Room {
                closing: splat(4.0 * off + 1e-5),
                nearer: splat(20.0 * off + 1e-5),
                nearer_path: splat(40.0 * off + 1e-4),
            },
        }
    }

    #[inline(always)]
    pub(super) fn convert(&self, slot: usize, path: &Path, radius: f64) -> ShortMotion {
        let place = path.at(self.base) - self.middle;
        // All images are equally valid: the image inside has the smallest coordinates.
        let lengths_off = place.component_mul(&self.per_lengths).map(whole);
        let place = (place - lengths_off.component_mul(&self.lengths)) * self.per_length;
        let velocity = path.velocity_at(self.base) * self.per_speed;
        let short = |v: &Vector3<f64>, last: f32| f32x4::new([v.x as f32, v.y as f32, v.z as f32, last]);
        ShortMotion {
            place: short(&place, (radius * self.per_length) as f32),
            velocity: short(&velocity, label(slot)),
        }
    }
}
