//! Execution of collisions: of bodies with walls of the domain.

use super::respond::Answer;
use super::{StepError, World};
use crate::contact::{Approach, begins_contact, record_lasting, touches_wall, wall_bit};
use crate::domain::{Domain, Wall};
use crate::impact::{wall_contact, wall_lateness};
use crate::response::{Late, Side, closing_speed, pair_restitution};

impl World {
    /// Executes the impact of a body on a wall of the domain.
    pub(super) fn collide_with_wall(&mut self, index: u32, wall: Wall) -> Result<(), StepError> {
        let state = &self.bodies[index];
        let late = match &self.config.settings().domain {
            Domain::Box { min, max } => {
                let normal_speed = wall.normal().dot(&state.piece().velocity_at(self.clock.now())) + state.piece().growth;
                let opening = pair_restitution(state.constants().restitution, self.config.settings().restitution) * normal_speed;
                let late = wall_lateness(&state.moving(), min, max, wall);
                Late::new(late, opening, state.free_acceleration().norm())
            }
            Domain::Open | Domain::Periodic { .. } => Late::new(0.0, 0.0, 0.0),
        };
        let contact = wall_contact(&state.moving(), wall, self.clock.now());
        let solid = Side::of_wall(wall, self.config.settings());
        let sides = [self.side(index, late.speed), solid];
        let closing = closing_speed(&contact.normal, &contact.point, &sides);
        if self.bodies[index].moving().rotates()
            && !touches_wall(
                &self.bodies[index],
                &self.config.settings().domain,
                wall,
                &contact,
                closing,
                self.clock.now(),
            )
        {
            // The search was cut off here: it resumes.
            self.motions().restart(index);
            return Ok(());
        }
        let approach = Approach {
            contact: &contact,
            closing,
            sides: &sides,
            pair: None,
        };
        let restless = approach.cannot_rest(&self.bodies);
        let slow = restless && approach.is_slow(&self.bodies, &self.config.settings().zeno);
        let calls_law =
            slow && self.has_law_for(&sides) && begins_contact(&approach, &self.bodies, &self.pairs, self.clock.now());
        let crowding = self.crowding(closing, &sides);
        if slow && !calls_law && !crowding.holds && !crowding.joins {
            if crowding.lies {
                self.rests().hold_on_wall(index, wall, true);
                return Ok(());
            }
            self.note_collision(index, 0, &sides, &crowding);
            return match self.hop(&approach)? {
                true => self.press_on_wall(index, wall),
                false => Ok(()),
            };
        }
        let was_resting = self.bodies[index].contact().wall_rests() & wall_bit(wall) != 0;
        if self.is_silent(closing, &sides, was_resting) {
            if crowding.stands || restless && crowding.holds {
                self.rests().hold_on_wall(index, wall, true);
                return Ok(());
            }
            return self.press_on_wall(index, wall);
        }
        let holds = crowding.holds || crowding.joins && (closing < self.config.settings().zeno.sticks_below() || crowding.stays);
        let (sides, closing, ahead) = self.at_present(&contact, sides, closing, holds);
        let (encounter, by_policy) = self.encounter(&contact, closing, sides, holds.then_some(crowding.restitution))?;
        let Answer { after, opening, .. } = self.respond(&encounter)?;
        let late = late.with_opening(opening, self.bodies[index].free_acceleration().norm());
        self.ledger.counters_mut().zeno_collisions += u64::from(by_policy);
        self.begin_after_collision(index, &sides[0], &after[0], late);
        *self.bodies.motion_mut(index).velocity_mut() += ahead[0];
        self.note_collision(index, 0, &sides, &crowding);
        self.rests().disturb(index);
        let continues = holds && self.rests().is_held_on_wall(index, wall);
        let in_touch = holds || crowding.remains;
        if in_touch {
            self.rests().hold_on_wall(index, wall, false);
        }
        if continues {
            return Ok(());
        }
        self.ledger.counters_mut().wall_collisions += 1;
        if calls_law {
            record_lasting(
                &mut self.bodies,
                encounter.sides.each_ref().map(|side| side.party),
                self.clock.now(),
            );
        } else if by_policy && !in_touch && self.lays_to_rest() && !self.bodies[index].moving().rotates() {
            self.rests().rest_on_wall(index, wall);
        }
        self.ledger.collision(&encounter, &after);
        Ok(())
    }
}
