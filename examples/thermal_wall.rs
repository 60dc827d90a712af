//! Heat conduction: hard balls between a hot wall and a cold one, by a law of collision for walls
//! only.
//!
//! A thermal wall replaces the velocity of a ball by a random one for the wall's temperature T. As
//! for effusion from a gas of that temperature, the normal speed has the density v exp(-v² / 2 T),
//! and the tangential components are Gaussian with variance T (mass 1, Boltzmann's constant 1). The
//! other four walls reflect. With `ResponseScope::Walls` the collisions of balls follow the law of
//! impulses.
//!
//! Between walls of one temperature the gas has that temperature. Between walls of different ones
//! heat flows by Fourier's law, q = k dT/dx, with the conductivity of dilute hard balls of diameter
//! d, k = 1.025 (75 / 64) sqrt(T / pi) / d² (Chapman and Cowling, *The Mathematical Theory of
//! Non-Uniform Gases*). So T^(3/2), not T, increases linearly from wall to wall.

use kinesweep::response::{Encounter, Reply, Response, ResponseScope, impulse};
use kinesweep::scene::{Population, Speed};
use kinesweep::{Body, Domain, Event, EventKind, Party, Shape, Wall, World};
use nalgebra::Vector3;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::error::Error;
use std::f64::consts::{PI, TAU};

const RADIUS: f64 = 0.5;
/// Distance of the thermal walls: twenty mean free paths.
const LENGTH: f64 = 120.0;
const WIDTH: f64 = 20.0;
/// Volume fraction of the balls.
const PACKING: f64 = 0.02;
const SLABS: usize = 12;
/// Slabs at each end outside the bulk: two or three mean free paths, in which the temperature of
/// the gas differs from the wall's.
const EDGE: usize = 2;
/// Temperature of the hot wall.
const HOT: f64 = 6.0;
/// Least significant bend: above the statistical error, below the bend of T.
const BENT: f64 = 0.015;
/// Duration of the relaxation, and time between two samples, in seconds.
const RELAXATION: f64 = 500.0;
const BETWEEN: f64 = 5.0;

/// Walls at the two ends of the x axis with these temperatures.
struct Thermal {
    temperatures: [f64; 2],
    random: Xoshiro256PlusPlus,
}

impl Thermal {
    /// A uniform number above 0 and at most 1.
    fn uniform(&mut self) -> f64 {
        ((self.random.next_u64() >> 11) + 1) as f64 / (1_u64 << 53) as f64
    }

    /// The length of two Gaussian numbers of variance 1: the density is v exp(-v² / 2).
    fn length(&mut self) -> f64 {
        (-2.0 * self.uniform().ln()).sqrt()
    }
}

impl Response for Thermal {
    fn respond(&mut self, encounter: &Encounter) -> Reply {
        let temperature = match encounter.sides[1].party {
            Party::Wall(Wall::MinX) => self.temperatures[0],
            Party::Wall(Wall::MaxX) => self.temperatures[1],
            _ => return Reply::Twists(impulse(encounter)),
        };
        let inwards = -encounter.normal.x * self.length();
        let (tangential, angle) = (self.length(), TAU * self.uniform());
        let velocity = Vector3::new(inwards, tangential * angle.cos(), tangential * angle.sin()) * temperature.sqrt();
        // The velocity of a wall is ignored.
        Reply::Velocities([velocity, Vector3::zeros()])
    }

    fn scope(&self) -> ResponseScope {
        ResponseScope::Walls
    }
}

/// The measured state of a gas between two thermal walls.
struct Conduction {
    /// The temperature of each slab.
    profile: [f64; SLABS],
    /// Heat flux from right to left, per second and unit of area.
    flux: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let even = conduct([1.0, 1.0], 1500.0)?;
    let steep = conduct([1.0, HOT], 3500.0)?;
    let powers = steep.profile.map(|temperature| temperature.powf(1.5));
    println!("{:>6} {:>11} {:>11} {:>7}", "x", "walls 1, 1", "walls 1, 6", "T^1.5");
    for (slab, power) in powers.iter().enumerate() {
        let (one, other) = (even.profile[slab], steep.profile[slab]);
        println!("{:6.1} {one:11.3} {other:11.3} {power:7.3}", centre(slab));
    }

    println!(
        "between walls at 1 the statistical error of a slab is {:.1} %",
        100.0 * standard_deviation(1500.0)
    );
    for temperature in even.profile {
        assert!((temperature - 1.0).abs() < 4.0 * standard_deviation(1500.0), "{temperature}");
    }
    assert!(steep.profile.is_sorted_by(|left, right| left < right));

    // T^(3/2) is linear; T and T² are bent in opposite directions.
    let bends = [1.0, 1.5, 2.0].map(|power| line(&steep.profile.map(|temperature| temperature.powf(power))).bend);
    println!("bend of T, T^1.5 and T²: {:.3}, {:.3}, {:.3}", bends[0], bends[1], bends[2]);
    assert!(bends[0] < -BENT && bends[1].abs() < BENT && bends[2] > BENT);

