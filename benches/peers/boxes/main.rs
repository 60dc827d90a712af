//! All overlaps of boxes that do not move: milliseconds from the boxes to the sorted pairs, as
//! tables in Markdown.
//!
//!     # about two minutes; words after `--` select scenes by name
//!     cargo bench -p kinesweep-peers --bench boxes
//!
//! On a shared machine only simultaneous measurements can be compared: the methods alternate, round
//! by round, in a rotating order, and the table contains the medians over the rounds, of CPU time,
//! with the ratio to the sweep. Each method keeps its memory from round to round where possible.
//! Every round checks that all methods found the same pairs.
//!
//! Without `--bench` (as under `cargo test --benches`) the bench only checks small scenes.

mod methods;
mod scenes;

use std::hint::black_box;

use cpu_time::ThreadTime;
use kinesweep_sap::Scalar;
use methods::{Entry, ours, theirs, theirs_single};
use scenes::Scene;

/// Timed rounds, after one untimed round.
const ROUNDS: usize = 7;

/// Least number of boxes a time slot: small scenes are repeated within it, so that it is longer
/// than the clock resolution.
const BOXES_A_SLOT: usize = 20_000;

const TIMED: [(Scene, usize); 8] = [
    (Scene::Published, 10_000),
    (Scene::Published, 100_000),
    (Scene::Cubes, 1_000),
    (Scene::Cubes, 10_000),
    (Scene::Cubes, 100_000),
    (Scene::Sizes, 10_000),
    (Scene::Sizes, 100_000),
    (Scene::Cluster, 10_000),
];

const CHECK: [(Scene, usize); 4] = [
    (Scene::Published, 500),
    (Scene::Cubes, 2_000),
    (Scene::Sizes, 500),
    (Scene::Cluster, 500),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let timed = arguments.iter().any(|argument| argument == "--bench");
    let words: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    let chosen = |scene: Scene| words.is_empty() || words.iter().any(|word| scene.name().contains(word.as_str()));
    let scenes = if timed { &TIMED[..] } else { &CHECK };
    let scenes: Vec<(Scene, usize)> = scenes.iter().copied().filter(|&(scene, _)| chosen(scene)).collect();

    let mut double = ours::<f64>();
    double.extend(theirs());
    tables("f64", &mut double, &scenes, timed);
    let mut single = ours::<f32>();
    single.extend(theirs_single());
    tables("f32", &mut single, &scenes, timed);
}

/// Measures all methods in all scenes, and prints the table.
fn tables<S: Scalar>(scalar: &str, entries: &mut [Entry<S>], scenes: &[(Scene, usize)], timed: bool) {
    let columns: Vec<Column> = scenes
        .iter()
        .map(|&(scene, count)| measure(entries, scene, count, timed))
        .collect();
    if !timed {
        return;
    }
    let titles: String = columns.iter().map(|column| format!(" {} |", column.title)).collect();
    println!("| {scalar}, ms (ratio to the sweep) |{titles}");
    println!("|---|{}", "---|".repeat(columns.len()));
    for (row, entry) in entries.iter().enumerate() {
        let cells: String = columns
            .iter()
            .map(|column| match column.times[row] {
                Some(time) => format!(" {:.3} ({:.2}) |", time, time / column.times[0].unwrap_or(f64::NAN)),
                None => " |".to_owned(),
            })
            .collect();
        println!("| {} |{cells}", entry.name);
    }
    println!();
}

struct Column {
    title: String,
    /// Median milliseconds of each method.
    times: Vec<Option<f64>>,
}

fn measure<S: Scalar>(entries: &mut [Entry<S>], scene: Scene, count: usize, timed: bool) -> Column {
    let boxes = scene.boxes::<S>(count);
    let (rounds, repeats) = if timed {
        (ROUNDS, BOXES_A_SLOT.div_ceil(count))
    } else {
        (1, 1)
    };
    let mut times = vec![Vec::new(); entries.len()];
    let (mut expected, mut pairs) = (None, Vec::new());
    for round in 0..=rounds {
        for slot in 0..entries.len() {
            let index = (slot + round) % entries.len();
            let entry = &mut entries[index];
            if count > entry.most {
                continue;
            }
            let start = ThreadTime::now();
            for _ in 0..repeats {
                entry.own.overlaps(black_box(&boxes), &mut pairs);
            }
            let elapsed = start.elapsed();
            if round > 0 {
                times[index].push(elapsed.as_secs_f64() * 1e3 / repeats as f64);
            }
            let expected = expected.get_or_insert_with(|| pairs.clone());
            assert!(
                pairs == *expected,
                "{} finds other pairs in {} of {count}",
                entry.name,
                scene.name()
            );
        }
    }
    Column {
        title: format!("{}, {count}: {} pairs", scene.name(), expected.map_or(0, |pairs| pairs.len())),
        times: times.into_iter().map(median).collect(),
    }
}

fn median(mut times: Vec<f64>) -> Option<f64> {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied()
}
