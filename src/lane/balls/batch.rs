//! Several balls to scan together, so that memory is requested for the neighbours of all at once.

use super::gather::fill_up;
use super::next_event::Earliest;
use super::overlaps::Neighbours;

/// A ball of a batch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scan {
    pub(super) slot: usize,
    /// Its meeting before the scan.
    pub(super) before: Earliest,
    pub(super) neighbours: Neighbours,
    /// The end of its neighbours in the list of the batch. Those of the next ball begin there.
    end: usize,
}

/// Balls with their neighbours.
#[derive(Debug, Default)]
pub(super) struct ScanBatch {
    scans: Vec<Scan>,
    /// The neighbours of all, each [filled up](fill_up).
    list: Vec<u32>,
    end: usize,
}

impl ScanBatch {
    /// Adds a ball with its meeting before; none if all of its neighbours are scanned. `gather` writes
    /// its neighbours to a list from a place on, and returns the place after them. Returns their number.
    #[inline(always)]
    pub(super) fn add(&mut self, slot: u32, before: Option<Earliest>, gather: impl FnOnce(&mut Vec<u32>, usize) -> usize) -> u64 {
        let end = gather(&mut self.list, self.end);
        let count = end - self.end;
        self.end = fill_up(&mut self.list, self.end, end, slot);
        self.scans.push(Scan {
            slot: slot as usize,
            neighbours: before.map_or(Neighbours::All, |_| Neighbours::New),
            before: before.unwrap_or(Earliest::NONE),
            end: self.end,
        });
        count as u64
    }

    /// The number of balls.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.scans.len()
    }

    /// The neighbours of all balls.
    #[inline(always)]
    pub(super) fn neighbours(&self) -> &[u32] {
        &self.list[..self.end]
    }

    /// The balls, each with its neighbours.
    #[inline(always)]
    pub(super) fn scans(&self) -> impl Iterator<Item = (Scan, &[u32])> {
        let mut from = 0;
        self.scans.iter().map(move |scan| {
            let list = &self.list[from..scan.end];
            from = scan.end;
            (*scan, list)
        })
    }

    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.scans.clear();
        self.end = 0;
    }
}
