//! The audit: rebuilds the world's derived state from scratch and compares it.

use super::World;
use super::bounded::overlaps;
use super::pair_impact::impact_of;
use crate::contact::{pair_slide_end, wall_slide_end};
use crate::domain::{Domain, Wall};
use crate::impact::{Forecast, Impact, Interval, Intervals, contacts, first_wall_impact, touches_at};
use crate::lane::balls::BallLane;
use crate::lane::order::Step;
use crate::lane::pairs::Pair;
use crate::lane::pairs::lengths_between;
use crate::response::Relation;
use crate::shown::Shown;

impl World {
    /// Rebuilds lists, candidate pairs and predictions from scratch and compares them with those of
    /// the world. For tests: O(n²) predictions.
    ///
    /// # Errors
    /// The first difference. It is a bug of this crate.
    pub fn audit(&self) -> Result<(), String> {
        if self.is_behind_parts() {
            return Ok(());
        }
        if self.search.reached() == self.clock.now() {
            self.search.broad().audit(self.clock.now())?;
        }
        let order = self.bodies.in_order();
        if let Some(balls) = self.settled_balls() {
            balls.audit()?;
        }
        for (number, first) in order.iter().enumerate() {
            for second in &order[number + 1..] {
                let pair = [*first, *second];
                match pair.map(|body| self.bodies.in_balls(body)) {
                    [true, true] => self.audit_balls(pair)?,
                    [false, false] => self.audit_pair(pair, Some(self.search.reached()))?,
                    _ => self.audit_pair(pair, self.lanes_are_at_present().then_some(self.clock.now()))?,
                }
            }
            if self.bodies.in_balls(*first) {
                self.audit_ball(*first)?;
            } else {
                self.audit_walls(*first)?;
                self.audit_lease(*first)?;
            }
        }
        for (place, pair) in self.pairs.iter() {
            let [a, b] = pair.bodies();
            let is_entered = |body: u32, other: u32| {
                let state = &self.bodies[body];
                let at = state.pairs().iter().position(|known| *known == place);
                at.is_some_and(|at| state.adjacency().others()[at] == other)
            };
            if !(is_entered(a, b) && is_entered(b, a)) {
                return Err(format!("pair {} is not entered at both bodies", self.shown(pair.bodies())));
            }
            let queued = self.pairs.due(place).map(|moment| moment.time);
            if queued != pair.forecast().next().map(|(time, _)| time) {
                return Err(format!(
                    "pair {}: the queue does not have its next step",
                    self.shown(pair.bodies())
                ));
            }
            if queued.is_some_and(|time| time < self.clock.now()) {
                return Err(format!("pair {}: its next step lies in the past", self.shown(pair.bodies())));
            }
        }
        let rests = self.pairs.iter().filter(|(_, pair)| pair.is_at_rest()).count();
        let full = order.iter().filter(|index| self.bodies.is_full(**index));
        let on_walls: u32 = full
            .map(|index| self.bodies[*index].contact().wall_rests().count_ones())
            .sum();
        if rests + on_walls as usize != self.contacts.count() {
            return Err(format!(
                "{} rests are counted, {} are there",
                self.contacts.count(),
                rests + on_walls as usize
            ));
        }
        Ok(())
    }

    /// Whether the lane of balls and all zones are at the present, not ahead of it.
    fn lanes_are_at_present(&self) -> bool {
        let beyond = |balls: &BallLane| balls.is_ahead_of(self.clock.now());
        !self.lanes.occupied().is_some_and(beyond) && !self.lanes.zones().is_ahead_of(self.clock.now())
    }

    /// One of two balls that meet must be due no later than their impact.
    fn audit_balls(&self, pair: [u32; 2]) -> Result<(), String> {
        let Some(balls) = self.settled_balls() else { return Ok(()) };
        let [a, b] = &pair.map(|body| self.body_ref(body));
        if a.adjacency().others().contains(&pair[1]) {
            return Err(format!("pair {} is in both lanes", self.shown(pair)));
        }
        let due = balls.due(pair[0]).min(balls.due(pair[1]));
        let impact = self.first_impact_of(a, b).filter(|_| self.relation_of(pair).is_some());
        match impact.filter(|impact| impact.time < due) {
            Some(impact) => Err(format!(
                "pair {} meets at {} before {}",
                self.shown(pair),
                impact.time.shown(),
                due.shown()
            )),
            None => Ok(()),
        }
    }

