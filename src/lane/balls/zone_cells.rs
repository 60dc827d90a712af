//! The cells in which a ball may overlap a region.

use super::cell_grid::CellGrid;
use super::level::Level;
use crate::domain::ImageOffset;
use crate::sap::Aabb;
use nalgebra::Vector3;

/// The part of space in which a body outside of the lane may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Region {
    /// In a periodic domain an axis on which the box is infinite counts once, by the image inside
    /// of the domain.
    Box(Aabb<f64, 3>),
    /// Solid where `normal . x <= offset`. In a periodic domain it is the same as `Everything`.
    HalfSpace {
        normal: Vector3<f64>,
        offset: f64,
    },
    Everything,
}

/// The index of a cell, and by how many lengths of the domain its image in the zone is away.
pub(super) type CellImage = (u32, ImageOffset);

/// The images of cells of all levels that touch a region with their boxes, grown on all sides by
/// the [extent](Level::extent) of their balls, sorted. Cells at a wall include all that is beyond
/// it. None if the region is everything.
pub(super) fn cells_touching(region: &Region, grid: &CellGrid) -> Vec<CellImage> {
    let mut found = Vec::new();
    for level in grid.levels() {
        match region {
            Region::Everything => {}
            Region::Box(region) => found.extend(touching_box(region, level)),
            Region::HalfSpace { normal, offset } => found.extend(touching_half_space(normal, *offset, level)),
        }
    }
    found.sort_unstable();
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
