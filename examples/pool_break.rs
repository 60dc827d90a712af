//! The break of a game of pool: fifteen balls racked, almost touching, and the cue ball at 9 m/s.
//!
//! The example prints the order of the first hits. They are microseconds apart, which no frame rate
//! resolves. The friction of the cloth is not modelled: balls slide for ever, and lose speed only
//! at balls and cushions. (`kinesweep run pool-break` runs such a break from a file.)

use kinesweep::{Body, Domain, EventKind, Party, Shape, World};
use nalgebra::Vector3;

const RADIUS: f64 = 0.028575;
/// From centre to centre in the rack, in metres: a gap of 0.05 mm.
const SPACING: f64 = 0.0572;
const MASS: f64 = 0.17;
const RESTITUTION: f64 = 0.95;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The cushions of a nine-foot table; x along it, y across, and all centres at z = 0.
    let (length, width) = (2.54, 1.27);
    let corner = Vector3::new(0.5 * length, 0.5 * width, 0.1);
    let mut world = World::builder()
        .restitution(RESTITUTION)
        .domain(Domain::Box {
            min: -corner,
            max: corner,
        })
        .build()?;
    let ball = Body::new(Shape::ball(RADIUS)?).mass(MASS);
    // A little off the middle.
    let cue = ball.clone().name("cue").position(Vector3::new(-0.25 * length, 0.003, 0.0));
    let cue = world.insert(cue.velocity(Vector3::x() * 9.0))?;
    for row in 0..5 {
        for column in 0..=row {
            let x = 0.25 * length + f64::from(row) * SPACING * 0.75f64.sqrt();
            let y = SPACING * (f64::from(column) - 0.5 * f64::from(row));
            let number = row * (row + 1) / 2 + column + 1;
            world.insert(ball.clone().name(number.to_string()).position(Vector3::new(x, y, 0.0)))?;
        }
    }

    let energy = world.energy();
    let (mut collisions, mut cushions, mut lost) = (0, 0, 0.0);
    // The moving balls, in the order of their first hits, the cue ball first.
    let mut moving = vec![cue];
    let mut start = None;
    while let Some(event) = world.step_before(5.0)? {
        let EventKind::Collision(hit) = event.kind else { continue };
        collisions += 1;
        lost -= hit.energy_change;
        let [Party::Body(a), Party::Body(b)] = hit.parties else {
            cushions += 1;
            continue;
        };
        for (hit, by) in [(a, b), (b, a)] {
            if !moving.contains(&hit) {
                moving.push(hit);
                let since = event.time - *start.get_or_insert(event.time);
                let [hit, by] = [hit, by].map(|id| world.name(id));
                println!("{:5.1} µs  {:>2} is hit by {}", 1e6 * since, hit?, by?);
            }
        }
    }
    println!("all {} balls move", moving.len());
    println!("{collisions} collisions in 5 s, {cushions} of them with cushions");
    println!("{:.3} J of {energy:.3} J remain", world.energy());
    assert_eq!(moving.len(), world.len());
    // The lost energy equals the sum over the collisions, and no ball has left the plane.
    assert!((world.energy() + lost - energy).abs() < 1e-12);
    for id in world.bodies() {
        assert_eq!(world.pose(id)?.translation.z, 0.0);
    }
    Ok(())
}
