//! What can go wrong, and whether the world is still good afterwards: it always is.

use crate::event::{BodyId, Party};
use crate::limits::ValueError;
use crate::shown::Shown;
use thiserror::Error;

/// A call was refused. Nothing changed: the world is as it was before the call.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum WorldError {
    /// A number or a shape is not allowed.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// The body overlaps another one that it would collide with, or a wall of the domain or what is beyond. Touching is allowed.
    #[error("{} overlaps {} by {} m: {}", names[0], names[1], depth.shown(), allowed_overlap(with))]
    Overlap {
        /// The names of the two.
        names: [String; 2],
        /// The other one.
        with: Party,
        /// How deep they overlap, in metres.
        depth: f64,
    },
    /// The body is not in this world (any more).
    #[error("body {0} is not in this world")]
    StaleId(BodyId),
    /// A time that has passed, or is not a finite number.
    #[error("time {} is not allowed: must be finite and at least {}", time.shown(), now.shown())]
    Time {
        /// The time given, in seconds.
        time: f64,
        /// The earliest that is allowed, in seconds: the present, or where a motion piece is asked, its epoch.
        now: f64,
    },
    /// The domain is periodic, and this body cannot be followed there: it grows, or only bounds of your own are known of
    /// it. (What is too large, as half-spaces are, is refused by its shape.)
    #[error("{name}: not in a periodic domain: {reason}")]
    Periodic {
        /// The name of the body.
        name: String,
        /// What stands against it.
        reason: String,
    },
    /// The domain is periodic, and the method cannot follow bodies there.
    #[error("method: in a periodic domain must be leases (or the default, which chooses them)")]
    PeriodicMethod,
    /// Every place in the order of insertion has been used.
    #[error("a world takes at most {0} insertions in its life")]
    TooManyBodies(u32),
    /// A method that works by frames never runs out of them, nor does a touch test of polls; and in a periodic domain bodies that never
    /// meet go round for ever, as do bodies that turn beside each other, and what turns or grows rests on others by hops: there the
    /// time has gone on while nothing happened. Give a time to stop at.
    #[error(
        "the swept method has frames without end, a touch test polls, bodies in a periodic domain or that turn go round or hop: use advance_to or step_before"
    )]
    NoLimit,
    /// A body is touch-only, and the world has no test to ask.
    #[error("{name} is touch-only: the world needs a touch test")]
    NoTouchTest {
        /// The name of the body.
        name: String,
    },
}

fn allowed_overlap(with: &Party) -> &'static str {
    match with {
        Party::Body(_) => "bodies may touch but not overlap, unless the response is pass-through or one is a sensor",
        Party::Wall(_) => "all bodies must be within the domain",
    }
}

/// Time could not go on. Events before the obstacle have been delivered; the world stands at the obstacle and is good.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum StepError {
    /// The call itself was refused; nothing happened.
    #[error(transparent)]
    Refused(#[from] WorldError),
    /// A scheduled jump would have made bodies overlap. The jump was dropped; the next call goes on without it.
    #[error("at time {}: a scheduled jump was dropped: {reason}", time.shown())]
    Jump {
        /// When, in seconds.
        time: f64,
        /// What it would have overlapped.
        reason: WorldError,
    },
    /// A scheduled change of a body ([`World::schedule_change`](super::World::schedule_change)) is not allowed as things are at its
    /// time. It was dropped; the next call goes on without it.
    #[error("at time {}: a scheduled change was dropped: {reason}", time.shown())]
    Change {
        /// When, in seconds.
        time: f64,
        /// Why it is not allowed.
        reason: WorldError,
    },
    /// A response of the user's own answered with a velocity that is not allowed: a number out of range, or at a wall of the
    /// domain one with which the body would leave the domain. The collision was not carried out, and the world is as it was
    /// before; the next call asks again.
    #[error("at time {}: the response answered with {reason}", time.shown())]
    Reply {
        /// When, in seconds.
        time: f64,
        /// What it answered.
        reason: ValueError,
    },
    /// The bounds that a body was given have expired at this time, and it was given no others. The world is as it was: give it
    /// others by [`World::set_bounds`](super::World::set_bounds), and go on; without, the next call says so again.
    #[error("at time {}: the bounds of {name} have expired, and there are no others", time.shown())]
    BoundsExpired {
        /// When, in seconds.
        time: f64,
        /// The name of the body.
        name: String,
    },
    /// In a periodic domain a body goes so fast that the times at which it meets images of others can't be told apart any
    /// more: it goes through a part of the domain within some floats of the time. The next call says so again, until its
    /// motion is changed.
    #[error("at time {}: {name} goes through the periodic domain faster than floats of the time can tell", time.shown())]
    TooFast {
        /// When, in seconds.
        time: f64,
        /// The name of the body.
        name: String,
    },
    /// Very many events came at one and the same time, more than bodies that meet at once explain. The next call goes on for as
    /// many again.
    #[error("at time {}: {events} events without progress in time, the last between {} and {}", time.shown(), names[0], names[1])]
    Stalled {
        /// When, in seconds.
        time: f64,
        /// How many.
        events: u64,
        /// The names of the last two.
        names: [String; 2],
    },
    /// Collisions accumulate at this time (`Zeno::Error`): the last came so soon after the one before that the clock no longer
    /// tells them apart. The collision was not carried out; the next call says so again.
    #[error("at time {}: infinitely many collisions in finite time between {} and {}", time.shown(), names[0], names[1])]
    Zeno {
        /// When, in seconds.
        time: f64,
        /// The names of the two.
        names: [String; 2],
    },
}
