//! A sector: a lane with the balls of a slab, and with ghosts.

use super::board::{Board, Job};
use super::fastest::Speeds;
use super::formers::Formers;
use super::marks::Marks;
use super::record::{OfGhost, Record, Role};
use crate::lane::balls::{BallLane, LaneCounters, Moved};

/// A sector. Its clock is at the end of the last window, or in one.
#[derive(Debug)]
pub(super) struct Sector {
    pub(super) number: usize,
    pub(super) lane: BallLane,
    /// What each ball is here.
    pub(super) marks: Marks,
    /// The begin of the window.
    pub(super) from: f64,
    /// Its end.
    pub(super) to: f64,
    /// Which page of the board has the collisions of this window.
    pub(super) page: usize,
    /// The collisions in this window with an own first ball.
    pub(super) records: Vec<Record>,
    /// The collisions of ghosts in this window.
    pub(super) of_ghosts: Vec<OfGhost>,
    /// The motions before the collisions of this window.
    pub(super) formers: Formers,
    /// The ghosts that had other collisions in their own sectors in this window, in order of their names.
    pub(super) wrong: Vec<u32>,
    /// The own balls that other sectors have, too.
    pub(super) shared: Vec<u32>,
    /// Own balls with other holders than before, or with another owner: name, role here, holders.
    pub(super) moved: Vec<(u32, Role, u32)>,
    /// How often the ghosts have been chosen again.
    pub(super) choices: u32,
    /// Whether motions are recorded.
    pub(super) records_motion: bool,
    /// The axis of the slabs.
    pub(super) axis: usize,
    pub(super) speeds: Speeds,
    /// When the ghosts were chosen.
    pub(super) chosen: f64,
    /// The balls with motions that the lane of the world does not have yet, by the parts of its slots.
    pub(super) moved_home: Vec<Vec<Moved>>,
    /// By name: the last choice for which a ball was found near an end of the slab.
    pub(super) seen: Vec<u32>,
}

impl Sector {
    /// The sector of a slab, with ghosts up to a depth, of all balls in a lane. O(n).
    pub(super) fn new(number: usize, board: &Board, whole: &BallLane, now: f64, depth: f64) -> Self {
        let slabs = &board.slabs;
        let mut lane = BallLane::part_of(whole);
        let places = whole.paths().map(|(name, _)| name as usize + 1).max().unwrap_or(0);
        let (mut marks, mut shared) = (Marks::new(number, places), Vec::new());
        lane.reserve(whole.len() / slabs.count());
        for (name, path) in whole.paths() {
            let place = slabs.place(&path, now);
            let sectors = slabs.sectors_near(place, depth);
            if sectors >> number & 1 == 0 {
                continue;
            }
            lane.insert_copy(&whole.copy(name), now);
            let is_own = slabs.slab_of(place) == number;
            marks.set(name, if is_own { Role::Own } else { Role::Ghost }, sectors);
            if is_own && !marks.is_private(name) {
                shared.push(name);
            }
        }
        lane.flush(now);
        Self {
            number,
            lane,
            marks,
            from: now,
            to: now,
            page: 0,
            records: Vec::new(),
            of_ghosts: Vec::new(),
            formers: Formers::default(),
            wrong: Vec::new(),
            shared,
            moved: Vec::new(),
            choices: 0,
            records_motion: board.records_motion,
            axis: slabs.axis(),
            speeds: Speeds::of(whole, slabs.axis(), now),
            chosen: now,
            moved_home: Vec::new(),
            seen: vec![0; places],
        }
    }

    /// Does a job.
    pub(super) fn work(&mut self, job: &Job, board: &Board) {
        match &board.meter {
            Some(meter) => meter.measure(false, || self.perform(job, board)),
            None => self.perform(job, board),
        }
    }

    fn perform(&mut self, job: &Job, board: &Board) {
        match *job {
            Job::Run { to, settings, confirms } => {
                if confirms {
                    self.confirm(board);
                }
                self.run(to, &settings, board);
            }
            Job::Verify => self.verify(board),
            Job::Undo => self.undo(),
            Job::Confirm => self.confirm(board),
            Job::Announce { depth } => self.announce(depth, board),
            Job::Receive => self.receive(board),
            Job::Stop => {}
        }
    }

    /// The counters of the work of its lane.
    pub(super) fn counters(&self) -> LaneCounters {
        self.lane.counters()
    }
}
