//! A thousand bodies that all arrive at one point at one time.

use super::checked_run::{CheckedRun, ball, cube};
use crate::support::Random;
use kinesweep::{Body, EventKind, Method, ResponseMode, Settings};
use nalgebra::Vector3;

/// Evenly spread directions: a Fibonacci spiral on the unit sphere.
fn directions(count: usize) -> Vec<Vector3<f64>> {
    let golden = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    let direction = |i: usize| {
        let y = 1.0 - 2.0 * (i as f64 + 0.5) / count as f64;
        let (sin, cos) = (golden * i as f64).sin_cos();
        Vector3::new(cos, 0.0, sin) * (1.0 - y * y).sqrt() + Vector3::y() * y
    };
    (0..count).map(direction).collect()
}

/// Bodies with centres that are all at the origin at time 1.
fn converging(count: usize, distance: f64) -> Vec<Body> {
    let body = |(i, direction): (usize, &Vector3<f64>)| {
        let body = if i % 20 == 19 { cube(0.1) } else { ball(0.1) };
        body.position(direction * distance).velocity(-direction * distance)
    };
    directions(count).iter().enumerate().map(body).collect()
}

#[test]
fn a_thousand_balls_pass_through_one_point_in_closed_form() {
    check_pass_through(1_000, &[Method::Cached]);
    check_pass_through(400, &[Method::Leases, Method::Lists]);
}

/// Only balls: each pair's contact is known in closed form.
fn check_pass_through(count: usize, methods: &[Method]) {
    let bodies: Vec<Body> = directions(count)
        .iter()
        .map(|direction| ball(0.1).position(direction * 10.0).velocity(direction * -10.0))
        .collect();
    let settings = Settings {
        response: ResponseMode::PassThrough,
        ..Settings::default()
    };
    let checked = CheckedRun {
        settings,
        most_events: count * count,
        audit: false,
        ..CheckedRun::new(&bodies, 2.0)
    };
    let outcome = checked.run_by_methods(methods);
    assert_eq!(outcome.error, None);
    assert_eq!(outcome.events.len(), count * (count - 1));
    let begins = outcome.events.iter().filter_map(|event| match event.kind {
        EventKind::ContactBegin(touch) => Some((event.time, touch)),
        _ => None,
    });
    for (time, touch) in begins {
        let [a, b] = touch.bodies.map(|id| &bodies[id.index()]);
        // Both approach the origin at one speed, so their distance is proportional to the remaining
        // time.
        let expected = 1.0 - 0.2 / (a.position - b.position).norm();
        assert!((time - expected).abs() < 1e-13, "{time}, not {expected}");
    }
}

#[test]
fn balls_and_cubes_pass_through_one_point_with_begin_and_end_for_each_pair() {
    let mut bodies = converging(120, 10.0);
    for body in &mut bodies {
        body.position += Vector3::x() * 3.0;
    }
    let settings = Settings {
        response: ResponseMode::PassThrough,
        ..Settings::default()
    };
    let checked = CheckedRun {
        settings,
        most_events: 120 * 120,
        ..CheckedRun::new(&bodies, 2.0)
    };
    let outcome = checked.run_by_all();
    assert_eq!(outcome.events.len(), 120 * 119, "each pair begins and ends");
    assert_eq!(outcome.counters().unresolved, 0);
}

#[test]
fn a_thousand_balls_colliding_at_one_point_conserve_energy_and_momentum() {
    check_collision_at_one_point(1_000, &[Method::Leases]);
    check_collision_at_one_point(300, &[Method::Leases, Method::Lists, Method::Cached]);
}

fn check_collision_at_one_point(count: usize, methods: &[Method]) {
    let bodies = converging(count, 20.0);
    let checked = CheckedRun {
        most_events: 100_000,
        audit: false,
        ..CheckedRun::new(&bodies, 4.0)
    };
    let outcome = checked.run_by_methods(methods);
    outcome.assert_conserved(20.0 * count as f64);
    assert!(outcome.collisions().len() > count);
    assert_eq!(outcome.counters().unresolved, 0);
}

/// Many balls hit one in the middle at the same time. The order of insertion determines only the
/// order of ties.
#[test]
fn simultaneous_hits_on_one_ball_do_not_depend_on_insertion_order() {
    let signs = |i: usize| Vector3::from_fn(|axis, _| if i >> axis & 1 == 0 { -1.0 } else { 1.0 });
    // To the faces of a cube, to its corners, and to the middles of its edges: at least 60 degrees
    // apart, so that no others collide before.
    let faces: Vec<Vector3<f64>> = (0..6).map(|i| Vector3::ith(i / 2, signs(i).x)).collect();
    let corners: Vec<Vector3<f64>> = (0..8).map(|i| signs(i).normalize()).collect();
    let edge = |i: usize| {
        let mut edge = signs(i % 4);
        (edge[2], edge[i / 4]) = (edge[i / 4], 0.0);
        edge.normalize()
    };
    let edges: Vec<Vector3<f64>> = (0..12).map(edge).collect();
    for directions in [faces, corners, edges] {
        let mut bodies = vec![ball(1.0)];
        bodies.extend(
            directions
                .iter()
                .map(|direction| ball(1.0).position(direction * 5.0).velocity(-direction)),
        );
        let outcome = CheckedRun::new(&bodies, 100.0).run_by_all();
        outcome.assert_conserved(directions.len() as f64);
        assert!((outcome.collisions()[0].0 - 3.0).abs() < 1e-14);
        // The centre of mass stays: no external force.
        let sum: Vector3<f64> = bodies.iter().map(|body| body.position + body.velocity * 100.0).sum();
        let after: Vector3<f64> = (0..bodies.len()).map(|i| outcome.position(i)).sum();
        assert!((sum - after).norm() < 1e-10);
    }
}

/// Eight cubes from the eight octants collide corner to corner at the origin.
#[test]
fn eight_cubes_colliding_at_their_corners_reverse_their_velocities() {
    let corner = |i: u8| Vector3::from_fn(|axis, _| if i >> axis & 1 == 0 { -1.0 } else { 1.0 });
    let bodies: Vec<Body> = (0..8)
        .map(|i| cube(0.5).position(corner(i) * 1.5).velocity(-corner(i)))
        .collect();
    let outcome = CheckedRun::new(&bodies, 10.0).run_by_all();
    outcome.assert_conserved(16.0);
    assert!(outcome.collisions().iter().all(|(time, _)| *time == 1.0));
    // By symmetry each reverses its velocity.
    for (i, body) in bodies.iter().enumerate() {
        assert!((outcome.velocity(i) + body.velocity).norm() < 1e-14, "{i}");
    }
}

/// The same collision with shuffled bodies: other ids and other ties, but energy and momentum are
/// conserved.
#[test]
fn shuffled_collisions_conserve_energy_and_momentum() {
    let mut random = Random::new(7);
    for _ in 0..4 {
        let mut bodies = converging(60, 5.0);
        for i in (1..bodies.len()).rev() {
            bodies.swap(i, random.below(i as u64 + 1) as usize);
        }
        CheckedRun::new(&bodies, 4.0).run_by_all().assert_conserved(300.0);
    }
}
