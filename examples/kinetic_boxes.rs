//! `KineticSweep` by itself: boxes with given motions, and the exact times at which their overlaps
//! begin and end. No bodies, no shapes, no frames.
//!
//! Each of the six sides of a box has its own motion, so a box can also grow. Here a car brakes
//! near a cloud of smoke that spreads, under a bridge.

use kinesweep::broad::{KineticSweep, PairChange};
use kinesweep::motion::{Bounds, Endpoint};

const NAMES: [&str; 3] = ["car", "smoke", "bridge"];
const CAR: u32 = 0;
const SMOKE: u32 = 1;
const BRIDGE: u32 = 2;

/// Side positions and velocities on the x axis; on the other axes all boxes are equal and at rest.
fn along_x(epoch: f64, min: [f64; 2], max: [f64; 2], acceleration: f64) -> Bounds {
    let side = |[position, velocity]: [f64; 2]| Endpoint {
        position,
        velocity,
        half_acceleration: 0.5 * acceleration,
    };
    let rest = |position| Endpoint {
        position,
        ..Endpoint::default()
    };
    Bounds {
        epoch,
        min: [side(min), rest(0.0), rest(0.0)],
        max: [side(max), rest(2.0), rest(2.0)],
    }
}

fn main() {
    let mut sweep = KineticSweep::new();
    let mut changes = Vec::new();
    let boxes = [
        (CAR, along_x(0.0, [-44.0, 20.0], [-40.0, 20.0], 0.0)),
        // 2 m wide, and each side moves outward at 1 m/s.
        (SMOKE, along_x(0.0, [29.0, -1.0], [31.0, 1.0], 0.0)),
        (BRIDGE, along_x(0.0, [0.0, 0.0], [10.0, 0.0], 0.0)),
    ];
    sweep.insert(&boxes, 0.0, &mut changes);
    assert!(changes.is_empty(), "no boxes overlap at the start");

    let mut times = Vec::new();
    advance(&mut sweep, 3.0, &mut times);
    // The car brakes at 5 m/s² for 4 s and 40 m, and is at rest from then on.
    sweep.update(CAR, &along_x(3.0, [16.0, 20.0], [20.0, 20.0], -5.0), 3.0, &mut changes);
    advance(&mut sweep, 7.0, &mut times);
    sweep.update(CAR, &along_x(7.0, [56.0, 0.0], [60.0, 0.0], 0.0), 7.0, &mut changes);
    advance(&mut sweep, 60.0, &mut times);
    // A new motion that continues the old one changes no pair.
    assert!(changes.is_empty());

    println!("{} swaps in three sorted lists", sweep.swaps());
    let closed_form = [
        2.0,
        2.7,
        3.0 + (21.0 - 381f64.sqrt()) / 5.0,
        3.0 + (19.0 - 181f64.sqrt()) / 5.0,
        19.0,
        25.0,
    ];
    assert!(
        times.len() == closed_form.len()
            && times
                .iter()
                .zip(closed_form)
                .all(|(found, right)| (found - right).abs() < 1e-12)
    );
}

/// Advances to time `until`, and prints the overlaps that begin and end.
fn advance(sweep: &mut KineticSweep, until: f64, times: &mut Vec<f64>) {
    let mut changes = Vec::new();
    loop {
        // The call returns at each change of a pair, or at the end if there is none.
        let time = sweep.advance(until, &mut changes);
        if changes.is_empty() {
            break;
        }
        for PairChange { pair: (a, b), begins } in changes.drain(..) {
            let what = if begins { "begin to overlap" } else { "cease to overlap" };
            println!("{time:9.6} s  {} and {} {what}", NAMES[a as usize], NAMES[b as usize]);
            times.push(time);
        }
    }
}
