//! Golden hashes of the logs of all cases: one table for debug and release, for all methods, for any platform.
//!
//! `KINESWEEP_GOLDEN=write cargo test --release --test files golden` writes the table anew, where
//! events have changed and are meant to; what the methods say must agree all the same.

use super::runs::{self, Print};
use super::scenes::{self, Case};
use kinesweep::Method;
use std::fmt::Write;

/// Frames shorter and longer than what happens in them.
const FRAMES: [f64; 2] = [60.0, 7.0];

/// The rate of runs by frames, in frames a second.
const SAMPLED: f64 = 60.0;

/// The methods beside the first that the case allows; every pair of a thousand bodies would take half of the test's time.
fn rivals(case: &Case) -> Vec<Method> {
    let mut rivals = vec![Method::Leases];
    if !case.is_periodic() {
        rivals.push(Method::Lists);
        rivals.extend(FRAMES.map(|rate| Method::Swept { rate }));
        if !case.is_large() {
            rivals.push(Method::Cached);
        }
    }
    rivals
}

/// A row of the table a log.
fn rows(case: &Case) -> Vec<(String, Print)> {
    let events = runs::events(case, Method::Auto);
    let [overlaps, without] = runs::overlaps(case, Method::Auto);
    assert_eq!(events, without, "{}: overlaps that are told change what else is", case.name);
    for method in rivals(case) {
        assert_eq!(runs::events(case, method), events, "{}, {method:?}", case.name);
        assert_eq!(
            runs::overlaps(case, method)[0],
            overlaps,
            "{}, {method:?}, overlaps",
            case.name
        );
    }
    vec![
        ("events".to_owned(), events),
        ("overlaps".to_owned(), overlaps),
        (format!("sampled-{SAMPLED}"), runs::sampled(case, SAMPLED)),
        ("comparison".to_owned(), runs::comparison(case)),
    ]
}

fn table() -> String {
    let mut table = "# scene                log          until       lines  hash\n".to_owned();
    for case in scenes::all() {
        for (log, Print { lines, hash }) in rows(&case) {
            writeln!(table, "{:<22} {log:<12} {:<7} {lines:>9}  {hash:016x}", case.name, case.until).unwrap();
        }
    }
    table
}

#[test]
fn golden_hashes_of_all_scenes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/files/determinism/golden.txt");
    let table = table();
    if std::env::var_os("KINESWEEP_GOLDEN").is_some_and(|value| value == "write") {
        std::fs::write(path, &table).unwrap();
        return;
    }
    let golden = std::fs::read_to_string(path).unwrap();
    let changed: Vec<String> = golden
        .lines()
        .zip(table.lines())
        .filter(|(golden, now)| golden != now)
        .map(|(golden, now)| format!("- {golden}\n+ {now}"))
        .collect();
    assert!(
        golden == table,
        "{}\n{}",
        changed.join("\n"),
        "KINESWEEP_GOLDEN=write writes the table anew"
    );
}
