//! All overlaps of inserted or removed boxes, found in a separate pass (box pruning: Terdiman 2007,
//! section I.4c).
//!
//! On one axis, of two boxes that overlap one begins inside the other. So, with `changed` the
//! inserted or removed boxes:
//!
//! 1. For each changed box, all boxes that begin inside it are tested, changed or not ("complete"
//!    among the changed).
//! 2. One walk over the list finds, for each unchanged box, the changed boxes that begin inside it
//!    ("bipartite").
//! 3. The other axes are compared by position.
//!
//! Each pair is found once. O(k log k + n) for `k` changed boxes among `n`, and the pairs that
//! overlap on the axis. The axis is the one on which the changed boxes hold the fewest endpoints,
//! which in a flat world is not the vertical one.

use super::super::store::pair;
use super::super::{PairChange, Scalar};
use super::axis::Axis;
use super::sort::{Positions, overlap};

/// Scratch memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    /// The changed boxes: the position of the min endpoint, and the id.
    starts: Vec<(u32, u32)>,
    /// Ids of the boxes that begin where changed boxes lie, in list order.
    mins: Vec<u32>,
}

impl Scratch {
    pub(super) fn memory(&self) -> usize {
        self.starts.capacity() * size_of::<(u32, u32)>() + self.mins.capacity() * size_of::<u32>()
    }
}

/// Appends a toggle for each overlap of the boxes `changed`, which must be in the lists.
pub(super) fn toggle_overlaps_of<S: Scalar, const D: usize>(
    lists: &[Axis<S>; D],
    positions: &[Positions<D>],
    changed: impl Iterator<Item = u32> + Clone,
    begins: bool,
    scratch: &mut Scratch,
    toggles: &mut Vec<PairChange>,
) {
    let held = |axis: usize| -> u64 {
        let lengths = changed.clone().map(|id| positions[id as usize][axis]);
        lengths.map(|[min, max]| u64::from(max - min)).sum()
    };
    let Some(axis) = (0..D).min_by_key(|&axis| held(axis)) else {
        return;
    };
    let list = &lists[axis].ends[..];
    let toggle = |one: u32, other: u32| PairChange {
        pair: pair(one, other),
        begins,
    };

    let Scratch { starts, mins, .. } = scratch;
    starts.clear();
    starts.extend(changed.map(|id| (positions[id as usize][axis][0], id)));
    starts.sort_unstable();
    let Some(&(last_start, _)) = starts.last() else { return };
    for &(start, id) in &*starts {
        let at = positions[id as usize];
        for &end in &list[start as usize + 1..at[axis][1] as usize] {
            let other = S::owner(end);
            // Every second endpoint is a max, but few boxes overlap: in this order the branch is
            // predictable.
            if overlap(&at, &positions[other as usize]) && !S::is_max(end) {
                toggles.push(toggle(id, other));
            }
        }
    }

    // All boxes are changed ones: all pairs have been found.
    if starts.len() * 2 == lists[axis].len() {
        return;
    }
    // The boxes that begin before the last changed one, selected without a branch on min or max.
    let list = &list[lists[axis].start + 1..last_start as usize];
    mins.resize(list.len(), 0);
    let mut count = 0;
    for &end in list {
        mins[count] = S::owner(end);
        count += usize::from(!S::is_max(end));
    }
    let mut ahead = &starts[..];
    for &one in &mins[..count] {
        let at = &positions[one as usize];
        let next = ahead[0].0;
        if at[axis][1] < next {
            continue;
        }
        if at[axis][0] == next {
            ahead = &ahead[1..];
            continue;
        }
        for &(_, other) in ahead.iter().take_while(|&&(start, _)| start < at[axis][1]) {
            if overlap(at, &positions[other as usize]) {
                toggles.push(toggle(one, other));
            }
        }
    }
}
