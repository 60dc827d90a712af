//! Inelastic collapse: five balls in a line, with so little restitution that they collide infinitely often in finite time
//! (McNamara and Young 1992: five collapse for restitutions below about 0.2).

use super::course::{ALL, Course, Outcome, ball};
use kinesweep::{Body, Settings, StepError, Zeno};
use nalgebra::Vector3;

/// Five balls that run into each other from both sides, with uneven gaps.
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
    // What sticks hands on ever smaller speeds, pair by pair in scene order, until they are rounding: some ten thousand events at one
    // time. (Each ball more multiplies them.)
    Course {
        settings,
        most_events: 60_000,
        ..Course::new(&bodies, 100.0)
    }
    .agree_by(&ALL)
}

#[test]
fn it_ends_well_by_sticking() {
    for restitution in [0.02, 0.1] {
        let outcome = collapse(Zeno::default(), restitution);
        assert_eq!(outcome.error, None);
        outcome.assert_momentum(5.0);
        assert!(outcome.energy[1] < outcome.energy[0]);
        assert!(outcome.counters().zeno_collisions > 0, "{restitution}");
        for i in 1..5 {
            let gap = outcome.position(i).x - outcome.position(i - 1).x - 1.0;
            assert!(gap > -1e-9, "{restitution}: {i} is {gap} in the one before");
            assert!(outcome.velocity(i).x - outcome.velocity(i - 1).x > -1e-6);
        }
    }
}

#[test]
fn it_ends_well_by_elastic_collisions() {
    for restitution in [0.02, 0.1] {
        let outcome = collapse(Zeno::Elastic { within: 1e-9 }, restitution);
        assert_eq!(outcome.error, None);
        outcome.assert_momentum(5.0);
        assert!(outcome.energy[1] < outcome.energy[0]);
        assert!(outcome.counters().zeno_collisions > 0);
        for i in 1..5 {
            let gap = outcome.position(i).x - outcome.position(i - 1).x - 1.0;
            assert!(gap > -1e-9, "{restitution}: {i} is {gap} in the one before");
        }
    }
}

#[test]
fn it_is_an_error_where_that_is_asked_for() {
    for restitution in [0.02, 0.1] {
        let outcome = collapse(Zeno::Error, restitution);
        assert!(matches!(outcome.error, Some(StepError::Zeno { .. })), "{:?}", outcome.error);
        assert_eq!(outcome.counters().zeno_collisions, 0);
        outcome.assert_momentum(5.0);
        // The world is good still, and says so again.
        let mut world = outcome.world;
        assert_eq!(world.step_before(100.0).err(), outcome.error);
        world.audit().unwrap();
    }
}

/// Above the threshold all balls bounce apart, and no policy has anything to do.
#[test]
fn above_the_threshold_policies_do_nothing() {
    let policies = [Zeno::default(), Zeno::Elastic { within: 1e-12 }, Zeno::Error];
    let runs = policies.map(|zeno| collapse(zeno, 0.9));
    for run in &runs {
        assert_eq!(run.error, None);
        assert_eq!(run.counters().zeno_collisions, 0);
        assert_eq!(run.events, runs[0].events);
    }
}
