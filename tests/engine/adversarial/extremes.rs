//! One body a million times faster than the rest, and sizes from 1e-6 m to 1e6 m together.

use super::checked_run::{CONSERVATION_ERROR, CheckedRun, ball, cube};
use crate::support::Random;
use kinesweep::{Body, EventKind, Method, ResponseMode, Settings};
use nalgebra::Vector3;

/// A field of slow bodies and a bullet that passes through all of them: it touches those with
/// centres near its line, at the times in closed form.
#[test]
fn a_bullet_through_slow_balls_touches_all_on_its_line() {
    const SPEED: f64 = 1e6;
    let mut random = Random::new(3);
    let mut bodies = vec![ball(0.1).position(Vector3::x() * -50.0).velocity(Vector3::x() * SPEED)];
    bodies.extend((0..300).map(|_| {
        let position = Vector3::new(
            random.uniform(-40.0, 40.0),
            random.uniform(-2.0, 2.0),
            random.uniform(-2.0, 2.0),
        );
        ball(0.3).position(position).velocity(random.vector(1.0))
    }));
    let settings = Settings {
        response: ResponseMode::PassThrough,
        ..Settings::default()
    };
    let checked = CheckedRun {
        settings,
        most_events: 100_000,
        ..CheckedRun::new(&bodies, 1e-4)
    };
    let outcome = checked.run_by_all();
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
            // The textbook solution of (p + v t)² = r².
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
        // The textbook formula loses some digits to cancellation; this is 1e-11 m.
        assert!((time - closed).abs() < 1e-17, "{i}: {time}, not {closed}");
    }
}

/// A bullet that collides with slow balls: momentum and energy are conserved, and all methods
/// agree.
#[test]
fn a_bullet_among_slow_balls_conserves_energy_and_momentum() {
    let mut random = Random::new(4);
    let mut bodies = vec![ball(0.1).position(Vector3::x() * -50.0).velocity(Vector3::x() * 1e6)];
    let position = |i: i32| Vector3::new(f64::from(i % 20 - 10), f64::from(i / 20 % 4) - 1.6, f64::from(i / 80) - 1.3);
    bodies.extend((0..240).map(|i| {
        let body = if i % 4 == 0 { cube(0.3) } else { ball(0.4) };
        body.position(position(i)).velocity(random.vector(1.0))
    }));
    for until in [1e-3, 1.0] {
        let checked = CheckedRun {
            most_events: 100_000,
            ..CheckedRun::new(&bodies, until)
        };
        let outcome = checked.run_by_all();
        outcome.assert_conserved(1e6);
        assert!(outcome.collisions().len() > 10);
    }
}

/// Sizes as powers of ten from 1e-6 to 1e6, in a row along x, each moving towards the next: all
/// collision times are known.
#[test]
fn balls_of_radius_1e_minus_6_to_1e6_collide_at_the_exact_times() {
    for cubes in [false, true] {
        for (small, large) in [(1e-6, 1e6), (1e-6, 1.0), (1e-3, 1e6), (1.0, 1e6)] {
            let body = |size: f64| if cubes { cube(size) } else { ball(size) };
            let bodies = [
                body(large),
                body(small)
                    .position(Vector3::x() * (large + small + 8.0))
                    .velocity(Vector3::x() * -2.0),
            ];
            let outcome = CheckedRun::new(&bodies, 10.0).run_by_all();
            outcome.assert_conserved(2.0);
            let collisions = outcome.collisions();
            assert_eq!(collisions.len(), 1);
            // The position is rounded to 1e-10 m at 1e6 m.
            let time = collisions[0].0;
            assert!(
                (time - 4.0).abs() < 4.0 * f64::EPSILON * large.max(4.0),
                "{small}, {large}: {time}"
            );
            assert_eq!(outcome.velocity(1), Vector3::zeros());
        }
    }
}

/// One ball of each size from 1e-6 m to 1e6 m, in a row with gaps like the smaller one's size, all
/// moving together.
#[test]
fn a_row_of_all_sizes_collides_without_overlap() {
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
        let outcome = CheckedRun {
            most_events: 50_000,
            ..CheckedRun::new(&bodies, 10.0)
        }
        .run_by_all();
        assert_eq!(outcome.error, None);
        assert!(outcome.collisions().len() >= 12);
        let [before, after] = outcome.energy;
        assert!((after - before).abs() <= CONSERVATION_ERROR * before);
        for i in 1..bodies.len() {
            let radius_sum = bodies[i].shape.bounding_radius() + bodies[i - 1].shape.bounding_radius();
            let radius_sum = if cubes { radius_sum / 3f64.sqrt() } else { radius_sum };
            let gap = outcome.position(i).x - outcome.position(i - 1).x - radius_sum;
            assert!(gap > -1e-9 * radius_sum, "{i} overlaps the previous one, gap {gap}");
        }
    }
}

/// A large ball moves through a cloud of tiny ones.
#[test]
fn a_heavy_ball_doubles_the_speed_of_light_ones() {
    let mut random = Random::new(5);
    let mut bodies = vec![
        ball(1e6)
            .mass(1e18)
            .position(Vector3::x() * -1e6 - Vector3::x())
            .velocity(Vector3::x()),
    ];
    bodies.extend((0..200).map(|i| {
        let size = 10f64.powf(random.uniform(-6.0, -1.0));
        let position = Vector3::new(random.uniform(0.2, 5.0), f64::from(i % 20), f64::from(i / 20));
        (if i % 4 == 0 { cube(size) } else { ball(size) })
            .mass(size.powi(3))
            .position(position)
    }));
    let checked = CheckedRun {
        most_events: 20_000,
        ..CheckedRun::new(&bodies, 20.0)
    };
    let outcome = checked.run_by_methods(&[Method::Lists, Method::Leases, Method::Cached]);
    assert_eq!(outcome.error, None);
    // Each tiny ball is hit by one of 1e21 times its mass, and leaves at twice that one's speed.
    assert!(outcome.collisions().len() >= 200);
    for i in 1..bodies.len() {
        let speed = outcome.velocity(i).norm();
        assert!(speed > 1.0, "{i}: {speed}");
    }
}
