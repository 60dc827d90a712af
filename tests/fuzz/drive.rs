//! Runs the cases of an entry point from a seed, and reports a failed case.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::io::Write;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Debug builds run one case in this many: they are slower by about this factor.
const DEBUG_SHARE: u64 = 20;

/// A case that runs for longer than this is reported while it runs, so that a hang can be found. It
/// is no failure.
const LONG: Duration = Duration::from_secs(10);

/// Reports the case when an entry point panics.
struct Case<'a> {
    entry_point: &'a str,
    seed: u64,
    number: u64,
}

impl Case<'_> {
    fn how_to_repeat(&self) -> String {
        format!(
            "case {} of {}: KINESWEEP_FUZZ_SEED={} KINESWEEP_FUZZ_FROM={} KINESWEEP_FUZZ_CASES=1 cargo test --release -p {} --all-features --test fuzz {}",
            self.number,
            self.entry_point,
            self.seed,
            self.number,
            env!("CARGO_PKG_NAME"),
            self.entry_point
        )
    }
}

impl Drop for Case<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.how_to_repeat());
        }
    }
}

fn environment<T: FromStr>(name: &str) -> Option<T> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} = {text}: must be an integer")))
}

/// Runs an entry point on many cases of at most `longest` bytes each.
pub(crate) fn drive(entry_point: &'static str, run: fn(&[u8]), default: u64, longest: u64) {
    let default = if cfg!(debug_assertions) {
        default / DEBUG_SHARE
    } else {
        default
    };
    let cases: u64 = environment("KINESWEEP_FUZZ_CASES").unwrap_or(default);
    let seed: u64 = environment("KINESWEEP_FUZZ_SEED").unwrap_or(1);
    let first: u64 = environment("KINESWEEP_FUZZ_FROM").unwrap_or(0);
    let current = Arc::new(AtomicU64::new(first));
    report_long_cases(entry_point, seed, &current);
    for number in first..first.saturating_add(cases) {
        current.store(number, Ordering::Relaxed);
        let case = Case {
            entry_point,
            seed,
            number,
        };
        run(&bytes(seed, number, longest));
        drop(case);
    }
}

/// Runs some cases of an entry point, of the usual seed: those of faults that have been mended.
#[allow(dead_code, reason = "not every package has such cases")]
pub(crate) fn repeat(entry_point: &'static str, run: fn(&[u8]), numbers: &[u64], longest: u64) {
    for number in numbers {
        let case = Case {
            entry_point,
            seed: 1,
            number: *number,
        };
        run(&bytes(1, *number, longest));
        drop(case);
    }
}

/// The bytes of a case, a function of seed and number only.
fn bytes(seed: u64, number: u64, longest: u64) -> Vec<u8> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed.rotate_left(32) ^ number);
    let length = random.next_u64() % (longest + 1);
    let mut bytes = vec![0; length as usize];
    random.fill_bytes(&mut bytes);
    bytes
}

/// Reports cases that run for long, until all cases are done.
fn report_long_cases(entry_point: &'static str, seed: u64, current: &Arc<AtomicU64>) {
    let watched = Arc::downgrade(current);
    std::thread::spawn(move || {
        let (mut last, mut reported) = (None, None);
        loop {
            std::thread::sleep(LONG);
            let Some(current) = watched.upgrade() else { return };
            let number = current.load(Ordering::Relaxed);
            if last.replace(number) == Some(number) && reported.replace(number) != Some(number) {
                let case = Case {
                    entry_point,
                    seed,
                    number,
                };
                // Written directly to stderr: the capture of output would delay it until the end.
                let _ = writeln!(std::io::stderr(), "still running: {}", case.how_to_repeat());
            }
        }
    });
}
