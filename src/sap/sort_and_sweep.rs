//! One-shot overlap of boxes: sort the lower ends on x, sweep, and compare on y and z.
//!
//! 1. Sort the boxes by their lower x.
//! 2. For each box, go through those that begin before it ends on x.
//! 3. Those that also overlap on y and z are pairs.
//!
//! O(n log n) plus the pairs that overlap on x.

/// A box that stands still, and who it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct StillBox {
    pub(crate) min: [f64; 3],
    pub(crate) max: [f64; 3],
    pub(crate) body: u32,
}

impl StillBox {
    /// Whether two boxes overlap; boxes that touch do.
    #[inline]
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        (0..3).all(|axis| self.min[axis] <= other.max[axis] && other.min[axis] <= self.max[axis])
    }
}

/// All pairs of boxes that overlap, each once with the smaller body first, sorted. The boxes are left sorted by their lower x.
pub(crate) fn sort_and_sweep(boxes: &mut [StillBox], pairs: &mut Vec<(u32, u32)>) {
    boxes.sort_unstable_by(|a, b| a.min[0].total_cmp(&b.min[0]).then(a.body.cmp(&b.body)));
    pairs.clear();
    for (number, one) in boxes.iter().enumerate() {
        for other in &boxes[number + 1..] {
            if other.min[0] > one.max[0] {
                break;
            }
            let on_y = one.min[1] <= other.max[1] && other.min[1] <= one.max[1];
            if on_y && one.min[2] <= other.max[2] && other.min[2] <= one.max[2] {
                pairs.push((one.body.min(other.body), one.body.max(other.body)));
            }
        }
    }
    pairs.sort_unstable();
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    fn brute_force(boxes: &[StillBox]) -> Vec<(u32, u32)> {
        let mut pairs = Vec::new();
        for a in boxes {
            pairs.extend(
                boxes
                    .iter()
                    .filter(|b| a.body < b.body && a.overlaps(b))
                    .map(|b| (a.body, b.body)),
            );
        }
        pairs.sort_unstable();
        pairs
    }

    #[test]
    fn agrees_with_brute_force_on_lattices_full_of_ties() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut pairs = Vec::new();
        for round in 0..300 {
            let cells = 2 + round % 7;
            let mut boxes: Vec<StillBox> = (0..60)
                .map(|body| {
                    let min: [f64; 3] = std::array::from_fn(|_| (random.next_u64() % cells) as f64 - 0.0);
                    let max = min.map(|low| low + (random.next_u64() % 3) as f64);
                    StillBox { min, max, body }
                })
                .collect();
            let expected = brute_force(&boxes);
            sort_and_sweep(&mut boxes, &mut pairs);
            assert_eq!(pairs, expected);
        }
    }

    #[test]
    fn minus_zero_touches_zero() {
        let at = |low: f64, high: f64, body| StillBox {
            min: [low; 3],
            max: [high; 3],
            body,
        };
        let mut boxes = [at(0.0, 1.0, 0), at(-1.0, -0.0, 1)];
        let mut pairs = Vec::new();
        sort_and_sweep(&mut boxes, &mut pairs);
        assert_eq!(pairs, [(0, 1)]);
    }
}
