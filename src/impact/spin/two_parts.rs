//! The first time at which two bodies of one part each meet: the [search](super::search) without its
//! queue.

use super::super::Interval;
use super::super::advance::Target;
use super::constants::{LONG_SEARCH_STEPS, MAX_STEPS_OF_TWO_PARTS};
use super::examine::{Examination, PartTask};
use super::pair::RotatingPair;
use super::steps::Outcome;

/// The first time in the window at which they meet, if that is not after `until`.
pub(super) fn search_two_parts(pair: &RotatingPair, window: Interval, until: f64, target: Target) -> Outcome {
    let Interval { begin, end } = window;
    let leaves = [0, 0];
    let mut task = PartTask::new(pair, leaves, begin);
    let mut s = begin;
    for step in 1.. {
        if !(s <= end.min(until) && s < f64::INFINITY) {
            break;
        }
        if step > MAX_STEPS_OF_TWO_PARTS {
            return Outcome::StepLimit(s);
        }
        match pair.examine(&mut task, s, end, target) {
            Examination::Met => return Outcome::Met { s, leaves },
            Examination::ApartUntil(next) if step > LONG_SEARCH_STEPS => {
                s = next.max(s + pair.apart_in_any_rotation(&task, s));
            }
            Examination::ApartUntil(next) => s = next,
        }
    }
    Outcome::Apart
}
