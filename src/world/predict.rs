//! What is to happen to a pair, from its two motion pieces and the state it is in.

use super::World;
use super::bodies::Bodies;
use super::bounded::overlaps;
use super::contact::{Normals, orthogonal_part, pair_slide_end, separating_vector, wall_slide_end};
use super::pairs::{Pair, Step, WALL_SERIAL, due_in_round, in_order};
use crate::domain::Domain;
use crate::impact::{
    Contact, Forecast, Impact, Intervals, Moving, contact_at_impact, contacts, first_overlap, first_wall_impact, forecast,
    is_expensive, may_be_cut_off, support_end,
};
use crate::queue::EventQueue;
use crate::response::Relation;
use nalgebra::Vector3;
use smallvec::SmallVec;

type Plan = SmallVec<[(f64, Step); 2]>;

impl World {
    /// Makes the plan of a pair anew, unless neither motion has changed since it was made. `fresh`: as in
    /// [`apply_pair_changes`](Self::apply_pair_changes).
    pub(super) fn predict_pair(&mut self, place: u32, fresh: bool) {
        let pair = &mut self.pairs[place];
        let couple = self.bodies.couple(pair);
        let (a, b) = (couple.a, couple.b);
        let stamps = Some([a.stamp, b.stamp]);
        if pair.stamps == stamps {
            self.ledger.counters.predictions_reused += 1;
            return;
        }
        let is_new = pair.stamps.is_none();
        pair.stamps = stamps;
        pair.from = f64::NEG_INFINITY;
        self.ledger.counters.predictions += 1;
        let start = couple.start();
        let mut plan = Plan::new();
        // Half-spaces have no box.
        if self.config.report_overlaps && !a.collider.is_half_space() && !b.collider.is_half_space() {
            add_intervals(
                &mut plan,
                &overlaps(&couple),
                start,
                pair.in_overlap,
                [Step::OverlapBegin, Step::OverlapEnd],
            );
        }
        // A pair that was a candidate before, with the same motions: all its events up to now are in the outbox or
        // delivered, for it was dropped with none left.
        let is_found_again = is_new && !fresh;
        if let (Relation::Poll, Some(polling)) = (pair.relation, &self.hooks.touch_test) {
            // One step is planned at a time: if that were the poll just done, none would be left.
            let due = !is_found_again;
            plan.extend(polling.next_step(&overlaps(&couple), start.max(self.clock.now), due, pair.in_contact));
        }
        let told = if is_found_again { self.clock.now } else { f64::NEG_INFINITY };
        self.add_contacts(place, &mut plan, told, false);
        if is_found_again {
            // An impact cannot be among what has been told, for it would have changed the motions.
            plan.retain(|(time, step)| *step == Step::Impact || *time > self.clock.now);
        }
        for (time, _) in &mut plan {
            if *time < self.clock.now {
                *time = self.clock.now;
                self.ledger.counters.late += 1;
            }
        }
        plan.sort_by(in_order);
        self.pairs[place].plan = plan;
        self.queue_pair(place);
    }

    /// Takes a search up again where it was cut off: at the present time.
    pub(super) fn look_again(&mut self, place: u32) {
        let pair = &mut self.pairs[place];
        pair.from = self.clock.now;
        let mut plan = std::mem::take(&mut pair.plan);
        plan.retain(|(_, step)| matches!(step, Step::OverlapBegin | Step::OverlapEnd));
        self.ledger.counters.predictions += 1;
        self.add_contacts(place, &mut plan, f64::NEG_INFINITY, true);
        plan.sort_by(in_order);
        self.pairs[place].plan = plan;
    }

    /// Does what a plan puts off until the boxes of a pair overlap, which is its next step. That may be done sooner, too: what is
    /// found is a function of the two motions.
    pub(super) fn look(&mut self, place: u32) {
        let mut plan = std::mem::take(&mut self.pairs[place].plan);
        let (time, step) = plan.remove(0);
        debug_assert_eq!(step, Step::Look);
        self.ledger.counters.looks += 1;
        self.add_contacts(place, &mut plan, time, true);
        plan.sort_by(in_order);
        self.pairs[place].plan = plan;
        self.queue_pair(place);
    }

