//! Spatial queries: a turret among moving crates finds the nearest one and tests its line of fire;
//! new crates are inserted where space is free. The nearest crate is checked against all bodies one
//! by one.

use kinesweep::world::QueryFilter;
use kinesweep::{Body, BodyId, Domain, Shape, World};
use nalgebra::{Isometry3, Vector3};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

const CRATES: u32 = 2000;
/// Half the length of the hall, in metres, and of a crate.
const HALL: f64 = 30.0;
const HALF: f64 = 0.5;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut unit = || (random.next_u64() >> 11) as f64 / (1u64 << 52) as f64 - 1.0;
    let domain = Domain::Box {
        min: Vector3::repeat(-HALL),
        max: Vector3::repeat(HALL),
    };
    let mut world = World::builder().domain(domain).build()?;
    let turret = world.insert(Body::fixed(Shape::ball(1.0)?).name("turret"))?;
    let filter = QueryFilter::new().excluding(turret);

    // Crates are inserted where space is free.
    let crate_shape = Shape::cuboid(Vector3::repeat(HALF))?;
    let (mut crates, mut refused) = (Vec::new(), 0);
    while crates.len() < CRATES as usize {
        let position = Vector3::from_fn(|_, _| (HALL - HALF) * unit());
        let pose = Isometry3::translation(position.x, position.y, position.z);
        if world.is_free(&crate_shape, &pose, &QueryFilter::new())? {
            let velocity = Vector3::from_fn(|_, _| 2.0 * unit());
            crates.push(world.insert(Body::new(crate_shape.clone()).position(position).velocity(velocity))?);
        } else {
            refused += 1;
        }
    }
    println!("{CRATES} crates inserted; {refused} positions were occupied");

    for second in 1..=5 {
        world.advance_to(f64::from(second))?;
        let eye = Vector3::zeros();
        // The nearest crate and its distance.
        let near = world.within(&eye, 6.0, &filter)?;
        let (target, distance) = near[0];
        assert_eq!((target, distance), nearest_of_all(&world, &crates, &eye)?);
        // Whether another crate is in front of its middle.
        let middle = world.pose(target)?.translation.vector;
        let hit = world
            .cast_ray(&eye, &middle, f64::INFINITY, &filter)?
            .ok_or("the target is on the ray")?;
        let view = if hit.body == target { "in view" } else { "hidden" };
        // All bodies in a cube of half side 3 m around the target.
        let blast = world.bodies_in_box(&middle.add_scalar(-3.0), &middle.add_scalar(3.0), &filter)?;
        println!(
            "{second} s: {} within 6 m, the nearest at {distance:.3} m, {view}; {} crates within 3 m of it on each axis",
            near.len(),
            blast.len()
        );
        assert!(blast.contains(&target) && hit.distance <= middle.norm());
    }
    Ok(())
}

/// The nearest crate by brute force: crates do not rotate, so the distance is that of an
/// axis-aligned box.
fn nearest_of_all(world: &World, crates: &[BodyId], point: &Vector3<f64>) -> Result<(BodyId, f64), Box<dyn std::error::Error>> {
    let mut best = None;
    for id in crates {
        let away = (world.pose(*id)?.translation.vector - point).abs().add_scalar(-HALF);
        let distance = away.map(|gap| gap.max(0.0)).norm();
        if best.is_none_or(|(_, least)| distance < least) {
            best = Some((*id, distance));
        }
    }
    Ok(best.ok_or("there are crates")?)
}
