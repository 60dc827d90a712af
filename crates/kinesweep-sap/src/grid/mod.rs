//! A grid whose cells are stores of boxes: Multi-SAP (Terdiman 2007, part II), subdivision (Tracy, Buss and Woods 2009,
//! section 3.1).
//!
//! 1. A box is in each cell that it touches. While it stays in the same cells, they are told of its moves; when it
//!    migrates, it is removed from some and inserted into others.
//! 2. All that happens to a cell is collected, and then done at once, cell by cell or by several threads (feature `parallel`).
//! 3. Each cell tells which pairs began and ceased to overlap; witness counts make one change of those of all cells.
//! 4. The size of the cells is chosen from the boxes, and anew when their number or their crowding has changed much.
//!
//! Where we differ: there are levels. A box is in the finest level whose cells are twice as wide as itself, thus in at most
//! two cells an axis; above all is one cell without bounds. So a floor, or an infinite box, does not fill the cells of all
//! others. Pairs of boxes in different levels are found directly ([`crossing`]). With boxes of about one size there is one
//! level.

mod cell;
mod check;
mod crossing;
mod home;
mod level;
mod moves;
mod plan;
mod region;
mod witnesses;

#[cfg(test)]
mod tests;

use super::{Aabb, Batch, Scalar, Store, SweepSap, Toggle};
pub use cell::CellStore;
use home::{Home, NOWHERE, Slot, Slots};
use level::Level;
use plan::Tiling;
use witnesses::Witnesses;

/// How the cells of a [`Grid`] are laid out. With a side that is no length (not above zero, or not finite) it is the
/// default layout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Layout<S, const D: usize> {
    /// Hashed cells, of such a size that a box shares its cell with about this many, and anew when they have changed much.
    Population(usize),
    /// Hashed cells with sides of this length.
    Side(f64),
    /// An array of cells with sides of this length over a region; boxes outside count to the cells at its border.
    Fixed {
        /// Length of a cell's side.
        side: f64,
        /// What the array covers. Its memory is 4 bytes a cell, full or empty; cells of which it would have more than 2^28
        /// are hashed.
        region: Aabb<S, D>,
    },
}

impl<S, const D: usize> Default for Layout<S, D> {
    fn default() -> Self {
        Self::Population(POPULATION)
    }
}

impl<S: Scalar, const D: usize> Layout<S, D> {
    /// The same, or what serves in its place.
    fn usable(self) -> Self {
        // What cells are found by is one by their side, in the numbers of the boxes. No comparison here holds for a NaN.
        let is_length = |side: f64| side > 0.0 && S::from_f64(1.0 / side).to_f64() > 0.0;
        match self {
            Self::Side(side) | Self::Fixed { side, .. } if !is_length(side) => Self::default(),
            Self::Fixed { side, region } => {
                let lengths = (0..D).map(|axis| region.max[axis].to_f64() - region.min[axis].to_f64());
                let cells: f64 = lengths.map(|length| (length / side).ceil().max(1.0)).product();
                if cells <= MOST_FIXED { self } else { Self::Side(side) }
            }
            Self::Population(_) | Self::Side(_) => self,
        }
    }
}

/// Cells of an array at most, which take 1 GB.
const MOST_FIXED: f64 = (1_u32 << 28) as f64;

/// Boxes in a cell, as a box sees it. Measured on 1 000 to 100 000 unit cubes at 5 % density: from 100 to 600 the times
/// differ by a fifth. (With sorted lists on three axes, the paper finds about 300.)
const POPULATION: usize = 256;
/// Cells are planned anew when there are this many times as many boxes as when they were planned, or by this factor fewer.
const GROWTH: usize = 2;
/// Cells are planned anew when a box finds its cell this many times as crowded as it was then.
const CROWDING: f64 = 4.0;
/// Cells are planned anew when this many boxes more than then are in the cell without bounds, and twice as many.
const UNBOUND: usize = 16;

/// If all but one in so many boxes move, cells are not told of each.
const MOST_SHARE: usize = 8;

/// What the plan was made for.
#[derive(Clone, Copy, Debug, Default)]
struct Planned {
    len: usize,
    crowd: f64,
    unbound: usize,
}

/// The store to take unless you know better: a grid whose cells are ordered along one axis.
pub type GridSap<S, const D: usize> = Grid<S, D, SweepSap<S, D>>;

/// A grid of cells, each a store of boxes.
#[derive(Debug)]
pub struct Grid<S, const D: usize, C> {
    layout: Layout<S, D>,
    /// From the finest to the one without bounds.
    levels: Vec<Level<S, D, C>>,
    homes: Vec<Home<D>>,
    slots: Vec<Slots>,
    /// The boxes as they are, by name.
    boxes: Vec<Aabb<S, D>>,
    witnesses: Witnesses,
    /// What the cells tell in a batch.
    raw: Vec<Toggle>,
    /// What happens to one cell, as it is told.
    work: Batch<S, D>,
    len: usize,
    /// How many levels have boxes.
    levels_in_use: usize,
    is_serial: bool,
    planned: Planned,
}

impl<S: Scalar, const D: usize, C: CellStore<S, D>> Default for Grid<S, D, C> {
    fn default() -> Self {
        Self::new(Layout::default())
    }
}

