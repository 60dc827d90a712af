//! The motions that sectors have changed return to the lane of balls of the world.

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

    /// Gives the lane of balls the motions of all sectors, and keeps these for the next stretch.
    /// The lane has no cells and no predictions then, until it [settles](Self::settle_balls). O(n).
    pub(super) fn bring_home(&mut self, mut sectors: Box<Sectors>) {
        let now = sectors.progress.now();
        self.clock.advance_to(now);
        let Some(balls) = self.lanes.balls_mut() else { return };
        let mut work = LaneCounters::default();
        balls.outdate();
        for sector in &sectors.all {
            let sector = lock(sector);
            work.add(&sector.counters());
            let greatest = balls.greatest_speed_squared().max(sector.lane.greatest_speed_squared());
            balls.set_greatest_speed_squared(greatest);
            for (name, slot) in sector.lane.moved_since(sectors.home) {
                if sector.owns(name) {
                    balls.adopt(name, &sector.lane.state_in(slot), sector.lane.lengths_gone(name));
                }
            }
        }
        self.lanes.add_work(&work.since(&sectors.work));
        (sectors.work, sectors.home) = (work, now);
        sectors.revision = self.revision();
        self.sectors.rate = Some(sectors.progress.window_sizes.rate());
        self.sectors.kept = Some(sectors);
    }
}
