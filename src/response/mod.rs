//! Laws of collision: the law of impulses, and the trait for laws of your own. Shared by both
//! modes.
//!
//! A [`Response`] receives an [`Encounter`] (two [`Side`]s, point, normal, closing speed) and
//! returns a [`Reply`]: new velocities, new velocities and spins, or that the two pass through each
//! other. Without a response of your own a world uses [`impulse`].
//!
//! ```
//! use kinesweep::World;
//! use kinesweep::response::{Encounter, Reply, Response, impulse};
//!
//! /// Bodies that lose a tenth of their speed at each collision.
//! struct Damped;
//! impl Response for Damped {
//!     fn respond(&mut self, encounter: &Encounter) -> Reply {
//!         Reply::Velocities(impulse(encounter).map(|after| 0.9 * after.velocity))
//!     }
//! }
//! let world = World::builder().custom_response(Damped).build()?;
//! # Ok::<(), kinesweep::WorldError>(())
//! ```

mod impulse;
mod inertia;
mod late;
mod relation;
mod zeno;

pub use impulse::impulse;
pub use inertia::InverseInertia;

pub(crate) use impulse::{impulse_to_opening, momentum_transfer};
pub(crate) use late::Late;
pub(crate) use relation::{Relation, Role};
pub(crate) use zeno::{CollisionHistory, Way, ZenoDecision, zeno_decision};

use crate::domain::Wall;
use crate::event::{Collision, Party};
use crate::scene::Settings;
use nalgebra::Vector3;

/// One side of a collision, just before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Side {
    /// The body or the wall.
    pub party: Party,
    /// 1 / mass, in 1/kg; 0 for a fixed body or a wall.
    pub inverse_mass: f64,
    /// Position of its centre of mass, in metres; zero for a wall, which has none.
    pub position: Vector3<f64>,
    /// Velocity of its centre of mass, in metres per second.
    pub velocity: Vector3<f64>,
    /// The inverse inertia tensor; zero where impulses do not change the spin.
    pub inverse_inertia: InverseInertia,
    /// Angular velocity, in radians per second.
    pub angular_velocity: Vector3<f64>,
    /// Outward speed of its surface, in metres per second: not 0 for a ball that grows.
    pub growth: f64,
    /// Restitution, 0 to 1; for a wall that of the world.
    pub restitution: f64,
    /// Friction, >= 0; for a wall that of the world.
    pub friction: f64,
}

impl Side {
    /// Velocity of its material at a point of the world, in metres per second: spin included.
    #[must_use]
    #[inline]
    pub fn velocity_at(&self, point: &Vector3<f64>) -> Vector3<f64> {
        velocity_at(&self.velocity, &self.angular_velocity, &self.position, point)
    }

    /// Kinetic energy that it would have with these velocities, in joules: of spin only if impulses
    /// change it. 0 for a side without finite mass.
    #[inline]
    pub(crate) fn kinetic_energy(&self, with: &Twist) -> f64 {
        kinetic_energy(self.inverse_mass, &self.inverse_inertia, with)
    }

    /// A wall of the domain: it never moves.
    pub(crate) fn of_wall(wall: Wall, settings: &Settings) -> Self {
        Self {
            party: Party::Wall(wall),
            inverse_mass: 0.0,
            inverse_inertia: InverseInertia::default(),
            position: Vector3::zeros(),
            velocity: Vector3::zeros(),
            angular_velocity: Vector3::zeros(),
            growth: 0.0,
            restitution: settings.restitution,
            friction: settings.friction,
        }
    }
}

/// The input of a response: two sides that touch and approach. They are two bodies, or a body and a
/// wall of the domain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Encounter {
    /// Time in seconds.
    pub time: f64,
    /// Contact point in world coordinates.
    pub point: Vector3<f64>,
    /// Unit normal, from the first side to the second; at a wall the outward normal of the domain.
    pub normal: Vector3<f64>,
    /// Closing speed, >= 0, in metres per second: spin and growth included.
    pub closing_speed: f64,
    /// Restitution of the pair: the smaller of the two, or the value set by the Zeno policy.
    pub restitution: f64,
    /// Friction of the pair: the geometric mean.
    pub friction: f64,
    /// The two sides, in scene order, a wall last.
    pub sides: [Side; 2],
}

