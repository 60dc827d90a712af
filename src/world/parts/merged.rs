//! The events of all parts, merged in the total order and counted.

use super::super::World;
use super::division::Division;
use super::part::Part;
use crate::ledger::{Entry, Item};

impl World {
    /// Counts, sums and stores the events of a window, in the total order, each as its own part has written it down.
    pub(super) fn count_window_of_parts(&mut self, division: &Division) {
        let mut all: Vec<(&Part, &Entry)> = Vec::new();
        for part in &division.parts {
            let counts = |entry: &&Entry| self.belongs_to(part, entry);
            all.extend(part.entries().iter().filter(counts).map(|entry| (part, entry)));
        }
        all.sort_unstable_by(|(_, one), (_, other)| {
            let by_time = one.due.time.total_cmp(&other.due.time);
            by_time.then_with(|| one.due.order.cmp(&other.due.order))
        });
        for (part, entry) in all {
            self.count_entry(entry, part.items(entry));
        }
    }

    /// Whether an event belongs to a part: its first body that moves freely is an own one there.
    fn belongs_to(&self, part: &Part, entry: &Entry) -> bool {
        let mut bodies = entry.bodies.into_iter().flatten();
        bodies
            .find(|body| self.bodies[*body].is_dynamic())
            .is_some_and(|body| part.marks.owns(body))
    }

    /// Does what an event does on one thread, but for motions.
    fn count_entry(&mut self, entry: &Entry, items: &[Item]) {
        self.clock.advance_to(entry.due.time);
        self.enter_round_of(&entry.due);
        // An instant with so many events that it counts as stalled is not for parts.
        let _ = self.clock.instant_mut().count_event(u64::MAX);
        self.ledger.carry_over(self.clock.now(), entry, items);
        self.lanes.count(1);
    }
}
