//! The domain of the lane.

use crate::domain::PeriodicBox;
use nalgebra::Vector3;
use std::f64::consts::PI;

/// The box that contains the balls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Space {
    pub(crate) min: Vector3<f64>,
    pub(crate) max: Vector3<f64>,
    /// Without walls: a ball that leaves at one face comes in at the opposite one.
    pub(crate) periodic: bool,
    /// All centres are in the plane z = 0. The box is about as high as it is wide then.
    pub(crate) flat: bool,
    /// Balls are near where their boxes overlap, not only where they touch: overlaps of boxes are
    /// reported.
    pub(crate) with_boxes: bool,
}

impl Space {
    /// The image of a position inside the box.
    #[inline(always)]
    pub(super) fn inside(&self, place: &Vector3<f64>) -> Vector3<f64> {
        let (min, max) = (self.min, self.max);
        match self.periodic {
            true => PeriodicBox { min, max }.image(place),
            false => *place,
        }
    }

    pub(super) fn lengths(&self) -> Vector3<f64> {
        self.max - self.min
    }

    /// The axes on which balls move.
    pub(super) fn axes(&self) -> usize {
        if self.flat { 2 } else { 3 }
    }

    /// The shortest length on these axes.
    pub(super) fn least_length(&self) -> f64 {
        let lengths = self.lengths();
        (0..self.axes()).map(|axis| lengths[axis]).fold(f64::INFINITY, f64::min)
    }

    /// The volume of the box, or its area if it is flat.
    pub(super) fn volume(&self) -> f64 {
        let lengths = self.lengths();
        (0..self.axes()).map(|axis| lengths[axis]).product()
    }

    /// The volume of a ball, or the area of its section if the box is flat.
    pub(super) fn volume_of_ball(&self, radius: f64) -> f64 {
        match self.flat {
            true => PI * radius * radius,
            false => 4.0 / 3.0 * PI * radius * radius * radius,
        }
    }
}
