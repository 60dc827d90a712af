//! Leases under test, compared with a slow oracle: at any time all boxes that overlap must be
//! candidates, whatever was done.

use crate::broad::leases::Leases;
use crate::broad::{BroadPhase, CandidateChange};
use crate::domain::ImageOffset;
use crate::motion::bounds::Bounds;
use std::collections::BTreeSet;

/// A body as the oracle stores it: its bounds, and in a periodic domain the sides to add to them.
#[derive(Clone, Copy)]
pub(super) struct Body {
    pub(super) bounds: Bounds,
    pub(super) offset: ImageOffset,
}

/// Leases, the candidates that they report, and the bodies. It panics when begins and ends of a
/// pair do not alternate.
pub(super) struct Harness {
    leases: Leases,
    changes: Vec<CandidateChange>,
    /// The pairs that have begun and not ended.
    pub(super) candidates: BTreeSet<(u32, u32, ImageOffset)>,
    pub(super) bodies: Vec<Option<Body>>,
    /// The images of the second of two that certainly overlap the first at a time.
    overlaps: fn(&Body, &Body, f64) -> Vec<ImageOffset>,
}

impl Harness {
    pub(super) fn new(leases: Leases, overlaps: fn(&Body, &Body, f64) -> Vec<ImageOffset>) -> Self {
        Self {
            leases,
            changes: Vec::new(),
            candidates: BTreeSet::new(),
            bodies: Vec::new(),
            overlaps,
        }
    }

    fn take(&mut self) {
        for CandidateChange {
            bodies: [a, b],
            image,
            begins,
        } in self.changes.drain(..)
        {
            let pair = if a < b {
                (a, b, image)
            } else {
                (b, a, image.map(|sides| -sides))
            };
            match begins {
                true => assert!(self.candidates.insert(pair), "{pair:?} begins twice"),
                false => assert!(self.candidates.remove(&pair), "{pair:?} ends and never began"),
            }
        }
    }

    /// All pairs that overlap are candidates, and none of absent bodies.
    pub(super) fn compare(&self, now: f64) {
        for (i, a) in self.bodies.iter().enumerate() {
            for (j, b) in self.bodies.iter().enumerate().skip(i + 1) {
                let (first, second) = (i as u32, j as u32);
                if let (Some(a), Some(b)) = (a, b) {
                    for image in (self.overlaps)(a, b, now) {
                        assert!(
                            self.candidates.contains(&(first, second, image)),
                            "{i}, {j}, {image:?} at {now}"
                        );
                    }
                }
            }
        }
        let is_present = |body: u32| self.bodies[body as usize].is_some();
        assert!(
            self.candidates.iter().all(|(a, b, _)| is_present(*a) && is_present(*b)),
            "at {now}"
        );
    }

    fn advance(&mut self, target: f64) {
        while self.leases.next_time() <= target {
            self.leases.advance(target, &mut self.changes);
            self.take();
        }
    }

    /// Advances to the next expiry, or to the first of several at one time that changes a pair.
    pub(super) fn step(&mut self) {
        self.leases.advance(self.leases.next_time(), &mut self.changes);
        self.take();
    }

    /// Advances to a time.
    pub(super) fn advance_to(&mut self, now: f64) {
        self.advance(now);
        self.compare(now);
    }

    /// Advances to a time ahead, and goes back to now.
    pub(super) fn advance_and_rewind(&mut self, ahead: f64, now: f64) {
        self.advance(ahead);
        self.leases.rewind(now, &mut self.changes);
        self.take();
        self.compare(now);
    }

    /// Reports what all pairs that overlap, before a change.
    pub(super) fn refresh(&mut self, now: f64) {
        self.leases.refresh(now, &mut self.changes);
        self.take();
    }

    pub(super) fn insert(&mut self, bodies: &[(u32, Bounds)], now: f64) {
        self.leases.insert(bodies, now, &mut self.changes);
        for (place, bounds) in bodies {
            let place = *place as usize;
            self.bodies.resize(self.bodies.len().max(place + 1), None);
            self.bodies[place] = Some(Body {
                bounds: *bounds,
                offset: [0; 3],
            });
        }
        self.check(now);
    }

    pub(super) fn remove(&mut self, place: u32, now: f64) {
        self.leases.remove(place, now, &mut self.changes);
        self.bodies[place as usize] = None;
        self.check(now);
    }

    /// New bounds, of this image from now on.
    pub(super) fn update(&mut self, place: u32, body: Body, now: f64) {
        self.leases.shift_image(place, &body.offset);
        self.leases.update(place, &body.bounds, now, &mut self.changes);
        self.bodies[place as usize] = Some(body);
        self.check(now);
    }

    /// The body of this number, if it is present.
    pub(super) fn body(&self, place: u32) -> Option<Body> {
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
