//! Conflicts between aircraft: the pairs that come closer than 5 nautical miles in uniform motion,
//! and the times.
//!
//! An aircraft is a ball with half of that minimum as radius, so two that touch are in conflict.
//! All fly at one level here; for another vertical minimum, scale that axis. At the end the same
//! conflicts are sampled every few seconds.

use kinesweep::compare::CompareOptions;
use kinesweep::impact::{Collider, time_of_impact};
use kinesweep::{Body, Comparison, Method, MotionPiece, Party, Scene, Shape, World};
use nalgebra::Vector3;
use std::error::Error;

const AIRCRAFT: u32 = 300;
/// The least allowed distance, and the radius of the sector, in metres.
const MINIMUM: f64 = 5.0 * 1852.0;
const SECTOR: f64 = 400_000.0;
/// The period of a radar near an airport, and of a long-range one, in seconds.
const RADARS: [f64; 2] = [5.0, 12.0];

/// An aircraft of a uniform distribution (a sunflower spiral), with its own heading and speed.
fn aircraft(number: u32, shape: &Shape) -> Body {
    let on_circle = |angle: f64| Vector3::new(angle.cos(), angle.sin(), 0.0);
    let share = (f64::from(number) + 0.5) / f64::from(AIRCRAFT);
    let position = SECTOR * share.sqrt() * on_circle(2.399_963 * f64::from(number));
    let (heading, speed) = (f64::from(number * 71 % 360).to_radians(), f64::from(200 + number * 37 % 60));
    let body = Body::new(shape.clone()).name(format!("KSW{number:03}"));
    body.position(position).velocity(speed * on_circle(heading))
}

/// Time and distance of the closest approach of two bodies in uniform motion, in closed form.
fn closest_approach(a: &MotionPiece, b: &MotionPiece) -> (f64, f64) {
    let (position, velocity) = (b.position - a.position, b.velocity - a.velocity);
    let time = (-position.dot(&velocity) / velocity.norm_squared()).max(0.0);
    (time, (position + velocity * time).norm())
}

fn main() -> Result<(), Box<dyn Error>> {
    let shape = Shape::ball(0.5 * MINIMUM)?;
    let scene = Scene {
        horizon: 3600.0,
        bodies: (0..AIRCRAFT).map(|number| aircraft(number, &shape)).collect(),
        ..Scene::default()
    };

    // The next conflict of each aircraft. These queries do not advance the world's time.
    let world = World::from_scene(&scene, Method::Auto)?;
    let collider = Collider::new(&shape)?;
    for id in world.bodies().take(8) {
        let Some((time, Party::Body(other))) = world.next_collision(id)? else {
            continue;
        };
        let (one, two) = (world.motion(id)?, world.motion(other)?);
        let (closest, distance) = closest_approach(&one, &two);
        let names = [world.name(id)?, world.name(other)?];
        println!(
            "{time:9.3} s  {}, closest at {closest:9.3} s: {distance:5.0} m",
            names.join(" with ")
        );
        // The same without a world, to the bit, and in closed form: at constant speeds the minimum
        // distance is crossed as long before the closest approach as after it.
        assert_eq!(time_of_impact((&collider, &one), (&collider, &two)), Some(time));
        let before = (MINIMUM.powi(2) - distance.powi(2)).sqrt() / (two.velocity - one.velocity).norm();
        assert!((time - (closest - before)).abs() < 1e-9);
    }

    // All conflicts of an hour, with aircraft passing through each other, and the ones that
    // sampling finds.
    let rates = RADARS.map(|period| 1.0 / period);
    let conflicts = Comparison::run(&scene, &CompareOptions::sampled_at(&rates))?.pass_through?;
    println!("{} conflicts in an hour", conflicts.truth);
    for (period, rate) in RADARS.iter().zip(rates) {
        let scans = conflicts.sampled(rate).ok_or("the rate was requested")?;
        println!(
            "a scan every {period} s misses {}, and finds others up to {:.1} s late, {:.0} m inside of the minimum",
            scans.missed, scans.latency_max, scans.depth_max
        );
        for missed in &scans.missed_contacts {
            println!(
                "{:9.3} s  {}, for {:.3} s",
                missed.time,
                missed.bodies.join(" with "),
                missed.duration
            );
        }
    }
    Ok(())
}
