//! One world on several threads: sectors of the lane of balls.
//!
//! The events are the same to the bit as on one thread. Predictions are functions of two motions,
//! so the order of work decides nothing, and what is not certain is verified and repeated.
//!
//! 1. A bounded domain of balls is cut into [slabs], one for each thread. A [sector] has a
//!    lane with the balls of its slab, and with *ghosts*: copies of the balls near it. Balls collide
//!    with the walls of a box in their sectors, and ghosts do so, too.
//! 2. In a [window] of time all sectors advance all of their balls, ghosts alike, on
//!    [threads](workers) of their own. Ghosts go wrong where their partners are missing. What is
//!    wrong spreads by collisions only, and hardly ever reaches a ball of the sector.
//! 3. The window is [verified](verify): a ghost that did not have the same collisions, to the bit, as in
//!    its own sector must neither have collided with a ball of this sector since, nor [touch](touch) one
//!    with its right motion. Otherwise all sectors go back and repeat it in [shorter](window_sizes) parts.
//! 4. The collisions of all sectors, with walls as well, are [merged] in the total order, and counted and summed
//!    as on one thread, while the sectors are in the next window.
//! 5. From time to time the ghosts are [chosen again](exchange).
//! 6. The lane of balls of the world takes over the motions when it is read or changed ([home]).
//! 7. What sectors do not cover, such as a ball that may come to rest, ends the [stretch]. The
//!    world then goes on as on one thread for a while.

mod board;
mod constants;
mod exchange;
mod fastest;
mod formers;
mod gate;
mod ground;
mod home;
mod marks;
mod merged;
mod meter;
mod progress;
mod record;
mod sector;
mod settle;
mod slabs;
mod stretch;
#[cfg(test)]
mod tests;
mod touch;
mod tuning;
mod verify;
mod window;
mod window_sizes;
mod workers;

pub(super) use constants::MOST_SECTORS;
pub(super) use fastest::Fastest;
pub(super) use ground::Ground;
pub(super) use home::HomeLane;
pub(super) use marks::Marks;
pub use meter::JobTimes;
pub(super) use record::Role;
pub(super) use slabs::Slabs;
pub(super) use tuning::{Threads, Tuning};

use crate::lane::balls::{BallLane, LaneCounters};
use board::Board;
use progress::Progress;
use sector::Sector;
use std::sync::{Mutex, OnceLock};

/// What a world has learnt about its sectors.
#[derive(Debug, Default)]
pub(super) struct SectorState {
    /// Collisions per second, as measured last.
    rate: Option<f64>,
    /// The lane of balls with cells, for queries after a stretch.
    filed: OnceLock<Box<BallLane>>,
    /// Collisions one by one since the balls were changed last, and the state of the lane then.
    one_by_one: u64,
    changes: u64,
    /// How many stretches in a row have ended early.
    failures: u32,
    /// Windows so far, and how many were repeated.
    windows: u64,
    mismatches: u64,
    /// By which the jobs of sectors are measured.
    clock: Option<fn() -> f64>,
}

/// All sectors of a world.
#[derive(Debug)]
struct Sectors {
    board: Board,
    all: Vec<Mutex<Sector>>,
    progress: Progress,
    /// The state of the world after the last stretch: see [`World::revision`](super::World::revision).
    revision: [u64; 2],
    /// The work of the sectors up to then.
    work: LaneCounters,
}