    /// A ball must be due no later than its next wall collision. A near ball must have the same
    /// motion in both lanes.
    fn audit_ball(&self, index: u32) -> Result<(), String> {
        let (Some(balls), state) = (self.lanes.balls(), self.body_ref(index)) else {
            return Ok(());
        };
        if !balls.contains(index) {
            return Err(format!("{} is not in its lane", self.name_of(index)));
        }
        let [here, there] = [state.own_motion(), balls.own_motion(index)];
        let moves_alike = here.flight == there.flight && here.swell == there.swell;
        if !moves_alike || state.lengths_gone() != balls.lengths_gone(index) {
            return Err(format!("{} moves otherwise in the lane of balls", self.name_of(index)));
        }
        if self.bodies.is_full(index) && state.pairs().is_empty() && !self.contacts.islands().has_touches(index) {
            return Err(format!("{} has no pairs, and is near", self.name_of(index)));
        }
        if let Domain::Box { min, max } = &self.config.settings().domain
            && state.is_dynamic()
            && let Some((time, wall)) = first_wall_impact(&state.moving(), min, max, &Wall::ALL)
            && time < balls.due(index)
        {
            return Err(format!(
                "{} meets {wall} at {} before it is due",
                self.name_of(index),
                time.shown()
            ));
        }
        Ok(())
    }

    /// A predicted prediction for a pair must be in the queue. A pair that is no candidate must not
    /// overlap, at a time that the candidate search has reached: with their boxes, or, across the lanes,
    /// with their shapes.
    fn audit_pair(&self, pair: [u32; 2], searched_to: Option<f64>) -> Result<(), String> {
        let Some(relation) = self.relation_of(pair) else {
            return Ok(());
        };
        let [a, b] = &pair.map(|body| self.body_ref(body));
        let are_full = pair.iter().all(|body| self.bodies.is_full(*body));
        let stored: Vec<u32> = match are_full {
            true => self.pairs.of(&self.bodies, pair).collect(),
            false => Vec::new(),
        };
        for lengths in searched_to.into_iter().flat_map(|time| self.lengths_near(a, b, time)) {
            let by_image = stored
                .iter()
                .filter(|place| lengths_between(a, b, self.pairs[**place].image()) == lengths);
            match by_image.count() {
                1 => continue,
                0 => {}
                more => return Err(format!("pair {} is stored {more} times by one image", self.shown(pair))),
            }
            let time = searched_to.unwrap_or(self.clock.now());
            let view = self.bodies.pair_view_at(a, b, &lengths);
            let overlaps = overlaps(&view);
            let now = |overlap: &&Interval| overlap.begin <= time && time <= overlap.end;
            let [of_a, of_b] = view.moving();
            let is_across = pair.iter().any(|body| self.bodies.in_balls(*body));
            let counts = || !is_across || self.has_zone_by_boxes(pair) || touches_at(&of_a, &of_b, time);
            if overlaps.as_slice().iter().find(now).is_some() && counts() {
                return Err(format!(
                    "pair {} overlaps at {time} by image {lengths:?} and is no candidate",
                    self.shown(pair)
                ));
            }
        }
        stored
            .into_iter()
            .try_for_each(|place| self.audit_stored_pair(place, relation))
    }

