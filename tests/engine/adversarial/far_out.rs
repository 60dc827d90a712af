//! Coordinates near 1e12 m, where floats are 1.2e-4 m apart: no place is finer than that, whatever the engine does. What it
//! must keep: the methods agree, a run ends, velocities (and so energy and momentum) are as exact as anywhere, and where
//! all places are floats, so are the times.

use super::course::{Course, Outcome, ball, cube};
use kinesweep::{Body, Domain, Settings};
use nalgebra::Vector3;

/// How far out, in metres: about 1e12, and a multiple of all that is used here.
const FAR: f64 = (1u64 << 40) as f64 * 0.875;

/// The distance of two floats there, in metres: 2^-13.
const GRAIN: f64 = 1.0 / 8192.0;

fn out() -> Vector3<f64> {
    Vector3::new(FAR, -FAR, FAR)
}

fn moved(bodies: &[Body]) -> Vec<Body> {
    bodies
        .iter()
        .map(|body| body.clone().position(body.position + out()))
        .collect()
}

fn in_box(bodies: &[Body], settings: Settings, until: f64) -> Outcome {
    let course = Course {
        settings,
        ..Course::new(bodies, until)
    };
    course.agree()
}

/// Places that are floats: the meeting is told as at the origin, to the bit.
#[test]
fn what_is_a_float_there_is_exact() {
    for body in [ball(0.5), cube(0.5)] {
        for speed in [1e-3, 1.0, 8192.0] {
            let bodies = [
                body.clone().velocity(Vector3::x() * speed),
                body.clone().position(Vector3::x() * (3.0 + GRAIN)),
            ];
            let until = 10.0 / speed;
            let near = Course::new(&bodies, until).agree();
            let far = Course::new(&moved(&bodies), until).agree();
            far.assert_conserved(speed);
            let times = |run: &Outcome| {
                run.collisions()
                    .iter()
                    .map(|(time, hit)| (*time, hit.closing_speed))
                    .collect::<Vec<_>>()
            };
            assert_eq!(times(&near).len(), 1);
            // That places are coarse there is told, also where they happen to be exact.
            assert_eq!(near.counters().coarse, 0);
            assert!(far.counters().coarse >= 2);
            assert_eq!(times(&near), times(&far), "{speed}");
        }
    }
}

/// Touching is touching there as well: no gap opens or closes by rounding.
#[test]
fn a_touching_fleet_stays_quiet() {
    let bodies: Vec<Body> = (0..64)
        .map(|i: i32| {
            let place = Vector3::new(i % 4, i / 4 % 4, i / 16).map(f64::from);
            let body = if i % 2 == 0 { cube(0.5) } else { ball(0.5) };
            body.position(place + out()).velocity(Vector3::new(0.3, -0.7, 1.1))
        })
        .collect();
    let outcome = Course::new(&bodies, 1e4).agree();
    assert_eq!((outcome.events, outcome.error), (Vec::new(), None));
}

/// A row of balls between walls: each collision rounds two places to the grain, so times wander from those at the origin,
/// by no more than the grain for each collision before, over the speed; speeds don't.
#[test]
fn times_wander_by_the_grain_and_speeds_not_at_all() {
    let walls = |at: Vector3<f64>| Settings {
        domain: Domain::Box {
            min: at - Vector3::repeat(8.0),
            max: at + Vector3::repeat(8.0),
        },
        ..Settings::default()
    };
    let bodies: Vec<Body> = (0..5)
        .map(|i: i32| {
            let body = ball(0.5).position(Vector3::x() * (3.0 * f64::from(i) - 6.0));
            body.velocity(Vector3::x() * (0.3 + 0.17 * f64::from(i * i)))
        })
        .collect();
    let near = in_box(&bodies, walls(Vector3::zeros()), 30.0);
    let far = in_box(&moved(&bodies), walls(out()), 30.0);
    let (near, hits) = (near.collisions(), far.collisions());
    let mut compared = 0;
    for (number, ((a, b), (c, d))) in near.iter().zip(&hits).enumerate() {
        // Near ties may change places.
        if b.parties != d.parties {
            continue;
        }
        compared += 1;
        let allowed = GRAIN * (number + 1) as f64 / 0.3;
        assert!((a - c).abs() <= allowed, "collision {number}: {a} and {c}");
        assert!((b.closing_speed - d.closing_speed).abs() < 1e-12);
    }
    assert!(compared > 30, "{compared} of {} and {}", near.len(), hits.len());
    let [before, after] = far.energy;
    assert!((after - before).abs() < 1e-13 * before);
}

/// Balls that are smaller than some grains may pass through each other: that this can be is told from the start.
#[test]
fn what_is_smaller_than_the_grain_is_told() {
    for (radius, at) in [(1e-6, 1e9), (0.5, 1e15)] {
        let bodies = [
            ball(radius).position(Vector3::x() * at),
            ball(radius).position(Vector3::x() * (0.5 * at)),
        ];
        let outcome = Course::new(&bodies, 1.0).agree();
        assert_eq!(outcome.counters().coarse, 2, "radius {radius} at {at}");
    }
}

/// Late, a fast body goes far between two floats of the time.
#[test]
fn times_that_are_coarse_are_told() {
    let bodies = [ball(0.5).velocity(Vector3::x()), ball(0.5).position(Vector3::x() * 9.0)];
    for (start, coarse) in [(0.0, false), (1e6, false), (1e12, true)] {
        let course = Course {
            start,
            ..Course::new(&bodies, start + 100.0)
        };
        assert_eq!(course.agree().counters().coarse > 0, coarse, "from {start} on");
    }
}
