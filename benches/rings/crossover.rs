//! Frames or events: the number of frames per diameter of motion above which an exact run is
//! cheaper.
//!
//! At a fixed number of frames per diameter of motion both costs are proportional to the speed of
//! the bodies, so the speed of a scene has no effect: the more collisions per diameter of motion,
//! the more frames an exact run costs.

use super::scenes::{CAPSULE, CUBE, RING, SPHERE, Shape, at_packing};
use super::{continuous, sampled};
use kinesweep::{Method, Scene, World};

const COUNT: u64 = 1000;
const PACKINGS: [f64; 4] = [0.001, 0.01, 0.1, 0.3];
const SHAPES: [(&str, Shape); 4] = [("balls", SPHERE), ("cubes", CUBE), ("capsules", CAPSULE), ("rings", RING)];

/// Duration of a run in seconds. Bodies move one bounding radius a second on average.
const LENGTH: f64 = 10.0;
const DIAMETERS_PER_SECOND: f64 = 0.5;

/// Two frame rates: the cost of a frame is computed from the difference, without the fixed cost of
/// a run.
const RATES: [f64; 2] = [30.0, 90.0];

/// Number of runs; the cheapest counts, since other work on the machine only increases the cost.
const RUNS: usize = 3;

pub(super) fn print() {
    println!("{COUNT} bodies in a box, one thread. Path: motion by one bounding diameter.");
    println!();
    println!(
        "| bodies | packing | collisions of a body a path | exact, us a body and path | frame, ns a body | frames a path at equal cost |"
    );
    println!("|---|---|---|---|---|---|");
    for (name, shape) in SHAPES {
        for packing in PACKINGS {
            let scene = at_packing(shape, COUNT, packing);
            let exact = cheapest(|| continuous(&scene, Method::Auto, LENGTH, false));
            let [few, many] = RATES.map(|rate| cheapest(|| sampled(&scene, rate, LENGTH)));
            let frame = (many - few) / (RATES[1] - RATES[0]);
            let bodies = COUNT as f64;
            println!(
                "| {name} | {packing} | {:.3} | {:.2} | {:.0} | {:.1} |",
                collisions(&scene) / DIAMETERS_PER_SECOND,
                1e6 * exact / (bodies * DIAMETERS_PER_SECOND),
                1e9 * frame / bodies,
                exact / frame / DIAMETERS_PER_SECOND,
            );
        }
    }
}

/// Collisions of a body per second.
fn collisions(scene: &Scene) -> f64 {
    let mut world = World::from_scene(scene, Method::Auto).expect("the scene is valid");
    world.advance_to(LENGTH).expect("the run has no error");
    let formatted = world.statistics();
    (2 * formatted.body_collisions + formatted.wall_collisions) as f64 / (formatted.bodies as f64 * formatted.duration)
}

fn cheapest(cost: impl Fn() -> f64) -> f64 {
    (0..RUNS).map(|_| cost()).fold(f64::INFINITY, f64::min)
}
