//! What a part writes down about its events.

use super::super::World;
use super::super::next::Source;
use crate::lane::order::Due;
use crate::ledger::Item;

impl World {
    /// Begins to write down an event, which is executed next. (Other bodies that it changes begin new pieces.)
    pub(in crate::world) fn begin_entry(&mut self, due: &Due, source: &Source) {
        let bodies = match source {
            Source::Pair(place) => self.pairs[*place].bodies().map(Some),
            Source::Wall(body, _) | Source::Wrap(body) => [Some(*body), None],
            Source::Renewal(island) => {
                let members = self.contacts.islands().members(*island);
                self.parts.reached.extend_from_slice(members);
                [Some(members[0]), None]
            }
            Source::Schedule | Source::Expiry(_) => [None; 2],
        };
        for body in bodies.into_iter().flatten() {
            if self.bodies[body].is_dynamic() {
                self.bodies.keep_former(body);
            }
        }
        self.ledger.begin_entry(*due, bodies);
    }

    /// The event has been executed. Something has changed about the islands that have been renewed or moved: a body of one
    /// that has not got a new motion is reached by the event all the same.
    pub(in crate::world) fn end_entry(&mut self) {
        let mut reached = std::mem::take(&mut self.parts.reached);
        let (islands, has_links) = (self.contacts.islands(), self.clock.instant().has_links());
        if let Some(journal) = self.ledger.journal_mut()
            && !(islands.is_empty() && reached.is_empty())
        {
            let mut moved: Vec<u32> = journal.moved_now().collect();
            moved.sort_unstable();
            let mut numbers: Vec<u32> = moved.iter().filter_map(|body| islands.number_of(*body)).collect();
            numbers.sort_unstable();
            numbers.dedup();
            reached.extend(numbers.into_iter().flat_map(|number| islands.members(number)));
            reached.sort_unstable();
            reached.dedup();
            reached.retain(|body| moved.binary_search(body).is_err());
            reached.drain(..).for_each(|body| journal.add(Item::Island(body)));
        }
        self.parts.reached = reached;
        self.ledger.end_entry(has_links);
    }
}
