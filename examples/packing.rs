//! Lubachevsky and Stillinger's packing (1990): balls that grow while they collide, until they fill half of a box.
//!
//! Each collision gives speed to what grows, so the velocities are scaled back now and then.

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
/// How fast the radii grow, in metres per second: far below the speeds, so that the balls find their places.
const GROWTH: f64 = 0.01;
/// Mean of the squared speed after each scaling, in m²/s².
const SPEED_SQUARED: f64 = 1.0;
/// Time between two scalings, in seconds.
const STEP: f64 = 0.05;
/// Where to stop: the share of the box that is filled, or the collisions of a ball in a second.
const TARGET: f64 = 0.55;
const MOST_COLLISIONS: f64 = 1e4;

fn main() -> Result<(), Box<dyn Error>> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut vector = |size: f64| Vector3::from_fn(|_, _| size * ((random.next_u64() >> 11) as f64 * 2f64.powi(-52) - 1.0));
    let shape = Shape::ball(RADIUS)?;
    let mut places: Vec<Vector3<f64>> = Vec::new();
    while places.len() < BALLS {
        let place = vector(0.5 * SIDE - RADIUS);
        if places.iter().all(|other| (place - other).norm() > 2.0 * RADIUS) {
            places.push(place);
        }
    }
    let mut world = World::builder()
        .domain(Domain::Box {
            min: Vector3::repeat(-0.5 * SIDE),
            max: Vector3::repeat(0.5 * SIDE),
        })
        .build()?;
    for place in &places {
        let body = Body::new(shape.clone()).position(*place).velocity(vector(1.0)).growth(GROWTH);
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

    // No two overlap, and none a wall, but for rounding.
    let radius = RADIUS + world.swell(ids[0])?;
    let places: Vec<_> = ids
        .iter()
        .map(|id| Ok(world.pose(*id)?.translation.vector))
        .collect::<Result<_, kinesweep::WorldError>>()?;
    let mut least = f64::INFINITY;
    for (number, a) in places.iter().enumerate() {
        least = least.min(0.5 * SIDE - radius - a.amax());
        for b in &places[..number] {
            least = least.min((a - b).norm() - 2.0 * radius);
        }
    }
    println!("the least gap is {least:.1e} m, the radius {radius:.4} m");
    assert!(least > -1e-12, "they overlap");
    Ok(())
}
