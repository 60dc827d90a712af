//! The setters of [`Body`], for a chain of calls.

use super::body::{Body, ScheduledChange};
use super::body_change::{BodyChange, ScheduledBodyChange};
use super::groups::Groups;
use super::mass::Mass;
use crate::motion::MotionChange;
use crate::motion::bounds::{Bounds, Lease};
use crate::portable;
use nalgebra::{Matrix3, Vector3};

impl Body {
    /// Sets the name.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Sets the tag: a number of your own that identifies the body (an entity, a row of a table, a
    /// colour), stored with it in the world and in its snapshots. See
    /// [`World::tag`](crate::World::tag).
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

    /// Sets the angular velocity, in radians per second about the world's axes: the body rotates
    /// about its origin. Impulses change it only for a body that [`rotates`](Self::rotates).
    #[must_use]
    pub fn angular_velocity(mut self, angular_velocity: Vector3<f64>) -> Self {
        self.angular_velocity = angular_velocity;
        self
    }

    /// Sets the growth rate of a ball's radius, in metres per second. The closing speed increases
    /// by this rate, and with restitution e the gap opens at e times that speed (Lubachevsky and
    /// Stillinger 1990). The mass stays unchanged. In a periodic domain its radius may become a
    /// quarter of the shortest side.
    ///
    /// Jammed growing balls collide without end: ever more often, until no time passes between two
    /// collisions, which is reported as [`StepError::Stalled`](crate::StepError::Stalled). Stop
    /// before, or set the growth to 0.
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
    /// // The gap closed at 0.5 m/s, and opens at 0.5: they part at 1 m/s while they continue
    /// // to grow.
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

    /// Sets the principal moments of inertia about the centre of mass, in kg m², along the body's own
    /// axes. Each is above 0, and none exceeds the sum of the other two. Only for a body that
    /// [`rotates`](Self::rotates).
    ///
    /// ```
    /// use kinesweep::{Body, Shape};
    /// use nalgebra::Vector3;
    /// // A hollow ball: 2/3 m r².
    /// let shell = Body::new(Shape::ball(0.1)?).mass(0.3).rotates().inertia(Vector3::repeat(2e-3));
    /// shell.check()?;
    /// let refused = shell.inertia(Vector3::new(1.0, 1.0, 3.0)).check().unwrap_err();
    /// assert_eq!(refused.field, "inertia");
    /// # Ok::<(), kinesweep::ValueError>(())
    /// ```
    #[must_use]
    pub fn inertia(mut self, moments: Vector3<f64>) -> Self {
        self.inertia = Some(Matrix3::from_diagonal(&moments));
        self
    }

    /// Sets the inertia tensor about the centre of mass, in kg m², in the body's own axes: symmetric,
    /// with principal moments as for [`inertia`](Self::inertia). Products of inertia have the sign
    /// that they have in the tensor: Ixy is minus the integral of x y over the mass.
    #[must_use]
    pub fn inertia_tensor(mut self, tensor: Matrix3<f64>) -> Self {
        self.inertia = Some(tensor);
        self
    }

    /// Sets the centre of mass, in metres, in the body's own axes and from its origin: the point about
    /// which it rotates. Without an [`inertia`](Self::inertia) the moments are those of the shape at
    /// uniform density about this point. Only for a body that [`rotates`](Self::rotates).
    #[must_use]
    pub fn centre_of_mass(mut self, centre: Vector3<f64>) -> Self {
        self.centre_of_mass = Some(centre);
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

    /// Sets the coefficient of [rolling friction](Body::rolling_friction), >= 0.
    #[must_use]
    pub fn rolling_friction(mut self, friction: f64) -> Self {
        self.rolling_friction = Some(friction);
        self
    }

    /// Sets the coefficient of [spinning friction](Body::spinning_friction), >= 0.
    #[must_use]
    pub fn spinning_friction(mut self, friction: f64) -> Self {
        self.spinning_friction = Some(friction);
        self
    }

    /// Makes the body a sensor.
    #[must_use]
    pub fn sensor(mut self) -> Self {
        self.sensor = true;
        self
    }

    /// Lets only the world's [`TouchTest`](crate::world::TouchTest) decide the contacts of the
    /// body.
    #[must_use]
    pub fn touch_only(mut self) -> Self {
        self.touch_only = true;
        self
    }

    /// Marks the body: a response of scope [`Marked`](crate::response::ResponseScope::Marked)
    /// answers its collisions, and not those of other bodies.
    #[must_use]
    pub fn own_law(mut self) -> Self {
        self.own_law = true;
        self
    }

    /// Sets bounds for a motion unknown to the engine, valid until a time that may be infinite. The
    /// body is then touch-only: while its bounds overlap those of another body the world's
    /// [`TouchTest`](crate::world::TouchTest) is called, and its shape, motion and the walls of the
    /// domain do not restrict its position. (Position and motion are still passed to the test.)
    ///
    /// At the end of that time [`EventKind::BoundsExpired`](crate::EventKind::BoundsExpired)
    /// requests new bounds: see [`World::set_bounds`](crate::World::set_bounds), with an example.
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

    /// Adds a change of motion at a given time.
    #[must_use]
    pub fn change_at(mut self, time: f64, change: MotionChange) -> Self {
        self.changes.push(ScheduledChange { time, change });
        self
    }

    /// Adds a change of the body's constants at a given time. It comes after a change of motion at
    /// the same time: see [`World::schedule_change`](crate::World::schedule_change).
    ///
    /// ```
    /// use kinesweep::scene::BodyChange;
    /// use kinesweep::{Body, EventKind, Shape, World};
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
}
