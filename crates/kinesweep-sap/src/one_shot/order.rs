//! Sorting: boxes by their lower ends, entries by their cells, pairs by their indices.

use super::super::{Aabb, Pair, Scalar};
use super::constants::{COUNTING_FROM, DIGIT_BITS, RADIX_FROM};

/// Sorts integers by their bits from `low` up to, not including, `high`: a stable sort, least
/// significant digit first. All higher bits must be equal.
pub(super) fn radix_sort(keys: &mut Vec<u64>, spare: &mut Vec<u64>, low: u32, high: u32) {
    let passes = (high - low).div_ceil(DIGIT_BITS);
    if passes == 0 {
        return;
    }
    // Digits of equal width: two of 9 bits rather than one of 11 and one of 7.
    let width = (high - low).div_ceil(passes);
    spare.resize(keys.len(), 0);
    let mut counts = [0_u32; 1 << DIGIT_BITS];
    for pass in 0..passes {
        let shift = low + pass * width;
        let mask = (1_u64 << width) - 1;
        let counts = &mut counts[..1 << width];
        counts.fill(0);
        for &key in &*keys {
            counts[(key >> shift & mask) as usize] += 1;
        }
        let mut total = 0;
        for count in counts.iter_mut() {
            (*count, total) = (total, total + *count);
        }
        for &key in &*keys {
            let place = &mut counts[(key >> shift & mask) as usize];
            spare[*place as usize] = key;
            *place += 1;
        }
        std::mem::swap(keys, spare);
    }
}

/// Writes to the low 32 bits of `keys` the indices of the boxes in ascending order of their min on
/// `axis`, ties by index.
pub(super) fn by_min<S: Scalar, const D: usize>(boxes: &[Aabb<S, D>], axis: usize, keys: &mut Vec<u64>, spare: &mut Vec<u64>) {
    keys.clear();
    // In single precision: rounding preserves the order, except for new ties.
    keys.extend(
        (0..)
            .zip(boxes)
            .map(|(number, bounds)| (bounds.min[axis].to_f64() as f32).endpoint(false, number)),
    );
    if keys.len() < RADIX_FROM {
        keys.sort_unstable();
    } else {
        radix_sort(keys, spare, 32, 64);
    }
    if size_of::<S>() > size_of::<f32>() {
        for run in keys.chunk_by_mut(|a, b| a >> 32 == b >> 32).filter(|run| run.len() > 1) {
            run.sort_unstable_by_key(|&key| boxes[key as u32 as usize].min[axis].endpoint(false, key as u32));
        }
    }
}

/// Sorts pairs of integers. All first numbers are below `count`.
pub(crate) fn sort_pairs(pairs: &mut Vec<Pair>, count: usize) {
    if pairs.len() < COUNTING_FROM * count {
        pairs.sort_unstable_by_key(|&(a, b)| u64::from(a) << 32 | u64::from(b));
        return;
    }
    let mut ends = vec![0_u32; count + 1];
    for &(first, _) in &*pairs {
        ends[first as usize + 1] += 1;
    }
    for first in 0..count {
        ends[first + 1] += ends[first];
    }
    let mut sorted = vec![(0, 0); pairs.len()];
    for &pair in &*pairs {
        let place = &mut ends[pair.0 as usize];
        sorted[*place as usize] = pair;
        *place += 1;
    }
    for run in sorted.chunk_by_mut(|a, b| a.0 == b.0) {
        run.sort_unstable_by_key(|pair| pair.1);
    }
    *pairs = sorted;
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    #[test]
    fn radix_sort_is_stable_and_sorts_by_the_given_bits() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        for (low, high) in [(0, 0), (0, 1), (3, 14), (5, 17), (32, 64), (10, 50)] {
            let mask = if high == 64 { u64::MAX } else { (1 << high) - 1 };
            let mut keys: Vec<u64> = (0..3_000).map(|_| random.next_u64() & mask).collect();
            let mut expected = keys.clone();
            expected.sort_by_key(|key| key >> low);
            radix_sort(&mut keys, &mut Vec::new(), low, high);
            if low < high {
                assert_eq!(keys, expected);
            }
        }
    }

    #[test]
    fn boxes_equal_in_single_precision_are_sorted_in_double() {
        let boxes: Vec<Aabb<f64, 1>> = (0..2_000_u32)
            .map(|number| {
                let min = [1.0 + f64::from(number * 7919 % 101) * f64::EPSILON];
                Aabb { min, max: min }
            })
            .collect();
        for count in [100, 2_000] {
            let mut keys = Vec::new();
            by_min(&boxes[..count], 0, &mut keys, &mut Vec::new());
            let order: Vec<usize> = keys.iter().map(|&key| key as u32 as usize).collect();
            assert!(order.is_sorted_by(|&a, &b| (boxes[a].min[0], a) < (boxes[b].min[0], b)));
        }
    }

    #[test]
    fn sort_pairs_agrees_with_sort_for_few_and_many_pairs() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
        for count in [0, 3, 90, 4_000] {
            let mut pairs: Vec<Pair> = (0..count)
                .map(|_| ((random.next_u64() % 100) as u32, random.next_u64() as u32))
                .collect();
            let mut expected = pairs.clone();
            expected.sort_unstable();
            sort_pairs(&mut pairs, 100);
            assert_eq!(pairs, expected);
        }
    }
}
