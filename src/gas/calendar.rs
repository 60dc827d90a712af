//! The queue of a gas: a calendar (Brown 1988, doi:10.1145/63039.63045; Paul 2007, "A complexity O(1) priority queue for
//! event driven molecular dynamics simulations", J. Comput. Phys. 221).
//!
//! A *year* is cut into *days* of equal length. A body's number is thrown into the day on which it is due, unsorted; what
//! is due beyond the year is put aside until it ends. Only those of the present day are sorted. What a body is due for is
//! kept elsewhere, once: where that has changed since, its number still stands in the old day, and is thrown away when the
//! day comes, so nothing is ever searched or moved. The length of a day is chosen anew each year, from those that are due
//! first.
//!
//! Days are many, and to throw something into one of them takes a line of memory that is far away. So days are taken
//! together to *weeks*, of which there are few; only what is due in the present week is thrown into its day, and the rest
//! when its week comes.

use std::cmp::Ordering;

/// The length of a day is told from so many that are due first: those of the first month.
const DUE_FIRST: usize = 384;

/// How often in a year a body would be due, if all were as often as those that are due first: the year is about four times as
/// long, then, as half of them wait where meetings are by chance.
const DUE_A_YEAR: f64 = 2.76;

/// Days in a week: so few that what a throw into one of them touches stays in the cache, so many that few bodies are thrown
/// twice.
const WEEK: usize = 1024;

/// A day with more entries than this many times what is meant is a sign of a bad calendar: it is made anew.
const CROWD: usize = 64;

/// After so many throws for each body, and some, the calendar is made anew: what was thrown and does not count is forgotten.
const THROWS_A_BODY: usize = 16;
const SOME_THROWS: usize = 4096;

/// The least length of a day, in units of the last place of the time: shorter ones could not be told apart.
const LEAST_ULPS: f64 = 1024.0;

/// What is due when.
pub(super) trait Due {
    /// A body, when it was due at the time of writing, and what else its place in the order comes from.
    type Entry: Copy + PartialEq;

    /// The number of bodies.
    fn bodies(&self) -> u32;

    /// Bodies due in a day where they are densest: so few that sorting them is cheap, so many that a day is worth its turn.
    fn a_day(&self) -> usize {
        12
    }

    /// When a body is due: infinity if never.
    fn time(&self, body: u32) -> f64;

    /// The entry of a body that is due.
    fn entry(&self, body: u32) -> Self::Entry;

    /// The time of an entry.
    fn time_of(&self, entry: &Self::Entry) -> f64;

    /// Order of two entries: by time, then as you like; of the entries alone, whether they count or not.
    fn order(&self, one: &Self::Entry, other: &Self::Entry) -> Ordering;

    /// Whether an entry still says what its body is due for.
    fn counts(&self, entry: &Self::Entry) -> bool;

    /// These are due soon: what they need may be fetched.
    fn foresee(&self, _entries: &[Self::Entry]) {}
}

/// A calendar of bodies.
#[derive(Clone, Debug)]
pub(super) struct Calendar<E> {
    /// When the year began.
    begin: f64,
    days_per_second: f64,
    /// Days in the year.
    count: usize,
    /// The bodies thrown into each day of the present week.
    days: Vec<Vec<u32>>,
    /// The days and the bodies thrown into each week to come: days are fewer than bodies, but for a few.
    weeks: Vec<Vec<(u32, u32)>>,
    /// The present week's number.
    week: usize,
    /// Those that are due beyond the year.
    later: Vec<u32>,
    /// Emptied days, to be used again: still warm, and the calendar stays as small as what is in it.
    emptied: Vec<Vec<u32>>,
    /// The same of weeks.
    emptied_weeks: Vec<Vec<(u32, u32)>>,
    /// The present day: one past its number.
    today: usize,
    /// The present day's entries, the latest first.
    front: Vec<E>,
    /// Whether the present day has just begun: it is not in order yet.
    is_fresh: bool,
    /// Whether it was made anew since a day was taken last, because too many are due in the next.
    made_finer: bool,
    /// Throws since it was made anew.
    thrown: usize,
}

