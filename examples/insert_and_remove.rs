//! Bodies inserted and removed while the world runs: a tap drops balls, and a drain removes them.
//!
//! The tap is an event that the program schedules repeatedly; the drain is a sensor. The id of a
//! removed body is stale for ever: its index may be reused, but an old id never refers to a new
//! body.

use kinesweep::{Body, BodyId, Domain, EventKind, Party, Shape, World, WorldError};
use nalgebra::Vector3;
use std::error::Error;

/// The only scheduled token: time to drop a ball.
const DROP: u64 = 1;
/// Time between two drops, and the end, in seconds.
const INTERVAL: f64 = 0.25;
const END: f64 = 20.0;

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = World::builder()
        .gravity(Vector3::y() * -9.81)
        .restitution(0.5)
        .domain(Domain::Box {
            min: Vector3::new(-2.0, 0.0, -0.5),
            max: Vector3::new(2.0, 6.0, 0.5),
        })
        .build()?;
    // A bump below the tap scatters the balls, and the floor is a drain.
    world.insert(
        Body::fixed(Shape::ball(0.5)?)
            .name("bump")
            .position(Vector3::new(0.0, 2.0, 0.0)),
    )?;
    let drain = Body::fixed(Shape::cuboid(Vector3::new(2.0, 0.01, 0.5))?).sensor();
    let drain = world.insert(drain.name("drain").position(Vector3::y() * 0.01))?;
    let ball = Body::new(Shape::ball(0.1)?);

    let mut ids: Vec<BodyId> = Vec::new();
    let mut removed = 0;
    world.schedule(0.0, DROP)?;
    while let Some(event) = world.step_before(END)? {
        match event.kind {
            EventKind::Scheduled { token: DROP } => {
                // The tap moves sideways, so that no ball keeps bouncing on top of the bump.
                let x = 0.01 + 0.02 * (ids.len() % 5) as f64;
                // The position is free: the last ball is 30 cm below. (Otherwise the result is
                // `WorldError::Overlap`, and nothing changes.)
                ids.push(world.insert(ball.clone().position(Vector3::new(x, 5.0, 0.0)))?);
                world.schedule(event.time + INTERVAL, DROP)?;
            }
            EventKind::ContactBegin(_) => {
                let ball = event
                    .kind
                    .opposite(drain)
                    .and_then(Party::body)
                    .ok_or("the drain is the only sensor")?;
                world.remove(ball)?;
                removed += 1;
            }
            // The end of the contact with a ball is reported, although the ball has been removed.
            EventKind::ContactEnd { bodies } => assert!(bodies.iter().any(|id| !world.contains(*id))),
            _ => {}
        }
    }

    // Without the bump and the drain.
    let present = world.len() - 2;
    let indices = ids.iter().map(|id| id.index()).max().map_or(0, |last| last + 1) - 2;
    println!(
        "{} balls inserted, {removed} removed, {present} present; they used {indices} indices",
        ids.len()
    );
    assert_eq!(ids.len(), removed + present);
    // The first ball has been removed; another one has its index, with another id.
    let first = ids[0];
    let successor = *ids
        .iter()
        .rfind(|id| id.index() == first.index())
        .expect("the first at least");
    println!("the first was {first}; its index was reused by {successor}");
    assert!(successor != first && !world.contains(first));
    assert_eq!(world.pose(first), Err(WorldError::StaleId(first)));
    Ok(())
}
