//! Prediction of the steps of a pair from its two motion pieces and its state.

use super::bounded::overlaps;
use super::pair_impact::{impact_of, support_end_along};
use super::poll::Polling;
use crate::bodies::Bodies;
use crate::clock::Clock;
use crate::contact::{Islands, are_far_until, pair_slide_end};
use crate::impact::{Forecast, Intervals, contacts, earliest_contact, is_expensive, may_be_cut_off};
use crate::lane::order::{Step, due_in_round};
use crate::lane::pairs::{Pair, Pairs, Plan};
use crate::ledger::Ledger;
use crate::response::Relation;
use crate::scene::Settings;
use crate::stopwatch::Part;

/// The pairs, and what their predictions read and count.
pub(super) struct Predictor<'a> {
    pub(super) pairs: &'a mut Pairs,
    pub(super) bodies: &'a Bodies,
    pub(super) islands: &'a Islands,
    pub(super) clock: &'a Clock,
    pub(super) ledger: &'a mut Ledger,
    pub(super) settings: &'a Settings,
    pub(super) touch_test: Option<&'a Polling>,
    /// Whether overlaps of tight boxes are predicted, too.
    pub(super) reports_overlaps: bool,
}

impl Predictor<'_> {
    /// Predicts the plan of a pair, unless neither motion has changed since it was made. `fresh`:
    /// as in [`apply_pair_changes`](super::World::apply_pair_changes).
    pub(super) fn predict(&mut self, place: u32, fresh: bool) {
        let pair = &mut self.pairs[place];
        if is_up_to_date(self.bodies, pair) {
            self.ledger.counters_mut().predictions_reused += 1;
            return;
        }
        let stamps = pair.bodies().map(|body| self.bodies[body].stamp());
        let is_new = pair.forecast().stamps().is_none();
        pair.forecast_mut().begin(stamps);
        self.ledger.end_part(Part::Rest);
        self.ledger.counters_mut().predictions += 1;
        let is_far = self.is_far(place);
        if is_far && !self.reports_overlaps {
            self.pairs[place].forecast_mut().plan_nothing();
            self.pairs.set_due(place, None);
            self.ledger.end_part(Part::Narrow);
            return;
        }
        // A pair that was a candidate before, with the same motions. All its events up to now are
        // in the outbox or delivered, since it was dropped with none left.
        let is_found_again = is_new && !fresh;
        let pair = &self.pairs[place];
        let view = self.bodies.pair_view(pair);
        let (a, b, start) = (view.a, view.b, view.start());
        let mut plan = Plan::new();
        // Half-spaces have no box.
        if self.reports_overlaps && !a.is_half_space() && !b.is_half_space() {
            add_intervals(
                &mut plan,
                &overlaps(&view),
                start,
                pair.in_overlap(),
                [Step::OverlapBegin, Step::OverlapEnd],
            );
        }
        if let (Relation::Poll, Some(polling)) = (pair.relation(), self.touch_test) {
            // One step is planned at a time: if it were the poll just done, no step would be left.
            let due = !is_found_again;
            plan.extend(polling.next_step(&overlaps(&view), start.max(self.clock.now()), due, pair.in_contact()));
        }
        let reported = if is_found_again { self.clock.now() } else { f64::NEG_INFINITY };
        match is_far {
            true => self.pairs[place].forecast_mut().set_impact(None),
            false => self.add_contacts(place, &mut plan, reported, false),
        }
        self.ledger.end_part(Part::Narrow);
        if is_found_again {
            // An impact cannot be among the reported steps: it would have changed the motions.
            let now = self.clock.now();
            let change = self.change_not_executed(place, &plan);
            let touches_now = change.is_none() && self.is_overlap_due(place, &plan);
            let is_due = |time: f64, step: Step| touches_now && time == now && is_change_of_overlap(step);
            plan.retain(|(time, step)| *step == Step::Impact || *time > now || is_due(*time, *step));
            plan.extend(change);
        }
        for (time, _) in &mut plan {
            if *time < self.clock.now() {
                *time = self.clock.now();
                self.ledger.counters_mut().late += 1;
            }
        }
        self.pairs[place].forecast_mut().set_plan(plan);
        self.queue(place);
    }

    /// The begin or the end of the overlap of a pair that is due by now and not executed yet: a pair in
    /// overlap has had its begin, and it is not dropped before its end. (Of the lane of balls that closes,
    /// or is saved, at an instant with more events, pairs come with begins.)
    fn change_not_executed(&self, place: u32, plan: &Plan) -> Option<(f64, Step)> {
        let due = plan
            .iter()
            .rfind(|(time, step)| *time <= self.clock.now() && is_change_of_overlap(*step));
        due.filter(|(_, step)| (*step == Step::OverlapEnd) == self.pairs[place].in_overlap())
            .copied()
    }

    /// Whether an overlap of a pair begins and ends at the present time and is not executed yet.
    fn is_overlap_due(&self, place: u32, plan: &Plan) -> bool {
        let now = self.clock.now();
        let mut begins = plan.iter().filter(|(_, step)| *step == Step::OverlapBegin);
        begins.any(|(time, _)| *time == now)
            && !self.pairs[place].in_overlap()
            && !self.clock.instant().has_ended_overlap(self.pairs[place].bodies())
    }

    /// Resumes a search where it was cut off: at the present time.
    pub(super) fn resume_search(&mut self, place: u32) {
        let pair = &mut self.pairs[place];
        pair.forecast_mut().resume_from(self.clock.now());
        let mut plan = pair.forecast_mut().take_plan();
        plan.retain(|(_, step)| is_change_of_overlap(*step));
        self.ledger.end_part(Part::Rest);
        self.ledger.counters_mut().predictions += 1;
        self.add_contacts(place, &mut plan, f64::NEG_INFINITY, true);
        self.ledger.end_part(Part::Narrow);
        self.pairs[place].forecast_mut().set_plan(plan);
    }

    /// Makes the deferred prediction of a pair, which is its next step. It may be made early: its
    /// result is a function of the two motions.
    pub(super) fn predict_deferred(&mut self, place: u32) {
        let mut plan = self.pairs[place].forecast_mut().take_plan();
        let (time, step) = plan.remove(0);
        debug_assert_eq!(step, Step::PredictDeferred);
        self.ledger.end_part(Part::Rest);
        self.ledger.counters_mut().looks += 1;
        if self.is_far(place) {
            self.pairs[place].forecast_mut().set_impact(None);
        } else if !self.waits(place, &mut plan, time) {
            self.add_contacts(place, &mut plan, time, true);
        }
        self.ledger.end_part(Part::Narrow);
        self.pairs[place].forecast_mut().set_plan(plan);
        self.queue(place);
    }

    /// Adds the contact and impact of a pair to a plan. `reported`: steps up to this time were
    /// reported before, so a search that is cut off by then resumes at once. `now`: predict even if
    /// the two cannot touch yet.
    fn add_contacts(&mut self, place: u32, plan: &mut Plan, reported: f64, now: bool) {
        if !now && self.waits(place, plan, f64::NEG_INFINITY) {
            return;
        }
        let kept = plan.len();
        while let Some(again) = self.add_contacts_of_one_search(place, plan) {
            if again > reported {
                plan.push((again, Step::ResumeSearch));
                return;
            }
            plan.truncate(kept);
            self.pairs[place].forecast_mut().resume_from(again);
        }
    }

    /// Whether an island renews one of the two bodies of a pair before they can meet: there is nothing to predict until then.
    fn is_far(&self, place: u32) -> bool {
        let pair = &self.pairs[place];
        let may_collide = pair.relation() == Relation::Collide && !pair.is_passing() && !pair.is_at_rest();
        may_collide && !self.islands.is_empty() && {
            let until = self.islands.predicted_until(pair);
            are_far_until(self.bodies, pair, until)
        }
    }

    /// Whether the prediction of a pair can wait until it may touch, if it ever does. The deferred
    /// prediction is then planned. `from`: the two do not touch before.
    fn waits(&mut self, place: u32, plan: &mut Plan, from: f64) -> bool {
        let pair = &mut self.pairs[place];
        let view = self.bodies.pair_view(pair);
        let [a, b] = view.moving();
        let can_wait = match pair.relation() {
            Relation::Poll => false,
            Relation::Observe => !pair.in_contact() && !may_be_cut_off(&a, &b),
            Relation::Collide => !pair.is_passing() && !pair.is_at_rest(),
        };
        if !can_wait || !is_expensive(&a, &b) {
            return false;
        }
        let may_be_kept_apart = pair.relation() == Relation::Collide && !self.islands.is_empty();
        if may_be_kept_apart && self.islands.keeps_apart(self.bodies, pair) {
            return false;
        }
        match earliest_contact(&a, &b, from, pair.relation() == Relation::Collide) {
            Some(time) if time <= self.clock.now().max(from) => return false,
            Some(time) => plan.push((time, Step::PredictDeferred)),
            None => {}
        }
        pair.forecast_mut().set_impact(None);
        true
    }

    /// The same for one search. Returns the time at which it was cut off.
    fn add_contacts_of_one_search(&mut self, place: u32, plan: &mut Plan) -> Option<f64> {
        let pair = &mut self.pairs[place];
        let view = self.bodies.pair_view(pair);
        let [a, b] = view.moving();
        let start = view.start().max(pair.forecast().from());
        pair.forecast_mut().set_impact(None);
        match pair.relation() {
            Relation::Poll => {}
            Relation::Observe => {
                let found = contacts(&a, &b, pair.forecast().from());
                self.ledger.counters_mut().unresolved += u64::from(found.unresolved);
                let steps = [Step::ContactBegin, Step::ContactEnd];
                add_intervals(plan, &found.times, start, pair.in_contact(), steps);
                return found.resume_at;
            }
            Relation::Collide => {
                if pair.is_passing() {
                    let found = contacts(&a, &b, pair.forecast().from());
                    match found.times.first().filter(|contact| contact.begin <= start) {
                        Some(contact) if contact.end < f64::INFINITY => plan.push((contact.end, Step::PassEnd)),
                        Some(_) => return found.resume_at,
                        None => pair.end_passage(),
                    }
                }
                if !pair.is_passing() {
                    match impact_of(self.bodies, self.islands, pair) {
                        Forecast::Never => {}
                        Forecast::ResumeAt(time) => return Some(time),
                        Forecast::Impact(impact) => {
                            self.ledger.counters_mut().unresolved += u64::from(impact.unresolved);
                            plan.push((impact.time, Step::Impact));
                            pair.forecast_mut().set_impact(Some(impact));
                        }
                    }
                    let ends = (0..pair.resting().len()).map(|number| support_end_along(&a, &b, pair.resting(), number));
                    let end = ends.min_by(f64::total_cmp).filter(|end| *end < f64::INFINITY);
                    plan.extend(end.map(|end| (end, Step::RestEnd)));
                    let pair = &self.pairs[place];
                    let slide_end = pair_slide_end(self.bodies, pair, self.settings);
                    plan.extend(slide_end.map(|time| (time, Step::SlideEnd)));
                }
            }
        }
        None
    }

    /// Queues the first step of a pair's plan.
    pub(super) fn queue(&mut self, place: u32) {
        let pair = &self.pairs[place];
        let next = pair.forecast().next().map(|(time, step)| {
            let serials = pair.bodies().map(|body| self.bodies[body].serial());
            let round = match step {
                Step::Impact => self.bodies.round_of(time, &pair.bodies()),
                _ => 0,
            };
            due_in_round(time, step.order(), round, serials)
        });
        self.pairs.set_due(place, next);
    }
}

/// Whether the prediction of a pair is that of the two motions which it has.
#[inline]
pub(super) fn is_up_to_date(bodies: &Bodies, pair: &Pair) -> bool {
    let stamps = pair.bodies().map(|body| bodies[body].stamp());
    pair.forecast().stamps() == Some(stamps)
}

fn is_change_of_overlap(step: Step) -> bool {
    matches!(step, Step::OverlapBegin | Step::OverlapEnd)
}

/// Adds the begins and ends of intervals to a plan. `inside`: whether the pair has begun before and
/// not ended. An interval that contains the start continues then; if there is none, it ends at the
/// start.
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
