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
    rebuilds: u64,
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
            self.front.extend(day.drain(..).filter(|entry| due.due(entry.body) == entry.time));
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
        self.rebuilds += 1;
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
        let day = day.max(LEAST_ULPS * f64::EPSILON * self.begin.abs()).max(f64::MIN_POSITIVE / f64::EPSILON);
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
        for (day, entry) in self.days.iter().enumerate().skip(self.today).flat_map(|(day, all)| all.iter().map(move |entry| (day, entry))) {
            if due.due(entry.body) == entry.time && self.day(entry.time) != day {
                return Err(format!("what is due at {} stands in another day", entry.time));
            }
        }
        Ok(())
    }

    /// Bytes held.
    pub(super) fn memory(&self) -> usize {
        let entries: usize = self.days.iter().map(Vec::capacity).sum();
        (entries + self.front.capacity() + self.later.capacity()) * size_of::<Entry>()
            + self.days.capacity() * size_of::<Vec<Entry>>()
    }
}
