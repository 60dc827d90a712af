//! Frame-based broad phases on boxes that drift about: milliseconds a step, as tables in Markdown.
//!
//!     cargo bench -p kinesweep-peers --bench scene_w                  # all columns, a quarter of an hour
//!     cargo bench -p kinesweep-peers --bench scene_w -- 10k mixed     # the columns whose names hold one of the words
//!     cargo bench -p kinesweep-peers --bench scene_w -- million       # a million boxes: time and memory
//!
//! The scenes are those of [`Drift`](kinesweep_sap::Drift): first unit cubes at 5 % density, each mover going a tenth of
//! its width a step in a random direction (Tracy, Buss and Woods 2009, section 4); then mixed sizes, clusters and a flat
//! world. In the names of columns stand the number of boxes and how many move; `+` means that 0.5 % leave and as many come,
//! each step.
//!
//! After each step a method knows which boxes overlap: ours tell what has changed, the peers give all pairs, and what has
//! changed is left to the caller. Structures that are built anew get the boxes in an array, by number; keeping that up is
//! not counted. Trees age when everything moves, so 300 steps go before. All take turns of ten steps on one thread, in an
//! order that rotates; a cell is the median over the turns of the processor time a step, and how many times as long it
//! takes as the first row. After each turn all must agree on the pairs.
//!
//! Without `--bench` (as under `cargo test --benches`) it plays short rounds for the check alone.

mod column;
mod lane;
mod million;
mod ours;
mod parry;
mod rebuilt;
mod rtree;

use column::{COLUMNS, Column, Plan};
use lane::Entrant;

const TIMED: Plan = Plan {
    warm_up: 30,
    turns: 12,
    shrink: 1,
};
const CHECK: Plan = Plan {
    warm_up: 1,
    turns: 2,
    shrink: 50,
};

/// The rows; the first is what the others are compared with.
fn entrants() -> Vec<Entrant> {
    [ours::entrants(), rebuilt::entrants(), parry::entrants(), rtree::entrants()].concat()
}

fn main() {
    // All is measured on this thread, so that all has to be done by it.
    #[cfg(feature = "parallel")]
    rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .use_current_thread()
        .build_global()
        .expect("no thread is at work yet");
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
    let entrants = entrants();
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
        let times: Vec<_> = columns.iter().map(|column| column.measure(&entrants, &plan)).collect();
        if timed {
            print_table(&entrants, &columns, &times);
        }
    }
    if !timed {
        println!("all agree");
    }
}

/// Rows are methods, columns scenes.
fn print_table(entrants: &[Entrant], columns: &[&Column], times: &[Vec<Option<f64>>]) {
    let titles: String = columns.iter().map(|column| format!(" {} |", column.name)).collect();
    println!("\n| {:?} |{titles}", columns[0].kind);
    println!("|---|{}", "---|".repeat(columns.len()));
    for (row, entrant) in entrants.iter().enumerate() {
        let cell = |times: &Vec<Option<f64>>| match (times[row], times[0]) {
            (Some(time), Some(first)) => format!(" {time:.3} ({:.2}) |", time / first),
            _ => " - |".to_owned(),
        };
        println!("| {} |{}", entrant.name, times.iter().map(cell).collect::<String>());
    }
}
