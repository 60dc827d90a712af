//! The time of impact of one pair, by pair of shapes and by motion: our solver compared with
//! parry's shape cast.
//!
//!     cargo bench -p kinesweep --bench impact                # about a minute
//!     cargo bench -p kinesweep --bench impact -- ball-ball   # the pairs with this word in their names
//!
//! Bodies about 1 m in size, randomly oriented, 4 m apart, pass each other at about 4 m/s. In all
//! cases their boxes overlap; in half of them the shapes collide in uniform motion, by our solver
//! (with a half-space: in all). The same cases are then timed under equal gravity, which cancels,
//! under an acceleration of the second body only, and with spins of up to 3 rad/s each: constant, as
//! of symmetric tops, and as of asymmetric ones. Shapes and
//! parry's poses and velocities are prepared beforehand, with parry's window of 2 s scaled to 0..1;
//! our solver computes the tight boxes in every call, which a world caches. Hits and misses, by our
//! solver in that motion, are timed separately. The solvers alternate, round by round; the table
//! contains medians over the rounds, of CPU time per prediction. "Disagree": one finds a hit and
//! the other does not.
//!
//! parry does not support acceleration, and is omitted where bodies spin: its nonlinear cast has no
//! cap on its iterations and did not return on ordinary spinning cuboids (0.31). With spin fewer
//! cases are timed.
//!
//! Another table compares two balls under relative acceleration with the roots of their quartic:
//!
//!     cargo bench -p kinesweep --bench impact -- accelerated-balls
//!
//! Without `--bench` (as under `cargo test --benches`) the bench checks on few cases that both
//! agree on clear hits and clear misses in uniform motion, and that in every motion the shapes
//! touch at the time of a hit and not before.

mod accelerated_balls;
mod case;
mod random;
mod shapes;

use case::{Case, Motion, cases};
use cpu_time::ThreadTime;
use random::Random;
use shapes::{PAIRS, Prepared};
use std::hint::black_box;

/// Greatest difference of the two on a clear hit, in seconds: parry casts to an absolute tolerance,
/// which an oblique approach magnifies.
const AGREEMENT: f64 = 1e-4;

/// Greatest distance of two shapes at the time of a hit, by parry, in metres: its distances of
/// capsules have errors of 5e-8 of a size.
const CONTACT: f64 = 1e-6;

/// Number of times before a hit at which the shapes must be separate.
const CHECKED_TIMES: u32 = 50;

/// With spin, one case in this many is timed: two rings take milliseconds.
const SPINNING_PART: usize = 20;

/// Number of rounds with spin.
const SPINNING_ROUNDS: usize = 3;

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Nanoseconds of CPU time per case, in one pass over all.
fn time(cases: &[&Case], predict: impl Fn(&Case) -> Option<f64>) -> f64 {
    let begin = ThreadTime::now();
    for case in cases {
        black_box(predict(black_box(case)));
    }
    begin.elapsed().as_secs_f64() * 1e9 / cases.len() as f64
}

/// The differences between our and parry's results: the number of hits of only one, and the sorted
/// differences of times.
fn compare(cases: &[&Case], shapes: &[Prepared; 2], motion: Motion) -> (usize, Vec<f64>) {
    let (mut disagree, mut differences) = (0, Vec::new());
    for case in cases {
        let (ours, parry) = (case.ours(shapes, motion), case.parry(shapes));
        if let (Some(ours), Some(parry)) = (ours, parry) {
            differences.push((ours - parry).abs());
        }
        disagree += usize::from(ours.is_some() != parry.is_some());
    }
    differences.sort_by(f64::total_cmp);
    (disagree, differences)
}

