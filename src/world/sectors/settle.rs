//! The lane of balls after a stretch: it has no cells and no predictions until something needs them.

use super::super::World;
use super::Sectors;
use super::board::lock;
use crate::lane::balls::{BallLane, LaneCounters};

impl World {
    /// Makes the cells and the predictions of the lane of balls, if sectors have left it without.
    /// O(n log n) then.
    #[inline]
    pub(in crate::world) fn settle_balls(&mut self) {
        let now = self.clock.now();
        if let Some(balls) = self.lanes.balls_mut().filter(|balls| balls.is_outdated()) {
            balls.flush(now);
            self.sectors.filed.take();
        }
    }

    /// The lane of balls, unless sectors have left it without cells and predictions.
    pub(in crate::world) fn settled_balls(&self) -> Option<&BallLane> {
        self.lanes.balls().filter(|balls| !balls.is_outdated())
    }

    /// The lane of balls with valid cells, for queries: a copy if sectors have left it without,
    /// made for the first query after a stretch. (The sectors may have been dropped since.)
    pub(in crate::world) fn filed_balls(&self) -> Option<&BallLane> {
        let balls = self.lanes.occupied()?;
        if !balls.is_outdated() {
            return Some(balls);
        }
        Some(self.sectors.filed.get_or_init(|| Box::new(balls.filed(self.clock.now()))))
    }

    /// Ends a stretch that began at a time: the present is that of the sectors, which are kept for the next one.
    pub(super) fn end_stretch(&mut self, mut sectors: Box<Sectors>, begun: f64) {
        let mut work = LaneCounters::default();
        for sector in &sectors.all {
            work.add(&lock(sector).counters());
        }
        self.lanes.add_work(&work.since(&sectors.work));
        sectors.work = work;
        sectors.revision = self.revision();
        self.sectors.rate = Some(sectors.progress.window_sizes.rate());
        self.clock.advance_to(sectors.progress.now());
        let parts = self.bodies.len() / self.config.tuning().least_part;
        let parts = self.config.threads().min(parts).max(1);
        self.lanes.home_mut().fall_behind(sectors, begun, parts);
    }
}
