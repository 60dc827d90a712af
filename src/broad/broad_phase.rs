//! The interface of all broad phases.
//!
//! A broad phase names bodies by dense indices and sees of them their [`Bounds`] alone (and, in a
//! periodic domain, which image of each body they bound). It reports *candidate pairs*: a superset,
//! at every time, of the pairs of overlapping tight boxes. What happens to a pair, and when, is
//! computed from its motion pieces (see `impact`), so all broad phases lead to the same events, to
//! the bit.

use super::change::CandidateChange;
use crate::domain::ImageOffset;
use crate::motion::bounds::Bounds;
use crate::sap::Aabb;
use std::fmt::Debug;

/// What every broad phase does. Times are in seconds and never decrease but by
/// [`rewind`](Self::rewind).
///
/// Functions that take `changes` append the changes of candidate pairs. The begins and ends of a
/// pair by one image alternate.
pub(crate) trait BroadPhase: Debug + Send + Sync {
    /// Adds bodies at time `now`.
    fn insert(&mut self, bodies: &[(u32, Bounds)], now: f64, changes: &mut Vec<CandidateChange>);

    /// Removes a body; its pairs end.
    fn remove(&mut self, body: u32, now: f64, changes: &mut Vec<CandidateChange>);

    /// Gives a body new bounds from time `now` on, which may be anywhere.
    fn update(&mut self, body: u32, bounds: &Bounds, now: f64, changes: &mut Vec<CandidateChange>);

    /// Removes a body and inserts it again at time `now`. Reports that all its pairs begin, also
    /// those that were candidates before.
    fn reinsert(&mut self, body: u32, bounds: &Bounds, now: f64, changes: &mut Vec<CandidateChange>) {
        let before = changes.len();
        self.remove(body, now, changes);
        changes.truncate(before);
        self.insert(&[(body, *bounds)], now, changes);
    }

    /// In a periodic domain: from now on the bounds of a body are those of another image of it.
    /// `offset` is what to add to its places, in sides, so that they are continuous since the body
    /// was inserted. An [update](Self::update) follows.
    fn shift_image(&mut self, _body: u32, _offset: &ImageOffset) {}

    /// The time of the next step; no pair changes before. Infinite if no step is left.
    fn next_time(&self) -> f64;

    /// Takes the steps up to `until`, in order of time, and returns early once pairs have changed.
    /// Returns the time reached: `until` if no pair changed.
    fn advance(&mut self, until: f64, changes: &mut Vec<CandidateChange>) -> f64;

    /// The same in at most `steps` steps: swaps or expiries; a frame is taken as a whole. Returns
    /// the time reached, at which more steps may be left.
    fn advance_some(&mut self, until: f64, _steps: usize, changes: &mut Vec<CandidateChange>) -> f64 {
        self.advance(until.min(self.next_time()), changes)
    }

    /// Goes back to the earlier time `now`, as if it had never advanced beyond it.
    fn rewind(&mut self, now: f64, changes: &mut Vec<CandidateChange>);

    /// Goes back to the earlier time `now`, also to before changes of motion. New bounds of the bodies that have
    /// changed since follow.
    fn go_back(&mut self, now: f64, changes: &mut Vec<CandidateChange>) {
        self.rewind(now, changes);
    }

    /// Reports all pairs that overlap at time `now` and are not candidates, before bodies are
    /// inserted or change their motion. [`advance`](Self::advance) may leave out steps while no
    /// boxes can meet.
    fn refresh(&mut self, _now: f64, _changes: &mut Vec<CandidateChange>) {}

    /// Appends the bodies that may be elsewhere at time `now` than this broad phase stores them:
    /// because it has advanced beyond `now`, or has left out steps that were not needed.
    /// [`candidates_in`](Self::candidates_in) may leave these bodies out.
    fn displaced(&self, _now: f64, _found: &mut Vec<u32>) {}

    /// Appends a superset of the bodies with tight boxes that overlap a region at time `now`, in a
    /// periodic domain by any of their images: in any order, and some perhaps more than once.
    fn candidates_in(&self, region: &Aabb<f64, 3>, now: f64, found: &mut Vec<u32>);

    /// The width of the regions for which [`candidates_in`](Self::candidates_in) costs least, in
    /// metres, > 0; none where a small region costs as much as a large one.
    fn cell_width(&self) -> Option<f64> {
        None
    }

    /// A box that holds all bodies but the [displaced](Self::displaced) ones; none if there are
    /// none, or the broad phase does not keep one. (In a periodic domain it has no meaning.)
    fn extent(&self) -> Option<Aabb<f64, 3>> {
        None
    }

    /// The counters of this broad phase, by name.
    fn counters(&self) -> Vec<(&'static str, u64)>;

    /// Rebuilds its state from scratch and compares.
    fn audit(&self, now: f64) -> Result<(), String>;
}
