//! The time of impact of one pair, by pair of shapes and by motion: our solver beside parry's shape cast.
//!
//!     cargo bench --bench impact       # about a minute
//!
//! Bodies about 1 m in size, turned at random, 4 m apart, pass each other at about 4 m/s. In all cases their boxes meet; in
//! half of them the shapes do in uniform motion, by our solver's word (with a half-space: in all). The same cases then fall
//! under one gravity for both, which cancels, go under an acceleration of the second alone, and spin at up to 3 rad/s each.
//! Shapes and parry's poses and velocities are prepared beforehand, with parry's window of 2 s scaled to 0..1; ours makes
//! the tight boxes in every call, which a world keeps. Hits and misses, by our word in that motion, are timed apart. All
//! take turns, round by round; the table holds medians over the rounds, of CPU time, a prediction. "Disagree": one finds a
//! hit and the other does not.
//!
//! parry does not serve acceleration, and is left out where bodies spin: its nonlinear cast has no cap on its iterations
//! and did not return on ordinary spinning cuboids (0.31). There fewer cases are timed.
//!
//! Without `--bench` (as under `cargo test --benches`) it takes few cases and checks that both agree on clear hits and
//! clear misses in uniform motion, and that in every motion the shapes touch at the time of a hit and not before.

mod case;
mod random;
mod shapes;

use case::{Case, Motion, cases};
use cpu_time::ThreadTime;
use random::Random;
use shapes::{PAIRS, Prepared};
use std::hint::black_box;

/// By how much the two may differ on a clear hit, in seconds: parry casts to an absolute tolerance, which a slanting
/// approach widens.
const AGREEMENT: f64 = 1e-4;

/// How far apart parry may find two shapes at the time of a hit, in metres: its distances of capsules are off by 5e-8 of a size.
const CONTACT: f64 = 1e-6;

/// At so many times before a hit the shapes must be apart.
const LOOKS: u32 = 50;

/// Of this many cases one is timed where bodies spin: two rings take milliseconds.
const SPINNING_PART: usize = 20;

/// And in so many rounds.
const SPINNING_ROUNDS: usize = 3;

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Nanoseconds of CPU time a case, in one pass over all.
fn time(cases: &[&Case], ask: impl Fn(&Case) -> Option<f64>) -> f64 {
    let begin = ThreadTime::now();
    for case in cases {
        black_box(ask(black_box(case)));
    }
    begin.elapsed().as_secs_f64() * 1e9 / cases.len() as f64
}

/// Where ours and parry's answers part: how many are a hit for one and not for the other, and differences of times, sorted.
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

/// What is asserted where nothing is timed.
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
            for look in 0..LOOKS {
                let early = hit * f64::from(look) / f64::from(LOOKS);
                assert!(
                    case.distance(shapes, motion, early) > 0.0,
                    "{label}: contact at {early}, before {hit}"
                );
            }
        }
    }
}

/// Times one motion of cases that all hit, or all miss, and prints a row of the table.
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
    println!("| pair | motion | cases | ours, ns | parry, ns | ours / parry | disagree | time differs, median s | max s |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for (number, (name, first, second)) in PAIRS.into_iter().enumerate() {
        let shapes = [Prepared::new(&first()), Prepared::new(&second())];
        let cases = cases(&shapes, count, &mut Random::new(number as u64));
        if !timed {
            check(name, &cases, &shapes);
        }
        for motion in Motion::ALL {
            let (part, rounds) = match motion {
                Motion::Spinning => (cases.len() / SPINNING_PART, rounds.min(SPINNING_ROUNDS)),
                _ => (cases.len(), rounds),
            };
            let hits = |case: &&Case| case.ours(&shapes, motion).is_some();
            let (hits, misses): (Vec<&Case>, Vec<&Case>) = cases[..part].iter().partition(hits);
            row(name, &hits, &shapes, motion, "hits", rounds);
            row(name, &misses, &shapes, motion, "misses", rounds);
        }
    }
}
