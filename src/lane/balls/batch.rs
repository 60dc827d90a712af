//! Several balls whose neighbours are scanned together, so that memory is requested for all of them at once.

use super::gather::fill_up;
use super::next_event::Earliest;

/// A ball of a batch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scan {
    pub(super) slot: u32,
    /// The end of its neighbours in the list of the batch. Those of the next ball begin there.
    pub(super) end: u32,
    /// Its meeting before the scan; none if all of its neighbours are scanned.
    pub(super) before: Earliest,
}

/// Balls with their neighbours.
#[derive(Debug, Default)]
pub(super) struct ScanBatch {
    pub(super) scans: Vec<Scan>,
    /// The neighbours of all, each [filled up](fill_up).
    pub(super) list: Vec<u32>,
    pub(super) end: usize,
}

impl ScanBatch {
    /// Adds a ball, whose neighbours have been written to the list up to `end`.
    #[inline]
    pub(super) fn add(&mut self, slot: u32, end: usize, before: Earliest) {
        self.end = fill_up(&mut self.list, self.end, end, slot);
        self.scans.push(Scan {
            slot,
            end: self.end as u32,
            before,
        });
    }

    /// The neighbours of all balls.
    #[inline]
    pub(super) fn neighbours(&self) -> &[u32] {
        &self.list[..self.end]
    }
}
