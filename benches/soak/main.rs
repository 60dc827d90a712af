//! A soak test: scenes of every kind with a given total number of events, and checks for errors
//! that occur only in long runs.
//!
//!     cargo bench --bench soak --features files -- --events 1e8 --seed 1
//!
//! Each scene gets a share of the events; a scene at rest, or at the end of its round, restarts
//! with another seed. Checks:
//! - times never decrease, and no prediction is late;
//! - audits: everything is rebuilt from scratch and compared (up to thirty times a scene);
//! - windows (up to twenty a scene): the state is copied into two new worlds, one with the same
//!   method and one with a method that shares no broad phase with it, which must give the same
//!   events to the bit; and the run itself must continue like them, except for the rounding of the
//!   copy;
//! - energy and momentum stay within the bound of the scene.
//!
//! A failed check is a miss; misses are printed, and with any the exit code is 1. The rows: a
//! scene, its events, CPU seconds without and with the checks, the checks, the greatest drift, and
//! counters that show whether the scene is as intended.
//!
//! Without `--bench` (as under `cargo test --benches`) the number of events is small.

mod random;
mod run;
mod scenes;
mod window;

use cpu_time::ThreadTime;
use run::SoakRun;
use scenes::{KINDS, Kind};
use std::process::ExitCode;

/// Number of audits of a scene, and of windows.
const AUDITS: u64 = 30;
const WINDOWS: u64 = 20;

/// Least number of events between two of them: in a short run they would dominate the cost.
const LEAST_APART: u64 = 1_000;

/// Greatest number of misses of a scene that are printed.
const MAX_PRINTED_MISSES: usize = 5;

/// The results of a scene.
#[derive(Default)]
pub(crate) struct Report {
    events: u64,
    rounds: u64,
    run_seconds: f64,
    seconds: f64,
    audits: u64,
    windows: u64,
    /// Windows with a refused copy: resting bodies overlap by more than rounding.
    refused: u64,
    misses: Vec<String>,
    /// The greatest relative change of energy and momentum.
    drift: f64,
    zeno: u64,
    rests: u64,
    unresolved: u64,
}

fn soak(kind: &'static Kind, total: f64, seed: u64) -> Report {
    let begin = ThreadTime::now();
    let target = ((total * kind.share) as u64).max(kind.least.min(total as u64));
    let (every_audit, every_window) = ((target / AUDITS).max(LEAST_APART), (target / WINDOWS).max(LEAST_APART));
    let mut report = Report::default();
    let (mut next_audit, mut next_window) = (every_audit, every_window / 2);
    while report.events < target {
        let mut run = SoakRun::new(kind, seed.wrapping_mul(1000).wrapping_add(report.rounds));
        report.rounds += 1;
        let end_of_round = report.events + kind.events_a_round;
        loop {
            let stop = next_audit.min(next_window).min(target).min(end_of_round);
            let running = ThreadTime::now();
            let goes_on = run.run(stop, &mut report);
            report.run_seconds += running.elapsed().as_secs_f64();
            if report.events >= next_audit || !goes_on {
                report.audits += 1;
                if let Err(found) = run.world.audit() {
                    report.misses.push(format!("audit at {}: {found}", run.world.time()));
                }
                next_audit = next_audit.max(report.events) + every_audit;
            }
            run.check_drift(&mut report);
            if report.events >= next_window {
                window::check(&mut run, &mut report);
                next_window = report.events + every_window;
            }
            if !goes_on || report.events >= target.min(end_of_round) {
                break;
            }
        }
        run.count(&mut report);
    }
    report.seconds = begin.elapsed().as_secs_f64();
    report
}

/// The value of an argument.
fn argument(name: &str) -> Option<String> {
    std::env::args().skip_while(|argument| argument != name).nth(1)
}

fn main() -> ExitCode {
    let default = if std::env::args().any(|argument| argument == "--bench") {
        1e6
    } else {
        2e4
    };
    let number = |name, default: f64| argument(name).map_or(Some(default), |text| text.parse::<f64>().ok());
    let (Some(total), Some(seed)) = (number("--events", default), number("--seed", 1.0)) else {
        eprintln!("--events and --seed take numbers");
        return ExitCode::from(2);
    };
    let only = argument("--scene");
    let is_selected = |kind: &&Kind| only.as_ref().is_none_or(|only| only == kind.name);
    println!(
        "| scene | events | rounds | CPU s, run | CPU s, all | audits | windows | refused | misses | drift | bound | zeno | rests | unresolved |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    let (mut events, mut seconds, mut misses) = (0, 0.0, 0);
    for kind in KINDS.iter().filter(is_selected) {
        let report = soak(kind, total, seed as u64);
        let Report {
            rounds,
            audits,
            windows,
            refused,
            zeno,
            rests,
            unresolved,
            ..
        } = report;
        println!(
            "| {} | {} | {rounds} | {:.1} | {:.1} | {audits} | {windows} | {refused} | {} | {:.1e} | {:.0e} | {zeno} | {rests} | {unresolved} |",
            kind.name,
            report.events,
            report.run_seconds,
            report.seconds,
            report.misses.len(),
            report.drift,
            kind.drift,
        );
        for miss in report.misses.iter().take(MAX_PRINTED_MISSES) {
            println!("  miss in {}: {miss}", kind.name);
        }
        events += report.events;
        seconds += report.seconds;
        misses += report.misses.len();
    }
    println!("\n{events} events, {seconds:.0} CPU seconds, {misses} misses");
    if misses == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
