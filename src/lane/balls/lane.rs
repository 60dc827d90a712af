//! The lane of balls: the parts, and the simple queries.

use super::batch::ScanBatch;
use super::cell_grid::CellGrid;
use super::clear_range::ClearRange;
use super::copies::WholeGrid;
use super::counters::LaneCounters;
use super::due_times::{DueTimes, Schedule};
use super::filing::Filing;
use super::footprints::Footprints;
use super::lists::NeighbourLists;
use super::lookahead::Lookahead;
use super::overlaps::OverlapWatch;
use super::pairs::PairPredictor;
use super::prefilter::F32Prefilter;
use super::space::Space;
use super::store::BallStore;
use super::zones::Zones;

/// Balls in uniform motion, each with its next event. See the [module](super).
#[derive(Debug)]
pub(crate) struct BallLane {
    pub(super) balls: BallStore,
    pub(super) grid: CellGrid,
    /// The cells of the lane of which this one has a part of the balls.
    pub(super) whole: Option<Box<WholeGrid>>,
    pub(super) filing: Filing,
    pub(super) zones: Zones,
    /// Of the balls of coarser levels.
    pub(super) footprints: Footprints,
    /// In dense systems.
    pub(super) lists: Option<NeighbourLists>,
    /// With lists, if the balls fit into the cache: otherwise the memory that it needs costs more
    /// than it saves.
    pub(super) prefilter: Option<F32Prefilter>,
    pub(super) schedule: Schedule,
    /// If overlaps of boxes are reported.
    pub(super) overlaps: Option<Box<OverlapWatch>>,
    pub(super) clear: ClearRange,
    pub(super) lookahead: Lookahead,
    /// Scratch for the neighbours of a ball.
    pub(super) list: Vec<u32>,
    /// Scratch for several balls and their neighbours.
    pub(super) batch: ScanBatch,
    pub(super) counters: LaneCounters,
    /// Changes from outside: of the balls, their constants and their motions. Not collisions.
    pub(super) changes: u64,
}

impl BallLane {
    /// A lane without balls.
    pub(crate) fn new(space: Space) -> Self {
        let grid = CellGrid::new(space);
        Self {
            balls: BallStore::new(),
            filing: Filing::new(),
            grid,
            whole: None,
            zones: Zones::default(),
            footprints: Footprints::default(),
            lists: None,
            prefilter: None,
            schedule: Schedule::default(),
            overlaps: space.with_boxes.then(Box::default),
            clear: ClearRange::new(),
            lookahead: Lookahead::new(),
            list: Vec::new(),
            batch: ScanBatch::default(),
            counters: LaneCounters::default(),
            changes: 0,
        }
    }

    /// The number of balls.
    pub(crate) fn len(&self) -> usize {
        self.balls.len()
    }

    pub(crate) fn counters(&self) -> LaneCounters {
        self.counters
    }

    /// Whether crossings after `now` have been executed. They must be [undone](Self::rewind) before
    /// a motion changes.
    pub(crate) fn is_ahead_of(&self, now: f64) -> bool {
        self.lookahead.is_beyond(now)
    }

    /// How long the fastest ball so far takes for so many times the longest side of the domain:
    /// infinite if no ball moves.
    pub(crate) fn transit_time(&self, lengths: f64) -> f64 {
        let way = lengths * self.grid.space().lengths().max();
        let speed_squared = self.balls.speed_squared();
        2.0 * way / (speed_squared.sqrt() + (speed_squared + 2.0 * self.balls.greatest_acceleration() * way).sqrt())
    }

    /// The same for one cell.
    pub(crate) fn crossing_time(&self) -> f64 {
        self.transit_time(self.least_width() / self.grid.space().lengths().max())
    }

    /// Forgets former speeds, of balls without acceleration. Returns whether the greatest speed is
    /// less than before. O(n).
    pub(crate) fn forget_former_speeds(&mut self, now: f64) -> bool {
        self.clear.invalidate();
        self.balls.forget_former_speeds(now)
    }

    /// The prediction of pairs.
    #[inline(always)]
    pub(super) fn pairs(&self) -> PairPredictor<'_> {
        PairPredictor {
            balls: &self.balls,
            grid: &self.grid,
            clearness: self.clear.clearness(),
        }
    }

    /// The schedule, with the due times that it reads.
    #[inline(always)]
    pub(super) fn schedule(&mut self) -> (&mut Schedule, DueTimes<'_>) {
        let due = DueTimes::new(&self.balls, &self.grid, &self.filing, self.lists.as_ref());
        (&mut self.schedule, due)
    }
}
