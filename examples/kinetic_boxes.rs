//! `KineticSweep` by itself: boxes that move as you say, and when their overlaps begin and end, at exact times. No bodies, no shapes, no frames.
//!
//! Each of the six sides of a box has a motion of its own, so that a box can grow as well. Here a car brakes at a cloud of smoke
//! that spreads, under a bridge.

use kinesweep::{Bounds, Endpoint, KineticSweep, PairChange};

const NAMES: [&str; 3] = ["car", "smoke", "bridge"];
const CAR: u32 = 0;
const SMOKE: u32 = 1;
const BRIDGE: u32 = 2;

/// Side positions and velocities on the x axis; the other axes are the same for all, and rest.
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
        // 2 m wide, and each side goes outward at 1 m/s.
        (SMOKE, along_x(0.0, [29.0, -1.0], [31.0, 1.0], 0.0)),
        (BRIDGE, along_x(0.0, [0.0, 0.0], [10.0, 0.0], 0.0)),
    ];
    sweep.insert(&boxes, 0.0, &mut changes);
    assert!(changes.is_empty(), "nothing overlaps at the start");

    let mut times = Vec::new();
    advance(&mut sweep, 3.0, &mut times);
    // The driver brakes at 5 m/s², which takes 4 s and 40 m, and stands still from then on.
    sweep.update(CAR, &along_x(3.0, [16.0, 20.0], [20.0, 20.0], -5.0), 3.0, &mut changes);
    advance(&mut sweep, 7.0, &mut times);
    sweep.update(CAR, &along_x(7.0, [56.0, 0.0], [60.0, 0.0], 0.0), 7.0, &mut changes);
    advance(&mut sweep, 60.0, &mut times);
    // A new motion that goes on from where the old one was begins and ends nothing by itself.
    assert!(changes.is_empty());

    println!("{} swaps in three sorted lists", sweep.swaps());
    let by_hand = [
        2.0,
        2.7,
        3.0 + (21.0 - 381f64.sqrt()) / 5.0,
        3.0 + (19.0 - 181f64.sqrt()) / 5.0,
        19.0,
        25.0,
    ];
    assert!(times.len() == by_hand.len() && times.iter().zip(by_hand).all(|(found, right)| (found - right).abs() < 1e-12));
}

/// Goes on to time `until`, and tells which overlaps begin and end on the way.
fn advance(sweep: &mut KineticSweep, until: f64, times: &mut Vec<f64>) {
    let mut changes = Vec::new();
    loop {
        // It returns at each change of a pair, or, if there is none, at the end.
        let time = sweep.advance(until, &mut changes);
        if changes.is_empty() {
            break;
        }
        for PairChange { pair: (a, b), begins } in changes.drain(..) {
            let what = if begins { "meet" } else { "part" };
            println!("{time:9.6} s  {} and {} {what}", NAMES[a as usize], NAMES[b as usize]);
            times.push(time);
        }
    }
}
