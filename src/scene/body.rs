//! Descriptions of bodies.

use super::body_change::ScheduledBodyChange;
use super::body_checks::{check_change, check_frictions, check_growth, check_restitution, check_spin_of};
use super::groups::Groups;
use super::mass::{BodyKind, Mass};
use super::rigid::{GivenInertia, check_mass_properties};
use super::shape::{Shape, ShapeKind};
use crate::limits::{ValueError, check_orientation, check_time, check_vector};
use crate::motion::bounds::Lease;
use crate::motion::{MotionChange, MotionPiece};
use nalgebra::{Matrix3, UnitQuaternion, Vector3};

/// A change of a body's motion at a given time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScheduledChange {
    /// Time in seconds.
    pub time: f64,
    /// The change.
    pub change: MotionChange,
}

/// A body to be inserted into a [`World`](crate::World): shape, start, and behaviour in contact.
///
/// ```
/// use kinesweep::{Body, Shape};
/// use nalgebra::Vector3;
/// let bullet = Body::new(Shape::ball(0.01)?)
///     .position(Vector3::new(-10.0, 0.0, 0.0))
///     .velocity(Vector3::new(900.0, 0.0, 0.0))
///     .mass(0.02);
/// bullet.check()?;
/// assert!(bullet.mass(f64::NAN).check().is_err());
/// # Ok::<(), kinesweep::ValueError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// Name, for logs; unique in a scene.
    pub name: Option<String>,
    /// A number for the user, which the engine stores and never reads: see
    /// [`World::tag`](crate::World::tag).
    pub tag: u128,
    /// Shape, in the body's axes.
    pub shape: Shape,
    /// Position at the start, in metres.
    pub position: Vector3<f64>,
    /// Orientation at the start.
    pub orientation: UnitQuaternion<f64>,
    /// Velocity at the start, in metres per second.
    pub velocity: Vector3<f64>,
    /// Acceleration of its own, in metres per second squared; gravity is added to it.
    pub acceleration: Vector3<f64>,
    /// Angular velocity, constant until changed, in radians per second about the world's axes; zero
    /// for a half-space.
    pub angular_velocity: Vector3<f64>,
    /// Growth rate of a ball's radius, in metres per second, constant until changed; zero for any
    /// other shape.
    pub growth: f64,
    /// Dynamic or fixed.
    pub kind: BodyKind,
    /// Mass or density; unused for a fixed body.
    pub mass: Mass,
    /// Whether impulses change its spin. Between events it then rotates freely about its centre of
    /// mass, with its [inertia](Self::inertia): its axis of spin precesses, or tumbles. Otherwise its
    /// spin is constant, about its origin. No effect on a fixed body.
    pub rotates: bool,
    /// Inertia tensor about the centre of mass, in the body's axes, in kg m²; by default that of the
    /// shape, at uniform density, about the centre of mass. Only for a body that
    /// [`rotates`](Self::rotates); no effect on a fixed body.
    pub inertia: Option<Matrix3<f64>>,
    /// Centre of mass in the body's axes, from its origin, in metres; by default the centroid of the
    /// shape, or the origin where the shape encloses no volume. Only for a body that
    /// [`rotates`](Self::rotates); no effect on a fixed body.
    pub centre_of_mass: Option<Vector3<f64>>,
    /// Fraction of the closing speed that is restored, 0 to 1; by default the world's. A pair uses
    /// the smaller.
    pub restitution: Option<f64>,
    /// Coefficient of Coulomb friction, >= 0; by default the world's. A pair uses the geometric
    /// mean.
    pub friction: Option<f64>,
    /// Coefficient of rolling friction, >= 0; by default the world's. A pair uses the geometric mean c. A
    /// body that rolls in a contact that lasts feels a moment c N r against its rolling, with the force N
    /// along the normal and the bounding radius r of the smaller of the two. So a solid ball on level ground,
    /// under gravity g, slows down by 5/7 c g. (At rest it acts while the body does not slide, and no more than
    /// friction holds; in a contact island always. A sampled run, which has no lasting contact, ignores it.)
    pub rolling_friction: Option<f64>,
    /// Coefficient of spinning friction, >= 0; by default the world's. A pair uses the geometric mean c. A
    /// body that spins about the normal of a contact that lasts feels a moment c N r against it. (A sampled
    /// run ignores it.)
    pub spinning_friction: Option<f64>,
    /// A sensor touches without response: contacts begin and end, and cause no impulse.
    pub sensor: bool,
    /// Whether only the world's [`TouchTest`](crate::world::TouchTest) decides its contacts, which
    /// have no response; its shape serves as its bound. (A sampled run treats such a body as a
    /// sensor.)
    pub touch_only: bool,
    /// Whether a response of scope [`Marked`](crate::response::ResponseScope::Marked) answers its
    /// collisions. No effect with another response, or with none. (A sampled run ignores it.)
    pub own_law: bool,
    /// User-defined bounds, for a motion unknown to the engine, and the time until which they are
    /// valid: the body is then touch-only for any value of [`touch_only`](Self::touch_only). (A
    /// sampled run ignores them.)
    pub lease: Option<Lease>,
    /// The groups of bodies that it interacts with.
    pub groups: Groups,
    /// Changes of motion at given times.
    pub changes: Vec<ScheduledChange>,
    /// Changes of its constants at given times. (A sampled run supports all except another shape.)
    pub body_changes: Vec<ScheduledBodyChange>,
}

