//! The patch for few insertions and removals: only the endpoints between them are shifted, and each
//! only once.
//!
//! Inserted and removed endpoints cut the list into stretches. All endpoints of a stretch move by
//! the same number of places: one to the back for each endpoint inserted before it, one to the
//! front for each removed before it. The endpoints before the first change stay.
//!
//! 1. Stretches that move to the front are shifted, the first one first.
//! 2. Stretches that move to the back are shifted, the last one first.
//! 3. The inserted endpoints are written into the places left free.
//!
//! No endpoint is overwritten before it is read: the order stays, so an endpoint between another
//! one and its new place moves in the same direction, farther, and has been moved before; or it is
//! removed.

use super::super::Scalar;
use super::axis::Axis;
use super::sort::{Positions, write_endpoint};

/// A contiguous run of endpoints that move by the same number of places: its range in the list, and
/// the new place of its first endpoint.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    from: usize,
    until: usize,
    to: usize,
}

/// Takes endpoints out of a sorted list (`removed`: their positions, sorted) and merges others in
/// (`inserted`, sorted).
pub(super) fn patch<S: Scalar, const D: usize>(
    list: &mut Axis<S>,
    positions: &mut [Positions<D>],
    axis: usize,
    removed: &[u32],
    inserted: &[S::Endpoint],
    stretches: &mut Vec<Stretch>,
) {
    let sentinel = list.end - 1;
    let ends = &list.ends[..];
    stretches.clear();
    let (mut from, mut to) = (list.start + 1, list.start + 1);
    let mut removed = removed.iter().map(|&at| at as usize).peekable();
    let mut cut = |until: usize, gone: usize, came: usize| {
        stretches.push(Stretch { from, until, to });
        to += until - from + came;
        from = until + gone;
    };
    for &end in inserted {
        let before = list.start + 1 + ends[list.start + 1..sentinel].partition_point(|&other| other < end);
        while let Some(at) = removed.next_if(|&at| at < before) {
            cut(at, 1, 0);
        }
        cut(before, 0, 1);
    }
    for at in removed {
        cut(at, 1, 0);
    }
    stretches.push(Stretch {
        from,
        until: sentinel,
        to,
    });
    let end = to + (sentinel - from) + 1;

    list.grow_to(end);
    let ends = &mut list.ends[..];
    for stretch in stretches.iter().filter(|stretch| stretch.to < stretch.from) {
        for number in 0..stretch.until - stretch.from {
            let moving = ends[stretch.from + number];
            write_endpoint::<S, D>(ends, positions, axis, stretch.to + number, moving);
        }
    }
    for stretch in stretches.iter().rev().filter(|stretch| stretch.to > stretch.from) {
        for number in (0..stretch.until - stretch.from).rev() {
            let moving = ends[stretch.from + number];
            write_endpoint::<S, D>(ends, positions, axis, stretch.to + number, moving);
        }
    }
    // A place is free where two consecutive stretches are not adjacent.
    let mut inserted = inserted.iter();
    for pair in stretches.windows(2) {
        let behind = pair[0].to + (pair[0].until - pair[0].from);
        if behind < pair[1].to {
            let &end = inserted.next().expect("one endpoint is inserted for each free place");
            write_endpoint::<S, D>(ends, positions, axis, behind, end);
        }
    }
    ends[end - 1] = S::LAST;
    list.end = end;
}
