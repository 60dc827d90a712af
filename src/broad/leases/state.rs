//! The leases of all bodies, their expiries, and the grid that stores them.

use super::ahead::{Ahead, Renewal};
use super::copies::LeaseCopies;
use super::extent::LeaseExtent;
use super::idle::IdleUntil;
use super::lease::{lease, least_time, until, width};
use super::leased::Leased;
use super::together::Together;
use crate::broad::change::{CandidateChange, PairChange};
use crate::domain::{ImageOffset, PeriodicBox};
use crate::motion::bounds::Bounds;
use crate::queue::{EventQueue, Queue, Time};
use crate::sap::{Aabb, Batch, GridSap, Store};

/// Leased boxes in a grid. Between two changes of motion all leases hold, or no boxes can meet.
#[derive(Debug)]
pub(crate) struct Leases {
    pub(super) bodies: Vec<Option<Leased>>,
    /// The number of candidate pairs of each body.
    pub(super) pairs: Vec<u32>,
    pub(super) expiries: Queue<Time>,
    pub(super) grid: Grid,
    pub(super) ahead: Ahead,
    pub(super) idle: IdleUntil,
    pub(super) counts: Counts,
    pub(super) together: Together,
}

/// The grid of leases, and what is to be changed in it.
#[derive(Debug)]
pub(super) struct Grid {
    pub(super) boxes: GridSap<f64, 3>,
    /// The copies of leases in a periodic domain; in other domains each lease stands in the grid
    /// once, under the number of its body.
    pub(super) copies: Option<LeaseCopies>,
    batch: Batch<f64, 3>,
    pair_changes: Vec<PairChange>,
}

/// Leases made, by their reasons.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    /// Because others expired.
    pub(super) expired: u64,
    /// At changes of motion: because the body left its lease, or the lease had become expensive.
    pub(super) left: u64,
    /// Changes of motion that stayed within a lease.
    pub(super) kept: u64,
}

impl Grid {
    fn new(copies: Option<LeaseCopies>) -> Self {
        Self {
            boxes: GridSap::default(),
            copies,
            batch: Batch::default(),
            pair_changes: Vec::new(),
        }
    }

    /// Puts a lease into the batch; `is_new` if the body has none in the grid.
    fn put(&mut self, body: u32, lease: &Aabb<f64, 3>, offset: &ImageOffset, is_new: bool) {
        match &mut self.copies {
            Some(copies) => copies.put(body, lease, offset, &mut self.batch),
            None if is_new => self.batch.inserted.push((body, *lease)),
            None => self.batch.moved.push((body, *lease)),
        }
    }

    pub(super) fn remove(&mut self, body: u32) {
        match &mut self.copies {
            Some(copies) => copies.remove(body, &mut self.batch),
            None => self.batch.removed.push(body),
        }
    }

    /// Applies the batch and reports the changes of pairs.
    fn apply(&mut self, changes: &mut Vec<CandidateChange>) {
        self.pair_changes.clear();
        self.boxes.apply(&self.batch, &mut self.pair_changes);
        self.batch.clear();
        match &mut self.copies {
            None => changes.extend(self.pair_changes.iter().map(CandidateChange::from)),
            Some(copies) => copies.report(&self.pair_changes, changes),
        }
    }
}

impl Default for Leases {
    fn default() -> Self {
        Self::with_copies(None)
    }
}

impl Leases {
    /// Leases in a periodic domain.
    pub(crate) fn periodic(domain: PeriodicBox) -> Self {
        Self::with_copies(Some(LeaseCopies::new(domain)))
    }

    fn with_copies(copies: Option<LeaseCopies>) -> Self {
        Self {
            bodies: Vec::new(),
            pairs: Vec::new(),
            expiries: Queue::default(),
            grid: Grid::new(copies),
            ahead: Ahead::default(),
            idle: IdleUntil::default(),
            counts: Counts::default(),
            together: Together::default(),
        }
    }

