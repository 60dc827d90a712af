//! Laws of collision and tests of touch of a user's own: functions of what they are asked, as they must be.

use kinesweep::{Encounter, Reply, Response, ResponseScope, TouchQuery, TouchTest, Twist, impulse};
use nalgebra::Vector3;

/// A law of collision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Law {
    /// A tenth of the speed is lost.
    Damped,
    /// Spins change as impulses say, and then a little.
    Turning,
    /// What is slow is let through.
    LetsThrough,
    /// What is fast has an answer that is not allowed.
    Breaks,
    /// Walls throw back faster what is slow, slower what is fast, and to the side.
    Walls,
}

impl Law {
    pub(super) const ALL: [Self; 5] = [Self::Damped, Self::Turning, Self::LetsThrough, Self::Breaks, Self::Walls];
}

impl Response for Law {
    fn respond(&mut self, encounter: &Encounter) -> Reply {
        let after = impulse(encounter);
        match self {
            Self::Damped => Reply::Velocities(after.map(|twist| 0.9 * twist.velocity)),
            Self::Turning => Reply::Twists(after.map(|twist| Twist {
                angular_velocity: 0.5 * twist.angular_velocity + 0.1 * encounter.normal,
                ..twist
            })),
            Self::LetsThrough if encounter.closing_speed < 1.5 => Reply::PassThrough,
            Self::Breaks if encounter.closing_speed > 2.0 => Reply::Velocities([Vector3::repeat(f64::NAN); 2]),
            Self::LetsThrough | Self::Breaks => Reply::Twists(after),
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

/// Two touch whose origins are so near each other, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Within(pub(super) f64);

impl TouchTest for Within {
    fn touches(&mut self, query: &TouchQuery) -> bool {
        let [a, b] = query.poses.map(|pose| pose.translation.vector);
        (a - b).norm() <= self.0
    }
}
