//! Which balls are in which cell.
//!
//! A cell is a block of four places, a quarter of a line of memory; cells that are next to each other on x are next to each other
//! here. A cell with more than four balls goes on in further blocks.

use std::ops::Range;

/// No ball.
pub(super) const NONE: u32 = u32::MAX;

/// In the last place of a block: the number of the block in which the cell goes on.
const GOES_ON: u32 = 1 << 31;

const PLACES: usize = 4;

type Block = [u32; PLACES];

const EMPTY: Block = [NONE; PLACES];

/// The balls of every cell. In a block they stand before the empty places.
#[derive(Debug, Default)]
pub(super) struct Cells {
    blocks: Vec<Block>,
    /// Blocks in which no cell goes on at present.
    free: Vec<u32>,
}

fn link(place: u32) -> Option<usize> {
    (place & GOES_ON != 0 && place != NONE).then_some((place & !GOES_ON) as usize)
}

impl Cells {
    /// So many empty cells.
    pub(super) fn reset(&mut self, cells: usize) {
        self.blocks.clear();
        self.blocks.resize(cells, EMPTY);
        self.free.clear();
    }

    pub(super) fn add(&mut self, cell: usize, ball: u32) {
        let mut at = cell;
        loop {
            let block = self.blocks[at];
            if let Some(next) = link(block[PLACES - 1]) {
                at = next;
                continue;
            }
            if let Some(place) = block.iter().position(|place| *place == NONE) {
                self.blocks[at][place] = ball;
                return;
            }
            let next = self.free.pop().map_or_else(
                || {
                    self.blocks.push(EMPTY);
                    self.blocks.len() - 1
                },
                |free| free as usize,
            );
            self.blocks[next] = [block[PLACES - 1], ball, NONE, NONE];
            self.blocks[at][PLACES - 1] = GOES_ON | next as u32;
            return;
        }
    }

    /// Takes out a ball that is in the cell: the cell's last one takes its place.
    pub(super) fn remove(&mut self, cell: usize, ball: u32) {
        let (mut at, mut before, mut found) = (cell, None, None);
        loop {
            let block = self.blocks[at];
            found = found.or(block.iter().position(|place| *place == ball).map(|place| (at, place)));
            let Some(next) = link(block[PLACES - 1]) else { break };
            before = Some(at);
            at = next;
        }
        let (block, place) = found.expect("the ball is in the cell that its tag names");
        let last = self.blocks[at]
            .iter()
            .rposition(|place| *place != NONE)
            .expect("no block is kept empty");
        self.blocks[block][place] = self.blocks[at][last];
        self.blocks[at][last] = NONE;
        if last == 0
            && let Some(before) = before
        {
            self.blocks[before][PLACES - 1] = NONE;
            self.free.push(at as u32);
        }
    }

    /// Writes the balls of some cells in a row to `list` from `count` on, and gives the new count. The list is made longer where it is
    /// too short.
    #[inline(always)]
    pub(super) fn collect(&self, cells: Range<usize>, list: &mut Vec<u32>, mut count: usize) -> usize {
        for block in &self.blocks[cells] {
            if list.len() < count + PLACES {
                list.resize(2 * count + 64, NONE);
            }
            let to: &mut Block = (&mut list[count..count + PLACES]).try_into().expect("as long");
            *to = *block;
            // Written out: it is done for every cell that is looked at.
            let [one, two, three, four] = *block;
            count += usize::from(one != NONE) + usize::from(two != NONE) + usize::from(three != NONE) + usize::from(four != NONE);
            if let Some(next) = link(block[PLACES - 1]) {
                // The link is no ball.
                count = self.collect_on(next, list, count - 1);
            }
        }
        count
    }

    #[cold]
    fn collect_on(&self, block: usize, list: &mut Vec<u32>, count: usize) -> usize {
        self.collect(block..block + 1, list, count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn cells_hold_what_was_put_in_and_not_taken_out() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut cells = Cells::default();
        cells.reset(5);
        let mut held: Vec<Vec<u32>> = vec![Vec::new(); 5];
        for ball in 0..3000 {
            let cell = (random.next_u64() % 5) as usize;
            let adds = random.next_u64() % 32 < if ball / 500 % 2 == 0 { 17 } else { 14 };
            if adds || held[cell].is_empty() {
                cells.add(cell, ball);
                held[cell].push(ball);
            } else {
                let at = (random.next_u64() % held[cell].len() as u64) as usize;
                cells.remove(cell, held[cell].swap_remove(at));
            }
            for (cell, held) in held.iter().enumerate() {
                let mut list = Vec::new();
                let count = cells.collect(cell..cell + 1, &mut list, 0);
                list.truncate(count);
                list.sort_unstable();
                let mut held = held.clone();
                held.sort_unstable();
                assert_eq!(list, held);
            }
        }
        assert!(cells.blocks.len() < 3000, "blocks are used again");
    }
}
