//! The world takes over the motions of all parts. Its candidate pairs are found again when something needs them.

use super::super::World;
use super::super::search::Search;
use super::division::Division;
use crate::broad::BroadPhase;
use crate::event::BodyId;
use crate::ledger::Counters;
use crate::motion::bounds::Bounds;

impl World {
    /// Takes over the motions of all own bodies that have changed, at the end of a stretch. The world has no candidate
    /// pairs from then on, until they are [found again](Self::settle_pairs). O(changed bodies), and O(n + pairs) after the
    /// first stretch.
    pub(super) fn fall_behind(&mut self, mut division: Box<Division>, is_first: bool) {
        self.clock.advance_to(division.now);
        if is_first {
            for (_, pair) in self.pairs.iter() {
                self.contacts.forget_pair(pair);
            }
            self.pairs.clear(&mut self.bodies);
            self.contacts.islands_mut().clear();
            self.agenda.clear_walls();
            let settings = self.config.settings();
            self.search
                .restart(self.clock.now(), &settings.domain, self.config.swap_queue());
        }
        for part in &mut division.parts {
            for body in part.take_changed() {
                self.set_condition(body, &part.world.bodies[body].condition());
            }
        }
        let moved = self.bodies.take_moved();
        self.bodies.reuse_moved(moved);
        self.parts.division = Some(division);
        self.parts.filed.take();
    }

    /// Finds the candidate pairs again, if parts have left the world without, and drops the parts. O(n log n + pairs)
    /// then.
    #[inline]
    pub(in crate::world) fn settle_pairs(&mut self) {
        if self.parts.division.is_some() {
            self.find_pairs();
        }
    }

    #[cold]
    fn find_pairs(&mut self) {
        let Some(division) = self.parts.division.take() else { return };
        self.parts.filed.take();
        let work: u64 = division.parts.iter().map(|part| part.world.work_of_pairs()).sum();
        self.parts.end(work >= self.least_work_of_parts());
        for part in &division.parts {
            self.add_work_of(part.world.ledger.counters());
        }
        self.await_pairs(division.contacts());
        for island in division.islands() {
            self.contacts.islands_mut().install(island, &self.bodies);
        }
        let (now, method) = (self.clock.now(), self.search.method());
        self.search = Search::new(method, now, &self.config.settings().domain, self.config.swap_queue());
        let ids: Vec<BodyId> = self.bodies.in_order().iter().map(|index| self.bodies.id(*index)).collect();
        for id in &ids {
            self.restart_image_offset(id.index);
        }
        for (pair, image) in self.enter_broad_phase(&ids) {
            self.begin_pair(pair, image, false);
        }
        self.await_pairs(Vec::new());
        for id in &ids {
            self.predict_walls(id.index);
        }
    }

    /// Whether parts have left the world without candidate pairs.
    pub(in crate::world) fn is_behind_parts(&self) -> bool {
        self.parts.division.is_some()
    }

    /// The broad phase, for queries: a new one if parts have left that of the world without bodies, made for the first
    /// query after a stretch.
    pub(in crate::world) fn filed_broad(&self) -> &dyn BroadPhase {
        match self.is_behind_parts() {
            true => &**self.parts.filed.get_or_init(|| self.new_broad().0),
            false => self.search.broad(),
        }
    }

    /// A new broad phase with all bodies, and its candidate pairs.
    pub(in crate::world) fn new_broad(&self) -> (Box<dyn BroadPhase>, Vec<[u32; 2]>) {
        let (domain, now) = (&self.config.settings().domain, self.clock.now());
        let mut broad = self.search.method().broad_phase(now, domain, self.config.swap_queue());
        let bounded = self
            .bodies
            .in_order()
            .iter()
            .filter(|index| !self.bodies[**index].is_half_space());
        let bodies: Vec<(u32, Bounds)> = bounded.map(|index| (*index, self.bodies[*index].bounds())).collect();
        let mut changes = Vec::new();
        broad.insert(&bodies, now, &mut changes);
        let begun = changes.iter().filter(|change| change.begins);
        let pairs = begun.map(|change| self.in_scene_order(change.bodies[0], change.bodies[1]));
        let pairs = pairs.filter(|pair| self.relation_of(*pair).is_some()).collect();
        (broad, pairs)
    }

    /// Adds the counters of the work of a part.
    fn add_work_of(&mut self, part: &Counters) {
        let counters = self.ledger.counters_mut();
        counters.pair_begins += part.pair_begins;
        counters.pair_ends += part.pair_ends;
        counters.predictions += part.predictions;
        counters.looks += part.looks;
        counters.predictions_reused += part.predictions_reused;
        counters.wall_predictions += part.wall_predictions;
        counters.unresolved += part.unresolved;
        counters.late += part.late;
    }
}
