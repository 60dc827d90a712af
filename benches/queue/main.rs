//! The event queues on the engine's mix of operations: nanoseconds an operation, as one table in
//! Markdown.
//!
//!     # about a minute and a half; words after `--` select queues by name
//!     cargo bench -p kinesweep --bench queue
//!
//! A step pops the first event, re-keys others, and inserts the popped one again later. In "rk2"
//! two random handles are re-keyed, in "rk12" the twelve handles after the popped one (see
//! `mix.rs`). On a shared machine only simultaneous measurements can be compared: the queues
//! alternate, round by round, in a rotating order, and the table contains the medians over the
//! rounds, of CPU time. Every round ends with a check that all queues popped the same times.
//!
//! Without `--bench` (as under `cargo test --benches`) the bench only checks short rounds.

mod methods;
mod mix;

use std::collections::BinaryHeap;
use std::hint::black_box;

use cpu_time::ThreadTime;
use kinesweep::queue::{AuxiliaryTwoPass, DaryHeap, PairingHeap, Time, TwoPass};
use methods::{BenchQueue, Hashed, Lazy, Orx, Ours, Stamped};
use mix::{Mix, Script, filled};

const MIXES: [Mix; 2] = [Mix::Random(2), Mix::Neighbours(12)];

/// The extent of a measurement.
struct Plan {
    pending: &'static [u32],
    /// Timed rounds, after one untimed round.
    rounds: u64,
    /// Least number of operations a round; never fewer than the pending events, so that the caches
    /// are warm in most of a round.
    operations: u32,
}

const TIMED: Plan = Plan {
    pending: &[1_000, 30_000, 1_000_000],
    rounds: 9,
    operations: 300_000,
};
const CHECK: Plan = Plan {
    pending: &[16, 1_000],
    rounds: 2,
    operations: 20_000,
};

/// A queue that runs scripts.
trait ScriptRunner {
    /// Runs a script and returns the checksum.
    fn run(&mut self, script: &Script) -> u64;
}

impl<C: BenchQueue> ScriptRunner for C {
    fn run(&mut self, script: &Script) -> u64 {
        script.run(self)
    }
}

struct Entry {
    name: &'static str,
    fill: fn(u32, u64) -> Box<dyn ScriptRunner>,
}

impl Entry {
    const fn new<C: BenchQueue + 'static>(name: &'static str) -> Self {
        Entry {
            name,
            fill: |pending, seed| Box::new(filled::<C>(pending, seed)),
        }
    }
}

const ENTRIES: [Entry; 9] = [
    Entry::new::<Lazy<pairing_heap::PairingHeap<Stamped>>>("`pairing-heap`, lazy stamps"),
    Entry::new::<Lazy<BinaryHeap<Stamped>>>("std `BinaryHeap`, lazy stamps"),
    Entry::new::<Hashed>("`priority-queue`"),
    Entry::new::<Orx>("`orx-priority-queue`, d = 8, ties by chance"),
    Entry::new::<Ours<PairingHeap<Time, TwoPass>>>("own pairing heap, two-pass"),
    Entry::new::<Ours<PairingHeap<Time, AuxiliaryTwoPass>>>("own pairing heap, auxiliary two-pass"),
    Entry::new::<Ours<DaryHeap<Time, 4>>>("own 4-ary heap"),
    Entry::new::<Ours<DaryHeap<Time, 8>>>("own 8-ary heap"),
    Entry::new::<Ours<DaryHeap<Time, 16>>>("own 16-ary heap (`Queue`)"),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let timed = arguments.iter().any(|argument| argument == "--bench");
    let words: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    let chosen = |entry: &&Entry| words.is_empty() || words.iter().any(|word| entry.name.contains(word.as_str()));
    let entries: Vec<&Entry> = ENTRIES.iter().filter(chosen).collect();
    let plan = if timed { TIMED } else { CHECK };

    let mut columns = Vec::new();
    for &pending in plan.pending {
        for mix in MIXES {
            columns.push((format!("{pending} {}", mix.name()), measure(&entries, &plan, mix, pending)));
        }
    }
    if timed {
        print_table(&entries, &columns);
    }
}

/// Median nanoseconds an operation of each queue.
fn measure(entries: &[&Entry], plan: &Plan, mix: Mix, pending: u32) -> Vec<f64> {
    let steps = plan.operations.max(pending) / mix.operations();
    let mut runners: Vec<_> = entries
        .iter()
        .map(|entry| (entry.fill)(pending, u64::from(pending)))
        .collect();
    let mut times = vec![Vec::new(); runners.len()];
    for round in 0..=plan.rounds {
        let script = Script::new(mix, pending, steps, round);
        let mut checksum = None;
        for slot in 0..runners.len() {
            let index = (slot + round as usize) % runners.len();
            let start = ThreadTime::now();
            let own = black_box(runners[index].run(black_box(&script)));
            let elapsed = start.elapsed();
            if round > 0 {
                times[index].push(elapsed.as_secs_f64() * 1e9 / script.operations() as f64);
            }
            let expected = *checksum.get_or_insert(own);
            assert_eq!(own, expected, "{} pops other times", entries[index].name);
        }
    }
    times.into_iter().map(median).collect()
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Rows are queues; a cell contains nanoseconds an operation and the ratio to the best of its
/// column.
fn print_table(entries: &[&Entry], columns: &[(String, Vec<f64>)]) {
    let titles: String = columns.iter().map(|(title, _)| format!(" {title} |")).collect();
    println!("| pending, mix |{titles}");
    println!("|---|{}", "---|".repeat(columns.len()));
    for (row, entry) in entries.iter().enumerate() {
        let cells: String = columns
            .iter()
            .map(|(_, times)| {
                let best = times.iter().copied().fold(f64::INFINITY, f64::min);
                format!(" {:.1} ({:.2}) |", times[row], times[row] / best)
            })
            .collect();
        println!("| {} |{cells}", entry.name);
    }
}
