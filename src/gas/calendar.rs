//! The queue of a gas: a calendar (Brown 1988; Paul 2007, "A complexity O(1) priority queue for event driven molecular dynamics
//! simulations", J. Comput. Phys. 221).
//!
//! A *year* is cut into *days* of equal length. An entry is thrown into the day of its time, unsorted; what lies beyond the year waits
//! outside. Only the entries of the present day are sorted. Each body has one entry that counts, the one at the time at which it is
//! due; entries that the body has left behind are thrown away when their day comes, so nothing is ever searched or moved. The length
//! of a day is chosen anew each year, from the times that wait.

use std::cmp::Ordering;

/// Bodies due in a day where they are densest: so few that sorting them is cheap, so many that a day is worth its turn.
const DUE_A_DAY: f64 = 12.0;

/// Length of a year, in median times that a body waits.
const MEDIANS_A_YEAR: f64 = 4.0;

/// A day with more entries than this many times what is meant is a sign of a bad calendar: it is made anew.
const CROWD: usize = 64;

/// The least length of a day, in units of the last place of the time: shorter ones could not be told apart.
const LEAST_ULPS: f64 = 1024.0;

/// A body, when it was due at the time of writing, and for whom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) time: f64,
    pub(super) body: u32,
    /// Whom it is due to meet, or what else: all that the rank comes from besides the body.
    pub(super) partner: u32,
}

/// What is due when.
pub(super) trait Due {
    /// Whether an entry still says what its body is due for.
    fn counts(&self, entry: &Entry) -> bool;

    /// Rank of an entry among those of its time: of the entry alone, whether it counts or not.
    fn rank(&self, entry: &Entry) -> u64;

    /// These are due soon: what they need may be fetched.
    fn foresee(&self, _entries: &[Entry]) {}
}

/// A calendar of bodies.
#[derive(Debug, Default)]
pub(super) struct Calendar {
    /// When the year began.
    begin: f64,
    days_per_second: f64,
    days: Vec<Vec<Entry>>,
    /// Emptied days, to be used again: still warm, and the calendar stays as small as what is in it.
    emptied: Vec<Vec<Entry>>,
    /// The present day: one past its number.
    today: usize,
    /// The present day's entries, the latest first.
    front: Vec<Entry>,
    /// What lies beyond the year.
    later: Vec<Entry>,
    /// Whether it was made anew since a day was taken last, because too many are due in the next.
    made_finer: bool,
}

impl Calendar {
    /// The day of a time: the same at all calls of a year, and never less for a later time. The number of days for what lies beyond.
    #[inline]
    fn day(&self, time: f64) -> usize {
        // A product too large saturates.
        (((time - self.begin) * self.days_per_second) as usize).min(self.days.len())
    }

    /// Enters a body, which is due at a finite time, not before what was taken last.
    #[inline]
    pub(super) fn push(&mut self, entry: Entry, due: &impl Due) {
        let day = self.day(entry.time);
        if day < self.today {
            let at = self.front.partition_point(|other| order(other, &entry, due).is_gt());
            self.front.insert(at, entry);
        } else {
            self.throw(day, entry);
        }
    }

    /// Throws an entry into a day to come, or beyond the year.
    #[inline]
    fn throw(&mut self, day: usize, entry: Entry) {
        let Some(day) = self.days.get_mut(day) else {
            return self.later.push(entry);
        };
        if day.capacity() == 0
            && let Some(emptied) = self.emptied.pop()
        {
            *day = emptied;
        }
        day.push(entry);
    }

    /// The body that is due first; at equal times that of the lowest rank.
    #[inline]
    pub(super) fn peek(&mut self, due: &impl Due) -> Option<Entry> {
        loop {
            while let Some(first) = self.front.last() {
                if due.counts(first) {
                    return Some(*first);
                }
                self.front.pop();
            }
            if !self.turn_page(due) {
                return None;
            }
        }
    }

