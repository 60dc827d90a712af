//! Nearest images: by how many sides of a periodic domain the second of two points is shifted.
//!
//! `apart` is the second point minus the first. All functions here divide by the side and round to
//! a whole number, so they agree to the bit; [`shift_to_nearest_if_far`] differs at half a side
//! alone.

use nalgebra::Vector3;

/// Whole sides of a periodic domain on x, y, z; zero in all other domains.
pub(crate) type ImageOffset = [i64; 3];

/// The whole number of sides that is nearest to a length; half a side rounds away from zero.
#[inline(always)]
fn whole_sides(length: f64, side: f64) -> f64 {
    (length / side).round()
}

/// The shift of the second point to its image nearest to the first, in sides.
pub(crate) fn offset_to_nearest(apart: &Vector3<f64>, sides: &Vector3<f64>) -> ImageOffset {
    std::array::from_fn(|axis| -whole_sides(apart[axis], sides[axis]) as i64)
}

/// The offset of a shift in metres, up to its rounding.
#[inline]
pub(crate) fn offset_of_shift(shift: &Vector3<f64>, sides: &Vector3<f64>) -> ImageOffset {
    std::array::from_fn(|axis| whole_sides(shift[axis], sides[axis]) as i64)
}

/// The shift in metres of an offset.
#[inline]
pub(crate) fn shift_of_offset(offset: &ImageOffset, sides: &Vector3<f64>) -> Vector3<f64> {
    Vector3::from_fn(|axis, _| offset[axis] as f64 * sides[axis])
}

/// The shift of the second point to its image nearest to the first, in metres.
pub(crate) fn shift_to_nearest(apart: &Vector3<f64>, sides: &Vector3<f64>) -> Vector3<f64> {
    Vector3::from_fn(|axis, _| -(whole_sides(apart[axis], sides[axis]) * sides[axis]))
}

/// The same without a division where the points are near each other already: zero where no
/// component exceeds half a side. Two points exactly half a side apart keep that image then; they
/// have two nearest ones.
#[inline(always)]
pub(crate) fn shift_to_nearest_if_far(apart: &Vector3<f64>, sides: &[f64; 3], halves: &[f64; 3]) -> Vector3<f64> {
    if apart.x.abs() <= halves[0] && apart.y.abs() <= halves[1] && apart.z.abs() <= halves[2] {
        return Vector3::zeros();
    }
    shift_of_far(apart, sides)
}

#[cold]
fn shift_of_far(apart: &Vector3<f64>, sides: &[f64; 3]) -> Vector3<f64> {
    shift_to_nearest(apart, &Vector3::from(*sides))
}

/// The offsets of an image and the 26 adjacent ones, in sides.
pub(crate) fn adjacent_offsets() -> impl Iterator<Item = [i8; 3]> {
    (0..27).map(|number: i8| [number % 3, number / 3 % 3, number / 9].map(|step| step - 1))
}

/// The same in metres.
pub(crate) fn adjacent_shifts(sides: Vector3<f64>) -> impl Iterator<Item = Vector3<f64>> {
    adjacent_offsets().map(move |offset| Vector3::from(offset.map(f64::from)).component_mul(&sides))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    const SIDES: Vector3<f64> = Vector3::new(3.0, 0.7, 5.1);

    fn halves() -> [f64; 3] {
        (SIDES * 0.5).into()
    }

    #[test]
    fn all_nearest_images_agree_to_the_bit() {
        let mut source = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut draw = || (source.next_u64() >> 11) as f64 / (1u64 << 53) as f64 - 0.5;
        for scale in [1.0, 4.0, 1e3, 1e12] {
            for _ in 0..1000 {
                let apart = Vector3::from_fn(|axis, _| scale * SIDES[axis] * draw());
                let shift = shift_to_nearest(&apart, &SIDES);
                let offset = offset_to_nearest(&apart, &SIDES);
                // Equal but for the sign of a zero.
                assert_eq!(shift, shift_of_offset(&offset, &SIDES));
                assert_eq!(offset_of_shift(&shift, &SIDES), offset);
                assert_eq!(shift, shift_to_nearest_if_far(&apart, &SIDES.into(), &halves()));
            }
        }
    }

    #[test]
    fn at_half_a_side_the_function_for_far_points_keeps_the_image() {
        let apart = Vector3::new(1.5, 0.0, -1.0);
        assert_eq!(shift_to_nearest(&apart, &SIDES), Vector3::new(-3.0, 0.0, 0.0));
        assert_eq!(offset_to_nearest(&apart, &SIDES), [-1, 0, 0]);
        assert_eq!(shift_to_nearest_if_far(&apart, &SIDES.into(), &halves()), Vector3::zeros());
    }

    #[test]
    fn the_nearest_image_is_the_nearest_of_all_adjacent_ones() {
        let mut source = Xoshiro256PlusPlus::seed_from_u64(6);
        let mut draw = || (source.next_u64() >> 11) as f64 / (1u64 << 53) as f64 - 0.5;
        for _ in 0..2000 {
            let apart = Vector3::from_fn(|axis, _| 2.0 * SIDES[axis] * draw());
            let distances = adjacent_shifts(SIDES).map(|shift| (apart + shift).norm());
            let least = distances.fold(f64::INFINITY, f64::min);
            assert!(((apart + shift_to_nearest(&apart, &SIDES)).norm() - least).abs() < 1e-14);
        }
    }
}