impl<E> Default for Calendar<E> {
    fn default() -> Self {
        Self {
            begin: 0.0,
            days_per_second: 0.0,
            count: 0,
            days: Vec::new(),
            weeks: Vec::new(),
            week: 0,
            later: Vec::new(),
            emptied: Vec::new(),
            emptied_weeks: Vec::new(),
            today: 0,
            front: Vec::new(),
            is_fresh: false,
            made_finer: false,
            thrown: 0,
        }
    }
}

impl<E: Copy + PartialEq> Calendar<E> {
    /// The day of a time: the same at all calls of a year, and never less for a later time. The number of days for what
    /// lies beyond.
    #[inline]
    fn day(&self, time: f64) -> usize {
        // A product too large saturates.
        (((time - self.begin) * self.days_per_second) as usize).min(self.count)
    }

    /// Enters a body, which is due at a finite time, not before what was taken last.
    #[inline]
    pub(super) fn push(&mut self, body: u32, due: &impl Due<Entry = E>) {
        self.thrown += 1;
        if self.thrown > THROWS_A_BODY * due.bodies() as usize + SOME_THROWS {
            return self.rebuild(f64::INFINITY, due);
        }
        let day = self.day(due.time(body));
        if day < self.today {
            let entry = due.entry(body);
            if self.is_fresh {
                return self.front.push(entry);
            }
            let at = self.front.partition_point(|other| due.order(other, &entry).is_gt());
            self.front.insert(at, entry);
        } else {
            self.throw(day, body);
        }
    }

    /// Throws a body into a day to come, into the week of that, or aside if that is beyond the year.
    #[inline]
    fn throw(&mut self, day: usize, body: u32) {
        if day >= self.count {
            self.later.push(body);
        } else if day / WEEK == self.week {
            push_to(&mut self.days[day % WEEK], &mut self.emptied, body);
        } else {
            push_to(&mut self.weeks[day / WEEK], &mut self.emptied_weeks, (day as u32, body));
        }
    }

    /// Begins a week: what is due in it is thrown into its days.
    fn begin_week(&mut self, week: usize) {
        self.week = week;
        let mut thrown = std::mem::take(&mut self.weeks[week]);
        for (day, body) in thrown.drain(..) {
            push_to(&mut self.days[day as usize % WEEK], &mut self.emptied, body);
        }
        if thrown.capacity() > 0 {
            self.emptied_weeks.push(thrown);
        }
    }

    /// The entries of a day that has just begun, in any order, if nothing is due before. They stay so until the day is [put
    /// in order](Self::put_in_order), or asked for what is first.
    #[inline]
    pub(super) fn fresh_day(&mut self, due: &impl Due<Entry = E>) -> Option<&mut Vec<E>> {
        while !self.is_fresh {
            match self.front.last() {
                Some(first) if due.counts(first) => return None,
                Some(_) => drop(self.front.pop()),
                None => {
                    if !self.turn_page(due) {
                        return None;
                    }
                }
            }
        }
        Some(&mut self.front)
    }

    /// The entries of a day that has just begun.
    pub(super) fn today(&mut self) -> Option<&mut Vec<E>> {
        self.is_fresh.then_some(&mut self.front)
    }

    /// Puts a day that has just begun in order, with what was entered for it since.
    pub(super) fn put_in_order(&mut self, due: &impl Due<Entry = E>) {
        if self.is_fresh {
            self.is_fresh = false;
            self.front.sort_unstable_by(|one, other| due.order(other, one));
        }
    }

