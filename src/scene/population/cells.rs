//! A grid of cells that finds the balls and obstacles near a point.
//!
//! Cells are no smaller than the least distance of two centres, so a centre is compared only with
//! those in its own cell and the 26 around it. The size of the grid does not change the result,
//! which is that of comparing all pairs.

use super::obstacle::Obstacle;
use super::region::Region;
use nalgebra::Vector3;

/// The end of the list of balls of a cell.
const NONE: u32 = u32::MAX;

/// Balls of one radius in a box, and the obstacles around them.
#[derive(Debug)]
pub(super) struct Cells<'a> {
    region: Region,
    counts: [usize; 3],
    /// Cells per metre along each axis.
    rate: Vector3<f64>,
    /// First ball of each cell, and the next ball after each ball.
    first: Vec<u32>,
    next: Vec<u32>,
    centres: Vec<Vector3<f64>>,
    radius: f64,
    /// Obstacles that overlap each cell when grown by the radius; empty if there are none at all.
    bounded: Vec<Vec<u32>>,
    obstacles: &'a [Obstacle],
    /// Obstacles without bounds.
    unbounded: Vec<u32>,
}

impl<'a> Cells<'a> {
    /// An empty grid. `expected` centres will lie in the region, at least `2 * radius` from each
    /// other.
    pub(super) fn new(region: &Region, radius: f64, expected: usize, obstacles: &'a [Obstacle]) -> Self {
        let extent = region.high - region.low;
        let most = 4 * expected as u64 + 64;
        let mut side = 2.0 * radius;
        let mut counts = cell_counts(&extent, side);
        // From the widest extent over the smallest side (1e30) doubling reaches one cell in about a
        // hundred rounds.
        while counts.iter().map(|c| *c as f64).product::<f64>() > most as f64 {
            side *= 2.0;
            counts = cell_counts(&extent, side);
        }
        let rate = Vector3::from_fn(|axis, _| {
            if extent[axis] > 0.0 {
                counts[axis] as f64 / extent[axis]
            } else {
                0.0
            }
        });
        let cells: usize = counts.iter().product();
        let mut grid = Self {
            region: *region,
            counts,
            rate,
            first: vec![NONE; cells],
            next: Vec::with_capacity(expected),
            centres: Vec::with_capacity(expected),
            radius,
            bounded: Vec::new(),
            obstacles,
            unbounded: Vec::new(),
        };
        grid.add_obstacles();
        grid
    }

    fn add_obstacles(&mut self) {
        for (number, obstacle) in self.obstacles.iter().enumerate() {
            let Some([min, max]) = obstacle.aligned_box() else {
                self.unbounded.push(number as u32);
                continue;
            };
            if self.bounded.is_empty() {
                self.bounded = vec![Vec::new(); self.first.len()];
            }
            // One cell more on each side, against rounding in the corners.
            let from = self.cell_of(&min.add_scalar(-self.radius)).map(|c| c.saturating_sub(1));
            let to = self.cell_of(&max.add_scalar(self.radius)).map(|c| c + 1);
            let to: [usize; 3] = std::array::from_fn(|axis| to[axis].min(self.counts[axis] - 1));
            for z in from[2]..=to[2] {
                for y in from[1]..=to[1] {
                    for x in from[0]..=to[0] {
                        let cell = self.index([x, y, z]);
                        self.bounded[cell].push(number as u32);
                    }
                }
            }
        }
    }

    /// Whether a ball at `centre` is clear of all obstacles.
    pub(super) fn is_clear_of_obstacles(&self, centre: &Vector3<f64>) -> bool {
        let clear = |number: &u32| self.obstacles[*number as usize].is_clear_of(centre, self.radius);
        if !self.unbounded.iter().all(clear) {
            return false;
        }
        self.bounded.is_empty() || self.bounded[self.index(self.cell_of(centre))].iter().all(clear)
    }

    /// Whether a ball at `centre` is clear of all balls.
    pub(super) fn is_clear_of_balls(&self, centre: &Vector3<f64>) -> bool {
        let cell = self.cell_of(centre);
        let apart = 4.0 * self.radius * self.radius;
        for z in self.neighbours(cell, 2) {
            for y in self.neighbours(cell, 1) {
                for x in self.neighbours(cell, 0) {
                    let mut ball = self.first[self.index([x, y, z])];
                    while ball != NONE {
                        if self.region.apart(&(centre - self.centres[ball as usize])).norm_squared() <= apart {
                            return false;
                        }
                        ball = self.next[ball as usize];
                    }
                }
            }
        }
        true
    }

    /// The cells along an axis that contain the neighbours of this one.
    fn neighbours(&self, cell: [usize; 3], axis: usize) -> impl Iterator<Item = usize> {
        let (cell, count) = (cell[axis], self.counts[axis]);
        // With few cells all are neighbours, and each must be visited once.
        let [first, last] = match (self.region.is_periodic(), count) {
            (true, 4..) => [cell + count - 1, cell + count + 1],
            (true, _) => [0, count - 1],
            (false, _) => [cell.saturating_sub(1), (cell + 1).min(count - 1)],
        };
        (first..=last).map(move |neighbours| neighbours % count)
    }

    /// Adds a ball.
    pub(super) fn push(&mut self, centre: Vector3<f64>) {
        let cell = self.index(self.cell_of(&centre));
        self.next.push(self.first[cell]);
        self.first[cell] = self.centres.len() as u32;
        self.centres.push(centre);
    }

    /// The centres, in the order they were added.
    pub(super) fn into_centres(self) -> Vec<Vector3<f64>> {
        self.centres
    }

    fn cell_of(&self, point: &Vector3<f64>) -> [usize; 3] {
        std::array::from_fn(|axis| {
            // A cast maps negative values to 0.
            let cell = ((point[axis] - self.region.low[axis]) * self.rate[axis]) as usize;
            cell.min(self.counts[axis] - 1)
        })
    }

    fn index(&self, [x, y, z]: [usize; 3]) -> usize {
        (z * self.counts[1] + y) * self.counts[0] + x
    }
}

/// Cells along each axis of at least this side, at least one.
fn cell_counts(extent: &Vector3<f64>, side: f64) -> [usize; 3] {
    // Slightly fewer than fit, so that rounding in a centre's cell cannot make a cell narrower than
    // its side.
    const SHARE: f64 = 1.0 - 1e-9;
    std::array::from_fn(|axis| ((extent[axis] / side * SHARE) as usize).max(1))
}
