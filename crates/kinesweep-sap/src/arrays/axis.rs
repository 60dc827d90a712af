//! The sorted endpoints of one axis, inside a slightly larger buffer.
//!
//! A gap lies in front of the list, slack behind it. A batch passes over the list once and leaves
//! it elsewhere in the buffer (Tracy, Buss and Woods 2009, section 3.2.1, figures 5 and 6):
//! forward, towards the front, if all insertions fit into the gap; else backward, towards the back,
//! which grows the buffer and widens the gap. In both directions writing never overtakes reading,
//! so one buffer is enough.

use super::super::Scalar;
use super::constants::WIDEST_GAP_SHARE;

/// The endpoints of one axis.
#[derive(Clone, Debug)]
pub(super) struct Axis<S: Scalar> {
    /// Gap, sentinel, sorted endpoints, sentinel, slack.
    pub(super) ends: Vec<S::Endpoint>,
    /// Where the first sentinel is.
    pub(super) start: usize,
    /// One past the last sentinel.
    pub(super) end: usize,
}

/// Direction and start of a pass over the list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PassPlan {
    /// True: from the end of the list, towards the back of the buffer; endpoints keep their
    /// position or move to larger ones.
    pub(super) backward: bool,
    /// The position of the sentinel that is read first.
    pub(super) from: usize,
    /// The new position of that sentinel.
    pub(super) to: usize,
}

impl<S: Scalar> Axis<S> {
    pub(super) fn new() -> Self {
        Self {
            ends: vec![S::FIRST, S::LAST],
            start: 0,
            end: 2,
        }
    }

    /// The number of endpoints, without the sentinels.
    pub(super) fn len(&self) -> usize {
        self.end - self.start - 2
    }

    /// Makes room for a pass that inserts `inserted` endpoints, and returns its direction and
    /// start.
    pub(super) fn plan_pass(&mut self, inserted: usize) -> PassPlan {
        if self.start >= inserted {
            return PassPlan {
                backward: false,
                from: self.start,
                to: self.start - inserted,
            };
        }
        let wider = inserted.min((self.len() + inserted) / WIDEST_GAP_SHARE);
        let end = self.end + inserted + wider;
        self.grow_to(end);
        PassPlan {
            backward: true,
            from: self.end - 1,
            to: end - 1,
        }
    }

    /// Grows the buffer to at least this length.
    pub(super) fn grow_to(&mut self, end: usize) {
        if self.ends.len() < end {
            assert!(end < u32::MAX as usize, "positions of endpoints have 32 bits");
            self.ends.resize(end, S::LAST);
        }
    }

    /// Records the bounds of the list after a pass. Its last written sentinel is at `at`.
    pub(super) fn finish_pass(&mut self, plan: PassPlan, at: usize) {
        (self.start, self.end) = match plan.backward {
            true => (at, plan.to + 1),
            false => (plan.to, at + 1),
        };
    }
}
