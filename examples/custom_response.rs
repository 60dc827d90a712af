//! A law of collision of one's own: a door that lets balls through one way, and is a wall for those that come back.
//!
//! `Response` is asked at each collision and answers with velocities, or lets the two pass through each other. Here it makes a demon of
//! Maxwell's out of a plate in the middle of a box: sooner or later all balls are on the right.

use kinesweep::{
    Body, BodyId, Domain, Encounter, Party, Population, Reply, Response, Shape, Side, Speed, World, WorldError, impulse,
};
use nalgebra::Vector3;
use std::error::Error;

/// Lets balls through the door, which is the only fixed body there is, if they go to the right. For all others the usual law holds.
struct OneWay;

impl Response for OneWay {
    fn respond(&mut self, encounter: &Encounter) -> Reply {
        let is_door = |side: &Side| matches!(side.party, Party::Body(_)) && side.inverse_mass == 0.0;
        let [a, b] = &encounter.sides;
        if is_door(a) && b.velocity.x > 0.0 || is_door(b) && a.velocity.x > 0.0 {
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
    let door = Body::fixed(Shape::cuboid(Vector3::new(0.05, HALF, HALF))?);
    let population = Population {
        speed: Speed::Maxwell(2.0),
        ..Population::gas(BALLS, Body::new(Shape::ball(0.3)?))
    };
    let balls = population.place(0, min, max, std::slice::from_ref(&door))?;
    world.insert(door)?;
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
    // The door has done no work.
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
