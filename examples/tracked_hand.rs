//! A hand with a controller: its position is measured periodically; in between only a bound is
//! known, from the greatest speed of a hand.
//!
//! The engine reports the expiry of a bound, which requires the next measurement, and calls the
//! touch test while the bound overlaps a lamp.

use kinesweep::motion::{Bounds, Endpoint};
use kinesweep::world::{TouchQuery, TouchTest};
use kinesweep::{Body, EventKind, Shape, World};
use nalgebra::Vector3;
use std::error::Error;

/// The true position of the hand: a wave past the lamp. The engine does not have it.
fn hand(t: f64) -> Vector3<f64> {
    Vector3::new(0.8 * (1.3 * t).sin(), 1.2 + 0.1 * (4.0 * t).cos(), 0.3)
}

/// Radius of the hand, in metres; and of the lamp.
const HAND: f64 = 0.1;
const LAMP: f64 = 0.15;
/// Time between two measurements, in seconds.
const INTERVAL: f64 = 0.05;
/// Touch tests per second.
const RATE: f64 = 200.0;
/// Upper bound of the speed of the hand, in metres per second.
const FASTEST: f64 = 1.5;

/// The bound from a measurement at time t on: a box that grows at the greatest speed.
fn bound(t: f64) -> Bounds {
    let measured = hand(t);
    let side = |axis: usize, sign: f64| Endpoint {
        position: measured[axis] + sign * HAND,
        velocity: sign * FASTEST,
        half_acceleration: 0.0,
    };
    Bounds {
        epoch: t,
        min: std::array::from_fn(|axis| side(axis, -1.0)),
        max: std::array::from_fn(|axis| side(axis, 1.0)),
    }
}

fn is_at_lamp(t: f64, lamp: &Vector3<f64>) -> bool {
    (hand(t) - lamp).norm() <= HAND + LAMP
}

/// A touch test by the device.
struct Device;

impl TouchTest for Device {
    fn touches(&mut self, query: &TouchQuery) -> bool {
        // The hand was inserted first.
        is_at_lamp(query.time, &query.poses[1].translation.vector)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::builder().touch_test(RATE, Device).build()?;
    let tracked = Body::new(Shape::ball(HAND)?).name("hand").bounded(bound(0.0), INTERVAL);
    let id = world.insert(tracked)?;
    let lamp = Vector3::new(0.6, 1.2, 0.3);
    world.insert(Body::fixed(Shape::ball(LAMP)?).name("lamp").position(lamp))?;
    let mut measurements = 1;
    while let Some(event) = world.step_before(10.0)? {
        match event.kind {
            EventKind::BoundsExpired { .. } => {
                world.set_bounds(id, bound(event.time), event.time + INTERVAL)?;
                measurements += 1;
            }
            EventKind::ContactBegin(_) => {
                print!("the hand is at the lamp from {:6.3} s", event.time);
                // Reported at most one test late.
                assert!(is_at_lamp(event.time, &lamp) && !is_at_lamp(event.time - 1.0 / RATE, &lamp));
            }
            EventKind::ContactEnd { .. } => println!(" to {:6.3} s", event.time),
            _ => {}
        }
    }
    println!("{measurements} measurements, {} touch tests", world.counters().polls);
    Ok(())
}
