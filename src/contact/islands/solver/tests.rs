//! Impulses of rows, balls and blocks against closed forms.

use super::super::moments::Moments;
use super::*;
use crate::contact::coefficients::Coefficients;
use crate::response::InverseInertia;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::f64::consts::TAU;

fn exact(load: Load, slack: f64) -> Load {
    Load {
        slack,
        steady: slack,
        ..load
    }
}

fn row(count: usize, velocity: f64) -> (Movers, Vec<Load>) {
    let mut movers = Movers::default();
    let still = movers.add_still();
    for _ in 0..count {
        movers.add(Vector3::x() * velocity, Vector3::zeros(), 0.5, InverseInertia::default());
    }
    let of = |at: usize| if at == count { still } else { at as u32 + 1 };
    let load = |at| Load {
        slack: 1e-14,
        ..Load::smooth([of(at), of(at + 1)], Vector3::x())
    };
    let loads = (0..count).map(load).collect();
    (movers, loads)
}

#[test]
fn a_row_against_a_wall_stops() {
    let (mut movers, mut loads) = row(30, 1.0);
    assert!(solve(&mut loads, &mut movers, 2000));
    for (at, load) in loads.iter().enumerate() {
        assert!((load.impulse - 2.0 * (at + 1) as f64).abs() < 1e-10, "{at}: {}", load.impulse);
    }
    assert!(movers.velocities.iter().all(|velocity| velocity.norm() < 1e-10));
}

#[test]
fn bodies_that_part_keep_their_velocities() {
    let (mut movers, mut loads) = row(2, 1.0);
    movers.velocities[1] = -Vector3::x();
    loads.pop();
    assert!(solve(&mut loads, &mut movers, 10));
    assert_eq!((movers.velocities[1], movers.velocities[2]), (-Vector3::x(), Vector3::x()));
    assert_eq!(loads[0].impulse, 0.0);
}

#[test]
fn a_ball_slides_or_rolls() {
    // A homogeneous ball of radius 1 that hits the floor without spin. If it rolls at once, it keeps
    // five sevenths of its speed; if it slides, it loses the coefficient times the closing speed.
    for (coefficient, speed) in [(10.0, 5.0 / 7.0), (0.1, 0.9)] {
        let mut movers = Movers::default();
        let (down, still) = (-Vector3::y(), movers.add_still());
        let ball = movers.add(
            Vector3::new(1.0, -1.0, 0.0),
            Vector3::zeros(),
            1.0,
            InverseInertia::scalar(2.5),
        );
        let sides = [ball, still];
        let rough = Rough::new([down, Vector3::zeros()], coefficient);
        let load = Load::smooth(sides, down).with(rough);
        let mut loads = [exact(load, 1e-14)];
        assert!(solve(&mut loads, &mut movers, 100));
        assert!((movers.velocities[1] - Vector3::x() * speed).norm() < 1e-12, "{movers:?}");
        let spin = if coefficient > 1.0 { speed } else { 0.25 };
        assert!(
            (movers.angular_velocities[1] + Vector3::z() * spin).norm() < 1e-12,
            "{movers:?}"
        );
    }
}

#[test]
fn a_block_slides_by_coulombs_law() {
    // On four corners, down a slope of 20 degrees: whatever part of the load each of them has.
    let (slope, coefficient, time) = (20.0_f64.to_radians(), 0.3, 0.035);
    for speed in [0.0, 1.0] {
        let mut movers = Movers::default();
        let (up, still) = (Vector3::y(), movers.add_still());
        let pull = Vector3::new(slope.sin(), -slope.cos(), 0.0) * (9.81 * time);
        let block = movers.add(
            Vector3::x() * speed + pull,
            Vector3::zeros(),
            0.5,
            InverseInertia::scalar(4.0),
        );
        let sides = [still, block];
        let corners = [(-0.5, -0.3), (0.5, -0.3), (0.5, 0.3), (-0.5, 0.3)];
        let mut loads = corners.map(|(x, z)| {
            let arms = [Vector3::zeros(), Vector3::new(x, -0.2, z)];
            let rough = Rough::new(arms, coefficient);
            let load = Load::smooth(sides, up).with(rough);
            exact(load, 1e-9)
        });
        assert!(solve(&mut loads, &mut movers, 10_000));
        let expected = speed + (slope.sin() - coefficient * slope.cos()) * 9.81 * time;
        assert!((movers.velocities[1] - Vector3::x() * expected).norm() < 1e-7, "{movers:?}");
    }
}

