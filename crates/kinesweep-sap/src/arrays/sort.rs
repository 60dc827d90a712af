//! The insertion sort of all updates, and the overlaps that change on the way.
//!
//! Only neighbouring endpoints change places, and only if they are in the wrong order. The min and
//! the max of one box never are: the pass over the list writes both new values before it sorts, and
//! a single box first extends, then shrinks (start before stop: Terdiman 2007, section I.3). So at
//! every moment each box is an interval on each axis in the order of the lists, and two boxes
//! overlap if their intervals overlap on all axes. When a min and a max of two boxes change places,
//! exactly this pair begins or ceases to overlap on this axis: before the exchange one of the two
//! conditions of overlap failed, and the other cannot fail as well. Hence begins and ends of a pair
//! alternate by construction, and no search for the previous state of the pair is needed.

use super::super::store::pair;
use super::super::{Aabb, PairChange, Scalar};
use super::axis::{Axis, PassPlan};

/// The positions of a box's endpoints in the lists: by axis, min and max.
pub(super) type Positions<const D: usize> = [[u32; 2]; D];

/// The positions of an absent box: it overlaps nothing.
pub(super) const ABSENT: [u32; 2] = [u32::MAX, 0];

/// Whether two boxes overlap in the order of the lists.
#[inline(always)]
pub(super) fn overlap<const D: usize>(one: &Positions<D>, other: &Positions<D>) -> bool {
    let mut all = true;
    for axis in 0..D {
        all &= (one[axis][0] < other[axis][1]) & (other[axis][0] < one[axis][1]);
    }
    all
}

/// Sorts one endpoint into the sorted list that ends at `hole`, to the left of it if `LEFT`, else
/// to the right, and returns its new position. The endpoints that it passes move by one place.
/// `mover` holds its owner's positions, with [`WHOLE_AXIS`] on this axis, where the exchange itself
/// shows that two boxes overlap now, or did. `new_ids` are the inserted boxes, sorted; their
/// overlaps are found elsewhere.
#[inline(always)]
#[allow(clippy::too_many_arguments)] // The inner loop: its arguments stay in registers.
fn insert_endpoint<S: Scalar, const D: usize, const LEFT: bool>(
    ends: &mut [S::Endpoint],
    positions: &mut [Positions<D>],
    axis: usize,
    mut hole: usize,
    end: S::Endpoint,
    mover: &Positions<D>,
    new_ids: &[u32],
    toggles: &mut Vec<PairChange>,
) -> u32 {
    let next = |hole: usize| if LEFT { hole - 1 } else { hole + 1 };
    let is_max = S::is_max(end);
    loop {
        let passed = ends[next(hole)];
        if !(if LEFT { end < passed } else { passed < end }) {
            break;
        }
        ends[hole] = passed;
        let (other, other_is_max) = (S::owner(passed), S::is_max(passed));
        let at = &mut positions[other as usize];
        let overlaps = overlap(mover, at);
        at[axis][usize::from(other_is_max)] = hole as u32;
        // Few boxes overlap on all other axes, but every second endpoint is a max: in this order
        // the branch is predictable.
        if overlaps && other_is_max != is_max && (new_ids.is_empty() || new_ids.binary_search(&other).is_err()) {
            toggles.push(PairChange {
                pair: pair(S::owner(end), other),
                begins: is_max != LEFT,
            });
        }
        hole = next(hole);
    }
    ends[hole] = end;
    hole as u32
}

/// The mover's positions on the axis that is being sorted, for [`insert_endpoint`].
const WHOLE_AXIS: [u32; 2] = [0, u32::MAX];

/// Sets the bounds of one box: the local sort.
#[inline]
pub(super) fn move_one<S: Scalar, const D: usize>(
    lists: &mut [Axis<S>; D],
    positions: &mut [Positions<D>],
    id: u32,
    to: &Aabb<S, D>,
    toggles: &mut Vec<PairChange>,
) {
    let mut mover = positions[id as usize];
    for axis in 0..D {
        let ends = &mut lists[axis].ends[..];
        let (min, max) = (to.min[axis].endpoint(false, id), to.max[axis].endpoint(true, id));
        let [mut at_min, mut at_max] = mover[axis];
        mover[axis] = WHOLE_AXIS;
        // Extend, then shrink. Neither end passes the other, so the other's position stays valid.
        if ends[at_max as usize] < max {
            at_max = insert_endpoint::<S, D, false>(ends, positions, axis, at_max as usize, max, &mover, &[], toggles);
        }
        if min < ends[at_min as usize] {
            at_min = insert_endpoint::<S, D, true>(ends, positions, axis, at_min as usize, min, &mover, &[], toggles);
        } else if ends[at_min as usize] < min {
            at_min = insert_endpoint::<S, D, false>(ends, positions, axis, at_min as usize, min, &mover, &[], toggles);
        }
        if max < ends[at_max as usize] {
            at_max = insert_endpoint::<S, D, true>(ends, positions, axis, at_max as usize, max, &mover, &[], toggles);
        }
        mover[axis] = [at_min, at_max];
        positions[id as usize][axis] = [at_min, at_max];
    }
}

