//! Heaps that columns collapse to.

use super::{Outcome, falling, floor, place, speeds};
use crate::support::{Random, rounds};
use kinesweep::{Body, BodyId, Shape, World};
use nalgebra::Vector3;

const BALLS: u32 = 64;
const COLUMNS: u32 = 8;
/// Mean radius, in metres.
const RADIUS: f64 = 0.1;
/// With more than 7/5 of the least friction here, a ball could not roll.
const ROLLING_FRICTION: f64 = 0.12;

/// Balls of several sizes in a plane, in rows that are shifted by half a ball, which do not touch yet.
fn column(friction: f64, seed: u64) -> Outcome<(World, Vec<(BodyId, f64)>)> {
    let mut random = Random::new(seed);
    let mut world = falling(friction, 0.1).rolling_friction(ROLLING_FRICTION).build()?;
    world.insert(floor()?)?;
    let mut balls = Vec::new();
    for number in 0..BALLS {
        let (across, row) = (f64::from(number % COLUMNS), number / COLUMNS);
        let radius = RADIUS * random.uniform(0.8, 1.2);
        let across = across + 0.5 * f64::from(row % 2) - 0.5 * f64::from(COLUMNS);
        let shake = Vector3::new(random.uniform(-0.005, 0.005), random.uniform(-0.005, 0.005), 0.0);
        let place = Vector3::new(0.25 * across, 0.14 + 0.22 * f64::from(row), 0.0) + shake;
        let ball = Body::new(Shape::ball(radius)?).rotates().position(place);
        balls.push((world.insert(ball)?, radius));
    }
    Ok((world, balls))
}

/// The angle of a triangle with the same mean height, and the same mean distance from its middle, in degrees.
fn angle_of_repose(places: &[Vector3<f64>]) -> f64 {
    let mean = |of: &dyn Fn(&Vector3<f64>) -> f64| places.iter().map(of).sum::<f64>() / places.len() as f64;
    let middle = mean(&|place| place.x);
    let (height, width) = (mean(&|place| place.y - RADIUS), mean(&|place| (place.x - middle).abs()));
    height.atan2(width).to_degrees()
}

/// Settles a column. Returns the angle of the heap.
fn settle(friction: f64, seed: u64) -> Outcome<f64> {
    let (mut world, balls) = column(friction, seed)?;
    let energy = world.energy();
    world.advance_to(20.0)?;
    assert!(world.energy() < energy, "friction {friction}");
    let places = balls
        .iter()
        .map(|(id, _)| place(&world, *id))
        .collect::<Result<Vec<_>, _>>()?;
    for (number, (id, radius)) in balls.iter().enumerate() {
        assert_eq!(
            speeds(&world, *id)?,
            [0.0; 2],
            "friction {friction}, seed {seed}: ball {number}"
        );
        assert!(
            places[number].y > radius * (1.0 - 1e-6),
            "friction {friction}: ball {number} is in the floor"
        );
        for (other, (_, reach)) in balls.iter().enumerate().skip(number + 1) {
            let apart = (places[number] - places[other]).norm();
            assert!(
                apart > (radius + reach) * (1.0 - 1e-6),
                "friction {friction}, seed {seed}: {number} in {other}"
            );
        }
    }
    Ok(angle_of_repose(&places))
}

#[test]
fn the_angle_of_a_heap_grows_with_friction() -> Outcome {
    for seed in 0..rounds(1) {
        let mut angles = Vec::new();
        for friction in [0.1, 0.3, 0.8] {
            angles.push(settle(friction, seed)?);
        }
        assert!(
            angles.windows(2).all(|pair| pair[1] > pair[0] + 3.0),
            "seed {seed}: {angles:?}"
        );
        assert!(angles[0] < 3.0 && angles[2] > 10.0, "seed {seed}: {angles:?}");
    }
    Ok(())
}
