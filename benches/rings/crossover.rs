//! Frames or events: from how many frames on, for each diameter that a body moves, an exact run is the cheaper one.
//!
//! Both costs go with the speed of the bodies at the same count of frames per diameter moved, so the speed of a scene does not matter: the
//! more bodies collide on the way of one diameter, the more frames an exact run is worth.

use super::scenes::{CAPSULE, CUBE, RING, SPHERE, Shape, at_packing};
use super::{continuous, sampled};
use kinesweep::{Method, Scene, World};

const COUNT: u64 = 1000;
const PACKINGS: [f64; 4] = [0.001, 0.01, 0.1, 0.3];
const SHAPES: [(&str, Shape); 4] = [("balls", SPHERE), ("cubes", CUBE), ("capsules", CAPSULE), ("rings", RING)];

/// Bodies move one bounding radius a second, in the mean, for so many seconds.
const LENGTH: f64 = 10.0;
const DIAMETERS_PER_SECOND: f64 = 0.5;

/// Two frame rates: what a frame costs is the difference, so that what a run costs without frames is left out.
const RATES: [f64; 2] = [30.0, 90.0];

/// Runs, of which the cheapest counts: other work on the machine only makes them dearer.
const RUNS: usize = 3;

pub(super) fn tell() {
    println!("{COUNT} bodies in a box, one thread. A way is that of one bounding diameter.");
    println!();
    println!(
        "| bodies | packing | collisions of a body a way | exact, us a body and way | frame, ns a body | frames a way at equal cost |"
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

/// Of a body, in a second.
fn collisions(scene: &Scene) -> f64 {
    let mut world = World::from_scene(scene, Method::Auto).expect("the scene is valid");
    world.advance_to(LENGTH).expect("the run goes on");
    let told = world.statistics();
    (2 * told.body_collisions + told.wall_collisions) as f64 / (told.bodies as f64 * told.duration)
}

fn cheapest(cost: impl Fn() -> f64) -> f64 {
    (0..RUNS).map(|_| cost()).fold(f64::INFINITY, f64::min)
}