/// The removals and insertions of a pass over one list.
pub(super) struct Changes<'a, S: Scalar> {
    /// Positions of removed endpoints, sorted.
    pub(super) removed: &'a [u32],
    /// Inserted endpoints, sorted.
    pub(super) inserted: &'a [S::Endpoint],
    /// The owners of the inserted endpoints, sorted.
    pub(super) new_ids: &'a [u32],
}

/// One pass over a list: drops removed endpoints, merges inserted ones, sorts moved ones. Appends
/// the overlaps that begin and end among the boxes that stay.
pub(super) fn pass<S: Scalar, const D: usize>(
    list: &mut Axis<S>,
    positions: &mut [Positions<D>],
    axis: usize,
    changes: &Changes<'_, S>,
    toggles: &mut Vec<PairChange>,
) {
    let count = list.len();
    let plan = list.plan_pass(changes.inserted.len());
    let last = match plan.backward {
        true => pass_in_direction::<S, D, false>(&mut list.ends, positions, axis, plan, count, changes, toggles),
        false => pass_in_direction::<S, D, true>(&mut list.ends, positions, axis, plan, count, changes, toggles),
    };
    list.finish_pass(plan, last);
}

/// [`pass`] in one direction. Returns the position of the sentinel that it writes last.
fn pass_in_direction<S: Scalar, const D: usize, const FORWARD: bool>(
    ends: &mut [S::Endpoint],
    positions: &mut [Positions<D>],
    axis: usize,
    plan: PassPlan,
    count: usize,
    changes: &Changes<'_, S>,
    toggles: &mut Vec<PairChange>,
) -> usize {
    let ahead = |at: usize| if FORWARD { at + 1 } else { at - 1 };
    let before = |a: S::Endpoint, b: S::Endpoint| if FORWARD { a < b } else { b < a };
    let (first, last) = if FORWARD { (S::FIRST, S::LAST) } else { (S::LAST, S::FIRST) };
    let Changes {
        removed,
        inserted,
        new_ids,
    } = *changes;
    let mut removed = Directed::<_, FORWARD>(removed);
    let mut inserted = Directed::<_, FORWARD>(inserted);
    let mut next_removed = removed.next();
    let mut next_inserted = inserted.next().unwrap_or(last);

    let (mut from, mut to) = (plan.from, plan.to);
    ends[to] = first;
    // The foremost endpoint written so far.
    let mut top = first;
    for _ in 0..count {
        from = ahead(from);
        if next_removed == Some(from as u32) {
            next_removed = removed.next();
            continue;
        }
        let end = ends[from];
        while before(next_inserted, end) {
            to = ahead(to);
            write_endpoint::<S, D>(ends, positions, axis, to, next_inserted);
            top = next_inserted;
            next_inserted = inserted.next().unwrap_or(last);
        }
        to = ahead(to);
        if before(end, top) {
            let owner = S::owner(end) as usize;
            let mut mover = positions[owner];
            mover[axis] = WHOLE_AXIS;
            let at = insert_endpoint::<S, D, FORWARD>(ends, positions, axis, to, end, &mover, new_ids, toggles);
            positions[owner][axis][usize::from(S::is_max(end))] = at;
        } else {
            top = end;
            if to != from {
                write_endpoint::<S, D>(ends, positions, axis, to, end);
            }
        }
    }
    while next_inserted != last {
        to = ahead(to);
        write_endpoint::<S, D>(ends, positions, axis, to, next_inserted);
        next_inserted = inserted.next().unwrap_or(last);
    }
    to = ahead(to);
    ends[to] = last;
    to
}

/// Writes an endpoint into a list, and its position to its owner.
#[inline(always)]
pub(super) fn write_endpoint<S: Scalar, const D: usize>(
    ends: &mut [S::Endpoint],
    positions: &mut [Positions<D>],
    axis: usize,
    at: usize,
    end: S::Endpoint,
) {
    ends[at] = end;
    positions[S::owner(end) as usize][axis][usize::from(S::is_max(end))] = at as u32;
}

/// Iterates over a slice from its front or from its back.
struct Directed<'a, T, const FORWARD: bool>(&'a [T]);

impl<T: Copy, const FORWARD: bool> Iterator for Directed<'_, T, FORWARD> {
    type Item = T;

    #[inline(always)]
    fn next(&mut self) -> Option<T> {
        let (&item, rest) = match FORWARD {
            true => self.0.split_first()?,
            false => self.0.split_last()?,
        };
        self.0 = rest;
        Some(item)
    }
}
