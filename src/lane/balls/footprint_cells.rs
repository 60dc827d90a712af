//! The cells of a level from which a ball could touch a larger one that is in its lease.

use super::constants::ROOM;
use super::level::Level;
use nalgebra::Vector3;

/// A larger ball in its lease.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeasedBall {
    pub(super) radius: f64,
    /// The centre of the lease.
    pub(super) centre: Vector3<f64>,
    /// How far the ball may go from it.
    pub(super) margin: f64,
    /// How far rounding can put it beside its place.
    pub(super) rounding: f64,
    /// Whether balls with boxes that could overlap its own are wanted, and not only those that could
    /// touch it.
    pub(super) with_box: bool,
}

/// The cells with one number on an axis: the squares of the least and the greatest distance on the
/// axis at which a ball of such a cell may be.
struct Slab {
    number: u32,
    nearest: f64,
    farthest: f64,
}

impl Slab {
    /// The only one on z if all centres are in a plane.
    const FLAT: Self = Self {
        number: 0,
        nearest: 0.0,
        farthest: 0.0,
    };
}

/// Appends the indices of the cells, by any image, from which a ball of a level could touch a
/// larger ball in its lease. Cells that are inside of the larger ball are left out, since balls do
/// not overlap.
pub(super) fn append_footprint(level: &Level, ball: &LeasedBall, cells: &mut Vec<u32>) {
    let (grid, size) = (level.grid(), level.size());
    let range = (ball.radius + ball.margin + size.largest) * ROOM + ball.rounding;
    let inside = ((ball.radius - ball.margin) / ROOM - ball.rounding).max(0.0);
    let (range_squared, inside_squared) = (range * range, inside * inside);
    let [xs, ys, zs] = [0, 1, 2].map(|axis| match axis < grid.axes() {
        true => slabs(level, axis, ball.centre[axis], range),
        false => vec![Slab::FLAT],
    });
    for z in &zs {
        for y in &ys {
            let (near, far) = (z.nearest + y.nearest, z.farthest + y.farthest);
            let is_near = |square: f64| ball.with_box || square <= range_squared;
            if !is_near(near) {
                continue;
            }
            let touched = xs
                .iter()
                .filter(|x| is_near(near + x.nearest) && far + x.farthest >= inside_squared);
            cells.extend(touched.map(|x| grid.index([x.number, y.number, z.number]) as u32));
        }
    }
}

/// The cells of an axis that contain, by any image, positions within a range of a centre.
fn slabs(level: &Level, axis: usize, centre: f64, range: f64) -> Vec<Slab> {
    let (grid, leeway) = (level.grid(), level.size().leeway);
    let reach = range + leeway;
    let found = grid.images_between(axis, centre - reach, centre + reach);
    let slab = |(number, image): (u32, i64)| {
        let length = image as f64 * grid.lengths()[axis];
        let [low, high] = level.neighbours_on(axis, number).ends();
        let (below, above) = (low + length - leeway - centre, high + length + leeway - centre);
        let nearest = below.max(-above).max(0.0);
        let farthest = above.max(-below);
        Slab {
            number,
            nearest: nearest * nearest,
            farthest: farthest * farthest,
        }
    };
    found.into_iter().map(slab).collect()
}
