//! How long two bodies stay in contact, at least one of which rotates.
//!
//! An overlap of depth d lasts at least for the time in which two points can move apart by d. Each
//! step advances by that time, and at least by a small fraction of the time in which the bodies
//! pass each other, until they are apart. The end of contact lies between that time and the last
//! time of contact, and is found by bisection. So a gap that is shorter than that small fraction,
//! while the overlap is shallow, is missed.

use super::super::composite::Composite;
use super::super::leaf_pair::separation;
use super::pair::Turners;
use super::{Sides, least_time};
use std::ops::ControlFlow;

/// The least step, as a part of the time in which two points pass the reach of both at the greatest
/// speed.
const LEAST_STEP: f64 = 1e-3;

/// Looks after which a search is cut off.
const MAX_LOOKS: usize = 20_000;

/// Looks after which whole turns are taken into account, of what is deep in a plane: what falls
/// there takes thousands to the end of all floats.
const FEW_LOOKS: usize = 16;

/// Halvings of an interval of time: all the bits of a number.
const MAX_HALVINGS: usize = 64;

/// The end of a contact.
pub(super) enum Exit {
    /// After `last`, the last time of contact; they are apart, by more than counts as contact, at
    /// `apart`.
    Parts { last: f64, apart: f64 },
    /// Not in the window.
    Stays,
    /// The step limit was reached: the contact lasts at least up to this time.
    GivenUp(f64),
}

/// The end of the contact that exists at `begin`.
pub(super) fn exit(sides: &Sides, begin: f64, end: f64) -> Exit {
    let (mut last, mut s) = (begin, begin);
    let period = match sides {
        Sides::Leaves(pair) => pair.period(),
        Sides::Plane(plane) => plane.period(),
    };
    for look in 0..MAX_LOOKS {
        let gap = sides.gap_at(s);
        if gap > sides.apart(s) {
            return halve(sides, last, s);
        }
        last = s;
        if s >= end || s - begin > period {
            return Exit::Stays;
        }
        let (speed, pull) = sides.speed_and_pull(s);
        let reach = sides.reach(s);
        let takes = |way: f64| least_time(way, speed, pull);
        let mut step = takes((-gap).max(0.0)).max(takes(LEAST_STEP * reach));
        if let (Sides::Plane(plane), true) = (sides, look > FEW_LOOKS && -gap > reach) {
            step = step.max(plane.round_within(s));
        }
        if !step.is_finite() {
            return Exit::Stays;
        }
        let next = (s + step).min(end);
        s = if next > s { next } else { s.next_up() };
    }
    Exit::GivenUp(last)
}

fn halve(sides: &Sides, mut last: f64, mut apart: f64) -> Exit {
    for _ in 0..MAX_HALVINGS {
        let middle = 0.5 * (last + apart);
        if middle <= last || middle >= apart {
            break;
        }
        if sides.gap_at(middle) > sides.apart(middle) {
            apart = middle;
        } else {
            last = middle;
        }
    }
    Exit::Parts { last, apart }
}

impl Sides<'_> {
    /// The least gap that counts as apart: clearly more than counts as contact.
    fn apart(&self, s: f64) -> f64 {
        2.0 * match self {
            Self::Leaves(pair) => pair.touch(s, false),
            Self::Plane(plane) => plane.touch(s, false),
        }
    }

    fn reach(&self, s: f64) -> f64 {
        match self {
            Self::Leaves(pair) => pair.reach(s),
            Self::Plane(plane) => plane.reach(),
        }
    }

    fn speed_and_pull(&self, s: f64) -> (f64, f64) {
        match self {
            Self::Leaves(pair) => (pair.most_speed(s), pair.rel.acceleration.norm()),
            Self::Plane(plane) => (plane.most_speed(s), plane.most_pull()),
        }
    }

    fn gap_at(&self, s: f64) -> f64 {
        match self {
            Self::Leaves(pair) => pair.deepest(s, self.apart(s)),
            Self::Plane(plane) => plane.gap_at(s),
        }
    }
}

impl Turners<'_> {
    /// The least signed gap of any two parts, if it is at most `slack`; infinite if not.
    fn deepest(&self, s: f64, slack: f64) -> f64 {
        let still = self.rel.still_at(self.rel.position_at(s));
        let composite = Composite::posed(self.parts, self.turning.map(|turning| turning.orientation_at(s)), &still);
        let offset = composite.offset_at(0.0);
        let mut deepest = f64::INFINITY;
        let swell = self.rel.swell_at(s);
        composite.touching(&offset, slack + swell, |_, a, b| {
            deepest = deepest.min(separation(a, b, &offset).0 - swell);
            ControlFlow::Continue(())
        });
        deepest
    }
}
