//! The sizes of the cells, from the present boxes.
//!
//! 1. Boxes that are infinite on some axis go to the cell without bounds.
//! 2. The side of the finest cells is the one with the requested mean occupancy, averaged over the
//!    boxes (not over the cells: in clusters cells are small). Found by bisection on a sample.
//! 3. Cells tile the region of the boxes: on each axis an integer number of them. On the longest
//!    axis of the region they are longer, by the ratio that suits the store of a cell.
//! 4. A cell must be twice as wide as its boxes. Where most boxes are too large, cells grow until
//!    half of them fit. The rest goes to a coarser level, planned for these boxes alone: as they
//!    are sparse, its cells are as small as they allow.

use super::super::{Aabb, Scalar};
use super::constants::{BISECTION_STEPS, CELL_TO_BOX_RATIO, FEW_BOXES, LEVEL_RATIO, MARGIN, MAX_LEVELS, SAMPLE, SHRINK};
use hashbrown::HashMap;

/// The cells of a level: a corner of one, and the lengths of their sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tiling<const D: usize> {
    pub(super) corner: [f64; D],
    pub(super) sides: [f64; D],
}

/// The tilings of the levels, ascending, with cells that are `stretch` times as long as they are
/// wide. Empty if all boxes belong in the cell without bounds.
pub(super) fn tilings<'a, S: Scalar, const D: usize>(
    boxes: impl Iterator<Item = &'a Aabb<S, D>>,
    population: usize,
    stretch: f64,
) -> Vec<Tiling<D>> {
    let mut region = [[f64::INFINITY, f64::NEG_INFINITY]; D];
    let boxes = boxes.inspect(|aabb| {
        for (axis, [low, high]) in region.iter_mut().enumerate() {
            let (min, max) = (aabb.min[axis].to_f64(), aabb.max[axis].to_f64());
            if min.is_finite() && max.is_finite() {
                (*low, *high) = (low.min(min), high.max(max));
            }
        }
    });
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
    if centres.len() <= population {
        return Vec::new();
    }
    let mut least = side_for_occupancy(&region, stretch, &centres, population as f64);
    let mut tilings = Vec::new();
    while tilings.len() < MAX_LEVELS && sizes.len() > FEW_BOXES {
        let half = sizes.len() / 2;
        let (_, median, _) = sizes.select_nth_unstable_by(half, f64::total_cmp);
        let side = f64::max(least, CELL_TO_BOX_RATIO * *median);
        if !(side.is_finite() && side > 0.0) {
            break;
        }
        tilings.push(tile(&region, stretch, side));
        sizes.retain(|size| CELL_TO_BOX_RATIO * size > side);
        least = LEVEL_RATIO * side;
    }
    tilings
}

/// The tiling of a region with cells about `width` wide, and `stretch` times as long on the longest
/// axis.
fn tile<const D: usize>(region: &[[f64; 2]; D], stretch: f64, width: f64) -> Tiling<D> {
    let finite = |axis: usize| Some(region[axis][1] - region[axis][0]).filter(|length| length.is_finite());
    let longest = (0..D).max_by(|a, b| finite(*a).partial_cmp(&finite(*b)).expect("no length is NaN"));
    let mut tiling = Tiling {
        corner: [0.0; D],
        sides: [width; D],
    };
    for (axis, [low, high]) in region.iter().enumerate() {
        let side = if Some(axis) == longest { stretch * width } else { width };
        let length = (high - low) + 2.0 * MARGIN * side;
        if length.is_finite() {
            tiling.sides[axis] = length / (length / side + SHRINK).floor().max(1.0);
            tiling.corner[axis] = low - MARGIN * side;
        }
    }
    tiling
}

/// The width of cells with a mean occupancy of `population` over the boxes, the box itself
/// included.
fn side_for_occupancy<const D: usize>(region: &[[f64; 2]; D], stretch: f64, centres: &[[f64; D]], population: f64) -> f64 {
    let stride = centres.len().div_ceil(SAMPLE);
    let sample: Vec<&[f64; D]> = centres.iter().step_by(stride).collect();
    let extent = region
        .iter()
        .map(|[low, high]| high - low)
        .filter(|length| length.is_finite())
        .fold(0.0, f64::max);
    let (mut low, mut high) = (-40.0, 1.0);
    let occupancy_at =
        |power: f64| stride as f64 * (occupancy(&sample, &tile(region, stretch, extent * libm::exp2(power))) - 1.0) + 1.0;
    for _ in 0..BISECTION_STEPS {
        let middle = 0.5 * (low + high);
        if occupancy_at(middle) > population {
            high = middle;
        } else {
            low = middle;
        }
    }
    // The occupancy is a step function of the width, since cells tile the region.
    let nearer = if occupancy_at(high) * occupancy_at(low) < population * population {
        high
    } else {
        low
    };
    extent * libm::exp2(nearer)
}

