//! Vectors as whole registers.
//!
//! One sweep changes the motion of a body by one load, and reads it for the next soon after. What is then read must be
//! what has been written, piece by piece: a processor waits where a piece that it reads is of two that it has just
//! written, as with three numbers that the compiler takes two at a time. (What this gains by itself is within the noise of
//! crowds and bins; the loop of its own in [`smooth`](super::smooth) gains three per cent.)

use nalgebra::Vector3;
use wide::f64x4;

/// A vector with a fourth coordinate of 0.
#[inline]
pub(super) fn padded(vector: &Vector3<f64>) -> f64x4 {
    f64x4::from([vector.x, vector.y, vector.z, 0.0])
}

/// The vector of its first three coordinates.
#[inline]
pub(super) fn vector(padded: f64x4) -> Vector3<f64> {
    let [x, y, z, _] = padded.to_array();
    Vector3::new(x, y, z)
}

/// The scalar product, summed in the order of the coordinates.
#[inline]
pub(super) fn dot(one: f64x4, other: f64x4) -> f64 {
    sum(one * other)
}

/// The sum of its first three coordinates, in their order.
#[inline]
pub(super) fn sum(padded: f64x4) -> f64 {
    let [x, y, z, _] = padded.to_array();
    x + y + z
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scalar_product_is_that_of_vectors_to_the_bit() {
        let [one, other] = [Vector3::new(0.1, -1e10, 3.3), Vector3::new(1.7, 2e-10, -0.7)];
        assert_eq!(dot(padded(&one), padded(&other)), one.dot(&other));
        assert_eq!(vector(padded(&one)), one);
    }
}
