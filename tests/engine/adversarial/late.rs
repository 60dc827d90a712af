//! Times near 1e9 s, where a float is exact to 1.2e-7 s, with speeds of 1e-3 and 1e3 m/s.

use super::checked_run::{BoxOf27, CheckedRun, ball, boxed, cube};
use nalgebra::Vector3;

/// The late epoch, in seconds.
const LATE: f64 = 1e9;

/// Half the distance of two floats there: each time is rounded to the nearest float, and the solver
/// adds as much.
const TIME: f64 = 1.2e-7;

#[test]
fn head_on_collisions_at_late_times_are_exact_to_a_float() {
    for speed in [1e-3, 1.0, 1e3] {
        for distance in [0.25, 3.1, 1e3] {
            for cubes in [false, true] {
                let body = || if cubes { cube(0.5) } else { ball(0.5) };
                let bodies = [
                    body().velocity(Vector3::x() * speed),
                    body().position(Vector3::x() * (1.0 + distance)),
                ];
                let checked = CheckedRun {
                    start: LATE,
                    ..CheckedRun::new(&bodies, LATE + 2.0 * distance / speed)
                };
                let outcome =
                    checked.run_by_methods(&[kinesweep::Method::Lists, kinesweep::Method::Leases, kinesweep::Method::Cached]);
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

/// Ten thousand bounces between walls at 1e3 m/s: the rounding of the times does not accumulate.
#[test]
fn ten_thousand_bounces_do_not_accumulate_rounding() {
    let bodies = [ball(0.5).position(Vector3::repeat(5.5)).velocity(Vector3::x() * 1e3)];
    let checked = CheckedRun {
        settings: boxed(0.0, 11.0),
        start: LATE,
        most_events: 20_000,
        ..CheckedRun::new(&bodies, LATE + 100.0)
    };
    let outcome = checked.run_by_all();
    assert_eq!(outcome.error, None);
    let collisions = outcome.collisions();
    assert_eq!(collisions.len(), 10_000);
    for (i, (time, hit)) in collisions.iter().enumerate() {
        let expected = 0.005 + 0.01 * i as f64;
        // The walls' distances are floats; a bounce adds a few roundings of 1e-14 m, which is 1e-17
        // s.
        assert!(
            (time - LATE - expected).abs() <= TIME,
            "bounce {i}: {}",
            time - LATE - expected
        );
        assert_eq!(hit.closing_speed, 1e3);
    }
}

/// Slow and fast bodies in a box: the methods agree, and no bodies overlap.
#[test]
fn slow_and_fast_bodies_in_a_box_do_not_overlap() {
    let company = BoxOf27::new(|i| {
        let body = if i % 5 == 0 { cube(0.5) } else { ball(0.5) };
        (body, if i % 9 == 0 { 1e3 } else { 1e-3 })
    });
    let outcome = company.run(LATE, LATE + 0.25);
    // Times are rounded to half of 1.2e-7 s, in which the fastest bodies move 2e-4 m; poses are
    // those at the rounded time.
    let positions: Vec<Vector3<f64>> = (0..company.bodies.len()).map(|i| outcome.position(i)).collect();
    for i in 0..positions.len() {
        for j in 0..i {
            let gap = gap([i, j].map(|body| body % 5 == 0), positions[i] - positions[j]);
            assert!(gap > -1e-3, "{i} and {j}: {gap}");
        }
    }
}

/// The gap between two bodies of radius or half side 0.5; `are_cubes` marks axis-aligned cubes.
/// Negative where they overlap.
fn gap(are_cubes: [bool; 2], apart: Vector3<f64>) -> f64 {
    let half_width = |is: bool| are_cubes.iter().filter(|is_cube| **is_cube == is).count() as f64 * 0.5;
    let beyond = apart.abs().add_scalar(-half_width(true));
    beyond.map(|side| side.max(0.0)).norm() + beyond.max().min(0.0) - half_width(false)
}
