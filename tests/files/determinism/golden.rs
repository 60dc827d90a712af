//! Golden hashes of the logs of all cases: one table for debug and release, for all methods, for
//! any platform.
//!
//! `KINESWEEP_GOLDEN=write cargo test --release --test files golden` rewrites the table after an
//! intended change of events. All methods must still agree.

use super::runs::{self, LogHash};
use super::scenes::{self, Case};
use kinesweep::Method;
use std::fmt::Write;

/// Frame rates of the swept method, with frames shorter and longer than the time between events.
const FRAMES: [f64; 2] = [60.0, 7.0];

/// The rate of runs by frames, in frames a second.
const SAMPLED: f64 = 60.0;

/// The other methods that the case allows, without all pairs of a thousand bodies, which would take
/// half of the test's time.
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

/// The rows of the table, one for each log.
fn rows(case: &Case) -> Vec<(String, LogHash)> {
    let events = runs::events(case, Method::Auto);
    if case.lasts {
        for method in rivals(case) {
            assert_eq!(runs::events(case, method), events, "{}, {method:?}", case.name);
        }
        return vec![("events".to_owned(), events)];
    }
    let [overlaps, without] = runs::overlaps(case, Method::Auto);
    assert_eq!(events, without, "{}: reporting overlaps changes other events", case.name);
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
        for (log, LogHash { lines, hash }) in rows(&case) {
            writeln!(table, "{:<22} {log:<12} {:<7} {lines:>9}  {hash:016x}", case.name, case.until).unwrap();
        }
    }
    table
}

#[test]
fn all_scenes_have_the_golden_hashes() {
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
        "KINESWEEP_GOLDEN=write rewrites the table"
    );
}
