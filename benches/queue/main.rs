//! The event queues at the engine's own mix of operations: nanoseconds an operation, as one table in Markdown.
//!
//!     cargo bench --bench queue        # about a minute and a half; words after `--` pick queues by name
//!
//! A step pops the first event, re-keys others, and inserts the popped one again later. In "rk2" two random handles are
//! re-keyed, in "rk12" the twelve handles after the popped one (see `mix.rs`). On a shared machine only queues measured
//! side by side can be compared: all take turns, round by round, in an order that rotates, and the table holds the medians
//! over the rounds, of CPU time. Every round ends with a check that all queues popped the same times.
//!
//! Without `--bench` (as under `cargo test --benches`) it plays short rounds for the check alone.

mod contenders;
mod mix;

use std::collections::BinaryHeap;
use std::hint::black_box;

use contenders::{Contender, Hashed, Lazy, Orx, Ours, Stamped};
use cpu_time::ThreadTime;
use kinesweep::{AuxiliaryTwoPass, DaryHeap, PairingHeap, Time, TwoPass};
use mix::{Mix, Script, filled};

const MIXES: [Mix; 2] = [Mix::Random(2), Mix::Neighbours(12)];

/// How much is played.
struct Plan {
    pending: &'static [u32],
    /// Timed rounds; one more goes before, untimed.
    rounds: u64,
    /// Operations a round, at least; and never fewer than there are events pending, so that the caches are warm in most of it.
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

/// A queue among its rivals.
trait Lane {
    /// Plays a script; answers the checksum.
    fn play(&mut self, script: &Script) -> u64;
}

impl<C: Contender> Lane for C {
    fn play(&mut self, script: &Script) -> u64 {
        script.play(self)
    }
}

struct Entrant {
    name: &'static str,
    fill: fn(u32, u64) -> Box<dyn Lane>,
}

impl Entrant {
    const fn new<C: Contender + 'static>(name: &'static str) -> Self {
        Entrant {
            name,
            fill: |pending, seed| Box::new(filled::<C>(pending, seed)),
        }
    }
}

const ENTRANTS: [Entrant; 9] = [
    Entrant::new::<Lazy<pairing_heap::PairingHeap<Stamped>>>("`pairing-heap`, lazy stamps"),
    Entrant::new::<Lazy<BinaryHeap<Stamped>>>("std `BinaryHeap`, lazy stamps"),
    Entrant::new::<Hashed>("`priority-queue`"),
    Entrant::new::<Orx>("`orx-priority-queue`, d = 8, ties by chance"),
    Entrant::new::<Ours<PairingHeap<Time, TwoPass>>>("own pairing heap, two-pass"),
    Entrant::new::<Ours<PairingHeap<Time, AuxiliaryTwoPass>>>("own pairing heap, auxiliary two-pass"),
    Entrant::new::<Ours<DaryHeap<Time, 4>>>("own 4-ary heap"),
    Entrant::new::<Ours<DaryHeap<Time, 8>>>("own 8-ary heap"),
    Entrant::new::<Ours<DaryHeap<Time, 16>>>("own 16-ary heap (`Queue`)"),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let timed = arguments.iter().any(|argument| argument == "--bench");
    let words: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    let chosen = |entrant: &&Entrant| words.is_empty() || words.iter().any(|word| entrant.name.contains(word.as_str()));
    let entrants: Vec<&Entrant> = ENTRANTS.iter().filter(chosen).collect();
    let plan = if timed { TIMED } else { CHECK };

    let mut columns = Vec::new();
    for &pending in plan.pending {
        for mix in MIXES {
            columns.push((format!("{pending} {}", mix.name()), measure(&entrants, &plan, mix, pending)));
        }
    }
    if timed {
        print_table(&entrants, &columns);
    }
}

/// Median nanoseconds an operation of each entrant.
fn measure(entrants: &[&Entrant], plan: &Plan, mix: Mix, pending: u32) -> Vec<f64> {
    let steps = plan.operations.max(pending) / mix.operations();
    let mut lanes: Vec<_> = entrants
        .iter()
        .map(|entrant| (entrant.fill)(pending, u64::from(pending)))
        .collect();
    let mut times = vec![Vec::new(); lanes.len()];
    for round in 0..=plan.rounds {
        let script = Script::new(mix, pending, steps, round);
        let mut checksum = None;
        for turn in 0..lanes.len() {
            let index = (turn + round as usize) % lanes.len();
            let start = ThreadTime::now();
            let own = black_box(lanes[index].play(black_box(&script)));
            let elapsed = start.elapsed();
            if round > 0 {
                times[index].push(elapsed.as_secs_f64() * 1e9 / script.operations() as f64);
            }
            let expected = *checksum.get_or_insert(own);
            assert_eq!(own, expected, "{} pops other times", entrants[index].name);
        }
    }
    times.into_iter().map(median).collect()
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Rows are queues; a cell is nanoseconds an operation and how many times the best of its column.
fn print_table(entrants: &[&Entrant], columns: &[(String, Vec<f64>)]) {
    let titles: String = columns.iter().map(|(title, _)| format!(" {title} |")).collect();
    println!("| pending, mix |{titles}");
    println!("|---|{}", "---|".repeat(columns.len()));
    for (row, entrant) in entrants.iter().enumerate() {
        let cells: String = columns
            .iter()
            .map(|(_, times)| {
                let best = times.iter().copied().fold(f64::INFINITY, f64::min);
                format!(" {:.1} ({:.2}) |", times[row], times[row] / best)
            })
            .collect();
        println!("| {} |{cells}", entrant.name);
    }
}
