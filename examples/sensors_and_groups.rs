//! Sensors and groups: two light gates measure the speeds of a red and a blue bullet, and the red
//! one passes a shield.
//!
//! A sensor has contacts without collisions: their begins and ends are reported at exact times,
//! whatever the speed of the bodies and the thickness of the sensor. Groups determine which pairs
//! interact: other pairs have no events.

use kinesweep::{Body, EventKind, Groups, Party, Shape, World};
use nalgebra::Vector3;

/// Bits of the groups. The gates are in the default group, the lowest bit, and interact with all
/// bodies.
const RED: u32 = 0b010;
const BLUE: u32 = 0b100;
/// Speed of the bullets, in metres per second, and distance of the gates, in metres.
const SPEED: f64 = 900.0;
const APART: f64 = 0.5;

/// Membership in `group`, and interaction with all other groups.
fn all_but_own(group: u32) -> Groups {
    Groups {
        memberships: group,
        filter: !group,
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = World::builder().build()?;
    // Two gates, each as thin as a sheet of paper: a bullet touches one for 11 microseconds.
    let gate = Body::fixed(Shape::cuboid(Vector3::new(0.000_05, 1.0, 2.0))?).sensor();
    let gates = [
        world.insert(gate.clone().name("gate 1").position(Vector3::x() * 10.0))?,
        world.insert(gate.name("gate 2").position(Vector3::x() * (10.0 + APART)))?,
    ];
    let shield = Body::fixed(Shape::cuboid(Vector3::new(0.01, 1.0, 2.0))?).name("red shield");
    world.insert(shield.position(Vector3::x() * 12.0).groups(all_but_own(RED)))?;
    let bullet = Body::new(Shape::ball(0.005)?).velocity(Vector3::x() * SPEED);
    let (up, down) = (Vector3::z(), -Vector3::z());
    let red = world.insert(bullet.clone().name("red").position(up).groups(all_but_own(RED)))?;
    let blue = world.insert(bullet.name("blue").position(down).groups(all_but_own(BLUE)))?;

    let mut first_seen = [[None; 2]; 2];
    let mut collisions = Vec::new();
    while let Some(event) = world.step()? {
        let [one, other] = event.kind.parties().ok_or("all of these events have two parties")?;
        println!(
            "{:9.3} µs  {:13}  {}, {}",
            1e6 * event.time,
            event.kind.name(),
            world.name(one)?,
            world.name(other)?
        );
        match event.kind {
            EventKind::ContactBegin(touch) => {
                let gate = usize::from(touch.bodies.contains(&gates[1]));
                let bullet = usize::from(touch.bodies.contains(&blue));
                first_seen[bullet][gate].get_or_insert(event.time);
            }
            EventKind::Collision(hit) => collisions.push(hit.parties),
            _ => {}
        }
    }
    for (name, seen) in ["red", "blue"].iter().zip(first_seen) {
        let [Some(first), Some(second)] = seen else {
            return Err("a gate has missed a bullet".into());
        };
        let measured = APART / (second - first);
        println!("{name}: {measured:.6} m/s by the gates");
        assert!((measured / SPEED - 1.0).abs() < 1e-9);
    }
    // Only the blue bullet has hit the shield, and the red one keeps its speed.
    assert!(collisions.len() == 1 && collisions[0].contains(&Party::Body(blue)));
    assert_eq!(world.velocity(red)?.x, SPEED);
    Ok(())
}
