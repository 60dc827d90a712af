//! The overlaps of all balls, and the next change of one.

use super::changes::{Change, ChangeTimes, Coming, Entry};
use super::near::NearGroup;
use super::reported::{Moving, Reported};
use super::views::BallView;
use super::watched::{NextChange, Watched};
use crate::lane::balls::calendar::{Calendar, DueSource};
use crate::lane::balls::lane::BallLane;
use crate::lane::balls::store::BallStore;
use crate::lane::balls::upcoming::{Upcoming, UpcomingKind};

/// The overlaps of the boxes of all balls.
#[derive(Debug, Default)]
pub(in crate::lane::balls) struct OverlapWatch {
    /// By name.
    pub(super) watched: Vec<Watched>,
    /// By name.
    pub(super) coming: Vec<Coming>,
    /// By name: how many balls had come into the lane when it did. (One that comes back may have the same motion as
    /// before, and another radius.)
    pub(super) arrivals: Vec<u64>,
    /// How many balls have come into it.
    arrived: u64,
    /// By slot.
    pub(super) views: Vec<BallView>,
    calendar: Calendar<Entry>,
    /// The ball that stores the change which is returned as the next event.
    next: u32,
    /// What is over at the present time.
    pub(super) reported: Reported,
    /// Scratch: the neighbours of the present scan.
    pub(in crate::lane::balls) near: Vec<NearGroup>,
    /// Scratch: neighbours in all images.
    pub(super) list: Vec<u32>,
}

impl OverlapWatch {
    /// Begins to watch a new ball in the last slot, which overlaps no other as far as is known.
    pub(in crate::lane::balls) fn insert(&mut self, balls: &BallStore) {
        let view = BallView::of(balls, balls.slots() - 1);
        let name = view.name as usize;
        if self.watched.len() <= name {
            self.watched.resize(name + 1, Watched::default());
            self.coming.resize(name + 1, Coming::default());
            self.arrivals.resize(name + 1, 0);
        }
        self.watched[name].serial = view.serial;
        self.arrived += 1;
        self.arrivals[name] = self.arrived;
        self.views.push(view);
    }

    /// Forgets all of a ball that is removed. What others expect of it is dropped when it is due.
    pub(in crate::lane::balls) fn remove(&mut self, name: u32) {
        self.coming[name as usize].0.clear();
        let former = std::mem::take(&mut self.watched[name as usize]);
        for partner in former.partners() {
            self.watched[partner as usize].remove_partner(name);
        }
    }

    /// Stores whether the boxes of two balls overlap.
    fn set(&mut self, [a, b]: [u32; 2], overlap: bool) {
        for (one, other) in [(a, b), (b, a)] {
            let watched = &mut self.watched[one as usize];
            match overlap {
                true => watched.add_partner(other),
                false => watched.remove_partner(other),
            }
        }
    }

    /// Stores that the overlap of two balls is over.
    fn add_reported(&mut self, at: f64, pair: [u32; 2], balls: &BallStore) {
        let moving = |name: u32| -> Option<Moving> {
            let slot = balls.find(name)?;
            Some((self.arrivals[name as usize], balls.motion(slot).stamp()))
        };
        if let [Some(first), Some(second)] = pair.map(moving) {
            self.reported.add(at, [first, second]);
        }
    }

    /// Inserts the next change of a ball into the calendar, if it is another than before.
    pub(super) fn schedule(&mut self, name: u32) {
        let watched = &mut self.watched[name as usize];
        let next = NextChange::of(self.coming[name as usize].next());
        if watched.next == next {
            return;
        }
        watched.next = next;
        if next.time < f64::INFINITY {
            self.calendar.insert(name, &ChangeTimes(&self.watched));
        }
    }

    /// The first change up to a time, with the ball that has stored it. Those that will not happen are
    /// dropped before.
    #[inline]
    fn first(&mut self, limit: f64, balls: &BallStore) -> Option<(u32, Change)> {
        if self.calendar.not_before(&ChangeTimes(&self.watched)) > limit {
            return None;
        }
        self.first_valid(limit, balls)
    }

