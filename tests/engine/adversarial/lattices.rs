//! Close lattices: a thousand bodies, each in contact with its neighbours.

use super::checked_run::{CheckedRun, ball, cube};
use kinesweep::{Body, Method, Settings};
use nalgebra::Vector3;

const SIDE: usize = 10;

/// A lattice of touching bodies 1 m apart.
fn lattice(body: &Body, side: usize) -> Vec<Body> {
    let position = |i: usize| Vector3::new(i % side, i / side % side, i / side / side).map(|c| c as f64);
    (0..side.pow(3)).map(|i| body.clone().position(position(i))).collect()
}

#[test]
fn a_touching_lattice_at_rest_has_no_events() {
    for body in [ball(0.5), cube(0.5)] {
        let bodies = lattice(&body, SIDE);
        let outcome = CheckedRun {
            audit: false,
            ..CheckedRun::new(&bodies, 100.0)
        }
        .run_by_methods(&[Method::Leases, Method::Lists]);
        assert_eq!((outcome.events.len(), outcome.error.as_ref()), (0, None));
        for (i, body) in bodies.iter().enumerate() {
            assert_eq!(outcome.position(i), body.position);
        }
        let small = lattice(&body, 4);
        assert_eq!(CheckedRun::new(&small, 100.0).run_by_all().events, []);
    }
}

/// A ball hits a row of the lattice head on: the impulse passes through the row, and its last ball
/// leaves.
#[test]
fn a_hit_along_a_row_of_balls_moves_only_the_last_ball() {
    let mut bodies = lattice(&ball(0.5), SIDE);
    bodies.push(ball(0.5).position(Vector3::new(-3.0, 4.0, 4.0)).velocity(Vector3::x()));
    let outcome = CheckedRun {
        audit: false,
        ..CheckedRun::new(&bodies, 10.0)
    }
    .run_by_methods(&[Method::Leases, Method::Lists]);
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
fn a_hit_along_a_row_of_cubes_moves_only_the_last_cube() {
    let mut bodies = lattice(&cube(0.5), SIDE);
    bodies.push(cube(0.5).position(Vector3::new(-3.0, 4.0, 4.0)).velocity(Vector3::x()));
    let outcome = CheckedRun {
        audit: false,
        ..CheckedRun::new(&bodies, 10.0)
    }
    .run_by_methods(&[Method::Leases, Method::Lists]);
    outcome.assert_conserved(1.0);
    // The row slides along its neighbours: only the row collides.
    assert_eq!(outcome.collisions().len(), SIDE);
    let last = 4 * SIDE * SIDE + 4 * SIDE + SIDE - 1;
    assert_eq!(outcome.velocity(last), Vector3::x());
}

/// An oblique hit spreads to the whole lattice.
#[test]
fn an_oblique_hit_on_a_lattice_conserves_energy_and_momentum() {
    for body in [ball(0.5), cube(0.5)] {
        let mut bodies = lattice(&body, 6);
        bodies.push(
            ball(0.5)
                .position(Vector3::new(-3.0, -2.7, -2.4))
                .velocity(Vector3::new(1.0, 1.1, 0.9)),
        );
        let outcome = CheckedRun {
            most_events: 100_000,
            audit: false,
            ..CheckedRun::new(&bodies, 10.0)
        }
        .run_by_methods(&[Method::Leases, Method::Lists]);
        outcome.assert_conserved(2.0);
        assert!(outcome.collisions().len() >= 3);
    }
}

/// The same with inelastic collisions: the run ends, and no energy is gained.
#[test]
fn a_hit_on_an_inelastic_lattice_ends_in_bounded_events() {
    // Without restitution an impulse is passed on in ever smaller parts, down to rounding: many
    // events for few bodies.
    for (restitution, side) in [(0.0, 2), (0.3, 4)] {
        for body in [ball(0.5), cube(0.5)] {
            let mut bodies = lattice(&body, side);
            bodies.push(ball(0.5).position(Vector3::new(-3.0, 0.7, 0.6)).velocity(Vector3::x()));
            let settings = Settings {
                restitution,
                ..Settings::default()
            };
            let outcome = CheckedRun {
                settings,
                most_events: 100_000,
                ..CheckedRun::new(&bodies, 10.0)
            }
            .run_by_methods(&[Method::Leases, Method::Lists, Method::Cached]);
            assert_eq!(outcome.error, None);
            outcome.assert_momentum(1.0);
            assert!(outcome.energy[1] <= outcome.energy[0]);
        }
    }
}
