//! The neighbours of a ball at the present, as a scan leaves them behind, and which of their boxes
//! overlap that of the ball, or will soon.

use crate::lane::balls::constants::{BOX_ROOM, LANES};
use crate::lane::balls::four::Four;
use nalgebra::Vector3;
use wide::f64x4;

/// Four neighbours, relative to the ball.
#[derive(Clone, Copy, Debug)]
pub(in crate::lane::balls) struct NearGroup {
    /// The distances of their nearest images, and their velocities.
    pub(in crate::lane::balls) apart: Four,
    pub(in crate::lane::balls) velocity: Four,
    /// What these images are away by.
    pub(in crate::lane::balls) off: Four,
    pub(in crate::lane::balls) radius_sum: f64x4,
    pub(in crate::lane::balls) slots: [u32; LANES],
    /// Those with another acceleration than the ball, as bits. Where these are, is not known.
    pub(in crate::lane::balls) unlike: u32,
}

impl NearGroup {
    /// Which of them have boxes that could overlap that of the ball within a wait, as bits: on each axis
    /// they are near enough at some time.
    #[inline(always)]
    pub(super) fn may_overlap(&self, wait: f64) -> u32 {
        let then = self.apart.plus(&self.velocity, f64x4::splat(wait));
        let nearest = |now: f64x4, then: f64x4| now.fast_min(then).fast_max(f64x4::ZERO - now.fast_max(then));
        let nearest = nearest(self.apart.x, then.x)
            .fast_max(nearest(self.apart.y, then.y))
            .fast_max(nearest(self.apart.z, then.z));
        nearest.simd_le(self.radius_sum * f64x4::splat(BOX_ROOM)).to_bitmask() | self.unlike
    }

    /// Whether one of them could overlap within a wait, and whether it does all the time for certain.
    #[inline]
    pub(super) fn until(&self, lane: usize, wait: f64) -> [bool; 2] {
        if self.unlike >> lane & 1 > 0 {
            return [true, false];
        }
        let (apart, velocity) = (self.apart.of_lane(lane), self.velocity.of_lane(lane));
        let radius_sum = self.radius_sum.as_array()[lane];
        let (outer, inner) = (radius_sum * BOX_ROOM, radius_sum * (1.0 / BOX_ROOM));
        let (mut soon, mut throughout) = (true, true);
        for axis in 0..3 {
            let apart = apart[axis];
            let then = apart + velocity[axis] * wait;
            soon &= (apart.min(then) <= outer) & (apart.max(then) >= -outer);
            throughout &= (apart.abs() <= inner) & (then.abs() <= inner);
        }
        [soon, throughout]
    }

    /// The shift of one of them to its nearest image, if its acceleration is that of the ball.
    #[inline]
    pub(super) fn shift(&self, lane: usize) -> Option<Vector3<f64>> {
        let is_known = self.unlike >> lane & 1 == 0;
        is_known.then(|| -Vector3::from(self.off.of_lane(lane)))
    }
}
