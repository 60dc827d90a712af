//! Figures 8 and 9 of Tracy, Buss and Woods: segmented interval lists against batch insertion into
//! arrays, without subdivision.

use super::curves::Contest;
use super::fit::{at, crossing, slope};
use super::race::{Pace, Rival};
use super::{Figure, Study, words};
use crate::Failure;
use kinesweep_sap::boxed;

/// Boxes in the cell.
const COUNT: u32 = 3000;
/// How many move (Figure 8).
const MOVING: [u32; 14] = [30, 75, 150, 300, 450, 600, 900, 1200, 1500, 1800, 2100, 2400, 2700, 3000];
/// How many come, and as many go, a step (Figure 9).
const TURNOVER: [u32; 14] = [1, 2, 5, 10, 15, 20, 30, 40, 60, 80, 100, 150, 200, 300];
/// How many move meanwhile (Figure 9).
const FEW: u32 = 150;
/// Up to this share of movers both methods sort locally, and their curves are nearly straight.
const SPARSE: f64 = 0.3;
/// Kilobytes of an axis for each box: two endpoints of 8 bytes.
const ENDPOINT_KILOBYTES: f64 = 0.016;
/// Up to about here goes the paper's Figure 9.
const THEIR_EVENTS: f64 = 100.0;

/// Both methods in one cell.
const CONTEST: Contest = Contest {
    rivals: &[
        Rival {
            title: "batch arrays",
            key: "batch_ms",
            store: boxed::arrays,
        },
        Rival {
            title: "segmented lists",
            key: "segmented_ms",
            store: boxed::segmented,
        },
    ],
    pace: Pace { warm_up: 50, steps: 400 },
    quick: Pace { warm_up: 2, steps: 5 },
};

pub(super) fn tracy_8(study: &Study) -> Result<Figure, Failure> {
    let count = study.scaled(COUNT);
    let moving = study.scaled_all(&MOVING);
    let recipes = moving.iter().map(|&moving| study.cubes(count, moving, 1));
    let curves = CONTEST.curves(study, recipes)?;
    let few = study.scaled(FEW);
    let without = CONTEST.race(study, study.cubes(count, few, 0))?;
    let (batch, segmented) = (&curves[0], &curves[1]);
    let points: Vec<f64> = moving.iter().map(|&moving| f64::from(moving)).collect();
    let gain = |share: f64| at(&points, batch, share * f64::from(count)) / at(&points, segmented, share * f64::from(count));
    let gains = [0.05, 0.2, 1.0].map(gain);
    let cross = crossing(&points, segmented, batch);
    // Microseconds for one in and one out, where few move.
    let migration = [0, 1].map(|rival: usize| 1e3 * (at(&points, &curves[rival], f64::from(few)) - without[rival]));
    let sparse = points.iter().filter(|point| **point <= SPARSE * f64::from(count)).count();
    let mover = [batch, segmented].map(|curve| 1e6 * slope(&points[..sparse], &curve[..sparse]));
    let remarks = vec![
        format!(
            "Segmented lists are {} as batch arrays where 5 % move (in the paper 3 times as fast), {} where 20 % do (there 1.6 times), \
             and {} where all do (there nearly as fast). {}.",
            words::fast(gains[0]),
            words::fast(gains[1]),
            words::fast(gains[2]),
            words::crossing(cross, "boxes moving", &gains),
        ),
        format!(
            "In the paper a single box that comes or goes has the arrays sorted as a whole, and their curve begins high; segmented \
             lists were made against that. Our arrays take a few boxes in and out in place and sort only what moves: an axis is \
             {:.0} kB of packed endpoints, soon searched and shifted. Where {few} move, one in and one out cost arrays {:.1} µs more \
             than none, and segmented lists {:.1} µs. The rest goes by what moves: {:.0} ns for each box in arrays, {:.0} ns in \
             segmented lists (up to {:.0} % moving).",
            f64::from(count) * ENDPOINT_KILOBYTES,
            migration[0],
            migration[1],
            mover[0],
            mover[1],
            100.0 * SPARSE,
        ),
    ];
    Ok(Figure {
        name: "tracy-8",
        title: format!("One cell of {count} boxes, one in and one out a step"),
        across: ("boxes moving", "moving"),
        up: "ms a step",
        log: false,
        columns: CONTEST.columns(curves),
        points,
        findings: vec![
            ("gain_at_5_percent", Some(gains[0])),
            ("gain_at_20_percent", Some(gains[1])),
            ("gain_at_100_percent", Some(gains[2])),
            ("crossing", cross),
            ("batch_us_for_one_in_one_out", Some(migration[0])),
            ("segmented_us_for_one_in_one_out", Some(migration[1])),
            ("batch_ns_a_mover", Some(mover[0])),
            ("segmented_ns_a_mover", Some(mover[1])),
        ],
        remarks,
    })
}

pub(super) fn tracy_9(study: &Study) -> Result<Figure, Failure> {
    let count = study.scaled(COUNT);
    let moving = study.scaled(FEW);
    let turnover = study.scaled_all(&TURNOVER);
    let recipes = turnover.iter().map(|&turnover| study.cubes(count, moving, turnover));
    let curves = CONTEST.curves(study, recipes)?;
    let (batch, segmented) = (&curves[0], &curves[1]);
    let points: Vec<f64> = turnover.iter().map(|&turnover| f64::from(2 * turnover)).collect();
    let gains = [2.0, 20.0].map(|events| at(&points, batch, events) / at(&points, segmented, events));
    let cross = crossing(&points, segmented, batch);
    let shown = points.iter().filter(|point| **point <= THEIR_EVENTS).count();
    let event = [batch, segmented].map(|curve| 1e3 * slope(&points[..shown], &curve[..shown]));
    let steeper = if event[1] > event[0] {
        "As in the paper"
    } else {
        "Unlike in the paper"
    };
    let remarks = vec![
        format!(
            "With one in and one out, segmented lists are {} as batch arrays (in the paper almost 3 times as fast), with ten in and \
             ten out {} (there 1.9 times). {}; in the paper they cross at slightly less than 80.",
            words::fast(gains[0]),
            words::fast(gains[1]),
            words::crossing(cross, "events", &gains),
        ),
        format!(
            "An insertion or removal costs arrays {:.2} µs and segmented lists {:.2} µs (straight lines up to {THEIR_EVENTS} events). \
             {steeper} segmented lists have the steeper slope. Arrays of the paper begin higher, since the first event has them \
             sorted as a whole; here a few are taken in and out in place (see tracy-8).",
            event[0], event[1],
        ),
    ];
    Ok(Figure {
        name: "tracy-9",
        title: format!("One cell of {count} boxes, {moving} of them moving"),
        across: ("insertions and removals a step", "events"),
        up: "ms a step",
        log: false,
        findings: vec![
            ("gain_at_2_events", Some(gains[0])),
            ("gain_at_20_events", Some(gains[1])),
            ("crossing", cross),
            ("batch_us_an_event", Some(event[0])),
            ("segmented_us_an_event", Some(event[1])),
        ],
        columns: CONTEST.columns(curves),
        points,
        remarks,
    })
}
