//! Cuboids that tip over an edge, against the compound pendulum.

use super::{G, Outcome, direction, falling, floor, integrate, place, speeds};
use kinesweep::{Body, Shape};
use nalgebra::Vector3;
use std::f64::consts::FRAC_PI_2;

/// Seconds between two looks at the world.
const STEP: f64 = 1e-3;

/// Half the width and half the height of cuboids. Until one of these lies on a side, a friction of 0.8 holds its
/// edge. (That of a taller one slips when it has tipped by more than 50 degrees.)
const SIDES: [[f64; 2]; 3] = [[0.5, 0.5], [0.6, 0.4], [0.5, 0.6]];

/// The time in which the diagonal of a cuboid turns from one angle to the vertical to another one, in seconds. The
/// moment of inertia about the edge is 4/3 m d², with half the diagonal d.
fn falling_time(diagonal: f64, from: f64, to: f64) -> f64 {
    let (mut state, mut steps) = ([from, 0.0], 0);
    while state[0].abs() < to.abs() {
        state = integrate(state, STEP, 1, |[angle, _]| 0.75 * G / diagonal * angle.sin());
        steps += 1;
    }
    STEP * f64::from(steps)
}

/// It starts at rest on an edge, with its centre beyond the edge or before it.
#[test]
fn a_cuboid_tips_over_its_edge_in_the_time_of_a_pendulum() -> Outcome {
    for [width, height] in SIDES {
        let (lean, diagonal) = (width.atan2(height), width.hypot(height));
        for start in [0.02_f64, 0.1, 0.3, -0.1] {
            let case = format!("{width} by {height}, {start} radians beyond the edge");
            let mut world = falling(0.8, 0.0).build()?;
            world.insert(floor()?)?;
            let body = Body::new(Shape::cuboid(Vector3::new(width, height, 0.4))?)
                .mass(2.0)
                .rotates();
            let body = body.position(Vector3::new(start.sin(), start.cos(), 0.0) * diagonal);
            let id = world.insert(body.orientation(Vector3::z() * (-lean - start)))?;
            let energy = world.energy();
            let flat = if start > 0.0 { FRAC_PI_2 - lean } else { -lean };
            let (mut angle, mut steps, mut most) = (start, 0, 0.0_f64);
            // Nearly flat: the last gap closes slowly.
            let to = 0.95 * flat;
            while angle.abs() < to.abs() && steps < 5000 {
                steps += 1;
                world.advance_to(STEP * f64::from(steps))?;
                let upright = direction(&world, id, Vector3::y())?;
                angle = upright.x.atan2(upright.y) - lean;
                most = most.max(world.energy() / energy);
                // The edge stays where it is.
                let edge = place(&world, id)? + direction(&world, id, Vector3::new(width, -height, 0.0))?;
                assert!(edge.norm() < 0.02 * diagonal, "{case}: the edge at {edge}");
            }
            let expected = falling_time(diagonal, start, to);
            let ahead = expected - STEP * f64::from(steps);
            assert!(ahead.abs() < 0.005, "{case}: {ahead} s before {expected} s");
            assert!(most < 1.03, "{case}: {most} of the energy");
            world.advance_to(10.0)?;
            assert_eq!(speeds(&world, id)?, [0.0; 2], "{case}");
            let counters = world.counters();
            assert!(counters.renewals < 100 && counters.collisions < 10, "{case}: {counters:?}");
            let lies = place(&world, id)?.y - if start > 0.0 { width } else { height };
            assert!((0.0..1e-3).contains(&lies), "{case}: {lies}");
        }
    }
    Ok(())
}
