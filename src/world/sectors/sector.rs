//! A sector: a lane with the balls of a slab, and with ghosts.

use super::board::{Board, Job};
use super::record::{ABSENT, Entry, Former, OWN, Record};
use crate::lane::balls::{BallLane, LaneCounters};

/// A sector. Its clock is at the end of the last window, or in one.
#[derive(Debug)]
pub(super) struct Sector {
    pub(super) number: usize,
    pub(super) lane: BallLane,
    /// By name: how far each ball was from the slab when the ghosts were chosen, or [`OWN`], or
    /// [`ABSENT`].
    pub(super) depths: Vec<f32>,
    /// By name: the sectors that have each own ball, as bits.
    pub(super) holders: Vec<u32>,
    /// The begin of the window.
    pub(super) from: f64,
    /// Its end.
    pub(super) to: f64,
    /// Which page of the board has the collisions of this window.
    pub(super) page: usize,
    /// The collisions in this window with an own first ball.
    pub(super) records: Vec<Record>,
    /// The collisions of ghosts in this window.
    pub(super) of_ghosts: Vec<Entry>,
    /// The motions before the collisions of this window.
    pub(super) former: Vec<Former>,
    /// Ghosts up to this depth have been verified.
    pub(super) inner: f32,
    /// The own balls that other sectors have, too.
    pub(super) shared: Vec<u32>,
    /// Own balls with new holders: name, depth here, holders.
    pub(super) moved: Vec<(u32, f32, u32)>,
    /// How often the ghosts have been chosen again.
    pub(super) choices: u32,
    /// Whether motions are recorded.
    pub(super) records_motion: bool,
    /// The axis of the slabs.
    pub(super) axis: usize,
    /// No ball was faster along it when the ghosts were chosen, or after a collision since.
    pub(super) speed: f64,
    /// When the ghosts were chosen.
    pub(super) chosen: f64,
    /// By name: the last choice for which a ball was found near an end of the slab.
    pub(super) seen: Vec<u32>,
}

impl Sector {
    /// The sector of a slab, with ghosts up to a depth, of all balls in a lane. O(n).
    pub(super) fn new(number: usize, board: &Board, whole: &BallLane, now: f64, depth: f64) -> Self {
        let slabs = &board.slabs;
        let mut lane = BallLane::part_of(whole);
        let places = whole.paths().map(|(name, _)| name as usize + 1).max().unwrap_or(0);
        let (mut depths, mut holders, mut shared) = (vec![ABSENT; places], vec![0; places], Vec::new());
        lane.reserve(whole.len() / slabs.count());
        for (name, path) in whole.paths() {
            let place = slabs.place(&path, now);
            let away = slabs.depth(number, place);
            if away > depth {
                continue;
            }
            lane.insert_copy(&whole.copy(name), now);
            depths[name as usize] = away as f32;
            if slabs.slab_of(place) == number {
                depths[name as usize] = OWN;
                holders[name as usize] = slabs.sectors_near(place, depth);
                if holders[name as usize] != 1 << number {
                    shared.push(name);
                }
            }
        }
        lane.flush(now);
        Self {
            number,
            lane,
            depths,
            holders,
            from: now,
            to: now,
            page: 0,
            records: Vec::new(),
            of_ghosts: Vec::new(),
            former: Vec::new(),
            inner: 0.0,
            shared,
            moved: Vec::new(),
            choices: 0,
            records_motion: board.records_motion,
            axis: slabs.axis(),
            speed: board.fastest().speed,
            chosen: now,
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
            Job::Verify { inner } => self.verify(inner, board),
            Job::Undo => self.undo(),
            Job::Confirm => self.confirm(board),
            Job::Announce { depth } => self.announce(depth, board),
            Job::Receive => self.receive(board),
            Job::Stop => {}
        }
    }

    /// Whether a ball belongs to this sector.
    #[inline]
    pub(super) fn owns(&self, name: u32) -> bool {
        self.depths[name as usize] == OWN
    }

    /// The counters of the work of its lane.
    pub(super) fn counters(&self) -> LaneCounters {
        self.lane.counters()
    }
}
