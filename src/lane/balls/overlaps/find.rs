//! The search for the overlaps of a ball that begin or end before its next meeting.

use super::changes::{Change, Coming};
use super::near::NearGroup;
use super::reported::Reported;
use super::views::BallView;
use super::watch::OverlapWatch;
use super::watched::Watched;
use crate::impact::{Interval, overlap_of_flights, overlaps_of_paths};
use crate::lane::balls::constants::{LANES, LONGEST_WAIT};
use crate::lane::balls::lane::BallLane;
use crate::lane::balls::next_event::in_scene_order;
use crate::lane::balls::pairs::PairPredictor;
use nalgebra::Vector3;

/// The balls that a search looks at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::lane::balls) enum Neighbours {
    /// All.
    All,
    /// Those that have become neighbours by a crossing.
    New,
}

impl BallLane {
    /// Finds the changes of the overlaps of a ball up to `until`, when it has its next meeting, with
    /// the neighbours that a scan has just collected. All that were found before are dropped if these
    /// are all.
    #[inline(always)]
    pub(in crate::lane::balls) fn watch(&mut self, slot: usize, neighbours: Neighbours, until: f64, now: f64) {
        if self.overlaps.is_some() {
            self.find_changes(slot, neighbours, until, now);
        }
    }

    #[inline(never)]
    fn find_changes(&mut self, slot: usize, neighbours: Neighbours, until: f64, now: f64) {
        let Some(mut watch) = self.overlaps.take() else { return };
        let pairs = self.pairs();
        let OverlapWatch {
            watched,
            coming,
            arrivals,
            views,
            reported,
            near,
            list,
            ..
        } = &mut *watch;
        views[slot].until = until;
        let name = views[slot].name;
        let (watched, coming) = (&watched[name as usize], &mut coming[name as usize]);
        let span = Span {
            slot,
            now,
            until,
            arrivals,
            views,
            watched,
            reported,
        };
        let all = neighbours == Neighbours::All;
        if all {
            coming.0.clear();
        }
        let longest = (until - now).clamp(0.0, LONGEST_WAIT);
        let seen = pairs.add_changes(&span, near, longest, all, coming);
        // After a jump, or where all images are tested.
        if all && seen < watched.partners().count() {
            pairs.continue_others(&span, near, longest, coming);
        }
        if self.grid.level(self.balls.level(slot)).has_few_cells() {
            pairs.each_image(self.filing.cells(), slot, None, list, |partner, target| {
                let shift = self.grid.grid().shift(target, self.balls.event(partner as usize).image);
                pairs.add_overlaps(&span, partner as usize, &shift, coming);
            });
        }
        near.clear();
        watch.schedule(name);
        self.overlaps = Some(watch);
    }
}

/// A ball, and the time for which its overlaps are wanted.
struct Span<'a> {
    slot: usize,
    now: f64,
    until: f64,
    arrivals: &'a [u64],
    views: &'a [BallView],
    watched: &'a Watched,
    reported: &'a Reported,
}

impl Span<'_> {
    /// Adds a change if it is in the span, and not after the next meeting of the partner, which will
    /// find the change then.
    #[inline]
    fn add(&self, pairs: &PairPredictor<'_>, coming: &mut Coming, partner: usize, (time, ends): (f64, bool)) {
        let BallView { until, name, serial } = self.views[partner];
        if time <= self.until && time <= until && time < f64::INFINITY {
            coming.add(Change {
                time,
                ends,
                partner: name,
                serial,
                arrival: self.arrivals[name as usize],
                stamp: pairs.balls.motion(partner).stamp(),
            });
        }
    }

    /// Adds the begins and ends of intervals that begin at a wanted time.
    fn add_intervals(
        &self,
        pairs: &PairPredictor<'_>,
        coming: &mut Coming,
        partner: usize,
        times: &[Interval],
        wanted: impl Fn(f64) -> bool,
    ) {
        for interval in times.iter().filter(|interval| wanted(interval.begin)) {
            self.add(pairs, coming, partner, (interval.begin, false));
            self.add(pairs, coming, partner, (interval.end, true));
        }
    }
}

