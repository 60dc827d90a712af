//! The steps of pairs, and the total order of events.

use crate::limits::MAX_SERIALS;
use crate::queue::Moment;
use std::cmp::Ordering;

/// A step of a pair's plan. The numbers are the order at equal times, shared with the other kinds
/// of event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Step {
    OverlapBegin = 3,
    ContactBegin = 4,
    Impact = 5,
    /// The support of a rest ends.
    RestEnd = 6,
    /// Two bodies that passed through each other have parted.
    PassEnd = 7,
    ContactEnd = 8,
    OverlapEnd = 9,
    /// The search was cut off here and resumes.
    #[cfg_attr(feature = "serde", serde(rename = "LookAgain"))]
    ResumeSearch = 10,
    /// The user's touch test is called.
    Poll = 11,
    /// Two bodies at rest on each other stop sliding, or slide in another direction.
    SlideEnd = 12,
    /// The two may touch from now on: the deferred prediction of the shapes is made. No event is
    /// reported.
    #[cfg_attr(feature = "serde", serde(rename = "Look"))]
    PredictDeferred = 13,
}

impl Step {
    /// The order at equal times. A poll may begin a contact. A deferred prediction comes before
    /// every step that it may find.
    pub(crate) fn order(self) -> u32 {
        match self {
            Self::Poll => Self::ContactBegin as u32,
            // Its steps may be due at the same time.
            Self::PredictDeferred => ORDER_FIRST,
            _ => self as u32,
        }
    }
}

/// The order of two steps of a pair.
pub(crate) fn in_order(one: &(f64, Step), other: &(f64, Step)) -> Ordering {
    let by_time = one.0.partial_cmp(&other.0).expect("times are not NaN");
    by_time.then(one.1.order().cmp(&other.1.order()))
}

pub(crate) const ORDER_FIRST: u32 = 0;

/// The order at equal times of scheduled events and of expired bounds.
pub(crate) const ORDER_MOTION_CHANGE: u32 = 0;
pub(crate) const ORDER_SCHEDULED: u32 = 1;
pub(crate) const ORDER_BOUNDS_EXPIRED: u32 = 2;

/// The order at equal times of the renewals of islands: before the events that they may prevent.
pub(crate) const ORDER_RENEWAL: u32 = 2;

/// The first serial number of the walls: after all bodies.
pub(crate) const WALL_SERIAL: u32 = MAX_SERIALS;

/// The rank of an event among those at the same time, compared field by field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank {
    pub(crate) kind: u32,
    /// The round of a collision: see [`instant`](crate::clock::Instant).
    pub(crate) round: u32,
    /// The two bodies in scene order, by their serial numbers.
    pub(crate) first: u32,
    pub(crate) second: u32,
}

/// The key of an event in the total order: time, then rank.
pub(crate) type Due = Moment<Rank>;

/// The key of an event that was predicted before its time, or that is no collision.
pub(crate) fn due(time: f64, kind: u32, first: u32, second: u32) -> Due {
    due_in_round(time, kind, 0, [first, second])
}

/// The key of any event.
pub(crate) fn due_in_round(time: f64, kind: u32, round: u32, [first, second]: [u32; 2]) -> Due {
    let order = Rank {
        kind,
        round,
        first,
        second,
    };
    Moment { time, order }
}
