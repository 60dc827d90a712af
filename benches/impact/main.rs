//! The time of impact of one pair, by pair of shapes and by motion: our solver beside parry's shape cast.
//!
//!     cargo bench --bench impact       # about a minute
//!
//! Bodies about 1 m in size, turned at random, 4 m apart, pass each other at about 4 m/s. In all cases their boxes meet; in half of
//! them the shapes do in uniform motion, by our solver's word (with a half-space: in all). The same cases then fall under one
//! gravity for both, which cancels, and go under an acceleration of the second alone, which parry does not serve. Shapes and
//! parry's poses and velocities are prepared beforehand, with parry's window of 2 s scaled to 0..1; ours makes the tight boxes in
//! every call, which a world keeps. All take turns, round by round; the table holds medians over the rounds, of CPU time, a
//! prediction. "Disagree": one finds a hit and the other does not.
//!
//! Without `--bench` (as under `cargo test --benches`) it takes few cases and checks that both agree on clear hits and clear misses
//! in uniform motion, and that in every motion the shapes touch at the time of a hit and not before.

mod case;
mod random;
mod shapes;

use case::{Case, Motion, cases};
use cpu_time::ThreadTime;
use random::Random;
use shapes::{PAIRS, Prepared};
use std::hint::black_box;

/// By how much the two may differ on a clear hit, in seconds: parry casts to an absolute tolerance, which a slanting approach widens.
const AGREEMENT: f64 = 1e-4;

/// How far apart parry may find two shapes at the time of a hit, in metres: its distances of capsules are off by 5e-8 of a size.
const CONTACT: f64 = 1e-6;

/// At so many times before a hit the shapes must be apart.
const LOOKS: u32 = 50;

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Nanoseconds of CPU time a case, in one pass over all.
fn time(cases: &[Case], ask: impl Fn(&Case) -> Option<f64>) -> f64 {
    let begin = ThreadTime::now();
    for case in cases {
        black_box(ask(black_box(case)));
    }
    begin.elapsed().as_secs_f64() * 1e9 / cases.len() as f64
}

/// Where ours and parry's answers part: how many are a hit for one and not for the other, and differences of times, sorted.
fn compare(cases: &[Case], shapes: &[Prepared; 2], motion: Motion) -> (usize, Vec<f64>) {
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

fn main() {
    let timed = std::env::args().any(|argument| argument == "--bench");
    let (count, rounds) = if timed { (2_000, 15) } else { (100, 1) };
    println!("| pair | motion | ours, ns | parry, ns | ours / parry | disagree | time differs, median s | max s |");
    println!("|---|---|---|---|---|---|---|---|");
    for (number, (name, first, second)) in PAIRS.into_iter().enumerate() {
        let shapes = [Prepared::new(&first()), Prepared::new(&second())];
        let cases = cases(&shapes, count, &mut Random::new(number as u64));
        if !timed {
            check(name, &cases, &shapes);
        }
        let mut parry = Vec::new();
        let mut ours = Motion::ALL.map(|_| Vec::new());
        for round in 0..=rounds {
            let of_parry = time(&cases, |case| case.parry(&shapes));
            let of_ours = Motion::ALL.map(|motion| time(&cases, |case| case.ours(&shapes, motion)));
            // The first round warms up.
            if round > 0 {
                parry.push(of_parry);
                ours.iter_mut().zip(of_ours).for_each(|(all, one)| all.push(one));
            }
        }
        for (motion, mut ours) in Motion::ALL.into_iter().zip(ours) {
            let mut ratios: Vec<f64> = ours.iter().zip(&parry).map(|(ours, parry)| ours / parry).collect();
            let (ours, ratio) = (median(&mut ours), median(&mut ratios));
            if motion.is_linear() {
                let (disagree, mut differences) = compare(&cases, &shapes, motion);
                let (most, typical) = (differences.last().copied().unwrap_or(f64::NAN), median(&mut differences));
                let of_parry = median(&mut parry.clone());
                println!(
                    "| {name} | {} | {ours:.0} | {of_parry:.0} | {ratio:.2} | {disagree} of {count} | {typical:.0e} | {most:.0e} |",
                    motion.name()
                );
            } else {
                println!("| {name} | {} | {ours:.0} | | | | | |", motion.name());
            }
        }
    }
}
