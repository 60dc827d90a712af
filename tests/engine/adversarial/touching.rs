//! Bodies in lasting contact: gap 0 and no relative speed, or sliding along each other. Contact
//! alone is no collision.

use super::checked_run::{CheckedRun, ball, cube};
use kinesweep::{Body, EventKind, ResponseMode, Settings, Shape};
use nalgebra::Vector3;

/// Pairs in contact along x, of shapes with exact dimensions.
fn pairs() -> Vec<[Body; 2]> {
    let capsule = || Body::new(Shape::capsule(0.5, 0.5).unwrap());
    vec![
        [ball(0.5), ball(0.5).position(Vector3::x())],
        [cube(0.5), cube(0.5).position(Vector3::x())],
        [ball(0.5), cube(0.5).position(Vector3::x())],
        [capsule(), cube(0.5).position(Vector3::x())],
        [capsule(), ball(0.5).position(Vector3::x())],
        [
            Body::fixed(Shape::half_space(Vector3::x()).unwrap()),
            cube(0.5).position(Vector3::x() * 0.5),
        ],
    ]
}

#[test]
fn touching_bodies_at_rest_or_in_equal_motion_have_no_events() {
    for [a, b] in pairs() {
        for velocity in [Vector3::zeros(), Vector3::new(1.0, 2.0, -3.0)] {
            let bodies = [a.clone().velocity(velocity), b.clone().velocity(velocity)];
            let outcome = CheckedRun::new(&bodies, 1_000.0).run_by_all();
            assert_eq!((outcome.events, outcome.error), (Vec::new(), None));
        }
    }
}

/// Bodies slide past each other tangentially: flat sides stay in contact and then separate, round
/// ones separate at once.
#[test]
fn sliding_bodies_have_no_collision() {
    for [a, b] in pairs() {
        for direction in [Vector3::y(), Vector3::z(), Vector3::new(0.0, 0.6, -0.8)] {
            let bodies = [a.clone(), b.clone().velocity(direction)];
            let outcome = CheckedRun::new(&bodies, 100.0).run_by_all();
            assert_eq!(outcome.velocity(1), direction);
            assert_eq!((outcome.events, outcome.error), (Vec::new(), None), "{bodies:?}");
        }
    }
}

/// A contact that exists at the start begins at 0 and never ends for bodies in equal motion.
#[test]
fn pass_through_contacts_begin_at_0_and_end_at_separation() {
    let settings = Settings {
        response: ResponseMode::PassThrough,
        ..Settings::default()
    };
    for [a, b] in pairs() {
        let bodies = [a.clone(), b.clone()];
        let checked = CheckedRun {
            settings,
            ..CheckedRun::new(&bodies, 100.0)
        };
        let outcome = checked.run_by_all();
        assert_eq!(outcome.events.len(), 1);
        assert_eq!(
            (outcome.events[0].time, outcome.events[0].kind.name()),
            (0.0, "contact-begin")
        );
    }
    // Cubes slide along each other as long as their sides overlap.
    let bodies = [cube(0.5), cube(0.5).position(Vector3::x()).velocity(Vector3::y())];
    let checked = CheckedRun {
        settings,
        ..CheckedRun::new(&bodies, 100.0)
    };
    let events = checked.run_by_all().events;
    assert!(matches!(events[1].kind, EventKind::ContactEnd { .. }));
    assert_eq!((events.len(), events[0].time, events[1].time), (2, 0.0, 1.0));
}

/// A row of touching bodies between two fixed ones: nothing moves. After a hit the impulse runs
/// back and forth and is conserved.
#[test]
fn a_row_between_fixed_bodies_conserves_an_impulse() {
    let fixed = |x: f64| Body::fixed(Shape::cuboid(Vector3::repeat(0.5)).unwrap()).position(Vector3::x() * x);
    let mut bodies = vec![fixed(-1.0), fixed(6.0)];
    bodies.extend((0..6).map(|i| cube(0.5).position(Vector3::x() * f64::from(i))));
    let outcome = CheckedRun::new(&bodies, 100.0).run_by_all();
    assert_eq!((outcome.events, outcome.error), (Vec::new(), None));

    // With a gap of 1 m before the right end, the last body moves back and forth.
    bodies[1] = fixed(7.0);
    bodies[7].velocity = Vector3::x();
    let checked = CheckedRun::new(&bodies, 100.0);
    let outcome = checked.run_by_all();
    outcome.assert_conserved(100.0);
    // To the right in 1 s, back in 1 s; the impulse through all six bodies to the wall and back
    // takes no time.
    let walls: Vec<f64> = outcome.collisions().iter().map(|(time, _)| *time).collect();
    assert!(walls.len() > 100, "{}", walls.len());
    assert_eq!(walls.last(), Some(&100.0));
    assert!(walls.iter().all(|time| time.fract() == 0.0));
}
