//! Plays on leases, beside the slow, obvious twin: at any time all that overlap must be known, whatever was done.

use crate::broad::leases::Leases;
use crate::broad::{BroadPhase, Candidacy, Image};
use crate::motion::bounds::Bounds;
use std::collections::BTreeSet;

/// A body as it should be known: its bounds, and in a periodic domain the lengths to be added to them.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) bounds: Bounds,
    pub(super) turns: Image,
}

/// Leases, who follows what they tell, and what is there. It panics when begins and ends of a pair do not alternate.
pub(super) struct Play {
    leases: Leases,
    changes: Vec<Candidacy>,
    /// The pairs that have begun and not ended.
    pub(super) told: BTreeSet<(u32, u32, Image)>,
    pub(super) bodies: Vec<Option<Known>>,
    /// By which images the second of two overlaps the first at a time, for certain.
    overlaps: fn(&Known, &Known, f64) -> Vec<Image>,
}

impl Play {
    pub(super) fn new(leases: Leases, overlaps: fn(&Known, &Known, f64) -> Vec<Image>) -> Self {
        Self {
            leases,
            changes: Vec::new(),
            told: BTreeSet::new(),
            bodies: Vec::new(),
            overlaps,
        }
    }

    fn take(&mut self) {
        for Candidacy {
            bodies: [a, b],
            image,
            begins,
        } in self.changes.drain(..)
        {
            let pair = if a < b {
                (a, b, image)
            } else {
                (b, a, image.map(|lengths| -lengths))
            };
            match begins {
                true => assert!(self.told.insert(pair), "{pair:?} begins twice"),
                false => assert!(self.told.remove(&pair), "{pair:?} ends and never began"),
            }
        }
    }

    /// All that overlap are known, and nothing of what is not there.
    pub(super) fn compare(&self, now: f64) {
        for (i, a) in self.bodies.iter().enumerate() {
            for (j, b) in self.bodies.iter().enumerate().skip(i + 1) {
                let (first, second) = (i as u32, j as u32);
                if let (Some(a), Some(b)) = (a, b) {
                    for image in (self.overlaps)(a, b, now) {
                        assert!(self.told.contains(&(first, second, image)), "{i}, {j}, {image:?} at {now}");
                    }
                }
            }
        }
        let there = |body: u32| self.bodies[body as usize].is_some();
        assert!(self.told.iter().all(|(a, b, _)| there(*a) && there(*b)), "at {now}");
    }

    fn advance(&mut self, target: f64) {
        while self.leases.next_time() <= target {
            self.leases.advance(target, &mut self.changes);
            self.take();
        }
    }

    /// Goes on to the next expiry, or to the first of several at one time that changes a pair.
    pub(super) fn step(&mut self) {
        self.leases.advance(self.leases.next_time(), &mut self.changes);
        self.take();
    }

    /// Goes on to a time.
    pub(super) fn go_on_to(&mut self, now: f64) {
        self.advance(now);
        self.compare(now);
    }

    /// Looks ahead to a time, and goes back to now.
    pub(super) fn look_ahead(&mut self, ahead: f64, now: f64) {
        self.advance(ahead);
        self.leases.rewind(now, &mut self.changes);
        self.take();
        self.compare(now);
    }

    /// What comes before anything is done.
    pub(super) fn wake(&mut self, now: f64) {
        self.leases.wake(now, &mut self.changes);
        self.take();
    }

    pub(super) fn insert(&mut self, bodies: &[(u32, Bounds)], now: f64) {
        self.leases.insert(bodies, now, &mut self.changes);
        for (place, bounds) in bodies {
            let place = *place as usize;
            self.bodies.resize(self.bodies.len().max(place + 1), None);
            self.bodies[place] = Some(Known {
                bounds: *bounds,
                turns: [0; 3],
            });
        }
        self.check(now);
    }

    pub(super) fn remove(&mut self, place: u32, now: f64) {
        self.leases.remove(place, now, &mut self.changes);
        self.bodies[place as usize] = None;
        self.check(now);
    }

    /// New bounds, told from this image from now on.
    pub(super) fn update(&mut self, place: u32, known: Known, now: f64) {
        self.leases.turn(place, &known.turns);
        self.leases.update(place, &known.bounds, now, &mut self.changes);
        self.bodies[place as usize] = Some(known);
        self.check(now);
    }

    /// What is known of a place, if anybody is there.
    pub(super) fn known(&self, place: u32) -> Option<Known> {
        self.bodies.get(place as usize).copied().flatten()
    }

    /// The time of the next expiry.
    pub(super) fn next_time(&self) -> f64 {
        self.leases.next_time()
    }

    fn check(&mut self, now: f64) {
        self.take();
        self.compare(now);
        self.leases.audit(now).unwrap();
    }
}
