//! Products of a rotation matrix and a vector, written out: nalgebra's general product takes ten
//! times as many instructions where it is not inlined, and these products dominate the preparation
//! of a test. Same bits, same order of sums.

use nalgebra::{Matrix3, Vector3};

/// The rotated vector.
#[inline]
pub(super) fn rotated(rotation: &Matrix3<f64>, v: &Vector3<f64>) -> Vector3<f64> {
    let m = rotation;
    Vector3::new(
        m.m11 * v.x + m.m12 * v.y + m.m13 * v.z,
        m.m21 * v.x + m.m22 * v.y + m.m23 * v.z,
        m.m31 * v.x + m.m32 * v.y + m.m33 * v.z,
    )
}

/// The vector rotated by the inverse, which is the transpose.
#[inline]
pub(super) fn rotated_back(rotation: &Matrix3<f64>, v: &Vector3<f64>) -> Vector3<f64> {
    let m = rotation;
    Vector3::new(
        m.m11 * v.x + m.m21 * v.y + m.m31 * v.z,
        m.m12 * v.x + m.m22 * v.y + m.m32 * v.z,
        m.m13 * v.x + m.m23 * v.y + m.m33 * v.z,
    )
}

/// The tight box of points, which are added one by one.
#[derive(Clone, Copy, Debug)]
pub(super) struct TightBox {
    pub(super) min: Vector3<f64>,
    pub(super) max: Vector3<f64>,
}

impl TightBox {
    pub(super) fn empty() -> Self {
        Self {
            min: Vector3::repeat(f64::INFINITY),
            max: Vector3::repeat(f64::NEG_INFINITY),
        }
    }

    /// Extends the box to enclose a ball about `point`.
    #[inline]
    pub(super) fn include_ball(&mut self, point: &Vector3<f64>, radius: f64) {
        self.min.x = fast_min(self.min.x, point.x - radius);
        self.min.y = fast_min(self.min.y, point.y - radius);
        self.min.z = fast_min(self.min.z, point.z - radius);
        self.max.x = fast_max(self.max.x, point.x + radius);
        self.max.y = fast_max(self.max.y, point.y + radius);
        self.max.z = fast_max(self.max.z, point.z + radius);
    }
}

/// Minimum in one instruction; `f64::min` takes more for NaN.
#[inline]
pub(super) fn fast_min(one: f64, other: f64) -> f64 {
    if other < one { other } else { one }
}

/// Maximum in one instruction; `f64::max` takes more for NaN.
#[inline]
pub(super) fn fast_max(one: f64, other: f64) -> f64 {
    if other > one { other } else { one }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Rotation3;

    #[test]
    fn rotated_vectors_equal_the_general_product() {
        for step in 0..200 {
            let x = f64::from(step);
            let rotation = Rotation3::from_scaled_axis(Vector3::new(x.sin(), (1.7 * x).cos(), 0.1 * x));
            let v = Vector3::new((0.3 * x).cos(), -x, (2.1 * x).sin());
            assert_eq!(rotated(rotation.matrix(), &v), rotation * v);
            let back = rotated_back(rotation.matrix(), &v);
            assert!((back - rotation.inverse() * v).amax() <= 1e-15 * (1.0 + x));
        }
    }
}
