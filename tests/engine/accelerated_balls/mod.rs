//! Balls under relative acceleration against exact arithmetic: no missed contact, no spurious one,
//! and every time as exact as the input.
//!
//! The oracle (see `oracle`) uses integers of arbitrary length and the Bernstein basis, and shares
//! no code with the engine.

mod dyadic;
mod families;
mod oracle;
mod quartic;

use crate::support::{Random, rounds};
use families::FAMILIES;
use kinesweep::Shape;
use kinesweep::impact::{Collider, time_of_impact};
use oracle::{Case, Oracle, Verdict};

/// Total number of cases in release builds.
const CASES: u64 = 120_000;

fn time_of(case: &Case) -> Option<f64> {
    let [a, b] = case.radii.map(|radius| Collider::new(&Shape::ball(radius).unwrap()).unwrap());
    time_of_impact((&a, &case.pieces[0]), (&b, &case.pieces[1]))
}

fn seed(name: &str) -> u64 {
    name.bytes()
        .fold(7, |seed: u64, byte| seed.wrapping_mul(31).wrapping_add(u64::from(byte)))
}

/// Checks all cases of each family, and counts the verdicts.
#[test]
fn times_of_impact_of_accelerated_balls_agree_with_exact_arithmetic() {
    let mut totals = [0; 4];
    let mut wrong = Vec::new();
    for (name, make) in FAMILIES {
        let mut random = Random::new(seed(name));
        let mut counts = [0; 4];
        for number in 0..rounds(CASES / FAMILIES.len() as u64) {
            let case = make(&mut random);
            let found = time_of(&case);
            match Oracle::new(&case).check(found) {
                Ok(verdict) => counts[verdict as usize] += 1,
                Err(what) => wrong.push(format!(
                    "{name}, case {number}: {found:?}: {what}; {:?} {:?}",
                    case.pieces, case.radii
                )),
            }
        }
        println!("{name}: {counts:?}");
        totals.iter_mut().zip(counts).for_each(|(total, count)| *total += count);
    }
    assert!(
        wrong.is_empty(),
        "{} wrong, the first ones:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(5)].join("\n")
    );
    let [misses, immediate, hits, ill_conditioned] = totals.map(|count| count as f64 / totals.iter().sum::<u64>() as f64);
    assert!(misses > 0.1 && immediate > 0.03 && hits > 0.35, "{totals:?}");
    assert!(ill_conditioned < 0.15, "{totals:?}");
}

/// The oracle refuses wrong results: a missing hit, a spurious one, one too late or too early, one
/// that is not the first.
#[test]
fn the_oracle_refuses_wrong_times() {
    /// The error as a share of the window, about ten times the tolerance.
    const ERROR: f64 = 2e-8;
    let mut refused = [0; 4];
    for (name, make) in FAMILIES {
        let mut random = Random::new(seed(name) + 1);
        for _ in 0..rounds(600) {
            let case = make(&mut random);
            let found = time_of(&case);
            let oracle = Oracle::new(&case);
            let start = case.pieces[0].epoch.max(case.pieces[1].epoch);
            let mut refuses = |kind: usize, time: Option<f64>| {
                assert!(
                    oracle.check(time).is_err(),
                    "{name}: {time:?} for {found:?} {:?} {:?}",
                    case.pieces,
                    case.radii
                );
                refused[kind] += 1;
            };
            match oracle.check(found) {
                Ok(Verdict::Hit) => {
                    let time = found.expect("a hit has a time");
                    let window = time - start + case.radii[0] + case.radii[1];
                    let rounding = 1e-15 * start;
                    if name != "far away" {
                        refuses(0, None);
                    }
                    refuses(1, Some(time + 50.0 * (ERROR * window + rounding)));
                    let early = time - 50.0 * (ERROR * window + rounding);
                    if early > start {
                        refuses(2, Some(early));
                    }
                }
                Ok(Verdict::Miss) => refuses(3, Some(start + 0.37 * case.scale)),
                _ => {}
            }
        }
    }
    assert!(refused.iter().all(|count| *count > 20), "{refused:?}");
}