/// Velocity and angular velocity of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Twist {
    /// Velocity of its centre of mass, in metres per second.
    pub velocity: Vector3<f64>,
    /// Angular velocity, in radians per second about the world's axes.
    pub angular_velocity: Vector3<f64>,
}

impl Twist {
    /// The velocities of a side before the collision.
    #[must_use]
    pub fn of(side: &Side) -> Self {
        Self {
            velocity: side.velocity,
            angular_velocity: side.angular_velocity,
        }
    }
}

/// Velocity at a point of what moves and turns about a position, in metres per second.
#[inline]
pub(crate) fn velocity_at(
    velocity: &Vector3<f64>,
    angular_velocity: &Vector3<f64>,
    position: &Vector3<f64>,
    point: &Vector3<f64>,
) -> Vector3<f64> {
    if *angular_velocity == Vector3::zeros() {
        *velocity
    } else {
        velocity + angular_velocity.cross(&(point - position))
    }
}

/// Kinetic energy, in joules; 0 without finite mass.
#[inline]
pub(crate) fn kinetic_energy(inverse_mass: f64, inverse_inertia: &InverseInertia, twist: &Twist) -> f64 {
    let of_velocity = if inverse_mass > 0.0 {
        0.5 * twist.velocity.norm_squared() / inverse_mass
    } else {
        0.0
    };
    of_velocity + inverse_inertia.energy(&twist.angular_velocity)
}

impl Collision {
    /// The collision event of an encounter and its outcome.
    pub(crate) fn from_encounter(encounter: &Encounter, after: &[Twist; 2]) -> Self {
        let Encounter { sides, normal, .. } = encounter;
        let passed = |side: usize| (after[side].velocity - sides[side].velocity).dot(normal).abs() / sides[side].inverse_mass;
        let energy =
            |side: usize| sides[side].kinetic_energy(&after[side]) - sides[side].kinetic_energy(&Twist::of(&sides[side]));
        Self {
            parties: sides.each_ref().map(|side| side.party),
            point: encounter.point,
            normal: *normal,
            closing_speed: encounter.closing_speed,
            impulse: passed(usize::from(sides[0].inverse_mass == 0.0)),
            energy_change: energy(0) + energy(1),
        }
    }
}

/// The result of a response.
///
/// At a wall of the domain only the values for the first side are used, and no body leaves the
/// domain: velocities with which the body still closes on the wall at the point of contact, beyond
/// rounding, are refused ([`StepError::Reply`](crate::StepError::Reply)).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Reply {
    /// New velocities; spins stay. That of a fixed side or a wall is ignored. If two bodies still
    /// approach, they pass through each other until they part.
    Velocities([Vector3<f64>; 2]),
    /// The same with new angular velocities; that of a half-space is ignored.
    Twists([Twist; 2]),
    /// The two pass through each other until they part. At a wall: the law of impulses
    /// ([`impulse`]), as walls reflect in
    /// [`ResponseMode::PassThrough`](crate::ResponseMode::PassThrough).
    PassThrough,
}

/// The collisions that a response handles.
///
/// ```
/// use kinesweep::response::{Encounter, Reply, Response, ResponseScope};
/// use kinesweep::{Body, Shape, World};
/// use nalgebra::Vector3;
/// /// What it hits passes through it.
/// struct Ghost;
/// impl Response for Ghost {
///     fn respond(&mut self, _: &Encounter) -> Reply {
///         Reply::PassThrough
///     }
///     fn scope(&self) -> ResponseScope {
///         ResponseScope::Marked
///     }
/// }
/// let mut world = World::builder().custom_response(Ghost).build()?;
/// let ball = Body::new(Shape::ball(1.0)?);
/// let ghost = world.insert(ball.clone().velocity(Vector3::x()).own_law())?;
/// let other = world.insert(ball.clone().position(Vector3::x() * 5.0))?;
/// let last = world.insert(ball.position(Vector3::x() * 9.0).velocity(-Vector3::x()))?;
/// world.advance_to(20.0)?;
/// // The ghost has passed through both; these two have exchanged their velocities.
/// assert_eq!(world.velocity(ghost)?.x, 1.0);
/// assert_eq!(world.velocity(other)?.x, -1.0);
/// assert_eq!(world.velocity(last)?.x, 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ResponseScope {
    /// Collisions of two bodies and collisions with walls of the domain.
    #[default]
    All,
    /// Collisions of bodies that are [marked](crate::Body::own_law), with each other, with other
    /// bodies and with walls of the domain. All others follow the law of impulses. A marked body
    /// among many balls costs what it touches.
    Marked,
    /// Collisions with walls of the domain only. Two bodies collide by the law of impulses.
    Walls,
}

