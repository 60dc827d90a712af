//! Settings of a whole world: gravity, the domain and its walls, the response to contact.

use super::body_checks::{check_friction, check_restitution};
use super::limits::{MAX_MAGNITUDE, ValueError, check_range, check_vector};
use crate::shown::Shown;
use nalgebra::Vector3;
use std::fmt;

/// The region of space in which bodies may be.
///
/// ```
/// use kinesweep::{Body, Domain, Shape, World};
/// use nalgebra::Vector3;
/// let domain = Domain::Periodic { min: Vector3::zeros(), max: Vector3::repeat(8.0) };
/// let mut world = World::builder().domain(domain).build()?;
/// let cube = Body::new(Shape::cuboid(Vector3::repeat(0.5))?);
/// world.insert(cube.clone().position(Vector3::new(2.0, 4.0, 4.0)))?;
/// // By the nearest images: 2 m to the face at 8 m, 2 m from the one at 0, minus half of each
/// cube.
/// world.insert(cube.position(Vector3::new(6.0, 4.0, 4.0)).velocity(Vector3::x()))?;
/// assert_eq!(world.step()?.expect("they meet").time, 3.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Domain {
    /// All space.
    #[default]
    Open,
    /// Inside a box with hard walls.
    Box {
        /// Corner with the smallest coordinates, in metres.
        min: Vector3<f64>,
        /// Corner with the largest coordinates, in metres.
        max: Vector3<f64>,
    },
    /// A box with copies that fill space: a body that leaves it through one face enters through the
    /// opposite one. Two bodies meet by their nearest images. It has no walls; a body may stick out
    /// of it. See [`Domain::image`] and [`Domain::nearest`].
    ///
    /// It allows any bounded shape with a bounding ball at most half as wide as the shortest side,
    /// with spin, accelerations, gravity (all bodies fall for ever, so energy has no potential),
    /// rest, sensors. Growing balls and bodies with user-defined bounds are refused. A motion piece
    /// begins inside the domain and continues beyond its faces, up to 128 lengths; so positions at
    /// any time are exact to some 3e-14 of a length, however long a run is.
    Periodic {
        /// Corner with the smallest coordinates, in metres; belongs to the domain.
        min: Vector3<f64>,
        /// Corner with the largest coordinates, in metres; is the same place as `min`.
        max: Vector3<f64>,
    },
}

/// A wall of a box domain, by its side. The order is the order of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Wall {
    /// The wall at the smallest x.
    MinX,
    /// The wall at the largest x.
    MaxX,
    /// The wall at the smallest y.
    MinY,
    /// The wall at the largest y.
    MaxY,
    /// The wall at the smallest z.
    MinZ,
    /// The wall at the largest z.
    MaxZ,
}

impl Wall {
    /// All six, in order.
    pub const ALL: [Self; 6] = [Self::MinX, Self::MaxX, Self::MinY, Self::MaxY, Self::MinZ, Self::MaxZ];

    /// The axis orthogonal to the wall: 0, 1, 2 for x, y, z.
    #[must_use]
    pub fn axis(self) -> usize {
        self as usize / 2
    }

    /// Whether the wall is at the upper end of its axis.
    #[must_use]
    pub fn is_upper(self) -> bool {
        self as usize % 2 == 1
    }

    /// Unit normal from the inside of the domain into the wall.
    #[must_use]
    pub fn normal(self) -> Vector3<f64> {
        let mut normal = Vector3::zeros();
        normal[self.axis()] = if self.is_upper() { 1.0 } else { -1.0 };
        normal
    }
}

impl fmt::Display for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_upper() { '+' } else { '-' };
        write!(f, "domain:{sign}{}", ["x", "y", "z"][self.axis()])
    }
}

/// Whether contact changes motion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ResponseMode {
    /// Bodies bounce.
    #[default]
    Collide,
    /// Bodies pass through each other, and events report the beginning and end of contacts. Walls
    /// of the domain still reflect.
    PassThrough,
}

/// The policy that prevents infinitely many collisions in finite time from hanging a run.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Zeno {
    /// A collision with a lower closing speed than `speed` (m/s) removes all the closing speed, and
    /// a body that is then pressed against the other rests on it. Bodies that rotate or grow do not
    /// rest: they hop apart at a small speed, repeatedly. The first hit of such a contact is a
    /// `Collision` event; the hops that follow within a hundredth of a second are not.
    Stick {
        /// Speed, in metres per second, > 0.
        speed: f64,
    },
    /// A collision within `within` seconds after the last one of either body is elastic (the
    /// contact-duration model of Luding and McNamara 1998).
    Elastic {
        /// Time, in seconds, > 0.
        within: f64,
    },
    /// The run ends with an error.
    Error,
}

impl Zeno {
    /// The closing speed below which two bodies stick, in metres per second; 0 if they never do.
    pub(crate) fn sticks_below(&self) -> f64 {
        match self {
            Self::Stick { speed } => *speed,
            Self::Elastic { .. } | Self::Error => 0.0,
        }
    }
}

impl Default for Zeno {
    fn default() -> Self {
        Self::Stick { speed: 1e-6 }
    }
}

/// Settings of a whole world.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Settings {
    /// Gravity, in metres per second squared; acts on dynamic bodies.
    pub gravity: Vector3<f64>,
    /// Restitution of bodies without their own, and of the walls of the domain.
    pub restitution: f64,
    /// Friction of bodies without their own, and of the walls of the domain.
    pub friction: f64,
    /// Whether contact changes motion.
    pub response: ResponseMode,
    /// The region in which bodies may be.
    pub domain: Domain,
    /// The policy for infinitely many collisions in finite time.
    pub zeno: Zeno,
}

impl Default for Settings {
    /// No gravity, elastic, frictionless, open, bodies bounce.
    fn default() -> Self {
        Self {
            gravity: Vector3::zeros(),
            restitution: 1.0,
            friction: 0.0,
            response: ResponseMode::default(),
            domain: Domain::default(),
            zeno: Zeno::default(),
        }
    }
}

impl Settings {
    /// Checks every number.
    ///
    /// # Errors
    /// Names the first field with a value that is not allowed.
    pub fn check(&self) -> Result<(), ValueError> {
        check_vector("gravity", &self.gravity)?;
        check_restitution(self.restitution)?;
        check_friction(self.friction)?;
        self.domain.check()?;
        match self.zeno {
            Zeno::Stick { speed } => check_range("zeno.speed", speed, f64::MIN_POSITIVE, MAX_MAGNITUDE),
            Zeno::Elastic { within } => check_range("zeno.within", within, f64::MIN_POSITIVE, MAX_MAGNITUDE),
            Zeno::Error => Ok(()),
        }
    }
}

impl Domain {
    /// Checks the corners.
    ///
    /// # Errors
    /// A corner that is not finite or beyond [`MAX_MAGNITUDE`], or `max` not above `min` on some
    /// axis.
    pub fn check(&self) -> Result<(), ValueError> {
        let Some([min, max]) = self.corners() else { return Ok(()) };
        check_vector("domain.min", &min)?;
        check_vector("domain.max", &max)?;
        for axis in 0..3 {
            if min[axis] >= max[axis] {
                let allowed = format!("must be greater than domain.min[{axis}], {}", min[axis].shown());
                return Err(ValueError::new(format!("domain.max[{axis}]"), max[axis], allowed));
            }
        }
        Ok(())
    }
}
