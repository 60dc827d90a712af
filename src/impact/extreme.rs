//! The extreme vertex along a direction: most of the cost of a test of two hulls.
//!
//! The result is unpredictable, so that a branch per vertex would be mispredicted often. There are
//! no branches here except one or two at the end.

use super::constants::{POINTS_PER_BLOCK, SCAN_LANES};
use super::rotation::{fast_max, fast_min};
use nalgebra::Vector3;
use std::hint::select_unpredictable;

/// The number of the extreme point along a direction, which need not be unit; the first of equals.
/// O(n).
#[inline]
pub(super) fn farthest(points: &[Vector3<f64>], along: &Vector3<f64>) -> usize {
    let (fours, rest) = points.as_chunks::<SCAN_LANES>();
    let mut best = [(f64::NEG_INFINITY, 0); SCAN_LANES];
    for (chunk, four) in fours.iter().enumerate() {
        for lane in 0..SCAN_LANES {
            best[lane] = farther(best[lane], &four[lane], along, SCAN_LANES * chunk + lane);
        }
    }
    for (lane, point) in rest.iter().enumerate() {
        best[lane] = farther(best[lane], point, along, SCAN_LANES * fours.len() + lane);
    }
    first(first(best[0], best[1]), first(best[2], best[3])).1
}

/// The better of the best so far and the next point.
#[inline]
fn farther(best: (f64, usize), point: &Vector3<f64>, along: &Vector3<f64>, number: usize) -> (f64, usize) {
    let value = point.x * along.x + point.y * along.y + point.z * along.z;
    let number = select_unpredictable(value > best.0, number, best.1);
    (fast_max(best.0, value), number)
}

/// The better of two; at equal values that of the lower number.
#[inline]
fn first(one: (f64, usize), other: (f64, usize)) -> (f64, usize) {
    let other_is = other.0 > one.0 || (other.0 == one.0 && other.1 < one.1);
    (fast_max(one.0, other.0), select_unpredictable(other_is, other.1, one.1))
}

/// Points by coordinate, in blocks, for scans by vector instructions. The last block is padded with
/// the last point.
#[derive(Clone, Debug)]
pub(super) struct VertexBlocks {
    blocks: Vec<[[f64; POINTS_PER_BLOCK]; 3]>,
}

impl VertexBlocks {
    /// Requires at least one point.
    pub(super) fn new(points: &[Vector3<f64>]) -> Self {
        let block = |chunk: &[Vector3<f64>]| {
            let last = chunk.len() - 1;
            [0, 1, 2].map(|axis| std::array::from_fn(|number| chunk[number.min(last)][axis]))
        };
        Self {
            blocks: points.chunks(POINTS_PER_BLOCK).map(block).collect(),
        }
    }

    /// The least and the greatest projection onto a direction. O(n).
    #[inline]
    pub(super) fn span(&self, along: &Vector3<f64>) -> (f64, f64) {
        let (mut low, mut high) = ([f64::INFINITY; POINTS_PER_BLOCK], [f64::NEG_INFINITY; POINTS_PER_BLOCK]);
        for block in &self.blocks {
            let values = projections(block, along);
            for number in 0..POINTS_PER_BLOCK {
                low[number] = fast_min(low[number], values[number]);
                high[number] = fast_max(high[number], values[number]);
            }
        }
        let (mut lowest, mut highest) = (low[0], high[0]);
        for number in 1..POINTS_PER_BLOCK {
            lowest = fast_min(lowest, low[number]);
            highest = fast_max(highest, high[number]);
        }
        (lowest, highest)
    }

    /// The extreme point along a direction, which need not be unit; the first of equals. O(n).
    #[inline]
    pub(super) fn farthest(&self, along: &Vector3<f64>) -> Vector3<f64> {
        // The block's number is as wide as the value, so that vector instructions keep both.
        let (mut best, mut found) = ([f64::NEG_INFINITY; POINTS_PER_BLOCK], [0; POINTS_PER_BLOCK]);
        for (here, block) in self.blocks.iter().enumerate() {
            let values = projections(block, along);
            for lane in 0..POINTS_PER_BLOCK {
                found[lane] = if values[lane] > best[lane] { here } else { found[lane] };
                best[lane] = fast_max(best[lane], values[lane]);
            }
        }
        let in_lane = |lane: usize| (best[lane], POINTS_PER_BLOCK * found[lane] + lane);
        let (_, number) = first(first(in_lane(0), in_lane(1)), first(in_lane(2), in_lane(3)));
        let [x, y, z] = &self.blocks[number / POINTS_PER_BLOCK];
        let lane = number % POINTS_PER_BLOCK;
        Vector3::new(x[lane], y[lane], z[lane])
    }
}

/// Written as a loop so that the compiler emits vector instructions.
#[inline]
fn projections([x, y, z]: &[[f64; POINTS_PER_BLOCK]; 3], along: &Vector3<f64>) -> [f64; POINTS_PER_BLOCK] {
    let mut values = [0.0; POINTS_PER_BLOCK];
    for number in 0..POINTS_PER_BLOCK {
        values[number] = x[number] * along.x + y[number] * along.y + z[number] * along.z;
    }
    values
}

/// Vertices of a convex part, in either layout.
#[derive(Clone, Copy, Debug)]
pub(super) enum Corners<'a> {
    Few(&'a [Vector3<f64>]),
    Many(&'a VertexBlocks),
}

impl Corners<'_> {
    /// The extreme vertex along a direction.
    #[inline]
    pub(super) fn farthest(&self, along: &Vector3<f64>) -> Vector3<f64> {
        match self {
            Corners::Few(points) => points[farthest(points, along)],
            Corners::Many(vertex_blocks) => vertex_blocks.farthest(along),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    /// Few values, so that ties are common.
    #[test]
    fn ties_return_the_first_extreme_point() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        for case in 0..4_000 {
            let mut whole = || (random.next_u64() % 7) as f64 - 3.0;
            let points: Vec<Vector3<f64>> = (0..1 + case % 23).map(|_| Vector3::from_fn(|_, _| whole())).collect();
            let along = Vector3::from_fn(|_, _| whole());
            let mut expected = 0;
            for (number, point) in points.iter().enumerate() {
                if point.dot(&along) > points[expected].dot(&along) {
                    expected = number;
                }
            }
            assert_eq!(farthest(&points, &along), expected, "{points:?} {along}");
            let vertex_blocks = VertexBlocks::new(&points);
            assert_eq!(vertex_blocks.farthest(&along), points[expected], "{points:?} {along}");
            let low = points.iter().map(|point| point.dot(&along)).fold(f64::INFINITY, f64::min);
            assert_eq!(vertex_blocks.span(&along), (low, points[expected].dot(&along)));
        }
    }
}
