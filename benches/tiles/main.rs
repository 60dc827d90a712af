//! One world of hard spheres on several threads: wall-clock time against that of one thread.
//!
//!     cargo bench -p kinesweep --bench tiles                     # 64 000 and 512 000 balls, 2 threads
//!     cargo bench -p kinesweep --bench tiles -- 64000 0.3        # this number of balls, this packing
//!     cargo bench -p kinesweep --bench tiles -- threads=4        # on 4 threads
//!     cargo bench -p kinesweep --bench tiles -- box              # in a box, under gravity
//!     cargo bench -p kinesweep --bench tiles -- profile=2        # two stretches of one world, for a profiler
//!     cargo bench -p kinesweep --bench tiles -- model            # on many cores, by a model: a million balls
//!
//! Equal elastic balls start on a face-centred cubic lattice in a periodic cube with velocities from a
//! Maxwell distribution, and run until each has had some ten collisions. Then one world on one thread
//! and the same on several advance through the same stretches by turns. The times are those of the
//! best stretches, in nanoseconds for each collision; the ratio is that of the two. The processor time of all
//! threads contains what is done more than once. As a bound that the machine sets, as many separate
//! worlds with their part of the balls each advance at once, one on each thread. In the box the
//! potential energy of a ball at the top is twice its kinetic energy along one axis.

#[path = "../gas/lattice.rs"]
mod lattice;
mod model;
mod profile;
#[path = "../gas/random.rs"]
mod random;

use cpu_time::ProcessTime;
use kinesweep::{Domain, Method, World};
use lattice::balls;
use nalgebra::Vector3;
use std::thread;
use std::time::Instant;

/// Collisions of each ball before the measurement, and in a stretch.
const WARM_UP: f64 = 10.0;
const STRETCH: f64 = 1.0;

const PACKINGS: [f64; 3] = [0.1, 0.3, 0.49];
const COUNTS: [usize; 2] = [64_000, 512_000];

/// The balls of the model, and their packing.
const MODELLED: usize = 1_000_000;
const MODELLED_PACKING: f64 = 0.3;

/// Stretches of each world.
const STRETCHES: usize = 20;

/// A gas of `count` balls of diameter 1 and mass 1 at temperature 1.
fn gas(count: usize, packing: f64, threads: usize, in_box: bool) -> World {
    let (bodies, domain) = balls(count, packing);
    let builder = World::builder().method(Method::Leases).threads(threads);
    let [min, max] = domain.corners().expect("a bounded domain");
    let builder = match in_box {
        false => builder.domain(domain),
        true => builder.gravity(Vector3::z() / (min.z - max.z)).domain(Domain::Box {
            min: min.add_scalar(-0.5),
            max: max.add_scalar(0.5),
        }),
    };
    let mut world = builder.build().expect("valid");
    world.insert_all(&bodies).expect("no two overlap");
    world
}

/// Advances a world, and returns the seconds by the clock and of the processor, and the number of events.
fn advance(world: &mut World, target: f64) -> ([f64; 2], u64) {
    let mut events = 0;
    let (start, processor) = (Instant::now(), ProcessTime::now());
    world.advance_with(target, |_| events += 1).expect("no error");
    ([start.elapsed().as_secs_f64(), processor.elapsed().as_secs_f64()], events)
}

/// Advances separate worlds at once, each on a thread. Returns the seconds by the clock, and the number of events.
fn advance_all(worlds: &mut [World], target: f64) -> (f64, u64) {
    let start = Instant::now();
    let events = thread::scope(|scope| {
        let runs: Vec<_> = worlds
            .iter_mut()
            .map(|world| scope.spawn(move || advance(world, target).1))
            .collect();
        runs.into_iter().map(|run| run.join().expect("no panic")).sum()
    });
    (start.elapsed().as_secs_f64(), events)
}

/// The tests of pairs so far, ghosts and repetitions included.
fn tests(world: &World) -> f64 {
    let entries = world.counters().entries();
    let tests = entries.iter().find(|(name, _)| *name == "pairs looked at");
    tests.map_or(0.0, |(_, count)| *count as f64)
}

fn main() {
    let numbers = || std::env::args().filter_map(|argument| argument.parse::<f64>().ok());
    let counts: Vec<usize> = numbers()
        .filter(|number| *number >= 1.0)
        .map(|number| number as usize)
        .collect();
    if std::env::args().any(|argument| argument == "model") {
        let packing = numbers().find(|number| *number < 1.0).unwrap_or(MODELLED_PACKING);
        return model::run(counts.first().copied().unwrap_or(MODELLED), packing);
    }
    let counts = if counts.is_empty() { COUNTS.to_vec() } else { counts };
    let packings: Vec<f64> = numbers().filter(|number| *number < 1.0).collect();
    let packings = if packings.is_empty() { PACKINGS.to_vec() } else { packings };
    let threads = std::env::args().find_map(|argument| argument.strip_prefix("threads=")?.parse().ok());
    let threads = threads.unwrap_or(2);
    let stretches = std::env::args().find_map(|argument| argument.strip_prefix("profile=")?.parse().ok());
    if let Some(stretches) = stretches {
        return profile::run(counts[0], packings[0], threads, stretches);
    }
    let in_box = std::env::args().any(|argument| argument == "box");
    println!(
        "| n | packing | threads | ns a collision, 1 thread | ns a collision | ratio | processor, 1 thread | processor | ratio | pair tests, ratio | separate worlds, ratio |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for count in counts {
        for packing in packings.iter().copied() {
            let mut worlds = [1, threads].map(|threads| gas(count, packing, threads, in_box));
            let threads = worlds[1].threads();
            let mut apart: Vec<World> = (0..threads).map(|_| gas(count / threads, packing, 1, in_box)).collect();
            // The rate of collisions in equilibrium follows from a first stretch.
            let mut target = 0.0;
            let step = 0.05 / packing;
            let mut rate = 0.0;
            let mut done = 0;
            while (done as f64) < WARM_UP * count as f64 / 2.0 {
                target += step;
                let events = worlds.each_mut().map(|world| advance(world, target).1);
                assert_eq!(events[0], events[1]);
                advance_all(&mut apart, target);
                done += events[0];
                rate = events[0] as f64 / step;
            }
            let width = STRETCH * count as f64 / 2.0 / rate;
            let mut best = [[f64::INFINITY; 2]; 2];
            let mut best_apart = f64::INFINITY;
            let before = worlds.each_ref().map(tests);
            for _ in 0..STRETCHES {
                target += width;
                for (world, best) in worlds.iter_mut().zip(&mut best) {
                    let (seconds, events) = advance(world, target);
                    for (best, seconds) in best.iter_mut().zip(seconds) {
                        *best = best.min(seconds * 1e9 / events as f64);
                    }
                }
                let (seconds, events) = advance_all(&mut apart, target);
                best_apart = best_apart.min(seconds * 1e9 / events as f64);
            }
            let after = worlds.each_ref().map(tests);
            assert!(worlds[0].positions() == worlds[1].positions(), "the same bits");
            println!(
                "| {count} | {packing} | {threads} | {:.0} | {:.0} | {:.2} | {:.0} | {:.0} | {:.2} | {:.2} | {:.2} |",
                best[0][0],
                best[1][0],
                best[0][0] / best[1][0],
                best[0][1],
                best[1][1],
                best[0][1] / best[1][1],
                (after[0] - before[0]) / (after[1] - before[1]),
                best[0][0] / best_apart
            );
        }
    }
}
