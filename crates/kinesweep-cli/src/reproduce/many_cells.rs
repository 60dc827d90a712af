//! Figures 10 and 11 of Tracy, Buss and Woods: grids with cells of segmented interval lists or
//! batch arrays, and an octree.

use super::curves::Contest;
use super::fit::{at, crossing, power_law};
use super::race::{Pace, Rival};
use super::{Figure, Study, words};
use crate::Failure;
use kinesweep_sap::boxed;

/// Boxes (Figure 10), and how many move.
const COUNT: u32 = 100_000;
const MOVING: u32 = 10_000;
/// How many come, and as many go, a step (Figure 10).
const TURNOVER: [u32; 11] = [0, 50, 100, 250, 500, 1000, 1500, 2000, 3000, 4000, 5000];

/// Boxes (Figure 11).
const COUNTS: [u32; 8] = [10_000, 25_000, 50_000, 75_000, 100_000, 125_000, 150_000, 200_000];
/// One box in so many moves (Figure 11).
const MOVES: u32 = 10;
/// One box in so many goes a step, and another comes (Figure 11).
const REPLACED: u32 = 200;

/// The methods of the paper, and the one that this project uses.
const CONTEST: Contest = Contest {
    rivals: &[
        Rival {
            title: "grid of batch arrays",
            key: "batch_ms",
            store: boxed::grid_of_arrays,
        },
        Rival {
            title: "grid of segmented lists",
            key: "segmented_ms",
            store: boxed::grid_of_segmented,
        },
        Rival {
            title: "octree",
            key: "octree_ms",
            store: boxed::octree,
        },
        Rival {
            title: "grid of sweeps",
            key: "sweeps_ms",
            store: boxed::grid_of_sweeps,
        },
    ],
    pace: Pace { warm_up: 15, steps: 60 },
    quick: Pace { warm_up: 1, steps: 3 },
};

/// The remark of both figures on the method that is not in the paper.
fn own(batch: f64, segmented: f64, sweeps: f64, place: &str) -> String {
    format!(
        "Not in the paper: the grid that this project uses. Its cells have the boxes in order along one axis and compare neighbours \
         many at a time. It is {} as the faster of the two grids of sorted lists {place}.",
        words::fast(batch.min(segmented) / sweeps),
    )
}

pub(super) fn tracy_10(study: &Study) -> Result<Figure, Failure> {
    let (count, moving) = (study.scaled(COUNT), study.scaled(MOVING));
    let turnover = study.scaled_all(&TURNOVER);
    let recipes = turnover.iter().map(|&turnover| study.cubes(count, moving, turnover));
    let curves = CONTEST.curves(study, recipes)?;
    let [batch, segmented, octree, sweeps] = &curves[..] else {
        unreachable!("a curve for each")
    };
    let points: Vec<f64> = turnover.iter().map(|&turnover| f64::from(2 * turnover)).collect();
    let cross = crossing(&points, segmented, batch);
    let last = points[points.len() - 1];
    let gains = [0.0, 0.1 * last, last].map(|events| at(&points, batch, events) / at(&points, segmented, events));
    // Microseconds for each event among the first twentieth, and among the second half.
    let cost = |curve: &[f64], from: f64, to: f64| 1e3 * (at(&points, curve, to) - at(&points, curve, from)) / (to - from);
    let first = [batch, segmented].map(|curve| cost(curve, 0.0, 0.05 * last));
    let late = [batch, segmented].map(|curve| cost(curve, 0.5 * last, last));
    let remarks = vec![
        format!(
            "The grid of segmented lists is {} as that of batch arrays where none come or go, {} at {:.0} events, and {} at {last:.0}. \
             {}. In the paper segmented lists are ahead up to 4000 events.",
            words::fast(gains[0]),
            words::fast(gains[1]),
            0.1 * last,
            words::fast(gains[2]),
            words::crossing(cross, "events", &gains),
        ),
        format!(
            "In the paper the first events cost batch arrays most, since each is in another cell, and has it sorted as a whole. Here \
             each of the first {:.0} costs arrays {:.2} µs and segmented lists {:.2} µs, each of the last {:.0} {:.2} µs and {:.2} µs. \
             A cell takes a few boxes in and out in place. Besides, a box that moves on to another cell is inserted and removed, too: \
             cells have such events where none are counted here.",
            0.05 * last,
            first[0],
            first[1],
            0.5 * last,
            late[0],
            late[1],
        ),
        format!(
            "The octree, which the paper leaves out here since insertions and removals mean little to it, takes {:.1} ms without any and \
             {:.1} ms at {last:.0}. {}",
            octree[0],
            octree[octree.len() - 1],
            own(batch[0], segmented[0], sweeps[0], "where none come or go"),
        ),
    ];
    Ok(Figure {
        name: "tracy-10",
        title: format!("{count} boxes in cells, {moving} of them moving"),
        across: ("insertions and removals a step", "events"),
        up: "ms a step",
        log: false,
        findings: vec![
            ("gain_without_events", Some(gains[0])),
            ("gain_at_a_tenth_of_the_events", Some(gains[1])),
            ("gain_at_most_events", Some(gains[2])),
            ("crossing", cross),
            ("batch_us_an_event_at_first", Some(first[0])),
            ("segmented_us_an_event_at_first", Some(first[1])),
            ("batch_us_an_event_late", Some(late[0])),
            ("segmented_us_an_event_late", Some(late[1])),
        ],
        columns: CONTEST.columns(curves),
        points,
        remarks,
    })
}

