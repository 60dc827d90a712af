//! A user-defined law of collision: a plate that balls pass in one direction, and that reflects
//! them in the other.
//!
//! `Response` is called at each collision. It returns velocities, or lets the two bodies pass
//! through each other. Here it makes a plate in the middle of a box a Maxwell's demon: finally all
//! balls are on the right.

use kinesweep::response::{Encounter, Reply, Response, Side, impulse};
use kinesweep::scene::{Population, Speed};
use kinesweep::{Body, BodyId, Domain, Party, Shape, World, WorldError};
use nalgebra::Vector3;
use std::error::Error;

/// Lets balls pass through the plate, the only fixed body, if they move to the right. All other
/// collisions follow the default law.
struct OneWay;

impl Response for OneWay {
    fn respond(&mut self, encounter: &Encounter) -> Reply {
        let is_plate = |side: &Side| matches!(side.party, Party::Body(_)) && side.inverse_mass == 0.0;
        let [a, b] = &encounter.sides;
        if is_plate(a) && b.velocity.x > 0.0 || is_plate(b) && a.velocity.x > 0.0 {
            Reply::PassThrough
        } else {
            Reply::Twists(impulse(encounter))
        }
    }
}

const HALF: f64 = 5.0;
const BALLS: usize = 60;

fn main() -> Result<(), Box<dyn Error>> {
    let (min, max) = (Vector3::repeat(-HALF), Vector3::repeat(HALF));
    let mut world = World::builder()
        .domain(Domain::Box { min, max })
        .custom_response(OneWay)
        .build()?;
    let plate = Body::fixed(Shape::cuboid(Vector3::new(0.05, HALF, HALF))?);
    let population = Population {
        speed: Speed::Maxwell(2.0),
        ..Population::gas(BALLS, Body::new(Shape::ball(0.3)?))
    };
    let balls = population.place(0, min, max, std::slice::from_ref(&plate))?;
    world.insert(plate)?;
    let balls = world.insert_all(&balls)?;

    let energy = world.energy();
    println!("{:>6} {:>5} {:>5}", "time", "left", "right");
    let mut left = BALLS;
    while left > 0 && world.time() < 1000.0 {
        world.advance_to(world.time() + 2.0)?;
        left = count_left(&world, &balls)?;
        println!("{:4} s {left:5} {:5}", world.time(), BALLS - left);
    }
    assert_eq!(left, 0);
    // The plate does no work.
    assert!((world.energy() / energy - 1.0).abs() < 1e-12);
    Ok(())
}

fn count_left(world: &World, balls: &[BodyId]) -> Result<usize, WorldError> {
    let mut left = 0;
    for id in balls {
        left += usize::from(world.pose(*id)?.translation.x < 0.0);
    }
    Ok(left)
}
