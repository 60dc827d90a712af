//! The balls in each cell.
//!
//! A cell is a block of three places and a header, a quarter of a cache line; neighbours on x are
//! adjacent in memory. A cell with more than three balls continues in further blocks.

use super::ball::NO_BALL;

/// Balls in a block.
const PLACES: usize = 3;

/// The place of the header. Its low bits are the number of balls; above them is 1 plus the number
/// of the block in which the cell continues, or 0 if there is none.
const HEADER: usize = PLACES;
const COUNT_BITS: u32 = 2;
const COUNT: u32 = (1 << COUNT_BITS) - 1;

/// Words written for a cell, and for a row of three cells. The last of them are not balls.
const SPILL: usize = HEADER + 1;
const ROW: usize = 3 * SPILL;

type Block = [u32; PLACES + 1];

const EMPTY: Block = [NO_BALL, NO_BALL, NO_BALL, 0];

/// The balls of all cells. In a block the empty places are last, and a cell continues only if its
/// blocks are full.
#[derive(Debug, Default)]
pub(super) struct Cells {
    blocks: Vec<Block>,
    /// Blocks in which no cell continues at present.
    free: Vec<u32>,
}

#[inline(always)]
fn count(block: &Block) -> usize {
    (block[HEADER] & COUNT) as usize
}

fn continuation(block: &Block) -> Option<usize> {
    (block[HEADER] >> COUNT_BITS).checked_sub(1).map(|next| next as usize)
}

impl Cells {
    /// Makes so many empty cells.
    pub(super) fn reset(&mut self, cells: usize) {
        self.blocks.clear();
        self.blocks.resize(cells, EMPTY);
        self.free.clear();
    }

    /// Reads a word of a cell, so that its cache line is fetched.
    #[inline]
    pub(super) fn fetch(&self, cell: u32) -> u32 {
        self.blocks[cell as usize][HEADER]
    }

    pub(super) fn add(&mut self, cell: usize, ball: u32) {
        let mut at = cell;
        while let Some(next) = continuation(&self.blocks[at]) {
            at = next;
        }
        let block = &mut self.blocks[at];
        let place = count(block);
        if place < PLACES {
            block[place] = ball;
            block[HEADER] += 1;
            return;
        }
        let next = self.free.pop().unwrap_or(self.blocks.len() as u32);
        let fresh = [ball, NO_BALL, NO_BALL, 1];
        match self.blocks.get_mut(next as usize) {
            Some(block) => *block = fresh,
            None => self.blocks.push(fresh),
        }
        self.blocks[at][HEADER] |= (next + 1) << COUNT_BITS;
    }

    /// Removes a ball that is in the cell. The last ball of the cell takes its place.
    pub(super) fn remove(&mut self, cell: usize, ball: u32) {
        let first = &mut self.blocks[cell];
        if continuation(first).is_none() {
            debug_assert!(first[..PLACES].contains(&ball), "the ball is in the cell that its tag names");
            // Without branches on its place, which are unpredictable.
            let (last, count) = (count(first) - 1, first[HEADER]);
            let moved = first[last];
            let [one, two, three] = [first[0], first[1], first[2]].map(|place| if place == ball { moved } else { place });
            *first = [one, two, three, count - 1];
            first[last] = NO_BALL;
            return;
        }
        let (mut at, mut before, mut found) = (cell, None, None);
        loop {
            let block = &self.blocks[at];
            found = found.or(block[..PLACES]
                .iter()
                .position(|place| *place == ball)
                .map(|place| (at, place)));
            let Some(next) = continuation(block) else { break };
            before = Some(at);
            at = next;
        }
        let (block, place) = found.expect("the ball is in the cell that its tag names");
        let last = count(&self.blocks[at]) - 1;
        self.blocks[block][place] = self.blocks[at][last];
        self.blocks[at][last] = NO_BALL;
        self.blocks[at][HEADER] -= 1;
        if last == 0
            && let Some(before) = before
        {
            self.blocks[before][HEADER] &= COUNT;
            self.free.push(at as u32);
        }
    }

    /// Writes the balls of a row of three cells to `list` from `at` on, and returns the place after
    /// the last. The list grows if it is too short.
    #[inline(always)]
    pub(super) fn collect_row(&self, first: usize, list: &mut Vec<u32>, at: usize) -> usize {
        let row: &[Block; 3] = self.blocks[first..first + 3].try_into().expect("three");
        let [one, two, three] = row;
        let Some(to) = list.get_mut(at..at + ROW) else {
            return self.collect_long(first, list, at);
        };
        if (one[HEADER] | two[HEADER] | three[HEADER]) > COUNT {
            return self.collect_long(first, list, at);
        }
        // All words of each cell: the next cell overwrites those that are not balls.
        let to: &mut [u32; ROW] = to.try_into().expect("as long");
        let (after_one, after_two) = (count(one), count(one) + count(two));
        to[..SPILL].copy_from_slice(one);
        to[after_one..after_one + SPILL].copy_from_slice(two);
        to[after_two..after_two + SPILL].copy_from_slice(three);
        at + after_two + count(three)
    }

    /// The general case: a cell continues, or the list is too short.
    #[cold]
    #[inline(never)]
    fn collect_long(&self, first: usize, list: &mut Vec<u32>, at: usize) -> usize {
        (first..first + 3).fold(at, |at, cell| self.collect_all(cell, list, at))
    }

    /// Writes the balls of one cell, like [`collect_row`](Self::collect_row).
    #[inline(always)]
    pub(super) fn collect(&self, cell: usize, list: &mut Vec<u32>, at: usize) -> usize {
        let block = &self.blocks[cell];
        match list.get_mut(at..at + SPILL) {
            Some(to) if block[HEADER] <= COUNT => {
                to.copy_from_slice(block);
                at + count(block)
            }
            _ => self.collect_all(cell, list, at),
        }
    }

    /// The general case: the cell continues, or the list is too short.
    #[cold]
    #[inline(never)]
    fn collect_all(&self, cell: usize, list: &mut Vec<u32>, mut at: usize) -> usize {
        let mut next = Some(cell);
        while let Some(block) = next.map(|next| &self.blocks[next]) {
            if list.len() < at + ROW {
                list.resize(2 * at + ROW, NO_BALL);
            }
            list[at..at + SPILL].copy_from_slice(block);
            at += count(block);
            next = continuation(block);
        }
        at
    }
}

#[cfg(test)]
mod tests;
