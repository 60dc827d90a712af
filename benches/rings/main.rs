//! Rings at one percent, and other scenes: cost of a simulated second by method and number of
//! bodies.
//!
//!     # the rings, up to 100 000: some minutes
//!     cargo bench -p kinesweep --bench rings --features files
//!     # other scenes, numbers, methods
//!     cargo bench -p kinesweep --bench rings --features files -- mixed 3000 leases lists
//!     # number of rings in real time at 1000 Hz
//!     cargo bench -p kinesweep --bench rings --features files -- real-time
//!     # number of frames above which an exact run is cheaper
//!     cargo bench -p kinesweep --bench rings --features files -- crossover
//!     # on several threads, against one: all scenes, or some
//!     cargo bench -p kinesweep --bench rings --features files -- threads=2
//!     cargo bench -p kinesweep --bench rings --features files -- threads=2 heaps
//!
//! The figure is that of Coming and Staadt 2006: processor seconds per simulated second, after the
//! insertion of all bodies. `swept` uses frames of 1/60 s; `sampled` is the discrete frame-based
//! mode at 60 Hz, which misses contacts between its frames. With `--counters` the counters are
//! printed between the rows.

mod crossover;
mod heaps;
mod real_time;
mod scenes;
mod threads;

use cpu_time::ProcessTime;
use kinesweep::sampled::SampledWorld;
use kinesweep::{Method, Scene, World};
use scenes::{FAMILIES, Family};
use std::hint::black_box;

const COUNTS: [u64; 7] = [100, 300, 1_000, 3_000, 10_000, 30_000, 100_000];

/// Greatest number of bodies for lists: their swaps grow as n^(5/3).
const MOST_IN_LISTS: u64 = 3_000;

/// Frames a second.
const RATE: f64 = 60.0;

/// The names of the methods on the command line and in the table.
const METHODS: [&str; 4] = ["leases", "lists", "swept", "sampled"];

/// Simulated bodies times seconds in a run, and the length of a run, in simulated seconds: some
/// seconds of processor time.
const WORK: f64 = 100_000.0;
const SHORTEST: f64 = 3.0;
const LONGEST: f64 = 30.0;

fn cost(length: f64, run: impl FnOnce()) -> f64 {
    let start = ProcessTime::now();
    run();
    start.elapsed().as_secs_f64() / length
}

fn continuous(scene: &Scene, method: Method, length: f64, print: bool) -> f64 {
    let mut world = World::from_scene(scene, method).expect("the scene is valid");
    let cost = cost(length, || {
        black_box(world.advance_to(length).expect("the run has no error"));
    });
    if print {
        let counters: Vec<String> = world
            .counters()
            .entries()
            .iter()
            .filter(|(_, count)| *count > 0)
            .map(|(name, count)| format!("{name} {:.1}", *count as f64 / length))
            .collect();
        println!("    {method:?}, per simulated second: {}", counters.join(", "));
    }
    cost
}

fn sampled(scene: &Scene, rate: f64, length: f64) -> f64 {
    let mut world = SampledWorld::from_scene(scene, rate).expect("the scene is valid");
    cost(length, || {
        black_box(world.advance_to(length).expect("nothing grows"));
    })
}

/// The arguments of the command line: names of families and methods, and numbers of bodies; all if
/// none is given.
struct Selection(Vec<String>);

impl Selection {
    fn counts(&self) -> Vec<u64> {
        let counts: Vec<u64> = self.0.iter().filter_map(|word| word.parse().ok()).collect();
        if counts.is_empty() { COUNTS.to_vec() } else { counts }
    }

    fn families(&self) -> Vec<&'static Family> {
        let named: Vec<&Family> = FAMILIES.iter().filter(|family| self.names(family.name)).collect();
        if named.is_empty() { vec![&FAMILIES[0]] } else { named }
    }

    fn methods(&self) -> Vec<&'static str> {
        let named: Vec<&str> = METHODS.into_iter().filter(|method| self.names(method)).collect();
        if named.is_empty() { METHODS.to_vec() } else { named }
    }

    fn names(&self, name: &str) -> bool {
        self.0.iter().any(|word| word == name)
    }
}

fn main() {
    let selection = Selection(std::env::args().skip(1).collect());
    if selection.names("real-time") {
        return real_time::print();
    }
    if selection.names("crossover") {
        return crossover::print();
    }
    let threads = selection
        .0
        .iter()
        .find_map(|word| word.strip_prefix("threads=")?.parse().ok());
    if let Some(threads) = threads {
        return threads::print(threads, |family| selection.names(family));
    }
    let methods = selection.methods();
    let print = selection.names("--counters");
    for family in selection.families() {
        println!("{}: {}", family.name, family.what);
        println!("| bodies | {} |", methods.join(" | "));
        println!("|---|{}", "---|".repeat(methods.len()));
        for count in selection.counts() {
            let scene = (family.scene)(count);
            let length = (WORK / count as f64).clamp(SHORTEST, LONGEST);
            let cell = |method: &&str| match *method {
                "leases" => formatted(continuous(&scene, Method::Leases, length, print)),
                "lists" if count <= MOST_IN_LISTS => formatted(continuous(&scene, Method::Lists, length, print)),
                "swept" => formatted(continuous(&scene, Method::Swept { rate: RATE }, length, print)),
                "sampled" => formatted(sampled(&scene, RATE, length)),
                _ => "-".to_owned(),
            };
            let cells: Vec<String> = methods.iter().map(cell).collect();
            println!("| {count} | {} |", cells.join(" | "));
        }
    }
}

/// A number with two significant digits.
fn formatted(cost: f64) -> String {
    let decimals = (1.0 - cost.log10().floor()).max(0.0) as usize;
    format!("{cost:.decimals$}")
}