    /// The greatest length of a lease, in metres.
    fn longest(&self) -> f64 {
        self.grid.copies.as_ref().map_or(f64::INFINITY, LeaseCopies::longest)
    }

    /// Puts a body into the batch, with a first lease; `offset`: from the image that is bounded.
    pub(super) fn put_new(&mut self, body: u32, bounds: &Bounds, offset: ImageOffset, now: f64) {
        let longest = self.longest();
        let mut extent = LeaseExtent::new(width(bounds, now));
        extent.limit(longest);
        let lease = lease(bounds, now, &extent, longest);
        let place = body as usize;
        if self.bodies.len() <= place {
            self.bodies.resize(place + 1, None);
            self.pairs.resize(place + 1, 0);
        }
        self.bodies[place] = Some(Leased {
            bounds: *bounds,
            lease,
            offset,
            since: now,
            extent,
        });
        self.grid.put(body, &lease, &offset, true);
        self.expire_at(body, until(bounds, &lease, now).max(self.soonest(now)));
    }

    /// Makes a lease for the present bounds of a body, and reports the changes of pairs.
    pub(super) fn renew(&mut self, body: u32, now: f64, changes: &mut Vec<CandidateChange>) {
        self.put_again(body, now);
        let exchanged = self.apply(changes);
        if let Some(leased) = &mut self.bodies[body as usize] {
            leased.extent.note_exchanged(exchanged as u32);
        }
    }

    /// Puts a body into the batch, with a lease for its present bounds.
    pub(super) fn put_again(&mut self, body: u32, now: f64) {
        let longest = self.longest();
        let Some(leased) = &mut self.bodies[body as usize] else {
            return;
        };
        leased.extent.renew(width(&leased.bounds, now), self.pairs[body as usize]);
        leased.extent.limit(longest);
        leased.lease = lease(&leased.bounds, now, &leased.extent, longest);
        leased.since = now;
        let until = until(&leased.bounds, &leased.lease, now);
        self.grid.put(body, &leased.lease, &leased.offset, false);
        self.expire_at(body, until.max(self.soonest(now)));
    }

    /// Notes that a lease is about to be made, perhaps ahead of the present.
    pub(super) fn note_ahead(&mut self, time: f64, body: u32) {
        if let Some(Leased { extent, .. }) = self.bodies[body as usize] {
            self.ahead.push(Renewal { time, body, extent }, self.bodies.len());
        }
    }

    /// In a periodic domain, the time before which no lease expires, so that time always advances.
    /// (The world refuses bodies that go farther than their lease before then, which may not be
    /// longer than the domain.)
    fn soonest(&self, now: f64) -> f64 {
        match &self.grid.copies {
            None => f64::NEG_INFINITY,
            Some(_) => now + least_time(now),
        }
    }

    pub(super) fn expire_at(&mut self, body: u32, until: f64) {
        if until < f64::INFINITY {
            self.expiries.set(body, Time(until));
        } else {
            self.expiries.remove(body);
        }
    }

    /// All leases made after a time, as renewals with a first extent.
    pub(super) fn all_made_after(&self, now: f64) -> Vec<Renewal> {
        let made = |(body, leased): (usize, &Option<Leased>)| {
            let leased = leased.as_ref().filter(|leased| leased.since > now)?;
            Some(Renewal {
                time: leased.since,
                body: body as u32,
                extent: LeaseExtent::new(width(&leased.bounds, now)),
            })
        };
        self.bodies.iter().enumerate().filter_map(made).collect()
    }

    /// Applies the batch; returns the number of pairs that begin and end.
    pub(super) fn apply(&mut self, changes: &mut Vec<CandidateChange>) -> usize {
        let before = changes.len();
        self.grid.apply(changes);
        for CandidateChange { bodies, begins, .. } in &changes[before..] {
            for body in bodies {
                let pairs = &mut self.pairs[*body as usize];
                *pairs = if *begins { *pairs + 1 } else { *pairs - 1 };
            }
        }
        changes.len() - before
    }
}