    #[inline(never)]
    fn first_valid(&mut self, limit: f64, balls: &BallStore) -> Option<(u32, Change)> {
        loop {
            let name = self.calendar.peek(&ChangeTimes(&self.watched))?.name;
            let next = *self.coming[name as usize].next()?;
            if next.time > limit {
                return None;
            }
            let slot = balls.find(next.partner);
            let is_same = self.arrivals[next.partner as usize] == next.arrival;
            let is_current = is_same && slot.is_some_and(|slot| balls.motion(slot).stamp() == next.stamp);
            if is_current && self.watched[name as usize].overlaps(next.partner) == next.ends {
                return Some((name, next));
            }
            self.coming[name as usize].0.pop();
            self.schedule(name);
        }
    }

    /// Checks that overlaps are mutual, and that each ball is in the calendar by its next change.
    pub(in crate::lane::balls) fn audit(&self, balls: &BallStore) -> Result<(), String> {
        let due = ChangeTimes(&self.watched);
        for (slot, view) in self.views.iter().enumerate() {
            let current = BallView::of(balls, slot);
            if !balls.event(slot).is_vacant() && (view.name, view.serial) != (current.name, current.serial) {
                return Err(format!("the view of ball {} is that of another", current.name));
            }
        }
        for (name, (watched, coming)) in (0..).zip(self.watched.iter().zip(&self.coming)) {
            for partner in watched.partners() {
                let times = watched.partners().filter(|other| *other == partner).count();
                if times != 1 || !self.watched[partner as usize].overlaps(name) {
                    return Err(format!("the overlap of balls {name} and {partner} is not mutual"));
                }
            }
            let is_sorted = coming.0.is_sorted_by(|one, other| one.time >= other.time);
            if !is_sorted || watched.next != NextChange::of(coming.next()) {
                return Err(format!("the changes of ball {name} are not in order"));
            }
            if due.time(name) < f64::INFINITY && !self.calendar.contains(name, &due) {
                return Err(format!("the next change of ball {name} is not in the calendar"));
            }
        }
        self.calendar.audit(&due)
    }
}

impl BallLane {
    /// The first change of an overlap, if it is not after a time.
    #[inline]
    pub(in crate::lane::balls) fn first_change(&mut self, limit: f64) -> Option<Upcoming> {
        let watch = self.overlaps.as_mut()?;
        let (name, change) = watch.first(limit, &self.balls)?;
        watch.next = name;
        let pair = match watch.watched[name as usize].serial < change.serial {
            true => [name, change.partner],
            false => [change.partner, name],
        };
        Some(Upcoming {
            time: change.time,
            kind: UpcomingKind::Overlap(pair, !change.ends),
        })
    }

    /// Executes the change of an overlap that is the [next event](Self::next_event).
    pub(crate) fn change_overlap(&mut self, pair: [u32; 2], begins: bool) {
        let Some(watch) = &mut self.overlaps else { return };
        let name = watch.next;
        let executed = watch.coming[name as usize].0.pop();
        debug_assert!(pair.contains(&name) && executed.is_some_and(|change| change.ends != begins));
        if let Some(change) = executed.filter(|change| change.ends) {
            watch.add_reported(change.time, pair, &self.balls);
        }
        watch.set(pair, begins);
        watch.schedule(name);
    }

    /// Stores that the boxes of two balls overlap, which has been reported. Both are predicted
    /// afterwards.
    pub(crate) fn set_overlap(&mut self, pair: [u32; 2]) {
        if let Some(watch) = &mut self.overlaps {
            watch.set(pair, true);
        }
    }

    /// Stores that an overlap has ended at the present time, which has been reported. (One of the two may not be in the
    /// lane.)
    pub(crate) fn note_end_of_overlap(&mut self, pair: [u32; 2], now: f64) {
        if let Some(watch) = &mut self.overlaps {
            watch.add_reported(now, pair, &self.balls);
        }
    }

    /// The balls with boxes that overlap that of a ball, by name, as far as this is reported.
    pub(crate) fn overlapping(&self, name: u32) -> impl Iterator<Item = u32> {
        let watched = self.overlaps.as_ref().and_then(|watch| watch.watched.get(name as usize));
        watched.into_iter().flat_map(Watched::partners)
    }

    /// The pairs of balls with boxes that overlap, by name, as far as this is reported.
    pub(crate) fn overlapping_pairs(&self) -> Vec<[u32; 2]> {
        let of = |name: u32| self.overlapping(name).map(move |partner| [name, partner]);
        let mut pairs: Vec<[u32; 2]> = self.names().flat_map(of).filter(|[a, b]| a < b).collect();
        pairs.sort_unstable();
        pairs
    }
}
