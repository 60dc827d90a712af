//! Which balls are in which cell.
//!
//! A cell is a block of three places and a header, a quarter of a line of memory; cells that are next to each other on x are next to
//! each other here. A cell with more than three balls goes on in further blocks.

/// No ball.
pub(super) const NONE: u32 = u32::MAX;

/// Balls in a block.
const PLACES: usize = 3;

/// The place of the header: how many balls there are, and above those bits one more than the number of the block in which the cell goes
/// on; zero there if it doesn't.
const HEADER: usize = PLACES;
const COUNT_BITS: u32 = 2;
const COUNT: u32 = (1 << COUNT_BITS) - 1;

/// Numbers that [`Cells::collect`] writes beyond the last ball of a cell.
const SPILL: usize = HEADER + 1;

type Block = [u32; PLACES + 1];

const EMPTY: Block = [NONE, NONE, NONE, 0];

/// The balls of every cell. In a block they stand before the empty places, and a cell goes on only where its blocks are full.
#[derive(Debug, Default)]
pub(super) struct Cells {
    blocks: Vec<Block>,
    /// Blocks in which no cell goes on at present.
    free: Vec<u32>,
}

fn count(block: &Block) -> usize {
    (block[HEADER] & COUNT) as usize
}

fn goes_on(block: &Block) -> Option<usize> {
    (block[HEADER] >> COUNT_BITS).checked_sub(1).map(|next| next as usize)
}

impl Cells {
    /// So many empty cells.
    pub(super) fn reset(&mut self, cells: usize) {
        self.blocks.clear();
        self.blocks.resize(cells, EMPTY);
        self.free.clear();
    }

    /// Reads from a cell's line of memory.
    #[inline]
    pub(super) fn fetch(&self, cell: u32) -> u32 {
        self.blocks[cell as usize][HEADER]
    }

    pub(super) fn add(&mut self, cell: usize, ball: u32) {
        let mut at = cell;
        while let Some(next) = goes_on(&self.blocks[at]) {
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
        let fresh = [ball, NONE, NONE, 1];
        match self.blocks.get_mut(next as usize) {
            Some(block) => *block = fresh,
            None => self.blocks.push(fresh),
        }
        self.blocks[at][HEADER] |= (next + 1) << COUNT_BITS;
    }

    /// Takes out a ball that is in the cell: the cell's last one takes its place.
    pub(super) fn remove(&mut self, cell: usize, ball: u32) {
        let (mut at, mut before, mut found) = (cell, None, None);
        loop {
            let block = &self.blocks[at];
            found = found.or(block[..PLACES]
                .iter()
                .position(|place| *place == ball)
                .map(|place| (at, place)));
            let Some(next) = goes_on(block) else { break };
            before = Some(at);
            at = next;
        }
        let (block, place) = found.expect("the ball is in the cell that its tag names");
        let last = count(&self.blocks[at]) - 1;
        self.blocks[block][place] = self.blocks[at][last];
        self.blocks[at][last] = NONE;
        self.blocks[at][HEADER] -= 1;
        if last == 0
            && let Some(before) = before
        {
            self.blocks[before][HEADER] &= COUNT;
            self.free.push(at as u32);
        }
    }

    /// Writes the balls of a row of `N` cells to `list` from `at` on, and gives the place after the last. The list is made longer where
    /// it is too short.
    #[inline(always)]
    pub(super) fn collect<const N: usize>(&self, first: usize, list: &mut Vec<u32>, mut at: usize) -> usize {
        if list.len() < at + N * SPILL {
            list.resize(2 * at + N * SPILL, NONE);
        }
        for block in &self.blocks[first..first + N] {
            // All of it, whatever is in it: what is too much is written over.
            list[at..at + SPILL].copy_from_slice(block);
            at += count(block);
            if let Some(next) = goes_on(block) {
                at = self.collect_on(next, list, at, N);
            }
        }
        at
    }

    /// The balls of a further block; leaves room for so many cells more.
    #[cold]
    #[inline(never)]
    fn collect_on(&self, next: usize, list: &mut Vec<u32>, at: usize, room: usize) -> usize {
        let at = self.collect::<1>(next, list, at);
        if list.len() < at + room * SPILL {
            list.resize(2 * at + room * SPILL, NONE);
        }
        at
    }
}
