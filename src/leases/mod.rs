//! Broad phase by leases: boxes, fixed in space, that hold a body for a while (the hybrid that Coming and Staadt 2006 name as future
//! work, of bounds with an expiry, section 5.2, and the grids of Tracy, Buss and Woods 2009).
//!
//! 1. A body's *lease* is its box, swept some way along its motion and widened by a margin. It is valid until the body would leave
//!    it: an expiry in a queue.
//! 2. The leases stand in a grid (see [`sap`](crate::sap)), which tells the pairs that begin and end. It changes only at an expiry.
//! 3. A body whose motion changes keeps its lease while it is in it; only its expiry changes.
//! 4. How far a lease goes is learned, body by body, from what the last one cost ([`reach`]).
//!
//! So what is far apart never costs anything, and a collision does not touch the grid as long as both bodies stay in their leases.
//! All is decided by the simulated state, nothing by a clock.

mod lease;
mod reach;

use crate::bounds::Bounds;
use crate::broad_phase::{BroadPhase, PairChange};
use crate::queue::{EventQueue, Queue, Time};
use crate::sap::{Aabb, Batch, GridSap, Store, Toggle};
use lease::{holds, lease, until, width};
use reach::Reach;

/// A body and its lease.
#[derive(Clone, Copy, Debug)]
struct Leased {
    bounds: Bounds,
    lease: Aabb<f64, 3>,
    /// When the lease was made.
    since: f64,
    reach: Reach,
}

/// Leased boxes in a grid.
#[derive(Debug, Default)]
pub(crate) struct Leases {
    bodies: Vec<Option<Leased>>,
    /// How many pairs each body is in.
    pairs: Vec<u32>,
    expiries: Queue<Time>,
    grid: GridSap<f64, 3>,
    batch: Batch<f64, 3>,
    toggles: Vec<Toggle>,
    ahead: Ahead,
    /// Leases made because others expired, and because motions left them.
    expired: u64,
    left: u64,
    /// Changes of motion that stayed within a lease.
    kept: u64,
}

/// The bodies whose leases were made by looking ahead, which may have to be taken back.
#[derive(Debug)]
enum Ahead {
    /// When, and whose; of those that are past, too.
    Known(Vec<(f64, u32)>),
    /// Too many to know.
    Many,
}

impl Default for Ahead {
    fn default() -> Self {
        Self::Known(Vec::new())
    }
}

impl Leases {
    /// Gives a body the lease for its bounds from now on, and tells which pairs that begins and ends.
    fn renew(&mut self, body: u32, now: f64, changes: &mut Vec<PairChange>) {
        let Some(leased) = &mut self.bodies[body as usize] else {
            return;
        };
        leased.reach.renew(width(&leased.bounds, now), self.pairs[body as usize]);
        leased.lease = lease(&leased.bounds, now, &leased.reach);
        leased.since = now;
        let until = until(&leased.bounds, &leased.lease, now);
        self.batch.moved.push((body, leased.lease));
        self.expire_at(body, until);
        let exchanged = self.apply(changes);
        if let Some(leased) = &mut self.bodies[body as usize] {
            leased.reach.note_exchanged(exchanged);
        }
    }

    fn expire_at(&mut self, body: u32, until: f64) {
        if until < f64::INFINITY {
            self.expiries.set(body, Time(until));
        } else {
            self.expiries.remove(body);
        }
    }

    /// Applies what was put into the batch; tells how many pairs that begins and ends.
    fn apply(&mut self, changes: &mut Vec<PairChange>) -> usize {
        self.toggles.clear();
        self.grid.apply(&self.batch, &mut self.toggles);
        self.batch.clear();
        for Toggle { pair: (a, b), begins } in &self.toggles {
            for body in [a, b] {
                let pairs = &mut self.pairs[*body as usize];
                *pairs = if *begins { *pairs + 1 } else { *pairs - 1 };
            }
            changes.push(match begins {
                true => PairChange::Begin(*a, *b),
                false => PairChange::End(*a, *b),
            });
        }
        self.toggles.len()
    }
}

impl BroadPhase for Leases {
    fn insert(&mut self, bodies: &[(u32, Bounds)], now: f64, changes: &mut Vec<PairChange>) {
        for (body, bounds) in bodies {
            let reach = Reach::new(width(bounds, now));
            let lease = lease(bounds, now, &reach);
            let place = *body as usize;
            if self.bodies.len() <= place {
                self.bodies.resize(place + 1, None);
                self.pairs.resize(place + 1, 0);
            }
            self.bodies[place] = Some(Leased {
                bounds: *bounds,
                lease,
                since: now,
                reach,
            });
            self.batch.inserted.push((*body, lease));
            self.expire_at(*body, until(bounds, &lease, now));
        }
        self.apply(changes);
    }

    fn remove(&mut self, body: u32, _now: f64, changes: &mut Vec<PairChange>) {
        self.bodies[body as usize] = None;
        self.expiries.remove(body);
        self.batch.removed.push(body);
        self.apply(changes);
    }

    fn update(&mut self, body: u32, bounds: &Bounds, now: f64, changes: &mut Vec<PairChange>) {
        if let Ahead::Known(ahead) = &mut self.ahead {
            ahead.retain(|(time, _)| *time > now);
        }
        let Some(leased) = &mut self.bodies[body as usize] else {
            return;
        };
        leased.bounds = *bounds;
        leased.reach.note_change();
        let until = until(bounds, &leased.lease, now);
        if until > now {
            self.kept += 1;
            self.expire_at(body, until);
        } else {
            self.left += 1;
            self.renew(body, now, changes);
        }
    }

    fn next_time(&self) -> f64 {
        self.expiries.peek().map_or(f64::INFINITY, |(Time(time), _)| time)
    }

    fn advance(&mut self, until: f64, changes: &mut Vec<PairChange>) -> f64 {
        let before = changes.len();
        while let Some((Time(time), body)) = self.expiries.peek()
            && time <= until
        {
            self.expired += 1;
            if let Ahead::Known(ahead) = &mut self.ahead {
                ahead.push((time, body));
                if ahead.len() > self.bodies.len() {
                    self.ahead = Ahead::Many;
                }
            }
            self.renew(body, time, changes);
            if changes.len() > before {
                return time;
            }
        }
        until
    }

    /// A lease made by looking ahead holds its body from then on: where the body is before that, it may need another.
    fn rewind(&mut self, now: f64, changes: &mut Vec<PairChange>) {
        let ahead: Vec<u32> = match std::mem::take(&mut self.ahead) {
            Ahead::Known(ahead) => {
                let mut ahead: Vec<u32> = ahead.into_iter().map(|(_, body)| body).collect();
                ahead.sort_unstable();
                ahead.dedup();
                ahead
            }
            Ahead::Many => (0..self.bodies.len() as u32).collect(),
        };
        for body in ahead {
            if self.bodies[body as usize].is_some_and(|leased| leased.since > now) {
                self.renew(body, now, changes);
            }
        }
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("leases expired", self.expired),
            ("leases left", self.left),
            ("leases kept", self.kept),
        ]
    }

    fn audit(&self, now: f64) -> Result<(), String> {
        for (body, leased) in self.bodies.iter().enumerate() {
            let Some(Leased { bounds, lease, .. }) = leased else {
                continue;
            };
            let due = self.expiries.key(body as u32).is_some_and(|Time(time)| time <= now);
            if !due && !holds(lease, bounds, now) {
                return Err(format!("body {body} is not in its lease at {now}"));
            }
        }
        self.grid.sanity_check()
    }
}
