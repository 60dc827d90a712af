//! Cases of a door from a seed, and what is said when one fails.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::io::Write;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// In debug builds one case in so many: they are that much slower.
const DEBUG_SHARE: u64 = 20;

/// A case that runs for longer than this is told of while it runs, so that a hang can be found; nothing is judged by it.
const LONG: Duration = Duration::from_secs(10);

/// Says which case it was when a door panics.
struct Case<'a> {
    door: &'a str,
    seed: u64,
    number: u64,
}

impl Case<'_> {
    fn how_to_repeat(&self) -> String {
        format!(
            "case {} of {}: KINESWEEP_FUZZ_SEED={} KINESWEEP_FUZZ_FROM={} KINESWEEP_FUZZ_CASES=1 cargo test --release -p {} --all-features --test fuzz {}",
            self.number,
            self.door,
            self.seed,
            self.number,
            env!("CARGO_PKG_NAME"),
            self.door
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
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{name} = {text}: must be a whole number")),
    )
}

/// Runs a door on many cases of at most `longest` bytes each.
pub(crate) fn drive(door: &'static str, run: fn(&[u8]), usual: u64, longest: u64) {
    let usual = if cfg!(debug_assertions) { usual / DEBUG_SHARE } else { usual };
    let cases: u64 = environment("KINESWEEP_FUZZ_CASES").unwrap_or(usual);
    let seed: u64 = environment("KINESWEEP_FUZZ_SEED").unwrap_or(1);
    let first: u64 = environment("KINESWEEP_FUZZ_FROM").unwrap_or(0);
    let current = Arc::new(AtomicU64::new(first));
    tell_of_long_cases(door, seed, &current);
    for number in first..first.saturating_add(cases) {
        current.store(number, Ordering::Relaxed);
        let case = Case { door, seed, number };
        run(&bytes(seed, number, longest));
        drop(case);
    }
}

/// The bytes of a case: a function of seed and number alone.
fn bytes(seed: u64, number: u64, longest: u64) -> Vec<u8> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed.rotate_left(32) ^ number);
    let length = random.next_u64() % (longest + 1);
    let mut bytes = vec![0; length as usize];
    random.fill_bytes(&mut bytes);
    bytes
}

/// Watches, until the cases are through, for one that goes on and on.
fn tell_of_long_cases(door: &'static str, seed: u64, current: &Arc<AtomicU64>) {
    let watched = Arc::downgrade(current);
    std::thread::spawn(move || {
        let (mut last, mut told) = (None, None);
        loop {
            std::thread::sleep(LONG);
            let Some(current) = watched.upgrade() else { return };
            let number = current.load(Ordering::Relaxed);
            if last.replace(number) == Some(number) && told.replace(number) != Some(number) {
                let case = Case { door, seed, number };
                // Past the capture of output, which would keep it until the end.
                let _ = writeln!(std::io::stderr(), "goes on and on: {}", case.how_to_repeat());
            }
        }
    });
}
