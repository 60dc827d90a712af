//! A run for a profiler: one world, a given number of stretches, and no clock.

use super::{STRETCH, advance, gas};

/// Collisions of each ball before the stretches.
const WARM_UP: f64 = 1.0;

/// Advances a gas, and prints the number of collisions in the stretches.
pub(super) fn run(count: usize, packing: f64, threads: usize, stretches: usize) {
    let mut world = gas(count, packing, threads, false);
    let (mut target, mut done, mut rate) = (0.0, 0, 1.0);
    let step = 0.05 / packing;
    while (done as f64) < WARM_UP * count as f64 / 2.0 {
        target += step;
        let events = advance(&mut world, target).1;
        (done, rate) = (done + events, events as f64 / step);
    }
    let width = STRETCH * count as f64 / 2.0 / rate;
    let mut collisions = 0;
    for _ in 0..stretches {
        target += width;
        collisions += advance(&mut world, target).1;
    }
    println!("{collisions} collisions in {stretches} stretches, {done} before");
}
