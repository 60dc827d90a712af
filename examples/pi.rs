//! Digits of pi by counting collisions (Galperin 2003, DOI 10.1070/RD2003v008n04ABEH000252).
//!
//! A heavy block slides towards a light one at rest in front of a wall. All collisions are elastic,
//! without friction. If the heavy block has 100^k times the mass of the light one, the number of
//! collisions, those with the wall included, has the first k + 1 digits of pi. An engine with time
//! steps misses some: the light block collides thousands of times within a millisecond.

use kinesweep::{Body, Shape, World};
use nalgebra::Vector3;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for (zeros, digits) in [(0, 3), (2, 31), (4, 314), (6, 3_141), (8, 31_415), (10, 314_159)] {
        let mass = 10f64.powi(zeros);
        let (collisions, last) = count(mass)?;
        println!("mass {mass:>4e}: {collisions:6} collisions, the last at {last:.6} s");
        assert_eq!(collisions, digits);
    }
    Ok(())
}

/// The number of collisions with a heavy block of this mass, and the time of the last one.
fn count(mass: f64) -> Result<(u32, f64), Box<dyn std::error::Error>> {
    let mut world = World::builder().build()?;
    world.insert(Body::fixed(Shape::half_space(Vector3::x())?))?;
    let light = Body::new(Shape::cuboid(Vector3::repeat(0.5))?);
    world.insert(light.position(Vector3::x() * 1.5))?;
    let heavy = Body::new(Shape::cuboid(Vector3::repeat(1.0))?).mass(mass);
    world.insert(heavy.position(Vector3::x() * 4.0).velocity(-Vector3::x()))?;

    // The loop ends by itself: once both move away from the wall, the heavy one ahead, there are no
    // more events.
    let mut collisions = 0;
    while world.step()?.is_some() {
        collisions += 1;
    }
    Ok((collisions, world.time()))
}
