//! The queue of a gas: a calendar (Brown 1988; Paul 2007, "A complexity O(1) priority queue for event driven molecular dynamics
//! simulations", J. Comput. Phys. 221).
//!
//! A *year* is cut into *days* of equal length. An entry is thrown into the day of its time, unsorted; what lies beyond the year waits
//! outside. Only the entries of the present day are sorted. Each body has one entry that counts, the one at the time at which it is
//! due; entries that the body has left behind are thrown away when their day comes, so nothing is ever searched or moved. The length
//! of a day is chosen anew each year, from the times that wait.

/// Bodies due in a day where they are densest: so few that sorting them is cheap, so many that a day is worth its turn.
const DUE_A_DAY: f64 = 12.0;

/// Length of a year, in median times that a body waits.
const MEDIANS_A_YEAR: f64 = 4.0;

/// A day with more entries than this many times what is meant is a sign of a bad calendar: it is made anew.
const CROWD: usize = 64;

/// The least length of a day, in units of the last place of the time: shorter ones could not be told apart.
const LEAST_ULPS: f64 = 1024.0;

/// A body and when it was due at the time of writing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) time: f64,
    pub(super) body: u32,
}

/// What is due when, by the body.
pub(super) trait Due {
    /// When a body is due: infinite if never.
    fn due(&self, body: u32) -> f64;

    /// Rank of what a body is due for among the events of that time.
    fn rank(&self, body: u32) -> u64;
}

/// A calendar of bodies.
#[derive(Debug, Default)]
pub(super) struct Calendar {
    /// When the year began.
    begin: f64,
    days_per_second: f64,
    days: Vec<Vec<Entry>>,
    /// The present day: one past its number.
    today: usize,
    /// The present day's entries, the latest first.
    front: Vec<Entry>,
    /// What lies beyond the year.
    later: Vec<Entry>,
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
    pub(super) fn push(&mut self, body: u32, time: f64) {
        let entry = Entry { time, body };
        let day = self.day(time);
        if day < self.today {
            let at = self.front.partition_point(|other| other.time > time);
            self.front.insert(at, entry);
        } else if let Some(day) = self.days.get_mut(day) {
            day.push(entry);
        } else {
            self.later.push(entry);
        }
    }

    /// The body that is due first; at equal times that of the lowest rank.
    #[inline]
    pub(super) fn peek(&mut self, due: &impl Due) -> Option<Entry> {
        loop {
            while let Some(first) = self.front.last() {
                if due.due(first.body) == first.time {
                    return Some(self.first_in_rank(*first, due));
                }
                self.front.pop();
            }
            if !self.turn_page(due) {
                return None;
            }
        }
    }

    /// Of the bodies that are due at the time of the first entry, the lowest in rank.
    #[inline]
    fn first_in_rank(&self, first: Entry, due: &impl Due) -> Entry {
        let mut best = first;
        for other in self.front.iter().rev().skip(1).take_while(|other| other.time == first.time) {
            let lower = (due.rank(other.body), other.body) < (due.rank(best.body), best.body);
            if lower && due.due(other.body) == other.time {
                best = *other;
            }
        }
        best
    }

    /// Goes on to the next day that has entries; false if there is none.
    fn turn_page(&mut self, due: &impl Due) -> bool {
        while self.today < self.days.len() {
            let day = &mut self.days[self.today];
            self.today += 1;
            if day.is_empty() {
                continue;
            }
            let crowded = day.len() > CROWD * DUE_A_DAY as usize;
            self.front
                .extend(day.drain(..).filter(|entry| due.due(entry.body) == entry.time));
            if crowded && self.front.len() > CROWD * DUE_A_DAY as usize && self.can_be_finer() {
                self.rebuild(self.front[0].time, due);
                return true;
            }
            self.front.sort_unstable_by(|one, other| other.time.total_cmp(&one.time));
            return true;
        }
        self.later.retain(|entry| due.due(entry.body) == entry.time);
        let Some(first) = self.later.iter().map(|entry| entry.time).min_by(f64::total_cmp) else {
            return false;
        };
        self.rebuild(first, due);
        true
    }

    fn can_be_finer(&self) -> bool {
        let first = self.front.iter().map(|entry| entry.time).fold(f64::INFINITY, f64::min);
        let last = self.front.iter().map(|entry| entry.time).fold(f64::NEG_INFINITY, f64::max);
        last - first > LEAST_ULPS * f64::EPSILON * last.abs()
    }

