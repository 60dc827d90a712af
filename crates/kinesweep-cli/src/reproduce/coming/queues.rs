//! What a swap of kinetic lists costs, by the queue that orders the swaps: on the scene of Coming and Staadt, whose queue is a
//! pairing heap.

use super::replay::Replay;
use super::{SEEDS, rings};
use crate::Failure;
use crate::reproduce::race::median;
use crate::reproduce::{Column, Figure, Study, Style, words};
use kinesweep::SwapQueue;

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
             choice. Each figure holds all that a swap costs: the queue, two new certificates or three, and the exchange in the list.",
            counts[end],
            words::fast(gains[0]),
            words::fast(gains[1]),
        ),
        "All queues ordered the same swaps and told the same overlaps in the same order, which is checked in each run. Trajectories are known \
         from a run with its collisions, and each collision renews up to 24 certificates; building the lists is left out. The queues take \
         turns, and what counts is the median."
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

/// Nanoseconds a swap with each queue, and how many swaps there are. On a machine that others use, too, only what is measured in
/// turns can be compared.
fn race(replay: &Replay) -> Result<([f64; 3], f64), Failure> {
    let queues = SwapQueue::ALL;
    let mut times = queues.map(|_| Vec::new());
    let reference = replay.lists(SwapQueue::default())?;
    for turn in 0..SEEDS as usize {
        for place in 0..queues.len() {
            let number = (place + turn) % queues.len();
            let lists = replay.lists(queues[number])?;
            if (lists.swaps, &lists.told) != (reference.swaps, &reference.told) {
                let names = (queues[number], SwapQueue::default());
                return Err(Failure::Other(format!("{} and {} do not agree", names.0, names.1)));
            }
            times[number].push(lists.seconds);
        }
    }
    let swaps = reference.swaps as f64;
    Ok((times.map(|times| NANO * median(times) / swaps), swaps))
}
