//! Bins of so many bodies that impulses are not solved to the end.

use super::{Outcome, falling};
use crate::support::Random;
use kinesweep::world::QueryFilter;
use kinesweep::{Body, BodyId, Domain, Shape, World};
use nalgebra::Vector3;

const BODIES: u32 = 192;
const SIDE: u32 = 4;
const FRAMES: u32 = 180;
const FRAMES_PER_CHECK: u32 = 6;

/// The share of its size by which no body penetrates another: the guarantee.
const PENETRATION: f64 = 1e-6;

/// The shapes in turn, at a share of their size.
fn shape(number: u32, share: f64) -> Outcome<Shape> {
    Ok(match number % 3 {
        0 => Shape::ball(0.4 * share)?,
        1 => Shape::cuboid(Vector3::new(0.3, 0.25, 0.2) * share)?,
        _ => Shape::capsule(0.25 * share, 0.2 * share)?,
    })
}

fn bin(random: &mut Random) -> Outcome<(World, Vec<BodyId>)> {
    let side = f64::from(SIDE);
    let domain = Domain::Box {
        min: Vector3::zeros(),
        max: Vector3::new(side, 60.0, side),
    };
    let mut world = falling(0.5, 0.3).domain(domain).build()?;
    let mut bodies = Vec::new();
    for number in 0..BODIES {
        let site = [number % SIDE, number / (SIDE * SIDE), number / SIDE % SIDE].map(f64::from);
        let shake = Vector3::from_fn(|_, _| random.uniform(-0.04, 0.04));
        let body = Body::new(shape(number, 1.0)?).rotates();
        bodies.push(world.insert(body.position(Vector3::from(site).add_scalar(0.5) + shake))?);
    }
    Ok((world, bodies))
}

#[test]
fn nothing_penetrates_in_a_bin_of_many_bodies() -> Outcome {
    let (mut world, bodies) = bin(&mut Random::new(1))?;
    let energy = world.energy();
    let mut most_touches = 0;
    for frame in 1..=FRAMES {
        world.advance_to(f64::from(frame) / 60.0)?;
        if !frame.is_multiple_of(FRAMES_PER_CHECK) {
            continue;
        }
        let mut touches = 0;
        for (number, id) in (0..).zip(&bodies) {
            let (pose, others) = (world.pose(*id)?, QueryFilter::new().excluding(*id));
            let inside = world.overlapping(&shape(number, 1.0 - PENETRATION)?, &pose, &others)?;
            assert!(inside.is_empty(), "frame {frame}: {number} in {inside:?}");
            touches += world.overlapping(&shape(number, 1.01)?, &pose, &others)?.len();
        }
        most_touches = most_touches.max(touches / 2);
    }
    // Each touch is one load or more, and over 332 are given as few sweeps as there are.
    assert!(most_touches > 332, "{most_touches}");
    assert!(world.energy() < energy);
    Ok(())
}
