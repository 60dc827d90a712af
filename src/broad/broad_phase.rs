//! The interface behind which every broad phase stands: it tells which pairs to look at, early rather than late.
//!
//! A broad phase knows bodies by dense indices and sees of them their [`Bounds`] alone (and, in a periodic domain, which
//! image of each body they bound). What it reports are *candidate pairs*: a superset, at every time, of the pairs whose
//! tight boxes overlap. What then happens to a pair, and when, is computed from its motion pieces (see `impact`), so all
//! broad phases lead to the same events to the bit.

use crate::motion::bounds::Bounds;
use crate::sap::{Aabb, Toggle};
use std::fmt::Debug;

/// A pair that begins or ceases to be a candidate. The order of the two bodies has no meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairChange {
    /// From now on, look at this pair.
    Begin(u32, u32),
    /// From now on, this pair can be left alone.
    End(u32, u32),
}

/// Whole lengths of a periodic domain on x, y, z; zero in all others.
pub(crate) type Image = [i64; 3];

/// What a broad phase tells the world: that a pair begins or ceases to be a candidate, and by which image of the second.
/// Two bodies can be candidates by several images at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Candidacy {
    /// The two bodies. Their order has no meaning but for the image.
    pub(crate) bodies: [u32; 2],
    /// How far the second is meant to be shifted, where both are told with their [turns](BroadPhase::turn) added.
    pub(crate) image: Image,
    pub(crate) begins: bool,
}

impl From<PairChange> for Candidacy {
    fn from(change: PairChange) -> Self {
        let (a, b, begins) = match change {
            PairChange::Begin(a, b) => (a, b, true),
            PairChange::End(a, b) => (a, b, false),
        };
        Self {
            bodies: [a, b],
            image: [0; 3],
            begins,
        }
    }
}

impl From<&Toggle> for Candidacy {
    /// Of bodies that stand in a grid by their own names.
    fn from(toggle: &Toggle) -> Self {
        let Toggle { pair: (a, b), begins } = *toggle;
        Self {
            bodies: [a, b],
            image: [0; 3],
            begins,
        }
    }
}

/// What every broad phase does. Times never go back except by [`rewind`](Self::rewind).
pub(crate) trait BroadPhase: Debug + Send + Sync {
    /// Adds bodies at time `now`.
    fn insert(&mut self, bodies: &[(u32, Bounds)], now: f64, changes: &mut Vec<Candidacy>);

    /// Takes a body out; its pairs end.
    fn remove(&mut self, body: u32, now: f64, changes: &mut Vec<Candidacy>);

    /// Gives a body new bounds from time `now` on, which may be anywhere.
    fn update(&mut self, body: u32, bounds: &Bounds, now: f64, changes: &mut Vec<Candidacy>);

    /// Takes a body out and in again at time `now`: all its pairs begin, those included that were candidates before.
    fn reenter(&mut self, body: u32, bounds: &Bounds, now: f64, changes: &mut Vec<Candidacy>) {
        let before = changes.len();
        self.remove(body, now, changes);
        changes.truncate(before);
        self.insert(&[(body, *bounds)], now, changes);
    }

    /// In a periodic domain: the bounds of a body have been told from another image of it than before, from now on. `turns`
    /// is what is to be added to a place so that it goes on without a jump, since the body came. An [update](Self::update)
    /// follows.
    fn turn(&mut self, _body: u32, _turns: &Image) {}

    /// The time of the next thing to do: no pair changes before. Infinite if nothing is left to do.
    fn next_time(&self) -> f64;

    /// Does what is to be done up to `until`, in order of time, and returns early once pairs have changed. Returns the time
    /// reached: `until` if no pair changed.
    fn advance(&mut self, until: f64, changes: &mut Vec<Candidacy>) -> f64;

    /// Does the first of that alone: so much of it at the most as the number of steps (swaps, expiries) says, a whole frame where
    /// that is a step. Returns the time reached, at which more may be left to do.
    fn advance_some(&mut self, until: f64, _steps: usize, changes: &mut Vec<Candidacy>) -> f64 {
        self.advance(until.min(self.next_time()), changes)
    }

    /// Goes back to the earlier time `now`, as if it had never gone on.
    fn rewind(&mut self, now: f64, changes: &mut Vec<Candidacy>);

    /// Makes sure that all pairs that overlap at time `now` are known, before bodies come or change their motion; what was
    /// done up to then by [`advance`](Self::advance) may have left out pairs that were known not to meet.
    fn wake(&mut self, _now: f64, _changes: &mut Vec<Candidacy>) {}

    /// Appends the bodies that may be elsewhere at time `now` than this broad phase has them: because it has gone on beyond
    /// `now`, or has left out what was not due to be done. [`candidates_in`](Self::candidates_in) may leave them out.
    fn strays(&self, _now: f64, _found: &mut Vec<u32>) {}

    /// Appends a superset of the bodies whose tight boxes overlap a region at time `now`, in a periodic domain by any of their
    /// images: in any order, and some perhaps more than once.
    fn candidates_in(&self, region: &Aabb<f64, 3>, now: f64, found: &mut Vec<u32>);

    /// The width of the regions for which [`candidates_in`](Self::candidates_in) costs least, in metres, > 0; none where a
    /// small region costs as much as a large one.
    fn cell_width(&self) -> Option<f64> {
        None
    }

    /// A box that holds all bodies but the [strays](Self::strays); none if there are none, or nothing is known of it. (In a
    /// periodic domain it has no meaning.)
    fn extent(&self) -> Option<Aabb<f64, 3>> {
        None
    }

    /// The counters of this broad phase, by name.
    fn counters(&self) -> Vec<(&'static str, u64)>;

    /// Rebuilds what it knows from scratch and compares.
    fn audit(&self, now: f64) -> Result<(), String>;
}
