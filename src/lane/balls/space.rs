//! The domain of the lane.

use crate::domain::PeriodicBox;
use nalgebra::Vector3;

/// The box that contains the balls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Space {
    pub(crate) min: Vector3<f64>,
    pub(crate) max: Vector3<f64>,
    /// Without walls: a ball that leaves at one face comes in at the opposite one.
    pub(crate) periodic: bool,
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
}
