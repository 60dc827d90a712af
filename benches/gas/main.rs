//! Hard spheres in equilibrium: collisions per second of processor time, one core, in a periodic
//! cube.
//!
//!     cargo bench -p kinesweep --bench gas                       # 1 000, 8 000 and 64 000 balls: two minutes
//!     cargo bench -p kinesweep --bench gas -- 512000 1000000     # these numbers of balls
//!     cargo bench -p kinesweep --bench gas -- 8000 0.3           # this packing
//!
//! Equal elastic balls start on a face-centred cubic lattice with velocities from a Maxwell
//! distribution, run until each has had some twenty collisions, and are then timed over a million
//! collisions, each returned as an event. As a unit, one pop and one push of the standard library's
//! binary heap with as many entries is measured in the same run.

mod lattice;
mod random;

use cpu_time::ProcessTime;
use kinesweep::world::Counters;
use kinesweep::{EventKind, Method, World};
use lattice::balls;
use random::Random;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Collisions of each ball before the measurement, and total number of measured collisions.
const WARM_UP: u64 = 20;
const TIMED: u64 = 1_000_000;

const PACKINGS: [f64; 3] = [0.1, 0.3, 0.49];
/// From this number of balls on, memory is printed.
const MANY: usize = 500_000;

const COUNTS: [usize; 3] = [1_000, 8_000, 64_000];

/// A gas of `count` balls of diameter 1 and mass 1 at temperature 1.
fn gas(count: usize, packing: f64) -> World {
    let (bodies, domain) = balls(count, packing);
    let mut world = World::builder().domain(domain).method(Method::Leases).build().expect("valid");
    world.insert_all(&bodies).expect("no two overlap");
    world
}

fn collide(world: &mut World, collisions: u64) {
    let mut done = 0;
    while done < collisions {
        let event = world.step().expect("no error").expect("collisions do not end");
        done += u64::from(matches!(event.kind, EventKind::Collision(_)));
    }
}

/// Seconds for a pop and a push.
fn pop_and_push(entries: usize) -> f64 {
    let mut random = Random::new(2);
    let mut draw = || random.bits() >> 20;
    let mut heap: BinaryHeap<Reverse<(u64, u32)>> = (0..entries as u32).map(|number| Reverse((draw(), number))).collect();
    let start = ProcessTime::now();
    for _ in 0..TIMED {
        if let Some(Reverse((time, number))) = heap.pop() {
            heap.push(Reverse((time + draw(), number)));
        }
    }
    start.elapsed().as_secs_f64() / TIMED as f64
}

/// Bytes of memory in use by this process, where the system reports it.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

fn counter(counters: &Counters, name: &str) -> f64 {
    let entries = counters.entries();
    entries
        .iter()
        .find(|(other, _)| *other == name)
        .map_or(0.0, |(_, count)| *count as f64)
}

fn main() {
    let chosen: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let counts = if chosen.is_empty() { COUNTS.to_vec() } else { chosen };
    let fractions = std::env::args().filter_map(|argument| argument.parse().ok());
    let fractions: Vec<f64> = fractions.filter(|fraction| *fraction < 1.0).collect();
    let packings = if fractions.is_empty() { PACKINGS.to_vec() } else { fractions };
    println!(
        "| n | packing | million collisions/s | pop + push (ns) | pop + push a collision | leases a collision | pair tests a collision | bytes a ball |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for count in counts {
        for packing in packings.iter().copied() {
            let before = resident();
            let mut world = gas(count, packing);
            collide(&mut world, WARM_UP * count as u64 / 2);
            let pop_and_push = pop_and_push(count);
            let counted = world.counters();
            let start = ProcessTime::now();
            collide(&mut world, TIMED);
            let each = start.elapsed().as_secs_f64() / TIMED as f64;
            let now = world.counters();
            let per = |name| (counter(&now, name) - counter(&counted, name)) / TIMED as f64;
            let memory = resident()
                .zip(before)
                .map(|(now, before)| now.saturating_sub(before) / count as u64);
            // With few balls it is small compared with the other memory of the process.
            let memory = memory
                .filter(|_| count >= MANY)
                .map_or("-".to_owned(), |bytes| bytes.to_string());
            println!(
                "| {count} | {packing} | {:.2} | {:.0} | {:.1} | {:.2} | {:.1} | {memory} |",
                1e-6 / each,
                pop_and_push * 1e9,
                each / pop_and_push,
                per("leases expired"),
                per("pairs looked at"),
            );
        }
    }
}
