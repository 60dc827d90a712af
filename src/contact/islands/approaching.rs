//! The bodies of an island that are about to meet: they get in touch before they do.

use super::constants::{NONE, SKIN, SLIDE, fall_between, turn_between};
use super::loaded::Problem;
use super::measure::{Measured, may_be_in_island};
use super::present;
use super::steps::time_of_fall;
use super::touch::{Other, Parties, Touch};
use super::turning::Turning;
use crate::bodies::State;
use crate::contact::context::Rests;
use crate::impact::{NearPoint, NearPoints};
use crate::response::{Relation, pair_restitution};
use hashbrown::HashMap;
use nalgebra::Vector3;

/// How far two may turn before other places come into play than those that have been measured, as a share
/// of how far apart these are.
const TURNING_REACH: f64 = 0.5;

/// Two that close by less than this share of the size of the smaller one stay where they are.
const ROUNDING: f64 = 1e-14;

/// Two parties of an island that may be near each other, and are not in touch.
#[derive(Debug)]
pub(super) struct Nearby {
    pub(super) parties: Parties,
    /// Without places if they are farther apart than the reach.
    pub(super) measured: Measured,
    /// How far apart other places of the two are at least, in metres.
    reach: f64,
}

impl Nearby {
    /// Whether they are within reach of each other.
    pub(super) fn is_near(&self) -> bool {
        !self.measured.near.is_empty()
    }
}

impl Rests<'_> {
    /// The bodies of an island that may be near each other, and near walls and fixed bodies that others of it
    /// touch, without being in touch. `members`: those that are renewed; `settled`: the others; `known`: the touches
    /// of the former.
    ///
    /// Cost: a search for overlaps of boxes, and a distance for each pair of them that overlaps.
    pub(super) fn find_nearby(&mut self, members: &[u32], settled: &[u32], known: &[Measured]) -> Vec<Nearby> {
        let ahead = self.time_ahead(members, known.len());
        if ahead == f64::INFINITY {
            return Vec::new();
        }
        let candidates = self.candidates(members, settled, known, ahead);
        let mut nearby = std::mem::take(&mut self.contacts.islands_mut().spare.nearby);
        nearby.extend(candidates.into_iter().map(|parties| self.measure_nearby(parties, ahead)));
        nearby
    }

    fn measure_nearby(&self, parties: Parties, ahead: f64) -> Nearby {
        let velocity = |body: u32| self.velocity_ahead(body, ahead);
        let second = match parties.second {
            Other::Body(second) => velocity(second),
            Other::Wall(_) => Vector3::zeros(),
        };
        let reach = (second - velocity(parties.first)).norm() * ahead
            + parties
                .bodies()
                .map(|body| self.near(&self.bodies[body], ahead))
                .fold(0.0, f64::max)
                * self.size_of(&parties);
        let measured = match self.balls_around_meet(&parties, reach) {
            true => self.distances(&parties, reach),
            false => Measured {
                touch: NONE,
                size: self.size_of(&parties),
                near: NearPoints::new(),
                shift: Vector3::zeros(),
                meets: None,
            },
        };
        Nearby {
            parties,
            measured,
            reach,
        }
    }

    /// Whether the balls around two bodies are at most so many metres apart. (Those of walls and half-spaces
    /// are everywhere.)
    fn balls_around_meet(&self, parties: &Parties, most: f64) -> bool {
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

    /// Notes from which others the bodies of a problem stay apart for some time, without being in touch
    /// with them: of bodies that rotate, since their predictions are expensive. (They are predicted again
    /// after each renewal in any case.) `nearby`: those that have been measured.
    pub(super) fn keep_apart(&mut self, members: &[u32], nearby: &[Nearby], problem: &Problem, time: f64) {
        if !members.iter().any(|member| self.bodies[*member].moving().rotates()) {
            return;
        }
        let ahead = self.time_ahead(members, problem.places.len()).min(time);
        let until = self.clock.now() + time;
        let measured: HashMap<Parties, &Nearby> = nearby.iter().map(|one| (one.parties, one)).collect();
        let mut apart: Vec<(u32, Parties)> = Vec::new();
        for member in members {
            for place in self.bodies[*member].pairs() {
                let pair = &self.pairs[*place];
                let bodies = pair.bodies();
                let other = bodies[usize::from(bodies[0] == *member)];
                let is_fixed = !self.is_renewed(other);
                let rotates = |body: &u32| self.bodies[*body].is_dynamic() && self.bodies[*body].moving().rotates();
                // Each pair of two members once.
                let counts = is_fixed || bodies[0] == *member && problem.has(self, other);
                let collides = pair.relation() == Relation::Collide && !pair.is_passing();
                // (What is far is not predicted in any case.)
                let may_meet = || self.bodies.pair_view(pair).may_meet_by(until);
                if counts && bodies.iter().any(rotates) && collides && may_meet() {
                    let parties = self.parties_of_pair(*place);
                    if self.contacts.islands().graph.known(&parties).is_none() {
                        let known = measured.get(&parties);
                        let stays = known.and_then(|one| self.stay_apart(problem, one, time));
                        let measured = || self.stay_apart(problem, &self.measure_nearby(parties, ahead), time);
                        if stays.or_else(measured) == Some(true) {
                            apart.push((*member, parties));
                        }
                    }
                }
            }
        }
        for (member, parties) in apart {
            let open = Some(parties.stamps(self.bodies));
            let apart = Touch {
                open,
                ..Touch::between(parties)
            };
            self.contacts.islands_mut().graph.keep_apart(member, apart);
        }
    }

    /// Whether two parties that are near each other stay apart for a time, with the velocities of a problem. None if
    /// they move farther than they were measured.
    fn stay_apart(&self, problem: &Problem, nearby: &Nearby, time: f64) -> Option<bool> {
        let parties = &nearby.parties;
        let motion = |body: u32| problem.motion_of(self, body);
        let [_, second] = parties.places();
        let turning = Turning::new(
            parties.places(),
            self.bodies,
            self.clock.now(),
            &nearby.measured.shift,
            motion,
        );
        let mut near = nearby.measured.near.iter();
        let stays = |near: &NearPoint| {
            let first = problem.velocity_of(self, parties.first, &near.point);
            let second = second.map_or(Vector3::zeros(), |second| {
                problem.velocity_of(self, second, &(near.point - nearby.measured.shift))
            });
            let rate = near.normal.dot(&(second - first)) - turning.rate_of_material(near);
            let closes = (-rate * time).max(0.0);
            closes + turning.closes(near, rate, time, TURNING_REACH * nearby.reach) <= near.gap + ROUNDING * nearby.measured.size
        };
        (turning.moves(time) <= nearby.reach).then(|| near.all(stays))
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
