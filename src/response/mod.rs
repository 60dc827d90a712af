//! How a collision changes motion: the law of impulses, and the door for laws of your own. Shared by both modes.

mod relation;

pub(crate) use relation::{Relation, Role};

use crate::event::Party;
use crate::scene::{Settings, Wall};
use nalgebra::Vector3;

/// One side of a collision, just before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Side {
    /// Who it is.
    pub party: Party,
    /// 1 / mass, in 1/kg; 0 for a fixed body or a wall.
    pub inverse_mass: f64,
    /// Position of its origin, in metres.
    pub position: Vector3<f64>,
    /// Velocity of its origin, in metres per second.
    pub velocity: Vector3<f64>,
    /// Angular velocity, in radians per second: impulses do not change it.
    pub angular_velocity: Vector3<f64>,
    /// Restitution, 0 to 1.
    pub restitution: f64,
    /// Friction, >= 0.
    pub friction: f64,
}

impl Side {
    /// Velocity of its material at a point of the world, in metres per second: spin included.
    pub fn velocity_at(&self, point: &Vector3<f64>) -> Vector3<f64> {
        if self.angular_velocity == Vector3::zeros() {
            self.velocity
        } else {
            self.velocity + self.angular_velocity.cross(&(point - self.position))
        }
    }

    /// A wall of the domain: it never moves.
    pub(crate) fn of_wall(wall: Wall, settings: &Settings) -> Self {
        Self {
            party: Party::Wall(wall),
            inverse_mass: 0.0,
            position: Vector3::zeros(),
            velocity: Vector3::zeros(),
            angular_velocity: Vector3::zeros(),
            restitution: settings.restitution,
            friction: settings.friction,
        }
    }
}

/// A collision as a response sees it: two sides that touch and approach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Encounter {
    /// When, in seconds.
    pub time: f64,
    /// Where, in world coordinates.
    pub point: Vector3<f64>,
    /// Unit normal, from the first side to the second.
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

/// What a response makes of an encounter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reply {
    /// New velocities. That of a fixed side is ignored. If the two still approach, they pass through each other until they part.
    Velocities([Vector3<f64>; 2]),
    /// The two pass through each other until they part.
    PassThrough,
}

/// A law of collision.
///
/// It must be a function of the encounter (and of what it keeps itself): then runs are reproducible.
///
/// ```
/// use kinesweep::{Body, Encounter, Reply, Response, Shape, World, impulse};
/// use nalgebra::Vector3;
/// /// Bodies that lose a tenth of their speed at each meeting.
/// struct Damped;
/// impl Response for Damped {
///     fn respond(&mut self, encounter: &Encounter) -> Reply {
///         Reply::Velocities(impulse(encounter).map(|velocity| 0.9 * velocity))
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
pub trait Response: Send {
    /// Answers a collision.
    fn respond(&mut self, encounter: &Encounter) -> Reply;
}

/// The law of impulses: velocities after a collision of bodies whose spin, if any, is not changed by it.
///
/// Closing and sliding are those of the two at the point of contact, spin included. Along the normal the impulse is (1 + e) c / (1/m1 + 1/m2), with closing speed c and restitution e, after Newton; across it
/// Coulomb friction stops the sliding or takes at most the friction coefficient times the normal impulse from it.
pub fn impulse(encounter: &Encounter) -> [Vector3<f64>; 2] {
    let [a, b] = &encounter.sides;
    let inverse_sum = a.inverse_mass + b.inverse_mass;
    if inverse_sum == 0.0 {
        return [a.velocity, b.velocity];
    }
    let along = (1.0 + encounter.restitution) * encounter.closing_speed / inverse_sum;
    let mut total = encounter.normal * along;
    if encounter.friction > 0.0 {
        let relative = b.velocity_at(&encounter.point) - a.velocity_at(&encounter.point);
        let sliding = relative - encounter.normal * encounter.normal.dot(&relative);
        let speed = sliding.norm();
        if speed > 0.0 {
            let across = (speed / inverse_sum).min(encounter.friction * along);
            total -= sliding * (across / speed);
        }
    }
    [a.velocity - total * a.inverse_mass, b.velocity + total * b.inverse_mass]
}

/// Restitution of a pair: the smaller of the two.
pub(crate) fn pair_restitution(a: f64, b: f64) -> f64 {
    a.min(b)
}

/// Friction of a pair: the geometric mean.
pub(crate) fn pair_friction(a: f64, b: f64) -> f64 {
    (a * b).sqrt()
}
