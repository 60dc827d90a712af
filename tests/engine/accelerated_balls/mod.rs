//! Balls under relative acceleration against exact arithmetic: no miss, no ghost, and every time as good as the numbers given.
//!
//! The oracle (see `judge`) is made of whole numbers of any length and Bernstein's basis, and shares nothing with the engine.

mod dyadic;
mod families;
mod judge;
mod quartic;

use crate::support::{Random, rounds};
use families::FAMILIES;
use judge::{Case, Judge, Verdict};
use kinesweep::{Collider, Shape, time_of_impact};

/// Cases in all, in release builds.
const CASES: u64 = 120_000;

fn answer(case: &Case) -> Option<f64> {
    let [a, b] = case.radii.map(|radius| Collider::new(&Shape::ball(radius).unwrap()).unwrap());
    time_of_impact((&a, &case.pieces[0]), (&b, &case.pieces[1]))
}

fn seed(name: &str) -> u64 {
    name.bytes()
        .fold(7, |seed: u64, byte| seed.wrapping_mul(31).wrapping_add(u64::from(byte)))
}

/// Each family with all its cases; how many ended in each verdict.
#[test]
fn no_miss_no_ghost_and_exact_times() {
    let mut totals = [0; 4];
    let mut wrong = Vec::new();
    for (name, make) in FAMILIES {
        let mut random = Random::new(seed(name));
        let mut counts = [0; 4];
        for number in 0..rounds(CASES / FAMILIES.len() as u64) {
            let case = make(&mut random);
            let found = answer(&case);
            match Judge::new(&case).judge(found) {
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
        "{} wrong, the first:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(5)].join("\n")
    );
    let [misses, at_once, hits, slanting] = totals.map(|count| count as f64 / totals.iter().sum::<u64>() as f64);
    assert!(misses > 0.1 && at_once > 0.03 && hits > 0.35, "{totals:?}");
    assert!(slanting < 0.15, "{totals:?}");
}

/// The judge finds what is wrong: a hit kept back, one made up, one that is late or early, one that is not the first.
#[test]
fn the_judge_refuses_wrong_answers() {
    /// Off by so much of the window, about ten times what is allowed.
    const OFF: f64 = 2e-8;
    let mut refused = [0; 4];
    for (name, make) in FAMILIES {
        let mut random = Random::new(seed(name) + 1);
        for _ in 0..rounds(600) {
            let case = make(&mut random);
            let found = answer(&case);
            let judge = Judge::new(&case);
            let start = case.pieces[0].epoch.max(case.pieces[1].epoch);
            let mut refuses = |kind: usize, answer: Option<f64>| {
                assert!(
                    judge.judge(answer).is_err(),
                    "{name}: {answer:?} for {found:?} {:?} {:?}",
                    case.pieces,
                    case.radii
                );
                refused[kind] += 1;
            };
            match judge.judge(found) {
                Ok(Verdict::Hit) => {
                    let time = found.expect("a hit has a time");
                    let window = time - start + case.radii[0] + case.radii[1];
                    let rounding = 1e-15 * start;
                    if name != "far away" {
                        refuses(0, None);
                    }
                    refuses(1, Some(time + 50.0 * (OFF * window + rounding)));
                    let early = time - 50.0 * (OFF * window + rounding);
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
