//! Changes of motion that a user makes.

use nalgebra::{UnitQuaternion, Vector3};

/// What a scheduled or immediate change of motion sets; what it leaves out goes on as it was.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MotionChange {
    /// New position (a jump), in metres.
    pub position: Option<Vector3<f64>>,
    /// New orientation (a jump).
    pub orientation: Option<UnitQuaternion<f64>>,
    /// New velocity, in metres per second.
    pub velocity: Option<Vector3<f64>>,
    /// New acceleration of the body's own, without gravity, in metres per second squared.
    pub acceleration: Option<Vector3<f64>>,
    /// New angular velocity, in radians per second about the world's axes.
    pub angular_velocity: Option<Vector3<f64>>,
    /// New rate at which a ball's radius grows, in metres per second; the radius goes on from what it is.
    pub growth: Option<f64>,
}

impl MotionChange {
    /// Sets the velocity, in metres per second.
    #[must_use]
    pub fn velocity(velocity: Vector3<f64>) -> Self {
        Self {
            velocity: Some(velocity),
            ..Self::default()
        }
    }

    /// Sets the position, in metres: a jump.
    #[must_use]
    pub fn position(position: Vector3<f64>) -> Self {
        Self {
            position: Some(position),
            ..Self::default()
        }
    }

    /// Sets the body's own acceleration, in metres per second squared, to which gravity is added.
    #[must_use]
    pub fn acceleration(acceleration: Vector3<f64>) -> Self {
        Self {
            acceleration: Some(acceleration),
            ..Self::default()
        }
    }

    /// Sets the angular velocity, in radians per second about the world's axes.
    #[must_use]
    pub fn angular_velocity(angular_velocity: Vector3<f64>) -> Self {
        Self {
            angular_velocity: Some(angular_velocity),
            ..Self::default()
        }
    }

    /// Sets the rate at which a ball's radius grows, in metres per second; 0 for a radius that stays as it is.
    #[must_use]
    pub fn growth(rate: f64) -> Self {
        Self {
            growth: Some(rate),
            ..Self::default()
        }
    }

    /// Whether the body jumps: a new position or orientation.
    #[must_use]
    pub fn is_jump(&self) -> bool {
        self.position.is_some() || self.orientation.is_some()
    }
}
