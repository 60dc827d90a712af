//! User-defined laws of collision and touch tests: pure functions of their arguments, as required.

use kinesweep::response::{Encounter, Reply, Response, ResponseScope, Twist, impulse};
use kinesweep::world::{TouchQuery, TouchTest};
use nalgebra::Vector3;

/// A law of collision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Law {
    /// A tenth of the speed is lost.
    Damped,
    /// Spins change by the impulse and a small amount more.
    ChangesSpin,
    /// Slow encounters pass through.
    PassesSlow,
    /// Fast encounters get an invalid reply.
    Invalid,
    /// Walls speed up slow bodies, slow down fast ones, and add a tangential velocity.
    Walls,
}

impl Law {
    pub(super) const ALL: [Self; 5] = [Self::Damped, Self::ChangesSpin, Self::PassesSlow, Self::Invalid, Self::Walls];
}

impl Response for Law {
    fn respond(&mut self, encounter: &Encounter) -> Reply {
        let after = impulse(encounter);
        match self {
            Self::Damped => Reply::Velocities(after.map(|twist| 0.9 * twist.velocity)),
            Self::ChangesSpin => Reply::Twists(after.map(|twist| Twist {
                angular_velocity: 0.5 * twist.angular_velocity + 0.1 * encounter.normal,
                ..twist
            })),
            Self::PassesSlow if encounter.closing_speed < 1.5 => Reply::PassThrough,
            Self::Invalid if encounter.closing_speed > 2.0 => Reply::Velocities([Vector3::repeat(f64::NAN); 2]),
            Self::PassesSlow | Self::Invalid => Reply::Twists(after),
            Self::Walls => {
                let scale = if encounter.closing_speed < 1.0 { 1.5 } else { 0.5 };
                let aside = encounter.normal.zxy().cross(&encounter.normal);
                let scaled = |twist: Twist| Twist {
                    velocity: scale * twist.velocity + 0.25 * aside,
                    angular_velocity: scale * twist.angular_velocity,
                };
                Reply::Twists(after.map(scaled))
            }
        }
    }

    fn scope(&self) -> ResponseScope {
        match self {
            Self::Walls => ResponseScope::Walls,
            _ => ResponseScope::All,
        }
    }
}

/// Two bodies touch if the distance of their origins is at most this, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Within(pub(super) f64);

impl TouchTest for Within {
    fn touches(&mut self, query: &TouchQuery) -> bool {
        let [a, b] = query.poses.map(|pose| pose.translation.vector);
        (a - b).norm() <= self.0
    }
}
