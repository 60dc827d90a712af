//! Conflicts between aircraft: who comes closer to whom than 5 nautical miles, and when, if all keep their course?
//!
//! An aircraft is a ball whose radius is half of that minimum, so that two that touch are in conflict. All fly at one level here; where
//! height counts otherwise, scale that axis. What a display that looks every few seconds makes of it stands at the end.

use kinesweep::{Body, Collider, CompareOptions, Comparison, Method, MotionPiece, Party, Scene, Shape, World, time_of_impact};
use nalgebra::Vector3;
use std::error::Error;

const AIRCRAFT: u32 = 300;
/// The least distance that is allowed, and the radius of what the aircraft are spread over, in metres.
const MINIMUM: f64 = 5.0 * 1852.0;
const SECTOR: f64 = 400_000.0;
/// Seconds between two looks of a radar near an airport, and of one far out.
const RADARS: [f64; 2] = [5.0, 12.0];

/// Spread evenly, like the seeds of a sunflower, each with a course and a speed of its own.
fn aircraft(number: u32, shape: &Shape) -> Body {
    let on_circle = |angle: f64| Vector3::new(angle.cos(), angle.sin(), 0.0);
    let share = (f64::from(number) + 0.5) / f64::from(AIRCRAFT);
    let place = SECTOR * share.sqrt() * on_circle(2.399_963 * f64::from(number));
    let (course, speed) = (f64::from(number * 71 % 360).to_radians(), f64::from(200 + number * 37 % 60));
    let body = Body::new(shape.clone()).name(format!("KSW{number:03}"));
    body.position(place).velocity(speed * on_circle(course))
}

/// When two that keep their course are closest, and how close, in closed form.
fn closest_approach(a: &MotionPiece, b: &MotionPiece) -> (f64, f64) {
    let (place, velocity) = (b.position - a.position, b.velocity - a.velocity);
    let time = (-place.dot(&velocity) / velocity.norm_squared()).max(0.0);
    (time, (place + velocity * time).norm())
}

fn main() -> Result<(), Box<dyn Error>> {
    let shape = Shape::ball(0.5 * MINIMUM)?;
    let scene = Scene {
        horizon: 3600.0,
        bodies: (0..AIRCRAFT).map(|number| aircraft(number, &shape)).collect(),
        ..Scene::default()
    };

    // Who is the next that each is in conflict with? Questions to a world, whose time stands still for them.
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
        // The same without a world, to the bit; and by hand: at constant speeds the minimum is passed as long before the closest approach
        // as after it.
        assert_eq!(time_of_impact((&collider, &one), (&collider, &two)), Some(time));
        let before = (MINIMUM.powi(2) - distance.powi(2)).sqrt() / (two.velocity - one.velocity).norm();
        assert!((time - (closest - before)).abs() < 1e-9);
    }

    // All conflicts of an hour, aircraft flying on through them, and what of that is seen by looks.
    let rates = RADARS.map(|period| 1.0 / period);
    let conflicts = Comparison::run(&scene, &CompareOptions::sampled_at(&rates))?.pass_through?;
    println!("{} conflicts in an hour", conflicts.truth);
    for (period, rate) in RADARS.iter().zip(rates) {
        let looks = conflicts.sampled(rate).ok_or("it was asked for")?;
        println!(
            "a look every {period} s misses {}, and finds others up to {:.1} s late, {:.0} m inside of the minimum",
            looks.missed, looks.latency_max, looks.depth_max
        );
        for missed in &looks.missed_contacts {
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
