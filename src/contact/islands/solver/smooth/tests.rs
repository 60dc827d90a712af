//! Against sweeps alone, many of them.

use super::*;
use crate::response::InverseInertia;
use nalgebra::Vector3;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

struct Found {
    is_solved: bool,
    sweeps: usize,
    velocities: Vec<Vector3<f64>>,
}

/// After at most so many sweeps. `between`: what follows one that has not solved it.
fn after(loads: &[Load], movers: &Movers, most: usize, between: impl Fn(&mut Smooth)) -> Found {
    let mut rows = Smooth::new(loads, movers);
    let mut sweeps = 1;
    let is_solved = loop {
        rows.sweep();
        match rows.is_solved(EXCESS) {
            true => break true,
            false if sweeps == most => break false,
            false => between(&mut rows),
        }
        sweeps += 1;
    };
    let (mut stored, mut moved) = (loads.to_vec(), movers.clone());
    rows.store(&mut stored, &mut moved);
    assert_consistent(loads, movers, &stored, &moved);
    Found {
        is_solved,
        sweeps,
        velocities: moved.velocities,
    }
}

fn swept(loads: &[Load], movers: &Movers, most: usize) -> Found {
    after(loads, movers, most, |_| ())
}

fn solved(loads: &[Load], movers: &Movers, most: usize) -> Found {
    after(loads, movers, most, Smooth::step)
}

/// Impulses only push, and the velocities are those to which they lead.
fn assert_consistent(loads: &[Load], movers: &Movers, stored: &[Load], moved: &Movers) {
    let mut expected = movers.clone();
    for (load, stored) in loads.iter().zip(stored) {
        assert!(stored.impulse >= 0.0);
        stored.push(stored.impulse - load.impulse, &mut expected);
    }
    let greatest = stored.iter().map(|load| load.impulse).fold(1.0, f64::max);
    for (one, other) in moved.velocities.iter().zip(&expected.velocities) {
        assert!((one - other).norm() < 1e-11 * greatest, "{one} and {other}: {greatest}");
    }
}

fn ball(movers: &mut Movers, velocity: Vector3<f64>, mass: f64) -> u32 {
    movers.add(velocity, Vector3::zeros(), mass.recip(), InverseInertia::default())
}

/// Nine balls in a row between two walls, which is bent upwards a little, and what pulls them down.
fn arch(rise: f64, slack: f64) -> (Movers, Vec<Load>) {
    let mut movers = Movers::default();
    let walls = [movers.add_still(), movers.add_still()];
    let balls: Vec<u32> = (0..9).map(|_| ball(&mut movers, -Vector3::y(), 1.0)).collect();
    let height = |ball: usize| rise * (1.0 - (ball as f64 - 4.0).powi(2) / 16.0);
    let between = balls.windows(2).enumerate().map(|(number, pair)| {
        let normal = Vector3::new(1.0, height(number + 1) - height(number), 0.0);
        Load::smooth([pair[0], pair[1]], normal.normalize())
    });
    let mut loads: Vec<Load> = between.collect();
    loads.push(Load::smooth([walls[0], balls[0]], Vector3::x()));
    loads.push(Load::smooth([balls[8], walls[1]], Vector3::x()));
    loads.push(Load::smooth([walls[0], balls[0]], Vector3::y()));
    loads.push(Load::smooth([walls[1], balls[8]], Vector3::y()));
    loads.iter_mut().for_each(|load| load.slack = slack);
    (movers, loads)
}

#[test]
fn a_row_that_is_pressed_between_walls_is_solved_in_few_sweeps() {
    let (movers, loads) = arch(0.1, 1e-5);
    let found = solved(&loads, &movers, 60);
    assert!(found.is_solved && !swept(&loads, &movers, 1000).is_solved);
    let expected = swept(&loads, &movers, 100_000);
    assert!(expected.is_solved);
    for (one, other) in found.velocities.iter().zip(&expected.velocities) {
        // The slack is one along the row: across it, a row that is so flat moves by some hundreds of it.
        assert!((one - other).norm() < 5e-3, "{one:?} and {other:?}");
    }
}

