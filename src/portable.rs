//! Functions with the same bits on every platform, by the crate `libm`. It uses only the four
//! operations and the square root, for which IEEE 754 defines the rounding. The standard library's
//! functions are the platform's own and may differ between machines in the last bit, and so may
//! nalgebra's rotations, which use them. The library calls neither: `.clippy.toml` has the list.

use nalgebra::{Quaternion, UnitQuaternion, Vector3};

/// Sine and cosine of an angle in radians.
#[inline]
pub(crate) fn sin_cos(angle: f64) -> (f64, f64) {
    libm::sincos(angle)
}

/// The angle of the point (x, y) from the first axis, in radians from -pi to pi.
#[inline]
pub(crate) fn angle_of(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}

/// 2 to the power of x.
pub(crate) fn exp2(x: f64) -> f64 {
    libm::exp2(x)
}

/// e to the power of x.
#[inline]
pub(crate) fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// e to the power of x, minus 1.
#[inline]
pub(crate) fn expm1(x: f64) -> f64 {
    libm::expm1(x)
}

/// The cube root.
pub(crate) fn cbrt(x: f64) -> f64 {
    libm::cbrt(x)
}

/// The rotation by a rotation vector: axis times angle in radians.
pub(crate) fn rotation(vector: &Vector3<f64>) -> UnitQuaternion<f64> {
    let half = vector * 0.5;
    let angle = half.norm();
    if angle == 0.0 {
        return UnitQuaternion::identity();
    }
    let (sin, cos) = sin_cos(angle);
    UnitQuaternion::new_unchecked(Quaternion::from_parts(cos, half * (sin / angle)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    /// A seeded number from -1 to 1.
    fn draws(seed: u64) -> impl FnMut() -> f64 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        move || (random.next_u64() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    #[test]
    fn rotations_equal_nalgebras_up_to_rounding() {
        let mut draw = draws(1);
        for round in 0..10_000 {
            let size = [1e-9, 1e-3, 1.0, 10.0, 1e5][round % 5];
            let vector = Vector3::from_fn(|_, _| draw() * size);
            let (ours, theirs) = (rotation(&vector), UnitQuaternion::from_scaled_axis(vector));
            assert!((ours.coords - theirs.coords).norm() <= 4.0 * f64::EPSILON, "{vector:?}");
            assert!((ours.coords.norm() - 1.0).abs() <= 4.0 * f64::EPSILON, "{vector:?}");
        }
    }

    /// nalgebra rounds this rotation to none: a spin of 1e-9 rad/s in a microsecond.
    #[test]
    fn small_rotations_are_not_lost() {
        for size in [1e-15, 1e-17, 1e-100] {
            let rotated = rotation(&(Vector3::y() * size));
            assert_eq!((rotated.coords.y, rotated.coords.w), (0.5 * size, 1.0));
        }
        assert_eq!(rotation(&Vector3::zeros()), UnitQuaternion::identity());
        assert_eq!(rotation(&(Vector3::x() * 1e-200)), UnitQuaternion::identity());
    }

    #[test]
    fn angles_equal_the_standard_librarys_up_to_rounding() {
        let mut draw = draws(2);
        for _ in 0..10_000 {
            let (y, x) = (draw(), draw());
            assert!((angle_of(y, x) - y.atan2(x)).abs() <= 2.0 * f64::EPSILON * 4.0);
            let angle = 1e4 * y;
            let ((sin, cos), (s, c)) = (sin_cos(angle), angle.sin_cos());
            assert!(
                (sin - s).abs() <= 2.0 * f64::EPSILON && (cos - c).abs() <= 2.0 * f64::EPSILON,
                "{angle}"
            );
        }
    }

    /// Known bits: the same on every machine.
    #[test]
    fn results_have_known_bits() {
        let (sin, cos) = sin_cos(2.5);
        let bits = [sin, cos, angle_of(0.7, -0.3), sin_cos(1e5).0].map(f64::to_bits);
        let known = [
            0x3fe3_26af_0dcf_cab0,
            0xbfe9_a2f7_ef85_8b7d,
            0x3fff_9c6b_238c_6435,
            0x3fa2_4daa_9c52_7e96,
        ];
        assert_eq!(bits, known, "{bits:016x?}");
    }
}
