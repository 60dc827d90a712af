//! Times near 1e9 s, where a float is exact to 1.2e-7 s, with speeds of 1e-3 and 1e3 m/s.

use super::course::{Company, Course, ball, boxed, cube};
use nalgebra::Vector3;

/// The late epoch, in seconds.
const LATE: f64 = 1e9;

/// Half the distance of two floats there: each time is told as the nearest float, and the solver adds as much.
const TIME: f64 = 1.2e-7;

#[test]
fn a_head_on_meeting_is_told_within_a_float() {
    for speed in [1e-3, 1.0, 1e3] {
        for distance in [0.25, 3.1, 1e3] {
            for cubes in [false, true] {
                let body = || if cubes { cube(0.5) } else { ball(0.5) };
                let bodies = [
                    body().velocity(Vector3::x() * speed),
                    body().position(Vector3::x() * (1.0 + distance)),
                ];
                let course = Course {
                    start: LATE,
                    ..Course::new(&bodies, LATE + 2.0 * distance / speed)
                };
                let outcome = course.agree_by(&[kinesweep::Method::Lists, kinesweep::Method::Leases, kinesweep::Method::Cached]);
                outcome.assert_conserved(speed);
                let collisions = outcome.collisions();
                assert_eq!(collisions.len(), 1);
                let expected = distance / speed;
                let early = collisions[0].0 - LATE - expected;
                assert!(early.abs() <= TIME + 4e-16 * expected, "{speed}, {distance}: {early}");
                assert_eq!(outcome.velocity(0), Vector3::zeros());
                assert!((outcome.velocity(1).x - speed).abs() < 1e-15 * speed);
            }
        }
    }
}

/// Between walls at 1e3 m/s, ten thousand times to and fro: the rounding of the times does not add up.
#[test]
fn fast_bounces_do_not_gather_rounding() {
    let bodies = [ball(0.5).position(Vector3::repeat(5.5)).velocity(Vector3::x() * 1e3)];
    let course = Course {
        settings: boxed(0.0, 11.0),
        start: LATE,
        most_events: 20_000,
        ..Course::new(&bodies, LATE + 100.0)
    };
    let outcome = course.agree();
    assert_eq!(outcome.error, None);
    let collisions = outcome.collisions();
    assert_eq!(collisions.len(), 10_000);
    for (i, (time, hit)) in collisions.iter().enumerate() {
        let expected = 0.005 + 0.01 * i as f64;
        // The walls' distances are floats; a bounce adds a few roundings of 1e-14 m, which is 1e-17 s.
        assert!(
            (time - LATE - expected).abs() <= TIME,
            "bounce {i}: {}",
            time - LATE - expected
        );
        assert_eq!(hit.closing_speed, 1e3);
    }
}

/// Slow and fast ones together in a box: the methods agree, and nothing gets into anything.
#[test]
fn slow_and_fast_share_a_box() {
    let company = Company::new(|i| {
        let body = if i % 5 == 0 { cube(0.5) } else { ball(0.5) };
        (body, if i % 9 == 0 { 1e3 } else { 1e-3 })
    });
    let outcome = company.run(LATE, LATE + 0.25);
    // A time is told to half a float of 1.2e-7 s, in which the fastest go 2e-4 m; poses are at the told time.
    let places: Vec<Vector3<f64>> = (0..company.bodies.len()).map(|i| outcome.position(i)).collect();
    for i in 0..places.len() {
        for j in 0..i {
            let gap = gap([i, j].map(|body| body % 5 == 0), places[i] - places[j]);
            assert!(gap > -1e-3, "{i} and {j}: {gap}");
        }
    }
}

/// The gap between two of radius, or half a side, 0.5, of which these are cubes along the axes; negative where they overlap.
fn gap(are_cubes: [bool; 2], apart: Vector3<f64>) -> f64 {
    let reach = |is: bool| are_cubes.iter().filter(|is_cube| **is_cube == is).count() as f64 * 0.5;
    let beyond = apart.abs().add_scalar(-reach(true));
    beyond.map(|side| side.max(0.0)).norm() + beyond.max().min(0.0) - reach(false)
}