/// Bodies on each other, each with a ring of places of contact on the one below: the same impulses in many
/// ways. No solution may cost more than none.
#[test]
fn redundant_places_never_add_energy() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut between = |low: f64, high: f64| low + (high - low) * ((random.next_u64() >> 11) as f64 * 2f64.powi(-53));
    for case in 0..400 {
        let mut movers = Movers::default();
        let still = movers.add_still();
        for _ in 0..6 {
            let inverse_mass = 1.0 / 10f64.powf(between(-1.0, 1.0));
            let inverse = inverse_mass * 10f64.powf(between(0.5, 2.5));
            let turns = if between(0.0, 1.0) < 0.7 { inverse } else { 0.0 };
            movers.add(
                Vector3::y() * -0.2,
                Vector3::zeros(),
                inverse_mass,
                InverseInertia::scalar(turns),
            );
        }
        let mut loads = Vec::new();
        for upper in 1..=6 {
            let (places, radius) = (between(1.0, 33.0) as u32, between(0.0, 0.4));
            let centre = [between(-0.2, 0.2), between(-0.2, 0.2)];
            for place in 0..places {
                let sides = [if upper == 1 { still } else { upper - 1 }, upper];
                let (sin, cos) = (TAU * f64::from(place) / f64::from(places)).sin_cos();
                let [x, z] = [centre[0] + radius * cos, centre[1] + radius * sin];
                let arms = [Vector3::new(x, 0.2, z), Vector3::new(x, -0.2, z)];
                let rough = Rough::new(arms, 0.0);
                let load = Load::smooth(sides, Vector3::y()).with(rough);
                loads.push(exact(load, 1e-9));
            }
        }
        let before = movers.energy();
        solve(&mut loads, &mut movers, 1000);
        assert!(movers.energy() <= before, "case {case}: {} after {before}", movers.energy());
    }
}

/// A triangle of so many rows of homogeneous balls of radius 1 and 1 kg on a floor, each row in the gaps of the one
/// below it, with friction. Each ball falls with 1 m/s.
fn triangle(rows: u32) -> (Movers, Vec<Load>) {
    let (mut movers, mut loads) = (Movers::default(), Vec::new());
    let still = movers.add_still();
    let mut below: Vec<u32> = Vec::new();
    let mut touch = |sides: [u32; 2], normal: Vector3<f64>| {
        let rough = Rough::new([normal, -normal], 0.5);
        loads.push(exact(Load::smooth(sides, normal).with(rough), 1e-3));
    };
    for balls in (1..=rows).rev() {
        let mut row = Vec::new();
        for place in 0..balls as usize {
            let inverse = InverseInertia::scalar(2.5);
            let ball = movers.add(-Vector3::y(), Vector3::zeros(), 1.0, inverse);
            match below.get(place..place + 2) {
                None => touch([still, ball], Vector3::y()),
                Some(two) => {
                    touch([two[0], ball], Vector3::new(0.5, 0.75f64.sqrt(), 0.0));
                    touch([two[1], ball], Vector3::new(-0.5, 0.75f64.sqrt(), 0.0));
                }
            }
            row.push(ball);
        }
        below = row;
    }
    (movers, loads)
}

/// With friction, sweeps alone make what a solution without it makes least greater: that is no reason not to go on. (If
/// it were, ten rows would take 2500 sweeps.)
#[test]
fn friction_does_not_keep_sweeps_from_going_on() {
    for rows in [5, 8, 10, 12] {
        let (mut movers, mut loads) = triangle(rows);
        assert!(solve(&mut loads, &mut movers, 400), "{rows} rows");
    }
}