impl Body {
    /// A dynamic body of 1 kg at rest at the origin.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        Self {
            name: None,
            tag: 0,
            shape,
            position: Vector3::zeros(),
            orientation: UnitQuaternion::identity(),
            velocity: Vector3::zeros(),
            acceleration: Vector3::zeros(),
            angular_velocity: Vector3::zeros(),
            growth: 0.0,
            kind: BodyKind::Dynamic,
            mass: Mass::Total(1.0),
            rotates: false,
            inertia: None,
            centre_of_mass: None,
            restitution: None,
            friction: None,
            rolling_friction: None,
            spinning_friction: None,
            sensor: false,
            touch_only: false,
            own_law: false,
            lease: None,
            groups: Groups::default(),
            changes: Vec::new(),
            body_changes: Vec::new(),
        }
    }

    /// A fixed body at the origin.
    #[must_use]
    pub fn fixed(shape: Shape) -> Self {
        Self {
            kind: BodyKind::Fixed,
            ..Self::new(shape)
        }
    }

    /// Checks every number, as a world does before it inserts the body.
    ///
    /// # Errors
    /// Names the first field with a value that is not allowed: out of range or not finite, a spin
    /// of a half-space, a growth of another shape than a ball, a density of a dynamic half-space, an
    /// inertia or a centre of mass of a body that does not rotate, an inertia that no body has.
    pub fn check(&self) -> Result<(), ValueError> {
        check_vector("position", &self.position)?;
        check_vector("velocity", &self.velocity)?;
        check_vector("acceleration", &self.acceleration)?;
        check_orientation("orientation", &self.orientation)?;
        check_spin_of(&self.shape, &self.angular_velocity)?;
        check_growth(&self.shape, self.growth)?;
        self.mass.check()?;
        check_mass_properties(self)?;
        if let Some(restitution) = self.restitution {
            check_restitution(restitution)?;
        }
        check_frictions([self.friction, self.rolling_friction, self.spinning_friction])?;
        if self.kind == BodyKind::Dynamic
            && matches!(self.mass, Mass::Density(_))
            && matches!(self.shape.kind(), ShapeKind::HalfSpace { .. })
        {
            return Err(ValueError::new(
                "density",
                "on a half-space",
                "a half-space has no volume: give a mass, or make it fixed",
            ));
        }
        if let Some(lease) = &self.lease {
            lease.check_numbers()?;
        }
        for (number, scheduled) in self.changes.iter().enumerate() {
            let field = format!("changes[{number}]");
            check_time("time", scheduled.time).map_err(|e| e.within(&field))?;
            check_change(&scheduled.change, &self.shape).map_err(|e| e.within(&field))?;
        }
        for (number, scheduled) in self.body_changes.iter().enumerate() {
            let field = format!("body_changes[{number}]");
            check_time("time", scheduled.time).map_err(|e| e.within(&field))?;
            scheduled.change.check().map_err(|e| e.within(&field))?;
        }
        Ok(())
    }

    /// 1 / mass, 0 for a fixed body; `volume` is called only if the density is given.
    pub(crate) fn inverse_mass(&self, volume: impl FnOnce() -> Option<f64>) -> Result<f64, ValueError> {
        self.mass.inverse(self.kind, volume)
    }

    /// 1 / inertia, 0 for a body with a spin that impulses do not change; `gyration` is inertia
    /// over mass (m²), for shapes with a volume.
    ///
    /// A given tensor counts by a third of its trace.
    pub(crate) fn inverse_inertia(&self, inverse_mass: f64, gyration: Option<f64>) -> Result<f64, ValueError> {
        self.given_inertia().inverse_inertia(self.rotates, inverse_mass, gyration)
    }

    /// The mass properties that are given.
    pub(crate) fn given_inertia(&self) -> GivenInertia {
        GivenInertia {
            tensor: self.inertia,
            centre: self.centre_of_mass,
        }
    }

    /// The first piece of its trajectory, from time `epoch` (s), under this gravity (m/s²), which
    /// does not act on a fixed body.
    #[must_use]
    pub fn first_piece(&self, epoch: f64, gravity: &Vector3<f64>) -> MotionPiece {
        let pull = match self.kind {
            BodyKind::Dynamic => *gravity,
            BodyKind::Fixed => Vector3::zeros(),
        };
        MotionPiece {
            epoch,
            position: self.position,
            orientation: self.orientation,
            velocity: self.velocity,
            acceleration: unsigned(self.acceleration + pull),
            angular_velocity: unsigned(self.angular_velocity),
            angular_acceleration: Vector3::zeros(),
            inertia: None,
            swell: 0.0,
            growth: self.growth + 0.0,
        }
    }
}

/// The same numbers with unsigned zeros: a gas, which does not store components that are zero for
/// all its balls, then returns the same bits as other methods.
pub(crate) fn unsigned(vector: Vector3<f64>) -> Vector3<f64> {
    vector.add_scalar(0.0)
}
