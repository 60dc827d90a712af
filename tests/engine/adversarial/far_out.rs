//! Coordinates near 1e12 m, where floats are 1.2e-4 m apart: no position can be finer. What must
//! hold: the methods agree, a run ends, velocities (and so energy and momentum) are as exact as
//! anywhere, and where all positions are floats, the times are exact, too.

use super::checked_run::{CheckedRun, Outcome, ball, cube};
use kinesweep::{Body, Domain, Settings};
use nalgebra::Vector3;

/// The distance from the origin, in metres: about 1e12, and a multiple of all lengths used here.
const FAR: f64 = (1u64 << 40) as f64 * 0.875;

/// The distance of two floats there, in metres: 2^-13.
const SPACING: f64 = 1.0 / 8192.0;

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
    let run = CheckedRun {
        settings,
        ..CheckedRun::new(bodies, until)
    };
    run.run_by_all()
}

/// Positions that are floats: the collision is the same as at the origin, to the bit.
#[test]
fn collisions_at_exact_positions_far_out_equal_those_at_the_origin() {
    for body in [ball(0.5), cube(0.5)] {
        for speed in [1e-3, 1.0, 8192.0] {
            let bodies = [
                body.clone().velocity(Vector3::x() * speed),
                body.clone().position(Vector3::x() * (3.0 + SPACING)),
            ];
            let until = 10.0 / speed;
            let near = CheckedRun::new(&bodies, until).run_by_all();
            let far = CheckedRun::new(&moved(&bodies), until).run_by_all();
            far.assert_conserved(speed);
            let times = |run: &Outcome| {
                run.collisions()
                    .iter()
                    .map(|(time, hit)| (*time, hit.closing_speed))
                    .collect::<Vec<_>>()
            };
            assert_eq!(times(&near).len(), 1);
            // The counter reports coarse positions, also where they happen to be exact.
            assert_eq!(near.counters().coarse, 0);
            assert!(far.counters().coarse >= 2);
            assert_eq!(times(&near), times(&far), "{speed}");
        }
    }
}

/// Bodies in contact stay in contact: rounding opens or closes no gap.
#[test]
fn a_touching_fleet_far_out_has_no_events() {
    let bodies: Vec<Body> = (0..64)
        .map(|i: i32| {
            let position = Vector3::new(i % 4, i / 4 % 4, i / 16).map(f64::from);
            let body = if i % 2 == 0 { cube(0.5) } else { ball(0.5) };
            body.position(position + out()).velocity(Vector3::new(0.3, -0.7, 1.1))
        })
        .collect();
    let outcome = CheckedRun::new(&bodies, 1e4).run_by_all();
    assert_eq!((outcome.events, outcome.error), (Vec::new(), None));
}

/// A row of balls between walls: each collision rounds two positions to the spacing of floats. So
/// times differ from those at the origin, by at most that spacing over the speed for each previous
/// collision; speeds do not differ.
#[test]
fn times_far_out_differ_by_rounding_of_positions_and_speeds_do_not() {
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
        // Near ties may be exchanged.
        if b.parties != d.parties {
            continue;
        }
        compared += 1;
        let allowed = SPACING * (number + 1) as f64 / 0.3;
        assert!((a - c).abs() <= allowed, "collision {number}: {a} and {c}");
        assert!((b.closing_speed - d.closing_speed).abs() < 1e-12);
    }
    assert!(compared > 30, "{compared} of {} and {}", near.len(), hits.len());
    let [before, after] = far.energy;
    assert!((after - before).abs() < 1e-13 * before);
}

/// Balls smaller than some float spacings may pass through each other: the counter reports this
/// from the start.
#[test]
fn balls_smaller_than_some_float_spacings_are_counted_as_coarse() {
    for (radius, at) in [(1e-6, 1e9), (0.5, 1e15)] {
        let bodies = [
            ball(radius).position(Vector3::x() * at),
            ball(radius).position(Vector3::x() * (0.5 * at)),
        ];
        let outcome = CheckedRun::new(&bodies, 1.0).run_by_all();
        assert_eq!(outcome.counters().coarse, 2, "radius {radius} at {at}");
    }
}

/// At late times a fast body moves far between two floats of the time.
#[test]
fn fast_bodies_at_late_times_are_counted_as_coarse() {
    let bodies = [ball(0.5).velocity(Vector3::x()), ball(0.5).position(Vector3::x() * 9.0)];
    for (start, coarse) in [(0.0, false), (1e6, false), (1e12, true)] {
        let run = CheckedRun {
            start,
            ..CheckedRun::new(&bodies, start + 100.0)
        };
        assert_eq!(run.run_by_all().counters().coarse > 0, coarse, "from {start} on");
    }
}
