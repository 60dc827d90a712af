//! A list of entries sorted by cell: entries of one cell are contiguous.

use super::super::order::radix_sort;
use super::cells::{Cells, Entry};

#[derive(Clone, Debug, Default)]
pub(super) struct Sorted {
    /// Cell, marks and number in one word, where they fit.
    packed: Vec<u64>,
    spare: Vec<u64>,
    /// Cell and entry, where they do not.
    wide: Vec<(u64, u64)>,
}

impl Sorted {
    /// Calls `compare` for all pairs of entries of one cell.
    pub(super) fn pairs<const D: usize>(
        &mut self,
        cells: &Cells<D>,
        side: impl Fn(u32) -> u64,
        mut compare: impl FnMut(Entry<D>, Entry<D>),
    ) {
        // Bits needed for the coordinates in use.
        let (mut low, mut high) = ([u32::MAX; D], [0; D]);
        for [first, last] in &cells.ranges {
            for axis in 0..D {
                low[axis] = low[axis].min(first[axis]);
                high[axis] = high[axis].max(last[axis]);
            }
        }
        let widths: [u32; D] = std::array::from_fn(|axis| u32::BITS - high[axis].saturating_sub(low[axis]).leading_zeros());
        let key = |at: &[u32; D]| (0..D).fold(0, |key, axis| key << widths[axis] | u64::from(at[axis] - low[axis]));
        let cell_bits: u32 = widths.iter().sum();
        let number_bits = usize::BITS - cells.ranges.len().leading_zeros();
        let low_bits = number_bits + Entry::<D>::MARKS;

        if cell_bits + low_bits <= u64::BITS {
            self.packed.clear();
            cells.entries(&side, |at, entry| {
                let low_part = entry.marks() << number_bits | u64::from(entry.number());
                // The shift is by all 64 bits only where there is one cell.
                self.packed.push(key(at).checked_shl(low_bits).unwrap_or(0) | low_part);
            });
            radix_sort(&mut self.packed, &mut self.spare, low_bits, low_bits + cell_bits);
            let unpack = |word: u64| {
                let (marks, number) = (
                    word >> number_bits & ((1 << Entry::<D>::MARKS) - 1),
                    word & ((1 << number_bits) - 1),
                );
                Entry(marks << 32 | number)
            };
            runs(
                &self.packed,
                |a, b| (a ^ b) >> low_bits == 0,
                |a, b| compare(unpack(a), unpack(b)),
            );
        } else {
            self.wide.clear();
            cells.entries(&side, |at, entry| self.wide.push((key(at), entry.0)));
            self.wide.sort_unstable_by_key(|&(cell, entry)| (cell, entry as u32));
            runs(&self.wide, |a, b| a.0 == b.0, |a, b| compare(Entry(a.1), Entry(b.1)));
        }
    }
}

/// Calls `compare` for all pairs in each run of entries of one cell.
#[inline]
fn runs<T: Copy>(entries: &[T], same: impl Fn(T, T) -> bool, mut compare: impl FnMut(T, T)) {
    for (place, &one) in entries.iter().enumerate() {
        for &other in entries[place + 1..].iter().take_while(|&&other| same(one, other)) {
            compare(one, other);
        }
    }
}
