//! Whole scenes against a frame-based physics engine: CPU seconds for a simulated second.
//!
//!     cargo bench -p kinesweep-peers --bench rapier              # some minutes
//!     cargo bench -p kinesweep-peers --bench rapier -- turning   # the scenes with this word in their names
//!     cargo bench -p kinesweep-peers --bench rapier -- --ours    # without rapier: to profile
//!
//! Elastic cubes or balls of mass 1 in a cube of half-spaces. Ours finds every collision at its time;
//! `rapier3d-f64` runs at 60 Hz, as it comes, and again with continuous detection for every body. Each
//! scene is run by all three in turn, for the same simulated time; the table has the least of the
//! rounds.

mod rapier;
mod scenes;

use cpu_time::ProcessTime;
use rapier::Simulation;
use scenes::{CASES, Case};

const RATE: f64 = 60.0;
const ROUNDS: usize = 3;

fn ours(case: &Case) -> (f64, u64) {
    let mut world = case.world();
    let start = ProcessTime::now();
    world.advance_to(case.length).expect("the run has no error");
    let seconds = start.elapsed().as_secs_f64();
    (seconds / case.length, world.counters().collisions)
}

fn rapiers(case: &Case, ccd: bool) -> f64 {
    let mut simulation = Simulation::new(case, RATE, ccd);
    let start = ProcessTime::now();
    for _ in 0..(case.length * RATE).round() as usize {
        simulation.step();
    }
    start.elapsed().as_secs_f64() / case.length
}

fn main() {
    let (options, words): (Vec<String>, Vec<String>) = std::env::args()
        .skip(1)
        .filter(|word| word != "--bench")
        .partition(|word| word.starts_with("--"));
    let (rounds, peers) = (ROUNDS, !options.iter().any(|option| option == "--ours"));
    println!("| scene | ours | collisions | rapier, 60 Hz | with CCD | ours / rapier | ours / CCD |");
    println!("|---|---|---|---|---|---|---|");
    for case in &CASES {
        if !(words.is_empty() || words.iter().any(|word| case.name.contains(word.as_str()))) {
            continue;
        }
        let (mut least, mut collisions) = ([f64::INFINITY; 3], 0);
        for _ in 0..rounds {
            let (seconds, found) = ours(case);
            (least[0], collisions) = (least[0].min(seconds), found);
            if peers {
                least[1] = least[1].min(rapiers(case, false));
                least[2] = least[2].min(rapiers(case, true));
            }
        }
        let [ours, at_60, with_ccd] = least;
        println!(
            "| {} | {ours:.4} | {collisions} | {at_60:.4} | {with_ccd:.4} | {:.2} | {:.2} |",
            case.name,
            ours / at_60,
            ours / with_ccd
        );
    }
}
