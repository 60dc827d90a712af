//! The queue of a gas: a calendar (Brown 1988; Paul 2007, "A complexity O(1) priority queue for event driven molecular dynamics
//! simulations", J. Comput. Phys. 221).
//!
//! A *year* is cut into *days* of equal length. A body's number is thrown into the day on which it is due, unsorted; bodies due beyond
//! the year are nowhere until it ends. Only those of the present day are sorted. What a body is due for is kept elsewhere, once: where
//! that has changed since, its number still stands in the old day, and is thrown away when the day comes, so nothing is ever searched or
//! moved. The length of a day is chosen anew each year, from the times that wait.
//!
//! Days are many, and to throw something into one of them takes a line of memory that is far away. So days are taken together to *weeks*,
//! of which there are few; only what is due in the present week is thrown into its day, and the rest when its week comes.

use std::cmp::Ordering;

/// Bodies due in a day where they are densest: so few that sorting them is cheap, so many that a day is worth its turn.
const DUE_A_DAY: f64 = 12.0;

/// Length of a year, in median times that a body waits.
const MEDIANS_A_YEAR: f64 = 4.0;

/// A day with more entries than this many times what is meant is a sign of a bad calendar: it is made anew.
const CROWD: usize = 64;

/// Days in a week: so few that what a throw into one of them touches stays in the cache, so many that few bodies are thrown twice.
const WEEK: usize = 1024;

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
    /// The number of bodies.
    fn bodies(&self) -> u32;

    /// When a body is due, and for whom: infinity if never.
    fn due(&self, body: u32) -> (f64, u32);

    /// Rank of an entry among those of its time: of the entry alone, whether it counts or not.
    fn rank(&self, entry: &Entry) -> u64;

    /// These are due soon: what they need may be fetched.
    fn foresee(&self, _entries: &[Entry]) {}

    /// The entry of a body.
    #[inline]
    fn entry(&self, body: u32) -> Entry {
        let (time, partner) = self.due(body);
        Entry { time, body, partner }
    }

    /// Whether an entry still says what its body is due for.
    #[inline]
    fn counts(&self, entry: &Entry) -> bool {
        self.due(entry.body) == (entry.time, entry.partner)
    }
}

/// A calendar of bodies.
#[derive(Debug, Default)]
pub(super) struct Calendar {
    /// When the year began.
    begin: f64,
    days_per_second: f64,
    /// Days in the year.
    count: usize,
    /// The bodies thrown into each day of the present week.
    days: Vec<Vec<u32>>,
    /// The same of each week to come.
    weeks: Vec<Vec<u32>>,
    /// The present week's number.
    week: usize,
    /// Emptied days, to be used again: still warm, and the calendar stays as small as what is in it.
    emptied: Vec<Vec<u32>>,
    /// The present day: one past its number.
    today: usize,
    /// The present day's entries, the latest first.
    front: Vec<Entry>,
    /// Whether it was made anew since a day was taken last, because too many are due in the next.
    made_finer: bool,
}

impl Calendar {
    /// The day of a time: the same at all calls of a year, and never less for a later time. The number of days for what lies beyond.
    #[inline]
    fn day(&self, time: f64) -> usize {
        // A product too large saturates.
        (((time - self.begin) * self.days_per_second) as usize).min(self.count)
    }

    /// Enters a body, which is due at a finite time, not before what was taken last.
    #[inline]
    pub(super) fn push(&mut self, body: u32, due: &impl Due) {
        let day = self.day(due.due(body).0);
        if day < self.today {
            let entry = due.entry(body);
            let at = self.front.partition_point(|other| order(other, &entry, due).is_gt());
            self.front.insert(at, entry);
        } else {
            self.throw(day, body);
        }
    }

    /// Throws a body into a day to come; if that is beyond the year, it is found when the year ends.
    #[inline]
    fn throw(&mut self, day: usize, body: u32) {
        if day >= self.count {
            return;
        }
        let to = match day / WEEK {
            week if week == self.week => &mut self.days[day % WEEK],
            week => &mut self.weeks[week],
        };
        if to.capacity() == 0
            && let Some(emptied) = self.emptied.pop()
        {
            *to = emptied;
        }
        to.push(body);
    }

