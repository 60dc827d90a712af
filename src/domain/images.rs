//! Images of points in a domain.
//!
//! A periodic domain of sides L stands for infinitely many copies of itself, shifted by whole
//! multiples of L. Each body has one *image* in every copy; two bodies meet by those of their
//! images that are nearest to each other (the minimum image convention; Haile 1992, *Molecular
//! Dynamics Simulation*, chapter 2).

use super::kind::Domain;
use super::nearest::shift_to_nearest;
use super::periodic_box::PeriodicBox;
use nalgebra::Vector3;

impl Domain {
    /// The image of a point that lies in a periodic domain: every coordinate from `min` on and
    /// below `max`. A point inside keeps its bits, and so does every point in a domain that is not
    /// periodic. A coordinate that is not finite becomes that of `min`.
    ///
    /// ```
    /// use kinesweep::Domain;
    /// use nalgebra::Vector3;
    /// let domain = Domain::Periodic { min: Vector3::zeros(), max: Vector3::repeat(4.0) };
    /// assert_eq!(domain.image(&Vector3::new(5.0, -1.0, 4.0)), Vector3::new(1.0, 3.0, 0.0));
    /// ```
    #[must_use]
    pub fn image(&self, point: &Vector3<f64>) -> Vector3<f64> {
        self.periodic_box().map_or(*point, |periodic| periodic.image(point))
    }

    /// The shortest of all separations between images of two points, given one of them (`b - a`):
    /// every component is at most half a side in magnitude. In a domain that is not periodic, the
    /// separation itself.
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

    /// The shift that makes a separation of two points that of their nearest images: whole sides of
    /// a periodic domain, zero in others.
    pub(crate) fn nearest_shift(&self, separation: &Vector3<f64>) -> Vector3<f64> {
        self.periodic_box()
            .map_or(Vector3::zeros(), |periodic| shift_to_nearest(separation, &periodic.sides()))
    }

    /// The corners of a periodic domain; none of others.
    #[inline]
    pub(crate) fn periodic_box(&self) -> Option<PeriodicBox> {
        match *self {
            Self::Open | Self::Box { .. } => None,
            Self::Periodic { min, max } => Some(PeriodicBox { min, max }),
        }
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
}
