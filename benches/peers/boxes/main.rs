//! All overlaps of boxes that stand still: milliseconds from the boxes to the sorted pairs, as tables in Markdown.
//!
//!     cargo bench -p kinesweep-peers --bench boxes        # about two minutes; words after `--` pick scenes by name
//!
//! On a shared machine only what is measured side by side can be compared: all take turns, round by round, in an order that
//! rotates, and the table holds the medians over the rounds, of CPU time, beside them the ratio to the sweep. Each keeps
//! its memory from round to round, as far as it can be kept. Every round checks that all found the same pairs.
//!
//! Without `--bench` (as under `cargo test --benches`) it runs small scenes for the check alone.

mod contenders;
mod scenes;

use std::hint::black_box;

use contenders::{Entrant, ours, theirs, theirs_single};
use cpu_time::ThreadTime;
use kinesweep_sap::Scalar;
use scenes::Scene;

/// Timed rounds; one more goes before, untimed.
const ROUNDS: usize = 7;

/// Boxes a turn, at least: small scenes are repeated within a turn, so that a turn outlasts the grain of the clock.
const BOXES_A_TURN: usize = 20_000;

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

/// Measures all in all scenes, and prints.
fn tables<S: Scalar>(scalar: &str, entrants: &mut [Entrant<S>], scenes: &[(Scene, usize)], timed: bool) {
    let columns: Vec<Column> = scenes
        .iter()
        .map(|&(scene, count)| measure(entrants, scene, count, timed))
        .collect();
    if !timed {
        return;
    }
    let titles: String = columns.iter().map(|column| format!(" {} |", column.title)).collect();
    println!("| {scalar}, ms (ratio to the sweep) |{titles}");
    println!("|---|{}", "---|".repeat(columns.len()));
    for (row, entrant) in entrants.iter().enumerate() {
        let cells: String = columns
            .iter()
            .map(|column| match column.times[row] {
                Some(time) => format!(" {:.3} ({:.2}) |", time, time / column.times[0].unwrap_or(f64::NAN)),
                None => " |".to_owned(),
            })
            .collect();
        println!("| {} |{cells}", entrant.name);
    }
    println!();
}

struct Column {
    title: String,
    /// Median milliseconds of each entrant.
    times: Vec<Option<f64>>,
}

fn measure<S: Scalar>(entrants: &mut [Entrant<S>], scene: Scene, count: usize, timed: bool) -> Column {
    let boxes = scene.boxes::<S>(count);
    let (rounds, repeats) = if timed {
        (ROUNDS, BOXES_A_TURN.div_ceil(count))
    } else {
        (1, 1)
    };
    let mut times = vec![Vec::new(); entrants.len()];
    let (mut expected, mut pairs) = (None, Vec::new());
    for round in 0..=rounds {
        for turn in 0..entrants.len() {
            let index = (turn + round) % entrants.len();
            let entrant = &mut entrants[index];
            if count > entrant.most {
                continue;
            }
            let start = ThreadTime::now();
            for _ in 0..repeats {
                entrant.own.overlaps(black_box(&boxes), &mut pairs);
            }
            let elapsed = start.elapsed();
            if round > 0 {
                times[index].push(elapsed.as_secs_f64() * 1e3 / repeats as f64);
            }
            let expected = expected.get_or_insert_with(|| pairs.clone());
            assert!(
                pairs == *expected,
                "{} finds other pairs in {} of {count}",
                entrant.name,
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
