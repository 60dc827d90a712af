//! A loop of frames around the world: frames decide when things are drawn, never what happens.
//!
//! Each frame goes on to its own time and takes the events on the way, in order and at their exact times, however fast things are.

use kinesweep::{Body, Domain, EventKind, Shape, World};
use nalgebra::Vector3;

const FRAMES_PER_SECOND: f64 = 60.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::builder()
        .gravity(Vector3::new(0.0, -9.81, 0.0))
        .restitution(0.8)
        .domain(Domain::Box {
            min: Vector3::new(-10.0, 0.0, -1.0),
            max: Vector3::new(10.0, 20.0, 1.0),
        })
        .build()?;
    // A bullet at 900 m/s moves 15 m a frame: it meets the target between two of them.
    let target = Body::new(Shape::cuboid(Vector3::new(0.05, 1.0, 0.5))?)
        .name("target")
        .mass(5.0);
    world.insert(target.position(Vector3::new(3.0, 1.0, 0.0)))?;
    let bullet = Body::new(Shape::ball(0.01)?).name("bullet").mass(0.01);
    let bullet = world.insert(bullet.position(Vector3::new(-9.0, 1.5, 0.0)).velocity(Vector3::x() * 900.0))?;

    for frame in 1..=30 {
        let time = f64::from(frame) / FRAMES_PER_SECOND;
        world.advance_to(time)?;
        for event in world.events() {
            // Sounds, damage, scores: with the time, the place and how hard it was.
            if let EventKind::Collision(hit) = event.kind {
                let [one, other] = hit.parties.map(|party| world.name(party));
                println!(
                    "  {:.6} s: {} hits {} with {:.3} kg m/s",
                    event.time, one?, other?, hit.impulse
                );
            }
        }
        let place = world.pose(bullet)?.translation.vector;
        println!("frame {frame}: draw the bullet at ({:.3}, {:.3})", place.x, place.y);
    }
    Ok(())
}
