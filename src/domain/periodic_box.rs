//! The corners of a periodic domain, and the images of points inside it.

use nalgebra::Vector3;

/// A box with copies that fill space. A point on an upper face is the same place as that on the
/// lower face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PeriodicBox {
    /// Corner with the smallest coordinates, in metres; belongs to the box.
    pub(crate) min: Vector3<f64>,
    /// Corner with the largest coordinates, in metres.
    pub(crate) max: Vector3<f64>,
}

impl PeriodicBox {
    /// The lengths of the sides, in metres.
    #[inline]
    pub(crate) fn sides(&self) -> Vector3<f64> {
        self.max - self.min
    }

    /// The image of a point that lies inside: see [`Domain::image`](super::Domain::image).
    #[inline(always)]
    pub(crate) fn image(&self, point: &Vector3<f64>) -> Vector3<f64> {
        let (min, max) = (&self.min, &self.max);
        Vector3::new(
            image_on_axis(point.x, min.x, max.x),
            image_on_axis(point.y, min.y, max.y),
            image_on_axis(point.z, min.z, max.z),
        )
    }
}

/// A coordinate, shifted by whole sides into `low..high`; `low` if it is not finite.
#[inline]
pub(super) fn image_on_axis(x: f64, low: f64, high: f64) -> f64 {
    if x >= low && x < high {
        return x;
    }
    let side = high - low;
    let inside = x - side * ((x - low) / side).floor();
    // Rounding may leave it on a face; both faces are the same place.
    if inside >= low && inside < high { inside } else { low }
}
