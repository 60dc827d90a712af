//! One world of bodies of any shape on several threads: wall-clock time against that of one thread.
//!
//! *A whole run* is a single call from the start, with the division of the world into parts. *Stretches* follow, by
//! turns; each is a call, and nothing is read between them. All ends with the same bits. Of two runs the least time of each
//! counts: other work on the machine only increases it.

use crate::scenes::{FAMILIES, Family};
use kinesweep::{Method, Scene, World};
use std::time::Instant;

/// A family, its number of bodies, and the simulated seconds of the whole run, and of a stretch.
const CASES: [(&str, u64, f64, f64); 5] = [
    ("rings", 100_000, 20.0, 2.0),
    ("mixed", 30_000, 10.0, 1.0),
    ("mixed", 100_000, 5.0, 0.5),
    ("falling", 30_000, 14.0, 0.4),
    ("heaps", 6400, 0.4, 0.2),
];

const STRETCHES: u32 = 10;
const RUNS: usize = 2;

/// Compares one thread with several. `threads`: their number; `is_named`: of the families that count, or of none if all do.
pub(crate) fn print(threads: usize, is_named: impl Fn(&str) -> bool) {
    let all = !CASES.iter().any(|(name, ..)| is_named(name));
    println!("| scene | bodies | threads | whole run, s | 1 thread, s | ratio | stretches, s | 1 thread, s | ratio |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for (name, count, length, stretch) in CASES.into_iter().filter(|(name, ..)| all || is_named(name)) {
        let family = FAMILIES.iter().find(|family| family.name == name).expect("there is one");
        row(family, count, [length, stretch], threads);
    }
}

fn row(family: &Family, count: u64, lengths: [f64; 2], threads: usize) {
    let scene = (family.scene)(count);
    let mut least = [[f64::INFINITY; 2]; 2];
    for _ in 0..RUNS {
        let seconds = run(&scene, lengths, threads);
        least = [0, 1].map(|part| [0, 1].map(|world| least[part][world].min(seconds[part][world])));
    }
    let [whole, stretches] = least;
    println!(
        "| {} | {count} | {threads} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} | {:.2} |",
        family.name,
        whole[1],
        whole[0],
        whole[0] / whole[1],
        stretches[1],
        stretches[0],
        stretches[0] / stretches[1]
    );
}

/// The seconds of a whole run and of all stretches, each on one thread and on several.
fn run(scene: &Scene, [length, stretch]: [f64; 2], threads: usize) -> [[f64; 2]; 2] {
    let mut worlds = [1, threads].map(|threads| {
        let mut world = World::from_scene(scene, Method::Leases).expect("the scene is valid");
        world.set_threads(threads);
        world
    });
    let mut advance = |target: f64| {
        worlds.each_mut().map(|world| {
            let begun = Instant::now();
            world.advance_with(target, |_| {}).expect("the run has no error");
            begun.elapsed().as_secs_f64()
        })
    };
    let whole = advance(length);
    let mut stretches = [0.0; 2];
    for number in 1..=STRETCHES {
        let seconds = advance(length + stretch * f64::from(number));
        stretches = [stretches[0] + seconds[0], stretches[1] + seconds[1]];
    }
    assert!(worlds[0].positions() == worlds[1].positions(), "the same bits");
    [whole, stretches]
}
