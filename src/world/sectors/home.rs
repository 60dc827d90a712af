//! The motions that sectors have changed return to the lane of balls of the world.

use super::super::World;
use super::Sectors;
use super::board::lock;
use super::sector::Sector;
use crate::lane::balls::{AllMoved, BallLane, LaneCounters};
use std::thread;

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
        let mut guards: Vec<_> = sectors.all.iter().map(lock).collect();
        for sector in &guards {
            work.add(&sector.counters());
            let greatest = balls.greatest_speed_squared().max(sector.lane.greatest_speed_squared());
            balls.set_greatest_speed_squared(greatest);
        }
        let parts = self
            .config
            .threads()
            .min(balls.len() / self.config.tuning().least_part)
            .max(1);
        let (home, lane) = (sectors.home, &*balls);
        thread::scope(|scope| {
            let (first, others) = guards.split_first_mut().expect("a sector");
            for sector in others {
                let sector: &mut Sector = sector;
                match parts {
                    1 => sector.write_moved(home, lane, 1),
                    _ => drop(scope.spawn(move || sector.write_moved(home, lane, parts))),
                }
            }
            first.write_moved(home, lane, parts);
        });
        let moved: Vec<AllMoved<'_>> = guards.iter().map(|sector| sector.moved_home()).collect();
        balls.adopt_all(&moved, parts);
        drop(moved);
        drop(guards);
        self.lanes.add_work(&work.since(&sectors.work));
        (sectors.work, sectors.home) = (work, now);
        sectors.revision = self.revision();
        self.sectors.rate = Some(sectors.progress.window_sizes.rate());
        self.sectors.kept = Some(sectors);
    }
}

impl Sector {
    /// Writes down the own balls that have got other motions since a time, for so many parts of the lane that takes
    /// these over.
    fn write_moved(&mut self, since: f64, taker: &BallLane, parts: usize) {
        let (marks, by_part) = (&self.marks, &mut self.moved_home);
        let is_own = |name: u32| marks.owns(name);
        taker.write_moved(&self.lane, since, by_part, parts, is_own);
    }

    fn moved_home(&self) -> AllMoved<'_> {
        AllMoved {
            from: &self.lane,
            by_part: &self.moved_home,
        }
    }
}
