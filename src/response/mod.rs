//! How a collision changes motion: the law of impulses, and the door for laws of your own. Shared by both modes.

mod impulse;
mod relation;
mod zeno;

pub use impulse::impulse;

pub(crate) use impulse::push;
pub(crate) use relation::{Relation, Role};
pub(crate) use zeno::{Past, Verdict, verdict};

use crate::event::{Collision, Party};
use crate::scene::{Settings, Wall};
use nalgebra::Vector3;

/// One side of a collision, just before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Side {
    /// Who it is.
    pub party: Party,
    /// 1 / mass, in 1/kg; 0 for a fixed body or a wall.
    pub inverse_mass: f64,
    /// Position of its origin, in metres; zero for a wall, which has none.
    pub position: Vector3<f64>,
    /// Velocity of its origin, in metres per second.
    pub velocity: Vector3<f64>,
    /// 1 / moment of inertia, in 1/(kg m²); 0 where impulses do not change the spin.
    pub inverse_inertia: f64,
    /// Angular velocity, in radians per second.
    pub angular_velocity: Vector3<f64>,
    /// How fast its surface goes outward, in metres per second: not 0 for a ball that grows.
    pub growth: f64,
    /// Restitution, 0 to 1; of a wall that of the world.
    pub restitution: f64,
    /// Friction, >= 0; of a wall that of the world.
    pub friction: f64,
}

impl Side {
    /// Velocity of its material at a point of the world, in metres per second: spin included.
    #[must_use]
    pub fn velocity_at(&self, point: &Vector3<f64>) -> Vector3<f64> {
        if self.angular_velocity == Vector3::zeros() {
            self.velocity
        } else {
            self.velocity + self.angular_velocity.cross(&(point - self.position))
        }
    }

    /// Kinetic energy that it would have with these velocities, in joules: of spin only where impulses change it. 0 for what
    /// has no finite mass.
    #[inline]
    pub(crate) fn kinetic_energy(&self, with: &Twist) -> f64 {
        kinetic_energy(self.inverse_mass, self.inverse_inertia, with)
    }

    /// A wall of the domain: it never moves.
    pub(crate) fn of_wall(wall: Wall, settings: &Settings) -> Self {
        Self {
            party: Party::Wall(wall),
            inverse_mass: 0.0,
            inverse_inertia: 0.0,
            position: Vector3::zeros(),
            velocity: Vector3::zeros(),
            angular_velocity: Vector3::zeros(),
            growth: 0.0,
            restitution: settings.restitution,
            friction: settings.friction,
        }
    }
}

/// A collision as a response sees it: two sides that touch and approach. They are two bodies, or a body and a wall of the
/// domain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Encounter {
    /// When, in seconds.
    pub time: f64,
    /// Where, in world coordinates.
    pub point: Vector3<f64>,
    /// Unit normal, from the first side to the second; at a wall that of the wall, out of the domain.
    pub normal: Vector3<f64>,
    /// Speed at which the gap closes, >= 0, in metres per second: spin and growth included.
    pub closing_speed: f64,
    /// Restitution of the pair: the smaller of the two, or what the Zeno policy makes of it.
    pub restitution: f64,
    /// Friction of the pair: the geometric mean.
    pub friction: f64,
    /// The two sides, in scene order, a wall last.
    pub sides: [Side; 2],
}

/// Velocity and angular velocity of a body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Twist {
    /// Velocity of its origin, in metres per second.
    pub velocity: Vector3<f64>,
    /// Angular velocity, in radians per second about the world's axes.
    pub angular_velocity: Vector3<f64>,
}

impl Twist {
    /// Those of a side before the collision.
    #[must_use]
    pub fn of(side: &Side) -> Self {
        Self {
            velocity: side.velocity,
            angular_velocity: side.angular_velocity,
        }
    }
}

/// Kinetic energy, in joules; 0 for what has no finite mass.
#[inline]
pub(crate) fn kinetic_energy(inverse_mass: f64, inverse_inertia: f64, twist: &Twist) -> f64 {
    let of = |square: f64, inverse: f64| if inverse > 0.0 { 0.5 * square / inverse } else { 0.0 };
    of(twist.velocity.norm_squared(), inverse_mass) + of(twist.angular_velocity.norm_squared(), inverse_inertia)
}

impl Collision {
    /// What is told of an encounter and what came of it.
    pub(crate) fn told(encounter: &Encounter, after: &[Twist; 2]) -> Self {
        let Encounter { sides, normal, .. } = encounter;
        let passed = |side: usize| (after[side].velocity - sides[side].velocity).dot(normal).abs() / sides[side].inverse_mass;
        let energy =
            |side: usize| sides[side].kinetic_energy(&after[side]) - sides[side].kinetic_energy(&Twist::of(&sides[side]));
        Self {
            parties: sides.map(|side| side.party),
            point: encounter.point,
            normal: *normal,
            closing_speed: encounter.closing_speed,
            impulse: passed(usize::from(sides[0].inverse_mass == 0.0)),
            energy_change: energy(0) + energy(1),
        }
    }
}

/// What a response makes of an encounter.
///
/// At a wall of the domain only what is given for the first side counts, and nothing leaves the domain: velocities with which
/// the body still closes on the wall at the point of contact, beyond rounding, are refused
/// ([`StepError::Reply`](crate::StepError::Reply)).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reply {
    /// New velocities; spins stay. That of a fixed side or a wall is ignored. If two bodies still approach, they pass through
    /// each other until they part.
    Velocities([Vector3<f64>; 2]),
    /// The same with new angular velocities; that of a half-space is ignored.
    Twists([Twist; 2]),
    /// The two pass through each other until they part. At a wall: the law of impulses ([`impulse`]), as walls reflect in
    /// [`ResponseMode::PassThrough`](crate::ResponseMode::PassThrough).
    PassThrough,
}

/// Which collisions a response answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ResponseScope {
    /// Those of two bodies, and those with walls of the domain.
    #[default]
    All,
    /// Those with walls of the domain alone. For two bodies the law of impulses holds, so that a world of plain balls is as
    /// fast as without a response.
    Walls,
}

/// A law of collision.
///
/// It is called at each collision of two bodies and of a body with a wall of a [box](crate::Domain::Box), one after the other
/// in the order of the events: also, with [`ResponseMode::PassThrough`](crate::ResponseMode::PassThrough), at walls. Contact
/// that lasts (rest, and the short hops of what turns or grows) is no collision, and the sampled mode uses the law of
/// impulses.
///
/// It must be a function of the encounter (and of what it keeps itself): then runs are reproducible, and the same by every
/// method. If it panics, the world is as it was before: a caller that catches the panic can go on, and the law is called again.
///
/// ```
/// use kinesweep::{Body, Encounter, Reply, Response, Shape, World, impulse};
/// use nalgebra::Vector3;
/// /// Bodies that lose a tenth of their speed at each meeting.
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
/// use kinesweep::{Body, Domain, Encounter, Party, Reply, Response, ResponseScope, Shape, Wall, World, impulse};
/// use nalgebra::Vector3;
/// /// A floor that throws back at 3 m/s whatever comes; the other walls are as they are.
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
    /// Answers a collision.
    fn respond(&mut self, encounter: &Encounter) -> Reply;

    /// Which collisions it answers; all, if not said otherwise. Called once, when a world is built or restored.
    fn scope(&self) -> ResponseScope {
        ResponseScope::All
    }
}

/// How fast two close at a point, in metres per second: spin and growth included.
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
