//! Meshes without thickness: a square of two triangles, one triangle, slivers; hit from both sides,
//! edge-on, at a corner and on the diagonal, by balls and cubes.

use super::checked_run::{CheckedRun, ball, cube};
use kinesweep::{Body, EventKind, ResponseMode, Settings, Shape};
use nalgebra::Vector3;

/// Tolerance of a time: times are small numbers, exact except for the rounding of the solver
/// (bisection and closest points on unit sizes).
const TIME: f64 = 1e-9;

/// A square of side 2 in the plane z = 0, of two triangles with a common diagonal.
fn square() -> Shape {
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| Vector3::new(x, y, 0.0));
    Shape::mesh(corners.to_vec(), vec![[0, 1, 2], [0, 2, 3]]).unwrap()
}

/// A triangle in the plane z = 0 that contains the disc of radius 1 about the origin.
fn triangle() -> Shape {
    let corners = [(-4.0, -2.0), (4.0, -2.0), (0.0, 6.0)].map(|(x, y)| Vector3::new(x, y, 0.0));
    Shape::mesh(corners.to_vec(), vec![[0, 1, 2]]).unwrap()
}

/// Runs a fixed sheet and a body that moves towards it. The body must hit once, at this time, with
/// this normal (from the sheet), and bounce back.
fn assert_bounces(sheet: &Shape, body: Body, time: f64, normal: Vector3<f64>) {
    let velocity = body.velocity;
    let bodies = [Body::fixed(sheet.clone()), body];
    let outcome = CheckedRun::new(&bodies, 20.0).run_by_all();
    let collisions = outcome.collisions();
    assert_eq!(collisions.len(), 1, "{bodies:?}: {collisions:?}");
    let (at, hit) = collisions[0];
    assert!((at - time).abs() < TIME, "{bodies:?}: at {at}, not {time}");
    assert!((hit.normal - normal).norm() < 1e-6, "{bodies:?}: normal {}", hit.normal);
    let reflected = velocity - normal * 2.0 * normal.dot(&velocity);
    assert!(
        (outcome.velocity(1) - reflected).norm() < 1e-5,
        "{bodies:?}: {}",
        outcome.velocity(1)
    );
    assert_eq!(outcome.counters().unresolved, 0, "{bodies:?}");
}

#[test]
fn bodies_bounce_off_both_sides_of_a_sheet() {
    for sheet in [square(), triangle()] {
        for thrown in [ball(0.5), cube(0.5)] {
            for side in [1.0, -1.0] {
                for (x, y) in [(0.0, 0.0), (0.25, -0.125), (0.125, 0.375)] {
                    for speed in [1.0, 1e4] {
                        let body = thrown.clone().position(Vector3::new(x, y, 3.0 * side));
                        let body = body.velocity(Vector3::z() * -side * speed);
                        assert_bounces(&sheet, body, 2.5 / speed, Vector3::z() * side);
                    }
                }
            }
        }
    }
}

#[test]
fn bodies_moving_in_the_plane_bounce_off_the_edges() {
    for thrown in [ball(0.5), cube(0.5)] {
        for (axis, side) in [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)] {
            let out = Vector3::ith(axis, side);
            for z in [0.0, 0.25] {
                if z > 0.0 && thrown == ball(0.5) {
                    continue;
                }
                let body = thrown.clone().position(out * 4.0 + Vector3::z() * z).velocity(-out);
                assert_bounces(&square(), body, 2.5, out);
            }
        }
    }
}

/// A ball off the plane hits the edge obliquely: its centre is at distance r from the edge.
#[test]
fn a_ball_off_the_plane_hits_the_edge_at_distance_r() {
    for z in [0.25, -0.25, 0.4375] {
        let body = ball(0.5).position(Vector3::new(4.0, 0.125, z)).velocity(-Vector3::x());
        let half_chord = (0.25 - z * z).sqrt();
        assert_bounces(&square(), body, 3.0 - half_chord, Vector3::new(half_chord, 0.0, z) / 0.5);
    }
}

#[test]
fn a_ball_hits_a_corner_at_distance_r() {
    let out = Vector3::new(1.0, 1.0, 0.0).normalize();
    let body = ball(0.5).position(out * 5.0).velocity(-out);
    assert_bounces(&square(), body, 5.0 - 2f64.sqrt() - 0.5, out);
}

