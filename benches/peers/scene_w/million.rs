//! A million boxes: time of a step, and memory per box.

use crate::column::Plan;
use cpu_time::ThreadTime;
use kinesweep_sap::{GridSap, MovingBoxes, MovingBoxesKind, MovingBoxesRecipe, Store};

const COUNT: u32 = 1_000_000;
const STEPS: u32 = 60;
/// Untimed steps.
const WARM_UP: u32 = 10;

pub(crate) fn run(plan: &Plan) {
    let count = COUNT / plan.shrink;
    println!("\n| {count} boxes, 10 % moving | first batch, ms | ms a step | bytes a box, counted | resident |");
    println!("|---|---|---|---|---|");
    for (name, turnover) in [("no insertions", 0), ("0.5 % inserted, 0.5 % removed", count / 200)] {
        let mut drift = MovingBoxes::<f32, 3>::new(MovingBoxesRecipe {
            count,
            kind: MovingBoxesKind::Cubes,
            moving: count / 10,
            turnover,
            seed: 1,
        });
        let filling = drift.filling();
        // The memory of the scene itself.
        let before = resident();
        let mut store = GridSap::<f32, 3>::default();
        let mut toggles = Vec::new();
        let start = ThreadTime::now();
        store.apply(&filling, &mut toggles);
        let filled = 1e3 * start.elapsed().as_secs_f64();
        let mut times = Vec::new();
        for step in 0..WARM_UP + STEPS {
            let batch = drift.step();
            toggles.clear();
            let start = ThreadTime::now();
            store.apply(batch, &mut toggles);
            if step >= WARM_UP {
                times.push(1e3 * start.elapsed().as_secs_f64());
            }
        }
        times.sort_by(f64::total_cmp);
        let counted = store.memory() as f64 / f64::from(count);
        let grown = before
            .zip(resident())
            .map(|(before, after)| (after - before) / f64::from(count));
        let grown = grown.map_or("-".to_owned(), |bytes| format!("{bytes:.0}"));
        println!(
            "| {name} | {filled:.0} | {:.2} | {counted:.0} | {grown} |",
            times[times.len() / 2]
        );
    }
}

/// Bytes of memory of this process, where the system reports it.
fn resident() -> Option<f64> {
    const KILOBYTE: f64 = 1024.0;
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<f64>().ok()? * KILOBYTE)
}
