//! A half-space against any shape without spin: the gap is a quadratic of time.

use super::approach::{Gap, length_noise, speed_noise};
use super::constants::OPPOSITE_NORMALS;
use super::{Intervals, Relative};
use nalgebra::Vector3;

/// A half-space and a bounded shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaneTest {
    /// Unit normal from the first body to the second: the half-space's own if it is the first, its
    /// opposite if it is the second.
    pub(crate) normal: Vector3<f64>,
    /// The lowest point of the shape relative to its origin, in metres: the least (outward normal .
    /// x) over its points x, in the axes of the normal. <= 0 if the shape contains its origin.
    pub(crate) offset: f64,
    /// Radius of the shape about its origin, in metres: the scale of rounding in `offset`.
    pub(crate) size: f64,
}

impl PlaneTest {
    pub(crate) fn gap(&self, rel: &Relative) -> Gap {
        let gap = Gap::along(&self.normal, rel, self.offset);
        Gap {
            start: gap.start - rel.swell,
            rate: gap.rate - rel.growth,
            ..gap
        }
    }

    /// The first time of contact and approach, in seconds after `rel.start`.
    pub(crate) fn first_entry(&self, rel: &Relative) -> Option<f64> {
        self.gap(rel)
            .first_approach(speed_noise(rel, 0.0), length_noise(rel, self.size + rel.swell, 0.0))
    }

    /// The times of contact, in seconds after `rel.start`.
    pub(crate) fn intervals(&self, rel: &Relative) -> Intervals {
        self.gap(rel).closed()
    }
}

/// The test of two half-spaces with these outward normals, one against the other's surface, if they
/// are opposite. Otherwise none: the two are always in contact.
pub(crate) fn facing(normal_a: &Vector3<f64>, normal_b: &Vector3<f64>) -> Option<PlaneTest> {
    ((normal_a + normal_b).norm() <= OPPOSITE_NORMALS).then_some(PlaneTest {
        normal: *normal_a,
        offset: 0.0,
        size: 0.0,
    })
}

#[cfg(test)]
mod tests {
    use super::super::relative::tests::relative;
    use super::*;

    fn ball_on_floor(radius: f64) -> PlaneTest {
        PlaneTest {
            normal: Vector3::y(),
            offset: -radius,
            size: radius,
        }
    }

    #[test]
    fn a_ball_on_a_plane_falls_bounces_and_rolls() {
        let floor = ball_on_floor(0.5);
        let falling = relative([0.0, 5.5, 0.0], [1.0, 0.0, 0.0], [0.0, -10.0, 0.0]);
        assert_eq!(floor.first_entry(&falling), Some(1.0));
        // Just after an elastic bounce.
        for rounding in [0.0, 1e-16, -1e-16] {
            let rising = relative([1.0, 0.5 + rounding, 0.0], [1.0, 10.0, 0.0], [0.0, -10.0, 0.0]);
            let back = floor.first_entry(&rising).unwrap();
            assert!((back - 2.0).abs() < 1e-15);
        }
        // Rolling: nothing without gravity, pressed with it.
        let rolling = relative([1.0, 0.5, 0.0], [1.0, 0.0, 0.0], [0.0; 3]);
        assert_eq!(floor.first_entry(&rolling), None);
        let pressed = relative([1.0, 0.5, 0.0], [1.0, 0.0, 0.0], [0.0, -10.0, 0.0]);
        assert_eq!(floor.first_entry(&pressed), Some(0.0));
        assert_eq!(floor.intervals(&rolling), Intervals::one(0.0, f64::INFINITY));
    }

    #[test]
    fn a_half_space_as_second_body_gives_the_same_time() {
        // The half-space as b, at the origin of b; the ball as a, above it.
        let ceiling = PlaneTest {
            normal: -Vector3::y(),
            ..ball_on_floor(0.5)
        };
        let rel = relative([0.0, -5.5, 0.0], [0.0, 1.0, 0.0], [0.0; 3]);
        assert_eq!(ceiling.first_entry(&rel), Some(5.0));
    }

    #[test]
    fn sliding_along_a_slope_is_no_impact() {
        let normal = Vector3::new(1.0, 2.0, 3.0).normalize();
        let slope = PlaneTest {
            normal,
            offset: -0.5,
            size: 0.5,
        };
        let along = normal.cross(&Vector3::x()).normalize() * 7.0;
        let at = normal * 0.5 + along * 3.0;
        let pull = along * 1.5;
        let rel = relative(at.into(), along.into(), pull.into());
        assert_eq!(slope.first_entry(&rel), None);
    }

    #[test]
    fn two_half_spaces_meet_only_if_opposite() {
        assert!(facing(&Vector3::y(), &Vector3::x()).is_none());
        assert!(facing(&Vector3::y(), &Vector3::y()).is_none());
        let test = facing(&Vector3::y(), &-Vector3::y()).unwrap();
        let rel = relative([7.0, 3.0, 0.0], [0.0, -1.0, 0.0], [0.0; 3]);
        assert_eq!(test.first_entry(&rel), Some(3.0));
        assert_eq!(test.intervals(&rel), Intervals::one(3.0, f64::INFINITY));
    }
}
