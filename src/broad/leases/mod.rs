//! Broad phase by leases: boxes, fixed in space, that hold a body for a while (the hybrid that Coming and Staadt 2006 name
//! as future work, of bounds with an expiry, section 5.2, and the grids of Tracy, Buss and Woods 2009).
//!
//! 1. A body's *lease* is its box, swept some way along its motion and widened by a margin. It is valid until the body
//!    would leave it: an expiry in a queue.
//! 2. The leases stand in a grid (see [`sap`](crate::sap)), which tells the pairs that begin and end. It changes only at an
//!    expiry.
//! 3. A body whose motion changes keeps its lease while it is in it; only its expiry changes.
//! 4. How far a lease goes is learned, body by body, from what the last one cost ([`reach`]).
//! 5. In a periodic domain a lease stands in the grid by its images ([`images`]), and is no longer than the domain.
//!
//! So what is far apart never costs anything, and a collision does not touch the grid as long as both bodies stay in their
//! leases. All is decided by the simulated state, nothing by a clock.

mod images;
mod lease;
mod quiet;
mod reach;
mod region;
#[cfg(test)]
mod tests;

use crate::broad::{BroadPhase, Candidacy, Image};
use crate::motion::bounds::Bounds;
use crate::queue::{EventQueue, Queue, Time};
use crate::sap::{Aabb, Batch, GridSap, Store, Toggle};
use images::Images;
pub(crate) use lease::{hold_from, least_time, until};
use lease::{holds, lease, width};
use quiet::Quiet;
use reach::Reach;

/// A body and its lease.
#[derive(Clone, Copy, Debug)]
struct Leased {
    bounds: Bounds,
    lease: Aabb<f64, 3>,
    /// Of a periodic domain: see [`BroadPhase::turn`].
    turns: Image,
    /// When the lease was made.
    since: f64,
    reach: Reach,
}

/// Leased boxes in a grid. Between two changes of motion all leases hold, or it is quiet.
#[derive(Debug)]
pub(crate) struct Leases {
    bodies: Vec<Option<Leased>>,
    /// How many pairs each body is in.
    pairs: Vec<u32>,
    expiries: Queue<Time>,
    grid: GridSap<f64, 3>,
    /// Where leases stand in it in a periodic domain; in others each stands there once, by the name of its body.
    images: Option<Images>,
    /// The most that a lease goes, in metres.
    longest: f64,
    batch: Batch<f64, 3>,
    toggles: Vec<Toggle>,
    ahead: Ahead,
    quiet: Quiet,
    /// Leases made because others expired, and at changes of motion: because the body left its lease, or it had become dear.
    expired: u64,
    left: u64,
    /// Changes of motion that stayed within a lease.
    kept: u64,
}

/// The bodies whose leases were made by looking ahead, which may have to be taken back.
#[derive(Debug)]
enum Ahead {
    /// In order of time; those that are past, too.
    Known(Vec<Renewal>),
    /// Too many to know.
    Many,
}

/// A lease made by looking ahead: when, whose, and what was known before of how far to go.
#[derive(Clone, Copy, Debug)]
struct Renewal {
    time: f64,
    body: u32,
    reach: Reach,
}

impl Default for Ahead {
    fn default() -> Self {
        Self::Known(Vec::new())
    }
}

impl Ahead {
    fn clear(&mut self) {
        match self {
            Self::Known(ahead) => ahead.clear(),
            Self::Many => *self = Self::default(),
        }
    }
}

impl Default for Leases {
    fn default() -> Self {
        Self {
            bodies: Vec::new(),
            pairs: Vec::new(),
            expiries: Queue::default(),
            grid: GridSap::default(),
            images: None,
            longest: f64::INFINITY,
            batch: Batch::default(),
            toggles: Vec::new(),
            ahead: Ahead::default(),
            quiet: Quiet::default(),
            expired: 0,
            left: 0,
            kept: 0,
        }
    }
}

impl Leases {
    /// Of a periodic domain with this lower corner and these sides.
    pub(crate) fn periodic(min: [f64; 3], sides: [f64; 3]) -> Self {
        let images = Images::new(min, sides);
        Self {
            longest: images.longest(),
            images: Some(images),
            ..Self::default()
        }
    }

