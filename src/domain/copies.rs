//! Copies of boxes in a periodic domain: finitely many that stand for all images of a box.
//!
//! 1. The *first* copy of a box is its image with the lower corner in the domain. Where it
//!    extends beyond an upper face there is another copy one side below it on that axis, and one
//!    for each choice of such axes.
//! 2. Two boxes overlap by some of their images if and only if two of their copies overlap. On each
//!    axis the lower end of one of the two intervals lies between the ends of the other; the first
//!    copy of the one that begins later meets a copy of the other.
//!
//! Copies are made by one of two roundings, which must not be mixed.
//! [`outward`](PeriodicBox::copies_outward) widens boxes, so that no overlap is lost for any box;
//! [`exact`](PeriodicBox::copies_exact) keeps the box itself to the bit, so that boxes that touch
//! across a face touch to the bit, for boxes at most half as wide as the domain.

use super::nearest::ImageOffset;
use super::periodic_box::{PeriodicBox, image_on_axis};
use crate::sap::Aabb;
use smallvec::SmallVec;

/// Outward rounding of a shifted box, in units of the magnitudes that enter: a quotient, a product
/// and two sums on either side, each rounded by half an epsilon.
const OUTWARD: f64 = 16.0 * f64::EPSILON;

/// Most copies below the first on an axis. A box that is not longer than the domain has one at
/// most. Only the lease of a body that crosses the domain within a few floats of the time could
/// have more, and such a body is refused.
const MOST_COPIES: i64 = 3;

/// One of the copies of a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BoxCopy {
    pub(crate) aabb: Aabb<f64, 3>,
    /// From the copy to the box, in sides.
    pub(crate) offset: ImageOffset,
    /// Its number on each axis: 0 is the first copy, 1 is one side below it.
    pub(crate) number: ImageOffset,
}

/// All copies of a box: nearly always one.
pub(crate) type Copies = SmallVec<[BoxCopy; 1]>;

/// The copies of an interval on an axis: the offset of the first, and both ends of each.
struct AxisCopies {
    first: i64,
    ends: SmallVec<[[f64; 2]; 2]>,
}

impl PeriodicBox {
    /// The copies of a box of any size, rounded outward.
    pub(crate) fn copies_outward(&self, aabb: &Aabb<f64, 3>) -> Copies {
        let sides = self.sides();
        combined([0, 1, 2].map(|axis| {
            let (from, side) = (self.min[axis], sides[axis]);
            let outward = outward(aabb.min[axis], aabb.max[axis], from, side);
            let (low, high) = (aabb.min[axis] - outward, aabb.max[axis] + outward);
            let first = ((low - from) / side).floor() as i64;
            let last = ((high + outward - from) / side).floor() as i64;
            let more = last.saturating_sub(first).clamp(0, MOST_COPIES);
            let ends = |number: i64| [low, high].map(|end| end - first.saturating_add(number) as f64 * side);
            AxisCopies {
                first,
                ends: (0..=more).map(ends).collect(),
            }
        }))
    }

    /// The copies of a box that is at most half as wide as the domain, its first copy to the bit
    /// where the box itself begins in the domain.
    pub(crate) fn copies_exact(&self, aabb: &Aabb<f64, 3>) -> Copies {
        let sides = self.sides();
        combined([0, 1, 2].map(|axis| {
            let (from, to) = (self.min[axis], self.max[axis]);
            let (corner, inside) = (aabb.min[axis], image_on_axis(aabb.min[axis], from, to));
            // A box that begins inside keeps its bits.
            let high = match inside == corner {
                true => aabb.max[axis],
                false => aabb.max[axis] + (inside - corner),
            };
            let mut ends = SmallVec::from_iter([[inside, high]]);
            if high >= to {
                // A box that touches the upper face touches the lower one, too, to the bit.
                ends.push([inside, high].map(|end| from + (end - to)));
            }
            AxisCopies {
                first: ((corner - inside) / sides[axis]).round() as i64,
                ends,
            }
        }))
    }

    /// The parts of the domain that a region covers by any of its images, rounded outward.
    pub(crate) fn parts_covered(&self, region: &Aabb<f64, 3>) -> SmallVec<[Aabb<f64, 3>; 8]> {
        let sides = self.sides();
        let mut parts: SmallVec<[Aabb<f64, 3>; 8]> = SmallVec::new();
        parts.push(*region);
        for axis in 0..3 {
            let (side, from) = (sides[axis], self.min[axis]);
            let to = from + side;
            let (low, high) = (region.min[axis], region.max[axis]);
            let outward = outward(low, high, from, side);
            let down = ((low - from) / side).floor() * side;
            // Written so that a region that is infinite, or wider than the domain, covers all of
            // it.
            let within = if high - low + 2.0 * outward < side {
                [
                    (low - down - outward, high - down + outward),
                    (from - outward, high - down - side + outward),
                ]
            } else {
                [(from - outward, to + outward), (from, f64::NEG_INFINITY)]
            };
            let before = std::mem::take(&mut parts);
            for part in &before {
                for (low, high) in within.into_iter().filter(|(low, high)| low <= high) {
                    let mut part = *part;
                    (part.min[axis], part.max[axis]) = (low, high);
                    parts.push(part);
                }
            }
        }
        parts
    }
}

/// How far to widen an interval of these ends in a domain that begins at `from`.
fn outward(low: f64, high: f64, from: f64, side: f64) -> f64 {
    OUTWARD * (low.abs() + high.abs() + from.abs() + side)
}

/// All choices of one copy on each axis, x fastest.
fn combined([xs, ys, zs]: [AxisCopies; 3]) -> Copies {
    let mut copies = Copies::new();
    for (z, on_z) in zs.ends.iter().enumerate() {
        for (y, on_y) in ys.ends.iter().enumerate() {
            for (x, on_x) in xs.ends.iter().enumerate() {
                let number = [x as i64, y as i64, z as i64];
                copies.push(BoxCopy {
                    aabb: Aabb {
                        min: [on_x[0], on_y[0], on_z[0]],
                        max: [on_x[1], on_y[1], on_z[1]],
                    },
                    // Saturating: of a box at no finite place the first offset may be the largest.
                    offset: std::array::from_fn(|axis| [xs.first, ys.first, zs.first][axis].saturating_add(number[axis])),
                    number,
                });
            }
        }
    }
    copies
}

#[cfg(test)]
mod tests;
