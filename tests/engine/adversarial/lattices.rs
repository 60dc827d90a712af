//! Perfectly stacked lattices: a thousand bodies each of which touches its neighbours.

use super::course::{Course, ball, cube};
use kinesweep::{Body, Method, Settings};
use nalgebra::Vector3;

const SIDE: usize = 10;

/// A lattice of touching bodies 1 m apart.
fn lattice(body: &Body, side: usize) -> Vec<Body> {
    let place = |i: usize| Vector3::new(i % side, i / side % side, i / side / side).map(|c| c as f64);
    (0..side.pow(3)).map(|i| body.clone().position(place(i))).collect()
}

#[test]
fn at_rest_nothing_happens() {
    for body in [ball(0.5), cube(0.5)] {
        let bodies = lattice(&body, SIDE);
        let outcome = Course {
            audit: false,
            ..Course::new(&bodies, 100.0)
        }
        .agree_by(&[Method::Leases, Method::Lists]);
        assert_eq!((outcome.events.len(), outcome.error.as_ref()), (0, None));
        for (i, body) in bodies.iter().enumerate() {
            assert_eq!(outcome.position(i), body.position);
        }
        let small = lattice(&body, 4);
        assert_eq!(Course::new(&small, 100.0).agree().events, []);
    }
}

/// A ball strikes a row of the lattice head on: the blow goes through it, and the last one leaves.
#[test]
fn a_ball_lattice_struck_in_line_hands_the_blow_on() {
    let mut bodies = lattice(&ball(0.5), SIDE);
    bodies.push(ball(0.5).position(Vector3::new(-3.0, 4.0, 4.0)).velocity(Vector3::x()));
    let outcome = Course {
        audit: false,
        ..Course::new(&bodies, 10.0)
    }
    .agree_by(&[Method::Leases, Method::Lists]);
    outcome.assert_conserved(1.0);
    let collisions = outcome.collisions();
    assert_eq!(collisions.len(), SIDE);
    assert!(collisions.iter().all(|(time, hit)| *time == 2.0 && hit.closing_speed == 1.0));
    let last = 4 * SIDE * SIDE + 4 * SIDE + SIDE - 1;
    for i in 0..bodies.len() {
        let expected = if i == last { Vector3::x() } else { Vector3::zeros() };
        assert_eq!(outcome.velocity(i), expected, "{i}");
    }
}

#[test]
fn a_cube_lattice_struck_in_line_hands_the_blow_on() {
    let mut bodies = lattice(&cube(0.5), SIDE);
    bodies.push(cube(0.5).position(Vector3::new(-3.0, 4.0, 4.0)).velocity(Vector3::x()));
    let outcome = Course {
        audit: false,
        ..Course::new(&bodies, 10.0)
    }
    .agree_by(&[Method::Leases, Method::Lists]);
    outcome.assert_conserved(1.0);
    // The sides of the row touch its neighbours and slide: only the row collides.
    assert_eq!(outcome.collisions().len(), SIDE);
    let last = 4 * SIDE * SIDE + 4 * SIDE + SIDE - 1;
    assert_eq!(outcome.velocity(last), Vector3::x());
}

/// A blow from the side of the lattice spreads to all of it.
#[test]
fn a_lattice_struck_aslant_keeps_energy_and_momentum() {
    for body in [ball(0.5), cube(0.5)] {
        let mut bodies = lattice(&body, 6);
        bodies.push(
            ball(0.5)
                .position(Vector3::new(-3.0, -2.7, -2.4))
                .velocity(Vector3::new(1.0, 1.1, 0.9)),
        );
        let outcome = Course {
            most_events: 100_000,
            audit: false,
            ..Course::new(&bodies, 10.0)
        }
        .agree_by(&[Method::Leases, Method::Lists]);
        outcome.assert_conserved(2.0);
        assert!(outcome.collisions().len() >= 3);
    }
}

/// The same where collisions take energy: it ends, and no energy is gained.
#[test]
fn an_inelastic_lattice_struck_comes_to_an_end() {
    // Without restitution a blow is handed about in ever smaller parts, until those are rounding: many events for few bodies.
    for (restitution, side) in [(0.0, 2), (0.3, 4)] {
        for body in [ball(0.5), cube(0.5)] {
            let mut bodies = lattice(&body, side);
            bodies.push(ball(0.5).position(Vector3::new(-3.0, 0.7, 0.6)).velocity(Vector3::x()));
            let settings = Settings {
                restitution,
                ..Settings::default()
            };
            let outcome = Course {
                settings,
                most_events: 100_000,
                ..Course::new(&bodies, 10.0)
            }
            .agree_by(&[Method::Leases, Method::Lists, Method::Cached]);
            assert_eq!(outcome.error, None);
            outcome.assert_momentum(1.0);
            assert!(outcome.energy[1] <= outcome.energy[0]);
        }
    }
}