    /// Puts a body into the batch, with a first lease, told from an image so many lengths away.
    fn put_in(&mut self, body: u32, bounds: &Bounds, turns: Image, now: f64) {
        let mut reach = Reach::new(width(bounds, now));
        reach.limit(self.longest);
        let lease = lease(bounds, now, &reach, self.longest);
        let place = body as usize;
        if self.bodies.len() <= place {
            self.bodies.resize(place + 1, None);
            self.pairs.resize(place + 1, 0);
        }
        self.bodies[place] = Some(Leased {
            bounds: *bounds,
            lease,
            turns,
            since: now,
            reach,
        });
        match &mut self.images {
            None => self.batch.inserted.push((body, lease)),
            Some(images) => images.file(body, &lease, &turns, &mut self.batch),
        }
        self.expire_at(body, until(bounds, &lease, now).max(self.soonest(now)));
    }

    /// Gives a body the lease for its bounds from now on, and tells which pairs that begins and ends.
    fn renew(&mut self, body: u32, now: f64, changes: &mut Vec<Candidacy>) {
        let Some(leased) = &mut self.bodies[body as usize] else {
            return;
        };
        leased.reach.renew(width(&leased.bounds, now), self.pairs[body as usize]);
        leased.reach.limit(self.longest);
        leased.lease = lease(&leased.bounds, now, &leased.reach, self.longest);
        leased.since = now;
        let until = until(&leased.bounds, &leased.lease, now);
        match &mut self.images {
            None => self.batch.moved.push((body, leased.lease)),
            Some(images) => images.file(body, &leased.lease, &leased.turns, &mut self.batch),
        }
        self.expire_at(body, until.max(self.soonest(now)));
        let exchanged = self.apply(changes);
        if let Some(leased) = &mut self.bodies[body as usize] {
            leased.reach.note_exchanged(exchanged);
        }
    }

    /// Notes that a lease is about to be made, perhaps by looking ahead.
    fn note_ahead(&mut self, time: f64, body: u32) {
        if let (Ahead::Known(ahead), Some(leased)) = (&mut self.ahead, &self.bodies[body as usize]) {
            let reach = leased.reach;
            ahead.push(Renewal { time, body, reach });
            if ahead.len() > self.bodies.len() {
                self.ahead = Ahead::Many;
            }
        }
    }

    /// In a periodic domain, the time before which no lease expires: time must go on. (What goes farther than its lease
    /// before then, which may not be longer than the domain, is refused by the world.)
    fn soonest(&self, now: f64) -> f64 {
        match &self.images {
            None => f64::NEG_INFINITY,
            Some(_) => now + least_time(now),
        }
    }

    fn expire_at(&mut self, body: u32, until: f64) {
        if until < f64::INFINITY {
            self.expiries.set(body, Time(until));
        } else {
            self.expiries.remove(body);
        }
    }

    /// All leases made after a time, to be made as if they were the first.
    fn all_made_after(&self, now: f64) -> Vec<Renewal> {
        let made = |(body, leased): (usize, &Option<Leased>)| {
            let leased = leased.as_ref().filter(|leased| leased.since > now)?;
            Some(Renewal {
                time: leased.since,
                body: body as u32,
                reach: Reach::new(width(&leased.bounds, now)),
            })
        };
        self.bodies.iter().enumerate().filter_map(made).collect()
    }

    /// Applies what was put into the batch; tells how many pairs that begins and ends.
    fn apply(&mut self, changes: &mut Vec<Candidacy>) -> usize {
        self.toggles.clear();
        self.grid.apply(&self.batch, &mut self.toggles);
        self.batch.clear();
        let before = changes.len();
        match &mut self.images {
            None => changes.extend(self.toggles.iter().map(Candidacy::from)),
            Some(images) => images.tell(&self.toggles, changes),
        }
        for Candidacy { bodies, begins, .. } in &changes[before..] {
            for body in bodies {
                let pairs = &mut self.pairs[*body as usize];
                *pairs = if *begins { *pairs + 1 } else { *pairs - 1 };
            }
        }
        changes.len() - before
    }
}

impl BroadPhase for Leases {
    fn insert(&mut self, bodies: &[(u32, Bounds)], now: f64, changes: &mut Vec<Candidacy>) {
        self.quiet.break_at(now);
        for (body, bounds) in bodies {
            self.put_in(*body, bounds, [0; 3], now);
        }
        self.apply(changes);
    }

    fn remove(&mut self, body: u32, _now: f64, changes: &mut Vec<Candidacy>) {
        self.bodies[body as usize] = None;
        self.expiries.remove(body);
        match &mut self.images {
            None => self.batch.removed.push(body),
            Some(images) => images.remove(body, &mut self.batch),
        }
        self.apply(changes);
    }

