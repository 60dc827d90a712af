//! The Zeno policy: what is done about infinitely many collisions in finite time.

use super::{StepError, World};
use crate::contact::Approach;
use crate::domain::Wall;
use crate::event::Party;
use crate::impact::approach_noise;
use crate::response::{CollisionHistory, Side, ZenoDecision, zeno_decision};
use crate::scene::Zeno;
use nalgebra::Vector3;
use smallvec::SmallVec;

impl World {
    /// Restitution of a collision under the policy, and whether the policy has decided it.
    pub(super) fn apply_zeno_policy(
        &self,
        closing_speed: f64,
        restitution: f64,
        sides: &[Side; 2],
    ) -> Result<(f64, bool), StepError> {
        let past = |side: &Side| match side.party {
            Party::Body(id) => Some(*self.bodies[id.index].contact().past()),
            Party::Wall(_) => None,
        };
        let pasts: SmallVec<[CollisionHistory; 2]> = sides.iter().filter_map(past).collect();
        match zeno_decision(
            &self.config.settings().zeno,
            self.clock.now(),
            closing_speed,
            restitution,
            &pasts,
        ) {
            ZenoDecision::Unchanged => Ok((restitution, false)),
            ZenoDecision::Restitution(changed) => Ok((changed, true)),
            ZenoDecision::Endless => Err(self.zeno_error(sides.map(|side| side.party))),
        }
    }

    /// Whether two bodies that the policy stops come to rest on each other.
    pub(super) fn lays_to_rest(&self) -> bool {
        matches!(self.config.settings().zeno, Zeno::Stick { .. })
    }

    /// Whether the closing speed is explained by rounding: the bodies are pressed together, and no
    /// collision is reported. Bodies at rest are pressed together up to the speed below which they
    /// came to rest.
    pub(super) fn is_silent(&self, closing: f64, sides: &[Side; 2], was_resting: bool) -> bool {
        let noise = approach_noise(sides[0].velocity.norm() + sides[1].velocity.norm());
        let below = match self.config.settings().zeno {
            Zeno::Stick { speed } if was_resting => speed.max(noise),
            _ => noise,
        };
        closing <= below
    }

    /// Begins a rest of a pair that is pressed together.
    ///
    /// # Errors
    /// [`StepError::Zeno`] if the policy allows no rest.
    pub(super) fn press_pair(&mut self, place: u32, normal: &Vector3<f64>) -> Result<(), StepError> {
        let bodies = self.pairs[place].bodies();
        self.check_zeno(bodies.map(|body| Party::Body(self.bodies.id(body))))?;
        self.rests().rest_pair(place, normal);
        Ok(())
    }

    /// Begins a rest of a body that is pressed on a wall of the domain.
    ///
    /// # Errors
    /// [`StepError::Zeno`] if the policy allows no rest.
    pub(super) fn press_on_wall(&mut self, index: u32, wall: Wall) -> Result<(), StepError> {
        self.check_zeno([Party::Body(self.bodies.id(index)), Party::Wall(wall)])?;
        self.rests().rest_on_wall(index, wall);
        Ok(())
    }

    /// Lets two parties [hop](crate::contact::Rests::hop). Returns whether they are balanced.
    ///
    /// # Errors
    /// [`StepError::Zeno`] if the policy allows neither a hop nor a rest.
    pub(super) fn hop(&mut self, approach: &Approach) -> Result<bool, StepError> {
        self.check_zeno(approach.parties())?;
        Ok(self.rests().hop(approach))
    }

    /// Refuses contact that lasts, if the policy allows none.
    fn check_zeno(&self, parties: [Party; 2]) -> Result<(), StepError> {
        match self.config.settings().zeno {
            Zeno::Error => Err(self.zeno_error(parties)),
            _ => Ok(()),
        }
    }

    pub(super) fn zeno_error(&self, parties: [Party; 2]) -> StepError {
        let name = |party| match party {
            Party::Body(id) => self.name_of(id.index),
            Party::Wall(wall) => wall.to_string(),
        };
        StepError::Zeno {
            time: self.clock.now(),
            names: parties.map(name),
        }
    }
}
