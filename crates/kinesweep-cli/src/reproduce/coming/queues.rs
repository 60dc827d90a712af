//! The cost of a swap of kinetic lists by the queue that orders the swaps, on the scene of Coming
//! and Staadt. Their queue is a pairing heap.

use super::replay::Replay;
use super::{SEEDS, rings};
use crate::Failure;
use crate::reproduce::race::median;
use crate::reproduce::{Column, Figure, Study, Style, words};
use kinesweep::broad::SwapQueue;

const COUNTS: [u32; 5] = [125, 250, 500, 1000, 2000];

/// Nanoseconds in a second.
const NANO: f64 = 1e9;

pub(in crate::reproduce) fn queues(study: &Study) -> Result<Figure, Failure> {
    let counts = study.scaled_all(&COUNTS);
    study.bar.set_length(counts.len() as u64);
    let mut costs = SwapQueue::ALL.map(|_| Vec::new());
    let mut swaps = Vec::new();
    for &count in &counts {
        let replay = Replay::new(&rings(count, study.seed)?)?;
        let (cost, done) = race(&replay)?;
        for (costs, cost) in costs.iter_mut().zip(cost) {
            costs.push(cost);
        }
        swaps.push(done);
        study.bar.inc(1);
    }
    let titles = [
        ("d-ary heap", "dary"),
        ("pairing heap, two-pass", "pairing"),
        ("pairing heap, auxiliary two-pass", "pairing_auxiliary"),
    ];
    let measured = titles.iter().zip(&costs).map(|((title, key), values)| Column {
        title: (*title).to_owned(),
        key,
        values: values.clone(),
        style: Style::Measured,
    });
    let count = Column {
        title: "swaps".to_owned(),
        key: "swaps",
        values: swaps,
        style: Style::Hidden,
    };
    let columns = measured.chain([count]).collect();
    let end = counts.len() - 1;
    let gains = [1, 2].map(|number| costs[number][end] / costs[0][end]);
    let remarks = vec![
        format!(
            "With {} rings lists on the d-ary heap are {} as on the two-pass pairing heap, and {} as on the auxiliary one, which is the paper's \
             choice. Each figure is the whole cost of a swap: the queue, two new certificates or three, and the exchange in the list.",
            counts[end],
            words::fast(gains[0]),
            words::fast(gains[1]),
        ),
        "All queues order the same swaps and report the same overlaps in the same order, which is checked in each run. Trajectories \
         come from a run with its collisions, and each collision renews up to 24 certificates; building the lists is left out. The queues \
         alternate, and each figure is a median."
            .to_owned(),
    ];
    Ok(Figure {
        name: "queues",
        title: "rings at 1 % density: a swap of kinetic lists, by the queue that orders swaps".to_owned(),
        across: ("objects", "objects"),
        up: "ns a swap",
        log: true,
        points: counts.iter().copied().map(f64::from).collect(),
        columns,
        findings: vec![
            ("gain_over_pairing", Some(gains[0])),
            ("gain_over_pairing_auxiliary", Some(gains[1])),
        ],
        remarks,
    })
}

/// Nanoseconds a swap with each queue, and the number of swaps. The queues alternate, since the
/// load of a shared machine changes.
fn race(replay: &Replay) -> Result<([f64; 3], f64), Failure> {
    let queues = SwapQueue::ALL;
    let mut times = queues.map(|_| Vec::new());
    let reference = replay.lists(SwapQueue::default());
    for round in 0..SEEDS as usize {
        for place in 0..queues.len() {
            let number = (place + round) % queues.len();
            let lists = replay.lists(queues[number]);
            if (lists.swaps, &lists.changes) != (reference.swaps, &reference.changes) {
                let names = (queues[number], SwapQueue::default());
                return Err(Failure::Other(format!("{} and {} do not agree", names.0, names.1)));
            }
            times[number].push(lists.seconds);
        }
    }
    let swaps = reference.swaps as f64;
    Ok((times.map(|times| NANO * median(times) / swaps), swaps))
}