impl<S: Scalar, const D: usize, C: CellStore<S, D>> Grid<S, D, C> {
    /// An empty grid.
    pub fn new(layout: Layout<S, D>) -> Self {
        const { assert!(D >= 1 && D <= 8, "a grid has between one and eight dimensions") };
        let mut grid = Self {
            layout: layout.usable(),
            levels: Vec::new(),
            homes: Vec::new(),
            slots: Vec::new(),
            boxes: Vec::new(),
            witnesses: Witnesses::default(),
            raw: Vec::new(),
            work: Batch::default(),
            len: 0,
            levels_in_use: 0,
            is_serial: false,
            planned: Planned::default(),
        };
        grid.levels = grid.plan(&Batch::default());
        grid
    }

    /// Runs all cells on the thread that asks, also with the feature `parallel`. The results are the same, their order included.
    #[must_use]
    pub fn serial(mut self) -> Self {
        self.is_serial = true;
        self
    }

    /// How many cells there are in each level, the finest first; the last is the one without bounds.
    pub fn cells(&self) -> Vec<usize> {
        self.levels
            .iter()
            .map(|level| level.cells.iter().filter(|cell| cell.len > 0).count())
            .collect()
    }

    fn unbound(&self) -> &Level<S, D, C> {
        self.levels.last().expect("there is the level without bounds")
    }

    /// Levels for the boxes that are there, or, if there are none, for those that a batch brings.
    fn plan(&self, batch: &Batch<S, D>) -> Vec<Level<S, D, C>> {
        let mut levels = match &self.layout {
            Layout::Population(wanted) => {
                let tilings = if self.len == 0 {
                    plan::tilings(batch.inserted.iter().map(|(_, aabb)| aabb), *wanted, C::STRETCH)
                } else {
                    let present = self.homes.iter().zip(&self.boxes).filter(|(home, _)| home.level != NOWHERE);
                    plan::tilings(present.map(|(_, aabb)| aabb), *wanted, C::STRETCH)
                };
                tilings.iter().map(Level::hashed).collect()
            }
            Layout::Side(side) => vec![Level::hashed(&Tiling {
                corner: [0.0; D],
                sides: [*side; D],
            })],
            Layout::Fixed { side, region } => vec![Level::fixed(*side, region)],
        };
        levels.push(Level::unbound());
        levels
    }

    /// Whether the boxes have changed so much since the plan that another one is due.
    fn is_outgrown(&self) -> bool {
        let Layout::Population(wanted) = self.layout else {
            return false;
        };
        let crowd = |level: &Level<S, D, C>| level.crowd();
        let unbound = self.unbound().boxes;
        self.len.max(wanted) > GROWTH * self.planned.len.max(wanted)
            || self.len.max(wanted) < self.planned.len.max(wanted) / GROWTH
            || (self.levels.len() > 1 && crowd(&self.levels[0]) > CROWDING * self.planned.crowd.max(wanted as f64))
            || (self.levels.len() > 1 && unbound > UNBOUND + 2 * self.planned.unbound)
    }

    /// Plans anew and moves all boxes to their new cells. No overlap changes.
    fn rebuild(&mut self) {
        self.levels = self.plan(&Batch::default());
        self.witnesses.clear();
        let homes = self.homes.clone();
        self.homes.fill(Home::default());
        (self.len, self.levels_in_use) = (0, 0);
        for (id, home) in homes.into_iter().enumerate() {
            if home.level != NOWHERE {
                let aabb = self.boxes[id];
                self.enter(id as u32, &aabb);
            }
        }
        self.settle(&mut Vec::new());
        self.remember_plan();
    }

    fn remember_plan(&mut self) {
        self.planned = Planned {
            len: self.len,
            crowd: self.levels[0].crowd(),
            unbound: self.unbound().boxes,
        };
    }

    /// Runs the cells and tells what changed.
    fn settle(&mut self, toggles: &mut Vec<Toggle>) {
        for level in &mut self.levels {
            level.run(self.is_serial, &self.boxes, &mut self.work, &mut self.raw);
        }
        self.witnesses.settle(&mut self.raw, toggles);
    }
}

impl<S: Scalar, const D: usize, C: CellStore<S, D>> Store<S, D> for Grid<S, D, C> {
    /// O(moved + migrated log cell + changed log changed), and what the cells take. Each pair is told at most once, sorted.
    fn apply(&mut self, batch: &Batch<S, D>, toggles: &mut Vec<Toggle>) {
        let is_new = self.len == 0;
        if is_new {
            self.levels = self.plan(batch);
        } else if self.is_outgrown() {
            self.rebuild();
        }
        for id in &batch.removed {
            self.leave(*id);
        }
        if batch.moved.len() * MOST_SHARE >= self.len * (MOST_SHARE - 1) && self.all_look_at_all() {
            self.shift_all(&batch.moved);
        } else {
            for (id, aabb) in &batch.moved {
                self.shift(*id, aabb);
            }
        }
        for (id, aabb) in &batch.inserted {
            self.enter(*id, aabb);
        }
        self.settle(toggles);
        if is_new {
            self.remember_plan();
        }
    }

    fn len(&self) -> usize {
        self.len
    }

    fn memory(&self) -> usize {
        let homes = self.homes.capacity() * size_of::<Home<D>>()
            + self.slots.capacity() * size_of::<Slots>()
            + self.boxes.capacity() * size_of::<Aabb<S, D>>();
        let spilled = self
            .slots
            .iter()
            .filter(|slots| slots.spilled())
            .map(|slots| slots.capacity())
            .sum::<usize>();
        homes
            + spilled * size_of::<Slot>()
            + self.levels.iter().map(Level::memory).sum::<usize>()
            + self.witnesses.memory()
            + self.raw.capacity() * size_of::<Toggle>()
    }

    fn sanity_check(&self) -> Result<(), String> {
        self.check()
    }
}
