//! Bodies of an island that stay apart until the next renewal without being in touch: no collision is predicted for them.

use super::approaching::Around;
use super::loaded::Problem;
use super::measure::Measured;
use super::touch::{Parties, Touch};
use super::turning::Turning;
use crate::contact::context::Rests;
use crate::impact::NearPoint;
use crate::response::Relation;
use hashbrown::HashMap;
use nalgebra::Vector3;

/// How far two may turn before other places come into play than those that have been measured, as a share
/// of how far apart these are.
const TURNING_REACH: f64 = 0.5;

/// Two that close by less than this share of the size of the smaller one stay where they are.
const ROUNDING: f64 = 1e-14;

/// Two parties of which no places are nearer than a reach but some, which have been measured: none if they are all
/// farther apart.
struct Apart<'a> {
    parties: Parties,
    reach: f64,
    places: Option<&'a Measured>,
}

impl Rests<'_> {
    /// Notes from which others the bodies of a problem stay apart for some time, without being in touch
    /// with them: of bodies that rotate, since their predictions are expensive. (They are predicted again
    /// after each renewal in any case.) `around`: those that have been measured.
    pub(super) fn keep_apart(&mut self, members: &[u32], around: &Around, problem: &Problem, time: f64) {
        if !members.iter().any(|member| self.bodies[*member].moving().rotates()) {
            return;
        }
        let ahead = self.time_ahead(members, problem.places.len()).min(time);
        let until = self.clock.now() + time;
        let near = around.near.iter().map(|one| (one.parties, (one.reach, Some(&one.measured))));
        let far = around.far.iter().map(|one| (one.parties, (one.reach, None)));
        let known: HashMap<Parties, (f64, Option<&Measured>)> = near.chain(far).collect();
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
                        let known = known.get(&parties);
                        let stays = known.and_then(|(reach, places)| {
                            let (reach, places) = (*reach, *places);
                            self.stay_apart(problem, &Apart { parties, reach, places }, time)
                        });
                        let measured = || self.stay_apart_now(problem, parties, ahead, time);
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

    /// The same as [`stay_apart`](Self::stay_apart) of two that are measured now.
    fn stay_apart_now(&self, problem: &Problem, parties: Parties, ahead: f64, time: f64) -> Option<bool> {
        let reach = self.reach(&parties, ahead);
        let near = self
            .balls_around_meet(&parties, reach)
            .then(|| self.nearby_within(parties, reach));
        let places = near.as_ref().map(|near| &near.measured);
        self.stay_apart(problem, &Apart { parties, reach, places }, time)
    }

    /// Whether two parties that are near each other stay apart for a time, with the velocities of a problem. None if
    /// they move farther than they were measured.
    fn stay_apart(&self, problem: &Problem, apart: &Apart<'_>, time: f64) -> Option<bool> {
        let (parties, motion) = (&apart.parties, |body: u32| problem.motion_of(self, body));
        let shift = apart.places.map_or(Vector3::zeros(), |measured| measured.shift);
        let turning = Turning::new(parties.places(), self.bodies, self.clock.now(), &shift, motion);
        let stays = |measured: &Measured, near: &NearPoint| {
            let first = problem.velocity_of(self, parties.first, &near.point);
            let second = parties.places()[1].map_or(Vector3::zeros(), |second| {
                problem.velocity_of(self, second, &(near.point - shift))
            });
            let rate = near.normal.dot(&(second - first)) - turning.rate_of_material(near);
            let closes = (-rate * time).max(0.0);
            closes + turning.closes(near, rate, time, TURNING_REACH * apart.reach) <= near.gap + ROUNDING * measured.size
        };
        let all_stay = |measured: &Measured| measured.near.iter().all(|near| stays(measured, near));
        (turning.moves(time) <= apart.reach).then(|| apart.places.is_none_or(all_stay))
    }
}
