//! Ellipsoids, cylinders, cones and rounded cuboids against oracles.

use super::random::{ROUND_KINDS, Random};
use super::spin::{Counts, cases, compare_intervals, compare_within, forecast_of, random_pair};
use super::*;

/// Every round kind with every kind, in turn.
fn pair_of_case(random: &mut Random, case: u64, spin: f64) -> ([&'static str; 2], [TestBody; 2]) {
    let others = ["ball", "cuboid", "capsule", "hull", "ring", "compound"];
    let all: Vec<&str> = ROUND_KINDS.iter().chain(&others).copied().collect();
    let kinds = [
        ROUND_KINDS[case as usize % ROUND_KINDS.len()],
        all[case as usize / ROUND_KINDS.len() % all.len()],
    ];
    let kinds = if case % 3 == 0 { [kinds[1], kinds[0]] } else { kinds };
    (kinds, random_pair(random, kinds, case % 2 == 1, spin))
}

/// The signed gap at a time.
fn gap_at(a: &TestBody, b: &TestBody, t: f64) -> f64 {
    let [one, other] = [a, b].map(|body| PosedShape::of(&body.moving(), t, &Vector3::zeros()));
    let depth = contact_at(&a.moving(), &b.moving(), t).map_or(0.0, |contact| contact.depth);
    one.distance_to(&other, f64::INFINITY).unwrap() - depth
}

#[test]
fn rotating_pairs_agree_with_samples() {
    let mut random = Random::new(201);
    let mut counts = Counts::default();
    for case in 0..cases(2000) {
        let spin = [0.0, 0.3, 3.0, 12.0][(case / 7 % 4) as usize];
        let (kinds, [a, b]) = pair_of_case(&mut random, case, spin);
        let label = format!("case {case} {kinds:?}");
        // parry ends at 5e-8 of the distance of the cores.
        compare_within(1e-7, &a, &b, 5.0, 200, &label, &mut counts);
        if gap_at(&a, &b, 0.0) <= 0.0 {
            continue;
        }
        if let Some(impact) = forecast_of(&a, &b).filter(|impact| impact.time < 5.0) {
            let gap = gap_at(&a, &b, impact.time);
            assert!(gap.abs() < 3e-12, "{label}: {impact:?} {gap:e}");
        }
    }
    assert!(counts.hits as u64 > cases(2000) / 4, "{counts:?}");
    assert!(counts.misses as u64 > cases(2000) / 20, "{counts:?}");
}

#[test]
fn contact_intervals_agree_with_samples() {
    let mut random = Random::new(202);
    let mut total = 0;
    for case in 0..cases(600) {
        let spin = [0.0, 0.3, 3.0, 12.0][(case / 7 % 4) as usize];
        let (kinds, [a, b]) = pair_of_case(&mut random, case, spin);
        total += compare_intervals(&a, &b, 6.0, 100, &format!("case {case} {kinds:?}"));
    }
    assert!(total as u64 > cases(600) / 2, "{total}");
}
