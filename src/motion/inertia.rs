//! Inertia of a rigid body: principal moments and axes about its centre of mass.

mod constants;
mod diagonal;
#[cfg(test)]
mod tests;

use crate::limits::{ValueError, check_orientation, check_range, check_vector};
use crate::shown::Shown;
use constants::{EQUAL_MOMENTS, MAX_MOMENT, MIN_MOMENT, TENSOR_TOLERANCE};
use diagonal::diagonalised;
use nalgebra::{Matrix3, UnitQuaternion, Vector3};

/// Principal moments and axes of a rigid body about its centre of mass, and that centre.
///
/// Its constructors make moments equal that differ by no more than rounding: two for a body with an
/// axis of symmetry (a capsule, a square plate), three for a spherical one (a cube).
///
/// ```
/// use kinesweep::motion::Inertia;
/// use kinesweep::Shape;
/// use nalgebra::{Matrix3, Vector3};
///
/// // A book of 1.2 kg.
/// let book = Inertia::of_shape(&Shape::cuboid(Vector3::new(0.1, 0.15, 0.02))?, 1.2)?;
/// assert!((book.moments.x - 1.2 / 3.0 * (0.15 * 0.15 + 0.02 * 0.02)).abs() < 1e-17);
/// assert_eq!(book.centre, Vector3::zeros());
/// // A tensor has no negative moments, and no moment above the sum of the other two.
/// let refused = Inertia::from_tensor(&Matrix3::from_diagonal(&Vector3::new(1.0, 2.0, 4.0)), Vector3::zeros());
/// assert!(refused.unwrap_err().to_string().starts_with("inertia = [1, 2, 4]: no principal moment may exceed"));
/// # Ok::<(), kinesweep::ValueError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Inertia {
    /// Principal moments, in kg m², each > 0 and none larger than the sum of the others (up to
    /// rounding; a thin rod and a flat plate are allowed). In no order: along the body's own axes
    /// if those are principal.
    pub moments: Vector3<f64>,
    /// Rotation from the principal axes to the body's axes.
    pub axes: UnitQuaternion<f64>,
    /// The centre of mass in the body's axes, from its origin, in metres.
    pub centre: Vector3<f64>,
}

impl Inertia {
    /// A body with principal moments (kg m²) along its own axes, and a centre of mass (m).
    ///
    /// # Errors
    /// As [`check`](Self::check).
    pub fn from_moments(moments: Vector3<f64>, centre: Vector3<f64>) -> Result<Self, ValueError> {
        let given = Self {
            moments,
            axes: UnitQuaternion::identity(),
            centre,
        };
        given.check()?;
        Ok(given.with_equal_moments())
    }

