//! How a gas goes on: what comes in it, what is done then, and what is told.

use super::pairs::{Due, ORDER_FIRST, Step, WALL_SERIAL, due};
use super::periodic::ENDLESS_LENGTHS;
use super::run::LAST;
use super::{StepError, World, WorldError};
use crate::event::{Event, EventKind, Party};
use crate::impact::approach_noise;
use crate::lane::balls::{CollisionOutcome as Answer, Upcoming as Coming, UpcomingKind as What};
use crate::scene::Wall;

impl World {
    /// The next meeting in the gas up to a limit, for somebody who has waited for it since.
    /// After this many crossings it is a [pause](What::Paused); `usize::MAX`: never.
    pub(super) fn coming_in_gas(&mut self, limit: f64, since: f64, crossings: usize) -> Result<Option<Coming>, WorldError> {
        let is_periodic = self.is_periodic();
        let Some(gas) = &mut self.gas else { return Ok(None) };
        if limit < f64::INFINITY || !is_periodic {
            return Ok(gas.next_event(self.now, limit.min(LAST), crossings));
        }
        if gas.len() == 1 {
            // Who is alone meets nobody.
            return Ok(None);
        }
        loop {
            let end = since + ENDLESS_LENGTHS * gas.transit_time();
            let coming = gas.next_event(self.now, end.min(LAST), crossings);
            if coming.is_some() || end >= LAST {
                return Ok(coming);
            }
            // Who was the fastest may be slow by now.
            if !gas.forget_former_speeds() {
                return Err(WorldError::NoLimit);
            }
        }
    }

    /// Whether what comes in the gas comes before something else that is due.
    pub(super) fn comes_first(&self, coming: &Coming, other: &Due) -> bool {
        if coming.time != other.time {
            return coming.time < other.time;
        }
        let (order, first, second) = match coming.kind {
            What::Pair(pair) => {
                let [a, b] = self.gas.as_ref().map_or([0, 0], |gas| pair.map(|slot| gas.serial(slot)));
                (Step::Impact.order(), a, b)
            }
            What::Wall(body, wall) => (Step::Impact.order(), self.bodies.serial(body), WALL_SERIAL + wall as u32),
            What::Wrap(body) => (ORDER_FIRST, self.bodies.serial(body), 0),
            // Up to then there is neither.
            What::Paused | What::Rezoned => return true,
        };
        due(coming.time, order, first, second).order < other.order
    }

    /// Answers what comes in the gas, and tells it.
    pub(super) fn handle_in_gas(&mut self, coming: &Coming) -> Result<Option<Event>, StepError> {
        match coming.kind {
            What::Pair(pair) => return self.collide_in_gas(pair),
            What::Wall(body, wall) => self.meet_wall_in_gas(body, wall)?,
            What::Wrap(body) => {
                self.unfold(body);
                self.mark_moved(body);
            }
            What::Paused | What::Rezoned => {}
        }
        self.renew_moved();
        Ok(None)
    }

    fn meet_wall_in_gas(&mut self, body: u32, wall: Wall) -> Result<(), StepError> {
        self.instant.round = 1;
        let velocity = self.folded_in_gas(body).flight.velocity;
        if self.may_rest(wall.normal().dot(&velocity), velocity.norm()) && self.leave_gas() {
            return Ok(());
        }
        self.unfold(body);
        self.call_or_undo(|world| world.collide_with_wall(body, wall), |world| world.fold(body))?;
        // A law of the user's own may have given it a spin.
        self.laws_changed |= self.response.is_some();
        Ok(())
    }

    /// Whether what closes so slowly, with this sum of speeds, may be laid to rest: that is not for a gas to do.
    fn may_rest(&self, closing: f64, speeds: f64) -> bool {
        closing <= self.settings.zeno.sticks_below().max(approach_noise(speeds))
    }

    /// Answers the meeting of two balls: what [`collide`](Self::collide) does for a pair in the table.
    fn collide_in_gas(&mut self, pair: [u32; 2]) -> Result<Option<Event>, StepError> {
        let Some(gas) = &mut self.gas else { return Ok(None) };
        debug_assert!(!gas.is_ahead_of(self.now), "what comes is as far as was looked");
        let answer = gas.collide(pair, self.now, &self.settings.zeno);
        let struck = match answer {
            Answer::Collided(struck) => struck,
            Answer::MayRest => {
                self.leave_gas();
                return Ok(None);
            }
            Answer::Endless(ids) => return Err(self.zeno_error(ids.map(Party::Body))),
        };
        self.instant.round = 1;
        self.counters.collisions += 1;
        self.counters.zeno_collisions += u64::from(struck.by_policy);
        for turned in struck.changes.iter().filter(|turned| turned.inverse_mass > 0.0) {
            let mass = 1.0 / turned.inverse_mass;
            self.tally.turn(self.now, mass, &turned.before, &turned.after);
        }
        self.tally.collision(&struck.hit);
        self.follow_turned();
        Ok(Some(Event {
            time: self.now,
            kind: EventKind::Collision(struck.event),
        }))
    }

    /// Counts and records the motions that a collision in the gas has changed, and has all predicted anew that depends on them.
    fn follow_turned(&mut self) {
        let Some(gas) = &mut self.gas else { return };
        self.counters.motion_changes += gas.dirty().len() as u64;
        for slot in gas.dirty() {
            self.instant.note(gas.id(*slot).index);
        }
        if let Some(pieces) = &mut self.recorded {
            for slot in gas.dirty() {
                let id = gas.id(*slot);
                let nature = self.bodies.folded(id.index).expect("what collides in the gas is folded");
                pieces.push((id, nature.piece(&gas.flight(id.index))));
            }
        }
        gas.flush(self.now);
    }

    /// Tells the gas of the motions that changed. False if there is none any more, since one is no plain ball now.
    pub(super) fn renew_in_gas(&mut self) -> bool {
        let changed = std::mem::take(&mut self.laws_changed);
        if changed && !self.moved.iter().all(|index| self.is_plain(*index)) {
            let moved = std::mem::take(&mut self.moved);
            let left = self.leave_gas();
            debug_assert!(left, "there is a gas");
            self.moved = moved;
            return false;
        }
        for at in 0..self.moved.len() {
            let index = self.moved[at];
            let state = &self.bodies[index];
            if let Some(pieces) = &mut self.recorded {
                pieces.push((self.bodies.id(index), state.piece));
            }
            if let Some(gas) = &mut self.gas {
                gas.set_flight(index, state.flight());
            }
            self.fold(index);
        }
        self.moved.clear();
        if let Some(gas) = &mut self.gas {
            gas.flush(self.now);
        }
        self.gas.is_some()
    }
}
