//! Bodies that touch for ever: gap 0 and no relative speed, or sliding along each other. Touching is no collision.

use super::course::{Course, ball, cube};
use kinesweep::{Body, EventKind, ResponseMode, Settings, Shape};
use nalgebra::Vector3;

/// Pairs in touch along x, of shapes whose measures are floats without rounding.
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
fn still_or_together_nothing_happens() {
    for [a, b] in pairs() {
        for velocity in [Vector3::zeros(), Vector3::new(1.0, 2.0, -3.0)] {
            let bodies = [a.clone().velocity(velocity), b.clone().velocity(velocity)];
            let outcome = Course::new(&bodies, 1_000.0).agree();
            assert_eq!((outcome.events, outcome.error), (Vec::new(), None));
        }
    }
}

/// Sliding past each other, tangentially: flat sides stay in touch and then part, round ones part at once.
#[test]
fn sliding_is_no_collision() {
    for [a, b] in pairs() {
        for direction in [Vector3::y(), Vector3::z(), Vector3::new(0.0, 0.6, -0.8)] {
            let bodies = [a.clone(), b.clone().velocity(direction)];
            let outcome = Course::new(&bodies, 100.0).agree();
            assert_eq!(outcome.velocity(1), direction);
            assert_eq!((outcome.events, outcome.error), (Vec::new(), None), "{bodies:?}");
        }
    }
}

/// A contact that is there from the start begins at 0 and, of those that move alike, never ends.
#[test]
fn in_pass_through_it_begins_at_once_and_ends_when_they_part() {
    let settings = Settings {
        response: ResponseMode::PassThrough,
        ..Settings::default()
    };
    for [a, b] in pairs() {
        let bodies = [a.clone(), b.clone()];
        let course = Course {
            settings,
            ..Course::new(&bodies, 100.0)
        };
        let outcome = course.agree();
        assert_eq!(outcome.events.len(), 1);
        assert_eq!(
            (outcome.events[0].time, outcome.events[0].kind.name()),
            (0.0, "contact-begin")
        );
    }
    // Cubes slide along each other for as long as their sides face.
    let bodies = [cube(0.5), cube(0.5).position(Vector3::x()).velocity(Vector3::y())];
    let course = Course {
        settings,
        ..Course::new(&bodies, 100.0)
    };
    let events = course.agree().events;
    assert!(matches!(events[1].kind, EventKind::ContactEnd { .. }));
    assert_eq!((events.len(), events[0].time, events[1].time), (2, 0.0, 1.0));
}

/// A row of touching bodies between two fixed ones: nothing moves; struck, it hands the blow to and fro and keeps it.
#[test]
fn a_full_shelf_keeps_a_blow() {
    let fixed = |x: f64| Body::fixed(Shape::cuboid(Vector3::repeat(0.5)).unwrap()).position(Vector3::x() * x);
    let mut bodies = vec![fixed(-1.0), fixed(6.0)];
    bodies.extend((0..6).map(|i| cube(0.5).position(Vector3::x() * f64::from(i))));
    let outcome = Course::new(&bodies, 100.0).agree();
    assert_eq!((outcome.events, outcome.error), (Vec::new(), None));

    // A gap of 1 m before the right end, and the last one goes to and fro.
    bodies[1] = fixed(7.0);
    bodies[7].velocity = Vector3::x();
    let course = Course::new(&bodies, 100.0);
    let outcome = course.agree();
    outcome.assert_conserved(100.0);
    // To the right in 1 s, back in 1 s, through all six to the wall and back again, which takes no time.
    let walls: Vec<f64> = outcome.collisions().iter().map(|(time, _)| *time).collect();
    assert!(walls.len() > 100, "{}", walls.len());
    assert_eq!(walls.last(), Some(&100.0));
    assert!(walls.iter().all(|time| time.fract() == 0.0));
}
