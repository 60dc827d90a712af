//! The pressure of hard balls from their collisions, as an equation of state: the compressibility
//! factor Z = p V / (N T) of a periodic gas by the virial theorem, compared with those of Carnahan
//! and Starling (1969) and Kolafa (1986). `World::statistics` returns it, and in a box the pressure
//! on the walls as well.

use kinesweep::scene::{Population, Speed, Start};
use kinesweep::{Body, Domain, Shape, World};
use std::error::Error;

const BALLS: usize = 500;
/// Collisions a ball before and during the measurement.
const MIXING: f64 = 50.0;
const MEASURED: f64 = 500.0;
/// Time between two queries of their number, in seconds.
const SLICE: f64 = 0.1;

fn main() -> Result<(), Box<dyn Error>> {
    println!(
        "{:>8} {:>10} {:>20} {:>10}",
        "packing", "measured", "Carnahan-Starling", "Kolafa"
    );
    for packing in [0.1_f64, 0.2, 0.3, 0.4] {
        let carnahan_starling = (1.0 + packing + packing.powi(2) - packing.powi(3)) / (1.0 - packing).powi(3);
        let last = 2.0 / 3.0 * packing.powi(3) * (1.0 + packing);
        let kolafa = (1.0 + packing + packing.powi(2) - last) / (1.0 - packing).powi(3);
        let measured = compressibility(packing)?;
        println!("{packing:8.2} {measured:10.4} {carnahan_starling:20.4} {kolafa:10.4}");
        // The statistical error of so short a run is less than a percent.
        assert!((measured / kolafa - 1.0).abs() < 0.01);
    }
    Ok(())
}

/// The compressibility factor of a gas at this packing, in equilibrium.
fn compressibility(packing: f64) -> Result<f64, Box<dyn Error>> {
    let population = Population {
        packing: Some(packing),
        speed: Speed::Maxwell(1.0),
        zero_momentum: true,
        start: Start::Fcc,
        ..Population::gas(BALLS, Body::new(Shape::ball(0.5)?))
    };
    let Domain::Box { min, max } = Population::cube(std::slice::from_ref(&population))? else {
        return Err("a cube is a box".into());
    };
    let domain = Domain::Periodic { min, max };
    let mut world = World::builder().domain(domain).build()?;
    world.insert_all(&population.place_in(0, &domain, &[])?)?;
    for collisions in [MIXING, MEASURED] {
        world.reset_statistics();
        let enough = (0.5 * collisions * BALLS as f64) as u64;
        while world.statistics().body_collisions < enough {
            world.advance_to(world.time() + SLICE)?;
        }
    }
    world
        .statistics()
        .compressibility
        .ok_or_else(|| "nothing was measured".into())
}
