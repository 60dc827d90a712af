//! One body a million times faster than the rest, and sizes from 1e-6 m to 1e6 m together.

use super::course::{CONSERVED, Course, ball, cube};
use crate::support::Random;
use kinesweep::{Body, EventKind, Method, ResponseMode, Settings};
use nalgebra::Vector3;

/// A field of slow bodies and a bullet that passes through all of them: it meets those whose centres are near its line,
/// when it comes to them.
#[test]
fn a_bullet_through_a_slow_crowd_finds_all_on_its_line() {
    const SPEED: f64 = 1e6;
    let mut random = Random::new(3);
    let mut bodies = vec![ball(0.1).position(Vector3::x() * -50.0).velocity(Vector3::x() * SPEED)];
    bodies.extend((0..300).map(|_| {
        let place = Vector3::new(
            random.uniform(-40.0, 40.0),
            random.uniform(-2.0, 2.0),
            random.uniform(-2.0, 2.0),
        );
        ball(0.3).position(place).velocity(random.vector(1.0))
    }));
    let settings = Settings {
        response: ResponseMode::PassThrough,
        ..Settings::default()
    };
    let course = Course {
        settings,
        most_events: 100_000,
        ..Course::new(&bodies, 1e-4)
    };
    let outcome = course.agree();
    let begins: Vec<(f64, usize)> = outcome
        .events
        .iter()
        .filter_map(|event| match event.kind {
            EventKind::ContactBegin(touch) if touch.bodies[0].index() == 0 => Some((event.time, touch.bodies[1].index())),
            _ => None,
        })
        .collect();
    let mut expected: Vec<(f64, usize)> = (1..bodies.len())
        .filter_map(|i| {
            // (p + v t)² = r², by the textbook.
            let (p, v) = (
                bodies[i].position - bodies[0].position,
                bodies[i].velocity - bodies[0].velocity,
            );
            let (b, c) = (p.dot(&v), p.norm_squared() - 0.16);
            let root = b * b - v.norm_squared() * c;
            (root > 0.0).then(|| (c / (-b + root.sqrt()), i))
        })
        .collect();
    expected.sort_by(|a, b| a.0.total_cmp(&b.0));
    assert!(expected.len() > 5);
    assert_eq!(begins.len(), expected.len());
    for ((time, i), (closed, j)) in begins.iter().zip(&expected) {
        assert_eq!(i, j);
        // The textbook loses some digits to cancellation; this is 1e-11 m.
        assert!((time - closed).abs() < 1e-17, "{i}: {time}, not {closed}");
    }
}

/// A bullet in a crowd that answers: momentum and energy, and the same by all methods.
#[test]
fn a_bullet_scatters_a_slow_crowd() {
    let mut random = Random::new(4);
    let mut bodies = vec![ball(0.1).position(Vector3::x() * -50.0).velocity(Vector3::x() * 1e6)];
    let place = |i: i32| Vector3::new(f64::from(i % 20 - 10), f64::from(i / 20 % 4) - 1.6, f64::from(i / 80) - 1.3);
    bodies.extend((0..240).map(|i| {
        let body = if i % 4 == 0 { cube(0.3) } else { ball(0.4) };
        body.position(place(i)).velocity(random.vector(1.0))
    }));
    for until in [1e-3, 1.0] {
        let course = Course {
            most_events: 100_000,
            ..Course::new(&bodies, until)
        };
        let outcome = course.agree();
        outcome.assert_conserved(1e6);
        assert!(outcome.collisions().len() > 10);
    }
}

/// Sizes as powers of ten from 1e-6 to 1e6, in a row along x, each coming for the next: all times of meeting are known.
#[test]
fn a_speck_meets_a_moon() {
    for cubes in [false, true] {
        for (small, large) in [(1e-6, 1e6), (1e-6, 1.0), (1e-3, 1e6), (1.0, 1e6)] {
            let body = |size: f64| if cubes { cube(size) } else { ball(size) };
            let bodies = [
                body(large),
                body(small)
                    .position(Vector3::x() * (large + small + 8.0))
                    .velocity(Vector3::x() * -2.0),
            ];
            let outcome = Course::new(&bodies, 10.0).agree();
            outcome.assert_conserved(2.0);
            let collisions = outcome.collisions();
            assert_eq!(collisions.len(), 1);
            // The place is rounded: to 1e-10 m at 1e6 m.
            let time = collisions[0].0;
            assert!(
                (time - 4.0).abs() < 4.0 * f64::EPSILON * large.max(4.0),
                "{small}, {large}: {time}"
            );
            assert_eq!(outcome.velocity(1), Vector3::zeros());
        }
    }
}

/// One of each size from 1e-6 m to 1e6 m, side by side at gaps like the smaller one's size, all running together.
#[test]
fn all_sizes_run_into_each_other() {
    for cubes in [false, true] {
        let mut edge = 0.0;
        let bodies: Vec<Body> = (-6..=6)
            .map(|power| {
                let size = 10f64.powi(power);
                let x = edge + 2.0 * size;
                edge = x + size;
                let body = if cubes { cube(size) } else { ball(size) };
                body.mass(size.powi(3))
                    .position(Vector3::x() * x)
                    .velocity(Vector3::x() * -size)
            })
            .collect();
        let outcome = Course {
            most_events: 50_000,
            ..Course::new(&bodies, 10.0)
        }
        .agree();
        assert_eq!(outcome.error, None);
        assert!(outcome.collisions().len() >= 12);
        let [before, after] = outcome.energy;
        assert!((after - before).abs() <= CONSERVED * before);
        for i in 1..bodies.len() {
            let reach = bodies[i].shape.bounding_radius() + bodies[i - 1].shape.bounding_radius();
            let reach = if cubes { reach / 3f64.sqrt() } else { reach };
            let gap = outcome.position(i).x - outcome.position(i - 1).x - reach;
            assert!(gap > -1e-9 * reach, "{i} is {gap} in the one before");
        }
    }
}

/// A cloud of dust by a moon that sweeps through it.
#[test]
fn a_moon_sweeps_up_dust() {
    let mut random = Random::new(5);
    let mut bodies = vec![
        ball(1e6)
            .mass(1e18)
            .position(Vector3::x() * -1e6 - Vector3::x())
            .velocity(Vector3::x()),
    ];
    bodies.extend((0..200).map(|i| {
        let size = 10f64.powf(random.uniform(-6.0, -1.0));
        let place = Vector3::new(random.uniform(0.2, 5.0), f64::from(i % 20), f64::from(i / 20));
        (if i % 4 == 0 { cube(size) } else { ball(size) })
            .mass(size.powi(3))
            .position(place)
    }));
    let course = Course {
        most_events: 20_000,
        ..Course::new(&bodies, 20.0)
    };
    let outcome = course.agree_by(&[Method::Lists, Method::Leases, Method::Cached]);
    assert_eq!(outcome.error, None);
    // Each speck is struck by what weighs 1e21 times as much and goes on at twice its speed.
    assert!(outcome.collisions().len() >= 200);
    for i in 1..bodies.len() {
        let speed = outcome.velocity(i).norm();
        assert!(speed > 1.0, "{i}: {speed}");
    }
}