    /// Begins a year at the first of the times that wait, or at `begin`, if that is earlier.
    fn rebuild(&mut self, begin: f64, due: &impl Due) {
        let mut entries = std::mem::take(&mut self.later);
        entries.append(&mut self.front);
        for day in &mut self.days[self.today..] {
            entries.append(day);
        }
        entries.retain(|entry| due.due(entry.body) == entry.time);
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
            match self.day(entry.time) {
                day if day < days => self.days[day].push(entry),
                _ => self.later.push(entry),
            }
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
    pub(super) fn holds(&self, body: u32, time: f64) -> bool {
        self.all().any(|entry| entry.body == body && entry.time == time)
    }

    /// Whether what counts stands in the right day.
    pub(super) fn audit(&self, due: &impl Due) -> Result<(), String> {
        if !self.front.is_sorted_by(|one, other| one.time >= other.time) {
            return Err("the present day is not in order".to_owned());
        }
        for (day, entry) in self
            .days
            .iter()
            .enumerate()
            .skip(self.today)
            .flat_map(|(day, all)| all.iter().map(move |entry| (day, entry)))
        {
            if due.due(entry.body) == entry.time && self.day(entry.time) != day {
                return Err(format!("what is due at {} stands in another day", entry.time));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// When each body is due; of equal times the higher number goes first.
    struct Table(Vec<f64>);

    impl Due for Table {
        fn due(&self, body: u32) -> f64 {
            self.0[body as usize]
        }

        fn rank(&self, body: u32) -> u64 {
            self.0.len() as u64 - u64::from(body)
        }
    }

    impl Table {
        fn first(&self) -> Option<(f64, u32)> {
            let bodies = (0..self.0.len() as u32).filter(|body| self.due(*body) < f64::INFINITY);
            let first = bodies.min_by(|one, other| {
                let by_time = self.due(*one).total_cmp(&self.due(*other));
                by_time.then(self.rank(*one).cmp(&self.rank(*other)))
            })?;
            Some((self.due(first), first))
        }
    }

    /// Times that bodies wait: of one size, of all sizes, of few values so that many are due at once, and none.
    fn wait(random: &mut Xoshiro256PlusPlus, kind: u64) -> f64 {
        let uniform = (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        match kind {
            0 => uniform,
            1 => 10f64.powf(uniform * 20.0 - 10.0),
            2 => (uniform * 4.0).floor(),
            _ => 0.0,
        }
    }

    #[test]
    fn bodies_come_in_order_of_time_and_rank_however_they_wait() {
        for (seed, (count, start)) in [(1, 0.0), (7, 1e6), (300, 0.0), (3_000, -5.0)].into_iter().enumerate() {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed as u64);
            let mut table = Table(vec![f64::INFINITY; count]);
            let mut calendar = Calendar::default();
            let mut now = start;
            for body in 0..count as u32 {
                table.0[body as usize] = now + wait(&mut random, 0);
                calendar.push(body, table.due(body));
            }
            for turn in 0..3 * count + 200 {
                // How long they wait changes over time.
                let kind = (turn / 150 % 4) as u64;
                let entry = calendar.peek(&table);
                assert_eq!(
                    entry.map(|entry| (entry.time, entry.body)),
                    table.first(),
                    "{count} bodies, turn {turn}"
                );
                let Some(first) = entry else { break };
                now = first.time;
                let others = (0..random.next_u64() % 3).map(|_| (random.next_u64() % count as u64) as u32);
                for body in others.chain([first.body]).collect::<Vec<_>>() {
                    let kind = if body == first.body { kind.min(2) } else { kind };
                    let wait = wait(&mut random, kind).max(if body == first.body { 1e-12 } else { 0.0 });
                    table.0[body as usize] = if random.next_u64() % 50 == 0 {
                        f64::INFINITY
                    } else {
                        now + wait
                    };
                    if table.due(body) < f64::INFINITY {
                        calendar.push(body, table.due(body));
                    }
                }
                if turn % 400 == 399 {
                    calendar.audit(&table).unwrap();
                    let all = (0..count as u32).filter(|body| table.due(*body) < f64::INFINITY);
                    let all = all
                        .map(|body| Entry {
                            time: table.due(body),
                            body,
                        })
                        .collect();
                    calendar.refill(all, now, &table);
                }
            }
        }
    }
}
