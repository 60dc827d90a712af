//! Images of points in periodic domains.
//!
//! A periodic domain of sides L stands for infinitely many copies of itself, shifted by whole multiples of L. Each body has one
//! *image* in every copy; two bodies meet by those of their images that are nearest to each other (the minimum image convention;
//! Haile 1992, *Molecular Dynamics Simulation*, chapter 2).

use super::domain::Domain;
use nalgebra::Vector3;

/// From an image of a point in a periodic domain to itself and the 26 beside it, in lengths of the domain.
pub(crate) fn lengths_beside() -> impl Iterator<Item = [i8; 3]> {
    (0..27).map(|number: i8| [number % 3, number / 3 % 3, number / 9].map(|step| step - 1))
}

/// The same in a domain with these sides, in metres.
pub(crate) fn images_beside(sides: Vector3<f64>) -> impl Iterator<Item = Vector3<f64>> {
    lengths_beside().map(move |lengths| Vector3::from(lengths.map(f64::from)).component_mul(&sides))
}

impl Domain {
    /// The image of a point that lies in a periodic domain: every coordinate from `min` on and below `max`. A point that is
    /// there already keeps its bits, and so does any point in a domain that is not periodic. A coordinate that is no finite
    /// number becomes that of `min`.
    ///
    /// ```
    /// use kinesweep::Domain;
    /// use nalgebra::Vector3;
    /// let domain = Domain::Periodic { min: Vector3::zeros(), max: Vector3::repeat(4.0) };
    /// assert_eq!(domain.image(&Vector3::new(5.0, -1.0, 4.0)), Vector3::new(1.0, 3.0, 0.0));
    /// ```
    #[must_use]
    pub fn image(&self, point: &Vector3<f64>) -> Vector3<f64> {
        let Self::Periodic { min, max } = self else { return *point };
        Vector3::from_fn(|axis, _| {
            let (x, low, high) = (point[axis], min[axis], max[axis]);
            if x >= low && x < high {
                return x;
            }
            let side = high - low;
            let inside = x - side * ((x - low) / side).floor();
            // Rounding may leave it on a face; both are the same place.
            if inside >= low && inside < high { inside } else { low }
        })
    }

    /// The shortest of all separations between images of two points, given one of them (`b - a`): every component is at
    /// most half a side in magnitude. In a domain that is not periodic, the separation itself.
    ///
    /// ```
    /// use kinesweep::Domain;
    /// use nalgebra::Vector3;
    /// let domain = Domain::Periodic { min: Vector3::zeros(), max: Vector3::repeat(4.0) };
    /// assert_eq!(domain.nearest(&Vector3::new(3.0, -3.0, 1.0)), Vector3::new(-1.0, 1.0, 1.0));
    /// ```
    #[must_use]
    pub fn nearest(&self, separation: &Vector3<f64>) -> Vector3<f64> {
        separation + self.nearest_shift(separation)
    }

    /// What is to be added to the separation of two points to make it that of their nearest images: whole sides of a
    /// periodic domain.
    pub(crate) fn nearest_shift(&self, separation: &Vector3<f64>) -> Vector3<f64> {
        let Self::Periodic { min, max } = self else {
            return Vector3::zeros();
        };
        let sides = max - min;
        -separation.component_div(&sides).map(f64::round).component_mul(&sides)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    fn domain() -> Domain {
        Domain::Periodic {
            min: Vector3::new(-1.0, 0.1, 1e9),
            max: Vector3::new(2.0, 0.8, 1e9 + 5.0),
        }
    }

    #[test]
    fn an_image_lies_inside_and_a_whole_number_of_sides_away() {
        let Domain::Periodic { min, max } = domain() else {
            unreachable!()
        };
        let mut source = Xoshiro256PlusPlus::seed_from_u64(4);
        let mut draw = || (source.next_u64() >> 11) as f64 / (1u64 << 53) as f64 - 0.5;
        let faces = [
            min,
            max,
            max.map(f64::next_down),
            min.map(f64::next_down),
            min.map(f64::next_up),
        ];
        let random = (0..5000).map(|_| min + Vector3::from_fn(|_, _| 40.0 * draw()));
        for point in random.chain(faces) {
            let image = domain().image(&point);
            assert_eq!(domain().image(&image), image);
            for axis in 0..3 {
                assert!((min[axis]..max[axis]).contains(&image[axis]), "{point} {image}");
                let sides = (point[axis] - image[axis]) / (max[axis] - min[axis]);
                let rounding = 4.0 * f64::EPSILON * point[axis].abs().max(1.0) / (max[axis] - min[axis]);
                assert!((sides - sides.round()).abs() <= rounding, "{point} {image}: {sides}");
            }
        }
    }

    #[test]
    fn the_nearest_image_is_the_nearest_of_all_around() {
        let Domain::Periodic { min, max } = domain() else {
            unreachable!()
        };
        let sides = max - min;
        let mut source = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut draw = || (source.next_u64() >> 11) as f64 / (1u64 << 53) as f64 - 0.5;
        for _ in 0..2000 {
            let apart = Vector3::from_fn(|axis, _| 2.0 * sides[axis] * draw());
            let shift = |k: i32| f64::from(k % 3 - 1);
            let by_trying = (0..27)
                .map(|k| (apart + sides.component_mul(&Vector3::new(shift(k), shift(k / 3), shift(k / 9)))).norm())
                .fold(f64::INFINITY, f64::min);
            assert!((domain().nearest(&apart).norm() - by_trying).abs() < 1e-14);
        }
    }
}
