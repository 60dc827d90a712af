//! Inelastic collapse: five balls in a line, with so little restitution that they collide
//! infinitely often in finite time (McNamara and Young 1992: five collapse for restitutions below
//! about 0.2).

use super::checked_run::{ALL, CheckedRun, Outcome, ball};
use kinesweep::{Body, Domain, Settings, StepError, Zeno};
use nalgebra::Vector3;

/// Five balls moving towards each other from both sides, with uneven gaps.
fn row() -> Vec<Body> {
    [(-5.0, 2.0), (-2.3, 1.0), (0.25, 0.0), (2.1, -1.0), (6.0, -1.7)]
        .map(|(x, v)| ball(0.5).position(Vector3::x() * x).velocity(Vector3::x() * v))
        .to_vec()
}

fn collapse(zeno: Zeno, restitution: f64) -> Outcome {
    let settings = Settings {
        restitution,
        zeno,
        ..Settings::default()
    };
    let bodies = row();
    CheckedRun {
        settings,
        most_events: 2_000,
        ..CheckedRun::new(&bodies, 100.0)
    }
    .run_by_methods(&ALL)
}

#[test]
fn collapse_with_stick_ends_without_error() {
    for restitution in [0.02, 0.1] {
        let outcome = collapse(Zeno::default(), restitution);
        assert_eq!(outcome.error, None);
        outcome.assert_momentum(5.0);
        assert!(outcome.energy[1] < outcome.energy[0]);
        assert!(outcome.counters().zeno_collisions > 0, "{restitution}");
        for i in 1..5 {
            let gap = outcome.position(i).x - outcome.position(i - 1).x - 1.0;
            assert!(gap > -1e-9, "{restitution}: {i} overlaps the previous one, gap {gap}");
            assert!(outcome.velocity(i).x - outcome.velocity(i - 1).x > -1e-6);
        }
    }
}

#[test]
fn collapse_with_elastic_ends_without_error() {
    for restitution in [0.02, 0.1] {
        let outcome = collapse(Zeno::Elastic { within: 1e-9 }, restitution);
        assert_eq!(outcome.error, None);
        outcome.assert_momentum(5.0);
        assert!(outcome.energy[1] < outcome.energy[0]);
        assert!(outcome.counters().zeno_collisions > 0);
        for i in 1..5 {
            let gap = outcome.position(i).x - outcome.position(i - 1).x - 1.0;
            assert!(gap > -1e-9, "{restitution}: {i} overlaps the previous one, gap {gap}");
        }
    }
}

#[test]
fn collapse_with_error_policy_returns_the_error_again() {
    for restitution in [0.02, 0.1] {
        let outcome = collapse(Zeno::Error, restitution);
        assert!(matches!(outcome.error, Some(StepError::Zeno { .. })), "{:?}", outcome.error);
        assert_eq!(outcome.counters().zeno_collisions, 0);
        outcome.assert_momentum(5.0);
        // The world is still valid, and returns the same error again.
        let mut world = outcome.world;
        assert_eq!(world.step_before(100.0).err(), outcome.error);
        world.audit().unwrap();
    }
}

/// A row of any length, moving towards the middle from both sides.
fn long_row(count: usize) -> Vec<Body> {
    let count_of = |i: usize| i as f64;
    let position = |i: usize| 1.5 * count_of(i) - 0.75 * count_of(count) + 0.1 * count_of(i * i % 3);
    let speed = |i: usize| 0.5 * count_of(count) - count_of(i);
    (0..count)
        .map(|i| {
            ball(0.5)
                .position(Vector3::x() * position(i))
                .velocity(Vector3::x() * speed(i))
        })
        .collect()
}

/// The number of collisions grows as some power of the number of balls. (If simultaneous pairs were
/// processed in scene order, it would be exponential: 38 099 with five balls and no restitution.)
#[test]
fn collapsing_rows_of_2_to_many_balls_end_in_bounded_events() {
    for count in [3, 4, 5, 7, 10, 20] {
        for restitution in [0.0, 0.1, 0.5] {
            let settings = Settings {
                restitution,
                ..Settings::default()
            };
            let bodies = long_row(count);
            let outcome = CheckedRun {
                settings,
                most_events: count.pow(4),
                ..CheckedRun::new(&bodies, 1000.0)
            }
            .run_by_methods(&ALL);
            assert_eq!(outcome.error, None, "{count} balls, restitution {restitution}");
            outcome.assert_momentum(count as f64);
            for i in 1..count {
                let gap = outcome.position(i).x - outcome.position(i - 1).x - 1.0;
                assert!(
                    gap > -1e-9,
                    "{count}, {restitution}: {i} overlaps the previous one, gap {gap}"
                );
            }
        }
    }
}

/// A row that moves against a wall and sticks to it.
#[test]
fn a_row_thrown_at_a_wall_comes_to_rest() {
    let settings = Settings {
        domain: Domain::Box {
            min: Vector3::repeat(-20.0),
            max: Vector3::repeat(20.0),
        },
        restitution: 0.0,
        ..Settings::default()
    };
    let bodies: Vec<Body> = (0..8)
        .map(|i| {
            ball(0.5)
                .position(Vector3::x() * (1.25 * f64::from(i)))
                .velocity(Vector3::x() * 3.0)
        })
        .collect();
    let outcome = CheckedRun {
        settings,
        ..CheckedRun::new(&bodies, 100.0)
    }
    .run_by_methods(&ALL);
    assert_eq!(outcome.error, None);
    for i in 0..8 {
        assert!(
            outcome.velocity(i).norm() < 1e-5,
            "{i} moves at {}",
            outcome.velocity(i).norm()
        );
    }
}

/// Above the threshold all balls separate, and no policy has an effect.
#[test]
fn above_the_threshold_no_policy_is_used() {
    let policies = [Zeno::default(), Zeno::Elastic { within: 1e-12 }, Zeno::Error];
    let runs = policies.map(|zeno| collapse(zeno, 0.9));
    for run in &runs {
        assert_eq!(run.error, None);
        assert_eq!(run.counters().zeno_collisions, 0);
        assert_eq!(run.events, runs[0].events);
    }
}