    /// Goes on to the next day that has entries; false if there is none.
    fn turn_page(&mut self, due: &impl Due) -> bool {
        while self.today < self.days.len() {
            let mut day = std::mem::take(&mut self.days[self.today]);
            self.today += 1;
            let crowded = day.len() > CROWD * DUE_A_DAY as usize;
            self.front.extend(day.drain(..).filter(|entry| due.counts(entry)));
            if day.capacity() > 0 {
                self.emptied.push(day);
            }
            if self.front.is_empty() {
                continue;
            }
            // Once: many at one time are as many in a finer calendar.
            if crowded && self.front.len() > CROWD * DUE_A_DAY as usize && !self.made_finer {
                self.made_finer = true;
                self.rebuild(self.front[0].time, due);
                return true;
            }
            self.made_finer = false;
            due.foresee(&self.front);
            self.front.sort_unstable_by(|one, other| order(other, one, due));
            return true;
        }
        self.later.retain(|entry| due.counts(entry));
        let Some(first) = self.later.iter().map(|entry| entry.time).min_by(f64::total_cmp) else {
            return false;
        };
        self.rebuild(first, due);
        true
    }

    /// Begins a year at the first of the times that wait, or at `begin`, if that is earlier.
    fn rebuild(&mut self, begin: f64, due: &impl Due) {
        let mut entries = std::mem::take(&mut self.later);
        entries.append(&mut self.front);
        for day in &mut self.days[self.today..] {
            entries.append(day);
        }
        entries.retain(|entry| due.counts(entry));
        entries.sort_unstable_by_key(|entry| entry.body);
        entries.dedup_by_key(|entry| entry.body);
        self.begin = entries.iter().map(|entry| entry.time).fold(begin, f64::min);
        let middle = entries.len() / 2;
        let median = match entries.len() {
            0 => 0.0,
            _ => {
                entries
                    .select_nth_unstable_by(middle, |one, other| one.time.total_cmp(&other.time))
                    .1
                    .time
                    - self.begin
            }
        };
        // As many are due in the first days as if all waited exponentially long, with this median.
        let day = median * std::f64::consts::LOG2_E * DUE_A_DAY / entries.len().max(1) as f64;
        let day = day
            .max(LEAST_ULPS * f64::EPSILON * self.begin.abs())
            .max(f64::MIN_POSITIVE / f64::EPSILON);
        let days = (MEDIANS_A_YEAR * median / day).ceil().max(1.0) as usize;
        self.days_per_second = 1.0 / day;
        self.days.resize_with(days, Vec::new);
        self.today = 0;
        for entry in entries {
            self.throw(self.day(entry.time), entry);
        }
    }

    /// Forgets all, and begins a year with these.
    pub(super) fn refill(&mut self, entries: Vec<Entry>, now: f64, due: &impl Due) {
        self.clear();
        self.later = entries;
        self.rebuild(now, due);
    }

    pub(super) fn clear(&mut self) {
        for day in &mut self.days {
            day.clear();
        }
        self.front.clear();
        self.later.clear();
        self.today = self.days.len();
    }

    fn all(&self) -> impl Iterator<Item = &Entry> {
        let days = self.days.iter().skip(self.today).flatten();
        self.front.iter().chain(days).chain(&self.later)
    }

    /// Whether a body stands in it at this time. O(n).
    pub(super) fn holds(&self, body: u32, time: f64, due: &impl Due) -> bool {
        self.all()
            .any(|entry| entry.body == body && entry.time == time && due.counts(entry))
    }

    /// Whether what counts stands in the right day.
    pub(super) fn audit(&self, due: &impl Due) -> Result<(), String> {
        if !self.front.is_sorted_by(|one, other| order(one, other, due).is_ge()) {
            return Err("the present day is not in order".to_owned());
        }
        for (day, entry) in self
            .days
            .iter()
            .enumerate()
            .skip(self.today)
            .flat_map(|(day, all)| all.iter().map(move |entry| (day, entry)))
        {
            if due.counts(entry) && self.day(entry.time) != day {
                return Err(format!("what is due at {} stands in another day", entry.time));
            }
        }
        Ok(())
    }
}

