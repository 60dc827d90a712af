//! The cells in which a ball may overlap a region.

use super::cell_grid::CellGrid;
use super::level::Level;
use crate::domain::ImageOffset;
use crate::sap::Aabb;
use nalgebra::Vector3;
use std::sync::Arc;

/// The part of space in which a body outside of the lane may be.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Region {
    /// In a periodic domain an axis on which the box is infinite counts once, by the image inside
    /// of the domain.
    Box(Aabb<f64, 3>),
    /// The union of the regions of a body's parts.
    Parts(Arc<[PartRegion]>),
    /// Solid where `normal . x <= offset`. In a periodic domain it is the same as `Everything`.
    HalfSpace {
        normal: Vector3<f64>,
        offset: f64,
    },
    Everything,
}

/// A box, or the part of it between two parallel planes. Finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PartRegion {
    pub(crate) aabb: Aabb<f64, 3>,
    pub(crate) slab: Option<Slab>,
}

/// The points with `low <= normal . x <= high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Slab {
    pub(crate) normal: Vector3<f64>,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// The index of a cell, and by how many lengths of the domain its image in the zone is away.
pub(super) type CellImage = (u32, ImageOffset);

/// The images of cells of all levels that touch a region with their boxes, grown on all sides by
/// the [extent](Level::extent) of their balls, sorted. Cells at a wall include all that is beyond
/// it. None if the region is everything. O(cells), and O(cells log cells) for regions of parts.
pub(super) fn cells_touching(region: &Region, grid: &CellGrid) -> Vec<CellImage> {
    let mut found = Vec::new();
    for level in grid.levels() {
        match region {
            Region::Everything => {}
            Region::Box(region) => found.extend(touching_box(region, level)),
            Region::Parts(parts) => parts.iter().for_each(|part| add_touching_part(part, level, &mut found)),
            Region::HalfSpace { normal, offset } => found.extend(touching_half_space(normal, *offset, level)),
        }
    }
    found.sort_unstable();
    // Parts share cells.
    found.dedup();
    found
}

fn touching_box(region: &Aabb<f64, 3>, level: &Level) -> Vec<CellImage> {
    let mut found = Vec::new();
    let (grid, extent) = (level.grid(), level.extent());
    let [xs, ys, zs] = [0, 1, 2].map(|axis| grid.images_between(axis, region.min[axis] - extent, region.max[axis] + extent));
    for z in &zs {
        for y in &ys {
            let cells = xs.iter().map(|x| (grid.index([x.0, y.0, z.0]) as u32, [x.1, y.1, z.1]));
            found.extend(cells);
        }
    }
    found
}

/// One axis of the cells that touch a box: the number and the image of each, and the least and the
/// greatest `normal . x` of the part of its grown interval that is in the box, for that axis alone.
type Column = (u32, i64, [f64; 2]);

fn add_touching_part(part: &PartRegion, level: &Level, found: &mut Vec<CellImage>) {
    let Some(slab) = &part.slab else {
        found.extend(touching_box(&part.aabb, level));
        return;
    };
    let (grid, extent) = (level.grid(), level.extent());
    let columns = |axis: usize| -> Vec<Column> {
        let (min, max, normal) = (part.aabb.min[axis], part.aabb.max[axis], slab.normal[axis]);
        let images = grid.images_between(axis, min - extent, max + extent).into_iter();
        let column = images.map(|(cell, image)| {
            let [low, high] = level.neighbours_on(axis, cell).ends();
            let shift = image as f64 * grid.lengths()[axis];
            // A box that only touches the grown cell may be beyond it by rounding.
            let low = (low + shift - extent).max(min).min(max);
            let high = (high + shift + extent).min(max).max(low);
            let [one, other] = [normal * low, normal * high];
            (cell, image, [one.min(other), one.max(other)])
        });
        column.collect()
    };
    let [xs, ys, zs] = [0, 1, 2].map(columns);
    for (z, image_z, of_z) in &zs {
        for (y, image_y, of_y) in &ys {
            for (x, image_x, of_x) in &xs {
                let [least, most] = [0, 1].map(|side| of_x[side] + of_y[side] + of_z[side]);
                if least <= slab.high && slab.low <= most {
                    found.push((grid.index([*x, *y, *z]) as u32, [*image_x, *image_y, *image_z]));
                }
            }
        }
    }
}

fn touching_half_space(normal: &Vector3<f64>, offset: f64, level: &Level) -> Vec<CellImage> {
    let extent = level.extent();
    // By axis and number: what the axis adds to the least `normal . x` in the grown box of a cell.
    let least: [Vec<f64>; 3] = std::array::from_fn(|axis| {
        let ends = level.neighbours()[axis].iter().map(|neighbours| neighbours.ends());
        let least = ends.map(|[low, high]| match normal[axis] {
            0.0 => 0.0,
            normal => (normal * (low - extent)).min(normal * (high + extent)),
        });
        least.collect()
    });
    let mut found = Vec::new();
    for (z, at_z) in least[2].iter().enumerate() {
        for (y, at_y) in least[1].iter().enumerate() {
            let xs = least[0].iter().enumerate().filter(|(_, at_x)| **at_x + at_y + at_z <= offset);
            let cells = xs.map(|(x, _)| level.grid().index([x as u32, y as u32, z as u32]) as u32);
            found.extend(cells.map(|cell| (cell, [0; 3])));
        }
    }
    found
}
