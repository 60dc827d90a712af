//! The search for the overlaps of a ball that begin or end before its next meeting.

use super::changes::{Change, Watched};
use super::soon::{Candidate, Soon};
use super::views::BallView;
use super::watch::OverlapWatch;
use crate::impact::{Interval, overlap_of_flights, overlaps_of_paths};
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
    /// the neighbours in a list. All that were found before are dropped if these are all.
    #[inline(always)]
    pub(in crate::lane::balls) fn watch(&mut self, slot: usize, list: &[u32], neighbours: Neighbours, until: f64, now: f64) {
        if self.overlaps.is_some() {
            self.find_changes(slot, list, neighbours, until, now);
        }
    }

    #[inline(never)]
    fn find_changes(&mut self, slot: usize, list: &[u32], neighbours: Neighbours, until: f64, now: f64) {
        let Some(mut watch) = self.overlaps.take() else { return };
        let pairs = self.pairs();
        let OverlapWatch {
            watched,
            views,
            found,
            list: images,
            ..
        } = &mut *watch;
        views[slot].until = until;
        let span = Span { slot, now, until, views };
        let name = span.views[slot].name;
        let watched = &mut watched[name as usize];
        let all = neighbours == Neighbours::All;
        if all {
            watched.coming.clear();
        }
        Soon::new(&pairs, slot, now, until).find(&pairs, span.views, list, found);
        let mut seen = 0;
        for candidate in &*found {
            let overlaps = watched.overlaps(span.views[candidate.slot as usize].name);
            seen += usize::from(overlaps);
            if !overlaps {
                pairs.add_overlaps(&span, candidate, watched);
            } else if all && !candidate.throughout {
                pairs.continue_overlap(&span, candidate, watched);
            }
        }
        // After a jump, or where all images are tested.
        if all && seen < watched.partners.len() {
            pairs.continue_others(&span, found, watched);
        }
        if self.grid.level(self.balls.level(slot)).has_few_cells() {
            pairs.each_image(self.filing.cells(), slot, None, images, |partner, target| {
                let shift = self.grid.grid().shift(target, self.balls.event(partner as usize).image);
                pairs.add_overlaps(&span, &Candidate::new(partner, shift), watched);
            });
        }
        watch.schedule(name);
        self.overlaps = Some(watch);
    }
}

/// A ball, and the time for which its overlaps are wanted.
struct Span<'a> {
    slot: usize,
    now: f64,
    until: f64,
    views: &'a [BallView],
}

impl Span<'_> {
    /// Adds a change if it is in the span, and not after the next meeting of the partner, which will
    /// find the change then.
    #[inline]
    fn add(&self, pairs: &PairPredictor<'_>, watched: &mut Watched, partner: usize, (time, ends): (f64, bool)) {
        let BallView { until, name, serial } = self.views[partner];
        if time <= self.until && time <= until && time < f64::INFINITY {
            watched.add(Change {
                time,
                ends,
                partner: name,
                serial,
                stamp: pairs.balls.motion(partner).stamp(),
            });
        }
    }

    /// Adds the begins and ends of intervals that begin at a wanted time.
    fn add_intervals(
        &self,
        pairs: &PairPredictor<'_>,
        watched: &mut Watched,
        partner: usize,
        times: &[Interval],
        wanted: impl Fn(f64) -> bool,
    ) {
        for interval in times.iter().filter(|interval| wanted(interval.begin)) {
            self.add(pairs, watched, partner, (interval.begin, false));
            self.add(pairs, watched, partner, (interval.end, true));
        }
    }
}

impl PairPredictor<'_> {
    /// Adds the end of an overlap that has begun, as a pair of the lane of pairs does: one that the
    /// motions do not have ends now.
    fn continue_overlap(&self, span: &Span<'_>, partner: &Candidate, watched: &mut Watched) {
        let slot = partner.slot as usize;
        self.with_overlaps(span.slot, slot, &partner.shift, |times| {
            let current = times.iter().rfind(|interval| interval.begin <= span.now);
            let end = current.map_or(span.now, |current| current.end.max(span.now));
            span.add(self, watched, slot, (end, true));
            span.add_intervals(self, watched, slot, times, |begin| begin > span.now);
        });
    }

    /// The same for the overlaps with balls that are not among these.
    #[cold]
    fn continue_others(&self, span: &Span<'_>, others: &[Candidate], watched: &mut Watched) {
        for at in 0..watched.partners.len() {
            let slot = self.balls.slot(watched.partners[at]) as u32;
            if !others.iter().any(|other| other.slot == slot) {
                let partner = Candidate::new(slot, self.nearest_shift(span, slot as usize));
                self.continue_overlap(span, &partner, watched);
            }
        }
    }

    /// Adds the overlaps of a ball with another one that begin from now on.
    fn add_overlaps(&self, span: &Span<'_>, partner: &Candidate, watched: &mut Watched) {
        let slot = partner.slot as usize;
        let are_fixed = || self.balls.is_fixed(span.slot) && self.balls.is_fixed(slot);
        if slot == span.slot || !self.meet(span.slot, slot) || are_fixed() {
            return;
        }
        self.with_overlaps(span.slot, slot, &partner.shift, |times| {
            let overlaps = times.iter().any(|interval| interval.begin == span.now) && watched.overlaps(span.views[slot].name);
            span.add_intervals(self, watched, slot, times, |begin| {
                begin > span.now || begin == span.now && !overlaps
            });
        });
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
