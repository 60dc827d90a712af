//! Which balls are in which cell.
//!
//! A cell is a block of three places and a header, a quarter of a line of memory; cells that are next to each other on x
//! are next to each other here. A cell with more than three balls goes on in further blocks.

/// No ball.
pub(super) const NONE: u32 = u32::MAX;

/// Balls in a block.
const PLACES: usize = 3;

/// The place of the header: how many balls there are, and above those bits one more than the number of the block in which
/// the cell goes on; zero there if it doesn't.
const HEADER: usize = PLACES;
const COUNT_BITS: u32 = 2;
const COUNT: u32 = (1 << COUNT_BITS) - 1;

/// Numbers that are written for a cell, and for a row of three: the last of them are no balls.
const SPILL: usize = HEADER + 1;
const ROW: usize = 3 * SPILL;

type Block = [u32; PLACES + 1];

const EMPTY: Block = [NONE, NONE, NONE, 0];

/// The balls of every cell. In a block they stand before the empty places, and a cell goes on only where its blocks are full.
#[derive(Debug, Default)]
pub(super) struct Cells {
    blocks: Vec<Block>,
    /// Blocks in which no cell goes on at present.
    free: Vec<u32>,
}

#[inline(always)]
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
        let first = &mut self.blocks[cell];
        if goes_on(first).is_none() {
            debug_assert!(first[..PLACES].contains(&ball), "the ball is in the cell that its tag names");
            // Written out, without turns that hang on where it stands: nobody can foresee them.
            let (last, count) = (count(first) - 1, first[HEADER]);
            let moved = first[last];
            let [one, two, three] = [first[0], first[1], first[2]].map(|place| if place == ball { moved } else { place });
            *first = [one, two, three, count - 1];
            first[last] = NONE;
            return;
        }
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

    /// Writes the balls of a row of three cells to `list` from `at` on, and gives the place after the last. The list is
    /// made longer where it is too short.
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
        // All of each, whatever is in it: what is too much is written over.
        let to: &mut [u32; ROW] = to.try_into().expect("as long");
        let (after_one, after_two) = (count(one), count(one) + count(two));
        to[..SPILL].copy_from_slice(one);
        to[after_one..after_one + SPILL].copy_from_slice(two);
        to[after_two..after_two + SPILL].copy_from_slice(three);
        at + after_two + count(three)
    }

    /// The same where a cell goes on, or the list is too short.
    #[cold]
    #[inline(never)]
    fn collect_long(&self, first: usize, list: &mut Vec<u32>, at: usize) -> usize {
        (first..first + 3).fold(at, |at, cell| self.collect_all(cell, list, at))
    }

    /// The same of one cell.
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

    /// The same where it goes on, or the list is too short.
    #[cold]
    #[inline(never)]
    fn collect_all(&self, cell: usize, list: &mut Vec<u32>, mut at: usize) -> usize {
        let mut next = Some(cell);
        while let Some(block) = next.map(|next| &self.blocks[next]) {
            if list.len() < at + ROW {
                list.resize(2 * at + ROW, NONE);
            }
            list[at..at + SPILL].copy_from_slice(block);
            at += count(block);
            next = goes_on(block);
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn cells_hold_what_a_table_of_lists_holds_however_crowded_they_are() {
        const CELLS: usize = 12;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
        let (mut cells, mut table) = (Cells::default(), vec![Vec::new(); CELLS]);
        cells.reset(CELLS);
        let mut list = Vec::new();
        for turn in 0..20_000_u32 {
            // Now they fill up, now they empty.
            let fills = turn / 500 % 2 == 0;
            // The first of them are the most crowded.
            let cell = (random.next_u64() % CELLS as u64).min(random.next_u64() % CELLS as u64) as usize;
            if (random.next_u64() % 4 == 0) != fills || table[cell].is_empty() {
                cells.add(cell, turn);
                table[cell].push(turn);
            } else {
                let at = (random.next_u64() % table[cell].len() as u64) as usize;
                cells.remove(cell, table[cell].swap_remove(at));
            }
            let first = (random.next_u64() % (CELLS as u64 - 2)) as usize;
            let sorted = |mut balls: Vec<u32>| {
                balls.sort_unstable();
                balls
            };
            let count = cells.collect(cell, &mut list, 0);
            assert_eq!(sorted(list[..count].to_vec()), sorted(table[cell].clone()), "turn {turn}");
            let count = cells.collect_row(first, &mut list, 0);
            assert_eq!(
                sorted(list[..count].to_vec()),
                sorted(table[first..first + 3].concat()),
                "turn {turn}"
            );
        }
        assert!(table.iter().any(|cell| cell.len() > 2 * PLACES));
    }
}