/// Order of two entries: by time, then by rank.
#[inline]
fn order(one: &Entry, other: &Entry, due: &impl Due) -> Ordering {
    let by_time = one.time.total_cmp(&other.time);
    by_time.then_with(|| due.rank(one).cmp(&due.rank(other)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// When each body is due, and with whom: the partner goes before the body in rank.
    struct Table(Vec<(f64, u32)>);

    impl Due for Table {
        fn counts(&self, entry: &Entry) -> bool {
            self.0[entry.body as usize] == (entry.time, entry.partner)
        }

        fn rank(&self, entry: &Entry) -> u64 {
            u64::from(entry.partner) << 32 | u64::from(entry.body)
        }
    }

    impl Table {
        fn entries(&self) -> Vec<Entry> {
            let entry = |(body, (time, partner)): (usize, &(f64, u32))| Entry {
                time: *time,
                body: body as u32,
                partner: *partner,
            };
            let entries = self.0.iter().enumerate().map(entry);
            entries.filter(|entry| entry.time < f64::INFINITY).collect()
        }

        fn first(&self) -> Option<Entry> {
            let entries = self.entries().into_iter();
            entries.min_by(|one, other| order(one, other, self))
        }
    }

    /// Times that bodies wait: of one size, of all sizes, of few values so that many are due at once, and none.
    fn wait(random: &mut Xoshiro256PlusPlus, kind: u64) -> f64 {
        let uniform = (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        match kind {
            0 => uniform,
            1 => 10f64.powf(uniform * 20.0 - 10.0),
            // Nearly at once, too: a day with many that no finer calendar could part.
            2 => {
                (uniform * 4.0).floor()
                    + if random.next_u64().is_multiple_of(16) {
                        1e-7 * uniform
                    } else {
                        0.0
                    }
            }
            _ => 0.0,
        }
    }

    #[test]
    fn bodies_come_in_order_of_time_and_rank_however_they_wait() {
        for (seed, (count, start)) in [(1, 0.0), (7, 1e6), (300, 0.0), (3_000, -5.0)].into_iter().enumerate() {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed as u64);
            let mut table = Table(vec![(f64::INFINITY, 0); count]);
            let mut calendar = Calendar::default();
            let mut now = start;
            for body in 0..count {
                table.0[body] = (now + wait(&mut random, 0), 0);
            }
            for entry in table.entries() {
                calendar.push(entry, &table);
            }
            for turn in 0..3 * count + 200 {
                // How long they wait changes over time.
                let kind = (turn / 150 % 4) as u64;
                let entry = calendar.peek(&table);
                assert_eq!(entry, table.first(), "{count} bodies, turn {turn}");
                let Some(first) = entry else { break };
                now = first.time;
                let others = (0..random.next_u64() % 3).map(|_| (random.next_u64() % count as u64) as u32);
                for body in others.chain([first.body]).collect::<Vec<_>>() {
                    let kind = if body == first.body { kind.min(2) } else { kind };
                    let wait = wait(&mut random, kind).max(if body == first.body { 1e-12 } else { 0.0 });
                    let time = if random.next_u64().is_multiple_of(50) {
                        f64::INFINITY
                    } else {
                        now + wait
                    };
                    let partner = (random.next_u64() % 5) as u32;
                    table.0[body as usize] = (time, partner);
                    if time < f64::INFINITY {
                        calendar.push(Entry { time, body, partner }, &table);
                    }
                }
                if turn % 400 == 399 {
                    calendar.audit(&table).unwrap();
                    calendar.refill(table.entries(), now, &table);
                }
            }
        }
    }
}
