//! Collisions of a periodic gas of hard balls in equilibrium, compared with the literature.

use kinesweep::scene::{Population, Speed, Start};
use kinesweep::statistics::Statistics;
use kinesweep::{Body, Domain, Shape, World};
use nalgebra::Vector3;
use std::error::Error;

/// Number of balls: 6 lattice cells a side (8 would be 2048).
const BALLS: usize = 864;

/// Collisions before and during the measurement: 0.5 % is at least four times the statistical error
/// of the second number.
const MIXING: u64 = 50_000;
const MEASURED: u64 = 400_000;

/// Equal balls of diameter 1 at temperature 1 and this number density, in equilibrium.
fn gas(density: f64) -> Result<Statistics, Box<dyn Error>> {
    let side = (BALLS as f64 / density).cbrt();
    let domain = Domain::Periodic {
        min: Vector3::zeros(),
        max: Vector3::repeat(side),
    };
    let population = Population {
        speed: Speed::Maxwell(1.0),
        zero_momentum: true,
        start: Start::Fcc,
        ..Population::gas(BALLS, Body::new(Shape::ball(0.5)?))
    };
    let mut world = World::builder().domain(domain).build()?;
    world.insert_all(&population.place_in(0, &domain, &[])?)?;
    let energy = world.energy();
    let statistics = in_equilibrium(&mut world, MIXING, MEASURED)?;
    assert!((world.energy() / energy - 1.0).abs() < 1e-11);
    Ok(statistics)
}

/// Runs for so many collisions, and returns the statistics of so many more.
pub(crate) fn in_equilibrium(world: &mut World, mixing: u64, measured: u64) -> Result<Statistics, Box<dyn Error>> {
    for collisions in [mixing, measured] {
        world.reset_statistics();
        while world.statistics().body_collisions < collisions {
            for _ in 0..10_000 {
                world.step()?;
            }
        }
    }
    assert_eq!(world.counters().late, 0);
    Ok(world.statistics())
}

#[test]
fn compressibility_agrees_with_carnahan_and_starling() -> Result<(), Box<dyn Error>> {
    for (packing, expected) in [(0.1, 1.52126), (0.2, 2.40625), (0.3, 3.97376), (0.4, 6.92593)] {
        let statistics = gas(packing * 6.0 / std::f64::consts::PI)?;
        let measured = statistics.compressibility.ok_or("nothing was measured")?;
        assert!(
            (measured / expected - 1.0).abs() < 0.005,
            "packing {packing}: {measured}, {expected} expected"
        );
        // Z - 1 = G sqrt(pi) / 6, with G collisions a ball and time: both sides are measured,
        // without an equation of state.
        let rate = statistics.collision_rate.ok_or("nothing was counted")?;
        let temperature = statistics.mean_temperature.ok_or("nothing was measured")?;
        let by_rate = 1.0 + rate / temperature.sqrt() * std::f64::consts::PI.sqrt() / 6.0;
        assert!(
            (measured / by_rate - 1.0).abs() < 0.005,
            "packing {packing}: {measured}, {by_rate} by the rate"
        );
    }
    Ok(())
}

/// Lue (2005), "Collision statistics in the hard-sphere fluid", J. Chem. Phys. 122.
#[test]
fn mean_free_time_at_density_one_half_agrees_with_lue() -> Result<(), Box<dyn Error>> {
    let statistics = gas(0.5)?;
    let temperature = statistics.mean_temperature.ok_or("nothing was measured")?;
    let measured = statistics.mean_free_time.ok_or("nothing was measured")? * temperature.sqrt();
    assert!((measured / 0.1303 - 1.0).abs() < 0.005, "{measured}");
    Ok(())
}
