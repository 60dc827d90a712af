//! Bodies as the user describes them.

use super::body_change::{BodyChange, ScheduledBodyChange};
use super::groups::Groups;
use super::shape::{Shape, ShapeKind};
use crate::limits::{
    MAX_GROWTH, MAX_MASS, MIN_MASS, ValueError, check_orientation, check_range, check_spin, check_time, check_vector,
};
use crate::motion::bounds::{Bounds, Lease};
use crate::motion::{MotionChange, MotionPiece};
use crate::portable;
use nalgebra::{UnitQuaternion, Vector3};

/// How a body answers to forces and impulses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum BodyKind {
    /// Finite mass; gravity and impulses act on it.
    #[default]
    Dynamic,
    /// Infinite mass, not subject to gravity. It may still have a velocity and an acceleration of its own.
    Fixed,
}

/// How much a dynamic body weighs.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Mass {
    /// Mass in kilograms.
    Total(f64),
    /// Density in kilograms per cubic metre, times the volume of the shape (for a mesh: the volume it encloses).
    Density(f64),
}

impl Mass {
    /// Checks the number.
    pub(crate) fn check(&self) -> Result<(), ValueError> {
        match self {
            Self::Total(mass) => check_range("mass", *mass, MIN_MASS, MAX_MASS),
            Self::Density(density) => check_range("density", *density, MIN_MASS, MAX_MASS),
        }
    }

    /// 1 / mass, 0 for a fixed body; `volume` is called only if the density is given.
    pub(crate) fn inverse(&self, kind: BodyKind, volume: impl FnOnce() -> Option<f64>) -> Result<f64, ValueError> {
        let mass = match (kind, *self) {
            (BodyKind::Fixed, _) => return Ok(0.0),
            (BodyKind::Dynamic, Self::Total(mass)) => mass,
            (BodyKind::Dynamic, Self::Density(density)) => {
                let refusal = || {
                    ValueError::new(
                        "density",
                        density,
                        "needs a shape that encloses a volume: give a mass instead",
                    )
                };
                density * volume().ok_or_else(refusal)?
            }
        };
        check_range("mass", mass, MIN_MASS, MAX_MASS)?;
        Ok(1.0 / mass)
    }
}

/// 1 / inertia, 0 where impulses do not change the spin; `gyration` is inertia over mass (m²), of shapes that enclose a volume.
pub(crate) fn inverse_inertia(rotates: bool, inverse_mass: f64, gyration: Option<f64>) -> Result<f64, ValueError> {
    if !rotates || inverse_mass == 0.0 {
        return Ok(0.0);
    }
    let gyration = gyration.ok_or_else(|| {
        let allowed = "needs a shape that encloses a volume, for its inertia";
        ValueError::new("rotates", true, allowed)
    })?;
    Ok(inverse_mass / gyration)
}

/// A change of a body's motion at a time known beforehand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScheduledChange {
    /// When, in seconds.
    pub time: f64,
    /// What.
    pub change: MotionChange,
}