    /// Adds to a plan what the two are to do with each other, contact and impact. `told`: what comes up to then was told
    /// before, so that a search that is cut off by then goes on at once. `looks`: do it now, even if their boxes do not
    /// overlap yet.
    fn add_contacts(&mut self, place: u32, plan: &mut Plan, told: f64, looks: bool) {
        if !looks && self.waits(place, plan) {
            return;
        }
        let kept = plan.len();
        while let Some(again) = self.add_contacts_of_one_search(place, plan) {
            if again > told {
                plan.push((again, Step::LookAgain));
                return;
            }
            plan.truncate(kept);
            self.pairs[place].from = again;
        }
    }

    /// Whether there is nothing to do about a pair until its boxes overlap, if they ever do; that is planned then.
    fn waits(&mut self, place: u32, plan: &mut Plan) -> bool {
        let pair = &mut self.pairs[place];
        let couple = self.bodies.couple(pair);
        let [a, b] = couple.moving();
        let can_wait = match pair.relation {
            Relation::Poll => false,
            Relation::Observe => !pair.in_contact && !may_be_cut_off(&a, &b),
            Relation::Collide => !pair.passing && !pair.is_at_rest(),
        };
        if !can_wait || !is_expensive(&a, &b) {
            return false;
        }
        match first_overlap(&a, &b) {
            Some(time) if time <= self.clock.now => return false,
            Some(time) => plan.push((time, Step::Look)),
            None => {}
        }
        pair.impact = None;
        true
    }

    /// The same as far as one search goes; the time at which it was cut off.
    fn add_contacts_of_one_search(&mut self, place: u32, plan: &mut Plan) -> Option<f64> {
        let pair = &mut self.pairs[place];
        let couple = self.bodies.couple(pair);
        let [a, b] = couple.moving();
        let start = couple.start().max(pair.from);
        pair.impact = None;
        match pair.relation {
            Relation::Poll => {}
            Relation::Observe => {
                let found = contacts(&a, &b, pair.from);
                self.ledger.counters.unresolved += u64::from(found.unresolved);
                let steps = [Step::ContactBegin, Step::ContactEnd];
                add_intervals(plan, &found.times, start, pair.in_contact, steps);
                return found.resume_at;
            }
            Relation::Collide => {
                if pair.passing {
                    let found = contacts(&a, &b, pair.from);
                    match found.times.first().filter(|contact| contact.begin <= start) {
                        Some(contact) if contact.end < f64::INFINITY => plan.push((contact.end, Step::PassEnd)),
                        Some(_) => return found.resume_at,
                        None => pair.passing = false,
                    }
                }
                if !pair.passing {
                    match impact_of(&self.bodies, pair) {
                        Forecast::Never => {}
                        Forecast::ResumeAt(time) => return Some(time),
                        Forecast::Impact(impact) => {
                            self.ledger.counters.unresolved += u64::from(impact.unresolved);
                            plan.push((impact.time, Step::Impact));
                            pair.impact = Some(impact);
                        }
                    }
                    let ends = (0..pair.resting.len()).map(|number| support_end_along(&a, &b, &pair.resting, number));
                    let end = ends.min_by(f64::total_cmp).filter(|end| *end < f64::INFINITY);
                    plan.extend(end.map(|end| (end, Step::RestEnd)));
                    let pair = &self.pairs[place];
                    let slide_end = pair_slide_end(&self.bodies, pair, &self.config.settings);
                    plan.extend(slide_end.map(|time| (time, Step::SlideEnd)));
                }
            }
        }
        None
    }

    /// Where a pair meets at its predicted impact.
    pub(super) fn contact_of(&self, pair: &Pair, impact: &Impact) -> Contact {
        with_pieces(&self.bodies, pair, |a, b| contact_at_impact(a, b, impact))
    }

    /// Puts the first step of a pair's plan into the queue.
    pub(super) fn queue_pair(&mut self, place: u32) {
        let pair = &self.pairs[place];
        match pair.plan.first() {
            Some((time, step)) => {
                let serials = pair.bodies.map(|body| self.bodies[body].serial);
                let round = match step {
                    Step::Impact => self.round_of(*time, &pair.bodies),
                    _ => 0,
                };
                self.pairs.queue.set(place, due_in_round(*time, step.order(), round, serials));
            }
            None => {
                self.pairs.queue.remove(place);
            }
        }
    }