/// A body that passes the plane at a positive distance does not touch it, and a body that slides
/// over it does not collide.
#[test]
fn passing_by_and_sliding_give_no_collision() {
    for thrown in [ball(0.5), cube(0.5)] {
        for z in [0.5, 0.5 + 1e-9, -0.5] {
            let body = thrown.clone().position(Vector3::new(-5.0, 0.1, z)).velocity(Vector3::x());
            let bodies = [Body::fixed(square()), body];
            assert_eq!(CheckedRun::new(&bodies, 20.0).run_by_all().events, [], "{z}");
        }
    }
}

/// In pass-through the contact with a sheet lasts from the time at which the body reaches its plane
/// to the time at which it leaves it, from both sides.
#[test]
fn passing_through_a_sheet_has_begin_and_end_at_the_plane() {
    let settings = Settings {
        response: ResponseMode::PassThrough,
        ..Settings::default()
    };
    for sheet in [square(), triangle()] {
        for thrown in [ball(0.25), cube(0.25)] {
            for side in [1.0, -1.0] {
                let body = thrown
                    .clone()
                    .position(Vector3::new(0.0, 0.0, 3.0 * side))
                    .velocity(Vector3::z() * -side);
                let bodies = [Body::fixed(sheet.clone()), body];
                let checked = CheckedRun {
                    settings,
                    ..CheckedRun::new(&bodies, 20.0)
                };
                let events = checked.run_by_all().events;
                let times: Vec<f64> = events.iter().map(|event| event.time).collect();
                assert_eq!(events.len(), 2, "{events:?}");
                assert!((times[0] - 2.75).abs() < TIME && (times[1] - 3.25).abs() < TIME, "{times:?}");
                assert!(matches!(events[1].kind, EventKind::ContactEnd { .. }));
            }
        }
    }
}

/// A sliver a millionth as wide as long stops a ball along its whole length; one without area is
/// refused.
#[test]
fn slivers_stop_balls_and_degenerate_ones_are_refused() {
    let sliver = |width: f64| {
        let corners = [(-1.0, 0.0), (1.0, 0.0), (0.0, width)].map(|(x, y)| Vector3::new(x, y, 0.0));
        Shape::mesh(corners.to_vec(), vec![[0, 1, 2]])
    };
    for width in [0.0, 1e-13] {
        assert!(sliver(width).is_err(), "{width}");
    }
    for width in [1e-3, 1e-6, 1e-9] {
        let sheet = sliver(width).unwrap();
        for side in [1.0, -1.0] {
            for thrown in [ball(0.5), cube(0.5)] {
                for x in [0.0, 0.25, -0.5] {
                    let body = thrown
                        .clone()
                        .position(Vector3::new(x, 0.0, 3.0 * side))
                        .velocity(Vector3::z() * -side);
                    assert_bounces(&sheet, body, 2.5, Vector3::z() * side);
                }
                // The hit is on its edge.
                let body = thrown
                    .clone()
                    .position(Vector3::new(0.0, -3.0 * side, 0.0))
                    .velocity(Vector3::y() * side);
                let width = if side > 0.0 { 0.0 } else { width };
                assert_bounces(&sheet, body, 2.5 - width, Vector3::y() * -side);
            }
        }
    }
}

/// Two sheets without thickness collide face to face, and edge to face.
#[test]
fn two_sheets_collide_face_to_face_and_edge_to_face() {
    let small = || {
        let corners = [(-0.5, -0.5), (0.5, -0.5), (0.0, 0.5)].map(|(x, y)| Vector3::new(x, y, 0.0));
        Shape::mesh(corners.to_vec(), vec![[0, 1, 2]]).unwrap()
    };
    for side in [1.0, -1.0] {
        let body = Body::new(small())
            .mass(1.0)
            .position(Vector3::z() * 3.0 * side)
            .velocity(Vector3::z() * -side);
        assert_bounces(&square(), body.clone(), 3.0, Vector3::z() * side);
        let upright = body.orientation(Vector3::x() * std::f64::consts::FRAC_PI_2);
        assert_bounces(&square(), upright, 2.5, Vector3::z() * side);
    }
}
