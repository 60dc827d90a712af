//! Execution of collisions: of pairs.

use super::ahead::Timing;
use super::crowding::Crowding;
use super::pair_impact::contact_of;
use super::respond::Answer;
use super::{StepError, World};
use crate::bodies::State;
use crate::contact::{Approach, begins_contact, record_lasting};
use crate::event::Party;
use crate::impact::{Contact, approach_noise, rounding_of_length};
use crate::portable;
use crate::response::{Encounter, Late, Side, Twist, closing_speed, pair_friction, pair_restitution};
use nalgebra::Vector3;

impl World {
    /// Executes the impact of a pair.
    pub(super) fn collide(&mut self, place: u32) -> Result<(), StepError> {
        let pair = &self.pairs[place];
        let Some(impact) = pair.forecast().impact().copied() else {
            return Ok(());
        };
        let (bodies, was_resting) = (pair.bodies(), pair.is_at_rest());
        debug_assert_eq!(
            self.pairs[place].forecast().stamps(),
            Some(bodies.map(|body| self.bodies[body].stamp())),
            "a stale prediction was about to be acted on"
        );
        let contact = contact_of(&self.bodies, &self.pairs[place], &impact);
        let sides = self.sides_of(place, 0.0);
        let closing = closing_speed(&contact.normal, &contact.point, &sides);
        let opening = pair_restitution(sides[0].restitution, sides[1].restitution) * closing;
        let accelerations = bodies.map(|body| self.bodies[body].free_acceleration().norm());
        let accelerations = accelerations[0] + accelerations[1];
        let late = Late::new(impact.late, opening, accelerations);
        let sides = self.sides_of(place, late.speed);
        let closing = closing_speed(&contact.normal, &contact.point, &sides);
        let approach = Approach {
            contact: &contact,
            closing,
            sides: &sides,
            pair: Some(place),
        };
        let restless = approach.cannot_rest(&self.bodies);
        let slow = restless && approach.is_slow(&self.bodies, &self.config.settings().zeno);
        // A user-defined law answers the first collision of a contact.
        let own_law = self.has_law_for(&sides);
        let calls_law = slow && own_law && begins_contact(&approach, &self.bodies, &self.pairs, self.clock.now());
        let crowding = self.crowding(closing, &sides);
        if slow && !calls_law && !crowding.holds && !crowding.joins {
            if crowding.lies {
                self.rests().hold_pair(place, true);
                return Ok(());
            }
            for (side, body) in bodies.into_iter().enumerate() {
                if self.bodies[body].is_dynamic() {
                    self.note_collision(body, side, &sides, &crowding);
                }
            }
            return match self.hop(&approach)? {
                true => self.press_pair(place, &contact.normal),
                false => Ok(()),
            };
        }
        let fell = !restless && self.fell_through_rounding(place, &contact.normal, closing);
        if fell || self.is_silent(closing, &sides, was_resting) {
            // (What cannot rest would meet again at the same instant.)
            let stands = crowding.stands || restless && crowding.holds;
            match stands || crowding.may_hold && self.rests_in_vain(place, &contact.normal) {
                true => self.rests().hold_pair(place, true),
                false => self.press_pair(place, &contact.normal)?,
            }
            if fell && closing > self.config.settings().zeno.sticks_below() {
                // A rest would not accept this closing speed.
                self.rests().stop_spins_and_closing(&approach);
            }
            return Ok(());
        }
        let holds = crowding.holds || crowding.joins && (closing < self.config.settings().zeno.sticks_below() || crowding.stays);
        let (sides, closing, ahead) = self.at_present(&contact, sides, closing, holds);
        let (encounter, by_policy) = self.encounter(&contact, closing, sides, holds.then_some(crowding.restitution))?;
        let answer = self.respond(&encounter)?;
        let late = late.with_opening(answer.opening, accelerations);
        let continues = holds && self.rests().is_pair_held(place);
        self.conclude(place, &encounter, &answer, Timing { late, ahead }, by_policy, &crowding);
        let in_touch = holds || crowding.remains;
        if in_touch {
            self.rests().hold_pair(place, false);
        }
        if continues {
            self.ledger.counters_mut().collisions -= 1;
            return Ok(());
        }
        let rotates = bodies.iter().any(|body| self.bodies[*body].moving().rotates());
        if calls_law {
            record_lasting(
                &mut self.bodies,
                encounter.sides.each_ref().map(|side| side.party),
                self.clock.now(),
            );
        } else if by_policy && !in_touch && self.lays_to_rest() && !answer.passing && !rotates {
            self.rests().rest_pair(place, &contact.normal);
        }
        self.ledger.collision(&encounter, &answer.after);
        Ok(())
    }

    /// Begins the motions of a pair after the answer to an encounter, and counts the collision.
    pub(super) fn conclude(
        &mut self,
        place: u32,
        encounter: &Encounter,
        answer: &Answer,
        timing: Timing,
        by_policy: bool,
        crowding: &Crowding,
    ) {
        self.ledger.counters_mut().collisions += 1;
        self.ledger.counters_mut().zeno_collisions += u64::from(by_policy);
        for (side, body) in self.pairs[place].bodies().into_iter().enumerate() {
            if self.bodies[body].is_dynamic() {
                self.begin_after_collision(body, &encounter.sides[side], &answer.after[side], timing.late);
                *self.bodies.motion_mut(body).velocity_mut() += timing.ahead[side];
                self.note_collision(body, side, &encounter.sides, crowding);
                self.rests().disturb(body);
            }
        }
        self.pairs.set_passing(place, answer.passing);
    }