/// A law of collision.
///
/// It is called at each collision of two bodies and of a body with a wall of a
/// [box](crate::Domain::Box), one after the other in the order of the events; with
/// [`ResponseMode::PassThrough`](crate::ResponseMode::PassThrough) at walls, too. Lasting contact
/// (rest, and the short hops of bodies that rotate or grow) is not a collision, and the sampled
/// mode uses the law of impulses.
///
/// It must be a function of the encounter and of its own state: then runs are reproducible, and the
/// same by every method. If it panics, the world is as it was before: a caller that catches the
/// panic can continue, and the law is called again.
///
/// ```
/// use kinesweep::response::{Encounter, Reply, Response, impulse};
/// use kinesweep::{Body, Shape, World};
/// use nalgebra::Vector3;
/// /// Bodies that lose a tenth of their speed at each collision.
/// struct Damped;
/// impl Response for Damped {
///     fn respond(&mut self, encounter: &Encounter) -> Reply {
///         Reply::Velocities(impulse(encounter).map(|after| 0.9 * after.velocity))
///     }
/// }
/// let mut world = World::builder().custom_response(Damped).build()?;
/// let ball = Body::new(Shape::ball(1.0)?);
/// let left = world.insert(ball.clone().velocity(Vector3::x()))?;
/// let right = world.insert(ball.position(Vector3::x() * 3.0))?;
/// world.advance_to(2.0)?;
/// assert_eq!(world.velocity(left)?.x, 0.0);
/// assert_eq!(world.velocity(right)?.x, 0.9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A law for walls alone:
/// ```
/// use kinesweep::response::{Encounter, Reply, Response, ResponseScope, impulse};
/// use kinesweep::{Body, Domain, Party, Shape, Wall, World};
/// use nalgebra::Vector3;
/// /// A floor that returns every body at 3 m/s; the other walls are unchanged.
/// struct Paddle;
/// impl Response for Paddle {
///     fn respond(&mut self, encounter: &Encounter) -> Reply {
///         let [mut body, wall] = impulse(encounter).map(|after| after.velocity);
///         if encounter.sides[1].party == Party::Wall(Wall::MinY) {
///             body.y = 3.0;
///         }
///         Reply::Velocities([body, wall])
///     }
///     fn scope(&self) -> ResponseScope {
///         ResponseScope::Walls
///     }
/// }
/// let half = Vector3::repeat(2.0);
/// let domain = Domain::Box { min: -half, max: half };
/// let mut world = World::builder().domain(domain).custom_response(Paddle).build()?;
/// let ball = world.insert(Body::new(Shape::ball(0.5)?).velocity(-Vector3::y()))?;
/// world.advance_to(1.75)?;
/// assert_eq!(world.velocity(ball)?.y, 3.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Response: Send {
    /// Returns the outcome of a collision.
    fn respond(&mut self, encounter: &Encounter) -> Reply;

    /// The collisions that it handles; all by default. Called once, when a world is built or
    /// restored.
    fn scope(&self) -> ResponseScope {
        ResponseScope::All
    }
}

/// Closing speed at a point, in metres per second: spin and growth included.
pub(crate) fn closing_speed(normal: &Vector3<f64>, point: &Vector3<f64>, sides: &[Side; 2]) -> f64 {
    let [a, b] = sides;
    normal.dot(&(a.velocity_at(point) - b.velocity_at(point))) + a.growth + b.growth
}

/// Restitution of a pair: the smaller of the two.
pub(crate) fn pair_restitution(a: f64, b: f64) -> f64 {
    a.min(b)
}

/// Friction of a pair: the geometric mean.
pub(crate) fn pair_friction(a: f64, b: f64) -> f64 {
    (a * b).sqrt()
}
