//! The domain with its grid, and the nearest images in it.

use super::constants::LEASE_ROUNDING;
use super::grid::Grid;
use super::level::{Level, LevelSize};
use super::neighbours::NeighbourCells;
use super::space::Space;
use crate::domain::shift_to_nearest_if_far;
use nalgebra::Vector3;

/// The domain, cut into cells, by one or several levels. Cells of all levels have their indices in
/// one range.
#[derive(Clone, Debug)]
pub(super) struct CellGrid {
    space: Space,
    /// Level 0. It has the narrowest cells, and usually nearly all balls.
    finest: Level,
    /// The levels from 1 on, each for larger balls than the one before.
    coarser: Vec<Level>,
    half_lengths: [f64; 3],
}

impl CellGrid {
    /// The domain as one cell.
    pub(super) fn new(space: Space) -> Self {
        let grid = Grid::new(&space, f64::INFINITY, f64::INFINITY, 1, 0);
        let size = LevelSize {
            leeway: lease_rounding(&space),
            ..LevelSize::default()
        };
        Self::with_levels(space, Level::new(grid, &space, size), Vec::new())
    }

    /// These levels, by size.
    pub(super) fn with_levels(space: Space, finest: Level, coarser: Vec<Level>) -> Self {
        Self {
            space,
            finest,
            coarser,
            half_lengths: (0.5 * space.lengths()).into(),
        }
    }

    #[inline(always)]
    pub(super) fn space(&self) -> &Space {
        &self.space
    }

    /// The cells of level 0.
    #[inline(always)]
    pub(super) fn grid(&self) -> &Grid {
        self.finest.grid()
    }

    #[inline(always)]
    pub(super) fn finest(&self) -> &Level {
        &self.finest
    }

    #[inline(always)]
    pub(super) fn level(&self, level: u8) -> &Level {
        match level {
            0 => &self.finest,
            level => &self.coarser[usize::from(level) - 1],
        }
    }

    /// All levels, the finest first.
    pub(super) fn levels(&self) -> impl DoubleEndedIterator<Item = &Level> {
        std::iter::once(&self.finest).chain(&self.coarser)
    }

    #[inline(always)]
    pub(super) fn has_levels(&self) -> bool {
        !self.coarser.is_empty()
    }

    /// The level of a ball with this radius; none if it is too large.
    pub(super) fn level_for(&self, radius: f64) -> Option<u8> {
        let level = self.levels().position(|level| radius <= level.size().largest)?;
        Some(level as u8)
    }

    /// The largest radius of all levels.
    pub(super) fn largest(&self) -> f64 {
        self.coarser.last().unwrap_or(&self.finest).size().largest
    }

    /// The number of cells of all levels.
    pub(super) fn cells(&self) -> usize {
        self.levels().map(|level| level.grid().cells()).sum()
    }

    /// The index of a cell of a level.
    #[inline]
    pub(super) fn index(&self, level: u8, cell: [u32; 3]) -> usize {
        self.level(level).grid().index(cell)
    }

    /// The neighbours on an axis of the cells of level 0 with one number.
    #[inline(always)]
    pub(super) fn neighbours_on(&self, axis: usize, number: u32) -> &NeighbourCells {
        self.finest.neighbours_on(axis, number)
    }

    #[inline(always)]
    pub(super) fn is_periodic(&self) -> bool {
        self.space.periodic
    }

    /// Whether level 0 has [few cells](Level::has_few_cells). It is the only level then.
    #[inline(always)]
    pub(super) fn has_few_cells(&self) -> bool {
        self.finest.has_few_cells()
    }

    /// The difference of two positions, to the nearest image of the second.
    #[inline(always)]
    pub(super) fn nearest(&self, mut apart: Vector3<f64>) -> Vector3<f64> {
        if self.space.periodic {
            apart += self.to_nearest(&apart);
        }
        apart
    }

    /// The shift that makes a difference of positions that of the nearest images: zero in a box.
    #[inline]
    pub(super) fn to_nearest_if_periodic(&self, apart: &Vector3<f64>) -> Vector3<f64> {
        match self.space.periodic {
            true => self.to_nearest(apart),
            false => Vector3::zeros(),
        }
    }

    /// The shift that makes a difference of positions in a periodic domain that of the nearest
    /// images.
    #[inline(always)]
    pub(super) fn to_nearest(&self, apart: &Vector3<f64>) -> Vector3<f64> {
        shift_to_nearest_if_far(apart, self.grid().lengths(), &self.half_lengths)
    }
}

/// How far rounding can put the centre of a lease beside its place.
pub(super) fn lease_rounding(space: &Space) -> f64 {
    LEASE_ROUNDING * space.lengths().amax()
}
