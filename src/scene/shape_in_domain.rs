//! The largest shape that a periodic domain admits.

use super::shape::Shape;
use crate::domain::{Domain, largest_radius};
use crate::limits::ValueError;
use crate::shown::Shown;

impl Domain {
    /// Refuses a body that is too large for a periodic domain: each side must be at least twice the
    /// diameter of its bounding ball, so that it can touch one image of another body only.
    ///
    /// # Errors
    /// Names the shape, its bounding radius, and the largest one admitted.
    pub fn check_shape(&self, shape: &Shape) -> Result<(), ValueError> {
        let Self::Periodic { min, max } = self else { return Ok(()) };
        let side = (max - min).min();
        let most = largest_radius(&(max - min));
        let radius = shape.bounding_radius();
        if radius <= most {
            return Ok(());
        }
        let shown = format!("{} of bounding radius {} m", shape.kind().name(), radius.shown());
        let allowed = format!(
            "in a periodic domain must have a bounding radius of at most {} m, a quarter of the shortest side ({} m)",
            most.shown(),
            side.shown()
        );
        Err(ValueError::new("shape", shown, allowed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Vector3;

    #[test]
    fn large_and_unbounded_shapes_are_refused_in_periodic_domains_alone() {
        let cube = |periodic| {
            let (min, max) = (Vector3::zeros(), Vector3::new(9.0, 4.0, 8.0));
            if periodic {
                Domain::Periodic { min, max }
            } else {
                Domain::Box { min, max }
            }
        };
        let ball = |radius| Shape::ball(radius).unwrap();
        assert_eq!(cube(true).check_shape(&ball(1.0)), Ok(()));
        assert_eq!(cube(false).check_shape(&ball(1.5)), Ok(()));
        let message = cube(true).check_shape(&ball(1.5)).unwrap_err().to_string();
        assert!(message.contains("shape = ball of bounding radius 1.5 m"), "{message}");
        assert!(
            message.contains("at most 1 m, a quarter of the shortest side (4 m)"),
            "{message}"
        );
        assert!(cube(true).check_shape(&Shape::half_space(Vector3::y()).unwrap()).is_err());
        assert!(
            Domain::Periodic {
                min: Vector3::zeros(),
                max: Vector3::zeros()
            }
            .check()
            .is_err()
        );
    }
}
