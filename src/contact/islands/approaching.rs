//! The bodies of an island that are about to meet: they get in touch before they do.

use super::constants::{SKIN, SLIDE, fall_between, turn_between};
use super::measure::{Measured, may_be_in_island};
use super::present;
use super::steps::time_of_fall;
use super::touch::{Other, Parties, Touch};
use crate::bodies::State;
use crate::contact::context::Rests;
use crate::response::{Relation, pair_restitution};
use nalgebra::Vector3;

/// What the renewed bodies of an island may meet until the next renewal without being in touch with it.
#[derive(Debug, Default)]
pub(super) struct Around {
    /// Parties within reach of each other.
    pub(super) near: Vec<Nearby>,
    /// Others that were measured: most of those with boxes that overlap.
    pub(super) far: Vec<Far>,
}

/// Two parties that are near each other, and are not in touch.
#[derive(Debug)]
pub(super) struct Nearby {
    pub(super) parties: Parties,
    pub(super) measured: Measured,
    /// How far apart other places of the two are at least, in metres.
    pub(super) reach: f64,
}

/// Two parties that are farther apart than a reach.
#[derive(Debug)]
pub(super) struct Far {
    pub(super) parties: Parties,
    /// In metres.
    pub(super) reach: f64,
}

impl Around {
    /// Adds two parties that are no nearer than a reach but at the places that have been measured.
    pub(super) fn add(&mut self, nearby: Nearby) {
        let Nearby { parties, reach, .. } = nearby;
        match nearby.measured.near.is_empty() {
            true => self.far.push(Far { parties, reach }),
            false => self.near.push(nearby),
        }
    }

    /// Removes all.
    pub(super) fn clear(&mut self) {
        self.near.clear();
        self.far.clear();
    }
}

impl Rests<'_> {
    /// What the bodies of an island may be near, of each other, and of walls and fixed bodies that others of it
    /// touch, without being in touch with it. `members`: those that are renewed; `settled`: the others; `known`: the
    /// touches of the former.
    ///
    /// Cost: a search for overlaps of boxes, and a distance for each pair of them, if the balls around the two are
    /// within reach.
    pub(super) fn find_nearby(&mut self, members: &[u32], settled: &[u32], known: &[Measured]) -> Around {
        let mut around = std::mem::take(&mut self.contacts.islands_mut().spare.around);
        let ahead = self.time_ahead(members, known.len());
        if ahead < f64::INFINITY {
            for parties in self.candidates(members, settled, known, ahead) {
                let reach = self.reach(&parties, ahead);
                if self.balls_around_meet(&parties, reach) {
                    around.add(self.nearby_within(parties, reach));
                }
            }
        }
        around
    }

    /// The distance up to which two parties count as near each other within a time, in metres.
    pub(super) fn reach(&self, parties: &Parties, ahead: f64) -> f64 {
        let velocity = |body: u32| self.velocity_ahead(body, ahead);
        let second = match parties.second {
            Other::Body(second) => velocity(second),
            Other::Wall(_) => Vector3::zeros(),
        };
        let near = parties.bodies().map(|body| self.near(&self.bodies[body], ahead));
        (second - velocity(parties.first)).norm() * ahead + near.fold(0.0, f64::max) * self.size_of(parties)
    }

    /// Two parties with the places at which they are within a reach of each other.
    pub(super) fn nearby_within(&self, parties: Parties, reach: f64) -> Nearby {
        Nearby {
            parties,
            measured: self.distances(&parties, reach),
            reach,
        }
    }

    /// Whether the balls around two bodies are at most so many metres apart. (Those of walls and half-spaces
    /// are everywhere.)
    pub(super) fn balls_around_meet(&self, parties: &Parties, most: f64) -> bool {
        let Other::Body(second) = parties.second else { return true };
        let states = [parties.first, second].map(|body| &self.bodies[body]);
        if states.iter().any(|state| state.is_half_space()) {
            return true;
        }
        let (now, lengths) = (self.clock.now(), parties.lengths(self.bodies, second));
        let shift = self.bodies.pair_view_at(states[0], states[1], &lengths).shift();
        let [first, second] = states.map(|state| state.piece().position_at(now));
        let radii = states.map(State::shape_radius);
        (second + shift - first).norm() <= radii[0] + radii[1] + most
    }

    /// Begins the touches of parties that would meet within a time, of a list from which they are taken.
    /// `velocity`: of the point of a body, in metres per second.
    pub(super) fn begin_approaching(
        &mut self,
        nearby: &mut Vec<Nearby>,
        time: f64,
        velocity: impl Fn(&Rests<'_>, u32, &Vector3<f64>) -> Vector3<f64>,
    ) -> Vec<Measured> {
        let mut begun = Vec::new();
        nearby.retain_mut(|one| {
            let meets = one.measured.near.iter().any(|near| {
                let first = velocity(self, one.parties.first, &near.point);
                let second = match one.parties.second {
                    Other::Body(second) => velocity(self, second, &(near.point - one.measured.shift)),
                    Other::Wall(_) => Vector3::zeros(),
                };
                let rate = near.normal.dot(&(second - first));
                near.gap + rate * time <= SKIN * one.measured.size
            });
            if meets {
                self.ledger.counters_mut().touches += 1;
                one.measured.meets = Some(time);
                one.measured.touch = self.contacts.islands_mut().graph.add_touch(Touch::between(one.parties));
                begun.push(one.measured.clone());
            }
            !meets
        });
        begun
    }

    /// The longest time until the next renewal of some bodies with so many touches, in seconds.
    pub(super) fn time_ahead(&self, members: &[u32], touches: usize) -> f64 {
        let (fall, turn) = (fall_between(touches), turn_between(touches));
        let mut ahead = f64::INFINITY;
        for member in members {
            let state = &self.bodies[*member];
            if state.moving().rotates() {
                ahead = ahead.min(turn / present::spin(state.piece(), self.clock.now()).norm());
            }
            ahead = ahead.min(time_of_fall(state, fall));
            let speed = state.piece().velocity.norm();
            if speed > 0.0 {
                ahead = ahead.min(2.0 * SLIDE * state.shape_radius() / speed);
            }
        }
        ahead
    }

    /// The velocity of a body at present, with what its acceleration adds in a time.
    pub(super) fn velocity_ahead(&self, body: u32, ahead: f64) -> Vector3<f64> {
        let state = &self.bodies[body];
        let added = if self.is_renewed(body) {
            state.free_acceleration() * ahead
        } else {
            Vector3::zeros()
        };
        state.piece().velocity_at(self.clock.now()) + added
    }

    /// Whether two bodies may be in touch.
    pub(super) fn may_touch(&self, pair: [u32; 2]) -> bool {
        let [a, b] = pair.map(|body| self.bodies[body].constants());
        let collide = a.role.relation(&b.role, self.settings.response) == Some(Relation::Collide);
        let may_be = |body: u32| may_be_in_island(&self.bodies[body]);
        collide
            && pair_restitution(a.restitution, b.restitution) < 1.0
            && pair.into_iter().all(may_be)
            && !a.role.own_law
            && !b.role.own_law
            && self.pairs.passing(self.bodies, pair).next().is_none()
    }
}
