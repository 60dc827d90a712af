//! The balls in a cell and its neighbours.

use super::cells::Cells;
use super::constants::LANES;
use super::level::Level;
use super::neighbours::NeighbourCells;

/// Writes the balls in a cell of a level and its neighbours to `list` from `at` on, each once, and returns the
/// place after them.
#[inline]
pub(super) fn gather(level: &Level, cells: &Cells, cell: [u32; 3], list: &mut Vec<u32>, at: usize) -> usize {
    let [x, y, z] = [0, 1, 2].map(|axis| level.neighbours_on(axis, cell[axis]));
    let (Some(first), Some(ys)) = (x.row(), y.three()) else {
        return gather_at_border(cells, [x, y, z], list, at);
    };
    let mut count = at;
    if let [layer] = z.adds() {
        // All centres are in a plane.
        for y in ys {
            count = cells.collect_row((first + layer + y) as usize, list, count);
        }
        return count;
    }
    let Some(zs) = z.three() else {
        return gather_at_border(cells, [x, y, z], list, at);
    };
    for layer in zs {
        let first = first + layer;
        count = cells.collect_row((first + ys[0]) as usize, list, count);
        count = cells.collect_row((first + ys[1]) as usize, list, count);
        count = cells.collect_row((first + ys[2]) as usize, list, count);
    }
    count
}

/// The case of a cell at the border of the domain, at a wall or where the first cells follow the
/// last.
#[inline(never)]
fn gather_at_border(cells: &Cells, [x, y, z]: [&NeighbourCells; 3], list: &mut Vec<u32>, at: usize) -> usize {
    let mut count = at;
    for z in z.adds() {
        for y in y.adds() {
            for x in x.adds() {
                count = cells.collect((z + y + x) as usize, list, count);
            }
        }
    }
    count
}

/// Writes the balls in the nine cells or fewer that become neighbours when a ball crosses into
/// `cell`: they have the number `ahead` on the axis of the crossing.
#[inline]
pub(super) fn gather_ahead(
    level: &Level,
    cells: &Cells,
    cell: [u32; 3],
    (axis, ahead): (usize, u32),
    list: &mut Vec<u32>,
    at: usize,
) -> usize {
    let (one, other) = ((axis + 1) % 3, (axis + 2) % 3);
    let [one, other] = [one, other].map(|axis| level.neighbours_on(axis, cell[axis]));
    let ahead = ahead * level.grid().strides()[axis];
    let mut count = at;
    // One of the two axes may be x.
    let (rows, across) = match axis {
        1 => (other.row(), one),
        2 => (one.row(), other),
        _ => (None, one),
    };
    if let Some(first) = rows {
        for across in across.adds() {
            count = cells.collect_row((ahead + across + first) as usize, list, count);
        }
        return count;
    }
    for one in one.adds() {
        for other in other.adds() {
            count = cells.collect((ahead + one + other) as usize, list, count);
        }
    }
    count
}

/// Fills up a list, which has balls from one place to another, to a multiple of the balls that are
/// tested side by side. Filled in is the ball itself, which never meets itself. Returns the place
/// after them.
#[inline]
pub(super) fn fill_up(list: &mut Vec<u32>, from: usize, to: usize, slot: u32) -> usize {
    if list.len() < to + LANES {
        list.resize(to + LANES, slot);
    }
    list[to..to + LANES].fill(slot);
    from + (to - from).next_multiple_of(LANES)
}
