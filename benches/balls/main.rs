//! Balls of every kind: collisions a second of processor time, as a ratio to equal free balls.
//!
//!     cargo bench -p kinesweep --bench balls                # all cases: some minutes
//!     cargo bench -p kinesweep --bench balls -- gravity     # the cases with this word in their names
//!
//! Each case is timed in turn with as many equal elastic balls of the same packing in a periodic
//! cube, without anything else; the ratio is of the best times. 8 000 balls at a packing of 0.3
//! unless the name says otherwise.

mod cases;
mod drum;
#[path = "../gas/random.rs"]
mod random;
mod start;

use cases::{Case, cases};
use cpu_time::ProcessTime;
use kinesweep::{EventKind, World};

/// Collisions before the first time that is measured, for each ball.
const WARM_UP: usize = 10;
/// Measured times, and collisions in each, for each ball.
const ROUNDS: usize = 5;
const TIMED: usize = 8;
/// Collisions after which the time is checked and recorded motions are taken.
const EVERY: usize = 64;
/// A case that takes longer than so many times its reference is measured over fewer collisions.
const SLOW: f64 = 3.0;

/// Seconds of processor time for a collision, of up to so many, or of as many as end in `most`
/// seconds.
fn time(world: &mut World, collisions: usize, most: f64) -> f64 {
    let start = ProcessTime::now();
    let mut done = 0;
    while done < collisions && (!done.is_multiple_of(EVERY) || start.elapsed().as_secs_f64() < most) {
        let event = world.step().expect("balls go on").expect("and on");
        done += usize::from(matches!(event.kind, EventKind::Collision(_)));
        if done.is_multiple_of(EVERY) {
            // Taken often, as for a file.
            world.drain_motion_pieces();
        }
    }
    start.elapsed().as_secs_f64() / done.max(1) as f64
}

fn measure(case: &Case) {
    let mut reference = case.reference.world();
    let mut other = case.world();
    let collisions = case.reference.count / 2;
    let warm_up = time(&mut reference, WARM_UP * collisions, f64::INFINITY) * (WARM_UP * collisions) as f64;
    time(&mut other, WARM_UP * collisions, SLOW * warm_up);
    let timed = TIMED * collisions;
    let mut best = [f64::INFINITY; 2];
    for _ in 0..ROUNDS {
        let alone = time(&mut reference, timed, f64::INFINITY);
        best[0] = best[0].min(alone);
        best[1] = best[1].min(time(&mut other, timed, SLOW * alone * timed as f64));
    }
    let least = case.least.map_or("-".to_owned(), |least| format!("{least:.1}"));
    let ratio = best[0] / best[1];
    println!(
        "| {} | {:.2} | {:.2} | {ratio:.2} | {least} |",
        case.name,
        1e-6 / best[0],
        1e-6 / best[1],
    );
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    println!("| balls | equal free balls, million collisions/s | these, million collisions/s | ratio | at least |");
    println!("|---|---|---|---|---|");
    let is_chosen = |case: &Case| words.is_empty() || words.iter().any(|word| case.name.contains(word.as_str()));
    for case in cases().iter().filter(|case| is_chosen(case)) {
        measure(case);
    }
}
