//! How the angular velocity of a side follows from an angular impulse.

use crate::motion::Inertia;
use nalgebra::{Matrix3, UnitQuaternion, Vector3};

/// The inverse of a side's inertia tensor about its centre of mass, in the world's axes, in
/// 1/(kg m²). Zero where impulses do not change the spin.
///
/// ```
/// use kinesweep::motion::Inertia;
/// use kinesweep::response::InverseInertia;
/// use nalgebra::{UnitQuaternion, Vector3};
/// // A rod along x, turned by a right angle about z: it now lies along y.
/// let rod = Inertia::from_moments(Vector3::new(0.01, 2.0, 2.0), Vector3::zeros())?;
/// let turned = UnitQuaternion::from_scaled_axis(Vector3::z() * std::f64::consts::FRAC_PI_2);
/// let inverse = InverseInertia::new(&rod, &turned);
/// assert!((inverse.times(&Vector3::y()) - Vector3::y() * 100.0).norm() < 1e-12);
/// assert!((inverse.times(&Vector3::z()) - Vector3::z() * 0.5).norm() < 1e-15);
/// assert!(InverseInertia::default().is_zero());
/// # Ok::<(), kinesweep::ValueError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InverseInertia(Kind);

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// The same about every axis.
    Scalar(f64),
    /// Principal moments, and the rotation from the principal axes to the world.
    Principal {
        moments: Vector3<f64>,
        axes: UnitQuaternion<f64>,
    },
}

impl Default for InverseInertia {
    fn default() -> Self {
        Self::scalar(0.0)
    }
}

impl InverseInertia {
    /// Of a body with this orientation.
    #[must_use]
    pub fn new(inertia: &Inertia, orientation: &UnitQuaternion<f64>) -> Self {
        Self(Kind::Principal {
            moments: inertia.moments,
            axes: UnitQuaternion::new_normalize((orientation * inertia.axes).into_inner()),
        })
    }

    /// The same about every axis, in 1/(kg m²), >= 0: a ball.
    #[must_use]
    pub fn scalar(inverse: f64) -> Self {
        Self(Kind::Scalar(inverse))
    }

    /// Whether impulses do not change the spin.
    #[must_use]
    #[inline]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Kind::Scalar(0.0))
    }

    /// The change of angular velocity (rad/s) by an angular impulse (kg m²/s).
    #[must_use]
    #[inline]
    pub fn times(&self, impulse: &Vector3<f64>) -> Vector3<f64> {
        match &self.0 {
            Kind::Scalar(inverse) => impulse * *inverse,
            Kind::Principal { moments, axes } => axes * axes.inverse_transform_vector(impulse).component_div(moments),
        }
    }

    /// The angular momentum (kg m²/s) at an angular velocity (rad/s); zero where impulses do not
    /// change the spin.
    #[must_use]
    pub fn momentum(&self, spin: &Vector3<f64>) -> Vector3<f64> {
        match &self.0 {
            Kind::Scalar(inverse) if *inverse > 0.0 => spin / *inverse,
            Kind::Scalar(_) => Vector3::zeros(),
            Kind::Principal { moments, axes } => axes * axes.inverse_transform_vector(spin).component_mul(moments),
        }
    }

    /// The inverse tensor, in the world's axes.
    #[must_use]
    pub fn matrix(&self) -> Matrix3<f64> {
        match &self.0 {
            Kind::Scalar(inverse) => Matrix3::from_diagonal_element(*inverse),
            Kind::Principal { moments, axes } => {
                let rotation = axes.to_rotation_matrix();
                let inverses = Vector3::repeat(1.0).component_div(moments);
                rotation.matrix() * Matrix3::from_diagonal(&inverses) * rotation.matrix().transpose()
            }
        }
    }

    /// A matrix of which the product with its transpose is the inverse tensor.
    pub(crate) fn root(&self) -> Matrix3<f64> {
        match &self.0 {
            Kind::Scalar(inverse) => Matrix3::from_diagonal_element(inverse.sqrt()),
            Kind::Principal { moments, axes } => {
                let roots = moments.map(|moment| 1.0 / moment.sqrt());
                axes.to_rotation_matrix().matrix() * Matrix3::from_diagonal(&roots)
            }
        }
    }

    /// The mean of the inverse moments.
    #[must_use]
    pub fn mean(&self) -> f64 {
        match &self.0 {
            Kind::Scalar(inverse) => *inverse,
            Kind::Principal { moments, .. } => moments.iter().map(|moment| 1.0 / moment).sum::<f64>() / 3.0,
        }
    }

    /// The greatest of the inverse moments.
    pub(crate) fn greatest(&self) -> f64 {
        match &self.0 {
            Kind::Scalar(inverse) => *inverse,
            Kind::Principal { moments, .. } => 1.0 / moments.min(),
        }
    }

    /// impulse · (inverse tensor) impulse, of an angular impulse.
    #[inline]
    pub(super) fn square(&self, impulse: &Vector3<f64>) -> f64 {
        match &self.0 {
            Kind::Scalar(inverse) => inverse * impulse.norm_squared(),
            Kind::Principal { .. } => impulse.dot(&self.times(impulse)),
        }
    }

    /// Velocity at a point per unit of impulse there, in 1/kg; `arm`: the point relative to the
    /// centre of mass.
    #[inline]
    pub(super) fn mobilities(&self, arm: &Vector3<f64>) -> Matrix3<f64> {
        match &self.0 {
            // (r² - r rᵀ) / I.
            Kind::Scalar(inverse) => (Matrix3::from_diagonal_element(arm.norm_squared()) - arm * arm.transpose()) * *inverse,
            Kind::Principal { .. } => {
                let cross = arm.cross_matrix();
                cross.transpose() * self.matrix() * cross
            }
        }
    }

    /// The rate at which a free body with this angular velocity changes it, in rad/s²: Euler's
    /// equations. None if its spin is constant.
    pub(crate) fn spin_change(&self, spin: &Vector3<f64>) -> Option<Vector3<f64>> {
        match &self.0 {
            Kind::Scalar(_) => None,
            Kind::Principal { .. } => Some(self.times(&self.momentum(spin).cross(spin))),
        }
    }

    /// Kinetic energy of spin, in joules; 0 where impulses do not change the spin.
    #[inline]
    pub(crate) fn energy(&self, spin: &Vector3<f64>) -> f64 {
        match &self.0 {
            Kind::Scalar(inverse) if *inverse > 0.0 => 0.5 * spin.norm_squared() / *inverse,
            Kind::Scalar(_) => 0.0,
            Kind::Principal { moments, axes } => {
                let of_body = axes.inverse_transform_vector(spin);
                0.5 * of_body.component_mul(moments).dot(&of_body)
            }
        }
    }
}