    /// The entry of the body that is due first.
    #[inline]
    pub(super) fn peek(&mut self, due: &impl Due<Entry = E>) -> Option<E> {
        loop {
            self.put_in_order(due);
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
    fn turn_page(&mut self, due: &impl Due<Entry = E>) -> bool {
        while self.today < self.count {
            let today = self.today;
            if today / WEEK > self.week {
                self.begin_week(today / WEEK);
            }
            let mut day = std::mem::take(&mut self.days[today % WEEK]);
            self.today += 1;
            let crowd = CROWD * due.a_day();
            let crowded = day.len() > crowd;
            let mut front = std::mem::take(&mut self.front);
            // One may stand in it twice: when it has come once, it is due for something else.
            let on_day = day.drain(..).filter(|body| self.day(due.time(*body)) == today);
            front.extend(on_day.map(|body| due.entry(body)));
            self.front = front;
            if day.capacity() > 0 {
                self.emptied.push(day);
            }
            if self.front.is_empty() {
                continue;
            }
            // Once: many at one time are as many in a finer calendar.
            if crowded && self.front.len() > crowd && !self.made_finer {
                self.made_finer = true;
                self.rebuild(due.time_of(&self.front[0]), due);
                return true;
            }
            self.made_finer = false;
            due.foresee(&self.front);
            self.is_fresh = true;
            return true;
        }
        self.begin_year(due)
    }

    /// Begins a year with those that were put aside; false if there are none. O(those).
    fn begin_year(&mut self, due: &impl Due<Entry = E>) -> bool {
        let mut bodies = std::mem::take(&mut self.later);
        bodies.retain(|body| due.time(*body) < f64::INFINITY);
        self.clear();
        self.cut(&bodies, f64::INFINITY, due);
        !bodies.is_empty()
    }

    /// Forgets all, and begins a year at `begin`, or at the first time at which a body is due, if that is earlier. O(n).
    pub(super) fn rebuild(&mut self, begin: f64, due: &impl Due<Entry = E>) {
        self.clear();
        let bodies: Vec<u32> = (0..due.bodies()).filter(|body| due.time(*body) < f64::INFINITY).collect();
        self.cut(&bodies, begin, due);
    }

    /// Cuts a year into days, and throws bodies into them, all that there are. Without any the year has no days.
    fn cut(&mut self, bodies: &[u32], begin: f64, due: &impl Due<Entry = E>) {
        if bodies.is_empty() {
            return;
        }
        let mut times: Vec<f64> = bodies.iter().map(|body| due.time(*body)).collect();
        self.begin = times.iter().copied().fold(begin, f64::min);
        let first = times.len().min(DUE_FIRST);
        let month = *times.select_nth_unstable_by(first - 1, f64::total_cmp).1 - self.begin;
        let day = month * due.a_day() as f64 / first as f64;
        let day = day
            .max(LEAST_ULPS * f64::EPSILON * self.begin.abs())
            .max(f64::MIN_POSITIVE / f64::EPSILON);
        self.count = (DUE_A_YEAR * times.len() as f64) as usize / due.a_day() + DUE_FIRST / due.a_day();
        self.days_per_second = 1.0 / day;
        self.days.resize_with(self.count.min(WEEK), Vec::new);
        self.weeks.resize_with(self.count.div_ceil(WEEK), Vec::new);
        (self.today, self.week) = (0, 0);
        for body in bodies {
            self.throw(self.day(due.time(*body)), *body);
        }
        self.thrown = 0;
    }

    pub(super) fn clear(&mut self) {
        for thrown in self.weeks.iter_mut().filter(|thrown| thrown.capacity() > 0) {
            thrown.clear();
            self.emptied_weeks.push(std::mem::take(thrown));
        }
        let lists = self.days.iter_mut();
        for bodies in lists.filter(|bodies| bodies.capacity() > 0) {
            bodies.clear();
            self.emptied.push(std::mem::take(bodies));
        }
        self.later.clear();
        self.front.clear();
        self.is_fresh = false;
        // A year without days: what comes is put aside until the first is asked for.
        (self.count, self.today, self.week, self.thrown) = (0, 0, 0, 0);
    }

    /// Whether a body stands in it where it should. O(the bodies of a day, of a week or put aside).
    pub(super) fn holds(&self, body: u32, due: &impl Due<Entry = E>) -> bool {
        match self.day(due.time(body)) {
            day if day < self.today => self.front.contains(&due.entry(body)),
            day if day >= self.count => self.later.contains(&body),
            day if day / WEEK == self.week => self.days[day % WEEK].contains(&body),
            day => self.weeks[day / WEEK].contains(&(day as u32, body)),
        }
    }

    /// Whether the present day is in order.
    pub(super) fn audit(&self, due: &impl Due<Entry = E>) -> Result<(), String> {
        match self.is_fresh || self.front.is_sorted_by(|one, other| due.order(one, other).is_ge()) {
            true => Ok(()),
            false => Err("the present day is not in order".to_owned()),
        }
    }
}

/// Adds to a list, which begins as one of those that were emptied.
#[inline(always)]
fn push_to<T>(list: &mut Vec<T>, emptied: &mut Vec<Vec<T>>, what: T) {
    if list.capacity() == 0
        && let Some(emptied) = emptied.pop()
    {
        *list = emptied;
    }
    list.push(what);
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// When each body is due, and with whom: the partner goes before the body in rank.
    struct Table(Vec<(f64, u32)>);

    /// Time, body, partner.
    type Entry = (f64, u32, u32);

    impl Due for Table {
        type Entry = Entry;

        fn bodies(&self) -> u32 {
            self.0.len() as u32
        }

        fn time(&self, body: u32) -> f64 {
            self.0[body as usize].0
        }

        fn entry(&self, body: u32) -> Entry {
            let (time, partner) = self.0[body as usize];
            (time, body, partner)
        }

        fn time_of(&self, entry: &Entry) -> f64 {
            entry.0
        }

        fn order(&self, one: &Entry, other: &Entry) -> Ordering {
            one.0.total_cmp(&other.0).then((one.2, one.1).cmp(&(other.2, other.1)))
        }

        fn counts(&self, entry: &Entry) -> bool {
            self.entry(entry.1) == *entry
        }
    }

    impl Table {
        fn first(&self) -> Option<Entry> {
            let entries = (0..self.bodies()).map(|body| self.entry(body));
            let entries = entries.filter(|entry| entry.0 < f64::INFINITY);
            entries.min_by(|one, other| self.order(one, other))
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
                now = first.0;
                let others = (0..random.next_u64() % 3).map(|_| (random.next_u64() % count as u64) as u32);
                for body in others.chain([first.1]).collect::<Vec<_>>() {
                    let kind = if body == first.1 { kind.min(2) } else { kind };
                    let wait = wait(&mut random, kind).max(if body == first.1 { 1e-12 } else { 0.0 });
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
                    assert!((0..table.bodies()).all(|body| table.time(body) == f64::INFINITY || calendar.holds(body, &table)));
                    calendar.rebuild(now, &table);
                }
            }
        }
    }

    #[test]
    fn what_is_put_off_again_and_again_does_not_fill_the_calendar() {
        const BODIES: usize = 100;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut table = Table((0..BODIES).map(|_| (wait(&mut random, 1), 0)).collect());
        let mut calendar = Calendar::default();
        calendar.rebuild(0.0, &table);
        for turn in 0..200_000 {
            let body = turn % BODIES;
            // Now and then before all others, who are asked for then.
            table.0[body].0 = if turn % 7 == 0 { -1.0 } else { wait(&mut random, 1) };
            calendar.push(body as u32, &table);
            if turn % 1000 == 0 {
                assert_eq!(calendar.peek(&table), table.first(), "turn {turn}");
            }
            let thrown = |lists: &[Vec<u32>]| lists.iter().map(Vec::len).sum::<usize>();
            let weeks = calendar.weeks.iter().map(Vec::len).sum::<usize>();
            let held = thrown(&calendar.days) + weeks + calendar.later.len() + calendar.front.len();
            assert!(held <= (THROWS_A_BODY + 1) * BODIES + SOME_THROWS + 1, "turn {turn}: {held}");
        }
        assert_eq!(calendar.peek(&table), table.first());
    }
}
