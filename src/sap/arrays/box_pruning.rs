//! All overlaps of boxes that came or go, in a pass of its own (box pruning: Terdiman 2007, section I.4c).
//!
//! On one axis, of two boxes that overlap one begins inside the other. So, with `changed` the boxes that come or go:
//!
//! 1. Each changed box looks through what begins inside it, whether changed or not ("complete" among the changed).
//! 2. One walk over the list finds, for each other box, the changed boxes that begin inside it ("bipartite").
//! 3. The other axes are compared by position.
//!
//! Each pair is found once. O(k log k + n) for `k` changed boxes among `n`, and the pairs that overlap on the axis. The axis
//! is the one on which the changed boxes hold the fewest endpoints, which in a flat world is not the one that points up.

use super::super::store::pair;
use super::super::{Scalar, Toggle};
use super::axis::Axis;
use super::sort::{Positions, overlap};

/// Tells all overlaps of the boxes `changed`, which are in the lists.
pub(super) fn toggle_all_of<S: Scalar, const D: usize>(
    lists: &[Axis<S>; D],
    positions: &[Positions<D>],
    changed: impl Iterator<Item = u32> + Clone,
    begins: bool,
    starts: &mut Vec<(u32, u32)>,
    toggles: &mut Vec<Toggle>,
) {
    let held = |axis: usize| -> u64 {
        let lengths = changed.clone().map(|id| positions[id as usize][axis]);
        lengths.map(|[min, max]| u64::from(max - min)).sum()
    };
    let Some(axis) = (0..D).min_by_key(|&axis| held(axis)) else {
        return;
    };
    let list = &lists[axis].ends[..];
    let mut test = |one: u32, at: &Positions<D>, other: u32| {
        if overlap(at, &positions[other as usize]) {
            toggles.push(Toggle {
                pair: pair(one, other),
                begins,
            });
        }
    };

    starts.clear();
    starts.extend(changed.map(|id| (positions[id as usize][axis][0], id)));
    starts.sort_unstable();
    for &(start, id) in &*starts {
        let at = positions[id as usize];
        for &end in &list[start as usize + 1..at[axis][1] as usize] {
            if !S::is_max(end) {
                test(id, &at, S::owner(end));
            }
        }
    }

    // Nobody else is there: all pairs have been found.
    if starts.len() * 2 == lists[axis].len() {
        return;
    }
    let mut from = lists[axis].start + 1;
    for number in 0..starts.len() {
        let next = starts[number].0 as usize;
        for &end in &list[from..next] {
            if S::is_max(end) {
                continue;
            }
            let at = &positions[S::owner(end) as usize];
            for &(start, id) in &starts[number..] {
                if start > at[axis][1] {
                    break;
                }
                test(S::owner(end), at, id);
            }
        }
        from = next + 1;
    }
}
