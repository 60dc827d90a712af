//! Which collisions begin a contact within an island: see [`islands`](crate::contact).

use super::World;
use crate::bodies::State;
use crate::contact::{CLOSED, bounces_off, may_be_in_island, restitution_of_touch};
use crate::event::Party;
use crate::response::{Side, Way, pair_restitution};
use crate::scene::Zeno;

/// What a collision has to do with islands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crowding {
    /// The way of each side since it collided before; none if it is elastic and the policy does not read when
    /// bodies collided.
    pub(super) ways: Option<[Way; 2]>,
    /// Whether it begins or continues a contact within an island.
    pub(super) holds: bool,
    /// The restitution if it does.
    pub(super) restitution: f64,
    /// Whether one side is in an island, and both may be. They do not rest on each other then, but are in
    /// touch.
    pub(super) joins: bool,
    /// Whether the two would part no faster than those that are in touch do.
    pub(super) stays: bool,
    /// Whether one side is in an island, and the two bounce so low that they stay near each other: they are in touch
    /// afterwards.
    pub(super) remains: bool,
    /// The same as `joins` for two that are pressed together without closing: one of them may have many sides, too.
    pub(super) stands: bool,
    /// Whether they are such two, and have come nearer by so little since their motions began that they have been
    /// placed in contact, but for rounding.
    pub(super) lies: bool,
    /// Whether the two may be in touch within an island at all.
    pub(super) may_hold: bool,
}

impl World {
    /// What a collision at a closing speed, in metres per second, has to do with islands.
    pub(super) fn crowding(&self, closing: f64, sides: &[Side; 2]) -> Crowding {
        let sticks = matches!(self.config.settings().zeno, Zeno::Stick { .. });
        let is_inelastic = pair_restitution(sides[0].restitution, sides[1].restitution) < 1.0;
        if sticks && !is_inelastic && self.contacts.islands().is_empty() {
            return Crowding {
                ways: None,
                holds: false,
                restitution: 0.0,
                joins: false,
                stays: false,
                remains: false,
                stands: false,
                lies: false,
                may_hold: false,
            };
        }
        let states = sides.each_ref().map(|side| match side.party {
            Party::Body(id) => Some(&self.bodies[id.index]),
            Party::Wall(_) => None,
        });
        let size = states
            .iter()
            .flatten()
            .map(|state| state.shape_radius())
            .fold(f64::INFINITY, f64::min);
        let extent = sides[0].position.amax().max(sides[1].position.amax());
        let ways = sides.each_ref().map(|side| match side.party {
            Party::Body(id) => Way::of(closing, self.since_collision(id.index), size, extent),
            Party::Wall(_) => Way::Far,
        });
        let may_be = states.iter().flatten().all(|state| may_be_in_island(state)) && sticks && !self.has_law_for(sides);
        let is_slight_for_all = ways
            .iter()
            .zip(sides)
            .all(|(way, side)| way.is_slight() || side.inverse_mass == 0.0);
        let bodies = sides.iter().filter_map(|side| match side.party {
            Party::Body(id) => Some(id.index),
            Party::Wall(_) => None,
        });
        let step = bodies.map(|body| self.contacts.islands().step(body)).fold(0.0, f64::max);
        let pulls = states.iter().flatten().map(|state| state.free_acceleration().norm());
        let pull = pulls.fold(0.0, f64::max);
        let joins = may_be && states.iter().flatten().any(|state| state.is_in_island());
        let usual = pair_restitution(sides[0].restitution, sides[1].restitution);
        let restitution = match pull > 0.0 {
            true => restitution_of_touch(closing, size, step),
            false => 0.0,
        };
        // (A body that rotates may meet another one at once as often as the resolution of the time lets it.)
        let turns = states.iter().flatten().any(|state| state.moving().rotates());
        let is_crowded = |state: &&State| {
            let past = state.contact().past();
            state.is_in_island() || past.is_crowded() || !turns && past.is_endless()
        };
        let stands = joins || may_be && is_inelastic && states.iter().flatten().any(|state| has_many_sides(state));
        let moved = |state: &&State| closing * (self.clock.now() - state.piece().epoch);
        let way = states
            .iter()
            .flatten()
            .filter(|state| state.is_dynamic())
            .map(moved)
            .fold(0.0, f64::max);
        Crowding {
            ways: (is_inelastic || !sticks).then_some(ways),
            holds: may_be && is_inelastic && is_slight_for_all && states.iter().flatten().any(is_crowded),
            restitution,
            joins,
            // (At 1 the two would open less than they should: an elastic pair stays, too.)
            stays: restitution >= 1.0 || usual < restitution,
            remains: joins && is_inelastic && !bounces_off(usual * closing, pull, step, size),
            stands,
            lies: stands && way <= CLOSED * size,
            may_hold: may_be && is_inelastic,
        }
    }

    /// The time since a body collided, or since its island was renewed, in seconds.
    fn since_collision(&self, index: u32) -> f64 {
        let renewed = self.contacts.islands().renewed(index).unwrap_or(f64::NEG_INFINITY);
        self.clock.now() - self.bodies[index].contact().past().last().max(renewed)
    }

    /// Records a collision of a body, if that is recorded.
    pub(super) fn note_collision(&mut self, index: u32, side: usize, sides: &[Side; 2], crowding: &Crowding) {
        let Some(ways) = crowding.ways else { return };
        let partner = match sides[1 - side].party {
            Party::Body(id) => self.bodies.serial(id.index),
            Party::Wall(wall) => crate::lane::order::WALL_SERIAL + wall as u32,
        };
        let now = self.clock.now();
        let many_sides = has_many_sides(&self.bodies[index]);
        self.bodies
            .contacts_mut(index)
            .note_collision(now, partner, ways[side], many_sides);
    }
}

/// Whether a body has many places at which it may touch another one, and not a single one as a ball.
fn has_many_sides(state: &State) -> bool {
    state.is_dynamic() && state.constants().inverse_inertia > 0.0 && state.constants().collider.can_rotate()
}
