//! Gases of rigid bodies that rotate freely: equipartition of the energy among all six degrees of
//! freedom, drift of the energy, pressure by the virial and on the walls, collisions per second of
//! processor time on one core.
//!
//!     cargo bench -p kinesweep --bench tumbling                        # 100 000 collisions of each kind
//!     cargo bench -p kinesweep --bench tumbling -- cuboids 10000000    # one kind, so many collisions
//!     cargo bench -p kinesweep --bench tumbling -- virial              # second virial coefficients
//!
//! 1 000 equal elastic bodies fill 0.2 of a box. They start on a lattice, parallel to each other and
//! without rotation, and reach equilibrium in a fifth of the collisions, before the measurement.
//! Temperatures are means over samples a collision of each body apart, over their common mean.
//! Nothing turns a smooth body about its axis of revolution: there, rods have none.
//!
//! The second virial coefficient of a convex body is V + S R, with its surface S and mean radius of
//! curvature R, half its mean width (A. Isihara, J. Chem. Phys. 18 (1950) 1446). It is measured as
//! (p / (n T) - 1) / n at two low densities n, less the small part of the third coefficient.

mod virial;

use cpu_time::ProcessTime;
use kinesweep::{Body, Domain, Shape, ValueError, World};
use nalgebra::Vector3;
use std::error::Error;
use std::f64::consts::PI;

const BODIES: u64 = 1_000;
const PACKING: f64 = 0.2;
const USUAL: u64 = 100_000;

/// A kind of bodies: a shape, its volume, and the sides of the cells of the lattice.
struct Kind {
    name: &'static str,
    shape: fn() -> Result<Shape, ValueError>,
    volume: f64,
    cell: [f64; 3],
}

const KINDS: [Kind; 3] = [
    Kind {
        name: "cuboids",
        shape: || Shape::cuboid(Vector3::new(0.5, 0.75, 1.0)),
        volume: 3.0,
        cell: [1.0, 1.5, 2.0],
    },
    Kind {
        name: "rods",
        shape: || Shape::capsule(2.0, 0.5),
        volume: PI + PI / 6.0,
        cell: [1.0, 5.0, 1.0],
    },
    Kind {
        name: "ellipsoids",
        shape: || Shape::ellipsoid(Vector3::new(0.5, 0.75, 1.0)),
        volume: PI / 2.0,
        cell: [1.0, 1.5, 2.0],
    },
];

/// A seeded number from 0 to 1 (xorshift).
struct Random(u64);

impl Random {
    fn uniform(&mut self) -> f64 {
        for shift in [13, -7, 17] {
            self.0 ^= if shift > 0 { self.0 << shift } else { self.0 >> -shift };
        }
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Bodies on a lattice in a box.
fn world_of(kind: &Kind) -> Result<World, Box<dyn Error>> {
    let side = (BODIES as f64 * kind.volume / PACKING).cbrt();
    // As few cells as hold all bodies, each at least a little larger than a body.
    let most = kind.cell.map(|length| ((side - 1e-3) / (length * 1.001)).floor());
    let mut counts = [1.0; 3];
    while counts.iter().product::<f64>() < BODIES as f64 {
        let room = |axis: usize| {
            if counts[axis] < most[axis] {
                side / counts[axis] / kind.cell[axis]
            } else {
                0.0
            }
        };
        let axis = (0..3).max_by(|a, b| room(*a).total_cmp(&room(*b))).expect("three axes");
        counts[axis] += 1.0;
    }
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut bodies = Vec::new();
    let [along_x, along_y] = [counts[0] as u64, counts[1] as u64];
    for number in 0..BODIES {
        let place = [number % along_x, number / along_x % along_y, number / along_x / along_y];
        let position = Vector3::from_fn(|axis, _| (place[axis] as f64 + 0.5) * side / counts[axis]);
        let velocity = Vector3::from_fn(|_, _| (0..12).map(|_| random.uniform()).sum::<f64>() - 6.0);
        bodies.push(Body::new((kind.shape)()?).rotates().position(position).velocity(velocity));
    }
    let domain = Domain::Box {
        min: Vector3::zeros(),
        max: Vector3::repeat(side),
    };
    let mut world = World::builder().domain(domain).build()?;
    world.insert_all(&bodies)?;
    Ok(world)
}

/// Runs until so many more collisions have happened.
fn collide(world: &mut World, collisions: u64) -> Result<(), Box<dyn Error>> {
    let end = world.counters().collisions + collisions;
    while world.counters().collisions < end {
        world.step()?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let collisions = words.iter().find_map(|word| word.parse().ok()).unwrap_or(USUAL);
    let chosen = |name: &str| words.iter().all(|word| word.parse::<u64>().is_ok() || word == name);
    if words.iter().any(|word| word == "virial") {
        return virial::table();
    }
    println!(
        "| bodies | collisions | T of velocity | T of rotation about the axes | drift of energy | virial / walls | collisions/s |"
    );
    println!("|---|---|---|---|---|---|---|");
    for kind in KINDS.iter().filter(|kind| chosen(kind.name)) {
        let mut world = world_of(kind)?;
        let energy = world.energy();
        collide(&mut world, collisions / 5)?;
        world.reset_statistics();
        let (mut about, mut of_velocity, mut samples) = (Vector3::zeros(), 0.0, 0.0);
        let start = ProcessTime::now();
        while world.statistics().body_collisions < collisions {
            collide(&mut world, BODIES / 2)?;
            let statistics = world.statistics();
            about += statistics.rotational_temperatures.ok_or("bodies that rotate")?;
            of_velocity += statistics.temperature;
            samples += 1.0;
        }
        let seconds = start.elapsed().as_secs_f64();
        let statistics = world.statistics();
        let ratio = statistics
            .pressure
            .zip(statistics.wall_pressure)
            .map(|(virial, walls)| virial / walls);
        // Rounding alone turns rods about their axis.
        let degrees = 3 + about.iter().filter(|sum| **sum > 1e-9 * of_velocity).count();
        let total = (3.0 * of_velocity + about.sum()) / degrees as f64 / samples;
        let [x, y, z] = (about / samples / total).into();
        println!(
            "| {} | {} | {:.4} | {x:.4}, {y:.4}, {z:.4} | {:.0e} | {:.4} | {:.0} |",
            kind.name,
            statistics.body_collisions,
            of_velocity / samples / total,
            world.energy() / energy - 1.0,
            ratio.unwrap_or(f64::NAN),
            statistics.body_collisions as f64 / seconds,
        );
    }
    Ok(())
}
