//! Rigid bodies as they are: a book thrown about its middle axis turns over at regular times, and a
//! rod that is hit at two thirds of its length turns about its other end.

use kinesweep::{Body, Shape, World};
use nalgebra::{Point3, Vector3};
use std::error::Error;

/// Length of the rod, in metres.
const LENGTH: f64 = 1.2;

/// The times at which the book lies the other way up, found between frames by bisection.
fn turnovers() -> Result<Vec<f64>, Box<dyn Error>> {
    let mut world = World::builder().gravity(Vector3::y() * -9.81).build()?;
    let book = Body::new(Shape::cuboid(Vector3::new(0.10, 0.14, 0.02))?).mass(0.8).rotates();
    let moments = book.mass_properties()?.ok_or("a book has inertia")?.moments;
    println!(
        "the book's moments: {:.2e}, {:.2e}, {:.2e} kg m²",
        moments.x, moments.y, moments.z
    );
    let spin = Vector3::new(12.0, 0.05, 0.0);
    let book = world.insert(book.velocity(Vector3::y() * 40.0).angular_velocity(spin))?;
    // The angular velocity along its middle axis changes sign.
    let motion = world.motion(book)?;
    let along = |time: f64| (motion.orientation_at(time).inverse() * motion.angular_velocity_at(time)).x;
    let mut times = Vec::new();
    for frame in 0..480 {
        let (mut before, mut after) = (f64::from(frame) / 60.0, f64::from(frame + 1) / 60.0);
        if along(before).signum() == along(after).signum() {
            continue;
        }
        while after - before > 1e-12 {
            let middle = 0.5 * (before + after);
            match along(middle).signum() == along(before).signum() {
                true => before = middle,
                false => after = middle,
            }
        }
        times.push(after);
    }
    Ok(times)
}

/// Velocity of the rod's far end after a ball has hit it at this distance from there.
fn recoil(distance: f64) -> Result<f64, Box<dyn Error>> {
    let mut world = World::builder().build()?;
    let rod = Body::new(Shape::cuboid(Vector3::new(0.5 * LENGTH, 1e-4, 1e-4))?)
        .mass(0.9)
        .rotates();
    let rod = world.insert(rod)?;
    let at = Vector3::new(distance - 0.5 * LENGTH, -1.0, 0.0);
    world.insert(
        Body::new(Shape::ball(0.03)?)
            .mass(0.15)
            .position(at)
            .velocity(Vector3::y() * 10.0),
    )?;
    world.step()?.ok_or("the ball hits the rod")?;
    let end = world.pose(rod)? * Point3::new(-0.5 * LENGTH, 0.0, 0.0);
    Ok(world.motion(rod)?.velocity_of(world.time(), &end.coords).y)
}

fn main() -> Result<(), Box<dyn Error>> {
    let times = turnovers()?;
    let intervals: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    for (time, interval) in times[1..].iter().zip(&intervals) {
        println!("turned over at {time:.9} s, after {interval:.9} s");
    }
    assert!(intervals.len() >= 3);
    assert!(intervals.iter().all(|interval| (interval - intervals[0]).abs() < 1e-10));

    for share in [0.5, 2.0 / 3.0, 0.9] {
        println!(
            "hit at {share:.3} of its length, the far end goes at {:+.3} m/s",
            recoil(share * LENGTH)?
        );
    }
    assert!(recoil(2.0 / 3.0 * LENGTH)?.abs() < 1e-5);
    Ok(())
}
