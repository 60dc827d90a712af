//! All kinds of pairs against the oracle.

use super::oracle::Oracle;
use super::random::{KINDS, Random};
use super::*;

/// Cases per pair of kinds: more where the solver and the oracle are fast.
fn cases(kinds: [&str; 2]) -> u32 {
    let most = if cfg!(debug_assertions) { 8 } else { 80 };
    let slow = kinds.iter().filter(|kind| ["ring", "compound"].contains(kind)).count();
    (most >> slow) * thoroughness() as u32
}

/// Relative error of parry's distance, times a size of about 4.
const GAP: f64 = 1e-8;

/// One side may detect a shorter contact and the other may miss it.
const SHORT: f64 = 1e-4;

/// End of the tests, in seconds.
const UNTIL: f64 = 12.0;

fn samples(kinds: [&str; 2]) -> u32 {
    let leaves = |kind| match kind {
        "ring" => 16,
        "compound" => 4,
        _ => 1,
    };
    (1200 / (leaves(kinds[0]) * leaves(kinds[1]))).max(40)
}

fn check(kinds: [&str; 2], seed: u64, accelerated: bool) {
    let mut random = Random::new(seed);
    let mut met = 0;
    for case in 0..cases(kinds) {
        let label = format!("{kinds:?} seed {seed} case {case}");
        let [a, b] = random.pair(kinds, accelerated);
        let oracle = Oracle::new(&a, &b);
        let boxes = overlap_intervals(&a.moving(), &b.moving());
        let found: Vec<_> = intervals(&a, &b)
            .as_slice()
            .iter()
            .filter(|i| i.begin < UNTIL)
            .copied()
            .collect();
        let Some(hull) = boxes.hull() else {
            assert!(found.is_empty() && impact(&a, &b).is_none(), "{label}");
            continue;
        };
        let (from, to) = (hull.begin, hull.end.min(UNTIL));
        if from >= to {
            continue;
        }
        check_intervals(&label, &found, &oracle, [from, to], samples(kinds));
        let impact = impact(&a, &b);
        assert!(impact.is_none_or(|i| !i.unresolved), "{label}");
        // The first impact is the first contact, unless they touch from the start.
        let Some(first) = found
            .first()
            .filter(|first| first.begin > 0.0 && first.end - first.begin > SHORT)
        else {
            continue;
        };
        let impact = impact.unwrap_or_else(|| panic!("{label}: missed {first:?}"));
        let late = impact.time - first.begin;
        assert!(
            late.abs() <= 1e-12 * (1.0 + first.begin),
            "{label}: {} {first:?}",
            impact.time
        );
        let contact = contact_at_impact(&a.moving(), &b.moving(), &impact);
        let velocity = b.piece.velocity_at(impact.time) - a.piece.velocity_at(impact.time);
        assert!(contact.normal.dot(&velocity) < 0.0, "{label}: {contact:?}");
        assert!(
            (contact.normal.norm() - 1.0).abs() < 1e-14 && contact.depth < 1e-12,
            "{label}: {contact:?}"
        );
        let during = contact_at(&a.moving(), &b.moving(), 0.5 * (first.begin + first.end));
        assert!(during.is_some_and(|contact| contact.depth > 0.0), "{label}: {during:?}");
        met += 1;
    }
    assert!(met * 4 > cases(kinds), "{kinds:?}: only {met} met");
}

fn check_intervals(label: &str, found: &[Interval], oracle: &Oracle, [from, to]: [f64; 2], samples: u32) {
    for interval in found {
        // At both ends the gap is 0, and just outside it is positive.
        for (end, outside) in [(interval.begin, interval.begin - SHORT), (interval.end, interval.end + SHORT)] {
            if end > from && end < to {
                let gap = oracle.distance(end);
                assert!(gap <= GAP, "{label}: {interval:?} gap {gap:e} at {end}");
                assert!(
                    oracle.distance(outside) > 0.0 || near(found, outside),
                    "{label}: {interval:?} contact at {outside}"
                );
            }
        }
    }
    for (t, touches) in oracle.samples(from, to, samples) {
        let holds = found.iter().any(|i| i.begin <= t && t <= i.end);
        let at_end = found
            .iter()
            .any(|i| (i.begin - t).abs() <= SHORT || (i.end - t).abs() <= SHORT);
        let graze = oracle.distance(t - SHORT) > 0.0 && oracle.distance(t + SHORT) > 0.0;
        assert!(
            touches == holds || at_end || (touches && graze),
            "{label}: at {t} {touches}, {found:?}"
        );
    }
}

/// Whether a time is within or next to an interval that was found.
fn near(found: &[Interval], t: f64) -> bool {
    found
        .iter()
        .any(|i| i.begin - SHORT <= t && t <= i.end + SHORT && (t < i.begin || t > i.end || i.end - i.begin > SHORT))
}

/// One test per kind, against itself and the kinds after it.
fn check_kind(index: usize) {
    for (other, kind) in KINDS.iter().enumerate().skip(index) {
        for accelerated in [false, true] {
            let seed = (100 * index + 10 * other) as u64 + u64::from(accelerated);
            check([KINDS[index], kind], seed, accelerated);
            if other != index {
                check([kind, KINDS[index]], seed + 5, accelerated);
            }
        }
    }
}

#[test]
fn balls() {
    check_kind(0);
}

#[test]
fn cuboids() {
    check_kind(1);
}

#[test]
fn capsules() {
    check_kind(2);
}

#[test]
fn hulls() {
    check_kind(3);
}

#[test]
fn rings() {
    check_kind(4);
}

#[test]
fn compounds() {
    check_kind(5);
}

/// HullPair of too many axes for the separating axis test.
#[test]
fn large_hulls() {
    for (number, kinds) in [
        ["pebble", "pebble"],
        ["cuboid", "pebble"],
        ["pebble", "capsule"],
        ["ring", "pebble"],
    ]
    .into_iter()
    .enumerate()
    {
        check(kinds, 900 + number as u64, false);
        check(kinds, 950 + number as u64, true);
    }
}

#[test]
fn times_agree_with_shape_casts() {
    let mut random = Random::new(71);
    let kinds = ["cuboid", "hull", "pebble"];
    for case in 0..if cfg!(debug_assertions) { 60 } else { 900 } {
        let [a, b] = random.pair([kinds[case % 3], kinds[case / 3 % 3]], false);
        let cast = Oracle::new(&a, &b).cast(UNTIL);
        let found = impact(&a, &b).map(|found| found.time).filter(|time| *time < UNTIL);
        match (cast, found) {
            (Some(cast), Some(found)) => assert!((cast - found).abs() < 1e-8, "case {case}: {cast} {found}"),
            (cast, found) => assert_eq!(cast, found, "case {case}"),
        }
    }
}