    fn reenter(&mut self, body: u32, bounds: &Bounds, now: f64, changes: &mut Vec<Candidacy>) {
        self.quiet.break_at(now);
        let turns = self.bodies[body as usize].as_ref().map_or([0; 3], |leased| leased.turns);
        let before = changes.len();
        self.remove(body, now, changes);
        changes.truncate(before);
        self.put_in(body, bounds, turns, now);
        self.apply(changes);
    }

    fn turn(&mut self, body: u32, turns: &Image) {
        if let (Some(images), Some(leased)) = (&self.images, &mut self.bodies[body as usize])
            && leased.turns != *turns
        {
            let by = std::array::from_fn(|axis| turns[axis] - leased.turns[axis]);
            leased.lease = images.shift(&leased.lease, &by);
            leased.turns = *turns;
        }
    }

    fn update(&mut self, body: u32, bounds: &Bounds, now: f64, changes: &mut Vec<Candidacy>) {
        // Time does not go back to before now.
        self.ahead.clear();
        self.quiet.break_at(now);
        let Some(leased) = &mut self.bodies[body as usize] else {
            return;
        };
        leased.bounds = *bounds;
        leased.reach.note_change();
        let until = until(bounds, &leased.lease, now);
        if until > now && !leased.reach.is_dear(self.pairs[body as usize]) {
            self.kept += 1;
            self.expire_at(body, until);
        } else {
            self.left += 1;
            self.renew(body, now, changes);
        }
    }

    fn next_time(&self) -> f64 {
        let first = self.expiries.peek().map_or(f64::INFINITY, |(Time(time), _)| time);
        first.max(self.quiet.until())
    }

    fn advance(&mut self, until: f64, changes: &mut Vec<Candidacy>) -> f64 {
        self.advance_some(until, usize::MAX, changes)
    }

    fn advance_some(&mut self, until: f64, steps: usize, changes: &mut Vec<Candidacy>) -> f64 {
        let (before, last) = (changes.len(), self.expired.saturating_add(steps as u64));
        while self.next_time() <= until
            && self.next_time() < f64::INFINITY
            && let Some((Time(time), body)) = self.expiries.peek()
        {
            let time = time.max(self.quiet.until());
            self.expired += 1;
            self.note_ahead(time, body);
            self.renew(body, time, changes);
            if self.images.is_none() && self.expiries.peek().is_none_or(|(Time(next), _)| next > time) {
                // All leases hold, so all that overlaps is known. (Whether images come near is another question.)
                self.quiet.note_expiry(&self.bodies, time);
            }
            if changes.len() > before || self.expired == last {
                return time;
            }
        }
        until
    }

    /// A lease made by looking ahead holds its body from then on: where the body is before that, it may need another.
    fn rewind(&mut self, now: f64, changes: &mut Vec<Candidacy>) {
        self.quiet.break_at(now);
        let mut ahead = match std::mem::take(&mut self.ahead) {
            Ahead::Known(ahead) => ahead,
            Ahead::Many => self.all_made_after(now),
        };
        ahead.retain(|renewal| renewal.time > now);
        // Stable: of one body, the first comes first.
        ahead.sort_by_key(|renewal| renewal.body);
        ahead.dedup_by_key(|renewal| renewal.body);
        for Renewal { body, reach, .. } in ahead {
            if let Some(leased) = &mut self.bodies[body as usize]
                && leased.since > now
            {
                leased.reach = reach;
                self.renew(body, now, changes);
            }
        }
        self.wake(now, changes);
    }

    /// Where it was quiet leases have expired that were not renewed.
    fn wake(&mut self, now: f64, changes: &mut Vec<Candidacy>) {
        while let Some((Time(time), body)) = self.expiries.peek()
            && time <= now
        {
            self.expired += 1;
            self.renew(body, now, changes);
        }
    }

    fn strays(&self, now: f64, found: &mut Vec<u32>) {
        self.displaced(now, found);
    }

    fn candidates_in(&self, region: &Aabb<f64, 3>, _now: f64, found: &mut Vec<u32>) {
        self.leased_in(region, found);
    }

    fn cell_width(&self) -> Option<f64> {
        self.grid.cell_width()
    }

    fn extent(&self) -> Option<Aabb<f64, 3>> {
        self.grid.extent()
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
            let Some(Leased {
                bounds, lease, turns, ..
            }) = leased
            else {
                continue;
            };
            if let Some(images) = &self.images {
                images.audit(body as u32, lease, turns)?;
            }
            let due = self.expiries.key(body as u32).is_some_and(|Time(time)| time <= now);
            if !due && !holds(lease, bounds, now) {
                return Err(format!("body {body} is not in its lease at {now}"));
            }
        }
        self.grid.sanity_check()
    }
}