    /// Predicts the next collision of a body with a wall of the domain. Fixed bodies go through walls. In a periodic
    /// domain: when it is to begin a new piece.
    pub(super) fn predict_walls(&mut self, index: u32) {
        let Domain::Box { min, max } = &self.config.settings.domain else {
            self.predict_far(index);
            return;
        };
        let state = &self.bodies[index];
        if !state.is_dynamic() || state.collider.is_half_space() || state.lease.is_some() {
            return;
        }
        self.ledger.counters.wall_predictions += 1;
        let impact = first_wall_impact(&state.moving(), min, max);
        // Pressed on it without closing, it is laid to rest again, with other forces.
        let slides = wall_slide_end(state, &self.config.settings);
        match impact
            .into_iter()
            .chain(slides)
            .min_by(|(one, _), (other, _)| one.total_cmp(other))
        {
            Some((time, wall)) => {
                let time = time.max(self.clock.now);
                let serials = [state.serial, WALL_SERIAL + wall as u32];
                let key = due_in_round(time, Step::Impact.order(), self.round_of(time, &[index]), serials);
                self.agenda.walls.set(index, key);
            }
            None => {
                self.agenda.walls.remove(index);
            }
        }
    }
}

/// The first impact of a pair that collides.
pub(super) fn impact_of(bodies: &Bodies, pair: &Pair) -> Forecast {
    // Written so that nothing more is done where the domain is not periodic.
    if bodies.sides().is_some()
        && !pair.is_at_rest()
        && let Some(forecast) = bodies.couple(pair).impact_of_balls()
    {
        return forecast;
    }
    with_pieces(bodies, pair, |a, b| forecast(a, b, pair.from))
}

/// Calls a question about impact with the two sides of a pair.
///
/// Of two at rest on each other, the second (or, if that is fixed, the first) is taken to move apart by what makes up for
/// rounding: the forces of a rest leave a relative acceleration of 0 up to rounding, and where that comes out negative the two
/// would be found to be pressed together again and again at the same instant.
fn with_pieces<T>(bodies: &Bodies, pair: &Pair, ask: impl FnOnce(&Moving, &Moving) -> T) -> T {
    let couple = bodies.couple(pair);
    let [a, b] = &couple.moving();
    if !pair.is_at_rest() {
        return ask(a, b);
    }
    let start = couple.start();
    let velocity = b.piece.velocity_at(start) - a.piece.velocity_at(start);
    let acceleration = b.piece.acceleration - a.piece.acceleration;
    let noise = couple.noise_of_rest();
    let changes = match separating_vector(&pair.resting) {
        Some(away) => {
            let closing = |of: &Vector3<f64>| pair.resting.iter().map(|normal| -normal.dot(of)).fold(0.0, f64::max);
            [away * closing(&velocity), away * (closing(&acceleration) + noise)]
        }
        // Held from all sides: they move along none of the normals.
        None => [velocity, acceleration].map(|of| orthogonal_part(&of, &pair.resting) - of),
    };
    let (mut first, mut second) = (*a.piece, *b.piece);
    let (piece, sign) = if couple.b.is_dynamic() {
        (&mut second, 1.0)
    } else {
        (&mut first, -1.0)
    };
    piece.velocity += changes[0] * sign;
    piece.acceleration += changes[1] * sign;
    ask(&Moving { piece: &first, ..*a }, &Moving { piece: &second, ..*b })
}

/// When support along one of the normals ends. It is looked for in a direction away from the others first: those touch, too.
fn support_end_along(a: &Moving, b: &Moving, normals: &[Vector3<f64>], number: usize) -> f64 {
    let mut directions: SmallVec<[Vector3<f64>; 2]> = SmallVec::new();
    if normals.len() > 1 {
        let mut turned: Normals = normals.iter().map(|other| -other).collect();
        turned[number] = normals[number];
        directions.extend(separating_vector(&turned));
    }
    directions.push(normals[number]);
    support_end(a, b, &directions)
}

/// Adds the begins and ends of intervals to a plan. `inside`: whether the pair has begun before and not ended. An interval that
/// holds the start goes on then; if none does, what has begun ends at the start.
fn add_intervals(plan: &mut Plan, intervals: &Intervals, start: f64, inside: bool, [begin, end]: [Step; 2]) {
    let goes_on = inside && intervals.first().is_some_and(|first| first.begin <= start);
    if inside && !goes_on {
        plan.push((start, end));
    }
    for (number, interval) in intervals.as_slice().iter().enumerate() {
        if !(goes_on && number == 0) {
            plan.push((interval.begin, begin));
        }
        if interval.end < f64::INFINITY {
            plan.push((interval.end, end));
        }
    }
}
