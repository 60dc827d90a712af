//! Second virial coefficients of spheroids and spherocylinders from the pressure at low density.

use crate::Random;
use kinesweep::{Body, Domain, Shape, ValueError, World};
use nalgebra::Vector3;
use std::error::Error;
use std::f64::consts::PI;

const BODIES: usize = 200;
/// Collisions before the measurement and in it, at each density.
const MIXING: u64 = 4_000;
const MEASURED: u64 = 300_000;
/// B2 times the two densities.
const DENSITIES: [f64; 2] = [0.01, 0.03];
/// B3 over the square of B2: 5/8 of balls, 0.5 to 0.6 of these bodies (T. Boublik and I. Nezbeda,
/// Collect. Czech. Chem. Commun. 51 (1986) 2301). Here it makes 0.2 % at most of a difference.
const THIRD: f64 = 0.57;
/// Points of the integrals over directions.
const POINTS: u32 = 20_000;

/// A body of revolution: its shape, volume, surface, and half its mean width.
struct Case {
    name: String,
    shape: Shape,
    volume: f64,
    surface: f64,
    half_width: f64,
    reach: f64,
}

/// The mean of a function of the cosine over all directions, by Simpson's rule.
fn mean(of: impl Fn(f64) -> f64) -> f64 {
    let step = 1.0 / f64::from(POINTS);
    let weight = |number: u32| match number {
        0 | POINTS => 1.0,
        odd if odd % 2 == 1 => 4.0,
        _ => 2.0,
    };
    (0..=POINTS)
        .map(|number| weight(number) * of(f64::from(number) * step))
        .sum::<f64>()
        * step
        / 3.0
}

/// Of half axes `polar`, `equatorial` and `equatorial`.
fn spheroid(polar: f64, equatorial: f64) -> Result<Case, ValueError> {
    let (a, b) = (polar, equatorial);
    // The support function, and the surface by Cauchy's formula: 4 times the mean shadow.
    let support = |cosine: f64| (a * a * cosine * cosine + b * b * (1.0 - cosine * cosine)).sqrt();
    let shadow = |cosine: f64| PI * b * (b * b * cosine * cosine + a * a * (1.0 - cosine * cosine)).sqrt();
    Ok(Case {
        name: format!("spheroid {polar} : {equatorial}"),
        shape: Shape::ellipsoid(Vector3::new(b, a, b))?,
        volume: 4.0 / 3.0 * PI * a * b * b,
        surface: 4.0 * mean(shadow),
        half_width: mean(support),
        reach: a.max(b),
    })
}

/// Of length `length` between the centres of its caps.
fn spherocylinder(length: f64, radius: f64) -> Result<Case, ValueError> {
    Ok(Case {
        name: format!("spherocylinder {length} : {radius}"),
        shape: Shape::capsule(0.5 * length, radius)?,
        volume: PI * radius * radius * (length + 4.0 / 3.0 * radius),
        surface: 2.0 * PI * radius * (length + 2.0 * radius),
        half_width: radius + 0.25 * length,
        reach: radius + 0.5 * length,
    })
}

/// (p / (n T) - 1) / n at a number density n.
fn measured(case: &Case, density: f64) -> Result<f64, Box<dyn Error>> {
    let side = (BODIES as f64 / density).cbrt();
    let domain = Domain::Periodic {
        min: Vector3::zeros(),
        max: Vector3::repeat(side),
    };
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let mut places: Vec<Vector3<f64>> = Vec::new();
    while places.len() < BODIES {
        let place = Vector3::from_fn(|_, _| random.uniform() * side);
        let apart = |other: &Vector3<f64>| (place - other).map(|x| x - (x / side).round() * side).norm();
        if places.iter().all(|other| apart(other) > 2.001 * case.reach) {
            places.push(place);
        }
    }
    let mut bell = || Vector3::from_fn(|_, _| (0..12).map(|_| random.uniform()).sum::<f64>() - 6.0);
    let inertia = Body::new(case.shape.clone()).rotates().mass_properties()?;
    let moments = inertia.map_or(Vector3::repeat(1.0), |inertia| inertia.moments);
    let velocities: Vec<Vector3<f64>> = (0..BODIES).map(|_| bell()).collect();
    let mean = velocities.iter().sum::<Vector3<f64>>() / BODIES as f64;
    let bodies = places.iter().zip(&velocities).map(|(place, velocity)| {
        let turned = bell();
        let mut body = Body::new(case.shape.clone())
            .rotates()
            .position(*place)
            .velocity(velocity - mean);
        body = body.orientation(turned);
        let spin = bell().component_div(&moments.map(f64::sqrt));
        let in_world = body.orientation * spin;
        body.angular_velocity(in_world)
    });
    let mut world = World::builder().domain(domain).build()?;
    world.insert_all(&bodies.collect::<Vec<_>>())?;
    for collisions in [MIXING, MEASURED] {
        world.reset_statistics();
        let end = world.counters().collisions + collisions;
        while world.counters().collisions < end {
            world.step()?;
        }
    }
    let compressibility = world.statistics().compressibility.ok_or("a gas has a pressure")?;
    Ok((compressibility - 1.0) / density)
}

/// Prints the table.
pub(crate) fn table() -> Result<(), Box<dyn Error>> {
    println!("| body | V + S R | measured / that, at 0.01 / B2 | at 0.03 / B2 | mean, without B3 |");
    println!("|---|---|---|---|---|");
    let cases = [
        spheroid(1.0, 0.5)?,
        spheroid(1.5, 0.5)?,
        spheroid(0.25, 0.75)?,
        spherocylinder(1.0, 0.5)?,
        spherocylinder(3.0, 0.5)?,
    ];
    for case in cases {
        let expected = case.volume + case.surface * case.half_width;
        let [one, other] = DENSITIES;
        let [at_one, at_other] = [measured(&case, one / expected)?, measured(&case, other / expected)?].map(|b| b / expected);
        let mean = 0.5 * (at_one - THIRD * one + at_other - THIRD * other);
        println!("| {} | {expected:.4} | {at_one:.4} | {at_other:.4} | {mean:.4} |", case.name);
    }
    Ok(())
}
