//! What is due on one day and disturbs nobody is done at its beginning, together: one event after the other, most of the
//! time would be waiting for memory.
//!
//! Who is to go over into another cell goes over at once: it is outside of its cell until then, but by no more than the
//! *slack*, by which cells are wider than the largest ball on both sides. So balls that are neither in the same cell nor in
//! neighbours still cannot meet. And who is to meet a partner that has turned since looks anew at once.

use super::Gas;
use super::ball::{CELL, Card};
use super::cells::NONE;
use super::dues::Entry;
use super::look::{Best, fill_up};

/// So many at the most look around side by side, where all do: their lists are to stay in the cache.
const TOGETHER: usize = 64;

/// A ball that looks around.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    slot: u32,
    /// Where those at whom it looks end in the list; those of the next begin there.
    end: u32,
    /// What it is due for as far as it knows: with nobody, if it looks all round.
    before: Best,
}

/// Balls that look around side by side.
#[derive(Debug, Default)]
pub(super) struct Looks {
    looks: Vec<Look>,
    /// At whom they look, [filled up](fill_up).
    list: Vec<u32>,
    end: usize,
}

impl Looks {
    fn add(&mut self, slot: u32, end: usize, before: Best) {
        self.end = fill_up(&mut self.list, self.end, end, slot);
        self.looks.push(Look {
            slot,
            end: self.end as u32,
            before,
        });
    }
}

impl Gas {
    /// Does what can be done for the day that begins at `first`.
    pub(super) fn begin_day(&mut self, first: f64) {
        if first > self.clear_until {
            self.renew_clearness(first);
        }
        if self.few_cells || self.lists.is_some() {
            return;
        }
        let until = first + self.slack / self.speed_squared.sqrt();
        let Some(mut today) = self.calendar.today().map(std::mem::take) else {
            return;
        };
        let mut looks = std::mem::take(&mut self.looks);
        today.retain(|entry| !self.begins(entry, until, &mut looks));
        self.seen = self.seen.max(first);
        if let Some(day) = self.calendar.today() {
            *day = today;
        }
        self.look_together(&mut looks, first);
        self.looks = looks;
    }

    /// Looks anew for all balls that have turned.
    pub(super) fn look_for_turned(&mut self, now: f64) {
        if let [first, second] = self.turned[..]
            && self.glances.is_some()
        {
            self.turned.clear();
            let slots = [second as usize, first as usize];
            return match self.space.periodic {
                true => self.look_for_two::<true>(slots, now),
                false => self.look_for_two::<false>(slots, now),
            };
        }
        if self.few_cells || self.lists.is_some() {
            while let Some(slot) = self.turned.pop() {
                self.look_all_round(slot as usize, now);
            }
            return;
        }
        let mut looks = std::mem::take(&mut self.looks);
        while let Some(slot) = self.turned.pop() {
            self.begin_look_all_round(slot, &mut looks);
            if looks.looks.len() == TOGETHER {
                self.look_together(&mut looks, now);
            }
        }
        self.look_together(&mut looks, now);
        self.looks = looks;
    }

    /// Looks, and writes down what comes of it.
    fn look_together(&mut self, looks: &mut Looks, now: f64) {
        self.ask_for(&looks.list[..looks.end]);
        let mut from = 0;
        for Look { slot, end, before } in looks.looks.drain(..) {
            let (slot, end, mut best) = (slot as usize, end as usize, before);
            self.work.careful += self.look_at_fetched(slot, &looks.list[from..end], now, &mut best);
            self.look_at_walls(slot, &mut best);
            match before.partner {
                NONE => self.enter(slot, best, now),
                _ => self.enter_after(slot, before, best, now),
            }
            from = end;
        }
        looks.end = 0;
    }

    #[inline]
    fn begin_look_all_round(&mut self, slot: u32, looks: &mut Looks) {
        let end = self.gather(self.hot[slot as usize].tag.cell(), &mut looks.list, looks.end);
        self.work.looks += (end - looks.end) as u64;
        looks.add(slot, end, Best::NOTHING);
    }

    /// Whether what is due is done at the beginning of the day.
    #[inline]
    fn begins(&mut self, entry: &Entry, until: f64, looks: &mut Looks) -> bool {
        let slot = entry.body as usize;
        let card = self.cards[slot];
        if card.due != entry.time {
            // It stands there twice, and has been taken once.
            return true;
        }
        let begins = match self.hot.get(entry.partner as usize) {
            Some(partner) if partner.stamp() == card.partner_stamp => false,
            Some(_) => {
                self.work.stale += 1;
                self.begin_look_all_round(entry.body, looks);
                true
            }
            None => entry.partner == CELL && entry.time <= until && self.begins_to_go_over(entry.body, &card, looks),
        };
        if begins {
            // Until it has looked: nothing that stands in the calendar for it counts any more.
            self.cards[slot].due = f64::INFINITY;
        }
        begins
    }

    #[inline]
    fn begins_to_go_over(&mut self, body: u32, card: &Card, looks: &mut Looks) -> bool {
        let slot = body as usize;
        let Some(step) = self.step_over(slot) else { return false };
        self.ahead.push(card.id.index);
        let (axis, up) = (usize::from(card.way.axis), card.way.up);
        let mut end = looks.end;
        if let Some(ahead) = self.beside[axis][step.cell as usize].next(step.image, up) {
            end = self.gather_ahead(self.hot[slot].tag.cell(), axis, ahead.cell, &mut looks.list, end);
        }
        self.work.looks += (end - looks.end) as u64;
        let Card { hit: time, partner, .. } = *card;
        looks.add(body, end, Best { time, partner });
        true
    }
}

#[cfg(test)]
mod tests;
