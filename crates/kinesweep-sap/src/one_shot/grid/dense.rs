//! Cells as an array: entries are counted for each cell, then written to their places (a counting
//! sort).

use super::cells::{Cells, Entry};

#[derive(Clone, Debug, Default)]
pub(super) struct Dense {
    /// The end of the entries of each cell, once they are in place.
    ends: Vec<u32>,
    entries: Vec<u64>,
}

impl Dense {
    /// Calls `compare` for all pairs of entries of one cell.
    pub(super) fn pairs<const D: usize>(
        &mut self,
        cells: &Cells<D>,
        side: impl Fn(u32) -> u64,
        mut compare: impl FnMut(Entry<D>, Entry<D>),
    ) {
        let index = |at: &[u32; D]| (0..D).fold(0, |index, axis| index * cells.count[axis] as usize + at[axis] as usize);
        let total: usize = cells.count.iter().map(|&count| count as usize).product();
        self.ends.clear();
        self.ends.resize(total, 0);
        cells.entries(&side, |at, _| self.ends[index(at)] += 1);
        let mut sum = 0;
        for end in &mut self.ends {
            (*end, sum) = (sum, sum + *end);
        }
        self.entries.clear();
        self.entries.resize(sum as usize, 0);
        cells.entries(&side, |at, entry| {
            let place = &mut self.ends[index(at)];
            self.entries[*place as usize] = entry.0;
            *place += 1;
        });
        let mut start = 0;
        for &end in &self.ends {
            let cell = &self.entries[start..end as usize];
            start = end as usize;
            for (place, &one) in cell.iter().enumerate() {
                for &other in &cell[place + 1..] {
                    compare(Entry(one), Entry(other));
                }
            }
        }
    }
}