/// The mean over the sample of the number of sampled boxes in the same cell.
fn occupancy<const D: usize>(sample: &[&[f64; D]], tiling: &Tiling<D>) -> f64 {
    let mut cells: HashMap<[i32; D], u32> = HashMap::new();
    for centre in sample {
        let cell = |axis: usize| ((centre[axis] - tiling.corner[axis]) / tiling.sides[axis]).floor() as i32;
        *cells.entry(std::array::from_fn(cell)).or_default() += 1;
    }
    #[allow(clippy::disallowed_methods, reason = "a sum of whole numbers is the same in any order")]
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
    fn up_to_the_population_all_boxes_share_one_cell() {
        assert!(tilings(lattice(4, 1.0, 0.5).iter(), 64, 1.0).is_empty());
        assert!(tilings([].iter() as std::slice::Iter<'_, Aabb<f32, 2>>, 64, 1.0).is_empty());
    }

    #[test]
    fn a_lattice_gets_cells_of_the_requested_population() {
        let tilings = tilings(lattice(30, 2.0, 0.5).iter(), 64, 1.0);
        assert_eq!(tilings.len(), 1);
        // 64 = 4³ boxes, 2 apart.
        assert!(tilings[0].sides.iter().all(|side| *side > 6.0 && *side < 9.0), "{tilings:?}");
    }

    #[test]
    fn boxes_too_large_for_the_cells_get_a_coarser_level() {
        let mut boxes = lattice(30, 2.0, 0.5);
        boxes.extend(lattice(2, 20.0, 25.0));
        boxes.push(Aabb {
            min: [f64::NEG_INFINITY; 3],
            max: [0.0; 3],
        });
        let tilings = tilings(boxes.iter(), 64, 1.0);
        assert_eq!(tilings.len(), 2);
        assert!(tilings[1].sides.iter().all(|side| *side > 25.0), "{tilings:?}");
    }

    #[test]
    fn cells_of_a_flat_scene_tile_its_region() {
        let flat: Vec<_> = (0..400)
            .map(|k| {
                let min = [f64::from(k % 20), f64::from(k / 20), 5.0];
                Aabb {
                    min,
                    max: min.map(|low| low + 0.5),
                }
            })
            .collect();
        let [tiling] = tilings(flat.iter(), 100, 1.0)[..] else {
            panic!()
        };
        let cells: Vec<f64> = (0..3)
            .map(|axis| ([19.5, 19.5, 0.5][axis] / tiling.sides[axis]).ceil())
            .collect();
        assert_eq!(cells, [2.0, 2.0, 1.0], "{tiling:?}");
        assert!(
            tiling.corner[0] < 0.0 && tiling.corner[0] + 2.0 * tiling.sides[0] > 19.5,
            "{tiling:?}"
        );
    }

    #[test]
    fn cells_are_stretched_along_the_longest_axis() {
        let boxes: Vec<_> = lattice(16, 2.0, 0.5)
            .into_iter()
            .filter(|aabb| aabb.min[0] < 16.0 && aabb.min[2] < 16.0)
            .collect();
        let [tiling] = tilings(boxes.iter(), 128, 4.0)[..] else {
            panic!()
        };
        let [x, y, z] = tiling.sides;
        assert!(x == z && y > 3.0 * x && y < 6.5 * x, "{tiling:?}");
    }

    #[test]
    fn planning_500_equal_boxes_terminates() {
        let boxes = vec![
            Aabb {
                min: [1.0f32; 2],
                max: [1.0; 2]
            };
            500
        ];
        assert!(tilings(boxes.iter(), 64, 1.0).is_empty());
        let boxes = vec![
            Aabb {
                min: [1.0f32; 2],
                max: [3.0; 2]
            };
            500
        ];
        let tilings = tilings(boxes.iter(), 64, 1.0);
        assert_eq!(tilings.len(), 1);
        assert!(tilings[0].sides.iter().all(|side| *side > 2.0), "{tilings:?}");
    }
}
