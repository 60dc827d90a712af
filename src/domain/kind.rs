//! The domain: where bodies may be.

use crate::limits::{ValueError, check_vector};
use crate::shown::Shown;
use nalgebra::Vector3;

/// Where bodies may be.
///
/// ```
/// use kinesweep::{Body, Domain, Shape, World};
/// use nalgebra::Vector3;
/// let domain = Domain::Periodic { min: Vector3::zeros(), max: Vector3::repeat(8.0) };
/// let mut world = World::builder().domain(domain).build()?;
/// let cube = Body::new(Shape::cuboid(Vector3::repeat(0.5))?);
/// world.insert(cube.clone().position(Vector3::new(2.0, 4.0, 4.0)))?;
/// // It moves away: 2 m to the face at 8 m, and 2 m from that at 0, less the half of each cube.
/// world.insert(cube.position(Vector3::new(6.0, 4.0, 4.0)).velocity(Vector3::x()))?;
/// assert_eq!(world.step()?.expect("they meet").time, 3.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Domain {
    /// Everywhere.
    #[default]
    Open,
    /// Inside a box with hard walls.
    Box {
        /// Corner with the smallest coordinates, in metres.
        min: Vector3<f64>,
        /// Corner with the largest coordinates, in metres.
        max: Vector3<f64>,
    },
    /// A box with copies that fill space: a body that leaves through a face enters through the
    /// opposite one. Two bodies meet by their nearest images. It has no walls; a body may extend
    /// beyond it. See [`Domain::image`] and [`Domain::nearest`].
    ///
    /// It admits any bounded shape with a bounding ball at most half as wide as the shortest side,
    /// with spin, accelerations, gravity (bodies fall without end, so the energy has no potential),
    /// rests, sensors. A ball that grows larger stops the world with
    /// [`StepError::Outgrown`](crate::StepError::Outgrown), by frames with
    /// [`FrameError::Outgrown`](crate::sampled::FrameError::Outgrown). It refuses bodies with bounds in place of a
    /// motion. A motion piece begins inside the domain and continues beyond its faces, up to 128 sides; so
    /// positions at any time are exact to some 3e-14 of a side, however long a run is.
    Periodic {
        /// Corner with the smallest coordinates, in metres; belongs to the domain.
        min: Vector3<f64>,
        /// Corner with the largest coordinates, in metres; is the same place as `min`.
        max: Vector3<f64>,
    },
}

impl Domain {
    /// The corners with the smallest and the largest coordinates, in metres; none if it is open.
    ///
    /// ```
    /// use kinesweep::Domain;
    /// assert_eq!(Domain::Open.corners(), None);
    /// ```
    #[must_use]
    pub fn corners(&self) -> Option<[Vector3<f64>; 2]> {
        match *self {
            Self::Open => None,
            Self::Box { min, max } | Self::Periodic { min, max } => Some([min, max]),
        }
    }

    /// The name of the kind, as scene files write it.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Box { .. } => "box",
            Self::Periodic { .. } => "periodic",
        }
    }

    /// Checks the corners.
    ///
    /// # Errors
    /// A corner that is not finite or beyond
    /// [`MAX_MAGNITUDE`](crate::scene::limits::MAX_MAGNITUDE), or one that is not above the other
    /// on every axis.
    pub fn check(&self) -> Result<(), ValueError> {
        let Some([min, max]) = self.corners() else { return Ok(()) };
        check_vector("domain.min", &min)?;
        check_vector("domain.max", &max)?;
        for axis in 0..3 {
            if min[axis] >= max[axis] {
                let allowed = format!("must be greater than domain.min[{axis}], {}", min[axis].shown());
                return Err(ValueError::new(format!("domain.max[{axis}]"), max[axis], allowed));
            }
        }
        Ok(())
    }
}
