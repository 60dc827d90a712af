//! Changes of a body's constants while a world runs. For its motion there is
//! [`MotionChange`](super::MotionChange).

use super::body_checks::{check_frictions, check_growth, check_restitution, check_spin_of};
use super::groups::Groups;
use super::mass::Mass;
use super::rigid::GivenInertia;
use super::shape::{Shape, ShapeKind};
use crate::limits::ValueError;
use crate::motion::MotionPiece;
use nalgebra::{Matrix3, Vector3};

/// The values that [`World::set_body`](crate::World::set_body) sets; missing ones stay unchanged.
///
/// ```
/// use kinesweep::scene::BodyChange;
/// use kinesweep::Groups;
/// let ghost = BodyChange::new().sensor(true).groups(Groups { memberships: 2, filter: 1 });
/// assert_eq!(ghost.sensor, Some(true));
/// assert_eq!(ghost.mass, None);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct BodyChange {
    /// The groups of bodies that it interacts with.
    pub groups: Option<Groups>,
    /// Whether it is a sensor.
    pub sensor: Option<bool>,
    /// Restitution of its own, 0 to 1: from then on it is independent of the world's default.
    pub restitution: Option<f64>,
    /// Friction of its own, >= 0: from then on it is independent of the world's default.
    pub friction: Option<f64>,
    /// Rolling friction of its own, >= 0: see [`Body::rolling_friction`](crate::Body::rolling_friction).
    #[cfg_attr(feature = "serde", serde(default))]
    pub rolling_friction: Option<f64>,
    /// Spinning friction of its own, >= 0: see [`Body::spinning_friction`](crate::Body::spinning_friction).
    #[cfg_attr(feature = "serde", serde(default))]
    pub spinning_friction: Option<f64>,
    /// Mass or density; unused for a fixed body. The velocity stays, so momentum and energy change.
    pub mass: Option<Mass>,
    /// Shape. Position, orientation, velocity and spin stay; so does the mass, unless a mass is
    /// given.
    pub shape: Option<Shape>,
    /// Inertia tensor about the centre of mass, in kg m², in the body's own axes, of a body that
    /// [rotates](crate::Body::rotates): see [`Body::inertia_tensor`](crate::Body::inertia_tensor). From
    /// then on it is independent of mass and shape. The spin stays, so angular momentum and energy change.
    #[cfg_attr(feature = "serde", serde(default))]
    pub inertia: Option<Matrix3<f64>>,
    /// Centre of mass, in metres, in the body's own axes and from its origin, of a body that rotates: see
    /// [`Body::centre_of_mass`](crate::Body::centre_of_mass). The body stays where it is, and the velocity
    /// is that of the new centre.
    #[cfg_attr(feature = "serde", serde(default))]
    pub centre_of_mass: Option<Vector3<f64>>,
}

/// A change of a body's constants at a given time.
#[derive(Clone, Debug, PartialEq)]
pub struct ScheduledBodyChange {
    /// Time in seconds.
    pub time: f64,
    /// The change.
    pub change: BodyChange,
}

impl BodyChange {
    /// An empty change.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the groups.
    #[must_use]
    pub fn groups(mut self, groups: Groups) -> Self {
        self.groups = Some(groups);
        self
    }

    /// Makes the body a sensor, or solid again.
    #[must_use]
    pub fn sensor(mut self, sensor: bool) -> Self {
        self.sensor = Some(sensor);
        self
    }

    /// Sets the restitution, 0 to 1.
    #[must_use]
    pub fn restitution(mut self, restitution: f64) -> Self {
        self.restitution = Some(restitution);
        self
    }

    /// Sets the friction, >= 0.
    #[must_use]
    pub fn friction(mut self, friction: f64) -> Self {
        self.friction = Some(friction);
        self
    }

    /// Sets the rolling friction, >= 0.
    #[must_use]
    pub fn rolling_friction(mut self, friction: f64) -> Self {
        self.rolling_friction = Some(friction);
        self
    }

    /// Sets the spinning friction, >= 0.
    #[must_use]
    pub fn spinning_friction(mut self, friction: f64) -> Self {
        self.spinning_friction = Some(friction);
        self
    }

    /// Sets the mass, in kilograms.
    #[must_use]
    pub fn mass(mut self, mass: f64) -> Self {
        self.mass = Some(Mass::Total(mass));
        self
    }

    /// Sets the density, in kilograms per cubic metre of the shape (the new one, if one is given).
    #[must_use]
    pub fn density(mut self, density: f64) -> Self {
        self.mass = Some(Mass::Density(density));
        self
    }

    /// Sets the shape.
    #[must_use]
    pub fn shape(mut self, shape: Shape) -> Self {
        self.shape = Some(shape);
        self
    }

    /// Sets the principal moments of inertia about the centre of mass, in kg m², along the body's own
    /// axes.
    #[must_use]
    pub fn inertia(mut self, moments: Vector3<f64>) -> Self {
        self.inertia = Some(Matrix3::from_diagonal(&moments));
        self
    }

    /// Sets the inertia tensor about the centre of mass, in kg m², in the body's own axes.
    #[must_use]
    pub fn inertia_tensor(mut self, tensor: Matrix3<f64>) -> Self {
        self.inertia = Some(tensor);
        self
    }

    /// Sets the centre of mass, in metres, in the body's own axes and from its origin.
    #[must_use]
    pub fn centre_of_mass(mut self, centre: Vector3<f64>) -> Self {
        self.centre_of_mass = Some(centre);
        self
    }

    /// The mass properties that it gives.
    pub(crate) fn given_inertia(&self) -> GivenInertia {
        GivenInertia {
            tensor: self.inertia,
            centre: self.centre_of_mass,
        }
    }

    /// Whether it changes friction of any kind.
    pub(crate) fn changes_friction(&self) -> bool {
        [self.friction, self.rolling_friction, self.spinning_friction]
            .iter()
            .any(Option::is_some)
    }

    /// Checks every number, as a world does before it changes a body.
    ///
    /// # Errors
    /// Names the first field with a value that is not allowed.
    pub fn check(&self) -> Result<(), ValueError> {
        self.mass.map_or(Ok(()), |mass| mass.check())?;
        self.restitution.map_or(Ok(()), check_restitution)?;
        check_frictions([self.friction, self.rolling_friction, self.spinning_friction])?;
        self.given_inertia().check_numbers()
    }
}

/// Checks whether a body with this motion can have a shape: half-spaces do not spin, and only balls
/// grow or have grown.
pub(crate) fn check_shape_in_motion(shape: &Shape, piece: &MotionPiece) -> Result<(), ValueError> {
    check_spin_of(shape, &piece.angular_velocity)?;
    check_growth(shape, piece.growth)?;
    if piece.swell != 0.0 && !matches!(shape.kind(), ShapeKind::Ball { .. }) {
        let allowed = "must be a ball: the body has grown, which only balls do";
        return Err(ValueError::new("shape", shape.kind().name(), allowed));
    }
    Ok(())
}