    /// A body with an inertia tensor (kg m²) about its centre of mass (m), both in its own axes. A
    /// diagonal tensor gives its diagonal, and no rotation.
    ///
    /// # Errors
    /// A tensor that is not symmetric within 1e-9 of its largest entry; else as
    /// [`check`](Self::check), of the principal moments.
    pub fn from_tensor(tensor: &Matrix3<f64>, centre: Vector3<f64>) -> Result<Self, ValueError> {
        for (row, column) in [(0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (2, 0)] {
            for (row, column) in [(row, column), (column, row)] {
                let (field, entry) = (format!("inertia[{row}][{column}]"), tensor[(row, column)]);
                check_range(&field, entry, -MAX_MOMENT, MAX_MOMENT)?;
            }
            let (entry, mirrored) = (tensor[(row, column)], tensor[(column, row)]);
            if (entry - mirrored).abs() > TENSOR_TOLERANCE * tensor.amax() {
                let (tolerance, equal) = (TENSOR_TOLERANCE.shown(), mirrored.shown());
                let allowed = format!("must equal inertia[{column}][{row}] = {equal}, within {tolerance} of the largest entry");
                return Err(ValueError::new(format!("inertia[{row}][{column}]"), entry, allowed));
            }
        }
        let (moments, axes) = diagonalised(&((tensor + tensor.transpose()) * 0.5));
        let given = Self { moments, axes, centre };
        given.check()?;
        Ok(given.with_equal_moments())
    }

    /// Of a body of mass 1 kg, from the mean of (x - centre) (x - centre)ᵀ over its mass. None
    /// unless that is positive definite.
    ///
    /// A moment is the sum of two eigenvalues, so that small moments of thin bodies stay exact.
    pub(crate) fn of_covariance(covariance: &Matrix3<f64>, centre: Vector3<f64>) -> Option<Self> {
        let (spread, axes) = diagonalised(covariance);
        let moments = Vector3::new(spread.y + spread.z, spread.z + spread.x, spread.x + spread.y);
        let is_positive = spread.iter().all(|square| *square > 0.0 && square.is_finite());
        is_positive.then(|| Self { moments, axes, centre }.with_equal_moments())
    }

    /// Checks every number. A sum of two moments may fall short of the third by 1e-9 of it.
    ///
    /// # Errors
    /// A moment outside 1e-90 to 1e90 kg m²; one that exceeds the sum of the other two; axes that
    /// are not of norm 1; a centre beyond [`MAX_MAGNITUDE`](crate::scene::limits::MAX_MAGNITUDE).
    pub fn check(&self) -> Result<(), ValueError> {
        let refuse = |allowed: String| Err(ValueError::of_vector("inertia", &self.moments, allowed));
        // Written so that NaN is refused.
        if !self.moments.iter().all(|moment| (MIN_MOMENT..=MAX_MOMENT).contains(moment)) {
            let (least, most) = (MIN_MOMENT.shown(), MAX_MOMENT.shown());
            return refuse(format!(
                "each principal moment must be a finite number from {least} to {most} kg m²"
            ));
        }
        let largest = self.moments.max();
        let others = self.moments.sum() - largest;
        if largest > others + TENSOR_TOLERANCE * largest {
            return refuse("no principal moment may exceed the sum of the other two".to_owned());
        }
        check_orientation("axes", &self.axes)?;
        check_vector("center_of_mass", &self.centre)
    }

    /// The inertia tensor about the centre of mass, in the body's axes, in kg m².
    #[must_use]
    pub fn tensor(&self) -> Matrix3<f64> {
        let rotation = self.axes.to_rotation_matrix();
        let tensor = rotation.matrix() * Matrix3::from_diagonal(&self.moments) * rotation.matrix().transpose();
        (tensor + tensor.transpose()) * 0.5
    }

    /// Whether all three moments are equal up to rounding: every axis is then principal, and a free
    /// body's angular velocity is constant.
    #[must_use]
    pub fn is_spherical(&self) -> bool {
        self.moments.max() - self.moments.min() <= EQUAL_MOMENTS * self.moments.max()
    }

    /// The same distribution with all masses multiplied by `factor`.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> Self {
        Self {
            moments: self.moments * factor,
            ..*self
        }
    }

    /// The same body of 1 kg about another point, as if that were its centre of mass (parallel axis
    /// theorem).
    pub(crate) fn about(&self, point: &Vector3<f64>) -> Result<Self, ValueError> {
        let arm = point - self.centre;
        if arm == Vector3::zeros() {
            return Ok(*self);
        }
        let added = Matrix3::from_diagonal_element(arm.norm_squared()) - arm * arm.transpose();
        Self::from_tensor(&(self.tensor() + added), *point)
    }

    /// Sets moments that differ by no more than rounding to their mean.
    fn with_equal_moments(mut self) -> Self {
        if self.is_spherical() {
            self.axes = UnitQuaternion::identity();
            if self.moments != Vector3::repeat(self.moments.x) {
                self.moments = Vector3::repeat(self.moments.sum() / 3.0);
            }
            return self;
        }
        // At most one pair: three that are pairwise near are spherical, up to the tolerance.
        for [i, j] in [[0, 1], [1, 2], [2, 0]] {
            let (one, other) = (self.moments[i], self.moments[j]);
            if one != other && (one - other).abs() <= EQUAL_MOMENTS * one.max(other) {
                let mean = 0.5 * (one + other);
                (self.moments[i], self.moments[j]) = (mean, mean);
                break;
            }
        }
        self
    }
}