    /// The same for a pair in the table.
    pub(super) fn audit_stored_pair(&self, place: u32, relation: Relation) -> Result<(), String> {
        let stored = &self.pairs[place];
        let (pair, view) = (stored.bodies(), self.bodies.pair_view(stored));
        let (a, b) = (view.a, view.b);
        let [ma, mb] = view.moving();
        if stored.forecast().stamps() != Some([a.stamp(), b.stamp()]) {
            return Err(format!("pair {}: predicted from motions that are no more", self.shown(pair)));
        }
        let planned_deferred = stored
            .forecast()
            .plan()
            .iter()
            .find(|(_, step)| *step == Step::PredictDeferred);
        let deferred_to = planned_deferred.map(|(time, _)| *time);
        match relation {
            Relation::Collide if !stored.is_passing() => {
                let predicted = match impact_of(&self.bodies, self.contacts.islands(), stored) {
                    Forecast::Impact(impact) => Some(impact),
                    Forecast::Never | Forecast::ResumeAt(_) => None,
                };
                if deferred_to.is_some_and(|time| predicted.is_some_and(|impact| impact.time < time)) {
                    return Err(format!(
                        "pair {}: meets before its deferred prediction, {predicted:?}",
                        self.shown(pair)
                    ));
                }
                // (A renewal may be due sooner than it was when the pair was predicted.)
                let until = self.contacts.islands().predicted_until(stored);
                let counts = |impact: &&Impact| impact.time < until;
                let planned = stored.forecast().impact();
                if deferred_to.is_none() && predicted.as_ref().filter(counts) != planned.filter(counts) {
                    return Err(format!(
                        "pair {}: has {planned:?}, should have {predicted:?}",
                        self.shown(pair),
                    ));
                }
                let slides = pair_slide_end(&self.bodies, stored, self.config.settings());
                let planned = stored.forecast().plan().iter().find(|(_, step)| *step == Step::SlideEnd);
                if slides != planned.map(|(time, _)| *time) {
                    return Err(format!(
                        "pair {}: plans {planned:?}, should stop sliding at {slides:?}",
                        self.shown(pair)
                    ));
                }
            }
            Relation::Collide => {}
            Relation::Poll => self.audit_poll(stored, &overlaps(&view))?,
            Relation::Observe => {
                let contacts = contacts(&ma, &mb, stored.forecast().from()).times;
                let inside = contacts
                    .as_slice()
                    .iter()
                    .any(|c| c.begin < self.clock.now() && self.clock.now() < c.end);
                let outside = contacts
                    .as_slice()
                    .iter()
                    .all(|c| self.clock.now() < c.begin || c.end < self.clock.now());
                if inside && !stored.in_contact() || outside && stored.in_contact() && stored.forecast().plan().is_empty() {
                    return Err(format!("pair {}: in contact is {}", self.shown(pair), stored.in_contact()));
                }
            }
        }
        Ok(())
    }

    /// A pair must be polled at the next tick at which its boxes overlap, unless that poll is done.
    /// A contact that the test has just ended waits for its `ContactEnd` step.
    fn audit_poll(&self, stored: &Pair, overlaps: &Intervals) -> Result<(), String> {
        let Some(polling) = self.hooks.touch_test() else {
            return Err("a pair is polled without a test".to_owned());
        };
        let [due, later] = [true, false].map(|due| polling.next_step(overlaps, self.clock.now(), due, stored.in_contact()));
        let step = stored
            .forecast()
            .plan()
            .iter()
            .find(|(_, step)| matches!(step, Step::Poll | Step::ContactEnd));
        let ends_now = stored.in_contact() && step == Some(&(self.clock.now(), Step::ContactEnd));
        if ends_now || [due, later].contains(&step.copied()) {
            return Ok(());
        }
        Err(format!(
            "pair {}: {step:?} is planned, should be {due:?} or {later:?}",
            self.shown(stored.bodies())
        ))
    }

    /// User-defined bounds must be due to expire, or be in the list of expired ones.
    fn audit_lease(&self, index: u32) -> Result<(), String> {
        let until = self.bodies[index].lease().as_ref().map(|lease| lease.until);
        let due = until.filter(|until| *until < f64::INFINITY && !self.agenda.expired().contains(&index));
        let stored = self.agenda.expiry_time(index);
        if due == stored && due.is_none_or(|due| due >= self.clock.now()) {
            Ok(())
        } else {
            Err(format!(
                "{}: bounds expire at {stored:?}, should at {due:?}",
                self.name_of(index)
            ))
        }
    }

    fn audit_walls(&self, index: u32) -> Result<(), String> {
        let state = &self.bodies[index];
        let stored = self.agenda.wall_time(index);
        let Domain::Box { min, max } = &self.config.settings().domain else {
            let far = self.wrap_time(state).map(|time| time.max(self.clock.now()));
            return match far == stored {
                true => Ok(()),
                false => Err(format!("{}: is far at {stored:?}, should be at {far:?}", self.name_of(index))),
            };
        };
        if !state.is_dynamic() || state.is_half_space() || state.lease().is_some() {
            return Ok(());
        }
        let walls = self.contacts.islands().walls_to_meet(&self.bodies, index);
        let impact = first_wall_impact(&state.moving(), min, max, &walls);
        let predicted = impact
            .into_iter()
            .chain(wall_slide_end(state, self.config.settings()))
            .map(|(time, _)| time.max(self.clock.now()));
        let predicted = predicted.min_by(f64::total_cmp);
        if predicted == stored {
            Ok(())
        } else {
            Err(format!(
                "{}: next wall at {stored:?}, should be {predicted:?}",
                self.name_of(index)
            ))
        }
    }

    fn shown(&self, pair: [u32; 2]) -> String {
        format!("({}, {})", self.name_of(pair[0]), self.name_of(pair[1]))
    }
}
