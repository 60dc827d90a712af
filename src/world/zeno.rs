//! What keeps infinitely many collisions in finite time from hanging a run.

use super::bodies::State;
use super::{StepError, World};
use crate::event::Party;
use crate::impact::approach_noise;
use crate::response::Side;
use crate::scene::Zeno;

/// Collisions of one body in a row, none of them elastic, that the clock cannot tell apart, from which on `Zeno::Error` takes
/// them for infinitely many: more than a body in a close packing has neighbours on one side.
const MANY_AT_ONCE: u32 = 8;

/// Units in the last place of the time within which two collisions count as one instant.
const INSTANT_ULPS: f64 = 16.0;

impl State {
    /// Remembers a collision at time `t`.
    pub(super) fn note_collision(&mut self, t: f64) {
        let at_once = t - self.last_collision <= INSTANT_ULPS * f64::EPSILON * t.abs();
        self.collisions_at_once = if at_once {
            self.collisions_at_once.saturating_add(1)
        } else {
            0
        };
        self.last_collision = t;
    }
}

impl World {
    /// Restitution of a collision under the policy, and whether the two stick.
    pub(super) fn apply_zeno_policy(
        &mut self,
        closing_speed: f64,
        restitution: f64,
        sides: &[Side; 2],
    ) -> Result<(f64, bool), StepError> {
        let bodies = || {
            sides.iter().filter_map(|side| match side.party {
                Party::Body(id) => Some(&self.bodies[id.index]),
                Party::Wall(_) => None,
            })
        };
        let changed = match self.settings.zeno {
            Zeno::Stick { speed } => (closing_speed < speed).then_some((0.0, true)),
            Zeno::Elastic { within } => {
                let since = bodies()
                    .map(|body| self.now - body.last_collision)
                    .fold(f64::INFINITY, f64::min);
                (restitution < 1.0 && since < within).then_some((1.0, false))
            }
            Zeno::Error => {
                if restitution < 1.0 && bodies().any(|body| body.collisions_at_once >= MANY_AT_ONCE) {
                    return Err(self.zeno_error(sides.map(|side| side.party)));
                }
                None
            }
        };
        self.counters.zeno_collisions += u64::from(changed.is_some());
        Ok(changed.unwrap_or((restitution, false)))
    }

    /// Whether nothing closes but what rounding left: two that are pressed together, not a collision to be told. What rests is
    /// pressed together up to the speed below which it came to rest.
    pub(super) fn is_silent(&self, closing: f64, sides: &[Side; 2], was_resting: bool) -> bool {
        let noise = approach_noise(sides[0].velocity.norm() + sides[1].velocity.norm());
        let below = match self.settings.zeno {
            Zeno::Stick { speed } if was_resting => speed.max(noise),
            _ => noise,
        };
        closing <= below
    }

    pub(super) fn zeno_error(&self, parties: [Party; 2]) -> StepError {
        let name = |party| match party {
            Party::Body(id) => self.name_of(id.index),
            Party::Wall(wall) => wall.to_string(),
        };
        StepError::Zeno {
            time: self.now,
            names: parties.map(name),
        }
    }
}
