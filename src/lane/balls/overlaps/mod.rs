//! The overlaps of boxes, where they are reported.
//!
//! 1. They change no motion. So they have a calendar of their own, beside that of the meetings, and
//!    a world that reports none does not pay for them.
//! 2. The scan that predicts a ball leaves its neighbours behind. For those with boxes that could
//!    overlap its own before its meeting, the times at which overlaps begin and end are found by the
//!    same functions as in the lane of pairs. When the ball crosses into another cell, those with its
//!    new neighbours are added.
//! 3. A change is stored with one of the two balls, up to the next meeting of either: a ball is
//!    predicted again when it meets another. It is dropped if the motion of the other has changed:
//!    that one has found the change anew. A change that both have found is executed once.
//! 4. An overlap may begin and end at one time. It is [reported] once, however often it is found.
//! 5. Two boxes overlap through one image at a time: no ball is wider than half of a periodic
//!    domain.

mod changes;
mod find;
mod near;
mod reported;
mod views;
mod watch;
mod watched;

pub(super) use find::Neighbours;
pub(super) use near::NearGroup;
pub(super) use watch::OverlapWatch;