/// A body to be inserted into a [`World`](crate::World): shape, start, and how it answers to contact.
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
    /// A number of the user's own, which the engine keeps and never looks at: see [`World::tag`](crate::World::tag).
    pub tag: u128,
    /// Shape, with the body's centre of mass as its origin.
    pub shape: Shape,
    /// Position at the start, in metres.
    pub position: Vector3<f64>,
    /// Orientation at the start.
    pub orientation: UnitQuaternion<f64>,
    /// Velocity at the start, in metres per second.
    pub velocity: Vector3<f64>,
    /// Acceleration of its own, in metres per second squared; gravity is added to it.
    pub acceleration: Vector3<f64>,
    /// Angular velocity, constant until it is changed, in radians per second about the world's axes; zero for a half-space.
    pub angular_velocity: Vector3<f64>,
    /// How fast the radius of a ball grows, in metres per second, until that is changed; zero for any other shape.
    pub growth: f64,
    /// Dynamic or fixed.
    pub kind: BodyKind,
    /// Mass or density; a fixed body has no use for it.
    pub mass: Mass,
    /// Whether impulses change its spin. Its inertia is then a third of the trace of the shape's tensor at uniform density:
    /// spin is constant between events, so a full tensor, whose axis of spin wanders, would not conserve energy. For a
    /// fixed body nothing.
    pub rotates: bool,
    /// Share of the closing speed that comes back, 0 to 1; the world's default where none is given. A pair takes the smaller.
    pub restitution: Option<f64>,
    /// Coefficient of Coulomb friction, >= 0; the world's default where none is given. A pair takes the geometric mean.
    pub friction: Option<f64>,
    /// A sensor touches without answering: contacts begin and end, nothing is pushed.
    pub sensor: bool,
    /// Whether it touches another is asked of the world's [`TouchTest`](crate::TouchTest) alone, and answered to by
    /// nothing; its shape serves as its bound. (A sampled run takes such a body for a sensor.)
    pub touch_only: bool,
    /// Bounds of the user's own, for a motion that is not known, and until when they are valid: the body is then touch-only
    /// whatever [`touch_only`](Self::touch_only) says. (A sampled run leaves them out of account.)
    pub lease: Option<Lease>,
    /// Which bodies it meets.
    pub groups: Groups,
    /// Changes of motion at times known beforehand.
    pub changes: Vec<ScheduledChange>,
    /// Changes of what it is at times known beforehand. (A sampled run takes all but another shape.)
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
            restitution: None,
            friction: None,
            sensor: false,
            touch_only: false,
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

    /// Sets the name.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Sets the tag: a number of your own by which you know the body again (an entity, a row of a table, a colour), kept with it in
    /// the world and in its snapshots. See [`World::tag`](crate::World::tag).
    #[must_use]
    pub fn tag(mut self, tag: u128) -> Self {
        self.tag = tag;
        self
    }

    /// Sets the position, in metres.
    #[must_use]
    pub fn position(mut self, position: Vector3<f64>) -> Self {
        self.position = position;
        self
    }

    /// Sets the orientation by a rotation vector: axis times angle in radians.
    #[must_use]
    pub fn orientation(mut self, rotation: Vector3<f64>) -> Self {
        self.orientation = portable::rotation(&rotation);
        self
    }

    /// Sets the velocity, in metres per second.
    #[must_use]
    pub fn velocity(mut self, velocity: Vector3<f64>) -> Self {
        self.velocity = velocity;
        self
    }

    /// Sets the body's own acceleration, in metres per second squared.
    #[must_use]
    pub fn acceleration(mut self, acceleration: Vector3<f64>) -> Self {
        self.acceleration = acceleration;
        self
    }

    /// Sets the angular velocity, in radians per second about the world's axes: the body turns about its origin. Impulses change
    /// that only of a body that [`rotates`](Self::rotates).
    #[must_use]
    pub fn angular_velocity(mut self, angular_velocity: Vector3<f64>) -> Self {
        self.angular_velocity = angular_velocity;
        self
    }

    /// Sets the rate at which the radius of a ball grows, in metres per second. What it meets closes by so much faster, and with
    /// restitution e the gap opens at e times that speed (Lubachevsky and Stillinger 1990). The mass stays as it is.
    ///
    /// Where growing balls are jammed they collide without end: ever more often, until no time passes between two collisions,
    /// which is told as [`StepError::Stalled`](crate::StepError::Stalled). Stop before, or set the growth to 0.
    ///
    /// ```
    /// use kinesweep::{Body, Shape, World};
    /// use nalgebra::Vector3;
    /// let mut world = World::builder().build()?;
    /// let ball = Body::new(Shape::ball(1.0)?).growth(0.25);
    /// let growing = world.insert(ball.clone())?;
    /// world.insert(ball.position(Vector3::x() * 4.0))?;
    /// let event = world.step()?.expect("they grow into each other");
    /// assert_eq!(event.time, 4.0);
    /// assert_eq!(world.swell(growing)?, 1.0);
    /// // The gap closed at 0.5 m/s, and opens at 0.5: they part at 1 m/s while they go on growing.
    /// assert_eq!(world.velocity(growing)?.x, -0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn growth(mut self, rate: f64) -> Self {
        self.growth = rate;
        self
    }

    /// Sets the mass, in kilograms.
    #[must_use]
    pub fn mass(mut self, mass: f64) -> Self {
        self.mass = Mass::Total(mass);
        self
    }

    /// Sets the density, in kilograms per cubic metre.
    #[must_use]
    pub fn density(mut self, density: f64) -> Self {
        self.mass = Mass::Density(density);
        self
    }

    /// Lets impulses change the body's spin: see the field of this name.
    #[must_use]
    pub fn rotates(mut self) -> Self {
        self.rotates = true;
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

    /// Makes the body a sensor.
    #[must_use]
    pub fn sensor(mut self) -> Self {
        self.sensor = true;
        self
    }

    /// Leaves it to the world's [`TouchTest`](crate::TouchTest) whether the body touches another.
    #[must_use]
    pub fn touch_only(mut self) -> Self {
        self.touch_only = true;
        self
    }

    /// Gives the body bounds for a motion that the engine doesn't know, valid until a time that may be infinite. It is then
    /// touch-only: while its bounds overlap those of another body the world's [`TouchTest`](crate::TouchTest) is asked, and
    /// neither shape, motion nor the walls of the domain say anything about where it is. (Position and motion are still what the
    /// test is shown.)
    ///
    /// When the time comes, [`EventKind::BoundsExpired`](crate::EventKind::BoundsExpired) asks for other bounds:
    /// see [`World::set_bounds`](crate::World::set_bounds), with an example.
    #[must_use]
    pub fn bounded(mut self, bounds: Bounds, until: f64) -> Self {
        self.touch_only = true;
        self.lease = Some(Lease { bounds, until });
        self
    }

    /// Sets the groups.
    #[must_use]
    pub fn groups(mut self, groups: Groups) -> Self {
        self.groups = groups;
        self
    }

    /// Adds a change of motion at a time known beforehand.
    #[must_use]
    pub fn change_at(mut self, time: f64, change: MotionChange) -> Self {
        self.changes.push(ScheduledChange { time, change });
        self
    }

    /// Adds a change of what the body is at a time known beforehand, which comes after a change of motion at the same time: see
    /// [`World::schedule_change`](crate::World::schedule_change).
    ///
    /// ```
    /// use kinesweep::{Body, BodyChange, EventKind, Shape, World};
    /// use nalgebra::Vector3;
    /// let mut world = World::builder().build()?;
    /// let ball = Body::new(Shape::ball(1.0)?);
    /// let solid = BodyChange::new().sensor(false);
    /// world.insert(ball.clone().velocity(Vector3::x()).sensor().set_at(4.0, solid))?;
    /// world.insert(ball.position(Vector3::x() * 10.0))?;
    /// let events = world.advance_to(10.0)?;
    /// assert_eq!((events[0].time, events[0].kind.name()), (4.0, "motion-change"));
    /// assert_eq!((events[1].time, events[1].kind.name()), (8.0, "collision"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn set_at(mut self, time: f64, change: BodyChange) -> Self {
        self.body_changes.push(ScheduledBodyChange { time, change });
        self
    }

    /// Checks every number, as a world does before it takes the body.
    ///
    /// # Errors
    /// Names the first field whose value is not allowed: out of range or not finite, a spin of a half-space, a growth of
    /// what is no ball, a density of a half-space that is dynamic.
    pub fn check(&self) -> Result<(), ValueError> {
        check_vector("position", &self.position)?;
        check_vector("velocity", &self.velocity)?;
        check_vector("acceleration", &self.acceleration)?;
        check_orientation("orientation", &self.orientation)?;
        check_spin_of(&self.shape, &self.angular_velocity)?;
        check_growth(&self.shape, self.growth)?;
        self.mass.check()?;
        if let Some(restitution) = self.restitution {
            check_restitution(restitution)?;
        }
        if let Some(friction) = self.friction {
            check_friction(friction)?;
        }
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

    /// 1 / mass, 0 for a fixed body; the volume of the shape is asked for if the density is given.
    pub(crate) fn inverse_mass(&self, volume: impl FnOnce() -> Option<f64>) -> Result<f64, ValueError> {
        self.mass.inverse(self.kind, volume)
    }

    /// 1 / inertia, 0 for a body whose spin impulses do not change; `gyration` is inertia over mass (m²), of shapes that
    /// enclose a volume.
    pub(crate) fn inverse_inertia(&self, inverse_mass: f64, gyration: Option<f64>) -> Result<f64, ValueError> {
        inverse_inertia(self.rotates, inverse_mass, gyration)
    }

    /// The first piece of its trajectory, from time `epoch` (s), under this gravity (m/s²), which a fixed body does not feel.
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
            swell: 0.0,
            growth: self.growth + 0.0,
        }
    }
}

