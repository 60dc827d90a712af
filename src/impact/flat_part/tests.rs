use super::*;
use crate::impact::{Collider, Moving, forecast};
use crate::motion::MotionPiece;
use crate::scene::Shape;
use nalgebra::UnitQuaternion;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Slow check: a ball that certainly stays beside the plane of a triangle is never inside it while it
/// approaches, at many times.
#[test]
fn a_ball_beside_the_plane_never_closes_on_the_triangle() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(21);
    let mut draw = move || (random.next_u64() >> 11) as f64 * 2f64.powi(-52) - 1.0;
    let mut certain = 0;
    for case in 0..4_000 {
        let mut vector = |scale: f64| Vector3::from_fn(|_, _| draw() * scale);
        let corners = vec![vector(2.0), vector(2.0), vector(2.0)];
        let triangle = Collider::new(&Shape::mesh(corners, vec![[0, 1, 2]]).unwrap()).unwrap();
        let radius = 0.5;
        let ball = Collider::new(&Shape::ball(radius).unwrap()).unwrap();
        let [of_mesh, of_ball] = [&triangle, &ball].map(|collider| &collider.parts().unwrap().leaves[0]);
        let mut piece = MotionPiece {
            position: vector(2.0),
            velocity: vector(2.0),
            acceleration: if case % 2 == 0 { Vector3::zeros() } else { vector(2.0) },
            ..MotionPiece::at_rest()
        };
        if case % 3 == 0 {
            // It touches the plane, up to rounding.
            let Core::Polytope(flat) = &of_mesh.core else {
                panic!("a triangle")
            };
            let (normal, height) = (flat.normals[0], flat.normals[0].dot(&(piece.position - flat.vertices[0])));
            piece.position += normal * (radius.copysign(height) - height);
        }
        let orientation = crate::portable::rotation(&vector(3.0));
        let turned = |v: Vector3<f64>| orientation * v;
        let still = MotionPiece {
            orientation: if case % 5 < 2 {
                orientation
            } else {
                UnitQuaternion::identity()
            },
            ..MotionPiece::at_rest()
        };
        if case % 5 < 2 {
            (piece.position, piece.velocity) = (turned(piece.position), turned(piece.velocity));
            piece.acceleration = turned(piece.acceleration);
        }
        // In the axes of the first.
        let rotation = *still.orientation.to_rotation_matrix().matrix();
        let window = Interval {
            begin: 0.0,
            end: [2.0, f64::INFINITY][case / 2 % 2],
        };
        let stays = match case % 5 {
            0 => stays_beside_plane(
                [of_ball, of_mesh],
                &Relative::new(&piece, &still),
                Some(&rotation),
                window,
                4.0,
            ),
            1 => {
                let rel = Relative::new(&still, &piece).in_frame_of(&still.orientation);
                stays_beside_plane([of_mesh, of_ball], &rel, Some(&rotation.transpose()), window, 4.0)
            }
            2 => stays_beside_plane([of_ball, of_mesh], &Relative::new(&piece, &still), None, window, 4.0),
            _ => stays_beside_plane([of_mesh, of_ball], &Relative::new(&still, &piece), None, window, 4.0),
        };
        if !stays {
            continue;
        }
        certain += 1;
        let vertices: Vec<_> = of_mesh.vertices().iter().map(|vertex| still.orientation * vertex).collect();
        let normal = (vertices[1] - vertices[0]).cross(&(vertices[2] - vertices[0])).normalize();
        let last = window.end.min(10.0);
        let gap_at = |s: f64| normal.dot(&(piece.position_at(s) - vertices[0])).abs() - radius;
        for step in 0..=200 {
            assert!(gap_at(last * f64::from(step) / 200.0) > -1e-12, "case {case}");
        }
        let extents = [triangle.extents_along(&still), ball.extents_along(&piece)];
        let [mesh, ball] = [(&triangle, &still, &extents[0]), (&ball, &piece, &extents[1])]
            .map(|(collider, piece, extents)| Moving::new(collider, piece, extents));
        let first = match forecast(&mesh, &ball, f64::NEG_INFINITY, f64::INFINITY) {
            crate::impact::Forecast::Impact(impact) => impact.time,
            _ => f64::INFINITY,
        };
        assert!(
            first > window.end.min(f64::MAX),
            "case {case}: the general search finds an impact at {first}"
        );
    }
    assert!(certain > 1_000, "{certain}");
}
