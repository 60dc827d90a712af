//! Leases: boxes, fixed in space, that hold a body for a while (the hybrid that Coming and Staadt 2006 name as future work, of bounds
//! with an expiry, section 5.2, and the grids of Tracy, Buss and Woods 2009).
//!
//! 1. A body's *lease* is its box, widened by a margin. It is valid until the body would leave it: an expiry in a queue.
//! 2. The leases stand in a grid (see [`sap`](crate::sap)), which tells the pairs that begin and end. It changes only at an expiry.
//! 3. A body whose motion changes keeps its lease while it is in it; only its expiry changes.
//!
//! So what is far apart never costs anything, and a collision does not touch the grid as long as both bodies stay in their leases.

use crate::bounds::{Bounds, Endpoint};
use crate::broad_phase::{BroadPhase, PairChange};
use crate::queue::{EventQueue, Queue, Time};
use crate::roots::first_negative_quadratic;
use crate::sap::{Aabb, Batch, GridSap, Store, Toggle};

/// The margin on each side, as a part of the body's mean width: of 0.15 to 0.5 the best on gases of balls at packing 0.1 and 0.3.
const MARGIN: f64 = 0.2;

/// The least time that a lease is made to last by its margin, in units of the last place of the present: what moves so fast that
/// its margin is gone at once would be leased for ever at the same time.
const LEAST_ULPS: f64 = 1024.0;

/// A body and its lease.
#[derive(Clone, Copy, Debug)]
struct Leased {
    bounds: Bounds,
    lease: Aabb<f64, 3>,
    /// When the lease was made.
    since: f64,
}

/// Leased boxes in a grid.
#[derive(Debug, Default)]
pub(crate) struct Leases {
    bodies: Vec<Option<Leased>>,
    expiries: Queue<Time>,
    grid: GridSap<f64, 3>,
    batch: Batch<f64, 3>,
    toggles: Vec<Toggle>,
    /// Leases made by looking ahead, which may have to be taken back: when, and whose.
    ahead: Vec<(f64, u32)>,
    /// Leases made because others expired, and because motions left them.
    expired: u64,
    left: u64,
    /// Changes of motion that stayed within a lease.
    kept: u64,
}

impl Leases {
    /// A lease for these bounds from time `now` on.
    fn lease(bounds: &Bounds, now: f64) -> Aabb<f64, 3> {
        let dt = now - bounds.epoch;
        let [min, max] = [&bounds.min, &bounds.max].map(|side| side.map(|endpoint| endpoint.at(dt)));
        let width: f64 = (0..3).map(|axis| max[axis] - min[axis]).sum::<f64>() / 3.0;
        let least = LEAST_ULPS * f64::EPSILON * now.abs();
        let margin = |endpoint: &Endpoint| {
            let rate = endpoint.velocity + 2.0 * endpoint.half_acceleration * dt;
            MARGIN * width + least * rate.abs()
        };
        Aabb {
            min: std::array::from_fn(|axis| min[axis] - margin(&bounds.min[axis])),
            max: std::array::from_fn(|axis| max[axis] + margin(&bounds.max[axis])),
        }
    }

    /// Until when bounds stay in a lease, from time `now` on; before `now` if they are not in it then.
    fn until(bounds: &Bounds, lease: &Aabb<f64, 3>, now: f64) -> f64 {
        let dt = now - bounds.epoch;
        let mut until = f64::INFINITY;
        for axis in 0..3 {
            let (min, max) = (&bounds.min[axis], &bounds.max[axis]);
            let rate = |endpoint: &Endpoint| endpoint.velocity + 2.0 * endpoint.half_acceleration * dt;
            let room = [
                (min.at(dt) - lease.min[axis], rate(min), min.half_acceleration),
                (lease.max[axis] - max.at(dt), -rate(max), -max.half_acceleration),
            ];
            for (gap, rate, half_acceleration) in room {
                if gap < 0.0 {
                    return f64::NEG_INFINITY;
                }
                until = until.min(first_negative_quadratic(gap, rate, half_acceleration));
            }
        }
        now + until
    }

    /// Gives a body the lease for its bounds from now on, and puts it into the batch.
    fn renew(&mut self, body: u32, now: f64) {
        let Some(leased) = &mut self.bodies[body as usize] else {
            return;
        };
        leased.lease = Self::lease(&leased.bounds, now);
        leased.since = now;
        let (lease, until) = (leased.lease, Self::until(&leased.bounds, &leased.lease, now));
        self.batch.moved.push((body, lease));
        self.expire_at(body, until);
    }

    fn expire_at(&mut self, body: u32, until: f64) {
        if until < f64::INFINITY {
            self.expiries.set(body, Time(until));
        } else {
            self.expiries.remove(body);
        }
    }

    /// Applies what was put into the batch.
    fn apply(&mut self, changes: &mut Vec<PairChange>) {
        self.toggles.clear();
        self.grid.apply(&self.batch, &mut self.toggles);
        self.batch.clear();
        changes.extend(self.toggles.iter().map(|Toggle { pair: (a, b), begins }| match begins {
            true => PairChange::Begin(*a, *b),
            false => PairChange::End(*a, *b),
        }));
    }
}

impl BroadPhase for Leases {
    fn insert(&mut self, bodies: &[(u32, Bounds)], now: f64, changes: &mut Vec<PairChange>) {
        for (body, bounds) in bodies {
            let lease = Self::lease(bounds, now);
            let place = *body as usize;
            if self.bodies.len() <= place {
                self.bodies.resize(place + 1, None);
            }
            self.bodies[place] = Some(Leased {
                bounds: *bounds,
                lease,
                since: now,
            });
            self.batch.inserted.push((*body, lease));
            self.expire_at(*body, Self::until(bounds, &lease, now));
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
        self.ahead.retain(|(time, _)| *time > now);
        let Some(leased) = &mut self.bodies[body as usize] else {
            return;
        };
        leased.bounds = *bounds;
        let until = Self::until(bounds, &leased.lease, now);
        if until > now {
            self.kept += 1;
            self.expire_at(body, until);
        } else {
            self.left += 1;
            self.renew(body, now);
            self.apply(changes);
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
            self.ahead.push((time, body));
            self.renew(body, time);
            self.apply(changes);
            if changes.len() > before {
                return time;
            }
        }
        until
    }

    /// A lease made by looking ahead holds its body from then on: where the body is before that, it may need another.
    fn rewind(&mut self, now: f64, changes: &mut Vec<PairChange>) {
        let mut ahead: Vec<u32> = self
            .ahead
            .drain(..)
            .filter(|(time, _)| *time > now)
            .map(|(_, body)| body)
            .collect();
        ahead.sort_unstable();
        ahead.dedup();
        for body in ahead {
            if self.bodies[body as usize].is_some_and(|leased| leased.since > now) {
                self.renew(body, now);
            }
        }
        self.apply(changes);
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
            let dt = now - bounds.epoch;
            let inside =
                (0..3).all(|axis| lease.min[axis] <= bounds.min[axis].at(dt) && bounds.max[axis].at(dt) <= lease.max[axis]);
            let due = self.expiries.key(body as u32).is_some_and(|Time(time)| time <= now);
            if !inside && !due {
                return Err(format!("body {body} is not in its lease at {now}"));
            }
        }
        self.grid.sanity_check()
    }
}
