//! Errors. The world is valid after each of them.

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
    /// The body overlaps another one that it would collide with, or a wall of the domain or the
    /// outside. Touching is allowed.
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
        /// The earliest allowed time, in seconds: the present, or the epoch of a motion piece.
        now: f64,
    },
    /// The domain is periodic and does not support this body: it has no known motion.
    /// (Too large bodies, such as half-spaces, are refused by their shape.)
    #[error("{name}: not in a periodic domain: {reason}")]
    Periodic {
        /// The name of the body.
        name: String,
        /// The reason.
        reason: String,
    },
    /// The domain is periodic, and the method does not support that.
    #[error("method: in a periodic domain must be leases (or the default, which chooses them)")]
    PeriodicMethod,
    /// Every place in the order of insertion has been used.
    #[error("a world takes at most {0} insertions in its life")]
    TooManyBodies(u32),
    /// The call has no limit and may never return: a method by frames has frames without end, a
    /// touch test has polls without end; and in a periodic domain bodies that never meet, rotating
    /// bodies near each other, and rotating or growing bodies that rest by hops, do work without
    /// events. There the time has advanced. Use a call with a time limit.
    #[error(
        "the swept method has frames without end, a touch test polls, bodies in a periodic domain or that turn go round or hop: use advance_to or step_before"
    )]
    NoLimit,
    /// A body is touch-only, and the world has no touch test.
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

/// Time could not advance. The events before the error have been delivered; the world is valid, at
/// the time of the error.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum StepError {
    /// The call itself was refused; nothing happened.
    #[error(transparent)]
    Refused(#[from] WorldError),
    /// A scheduled jump would have made bodies overlap. The jump was dropped; the next call
    /// continues without it.
    #[error("at time {}: a scheduled jump was dropped: {reason}", time.shown())]
    Jump {
        /// When, in seconds.
        time: f64,
        /// What it would have overlapped.
        reason: WorldError,
    },
    /// A scheduled change of a body ([`World::schedule_change`](super::World::schedule_change)) is
    /// not allowed at its time. It was dropped; the next call continues without it.
    #[error("at time {}: a scheduled change was dropped: {reason}", time.shown())]
    Change {
        /// When, in seconds.
        time: f64,
        /// Why it is not allowed.
        reason: WorldError,
    },
    /// A user-defined response returned a velocity that is not allowed: a number out of range, or
    /// one with which the body would leave the domain at a wall. The collision was not executed,
    /// and the world is as it was before; the next call calls the response again.
    #[error("at time {}: the response answered with {reason}", time.shown())]
    Reply {
        /// When, in seconds.
        time: f64,
        /// The refused value.
        reason: ValueError,
    },
    /// The bounds of a body have expired at this time, and there are no new ones. The world is as
    /// it was. Set new bounds by [`World::set_bounds`](super::World::set_bounds) and continue;
    /// otherwise the next call returns this error again.
    #[error("at time {}: the bounds of {name} have expired, and there are no others", time.shown())]
    BoundsExpired {
        /// When, in seconds.
        time: f64,
        /// The name of the body.
        name: String,
    },
    /// In a periodic domain a body is so fast that floats cannot resolve the times at which it
    /// meets images of others: it crosses part of the domain within some floats of the time. The
    /// next call returns this error again, until its motion is changed.
    #[error("at time {}: {name} goes through the periodic domain faster than floats of the time can tell", time.shown())]
    TooFast {
        /// When, in seconds.
        time: f64,
        /// The name of the body.
        name: String,
    },
    /// In a periodic domain a ball has grown to a radius of a quarter of the shortest side: it could
    /// soon touch two images of another at once. The next call returns this error again, until its
    /// growth is set to 0 or it is removed.
    #[error("at time {}: {name} grows beyond a quarter of the shortest side of the periodic domain", time.shown())]
    Outgrown {
        /// When, in seconds.
        time: f64,
        /// The name of the ball.
        name: String,
    },
    /// Very many events came at one time, more than simultaneous collisions explain. The next call
    /// continues for as many again.
    #[error("at time {}: {events} events without progress in time, the last between {} and {}", time.shown(), names[0], names[1])]
    Stalled {
        /// When, in seconds.
        time: f64,
        /// How many.
        events: u64,
        /// The names of the last two.
        names: [String; 2],
    },
    /// Collisions accumulate at this time (`Zeno::Error`): floats cannot resolve the time between
    /// the last two. The collision was not executed; the next call returns this error again.
    #[error("at time {}: infinitely many collisions in finite time between {} and {}", time.shown(), names[0], names[1])]
    Zeno {
        /// When, in seconds.
        time: f64,
        /// The names of the two.
        names: [String; 2],
    },
}