pub(super) fn tracy_11(study: &Study) -> Result<Figure, Failure> {
    let counts = study.scaled_all(&COUNTS);
    let recipes = counts
        .iter()
        .map(|&count| study.cubes(count, count / MOVES, count / REPLACED));
    let curves = CONTEST.curves(study, recipes)?;
    let points: Vec<f64> = counts.iter().map(|&count| f64::from(count)).collect();
    let exponents: Vec<f64> = curves
        .iter()
        .map(|curve| power_law(points.iter().copied().zip(curve.iter().copied())).1)
        .collect();
    let end = points.len() - 1;
    let gain = |number: usize| curves[0][number] / curves[1][number];
    let octree = |number: usize| curves[2][number] / curves[0][number].min(curves[1][number]);
    let nanoseconds = |number: usize| 1e6 * curves[0][number].min(curves[1][number]) / points[number];
    let remarks = vec![
        format!(
            "The grid of segmented lists is {} as that of batch arrays at n = {} and {} at n = {} (in the paper slightly faster, and \
             almost twice as fast). The octree is {} as the faster of them at first and {} in the end (in the paper slower than both \
             in large worlds, as it makes little of what stays the same).",
            words::fast(gain(0)),
            points[0],
            words::fast(gain(end)),
            points[end],
            words::fast(1.0 / octree(0)),
            words::fast(1.0 / octree(end)),
        ),
        format!(
            "Time grows as n^{:.2} (arrays), n^{:.2} (segmented lists) and n^{:.2} (octree). In cells the axes are as dense at any n, so \
             swaps grow as n; what comes on top is memory: a box costs the faster grid {:.0} ns a step at n = {} and {:.0} ns at n = {}, \
             when its cells have outgrown the caches. That arrays keep up has the reasons of tracy-10.",
            exponents[0],
            exponents[1],
            exponents[2],
            nanoseconds(0),
            points[0],
            nanoseconds(end),
            points[end],
        ),
        own(
            curves[0][end],
            curves[1][end],
            curves[3][end],
            &format!("at n = {}", points[end]),
        ),
    ];
    Ok(Figure {
        name: "tracy-11",
        title: "Boxes in cells, 10 % moving, 0.5 % in and 0.5 % out a step".to_owned(),
        across: ("boxes", "boxes"),
        up: "ms a step",
        log: false,
        findings: vec![
            ("gain_at_first", Some(gain(0))),
            ("gain_at_last", Some(gain(end))),
            ("octree_over_best_at_first", Some(octree(0))),
            ("octree_over_best_at_last", Some(octree(end))),
            ("exponent_of_batch", Some(exponents[0])),
            ("exponent_of_segmented", Some(exponents[1])),
            ("exponent_of_octree", Some(exponents[2])),
        ],
        columns: CONTEST.columns(curves),
        points,
        remarks,
    })
}
