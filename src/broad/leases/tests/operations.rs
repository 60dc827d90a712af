//! Random insertions, removals and changes of bounds, compared with the oracle after each.

use super::harness::{Body, Harness};
use crate::broad::leases::Leases;
use crate::broad::testing::Random;
use crate::domain::ImageOffset;
use crate::motion::bounds::Bounds;

/// What random operations on leases depend on.
pub(super) struct RandomOperations {
    /// Number of runs in release builds; debug builds do 20.
    pub(super) seeds: u64,
    /// Bodies at the start.
    pub(super) bodies: u32,
    /// All bodies have numbers below this.
    pub(super) places: u64,
    /// The start time is at most five times ten to a power below this.
    pub(super) start_exponent: u64,
    /// The shortest pause between operations is ten to this power.
    pub(super) pause_exponent: f64,
    /// The longest advance that is rewound is ten to this power.
    pub(super) advance_exponent: f64,
    pub(super) leases: fn() -> Leases,
    /// As in the [harness](Harness::new).
    pub(super) overlaps: fn(&Body, &Body, f64) -> Vec<ImageOffset>,
    /// Random bounds of a body from a time on.
    pub(super) bounds: fn(&mut Random, f64) -> Bounds,
    /// The next state of a body by a choice from 0 to 3, its state, new bounds and the time.
    pub(super) updated: fn(&mut Random, u64, &Body, Bounds, f64) -> Body,
}

impl RandomOperations {
    /// Checks after each operation that all boxes that overlap are candidates.
    pub(super) fn check(&self) {
        for seed in 0..if cfg!(debug_assertions) { 20 } else { self.seeds } {
            let mut random = Random::new(seed);
            let mut harness = Harness::new((self.leases)(), self.overlaps);
            let mut now = random.uniform(-5.0, 5.0) * 10f64.powi(random.below(self.start_exponent) as i32);
            let first: Vec<(u32, Bounds)> = (0..self.bodies).map(|i| (i, (self.bounds)(&mut random, now))).collect();
            harness.insert(&first, now);
            for _ in 0..100 {
                now += 10f64.powf(random.uniform(self.pause_exponent, 0.5));
                harness.advance_to(now);
                if random.below(3) == 0 {
                    harness.advance_and_rewind(now + 10f64.powf(random.uniform(-2.0, self.advance_exponent)), now);
                }
                harness.refresh(now);
                let place = random.below(self.places) as u32;
                let bounds = (self.bounds)(&mut random, now);
                match (random.below(4), harness.body(place)) {
                    (0, Some(_)) => harness.remove(place, now),
                    (choice, Some(before)) => {
                        let body = (self.updated)(&mut random, choice, &before, bounds, now);
                        harness.update(place, body, now);
                    }
                    (_, None) => harness.insert(&[(place, bounds)], now),
                }
            }
        }
    }
}
