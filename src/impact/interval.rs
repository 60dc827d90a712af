//! Sets of times: sorted, disjoint, closed intervals.

use smallvec::SmallVec;

/// A closed interval of time, `begin <= end`; `begin` is finite, `end` may be infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Interval {
    pub(crate) begin: f64,
    pub(crate) end: f64,
}

impl Interval {
    /// None if `begin > end`, if either is NaN, or if it begins at infinity: at a relative speed of
    /// 5e-324 m/s a quotient overflows, and such an interval never begins.
    #[inline(always)]
    pub(crate) fn new(begin: f64, end: f64) -> Option<Self> {
        (begin <= end && begin < f64::INFINITY).then_some(Self { begin, end })
    }
}

/// Sorted disjoint closed intervals. Few in practice: one for a convex pair in uniform relative
/// motion.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Intervals(SmallVec<[Interval; 2]>);

impl Intervals {
    pub(crate) fn none() -> Self {
        Self::default()
    }

    /// One interval; the empty set where [`Interval::new`] returns none.
    pub(crate) fn one(begin: f64, end: f64) -> Self {
        let mut set = Self::default();
        set.push(begin, end);
        set
    }

    /// Appends an interval that begins no earlier than the last one; touching or overlapping ones
    /// merge.
    pub(crate) fn push(&mut self, begin: f64, end: f64) {
        let Some(interval) = Interval::new(begin, end) else { return };
        match self.0.last_mut() {
            Some(last) if begin <= last.end => last.end = last.end.max(end),
            _ => self.0.push(interval),
        }
    }

    pub(crate) fn as_slice(&self) -> &[Interval] {
        &self.0
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn first(&self) -> Option<Interval> {
        self.0.first().copied()
    }

    /// The smallest interval that contains the set.
    pub(crate) fn hull(&self) -> Option<Interval> {
        let (first, last) = (self.0.first()?, self.0.last()?);
        Some(Interval {
            begin: first.begin,
            end: last.end,
        })
    }

    /// The time in the set that is nearest to `time`; `time` itself if the set is empty.
    pub(crate) fn nearest(&self, time: f64) -> f64 {
        if let [only] = self.as_slice() {
            return time.clamp(only.begin, only.end);
        }
        // Both may be infinite.
        let off = |at: &f64| if *at == time { 0.0 } else { (at - time).abs() };
        let within = self.0.iter().map(|interval| time.clamp(interval.begin, interval.end));
        within.min_by(|one, other| off(one).total_cmp(&off(other))).unwrap_or(time)
    }

    /// Times in both sets.
    pub(crate) fn intersection(&self, other: &Self) -> Self {
        let mut both = Self::default();
        let (mut i, mut j) = (0, 0);
        while let (Some(a), Some(b)) = (self.0.get(i), other.0.get(j)) {
            both.push(a.begin.max(b.begin), a.end.min(b.end));
            if a.end < b.end { i += 1 } else { j += 1 }
        }
        both
    }

    /// Times in either set.
    pub(crate) fn union(&self, other: &Self) -> Self {
        let mut all: SmallVec<[Interval; 4]> = self.0.iter().chain(&other.0).copied().collect();
        all.sort_by(|a, b| a.begin.total_cmp(&b.begin));
        let mut either = Self::default();
        for interval in all {
            either.push(interval.begin, interval.end);
        }
        either
    }

    /// The same set, `offset` seconds later.
    pub(crate) fn shifted(&self, offset: f64) -> Self {
        let mut set = Self::default();
        for interval in &self.0 {
            set.push(offset + interval.begin, offset + interval.end);
        }
        set
    }
}