/// The same numbers, their zeros without a sign: a gas, which holds none of what is zero for all of its balls, tells it in the same bits
/// as other methods do.
pub(crate) fn unsigned(vector: Vector3<f64>) -> Vector3<f64> {
    vector.add_scalar(0.0)
}

/// Checks an angular velocity for a body of this shape.
pub(super) fn check_spin_of(shape: &Shape, angular_velocity: &Vector3<f64>) -> Result<(), ValueError> {
    const FIELD: &str = "angular_velocity";
    check_spin(FIELD, angular_velocity)?;
    if *angular_velocity == Vector3::zeros() || !matches!(shape.kind(), ShapeKind::HalfSpace { .. }) {
        return Ok(());
    }
    let allowed = "must be zero for a half-space, which has no bounds";
    Err(ValueError::of_vector(FIELD, angular_velocity, allowed))
}

/// Checks a growth for a body of this shape.
pub(super) fn check_growth(shape: &Shape, growth: f64) -> Result<(), ValueError> {
    const FIELD: &str = "growth";
    check_range(FIELD, growth, 0.0, MAX_GROWTH)?;
    if growth == 0.0 || matches!(shape.kind(), ShapeKind::Ball { .. }) {
        Ok(())
    } else {
        Err(ValueError::new(
            FIELD,
            growth,
            "must be 0 for a shape that is not a ball: only balls grow",
        ))
    }
}

/// Checks every number of a change of motion of a body of this shape.
pub(crate) fn check_change(change: &MotionChange, shape: &Shape) -> Result<(), ValueError> {
    if let Some(angular_velocity) = &change.angular_velocity {
        check_spin_of(shape, angular_velocity)?;
    }
    if let Some(growth) = change.growth {
        check_growth(shape, growth)?;
    }
    for (field, value) in [
        ("position", &change.position),
        ("velocity", &change.velocity),
        ("acceleration", &change.acceleration),
    ] {
        if let Some(value) = value {
            check_vector(field, value)?;
        }
    }
    change
        .orientation
        .map_or(Ok(()), |orientation| check_orientation("orientation", &orientation))
}

/// Checks a coefficient of restitution.
pub(crate) fn check_restitution(value: f64) -> Result<(), ValueError> {
    check_range("restitution", value, 0.0, 1.0)
}

/// Checks a coefficient of friction.
pub(crate) fn check_friction(value: f64) -> Result<(), ValueError> {
    /// Above this, friction differs from perfect grip by less than rounding.
    const MAX_FRICTION: f64 = 1e15;
    check_range("friction", value, 0.0, MAX_FRICTION)
}
