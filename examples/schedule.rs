//! Scheduled changes: the engine of a rocket is lit and cut at given times, with events of the
//! program in between.
//!
//! `Body::change_at` and `World::schedule_motion` change a motion at an exact time; later events
//! follow the new motion. `World::schedule` returns an event at a given time; here at the highest
//! point, where the landing is computed, and every two seconds for telemetry.

use kinesweep::{Body, EventKind, MotionChange, Shape, World};
use nalgebra::Vector3;

const G: f64 = 10.0;
/// Acceleration by the engine, in metres per second squared, and duration of the first burn, in
/// seconds.
const THRUST: f64 = 30.0;
const BURN: f64 = 3.0;
/// Intended speed at touchdown, in metres per second.
const TOUCHDOWN: f64 = 1.0;
/// Distance of the feet below the middle of the rocket, in metres.
const FEET: f64 = 5.0;
/// Tokens that identify the program's own events.
const TELEMETRY: u64 = 0;
const HIGHEST: u64 = 1;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::builder().gravity(Vector3::y() * -G).restitution(0.0).build()?;
    world.insert(Body::fixed(Shape::half_space(Vector3::y())?).name("ground"))?;
    let engine = |thrust: f64| MotionChange::acceleration(Vector3::y() * thrust);
    let rocket = Body::new(Shape::cuboid(Vector3::new(0.5, FEET, 0.5))?).position(Vector3::y() * FEET);
    // The end of the first burn is scheduled before the insertion.
    let rocket = world.insert(rocket.acceleration(Vector3::y() * THRUST).change_at(BURN, engine(0.0)))?;
    world.schedule(BURN + (THRUST - G) * BURN / G, HIGHEST)?;
    world.schedule(2.0, TELEMETRY)?;

    let mut landed = None;
    while let Some(event) = world.step_before(25.0)? {
        let height = world.pose(rocket)?.translation.y - FEET;
        assert!(height > -1e-9);
        let speed = world.velocity(rocket)?.y;
        let what = match event.kind {
            EventKind::Scheduled { token: HIGHEST } => {
                // The rocket falls. The engine is lit at the height from which it reduces the speed
                // to that of touchdown at the ground.
                let lit_at = (G * height - 0.5 * TOUCHDOWN.powi(2)) / THRUST;
                let fall = (2.0 * (height - lit_at) / G).sqrt();
                world.schedule_motion(rocket, event.time + fall, engine(THRUST))?;
                "highest point"
            }
            EventKind::Scheduled { .. } => {
                if landed.is_none() {
                    world.schedule(event.time + 2.0, TELEMETRY)?;
                }
                "telemetry"
            }
            EventKind::MotionChange { .. } if speed > 0.0 => "engine cut",
            EventKind::MotionChange { .. } => "engine lit",
            EventKind::Collision(hit) => {
                world.set_motion(rocket, &engine(0.0))?;
                landed = Some(hit.closing_speed);
                "touchdown"
            }
            _ => continue,
        };
        println!("{:7.3} s  {what:13}  {:8.3} m  {speed:8.3} m/s", event.time, height.max(0.0));
    }
    let speed = landed.ok_or("no touchdown")?;
    println!("touchdown at {speed:.9} m/s, as planned");
    assert!((speed - TOUCHDOWN).abs() < 1e-9);
    assert_eq!(world.velocity(rocket)?, Vector3::zeros());
    Ok(())
}
