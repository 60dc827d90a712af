//! Candidate pairs: they begin and end as the broad phase reports.

use super::World;
use crate::broad::CandidateChange;
use crate::domain::ImageOffset;
use crate::response::Relation;
use crate::stopwatch::Part;

impl World {
    /// Begins and ends pairs as the broad phase reported. `fresh`: a motion has just changed, so
    /// the predicted steps of a pair at this very time have not happened.
    pub(super) fn apply_pair_changes(&mut self, fresh: bool) {
        let changes = self.search.take_changes();
        for change in &changes {
            if change.begins {
                self.begin_pair(change.bodies, change.image, fresh);
                continue;
            }
            let (pair, image) = self.in_scene_order_by(change.bodies, change.image);
            if let Some(place) = self.pairs.find(&self.bodies, pair, &image) {
                self.end_pair(place);
            }
        }
        self.search.reuse(changes);
    }

    pub(super) fn begin_pair(&mut self, pair: [u32; 2], image: ImageOffset, fresh: bool) {
        let (pair, image) = self.in_scene_order_by(pair, image);
        let Some(relation) = self.relation_of(pair) else { return };
        let are_full = pair.iter().all(|body| self.bodies.is_full(*body));
        if are_full && self.pairs.find(&self.bodies, pair, &image).is_some() {
            return;
        }
        self.ledger.counters_mut().pair_begins += 1;
        for body in pair {
            self.expand(body);
        }
        let place = self.pairs.insert(&mut self.bodies, pair, image, relation);
        self.take_waiting_contact(place);
        self.predictor().predict(place, fresh);
    }

    /// Begins a pair of balls with boxes that overlap at present, which has been reported.
    pub(super) fn begin_pair_in_overlap(&mut self, pair: [u32; 2], fresh: bool) {
        for body in pair {
            self.expand(body);
        }
        let [a, b] = self.in_scene_order(pair[0], pair[1]);
        let (first, second) = (&self.bodies[a], &self.bodies[b]);
        let lengths = self.to_nearest_image(first, second, self.clock.now());
        let image = std::array::from_fn(|axis| lengths[axis] + first.image_offset()[axis] - second.image_offset()[axis]);
        let Some(relation) = self.relation_of([a, b]) else { return };
        let place = self.pairs.find(&self.bodies, [a, b], &image).unwrap_or_else(|| {
            self.ledger.counters_mut().pair_begins += 1;
            self.pairs.insert(&mut self.bodies, [a, b], image, relation)
        });
        self.pairs[place].set_in_overlap(true);
        self.predictor().predict(place, fresh);
    }

    /// Ends a candidate pair. A pair that a jump separated is kept until its end is reported.
    pub(super) fn end_pair(&mut self, place: u32) {
        let pair = &self.pairs[place];
        if pair.in_contact() || pair.in_overlap() || pair.is_at_rest() {
            return;
        }
        self.ledger.counters_mut().pair_ends += 1;
        self.drop_pair(place);
    }

    pub(super) fn drop_pair(&mut self, place: u32) {
        if self.pairs[place].has_rested() {
            self.pairs.keep_contact(place);
        }
        let pair = self.pairs.remove(&mut self.bodies, place);
        self.contacts.forget_pair(&pair);
    }

    /// Moves the broad phase to the present: back from a look ahead for the next event.
    pub(super) fn sync_broad_phase(&mut self) {
        self.settle_pairs();
        let now = self.clock.now();
        if let Some(balls) = self.lanes.balls_mut() {
            balls.rewind(now);
            self.rewind_zones();
            self.apply_rezoned(false);
        }
        self.ledger.time(Part::Broad, || self.search.sync(self.clock.now()));
        if !self.search.changes().is_empty() {
            self.cancel_opposite_changes();
            self.apply_pair_changes(false);
        }
    }

    /// Keeps the last change of each pair, if its changes do not cancel. A pair that has ended and
    /// begun again keeps its plan.
    fn cancel_opposite_changes(&mut self) {
        let changes = self.search.take_changes();
        let named = |(number, change): (usize, &CandidateChange)| (self.in_scene_order_by(change.bodies, change.image), number);
        let mut reported: Vec<_> = changes.iter().enumerate().map(named).collect();
        reported.sort_unstable();
        let of_pairs = reported.chunk_by(|(one, _), (other, _)| one == other);
        let last = of_pairs
            .filter(|of_pair| of_pair.len() % 2 == 1)
            .map(|of_pair| of_pair[of_pair.len() - 1].1);
        let mut kept: Vec<usize> = last.collect();
        kept.sort_unstable();
        self.search.add_changes(kept.into_iter().map(|number| changes[number]));
    }

    /// The relation of two bodies; none if they never meet.
    pub(super) fn relation_of(&self, pair: [u32; 2]) -> Option<Relation> {
        let [a, b] = pair.map(|body| self.body_ref(body));
        a.constants()
            .role
            .relation(&b.constants().role, self.config.settings().response)
    }

    pub(super) fn in_scene_order(&self, a: u32, b: u32) -> [u32; 2] {
        if self.bodies.serial(a) < self.bodies.serial(b) {
            [a, b]
        } else {
            [b, a]
        }
    }

    /// The same, with the image of the body that is then the second.
    pub(super) fn in_scene_order_by(&self, [a, b]: [u32; 2], image: ImageOffset) -> ([u32; 2], ImageOffset) {
        let pair = self.in_scene_order(a, b);
        (pair, if pair[0] == a { image } else { image.map(|lengths| -lengths) })
    }
}
