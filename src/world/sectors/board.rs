//! What sectors share: jobs, and what they publish for each other.

use super::fastest::Fastest;
use super::meter::Meter;
use super::record::{Entry, Note, Record};
use super::slabs::Slabs;
use crate::lane::balls::BallCopy;
use crate::scene::Settings;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// A job for all sectors. A job begins when all have ended the one before.
#[derive(Clone, Copy, Debug)]
pub(super) enum Job {
    /// Advance to a time: a window. `confirms`: the one before is confirmed first.
    Run { to: f64, settings: Settings, confirms: bool },
    /// Compare the collisions of ghosts with those in their own sectors.
    Verify,
    /// Go back to the begin of the window.
    Undo,
    /// The window is right: what is wrong about ghosts is set right.
    Confirm,
    /// Publish which balls are in which sectors from now on, with ghosts up to a depth.
    Announce { depth: f64 },
    /// Take in what the others have announced.
    Receive,
    /// There is no further job.
    Stop,
}

/// Balls that a sector announces to the others.
#[derive(Debug, Default)]
pub(super) struct Notes {
    /// By the sector that they are for.
    pub(super) to: Vec<Vec<Note>>,
    /// Of balls that are new to a sector.
    pub(super) copies: Vec<BallCopy>,
}

/// What the sectors share.
#[derive(Debug)]
pub(super) struct Board {
    pub(super) slabs: Slabs,
    /// Whether no ball has an acceleration or turns.
    pub(super) are_free: bool,
    /// Whether motions are recorded.
    pub(super) records_motion: bool,
    /// The greatest acceleration along the axis of the slabs.
    acceleration: f64,
    /// By sector: collisions of balls that have copies elsewhere, in this window and in the one
    /// before.
    pages: Vec<[RwLock<Vec<Entry>>; 2]>,
    notes: Vec<RwLock<Notes>>,
    /// By sector: the collisions of the last confirmed window.
    confirmed: Vec<Mutex<Vec<Record>>>,
    /// By sector: how many windows have been confirmed.
    confirmations: Vec<AtomicU64>,
    /// By sector: the greatest speed along the axis of the slabs, as bits.
    speeds: Vec<AtomicU64>,
    /// The earliest event in this window that is not for sectors.
    unusual: Mutex<f64>,
    has_mismatch: AtomicBool,
    pub(super) meter: Option<Meter>,
}

impl Board {
    pub(super) fn new(slabs: Slabs, fastest: Fastest, are_free: bool, records_motion: bool) -> Self {
        let count = slabs.count();
        let each = 0..count;
        Self {
            slabs,
            are_free,
            records_motion,
            acceleration: fastest.acceleration,
            pages: each.clone().map(|_| Default::default()).collect(),
            notes: each.clone().map(|_| Default::default()).collect(),
            confirmed: each.clone().map(|_| Default::default()).collect(),
            confirmations: each.clone().map(|_| AtomicU64::new(0)).collect(),
            speeds: each.map(|_| AtomicU64::new(fastest.speed.to_bits())).collect(),
            unusual: Mutex::new(f64::INFINITY),
            has_mismatch: AtomicBool::new(false),
            meter: None,
        }
    }

    /// The number of sectors.
    pub(super) fn count(&self) -> usize {
        self.pages.len()
    }

    pub(super) fn read_page(&self, sector: usize, page: usize) -> RwLockReadGuard<'_, Vec<Entry>> {
        self.pages[sector][page].read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The pages of all other sectors, one after the other.
    pub(super) fn pages_of_others(&self, sector: usize, page: usize) -> impl Iterator<Item = RwLockReadGuard<'_, Vec<Entry>>> {
        let others = (0..self.count()).filter(move |other| *other != sector);
        others.map(move |other| self.read_page(other, page))
    }

    pub(super) fn write_page(&self, sector: usize, page: usize) -> RwLockWriteGuard<'_, Vec<Entry>> {
        self.pages[sector][page].write().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn read_notes(&self, sector: usize) -> RwLockReadGuard<'_, Notes> {
        self.notes[sector].read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn write_notes(&self, sector: usize) -> RwLockWriteGuard<'_, Notes> {
        self.notes[sector].write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Publishes the collisions of a window, and takes an empty list in exchange.
    pub(super) fn confirm(&self, sector: usize, records: &mut Vec<Record>) {
        std::mem::swap(&mut *lock(&self.confirmed[sector]), records);
        records.clear();
        self.confirmations[sector].fetch_add(1, Ordering::Release);
    }

    /// The number of windows that a sector has confirmed.
    pub(super) fn confirmations(&self, sector: usize) -> u64 {
        self.confirmations[sector].load(Ordering::Acquire)
    }

    /// The collisions of the last confirmed window of a sector.
    pub(super) fn confirmed(&self, sector: usize) -> MutexGuard<'_, Vec<Record>> {
        lock(&self.confirmed[sector])
    }

    pub(super) fn note_speed(&self, sector: usize, speed: f64) {
        self.speeds[sector].store(speed.to_bits(), Ordering::Release);
    }

    /// The greatest speed and acceleration of a ball since the ghosts were chosen.
    pub(super) fn fastest(&self) -> Fastest {
        let speeds = self.speeds.iter().map(|speed| f64::from_bits(speed.load(Ordering::Acquire)));
        Fastest {
            speed: speeds.fold(0.0, f64::max),
            acceleration: self.acceleration,
        }
    }

    /// Notes an event that is not for sectors.
    pub(super) fn note_unusual(&self, time: f64) {
        let mut earliest = lock(&self.unusual);
        *earliest = earliest.min(time);
    }

    /// The time of the earliest event in the window that is not for sectors; infinite if there is
    /// none.
    pub(super) fn take_unusual(&self) -> f64 {
        std::mem::replace(&mut *lock(&self.unusual), f64::INFINITY)
    }

    pub(super) fn note_mismatch(&self) {
        self.has_mismatch.store(true, Ordering::Release);
    }

    /// Whether the window is wrong.
    pub(super) fn take_mismatch(&self) -> bool {
        self.has_mismatch.swap(false, Ordering::AcqRel)
    }
}

/// Locks, also after a panic of another thread: that ends the whole run.
pub(super) fn lock<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}
