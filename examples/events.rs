//! The stream of events: each `step` advances to the next one, at its exact time.

use kinesweep::{Body, Shape, World};
use nalgebra::Vector3;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::builder().build()?;
    let ball = Body::new(Shape::ball(0.5)?);
    world.insert(ball.clone().name("cue").velocity(Vector3::x()))?;
    for index in 2..5 {
        world.insert(ball.clone().position(Vector3::x() * f64::from(2 * index)))?;
    }
    while let Some(event) = world.step()? {
        let names = event.kind.parties().into_iter().flatten().map(|party| world.name(party));
        let names: Vec<String> = names.collect::<Result<_, _>>()?;
        println!("{:7.3} s  {}  {}", event.time, event.kind.name(), names.join(", "));
    }
    Ok(())
}
