//! The lane of balls of a world, which takes over the motions of sectors as late as it can.

use super::Sectors;
use super::board::lock;
use super::sector::Sector;
use crate::lane::balls::{AllMoved, BallLane};
use std::sync::{Mutex, OnceLock};
use std::thread;

/// The lane of balls of a world, and its sectors.
///
/// After a stretch the lane is *behind*: sectors have newer motions of its balls. It takes them over when it
/// is read, so stretches that follow each other cost no more than a single one.
#[derive(Debug)]
pub(in crate::world) struct HomeLane {
    /// The lane with the present motions, or none if it is closed. Not set while it is behind.
    present: OnceLock<Option<Box<BallLane>>>,
    behind: Mutex<Option<Behind>>,
    /// As long as no motion has changed outside of them.
    sectors: Option<Box<Sectors>>,
}

/// A lane that is behind.
#[derive(Debug)]
struct Behind {
    lane: Box<BallLane>,
    /// The time up to which it has the motions.
    since: f64,
    /// In how many parts it takes over the others, each on a thread.
    parts: usize,
}

impl Default for HomeLane {
    fn default() -> Self {
        Self {
            present: OnceLock::from(None),
            behind: Mutex::default(),
            sectors: None,
        }
    }
}

impl HomeLane {
    /// Whether there is a lane.
    #[inline]
    pub(in crate::world) fn is_open(&self) -> bool {
        // While it is behind, there is one.
        self.present.get().is_none_or(Option::is_some)
    }

    /// The lane, with the present motions. O(1), after a stretch O(n).
    #[inline]
    pub(in crate::world) fn get(&self) -> Option<&BallLane> {
        self.present.get_or_init(|| self.caught_up()).as_deref()
    }

    /// The same, to change it.
    #[inline]
    pub(in crate::world) fn get_mut(&mut self) -> Option<&mut BallLane> {
        if self.present.get_mut().is_none() {
            self.get();
        }
        self.present.get_mut().and_then(Option::as_deref_mut)
    }

    /// The lane, whether it is behind or not: only its balls and their constants are certain.
    pub(super) fn as_it_is(&mut self) -> Option<&BallLane> {
        match self.present.get_mut() {
            Some(lane) => lane.as_deref(),
            None => lock_mut(&mut self.behind).as_ref().map(|behind| &*behind.lane),
        }
    }

    /// Whether sectors have newer motions.
    pub(super) fn is_behind(&self) -> bool {
        self.present.get().is_none()
    }

    /// Opens a lane, in the place of none or of another one.
    pub(in crate::world) fn open(&mut self, lane: BallLane) {
        self.close();
        self.present = OnceLock::from(Some(Box::new(lane)));
    }

    /// Removes the lane.
    pub(in crate::world) fn close(&mut self) -> Option<Box<BallLane>> {
        self.drop_sectors();
        self.present.get_mut().and_then(Option::take)
    }

    /// The sectors, if there are any.
    pub(super) fn sectors(&self) -> Option<&Sectors> {
        self.sectors.as_deref()
    }

    /// Drops the sectors.
    pub(super) fn drop_sectors(&mut self) {
        self.get_mut();
        self.sectors = None;
    }

    /// Removes the sectors for a stretch. The lane may stay behind: nothing may read it until they
    /// [return](Self::fall_behind).
    pub(super) fn take_sectors(&mut self) -> Option<Box<Sectors>> {
        self.sectors.take()
    }

    /// Sectors return from a stretch that began at a time. The lane has no cells and no predictions from then on, until
    /// it is [flushed](BallLane::flush). It takes over the motions in so many parts.
    pub(super) fn fall_behind(&mut self, sectors: Box<Sectors>, since: f64, parts: usize) {
        if let Some(mut lane) = self.present.take().flatten() {
            lane.outdate();
            *lock_mut(&mut self.behind) = Some(Behind { lane, since, parts });
        }
        self.sectors = Some(sectors);
    }

    /// The lane with the motions of the sectors.
    fn caught_up(&self) -> Option<Box<BallLane>> {
        let mut behind = lock(&self.behind).take()?;
        self.sectors
            .as_ref()
            .expect("sectors have the motions")
            .bring_home(&mut behind);
        Some(behind.lane)
    }
}

#[cfg(test)]
impl HomeLane {
    /// Checks the lanes of all sectors.
    pub(super) fn audit(&self) -> Result<(), String> {
        let mut all = self.sectors.iter().flat_map(|sectors| &sectors.all);
        all.try_for_each(|sector| lock(sector).lane.audit())
    }
}

fn lock_mut<T>(of: &mut Mutex<T>) -> &mut T {
    of.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner)
}

impl Sectors {
    /// Gives the lane of balls of the world the motions of all sectors. O(n).
    fn bring_home(&self, behind: &mut Behind) {
        let Behind { lane, since, parts } = behind;
        let (since, parts) = (*since, *parts);
        let mut guards: Vec<_> = self.all.iter().map(lock).collect();
        for sector in &guards {
            let greatest = lane.greatest_speed_squared().max(sector.lane.greatest_speed_squared());
            lane.set_greatest_speed_squared(greatest);
        }
        let taker = &**lane;
        thread::scope(|scope| {
            let (first, others) = guards.split_first_mut().expect("a sector");
            for sector in others {
                let sector: &mut Sector = sector;
                match parts {
                    1 => sector.write_moved(since, taker, 1),
                    _ => drop(scope.spawn(move || sector.write_moved(since, taker, parts))),
                }
            }
            first.write_moved(since, taker, parts);
        });
        let moved: Vec<AllMoved<'_>> = guards.iter().map(|sector| sector.moved_home()).collect();
        lane.adopt_all(&moved, parts);
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