    /// Begins a week: what is due in it is thrown into its days.
    fn begin_week(&mut self, week: usize, due: &impl Due) {
        self.week = week;
        let mut bodies = std::mem::take(&mut self.weeks[week]);
        for body in bodies.drain(..) {
            let day = self.day(due.due(body).0);
            // What was thrown into it may be due at another time since: then it was thrown there, too.
            if day / WEEK == week {
                self.throw(day, body);
            }
        }
        if bodies.capacity() > 0 {
            self.emptied.push(bodies);
        }
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
        while self.today < self.count {
            let today = self.today;
            if today / WEEK > self.week {
                self.begin_week(today / WEEK, due);
            }
            let mut day = std::mem::take(&mut self.days[today % WEEK]);
            self.today += 1;
            let crowded = day.len() > CROWD * DUE_A_DAY as usize;
            let mut front = std::mem::take(&mut self.front);
            // One may stand in it twice: when it has come once, it is due for something else.
            let entries = day.drain(..).map(|body| due.entry(body));
            front.extend(entries.filter(|entry| self.day(entry.time) == today));
            self.front = front;
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
        let times = (0..due.bodies()).map(|body| due.due(body).0);
        let first = times.fold(f64::INFINITY, f64::min);
        if first < f64::INFINITY {
            self.rebuild(first, due);
        }
        first < f64::INFINITY
    }

    /// Forgets all, and begins a year at `begin`, or at the first time at which a body is due, if that is earlier. O(n).
    pub(super) fn rebuild(&mut self, begin: f64, due: &impl Due) {
        self.clear();
        let times = (0..due.bodies()).map(|body| due.due(body).0);
        let mut times: Vec<f64> = times.filter(|time| *time < f64::INFINITY).collect();
        self.begin = times.iter().copied().fold(begin, f64::min);
        let middle = times.len() / 2;
        let median = match times.len() {
            0 => 0.0,
            _ => *times.select_nth_unstable_by(middle, f64::total_cmp).1 - self.begin,
        };
        // As many are due in the first days as if all waited exponentially long, with this median.
        let day = median * std::f64::consts::LOG2_E * DUE_A_DAY / times.len().max(1) as f64;
        let day = day
            .max(LEAST_ULPS * f64::EPSILON * self.begin.abs())
            .max(f64::MIN_POSITIVE / f64::EPSILON);
        self.count = (MEDIANS_A_YEAR * median / day).ceil().max(1.0) as usize;
        self.days_per_second = 1.0 / day;
        self.days.resize_with(self.count.min(WEEK), Vec::new);
        self.weeks.resize_with(self.count.div_ceil(WEEK), Vec::new);
        (self.today, self.week) = (0, 0);
        for body in 0..due.bodies() {
            let time = due.due(body).0;
            if time < f64::INFINITY {
                self.throw(self.day(time), body);
            }
        }
    }

    pub(super) fn clear(&mut self) {
        for bodies in self
            .days
            .iter_mut()
            .chain(&mut self.weeks)
            .filter(|bodies| bodies.capacity() > 0)
        {
            bodies.clear();
            self.emptied.push(std::mem::take(bodies));
        }
        self.front.clear();
        self.today = self.count;
    }

    /// Whether a body stands in it where it should. O(the bodies of a day).
    pub(super) fn holds(&self, body: u32, due: &impl Due) -> bool {
        let entry = due.entry(body);
        match self.day(entry.time) {
            day if day < self.today => self.front.contains(&entry),
            day if day / WEEK == self.week && day < self.count => self.days[day % WEEK].contains(&body),
            day => self
                .weeks
                .get(day / WEEK)
                .is_none_or(|week| week.contains(&body) || day >= self.count),
        }
    }

    /// Whether the present day is in order.
    pub(super) fn audit(&self, due: &impl Due) -> Result<(), String> {
        match self.front.is_sorted_by(|one, other| order(one, other, due).is_ge()) {
            true => Ok(()),
            false => Err("the present day is not in order".to_owned()),
        }
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
        fn bodies(&self) -> u32 {
            self.0.len() as u32
        }

        fn due(&self, body: u32) -> (f64, u32) {
            self.0[body as usize]
        }

        fn rank(&self, entry: &Entry) -> u64 {
            u64::from(entry.partner) << 32 | u64::from(entry.body)
        }
    }

    impl Table {
        fn first(&self) -> Option<Entry> {
            let entries = (0..self.bodies()).map(|body| self.entry(body));
            let entries = entries.filter(|entry| entry.time < f64::INFINITY);
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
        for (seed, (count, start)) in [(1, 0.0), (7, 1e6), (300, 0.0), (3_000, -5.0), (9_000, 2.0)]
            .into_iter()
            .enumerate()
        {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed as u64);
            let mut table = Table(vec![(f64::INFINITY, 0); count]);
            let mut calendar = Calendar::default();
            let mut now = start;
            for body in 0..count {
                table.0[body] = (now + wait(&mut random, 0), 0);
            }
            calendar.rebuild(start, &table);
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
                        calendar.push(body, &table);
                    }
                }
                if turn % 400 == 399 {
                    calendar.audit(&table).unwrap();
                    assert!((0..table.bodies()).all(|body| table.due(body).0 == f64::INFINITY || calendar.holds(body, &table)));
                    calendar.rebuild(now, &table);
                }
            }
        }
    }
}
