//! What bodies with many sides touch when they enter an island.

use super::constants::FLOOR;
use super::measure::may_turn;
use super::touch::{Other, Parties};
use crate::contact::context::Rests;
use nalgebra::Vector3;

impl Rests<'_> {
    /// What a body touches at present, if one of the two has many sides.
    ///
    /// Cost: a comparison of boxes with each other body. (Which pairs there are depends on the method where
    /// boxes touch within rounding, as in stacks. A periodic domain has one method.)
    pub(super) fn touching(&self, body: u32) -> Vec<Parties> {
        let mut candidates: Vec<Parties> = Vec::new();
        if self.bodies.sides().is_some() {
            let places = self.bodies[body].pairs().iter();
            candidates.extend(places.map(|place| self.parties_of_pair(*place)));
        } else {
            // (A ball in the lane of balls of which no state is stored here is near no other body.)
            let turns = may_turn(&self.bodies[body]);
            let is_other =
                |other: &&u32| **other != body && self.bodies.is_full(**other) && (turns || may_turn(&self.bodies[**other]));
            for other in self.bodies.in_order().iter().filter(is_other) {
                let mut pair = [body, *other];
                pair.sort_unstable_by_key(|body| self.bodies.serial(*body));
                candidates.push(Parties::of_bodies(self.bodies, pair[0], pair[1], &[0; 3]));
            }
        }
        candidates.retain(|parties| {
            let Other::Body(second) = parties.second else { return false };
            let turns = parties.bodies().any(|body| may_turn(&self.bodies[body]));
            let nearest = FLOOR * self.size_of(parties);
            turns
                && self.boxes_meet(parties, nearest)
                && self.may_touch([parties.first, second])
                && self.distances(parties, nearest).near.iter().any(|near| near.gap <= nearest)
        });
        candidates
    }

    /// Whether the boxes of two bodies are at most so many metres apart at present.
    fn boxes_meet(&self, parties: &Parties, most: f64) -> bool {
        let Other::Body(second) = parties.second else { return true };
        let states = [parties.first, second].map(|body| &self.bodies[body]);
        if states.iter().any(|state| state.is_half_space()) {
            return true;
        }
        let now = self.clock.now();
        let lengths = parties.lengths(self.bodies, second);
        let shift = self.bodies.pair_view_at(states[0], states[1], &lengths).shift();
        let [of_first, of_second] = [(states[0], Vector3::zeros()), (states[1], shift)].map(|(state, shift)| {
            let at = state.piece().position_at(now) + shift;
            let room = at.map(|x| 0.5 * most + x.abs() * f64::EPSILON);
            [at + state.extents().min - room, at + state.extents().max + room]
        });
        (0..3).all(|axis| of_first[0][axis] <= of_second[1][axis] && of_second[0][axis] <= of_first[1][axis])
    }
}
