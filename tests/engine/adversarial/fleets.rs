//! Fleets of bodies with equal motion: no event may occur.

use super::checked_run::{CheckedRun, ball, cube};
use crate::support::Random;
use kinesweep::{Body, Method, Settings, Shape, World};
use nalgebra::Vector3;

/// A lattice with gaps of this width, of balls, cubes, capsules and rings.
fn fleet(gap: f64, velocity: Vector3<f64>, acceleration: Vector3<f64>) -> Vec<Body> {
    let shapes = [
        Shape::ball(0.5).unwrap(),
        Shape::cuboid(Vector3::repeat(0.5)).unwrap(),
        Shape::capsule(0.3, 0.2).unwrap(),
        Shape::ring(0.35, 0.15, 8, 4).unwrap(),
    ];
    let position = |i: usize| Vector3::new(i % 5, i / 5 % 5, i / 25).map(|c| c as f64 * (1.0 + gap));
    (0..100)
        .map(|i| {
            let body = Body::new(shapes[(i + i / 25) % 4].clone()).position(position(i));
            body.velocity(velocity).acceleration(acceleration)
        })
        .collect()
}

fn assert_no_events(bodies: &[Body], until: f64) {
    let outcome = CheckedRun::new(bodies, until).run_by_all();
    assert_eq!((outcome.events, outcome.error), (Vec::new(), None));
    assert_eq!(outcome.world.counters().unresolved, 0);
}

#[test]
fn bodies_with_equal_velocities_have_no_events() {
    let mut random = Random::new(1);
    for gap in [0.0, 1e-9, 0.3] {
        let velocity = random.vector(100.0);
        assert_no_events(&fleet(gap, velocity, Vector3::zeros()), 50.0);
    }
}

#[test]
fn bodies_with_equal_accelerations_have_no_events() {
    let mut random = Random::new(2);
    for gap in [0.0, 1e-9, 0.3] {
        let (velocity, acceleration) = (random.vector(3.0), random.vector(5.0));
        assert_no_events(&fleet(gap, velocity, acceleration), 20.0);
    }
}

/// Bodies that fall together under gravity never collide, though velocities grow without bound.
#[test]
fn a_falling_fleet_has_no_events() {
    let bodies = fleet(0.0, Vector3::new(1.0, 2.0, 0.1), Vector3::zeros());
    let settings = Settings {
        gravity: Vector3::new(0.1, -9.81, 0.7),
        ..Settings::default()
    };
    let checked = CheckedRun {
        settings,
        ..CheckedRun::new(&bodies, 100.0)
    };
    assert_eq!(checked.run_by_all().events, []);
}

/// A step without a limit returns at once that there is no event.
#[test]
fn step_without_limit_returns_none_for_a_fleet() {
    for method in [Method::Lists, Method::Leases, Method::Cached] {
        for acceleration in [Vector3::zeros(), Vector3::new(0.0, 1.0, 0.3)] {
            let mut world = World::builder().method(method).build().unwrap();
            world.insert_all(&fleet(0.0, Vector3::repeat(3.0), acceleration)).unwrap();
            assert_eq!(world.step().unwrap(), None, "{method:?}");
            assert_eq!(world.time(), 0.0, "{method:?}");
        }
    }
}

/// Members of a fleet with speeds that differ by some hundred units in the last place: they collide
/// at the time given by this difference. (Below 32 units of the sum of the speeds a closing speed
/// counts as rounding, so as zero.)
#[test]
fn speeds_some_roundings_apart_collide_at_the_exact_time() {
    let step = 128.0 * f64::EPSILON;
    let bodies = [
        ball(0.5).velocity(Vector3::x() * (1.0 + step)),
        ball(0.5).position(Vector3::x() * (1.0 + 1e-9)).velocity(Vector3::x()),
    ];
    let outcome = CheckedRun::new(&bodies, 1e6).run_by_methods(&[Method::Lists, Method::Leases, Method::Cached]);
    // A nanometre at 2.8e-14 m/s; the gap itself is rounded.
    let expected = ((1.0 + 1e-9) - 1.0) / step;
    assert_eq!(outcome.events.len(), 1);
    assert!(
        (outcome.events[0].time - expected).abs() < 1e-6 * expected,
        "{:?}",
        outcome.events
    );
}

/// A fleet of touching cubes and a fixed one in its way: the row that hits it passes the impulse on
/// to its last cube.
#[test]
fn an_obstacle_stops_only_its_row_of_a_touching_fleet() {
    let velocity = Vector3::x() * 7.0;
    let mut bodies: Vec<Body> = (0..50)
        .map(|i| {
            let body = cube(0.5).position(Vector3::new(f64::from(i % 5), f64::from(i / 5), 0.0));
            body.velocity(velocity)
        })
        .collect();
    bodies.push(cube(0.5).position(Vector3::new(10.0, 0.0, 0.0)));
    let outcome = CheckedRun::new(&bodies, 100.0).run_by_all();
    outcome.assert_conserved(7.0 * 50.0);
    let collisions = outcome.collisions();
    assert_eq!(collisions.len(), 5);
    assert!(collisions.iter().all(|(time, _)| *time == 5.0 / 7.0));
    for i in 0..bodies.len() {
        let expected = if i == 0 { Vector3::zeros() } else { velocity };
        assert_eq!(outcome.velocity(i), expected, "{i}");
    }
}
