//! Figure 8: the cost of a simulated second by component and by the frequency of the frames.

use super::replay::{Cost, Replay};
use super::{rings, seeds};
use crate::Failure;
use crate::reproduce::fit::{at, power_law};
use crate::reproduce::{Column, Figure, Study, Style, words};

/// Objects.
const COUNT: u32 = 1000;
/// Frequencies, in frames a second; theirs end at 10 000.
const RATES: [f64; 9] = [1.0, 10.0, 30.0, 100.0, 300.0, 1000.0, 2000.0, 5000.0, 10_000.0];
const RATES_QUICK: [f64; 4] = [1.0, 10.0, 30.0, 100.0];
/// From here on per-frame costs rule, and grow as the frequency does.
const PER_FRAME: f64 = 30.0;
/// The frequency that haptics need (section 1).
const HAPTIC: f64 = 1000.0;

/// A part of a cost: its name, the names in JSON of its curves (of swept boxes and of kinetic
/// lists), and its value.
type Part = (&'static str, [&'static str; 2], fn(&Cost) -> f64);

const PARTS: [Part; 3] = [
    ("update", ["swept_update", "kinetic_update"], |cost| cost.update),
    ("sort", ["swept_sort", "kinetic_sort"], |cost| cost.sort),
    ("tests", ["swept_tests", "kinetic_tests"], |cost| cost.tests),
];

pub(in crate::reproduce) fn coming_8(study: &Study) -> Result<Figure, Failure> {
    let rates = if study.quick { &RATES_QUICK[..] } else { &RATES[..] };
    let count = study.scaled(COUNT);
    let replays = seeds(study).map(|seed| Replay::new(&rings(count, seed)?));
    let replays: Vec<Replay> = replays.collect::<Result<_, Failure>>()?;
    study.bar.set_length(rates.len() as u64);
    let (mut swept, mut kinetic) = (Vec::new(), Vec::new());
    for &rate in rates {
        let mut sums = [Cost::default(); 2];
        for replay in &replays {
            for (sum, cost) in sums.iter_mut().zip([replay.swept(rate)?, replay.kinetic(rate)?]) {
                sum.update += cost.update / replays.len() as f64;
                sum.sort += cost.sort / replays.len() as f64;
                sum.tests += cost.tests / replays.len() as f64;
                sum.tested += cost.tested / replays.len() as f64;
            }
        }
        swept.push(sums[0]);
        kinetic.push(sums[1]);
        study.bar.inc(1);
    }
    let mut columns = Vec::new();
    for (number, (method, costs)) in [("swept boxes", &swept), ("kinetic lists", &kinetic)].into_iter().enumerate() {
        columns.extend(PARTS.map(|(part, keys, of)| Column {
            title: format!("{method}: {part}"),
            key: keys[number],
            values: costs.iter().map(of).collect(),
            style: Style::Measured,
        }));
    }
    for (title, key, costs) in [
        ("swept boxes: number of tests", "swept_tested", &swept),
        ("kinetic lists: number of tests", "kinetic_tested", &kinetic),
    ] {
        columns.push(Column {
            title: title.to_owned(),
            key,
            values: costs.iter().map(|cost| cost.tested).collect(),
            style: Style::Hidden,
        });
    }
    let points = rates.to_vec();
    let (findings, remarks) = conclusions(&points, &swept, &kinetic);
    Ok(Figure {
        name: "coming-8",
        title: format!("{count} rings at 1 % density: components of two kinds of sweep and prune"),
        across: ("frames a second", "frequency"),
        up: "CPU seconds a simulated second",
        log: true,
        points,
        columns,
        findings,
        remarks,
    })
}

type Findings = Vec<(&'static str, Option<f64>)>;

fn conclusions(points: &[f64], swept: &[Cost], kinetic: &[Cost]) -> (Findings, Vec<String>) {
    let pruning = |costs: &[Cost]| costs.iter().map(|cost| cost.update + cost.sort).collect::<Vec<f64>>();
    let (boxes, lists) = (pruning(swept), pruning(kinetic));
    let exponent = |curve: &[f64]| {
        let high = points
            .iter()
            .copied()
            .zip(curve.iter().copied())
            .filter(|(rate, _)| *rate >= PER_FRAME);
        power_law(high).1
    };
    let exponents = [exponent(&boxes), exponent(&lists)];
    let haptic = HAPTIC.min(points[points.len() - 1]);
    let gain = at(points, &boxes, haptic) / at(points, &lists, haptic);
    let share = |costs: &[f64]| costs[costs.len() - 1] / costs[0];
    let extra = 100.0 * (swept[0].tested / kinetic[0].tested - 1.0);
    let findings = vec![
        ("exponent_of_swept", Some(exponents[0])),
        ("exponent_of_kinetic", Some(exponents[1])),
        ("gain_at_1000_hz", Some(gain)),
        ("extra_tests_at_1_hz_in_percent", Some(extra)),
    ];
    let end = points.len() - 1;
    let remarks = vec![
        format!(
            "Bringing swept boxes up to date and sorting them grows as f^{:.2} from {PER_FRAME} Hz on: in proportion to the frames, as in the \
             paper. Kinetic lists grow as f^{:.2}; at {} Hz they take {:.1} times what they take at {} Hz, which is the cost of the frames alone. At {haptic} \
             Hz their pruning is {} as that of swept boxes.",
            exponents[0],
            exponents[1],
            points[end],
            share(&lists),
            points[0],
            words::fast(gain),
        ),
        format!(
            "At {} Hz swept boxes lead to {extra:.0} % more intersection tests than kinetic ones (in the paper more than 30 % at 1 Hz), at {} Hz to \
             {:.0} % more. Tests are the rest of the cost of kinetic lists, apart from their swaps: {:.4} and {:.4} s a \
             second. Those of swept boxes grow, because pairs that begin are tested in each frame.",
            points[0],
            points[end],
            100.0 * (swept[end].tested / kinetic[end].tested - 1.0),
            kinetic[end].tests,
            kinetic[end].sort,
        ),
        "What differs from the paper: the parts are timed along trajectories from a run with its collisions; building the \
         structures and the walls of the domain are left out; sorting is by arrays of packed endpoints; the queue of swaps is a d-ary heap (it \
         belongs to sorting; `reproduce queues` compares it with their pairing heap); tests are shape casts on convex parts, not OBB trees. One core of another machine, so that only ratios and slopes can \
         be compared."
            .to_owned(),
    ];
    (findings, remarks)
}