/// The checks without timing.
fn check(name: &str, cases: &[Case], shapes: &[Prepared; 2]) {
    for case in cases {
        if case.is_clear(shapes) {
            let (ours, parry) = (case.ours(shapes, Motion::Uniform), case.parry(shapes));
            assert_eq!(ours.is_some(), parry.is_some(), "{name}: {:?}", case.pieces[0]);
            let difference = ours.unwrap_or(0.0) - parry.unwrap_or(0.0);
            assert!(
                difference.abs() <= AGREEMENT,
                "{name}: {difference:e} s, {:?}",
                case.pieces[0]
            );
        }
        for motion in Motion::ALL {
            let Some(hit) = case.ours(shapes, motion) else { continue };
            let label = format!("{name}, {}: {:?}", motion.name(), case.pieces[motion as usize]);
            let gap = case.distance(shapes, motion, hit);
            assert!(gap <= CONTACT, "{label}: {gap:e} m apart at {hit}");
            for number in 0..CHECKED_TIMES {
                let early = hit * f64::from(number) / f64::from(CHECKED_TIMES);
                assert!(
                    case.distance(shapes, motion, early) > 0.0,
                    "{label}: contact at {early}, before {hit}"
                );
            }
        }
    }
}

/// Times one motion of cases that are all hits or all misses, and prints a row of the table.
fn row(name: &str, cases: &[&Case], shapes: &[Prepared; 2], motion: Motion, outcome: &str, rounds: usize) {
    if cases.is_empty() {
        return;
    }
    let (mut ours, mut parry, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..=rounds {
        let of_parry = if motion.is_linear() {
            time(cases, |case| case.parry(shapes))
        } else {
            f64::NAN
        };
        let of_ours = time(cases, |case| case.ours(shapes, motion));
        // The first round warms up.
        if round > 0 {
            ours.push(of_ours);
            parry.push(of_parry);
            ratios.push(of_ours / of_parry);
        }
    }
    let (count, ours) = (cases.len(), median(&mut ours));
    let start = format!("| {name} | {} | {count} {outcome} | {ours:.0} |", motion.name());
    if !motion.is_linear() {
        println!("{start} | | | | |");
        return;
    }
    let (parry, ratio) = (median(&mut parry), median(&mut ratios));
    let (disagree, mut differences) = compare(cases, shapes, motion);
    print!("{start} {parry:.0} | {ratio:.2} | {disagree} |");
    match differences.last().copied() {
        Some(most) => println!(" {:.0e} | {most:.0e} |", median(&mut differences)),
        None => println!(" | |"),
    }
}

fn main() {
    let timed = std::env::args().any(|argument| argument == "--bench");
    let (count, rounds) = if timed { (2_000, 15) } else { (100, 1) };
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let is_named = |name: &str| words.iter().any(|word| name.contains(word.as_str()));
    let is_chosen = |name: &str| words.is_empty() || is_named(name);
    if is_named("accelerated-balls") || !timed {
        accelerated_balls::table(count, rounds);
        println!();
    }
    if is_named("accelerated-balls") {
        return;
    }
    println!("| pair | motion | cases | ours, ns | parry, ns | ours / parry | disagree | time differs, median s | max s |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for (number, (name, first, second)) in PAIRS.into_iter().enumerate() {
        if !is_chosen(name) {
            continue;
        }
        let shapes = [Prepared::new(&first()), Prepared::new(&second())];
        let cases = cases(&shapes, count, &mut Random::new(number as u64));
        if !timed {
            check(name, &cases, &shapes);
        }
        for motion in Motion::ALL {
            let (part, rounds) = match motion {
                _ if motion.rotates() => (cases.len() / SPINNING_PART, rounds.min(SPINNING_ROUNDS)),
                _ => (cases.len(), rounds),
            };
            let hits = |case: &&Case| case.ours(&shapes, motion).is_some();
            let (hits, misses): (Vec<&Case>, Vec<&Case>) = cases[..part].iter().partition(hits);
            row(name, &hits, &shapes, motion, "hits", rounds);
            row(name, &misses, &shapes, motion, "misses", rounds);
        }
    }
}