    /// Whether two bodies have only fallen, from rest on each other, through the gap that rounding
    /// had left: they were pressed together all along. (A contact is reported no earlier than their
    /// tight boxes overlap.)
    fn fell_through_rounding(&self, place: u32, normal: &Vector3<f64>, closing: f64) -> bool {
        let view = self.bodies.pair_view(&self.pairs[place]);
        let (a, b, start) = (view.a, view.b, view.start());
        let [va, vb] = [a, b].map(|state| state.piece().velocity_at(start));
        let gap = 0.5 * closing * (self.clock.now() - start);
        // A half-space counts by its plane.
        let size = |state: &State| {
            Some(state.bounding_radius())
                .filter(|radius| radius.is_finite())
                .unwrap_or(0.0)
        };
        let length = |state: &State| state.piece().position_at(start).norm() + size(state);
        let at_rest = normal.dot(&(va - vb)).abs() <= approach_noise(va.norm() + vb.norm());
        at_rest && gap <= rounding_of_length(length(a) + length(b) + view.shift().norm())
    }

    /// Whether a rest along a normal began at this instant, and the two are pressed together along it all
    /// the same: as two tips are that touch, which have many normals.
    fn rests_in_vain(&self, place: u32, normal: &Vector3<f64>) -> bool {
        let pair = &self.pairs[place];
        self.bodies.pair_view(pair).start() == self.clock.now() && pair.resting().contains(normal)
    }

    /// Begins the piece of a body after a collision has changed its velocity.
    ///
    /// The piece includes the displacement since the collision and the effect of the acceleration
    /// on the new velocity. So rounded times cost no accuracy, and a run is as exact late as early.
    pub(super) fn begin_after_collision(&mut self, index: u32, before: &Side, after: &Twist, late: Late) {
        self.motions().begin_piece(index, after.velocity);
        let motion = self.bodies.motion_mut(index);
        motion.displace(&((after.velocity - before.velocity) * late.place));
        let gained = motion.piece().acceleration * late.speed;
        *motion.velocity_mut() += gained;
        if after.angular_velocity != before.angular_velocity {
            let rotation = portable::rotation(&((after.angular_velocity - before.angular_velocity) * late.place));
            motion.rotate(&rotation);
            self.rests().set_spin(index, after.angular_velocity);
        }
    }

    /// The sides of a pair that collided `late` seconds before the present.
    fn sides_of(&self, place: u32, late: f64) -> [Side; 2] {
        let pair = &self.pairs[place];
        let mut sides = pair.bodies().map(|body| self.side(body, late));
        if self.is_periodic() {
            sides[1].position += self.bodies.pair_view(pair).shift();
        }
        sides
    }

    /// One side of a collision `late` seconds before the present.
    pub(super) fn side(&self, index: u32, late: f64) -> Side {
        let (state, now) = (&self.bodies[index], self.clock.now());
        Side {
            party: Party::Body(self.bodies.id(index)),
            inverse_mass: state.constants().inverse_mass,
            inverse_inertia: state.inverse_inertia_at(now),
            position: state.piece().position_at(now),
            velocity: state.piece().velocity_at(now) - state.piece().acceleration * late,
            angular_velocity: state.piece().angular_velocity_at(now),
            growth: state.piece().growth,
            restitution: state.constants().restitution,
            friction: state.constants().friction,
        }
    }

    /// The encounter for the response, and whether the Zeno policy decides the restitution. `held`: the
    /// restitution if it begins or continues a contact within an island.
    pub(super) fn encounter(
        &self,
        contact: &Contact,
        closing_speed: f64,
        sides: [Side; 2],
        held: Option<f64>,
    ) -> Result<(Encounter, bool), StepError> {
        let restitution = pair_restitution(sides[0].restitution, sides[1].restitution);
        let approach = Approach {
            contact,
            closing: closing_speed,
            sides: &sides,
            pair: None,
        };
        let ends = || self.lays_to_rest() && !self.has_law_for(&sides) && approach.bounces_at_rest(&self.bodies);
        let (restitution, by_policy) = match held {
            Some(restitution) => (restitution, true),
            None if ends() => (0.0, true),
            None => self.apply_zeno_policy(closing_speed, restitution, &sides)?,
        };
        let friction = pair_friction(sides[0].friction, sides[1].friction);
        let Contact { point, normal, .. } = *contact;
        Ok((
            Encounter {
                time: self.clock.now(),
                point,
                normal,
                closing_speed,
                restitution,
                friction,
                sides,
            },
            by_policy,
        ))
    }

    /// Ends the passage of a pair that has parted: the two can collide again.
    pub(super) fn end_pass(&mut self, place: u32) {
        self.pairs[place].end_passage();
        for index in self.pairs[place].bodies() {
            self.motions().restart(index);
        }
    }
}
