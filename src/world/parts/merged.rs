//! The events of all parts, merged in the total order and counted.

use super::super::World;
use super::division::Division;
use super::part::Part;
use crate::ledger::{Entry, Item};
use smallvec::SmallVec;

/// Events of a window, each as its own part has written it down.
pub(super) type Merged<'a> = Vec<(&'a Part, &'a Entry)>;

impl World {
    /// The events of a window in the total order; none if parts do not cover those of one time.
    ///
    /// What follows from an event at its own time has a [round](crate::clock::Instant), which other events at that time
    /// decide, too. So such events may be in one part alone, and are in the order in which it has executed them.
    pub(super) fn merged<'a>(&self, division: &'a Division) -> Option<Merged<'a>> {
        let mut all: Merged = Vec::new();
        for part in &division.parts {
            let counts = |entry: &&Entry| self.belongs_to(part, entry);
            all.extend(part.entries().iter().filter(counts).map(|entry| (part, entry)));
        }
        // Stable: in the order of its part.
        all.sort_by(|(_, one), (_, other)| one.due.time.total_cmp(&other.due.time));
        for at_once in all.chunk_by_mut(|(_, one), (_, other)| one.due.time == other.due.time) {
            let is_of_one = at_once.iter().all(|(part, _)| part.number == at_once[0].0.number);
            if !is_of_one {
                if have_consequences(at_once) {
                    return None;
                }
                at_once.sort_unstable_by_key(|(_, entry)| entry.due.order);
            }
        }
        Some(all)
    }

    /// Counts, sums and stores the events of a window, in order.
    pub(super) fn count_merged(&mut self, all: &Merged) {
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
        if entry.has_links {
            self.clock.instant_mut().note_link();
        }
        self.ledger.carry_over(self.clock.now(), entry, items);
        self.lanes.count(1);
    }
}

/// Whether some of the events at one time follow from others, or move more bodies than their own.
fn have_consequences(at_once: &[(&Part, &Entry)]) -> bool {
    let mut seen: SmallVec<[u32; 16]> = SmallVec::new();
    for (part, entry) in at_once {
        let first = seen.len();
        seen.extend(part.moved(entry));
        let [before, own] = [&seen[..first], &seen[first..]];
        if entry.due.order.round > 0 || entry.has_links || own.len() > 2 || own.iter().any(|body| before.contains(body)) {
            return true;
        }
    }
    false
}
