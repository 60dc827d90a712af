//! Settings of a whole world: gravity, the domain and its walls, the response to contact.

use super::body_checks::{check_frictions, check_restitution};
use super::dimensions::Dimensions;
use crate::domain::Domain;
use crate::limits::{MAX_MAGNITUDE, ValueError, check_range, check_vector};
use nalgebra::Vector3;

/// Whether contact changes motion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum ResponseMode {
    /// Bodies bounce.
    #[default]
    Collide,
    /// Bodies pass through each other, and contacts are events as they begin and end. Walls of the
    /// domain still reflect.
    PassThrough,
}

/// The policy that keeps infinitely many collisions in finite time from hanging a run.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Zeno {
    /// A collision that closes slower than `speed` (m/s) takes all the closing speed away, and a
    /// body that is then pressed against the other rests on it. A body that turns or grows does not
    /// rest: it hops apart at a small speed, a few times. The hit with which such a contact begins is a
    /// `Collision` event; the hops that follow it within a hundredth of a second are not.
    ///
    /// Bodies with inelastic collisions that follow each other faster than they matter (at their closing
    /// speeds they would move by less than a thousandth of the smaller one's radius between two of them;
    /// those of a ball must come from several sides) go on in contact as an island. Its velocities are
    /// solved together from time to time, without collisions among its bodies. See
    /// [the guarantees](crate::guide::guarantees#bodies-in-lasting-contact). A ball that bounces on one
    /// other body alone keeps all its bounces down to `speed`. Two of which one rests on something
    /// already keep those that take longer than a millisecond, whatever their restitution.
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

/// The settings of a world.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Settings {
    /// Gravity, in metres per second squared; acts on dynamic bodies.
    pub gravity: Vector3<f64>,
    /// Restitution of bodies without their own, and of the walls of the domain.
    pub restitution: f64,
    /// Friction of bodies without their own, and of the walls of the domain.
    pub friction: f64,
    /// [Rolling friction](crate::Body::rolling_friction) of bodies without their own, and of the walls of
    /// the domain.
    #[cfg_attr(feature = "serde", serde(default))]
    pub rolling_friction: f64,
    /// [Spinning friction](crate::Body::spinning_friction) of bodies without their own, and of the walls
    /// of the domain.
    #[cfg_attr(feature = "serde", serde(default))]
    pub spinning_friction: f64,
    /// Whether contact changes motion.
    pub response: ResponseMode,
    /// The region in which bodies may be.
    pub domain: Domain,
    /// The policy for infinitely many collisions in finite time.
    pub zeno: Zeno,
    /// Whether all motion is in the plane z = 0. The z of the domain's corners is not used then.
    #[cfg_attr(feature = "serde", serde(default))]
    pub dimensions: Dimensions,
}

impl Default for Settings {
    /// No gravity, elastic, frictionless, open, bodies bounce.
    fn default() -> Self {
        Self {
            gravity: Vector3::zeros(),
            restitution: 1.0,
            friction: 0.0,
            rolling_friction: 0.0,
            spinning_friction: 0.0,
            response: ResponseMode::default(),
            domain: Domain::default(),
            zeno: Zeno::default(),
            dimensions: Dimensions::default(),
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
        self.dimensions.check_vector("gravity", &self.gravity)?;
        check_restitution(self.restitution)?;
        check_frictions([self.friction, self.rolling_friction, self.spinning_friction].map(Some))?;
        self.dimensions.domain(self.domain).check()?;
        match self.zeno {
            Zeno::Stick { speed } => check_range("zeno.speed", speed, f64::MIN_POSITIVE, MAX_MAGNITUDE),
            Zeno::Elastic { within } => check_range("zeno.within", within, f64::MIN_POSITIVE, MAX_MAGNITUDE),
            Zeno::Error => Ok(()),
        }
    }

    /// The same settings, with the domain as [`Dimensions::domain`] makes it.
    pub(crate) fn normalised(mut self) -> Self {
        self.domain = self.dimensions.domain(self.domain);
        self
    }
}
