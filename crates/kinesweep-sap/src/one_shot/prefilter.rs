//! A conservative prefilter for long sweeps: bounds rounded to seven bits, compared sixteen boxes
//! at a time.
//!
//! 1. On every axis but the sweep axis, bounds are mapped to *levels* 0 to 127 by one
//!    non-decreasing function. Overlapping boxes therefore overlap in levels, too; the converse
//!    need not hold.
//! 2. Eight boxes of the sweep order fill a word, a byte each. With the top bit of each byte set in
//!    the minuend, one subtraction of words compares eight bytes: the top bit stays where the
//!    minuend's level is not smaller (and no borrow crosses a byte).
//! 3. Boxes that pass on all axes are compared again with the exact bounds, eight at once.
//!
//! A range widened by a few boxes, or many boxes in one level, cost only speed: then nearly every
//! word needs the second comparison.

use super::super::{Aabb, Scalar};
use super::kernel::{LANES, Lanes};
use super::sample::range;

/// The highest level.
const TOP: f64 = 127.0;

/// Added to a number in 0 to 127, leaves the nearest integer in the low bits of the sum: 2^52.
const TO_INTEGER: f64 = 4_503_599_627_370_496.0;

/// A one in each byte.
const EACH: u64 = 0x0101_0101_0101_0101;

/// The top bit of each byte.
const TOPS: u64 = 0x8080_8080_8080_8080;

/// Number of words in a block.
const WORDS: usize = 2;

/// Number of boxes in a block.
const BLOCK: usize = WORDS * LANES;

/// The levels of a block on one axis.
#[derive(Clone, Copy, Debug, Default)]
struct Levels {
    min: [u64; WORDS],
    /// With the top bits set.
    max: [u64; WORDS],
}

/// The levels of boxes in sweep order.
#[derive(Clone, Debug)]
pub(super) struct Prefilter<S, const D: usize> {
    /// The lower end of each block on the sweep axis.
    begins: Vec<S>,
    /// The blocks of each axis; empty for the sweep axis.
    levels: [Vec<Levels>; D],
}

impl<S, const D: usize> Default for Prefilter<S, D> {
    fn default() -> Self {
        Self {
            begins: Vec::new(),
            levels: std::array::from_fn(|_| Vec::new()),
        }
    }
}

impl<S: Scalar, const D: usize> Prefilter<S, D> {
    /// Reports all overlapping pairs of boxes, each once, as places in `lanes`, the earlier one
    /// first.
    #[allow(clippy::needless_range_loop, reason = "one index runs over several arrays of equal length")]
    pub(super) fn pairs(&mut self, lanes: &Lanes<S, D>, ranges: [(f64, f64); D], mut report: impl FnMut(usize, usize)) {
        self.fill(lanes, ranges);
        let view = lanes.view();
        let count = self.begins.len();
        let levels: [&[Levels]; D] = std::array::from_fn(|at| if at == 0 { &[][..] } else { &self.levels[at][..count] });
        for place in 0..lanes.len() {
            let one = view.bounds(place);
            let (own, lane) = (place / BLOCK, place % BLOCK);
            let mine: [(u64, u64); D] = std::array::from_fn(|at| match at {
                0 => (0, 0),
                _ => {
                    let (word, shift) = (lane / LANES, lane % LANES * 8);
                    let min = levels[at][own].min[word] >> shift & 0x7f;
                    let max = levels[at][own].max[word] >> shift & 0xff;
                    (min * EACH, max * EACH)
                }
            });
            // In its own block, only those behind it.
            let mut keep: [u64; WORDS] = std::array::from_fn(|word| match (lane + 1).saturating_sub(word * LANES) {
                behind if behind < LANES => TOPS << (8 * behind),
                _ => 0,
            });
            for block in own..count {
                let begins_too_late = !(self.begins[block] <= one.max[0]);
                if begins_too_late {
                    break;
                }
                let mut passed = keep;
                keep = [TOPS; WORDS];
                for at in 1..D {
                    let other = &levels[at][block];
                    for word in 0..WORDS {
                        passed[word] &= (mine[at].1 - other.min[word]) & (other.max[word] - mine[at].0);
                    }
                }
                if passed.iter().fold(0, |all, word| all | word) != 0 {
                    for (word, passed) in passed.into_iter().enumerate().filter(|&(_, passed)| passed != 0) {
                        let start = block * BLOCK + word * LANES;
                        let mut hits = view.hits(&one, start) & passed >> 7;
                        while hits != 0 {
                            report(place, start + hits.trailing_zeros() as usize / 8);
                            hits &= hits - 1;
                        }
                    }
                }
            }
        }
    }

    #[allow(clippy::needless_range_loop, reason = "one index runs over several arrays of equal length")]
    #[allow(clippy::manual_clamp, reason = "NaN becomes zero, unlike with `clamp`")]
    fn fill(&mut self, lanes: &Lanes<S, D>, ranges: [(f64, f64); D]) {
        let view = lanes.view();
        let count = lanes.len().div_ceil(BLOCK);
        self.begins.clear();
        self.begins.extend((0..count).map(|block| view.min[0][block * BLOCK]));
        for at in 1..D {
            let (low, high) = ranges[at];
            let scale = if high > low { TOP / (high - low) } else { 0.0 };
            let level = |value: S| ((value.to_f64() - low) * scale).max(0.0).min(TOP) + TO_INTEGER;
            let word = |values: &[S], none: u64| {
                let mut bytes = [none as u8; LANES];
                for (byte, &value) in bytes.iter_mut().zip(values) {
                    *byte = level(value).to_bits() as u8;
                }
                u64::from_le_bytes(bytes)
            };
            let (min, max) = (&view.min[at][..lanes.len()], &view.max[at][..lanes.len()]);
            let words = |values: &[S], none| -> [u64; WORDS] {
                let mut chunks = values.chunks(LANES);
                std::array::from_fn(|_| word(chunks.next().unwrap_or_default(), none))
            };
            self.levels[at].clear();
            self.levels[at].extend(min.chunks(BLOCK).zip(max.chunks(BLOCK)).map(|(min, max)| Levels {
                min: words(min, TOP as u64),
                max: words(max, 0).map(|word| word | TOPS),
            }));
        }
    }
}

/// The range of levels of each axis, in the order in which [`Lanes`] holds the axes.
pub(super) fn ranges<S: Scalar, const D: usize>(boxes: &[Aabb<S, D>], sweep_axis: usize) -> [(f64, f64); D] {
    std::array::from_fn(|at| match at {
        0 => (0.0, 0.0),
        _ => range(boxes, if at == sweep_axis { 0 } else { at }),
    })
}