impl PairPredictor<'_> {
    /// Adds the changes with neighbours in a time; the ends of overlaps that have begun if `all`. Returns
    /// the number of neighbours that overlap the ball as far as is known.
    #[inline]
    fn add_changes(&self, span: &Span<'_>, near: &[NearGroup], time: f64, all: bool, coming: &mut Coming) -> usize {
        let mut seen = 0;
        for group in near {
            let mut left = group.may_overlap(time);
            while left != 0 {
                let lane = left.trailing_zeros() as usize;
                left &= left - 1;
                let partner = group.slots[lane] as usize;
                if partner == span.slot {
                    continue;
                }
                let BallView { until, name, .. } = span.views[partner];
                let overlaps = span.watched.overlaps(name);
                seen += usize::from(overlaps);
                let [soon, throughout] = group.until(lane, (until - span.now).clamp(0.0, time));
                if !soon || overlaps && (throughout || !all) {
                    continue;
                }
                let shift = group.shift(lane).unwrap_or_else(|| self.nearest_shift(span, partner));
                match overlaps {
                    true => self.continue_overlap(span, partner, &shift, coming),
                    false => self.add_overlaps(span, partner, &shift, coming),
                }
            }
        }
        seen
    }

    /// Adds the end of an overlap that has begun, as a pair of the lane of pairs does: one that the
    /// motions do not have ends now.
    fn continue_overlap(&self, span: &Span<'_>, partner: usize, shift: &Vector3<f64>, coming: &mut Coming) {
        self.with_overlaps(span.slot, partner, shift, |times| {
            let current = times.iter().rfind(|interval| interval.begin <= span.now);
            let end = current.map_or(span.now, |current| current.end.max(span.now));
            span.add(self, coming, partner, (end, true));
            span.add_intervals(self, coming, partner, times, |begin| begin > span.now);
        });
    }

    /// The same for the overlaps with balls that are not among those that could overlap within a wait.
    #[cold]
    fn continue_others(&self, span: &Span<'_>, near: &[NearGroup], wait: f64, coming: &mut Coming) {
        for partner in span.watched.partners() {
            let partner = self.balls.slot(partner);
            let is_in = |group: &NearGroup| {
                let bits = group.may_overlap(wait);
                (0..LANES).any(|lane| bits >> lane & 1 > 0 && group.slots[lane] as usize == partner)
            };
            if !near.iter().any(is_in) {
                let shift = self.nearest_shift(span, partner);
                self.continue_overlap(span, partner, &shift, coming);
            }
        }
    }

    /// Adds the overlaps of a ball with another one that begin from now on.
    fn add_overlaps(&self, span: &Span<'_>, partner: usize, shift: &Vector3<f64>, coming: &mut Coming) {
        let are_fixed = || self.balls.is_fixed(span.slot) && self.balls.is_fixed(partner);
        if partner == span.slot || !self.meet(span.slot, partner) || are_fixed() {
            return;
        }
        self.with_overlaps(span.slot, partner, shift, |times| {
            let is_known = || span.watched.overlaps(span.views[partner].name) || self.is_reported(span, partner);
            let begins = times.iter().any(|interval| interval.begin == span.now) && !is_known();
            span.add_intervals(self, coming, partner, times, |begin| {
                begin > span.now || begin == span.now && begins
            });
        });
    }

    /// Whether an overlap of the present time with another ball is over.
    fn is_reported(&self, span: &Span<'_>, partner: usize) -> bool {
        let arrival = |slot: usize| span.arrivals[span.views[slot].name as usize];
        let moving = |slot: usize| (arrival(slot), self.balls.motion(slot).stamp());
        span.reported.has(span.now, [span.slot, partner].map(moving))
    }

    /// The shift of another ball to its nearest image.
    fn nearest_shift(&self, span: &Span<'_>, partner: usize) -> Vector3<f64> {
        let apart = self.balls.path(partner).at(span.now) - self.balls.path(span.slot).at(span.now);
        self.grid.to_nearest_if_periodic(&apart)
    }

    /// Calls with the times at which the boxes of two balls overlap, the second shifted: to the bit
    /// those of the lane of pairs, where the second in scene order is shifted.
    #[inline]
    fn with_overlaps(&self, slot: usize, partner: usize, shift: &Vector3<f64>, call: impl FnOnce(&[Interval])) {
        let [first, second] = in_scene_order(self.balls.events(), slot as u32, partner as u32).map(|slot| slot as usize);
        let by = if first == slot { *shift } else { -shift };
        let radius_sum = self.balls.radius(first) + self.balls.radius(second);
        if self.balls.are_free() {
            let (a, b) = (self.balls.flight(first), self.balls.flight(second));
            return call(overlap_of_flights(a, b, &by, radius_sum).as_slice());
        }
        let (a, b) = (self.balls.path(first), self.balls.path(second).shifted(&by));
        call(overlaps_of_paths(&a, &b, radius_sum).as_slice());
    }
}
