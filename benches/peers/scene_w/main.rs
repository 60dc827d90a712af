//! Frame-based broad phases on moving boxes: milliseconds a step, as tables in Markdown.
//!
//!     # all columns, a quarter of an hour
//!     cargo bench -p kinesweep-peers --bench scene_w
//!     # the columns with one of the words in their names
//!     cargo bench -p kinesweep-peers --bench scene_w -- 10k mixed
//!     # a million boxes: time and memory
//!     cargo bench -p kinesweep-peers --bench scene_w -- million
//!
//! The scenes are those of [`MovingBoxes`](kinesweep_sap::MovingBoxes): first unit cubes at 5 %
//! density, each mover advancing a tenth of its width a step in a random direction (Tracy, Buss and
//! Woods 2009, section 4); then mixed sizes, clusters and a flat world. The names of columns
//! contain the number of boxes and the share of movers; `+` means that 0.5 % are removed and as
//! many inserted in each step.
//!
//! After each step a method has the overlapping pairs: ours report the changes, the peers return
//! all pairs. Structures that are rebuilt get the boxes in an array; its maintenance is not timed.
//! Trees degrade when all boxes move, so 300 steps precede the measurement. The methods alternate
//! in time slots of ten steps on one thread, in a rotating order; a cell is the median over the
//! slots of the processor time a step, and its ratio to the first row. After each slot all must
//! have the same pairs.
//!
//! Without `--bench` (as under `cargo test --benches`) the bench only checks short rounds.

mod column;
mod frame;
mod million;
mod ours;
mod parry;
mod rebuilt;
mod rtree;

use column::{COLUMNS, Column, Plan};
use frame::Entry;

const TIMED: Plan = Plan {
    warm_up: 30,
    slots: 12,
    shrink: 1,
};
const CHECK: Plan = Plan {
    warm_up: 1,
    slots: 2,
    shrink: 50,
};

/// The rows; the first is the reference of the ratios.
fn entries() -> Vec<Entry> {
    [ours::entries(), rebuilt::entries(), parry::entries(), rtree::entries()].concat()
}

fn main() {
    // Only this thread is measured, so it must do all work.
    #[cfg(feature = "parallel")]
    rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .use_current_thread()
        .build_global()
        .expect("no thread pool exists yet");
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let timed = arguments.iter().any(|argument| argument == "--bench");
    let words: Vec<&str> = arguments
        .iter()
        .map(String::as_str)
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    let plan = if timed { TIMED } else { CHECK };
    if words.contains(&"million") {
        million::run(&plan);
        return;
    }
    let entries = entries();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if timed {
        println!("One thread of a machine with {cores} cores; milliseconds a step (times the first row).");
    }
    let chosen = |column: &&Column| words.is_empty() || words.iter().any(|word| column.name.contains(word));
    for kind in COLUMNS.chunk_by(|one, other| one.kind == other.kind) {
        let columns: Vec<&Column> = kind.iter().filter(chosen).collect();
        if columns.is_empty() {
            continue;
        }
        let times: Vec<_> = columns.iter().map(|column| column.measure(&entries, &plan)).collect();
        if timed {
            print_table(&entries, &columns, &times);
        }
    }
    if !timed {
        println!("all agree");
    }
}

/// Rows are methods, columns scenes.
fn print_table(entries: &[Entry], columns: &[&Column], times: &[Vec<Option<f64>>]) {
    let titles: String = columns.iter().map(|column| format!(" {} |", column.name)).collect();
    println!("\n| {:?} |{titles}", columns[0].kind);
    println!("|---|{}", "---|".repeat(columns.len()));
    for (row, entry) in entries.iter().enumerate() {
        let cell = |times: &Vec<Option<f64>>| match (times[row], times[0]) {
            (Some(time), Some(first)) => format!(" {time:.3} ({:.2}) |", time / first),
            _ => " - |".to_owned(),
        };
        println!("| {} |{}", entry.name, times.iter().map(cell).collect::<String>());
    }
}
