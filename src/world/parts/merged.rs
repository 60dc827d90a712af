//! The events of all parts, merged in the total order and counted.

use super::super::World;
use super::division::Division;
use super::part::Part;
use crate::ledger::{Entry, Item};
use hashbrown::HashMap;

/// Events of a window, each as its own part has written it down.
pub(super) type Merged<'a> = Vec<(&'a Part, &'a Entry)>;

impl World {
    /// The events of a window in the total order; none if parts do not cover those of one time.
    ///
    /// What follows from an event at its own time has a [round](crate::clock::Instant), which other events at that time
    /// decide, too. So one part must have all of such events, as own ones or of ghosts. They are in the order in which it has
    /// executed them.
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
            if is_of_one || division.parts.iter().any(|part| sort_as_in(part, at_once)) {
                continue;
            }
            if have_consequences(at_once) {
                return None;
            }
            at_once.sort_unstable_by_key(|(_, entry)| entry.due.order);
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

/// Sorts the events at one time as a part has executed them. Returns whether it has these, and no others.
fn sort_as_in(part: &Part, at_once: &mut [(&Part, &Entry)]) -> bool {
    let (time, all) = (at_once[0].1.due.time, part.entries());
    let then = &all[all.partition_point(|entry| entry.due.time < time)..];
    let then = &then[..then.partition_point(|entry| entry.due.time == time)];
    if then.len() != at_once.len() {
        return false;
    }
    for (at, entry) in then.iter().enumerate() {
        let is_same = |(_, other): &(&Part, &Entry)| other.due == entry.due && other.bodies == entry.bodies;
        // The first one: an island may be renewed several times.
        let Some(found) = at_once[at..].iter().position(is_same) else {
            return false;
        };
        at_once[at..=at + found].rotate_right(1);
    }
    true
}

/// Whether some of the events at one time follow from others, or reach the same bodies.
fn have_consequences(at_once: &[(&Part, &Entry)]) -> bool {
    let mut seen: HashMap<u32, &Entry> = HashMap::new();
    for (part, entry) in at_once {
        let is_new = |body: u32| seen.insert(body, *entry).is_none_or(|other| std::ptr::eq(other, *entry));
        if entry.due.order.round > 0 || entry.has_links || !part.reached(entry).all(is_new) {
            return true;
        }
    }
    false
}
