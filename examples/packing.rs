//! The packing of Lubachevsky and Stillinger (1990): balls grow and collide until they fill half of
//! a box.
//!
//! Collisions of growing balls increase their speeds, so the velocities are rescaled periodically.

use kinesweep::{Body, Domain, MotionChange, Shape, World};
use nalgebra::Vector3;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::error::Error;
use std::f64::consts::PI;

const BALLS: usize = 300;
/// Side of the box, in metres.
const SIDE: f64 = 1.0;
/// Radius at the start, in metres.
const RADIUS: f64 = 0.02;
/// Growth rate of the radii, in metres per second: far below the speeds, so that the balls can
/// rearrange.
const GROWTH: f64 = 0.01;
/// Mean of the squared speed after each scaling, in m²/s².
const SPEED_SQUARED: f64 = 1.0;
/// Time between two scalings, in seconds.
const STEP: f64 = 0.05;
/// The run ends at this volume fraction, or at this number of collisions of a ball per second.
const TARGET: f64 = 0.55;
const MOST_COLLISIONS: f64 = 1e4;

fn main() -> Result<(), Box<dyn Error>> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut vector = |size: f64| Vector3::from_fn(|_, _| size * ((random.next_u64() >> 11) as f64 * 2f64.powi(-52) - 1.0));
    let shape = Shape::ball(RADIUS)?;
    let mut positions: Vec<Vector3<f64>> = Vec::new();
    while positions.len() < BALLS {
        let position = vector(0.5 * SIDE - RADIUS);
        if positions.iter().all(|other| (position - other).norm() > 2.0 * RADIUS) {
            positions.push(position);
        }
    }
    let mut world = World::builder()
        .domain(Domain::Box {
            min: Vector3::repeat(-0.5 * SIDE),
            max: Vector3::repeat(0.5 * SIDE),
        })
        .build()?;
    for position in &positions {
        let body = Body::new(shape.clone())
            .position(*position)
            .velocity(vector(1.0))
            .growth(GROWTH);
        world.insert(body)?;
    }
    let ids: Vec<_> = world.bodies().collect();

    println!("{:>8} {:>9} {:>12} {:>10}", "time", "filled", "collisions", "energy");
    let mut collisions = 0;
    for row in 0.. {
        world.advance_to(world.time() + STEP)?;
        let radius = RADIUS + world.swell(ids[0])?;
        let filled = BALLS as f64 * 4.0 / 3.0 * PI * radius.powi(3) / SIDE.powi(3);
        let counters = world.counters();
        let rate = 2.0 * (counters.collisions - collisions) as f64 / BALLS as f64 / STEP;
        collisions = counters.collisions;
        let done = filled >= TARGET || rate > MOST_COLLISIONS;
        if row % 10 == 9 || done {
            println!("{:8.2} {filled:9.4} {collisions:12} {:10.2}", world.time(), world.energy());
        }
        if done {
            break;
        }
        let mean = 2.0 * world.energy() / BALLS as f64;
        for id in &ids {
            let velocity = world.velocity(*id)? * (SPEED_SQUARED / mean).sqrt();
            world.set_motion(*id, &MotionChange::velocity(velocity))?;
        }
    }

    // No balls overlap each other or a wall, except by rounding.
    let radius = RADIUS + world.swell(ids[0])?;
    let positions: Vec<_> = ids
        .iter()
        .map(|id| Ok(world.pose(*id)?.translation.vector))
        .collect::<Result<_, kinesweep::WorldError>>()?;
    let mut least = f64::INFINITY;
    for (number, a) in positions.iter().enumerate() {
        least = least.min(0.5 * SIDE - radius - a.amax());
        for b in &positions[..number] {
            least = least.min((a - b).norm() - 2.0 * radius);
        }
    }
    println!("the least gap is {least:.1e} m, the radius {radius:.4} m");
    assert!(least > -1e-12, "balls overlap");
    Ok(())
}
