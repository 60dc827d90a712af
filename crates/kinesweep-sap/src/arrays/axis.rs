//! The sorted endpoints of one axis, afloat in a slightly larger array.
//!
//! Between the front of the buffer and the list is a gap, behind the list is slack. A batch goes over the list once and leaves it
//! somewhere else in the buffer (Tracy, Buss and Woods 2009, section 3.2.1, figures 5 and 6): forward, towards the front, if the
//! gap has room for all that is inserted; else backward, towards the back, which grows the buffer and widens the gap. Either way
//! what is written never overtakes what is still to be read, so one buffer is enough.

use super::super::Scalar;

/// A backward pass widens the gap by as much as it inserts, so that the next pass can go forward, but by no more than one part in
/// this many of the list: a world that is loaded once shall not keep a gap as long as itself. One part in eight costs at most 6
/// bytes a box in three dimensions of `f32`.
const WIDEST_GAP_SHARE: usize = 8;

/// The endpoints of one axis.
#[derive(Clone, Debug)]
pub(super) struct Axis<S: Scalar> {
    /// Gap, sentinel, sorted endpoints, sentinel, slack.
    pub(super) ends: Vec<S::Endpoint>,
    /// Where the first sentinel is.
    pub(super) start: usize,
    /// Just behind the last sentinel.
    pub(super) end: usize,
}

/// How a pass goes over the list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Course {
    /// Towards the back of the buffer, and so from the list's end: everything moves to larger positions, or stays.
    pub(super) backward: bool,
    /// Where the sentinel is that is read first.
    pub(super) from: usize,
    /// Where that sentinel goes.
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

    /// Endpoints, without the sentinels.
    pub(super) fn len(&self) -> usize {
        self.end - self.start - 2
    }

    /// Makes room for a pass that inserts so many endpoints, and says how it has to go.
    pub(super) fn course(&mut self, inserted: usize) -> Course {
        if self.start >= inserted {
            return Course {
                backward: false,
                from: self.start,
                to: self.start - inserted,
            };
        }
        let wider = inserted.min((self.len() + inserted) / WIDEST_GAP_SHARE);
        let end = self.end + inserted + wider;
        self.reach(end);
        Course {
            backward: true,
            from: self.end - 1,
            to: end - 1,
        }
    }

    /// Grows the buffer to at least this length.
    pub(super) fn reach(&mut self, end: usize) {
        if self.ends.len() < end {
            assert!(end < u32::MAX as usize, "positions of endpoints have 32 bits");
            self.ends.resize(end, S::LAST);
        }
    }

    /// After a pass: the last sentinel that it wrote is `at`.
    pub(super) fn settle(&mut self, course: Course, at: usize) {
        (self.start, self.end) = match course.backward {
            true => (at, course.to + 1),
            false => (course.to, at + 1),
        };
    }
}