/// Balls in a heap, each on some before it.
fn heap(random: &mut Xoshiro256PlusPlus, balls: u32, slack: f64) -> (Movers, Vec<Load>) {
    let mut between = |low: f64, high: f64| low + (high - low) * ((random.next_u64() >> 11) as f64 * 2f64.powi(-53));
    let mut vector = || Vector3::from_fn(|_, _| between(-1.0, 1.0));
    let (mut movers, mut loads) = (Movers::default(), Vec::new());
    movers.add_still();
    for number in 1..=balls {
        let (velocity, mass) = (vector(), 10f64.powf(vector().x));
        ball(&mut movers, velocity, mass);
        for below in [0, number / 2, number.saturating_sub(3)] {
            if below < number {
                loads.push(Load::smooth([below, number], vector().normalize()));
            }
        }
    }
    loads.iter_mut().for_each(|load| load.slack = slack);
    (movers, loads)
}

#[test]
fn heaps_are_solved_as_by_sweeps_alone_and_sooner() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(19);
    let mut sweeps = [0, 0];
    for case in 0..200 {
        let balls = [3, 12, 40][case % 3];
        let (movers, loads) = heap(&mut random, balls, 1e-10);
        let found = solved(&loads, &movers, 10_000);
        let expected = swept(&loads, &movers, 100_000);
        sweeps[0] += found.sweeps;
        sweeps[1] += expected.sweeps;
        assert!(found.is_solved || !expected.is_solved, "case {case}");
        let velocities = found.velocities.iter().zip(&expected.velocities);
        for (one, other) in velocities.filter(|_| expected.is_solved) {
            assert!((one - other).norm() < 1e-7, "case {case}: {one} and {other}");
        }
    }
    assert!(20 * sweeps[0] < sweeps[1], "{sweeps:?}");
}

#[test]
fn few_are_solved_to_a_quarter_of_their_slack_from_above() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(23);
    for case in 0..100 {
        let (mut movers, mut loads) = heap(&mut random, 12, 1e-3);
        assert!(loads.len() <= FEW);
        let mut rows = Smooth::new(&loads, &movers);
        assert!(rows.solve(10_000), "case {case}");
        rows.store(&mut loads, &mut movers);
        for load in loads.iter().filter(|load| load.impulse > 0.0) {
            let excess = load.rate(&movers) - load.least;
            assert!(excess <= 0.2501 * load.slack, "case {case}: {excess}");
        }
    }
}

/// What is between two walls that close in on it cannot part from both.
#[test]
fn what_conflicts_is_not_solved_and_keeps_its_momentum() {
    let mut movers = Movers::default();
    let still = movers.add_still();
    let balls: Vec<u32> = (0..5).map(|_| ball(&mut movers, Vector3::zeros(), 2.0)).collect();
    let mut loads: Vec<Load> = balls
        .windows(2)
        .map(|pair| Load::smooth([pair[0], pair[1]], Vector3::x()))
        .collect();
    for (sides, least) in [([still, balls[0]], 1.0), ([balls[4], still], 1.0)] {
        loads.push(Load {
            least,
            slack: 1e-3,
            ..Load::smooth(sides, Vector3::x())
        });
    }
    let mut rows = Smooth::new(&loads, &movers);
    assert!(!rows.solve(1000));
    let before = movers.clone();
    rows.store(&mut loads, &mut movers);
    let greatest = loads.iter().map(|load| load.impulse).fold(0.0, f64::max);
    assert!(greatest > 10.0 && greatest.is_finite(), "{greatest}");
    // The impulses of the walls are what has changed the momentum.
    let momentum: f64 = movers
        .velocities
        .iter()
        .zip(&before.velocities)
        .map(|(now, before)| 2.0 * (now - before).x)
        .sum();
    let pushed = loads[4].impulse - loads[5].impulse;
    assert!(
        (momentum - pushed).abs() < 1e-12 * greatest,
        "{momentum} and {pushed} of {greatest}"
    );
}
