//! The sizes of the cells, from the boxes that are there.
//!
//! 1. Boxes without an end on some axis are left to the one cell without bounds.
//! 2. The side of the finest cells is the one at which a box shares its cell with as many others as wanted, on average over the
//!    boxes (not over the cells: in clusters cells are small). Found by bisection on a sample.
//! 3. A box has to fit into cells of twice its size. Where most do not, cells grow until half of them do; those that still do not
//!    fit are left to a coarser level, which is planned for them alone: sparse as they are, its cells are as small as fits them.

use super::super::{Aabb, Scalar};
use hashbrown::HashMap;

/// Cells of a level are at least this many times as wide as the boxes in it, so that few boxes touch more than one.
const SIDES: f64 = 2.0;
/// A coarser level has cells at least this many times as wide.
const COARSER: f64 = 4.0;
/// Levels with bounds, at most.
const MAX_LEVELS: usize = 6;
/// Boxes that are looked at to find how crowded cells of a size are.
const SAMPLE: usize = 4096;
/// So few boxes are left to the cell without bounds: to compare each with everything is cheaper than another level.
const FEW: usize = 4;
/// Steps of bisection: the side is right to a thousandth of the power of two that it lies in.
const STEPS: usize = 16;

/// The sides of the cells of each level, ascending. None if all should be in one cell without bounds.
pub(super) fn sides<'a, S: Scalar, const D: usize>(boxes: impl Iterator<Item = &'a Aabb<S, D>>, wanted: usize) -> Vec<f64> {
    let mut centres: Vec<[f64; D]> = Vec::new();
    let mut sizes = Vec::new();
    for aabb in boxes {
        let (min, max) = (aabb.min.map(S::to_f64), aabb.max.map(S::to_f64));
        let size = (0..D).fold(0.0, |size, axis| f64::max(size, max[axis] - min[axis]));
        if size.is_finite() {
            centres.push(std::array::from_fn(|axis| 0.5 * min[axis] + 0.5 * max[axis]));
            sizes.push(size);
        }
    }
    let mut sides = Vec::new();
    if centres.len() <= wanted {
        return sides;
    }
    let mut least = crowded_side(&centres, wanted as f64);
    while sides.len() < MAX_LEVELS && sizes.len() > FEW {
        let half = sizes.len() / 2;
        let (_, median, _) = sizes.select_nth_unstable_by(half, f64::total_cmp);
        let side = f64::max(least, SIDES * *median);
        if !(side.is_finite() && side > 0.0) {
            break;
        }
        sides.push(side);
        sizes.retain(|size| SIDES * size > side);
        least = COARSER * side;
    }
    sides
}

/// The side of cells in which a box finds as many as `wanted`, itself included, on average.
fn crowded_side<const D: usize>(centres: &[[f64; D]], wanted: f64) -> f64 {
    let stride = centres.len().div_ceil(SAMPLE);
    let sample: Vec<&[f64; D]> = centres.iter().step_by(stride).collect();
    let mut extent = 0.0;
    for axis in 0..D {
        let (min, max) = sample.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(min, max), centre| {
            (f64::min(min, centre[axis]), f64::max(max, centre[axis]))
        });
        extent = f64::max(extent, max - min);
    }
    let (mut low, mut high) = (-40.0, 1.0);
    for _ in 0..STEPS {
        let middle = 0.5 * (low + high);
        if stride as f64 * (crowd(&sample, extent * f64::exp2(middle)) - 1.0) + 1.0 > wanted {
            high = middle;
        } else {
            low = middle;
        }
    }
    extent * f64::exp2(high)
}

/// How many of the sample a box of it finds in its cell, on average.
fn crowd<const D: usize>(sample: &[&[f64; D]], side: f64) -> f64 {
    let mut cells: HashMap<[i32; D], u32> = HashMap::new();
    for centre in sample {
        *cells.entry(centre.map(|value| value.cell(1.0 / side))).or_default() += 1;
    }
    // A sum of whole numbers is the same in any order.
    let squares: u64 = cells.values().map(|count| u64::from(*count).pow(2)).sum();
    squares as f64 / sample.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lattice(count: i32, spacing: f64, size: f64) -> Vec<Aabb<f64, 3>> {
        let mut boxes = Vec::new();
        for x in 0..count {
            for y in 0..count {
                for z in 0..count {
                    let min = [x, y, z].map(|k| f64::from(k) * spacing);
                    boxes.push(Aabb {
                        min,
                        max: min.map(|low| low + size),
                    });
                }
            }
        }
        boxes
    }

    #[test]
    fn few_boxes_share_one_cell() {
        assert!(sides(lattice(4, 1.0, 0.5).iter(), 64).is_empty());
        assert!(sides([].iter() as std::slice::Iter<'_, Aabb<f32, 2>>, 64).is_empty());
    }

    #[test]
    fn a_lattice_gets_the_cells_that_were_wanted() {
        let sides = sides(lattice(30, 2.0, 0.5).iter(), 64);
        assert_eq!(sides.len(), 1);
        // 64 = 4³ boxes, 2 apart.
        assert!(sides[0] > 6.0 && sides[0] < 9.0, "{sides:?}");
    }

    #[test]
    fn what_does_not_fit_gets_a_coarser_level() {
        let mut boxes = lattice(30, 2.0, 0.5);
        boxes.extend(lattice(2, 20.0, 25.0));
        boxes.push(Aabb {
            min: [f64::NEG_INFINITY; 3],
            max: [0.0; 3],
        });
        let sides = sides(boxes.iter(), 64);
        assert_eq!(sides.len(), 2);
        assert_eq!(sides[1], 50.0);
    }

    #[test]
    fn a_crowd_at_one_point_ends() {
        let boxes = vec![
            Aabb {
                min: [1.0f32; 2],
                max: [1.0; 2]
            };
            500
        ];
        assert!(sides(boxes.iter(), 64).is_empty());
        let boxes = vec![
            Aabb {
                min: [1.0f32; 2],
                max: [3.0; 2]
            };
            500
        ];
        assert_eq!(sides(boxes.iter(), 64), [4.0]);
    }
}