    // k dT/dx = (2 / 3) k(1) d(T^(3/2))/dx.
    let fourier = 2.0 / 3.0 * conductivity(1.0) * line(&powers).slope;
    println!("heat flux {:.3}, by Fourier's law {fourier:.3}", steep.flux);
    assert!((steep.flux / fourier - 1.0).abs() < 0.1);
    Ok(())
}

/// Runs a gas between walls of these temperatures.
fn conduct(temperatures: [f64; 2], measured: f64) -> Result<Conduction, Box<dyn Error>> {
    let half = 0.5 * Vector3::new(LENGTH, WIDTH, WIDTH);
    let domain = Domain::Box { min: -half, max: half };
    let random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut world = World::builder()
        .domain(domain)
        .custom_response(Thermal { temperatures, random })
        .build()?;
    let population = Population {
        speed: Speed::Maxwell(0.5 * (temperatures[0].sqrt() + temperatures[1].sqrt())),
        ..Population::gas(balls(), Body::new(Shape::ball(RADIUS)?))
    };
    let ids = world.insert_all(&population.place_in(0, &domain, &[])?)?;
    world.advance_to(RELAXATION)?;
    let (mut heat, mut sums) = (0.0, [(0.0, 0.0); SLABS]);
    while world.time() < RELAXATION + measured {
        heat += world
            .advance_to(world.time() + BETWEEN)?
            .iter()
            .map(heat_to_left)
            .sum::<f64>();
        for id in &ids {
            let share = world.pose(*id)?.translation.x / LENGTH + 0.5;
            let (energy, count) = &mut sums[(share * SLABS as f64) as usize];
            *energy += world.velocity(*id)?.norm_squared();
            *count += 3.0;
        }
    }
    // The lane of balls has no candidate pairs: the whole run used it.
    assert_eq!(world.counters().pair_begins, 0);
    // Centres stay at least a radius away from the other walls.
    let area = (WIDTH - 2.0 * RADIUS).powi(2);
    Ok(Conduction {
        profile: sums.map(|(energy, count)| energy / count),
        flux: heat / (measured * area),
    })
}

/// The contribution of a collision to the heat that flows to the left: half of the energy from the
/// right wall, half of the energy to the left one.
fn heat_to_left(event: &Event) -> f64 {
    match event.kind {
        EventKind::Collision(hit) if hit.parties[1] == Party::Wall(Wall::MaxX) => 0.5 * hit.energy_change,
        EventKind::Collision(hit) if hit.parties[1] == Party::Wall(Wall::MinX) => -0.5 * hit.energy_change,
        _ => 0.0,
    }
}

/// The number of balls.
fn balls() -> usize {
    (PACKING * LENGTH * WIDTH * WIDTH / (4.0 / 3.0 * PI * RADIUS.powi(3))) as usize
}

/// Conductivity of hard balls, to the first order of the packing (Enskog).
fn conductivity(temperature: f64) -> f64 {
    let dilute = 1.025 * 75.0 / 64.0 * (temperature / PI).sqrt() / (2.0 * RADIUS).powi(2);
    dilute * (1.0 + 2.3 * PACKING)
}

/// The standard deviation of the temperature of a slab, about 1. By the heat equation a mode k = 1,
/// 2, ... of the length decays in `slowest` / k², and each fluctuates by sqrt(0.4 / N) under
/// constant pressure. The temperature jump at a wall acts like two mean free paths of additional
/// length.
fn standard_deviation(measured: f64) -> f64 {
    let density = balls() as f64 / (LENGTH * WIDTH * WIDTH);
    let free_path = 1.0 / (2.0_f64.sqrt() * PI * density * (2.0 * RADIUS).powi(2));
    let slowest = ((LENGTH + 4.0 * free_path) / PI).powi(2) * 2.5 * density / conductivity(1.0);
    (0.4 / balls() as f64 * (PI * PI / 6.0) * 2.0 * slowest / measured).sqrt()
}

/// The middle of a slab.
fn centre(slab: usize) -> f64 {
    LENGTH * ((slab as f64 + 0.5) / SLABS as f64 - 0.5)
}

/// A fit through the bulk.
struct Line {
    slope: f64,
    /// Twice the excess over a straight line at the ends of the bulk, as a share of the mean.
    bend: f64,
}

/// A least-squares fit by polynomials that are orthogonal on the bulk.
fn line(values: &[f64; SLABS]) -> Line {
    let bulk: Vec<(f64, f64)> = (EDGE..SLABS - EDGE).map(|slab| (centre(slab), values[slab])).collect();
    let mean = |of: &dyn Fn(f64, f64) -> f64| bulk.iter().map(|(x, y)| of(*x, *y)).sum::<f64>() / bulk.len() as f64;
    let (square, end) = (mean(&|x, _| x * x), centre(SLABS - EDGE - 1));
    let curved = |x: f64| (x * x - square) / (end * end);
    Line {
        slope: mean(&|x, y| x * y) / square,
        bend: mean(&|x, y| curved(x) * y) / mean(&|x, _| curved(x).powi(2)) / mean(&|_, y| y),
    }
}
