//! Heat conduction: hard balls between a hot wall and a cold one, by a law of collision for walls
//! alone.
//!
//! A thermal wall forgets the velocity that a ball comes with, and sends it back with one drawn
//! from the wall's temperature T: as of balls that leave a gas of that temperature through a hole,
//! the speed along the normal has the density v exp(-v² / 2 T), and those across it are Gaussian of
//! variance T (mass 1, Boltzmann's constant 1). The other four walls reflect.
//! `ResponseScope::Walls` leaves the collisions of balls to the law of impulses, so that the world
//! stays a gas, which is fast.
//!
//! Between walls of one temperature the gas takes that. Between others heat flows by Fourier's law,
//! q = k dT/dx, with the conductivity of hard balls of diameter d, k = 1.025 (75 / 64) sqrt(T / pi)
//! / d² where they are dilute (Chapman and Cowling, *The Mathematical Theory of Non-Uniform
//! Gases*). So it is T^(3/2), not T, that grows evenly from wall to wall.

use kinesweep::{
    Body, Domain, Encounter, Event, EventKind, Party, Population, Reply, Response, ResponseScope, Shape, Speed, Wall, World,
    impulse,
};
use nalgebra::Vector3;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::error::Error;
use std::f64::consts::{PI, TAU};

const RADIUS: f64 = 0.5;
/// From thermal wall to thermal wall: twenty mean free paths.
const LENGTH: f64 = 120.0;
const WIDTH: f64 = 20.0;
/// Share of the volume that the balls fill.
const PACKING: f64 = 0.02;
const SLABS: usize = 12;
/// Slabs at each end that are not of the bulk: two or three mean free paths, within which the gas
/// is not as warm as the wall.
const EDGE: usize = 2;
/// Temperature of the hot wall, where one is hot.
const HOT: f64 = 6.0;
/// A bend that is one: more than chance makes, less than that of T.
const BENT: f64 = 0.015;
/// Time until heat has spread, and between two looks, in seconds.
const SETTLING: f64 = 500.0;
const BETWEEN: f64 = 5.0;

/// Walls at the two ends of the x axis with these temperatures.
struct Thermal {
    temperatures: [f64; 2],
    random: Xoshiro256PlusPlus,
}

impl Thermal {
    /// Above 0, at most 1.
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
        let (across, angle) = (self.length(), TAU * self.uniform());
        let velocity = Vector3::new(inwards, across * angle.cos(), across * angle.sin()) * temperature.sqrt();
        // What is given for a wall is ignored.
        Reply::Velocities([velocity, Vector3::zeros()])
    }

    fn scope(&self) -> ResponseScope {
        ResponseScope::Walls
    }
}

/// What a gas between two thermal walls comes to.
struct Conduction {
    /// The temperature of each slab.
    profile: [f64; SLABS],
    /// Heat that goes from the right to the left, in a second through a unit of area.
    flux: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let even = conduct([1.0, 1.0], 1500.0)?;
    let steep = conduct([1.0, HOT], 3500.0)?;
    let powers = steep.profile.map(|temperature| temperature.powf(1.5));
    println!("{:>6} {:>11} {:>11} {:>7}", "x", "walls 1, 1", "walls 1, 6", "T^1.5");
    for (slab, power) in powers.iter().enumerate() {
        let (one, other) = (even.profile[slab], steep.profile[slab]);
        println!("{:6.1} {one:11.3} {other:11.3} {power:7.3}", place(slab));
    }

    println!(
        "between walls at 1 a slab is off by {:.1} % by chance",
        100.0 * scatter(1500.0)
    );
    for temperature in even.profile {
        assert!((temperature - 1.0).abs() < 4.0 * scatter(1500.0), "{temperature}");
    }
    assert!(steep.profile.is_sorted_by(|left, right| left < right));

    // T^(3/2) is straight, T and T² are bent, to this side and to that.
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
    world.advance_to(SETTLING)?;
    let (mut heat, mut sums) = (0.0, [(0.0, 0.0); SLABS]);
    while world.time() < SETTLING + measured {
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
    // A gas has no candidate pairs: all was done on the fast path.
    assert_eq!(world.counters().pair_begins, 0);
    // Centres come no nearer to the other walls than a radius.
    let area = (WIDTH - 2.0 * RADIUS).powi(2);
    Ok(Conduction {
        profile: sums.map(|(energy, count)| energy / count),
        flux: heat / (measured * area),
    })
}

/// What a collision tells of the heat that goes to the left: half of what the right wall gives,
/// half of what the left one takes.
fn heat_to_left(event: &Event) -> f64 {
    match event.kind {
        EventKind::Collision(hit) if hit.parties[1] == Party::Wall(Wall::MaxX) => 0.5 * hit.energy_change,
        EventKind::Collision(hit) if hit.parties[1] == Party::Wall(Wall::MinX) => -0.5 * hit.energy_change,
        _ => 0.0,
    }
}

/// How many balls there are.
fn balls() -> usize {
    (PACKING * LENGTH * WIDTH * WIDTH / (4.0 / 3.0 * PI * RADIUS.powi(3))) as usize
}

/// Conductivity of hard balls, to the first order of the packing (Enskog).
fn conductivity(temperature: f64) -> f64 {
    let dilute = 1.025 * 75.0 / 64.0 * (temperature / PI).sqrt() / (2.0 * RADIUS).powi(2);
    dilute * (1.0 + 2.3 * PACKING)
}

/// How far the temperature of a slab, about 1, is off by chance, as a standard deviation. The heat
/// equation spreads a mode k = 1, 2, ... of the length in `slowest` / k², and each fluctuates by
/// sqrt(0.4 / N) under constant pressure. To heat a wall is as if it stood two mean free paths
/// farther away.
fn scatter(measured: f64) -> f64 {
    let density = balls() as f64 / (LENGTH * WIDTH * WIDTH);
    let free_path = 1.0 / (2.0_f64.sqrt() * PI * density * (2.0 * RADIUS).powi(2));
    let slowest = ((LENGTH + 4.0 * free_path) / PI).powi(2) * 2.5 * density / conductivity(1.0);
    (0.4 / balls() as f64 * (PI * PI / 6.0) * 2.0 * slowest / measured).sqrt()
}

/// The middle of a slab.
fn place(slab: usize) -> f64 {
    LENGTH * ((slab as f64 + 0.5) / SLABS as f64 - 0.5)
}

/// How something goes through the bulk.
struct Line {
    slope: f64,
    /// How much it is higher at the ends of the bulk than a straight line, twice over, as a part of
    /// its mean.
    bend: f64,
}

/// Least squares by polynomials that are orthogonal on the bulk.
fn line(values: &[f64; SLABS]) -> Line {
    let bulk: Vec<(f64, f64)> = (EDGE..SLABS - EDGE).map(|slab| (place(slab), values[slab])).collect();
    let mean = |of: &dyn Fn(f64, f64) -> f64| bulk.iter().map(|(x, y)| of(*x, *y)).sum::<f64>() / bulk.len() as f64;
    let (square, end) = (mean(&|x, _| x * x), place(SLABS - EDGE - 1));
    let curved = |x: f64| (x * x - square) / (end * end);
    Line {
        slope: mean(&|x, y| x * y) / square,
        bend: mean(&|x, y| curved(x) * y) / mean(&|x, _| curved(x).powi(2)) / mean(&|_, y| y),
    }
}