/// A homogeneous ball of radius 1 that rolls, spins about the normal, and is pressed on the floor by an impulse
/// of 1 N s.
#[test]
fn moments_slow_rolling_and_spinning() {
    for (rolling, spinning, speed, spin) in [
        (0.0, 0.0, 1.0, 3.0),
        // The moment 0.07 N m s takes 5/7 of that from the momentum, and 0.1 N m s 5/2 of that from the spin.
        (0.07, 0.1, 0.95, 2.75),
        // Both stop.
        (50.0, 50.0, 0.0, 0.0),
    ] {
        let mut movers = Movers::default();
        let (down, still) = (-Vector3::y(), movers.add_still());
        let angular_velocity = Vector3::new(0.0, 3.0, -1.0);
        let ball = movers.add(
            Vector3::new(1.0, -1.0, 0.0),
            angular_velocity,
            1.0,
            InverseInertia::scalar(2.5),
        );
        let sides = [ball, still];
        let mut rough = Rough::new([down, Vector3::zeros()], 10.0);
        let coefficients = Coefficients {
            sliding: 10.0,
            rolling,
            spinning,
        };
        rough.moments = Moments::new(sides, &coefficients, 1.0, Vector3::zeros(), &movers);
        let load = Load::smooth(sides, down).with(rough);
        let mut loads = [exact(load, 1e-14)];
        assert!(solve(&mut loads, &mut movers, 1000), "{rolling} {spinning}");
        let (velocity, turns) = (movers.velocities[ball as usize], movers.angular_velocities[ball as usize]);
        assert!((velocity - Vector3::x() * speed).norm() < 1e-10, "{rolling}: {velocity}");
        assert!(
            (turns - Vector3::new(0.0, spin, -speed)).norm() < 1e-10,
            "{spinning}: {turns}"
        );
    }
}

#[test]
fn what_moves_without_impulses_drives() {
    let mut movers = Movers::default();
    let still = movers.add_still();
    let ball = movers.add(Vector3::zeros(), Vector3::zeros(), 1.0, InverseInertia::scalar(2.5));
    let load = |across: f64, along: f64| {
        let mut rough = Rough::new([Vector3::zeros(); 2], 1.0);
        rough.drift = Vector3::x() * across;
        let load = Load::smooth([ball, still], Vector3::y()).with(rough);
        Load { drift: along, ..load }
    };
    assert!(!load(0.0, 0.0).is_driven());
    assert!(load(2.0, 0.0).is_driven() && load(0.0, 2.0).is_driven());
}

/// Balls in a heap that nothing rotates, without friction: with and without the memory for both.
#[test]
fn rough_loads_without_friction_are_solved_as_smooth_ones() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut between = |low: f64, high: f64| low + (high - low) * ((random.next_u64() >> 11) as f64 * 2f64.powi(-53));
    for case in 0..100 {
        let mut movers = Movers::default();
        movers.add_still();
        let mut vector = || Vector3::from_fn(|_, _| between(-1.0, 1.0));
        let mut loads = Vec::new();
        for body in 1..=12_u32 {
            let mass = vector().norm();
            movers.add(vector(), Vector3::zeros(), 1.0 / mass, InverseInertia::default());
            for below in [0, body / 2, body.saturating_sub(3)] {
                if below < body {
                    loads.push(exact(Load::smooth([below, body], vector().normalize()), 1e-10));
                }
            }
        }
        let (mut rough, mut rough_movers) = (loads.clone(), movers.clone());
        for load in &mut rough {
            load.rough = Some(Box::new(Rough::new([vector(), vector()], 0.0)));
        }
        assert!(solve(&mut loads, &mut movers, 10_000) && solve(&mut rough, &mut rough_movers, 10_000));
        for (a, b) in movers.velocities.iter().zip(&rough_movers.velocities) {
            assert!((a - b).norm() < 1e-7, "case {case}: {a} {b}");
        }
    }
}

/// A body that rests on the one of two walls that close in on it by 1 and 3 m/s.
#[test]
fn rates_that_conflict_stay_below_by_about_as_much() {
    let mut movers = Movers::default();
    let still = movers.add_still();
    let body = movers.add(-Vector3::x(), Vector3::zeros(), 0.5, InverseInertia::default());
    let load = |sides, least| {
        let load = Load::smooth(sides, Vector3::x());
        Load { least, ..load }
    };
    let mut loads = [load([still, body], 1.0), load([body, still], 3.0)];
    compromise(&mut loads, &mut movers);
    let below = loads.each_ref().map(|load| load.least - load.rate(&movers));
    assert!((below[0] - 2.0).abs() < 0.02 && (below[1] - 2.0).abs() < 0.02, "{below:?}");
}

/// A compromise of what does not conflict is a solution.
#[test]
fn a_compromise_stops_a_row() {
    let (mut movers, mut loads) = row(6, 1.0);
    compromise(&mut loads, &mut movers);
    assert!(
        movers.velocities.iter().all(|velocity| velocity.norm() < 1e-2),
        "{:?}",
        movers.velocities
    );
}
