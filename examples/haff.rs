//! A granular gas cools by Haff's law (1983), T = T0 / (1 + t / t0)²: each collision, of balls or
//! with a wall, reduces T on average by the share 1 - e², and the collision rate decreases as the
//! square root of T. So 1 / t0 = (1 - e²) c / (3 N), where c is the number of collisions per second
//! at the start.

use kinesweep::scene::{Population, Speed};
use kinesweep::{Body, Domain, Shape, World};
use nalgebra::Vector3;
use std::error::Error;

const BALLS: usize = 1000;
/// Volume fraction of the balls, of diameter 1 m.
const PACKING: f64 = 0.1;
/// Restitution: e.
const RESTITUTION: f64 = 0.9;
/// Duration of mixing with elastic balls, and of the count of collisions after it, in seconds.
const MIXING: f64 = 5.0;
/// Duration of the cooling in seconds, and number of printed rows.
const COOLING: f64 = 100.0;
const ROWS: u32 = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let population = |restitution: f64| Population {
        packing: Some(PACKING),
        speed: Speed::Maxwell(1.0),
        ..Population::gas(BALLS, Body::new(Shape::ball(0.5).expect("a ball")).restitution(restitution))
    };
    let domain = Population::cube(&[population(1.0)])?;
    let Domain::Box { min, max } = domain else {
        return Err("a cube is a box".into());
    };
    let mut world = World::builder().domain(domain).build()?;
    world.insert_all(&population(1.0).place(0, min, max, &[])?)?;
    world.advance_to(MIXING)?;
    world.reset_statistics();
    world.advance_to(2.0 * MIXING)?;
    let mixed = world.statistics();
    let rate = (mixed.body_collisions + mixed.wall_collisions) as f64 / mixed.duration;
    let t0 = 3.0 * BALLS as f64 / ((1.0 - RESTITUTION * RESTITUTION) * rate);

    // The same balls at the same positions become inelastic.
    let states = world
        .bodies()
        .map(|id| Ok((world.pose(id)?.translation.vector, world.velocity(id)?)));
    let states: Vec<(Vector3<f64>, Vector3<f64>)> = states.collect::<Result<_, kinesweep::WorldError>>()?;
    let ball = Body::new(Shape::ball(0.5)?).restitution(RESTITUTION);
    let bodies: Vec<Body> = states.iter().map(|(x, v)| ball.clone().position(*x).velocity(*v)).collect();
    let mut world = World::builder().domain(domain).build()?;
    world.insert_all(&bodies)?;
    let start = world.statistics().temperature;

    println!(
        "{:>8} {:>12} {:>12} {:>12}",
        "time", "temperature", "Haff's law", "collisions"
    );
    // 1 / sqrt(T) is linear in time: its slope, by least squares through the known start.
    let (mut products, mut squares) = (0.0, 0.0);
    for row in 1..=ROWS {
        let time = COOLING * f64::from(row) / f64::from(ROWS);
        world.advance_to(time)?;
        let statistics = world.statistics();
        let law = start / (1.0 + time / t0).powi(2);
        println!(
            "{time:8.1} {:12.5} {law:12.5} {:12}",
            statistics.temperature,
            statistics.body_collisions + statistics.wall_collisions
        );
        products += time * ((start / statistics.temperature).sqrt() - 1.0);
        squares += time * time;
    }
    let fitted = squares / products;
    println!("t0: {t0:.3} s by the collisions at the start, {fitted:.3} s by the fit");
    assert!((fitted / t0 - 1.0).abs() < 0.05);
    Ok(())
}
