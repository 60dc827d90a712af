//! Moments against closed forms and sums of slices. Those of whole shapes are in
//! `tests/mass_properties.rs`.

use super::*;
use approx::assert_relative_eq;

/// The same surface of a cuboid as twelve triangles.
fn box_surface(half: Vector3<f64>, at: Vector3<f64>) -> Vec<[Vector3<f64>; 3]> {
    let corner = |bits: usize| at + Vector3::from_fn(|axis, _| if bits >> axis & 1 == 0 { -half[axis] } else { half[axis] });
    let mut triangles = Vec::new();
    for axis in 0..3 {
        let (u, v) = (1 << ((axis + 1) % 3), 1 << ((axis + 2) % 3));
        let up = 1 << axis;
        triangles.extend([[up, up | u, up | u | v], [up, up | u | v, up | v]].map(|t| t.map(corner)));
        triangles.extend([[0, u | v, u], [0, v, u | v]].map(|t| t.map(corner)));
    }
    triangles
}

#[test]
fn a_closed_surface_has_the_moments_of_its_volume() {
    for at in [Vector3::zeros(), Vector3::new(5.0, -3.0, 2.0)] {
        let half = Vector3::new(0.5, 1.0, 2.0);
        let enclosed = Moments::enclosed(box_surface(half, at).into_iter());
        let closed = Moments::cuboid(&half).placed(&Isometry3::translation(at.x, at.y, at.z));
        assert_relative_eq!(enclosed.volume, closed.volume, max_relative = 1e-12);
        assert_relative_eq!(enclosed.square, closed.square, max_relative = 1e-12);
        assert_relative_eq!(enclosed.centroid, at, max_relative = 1e-15);
        assert_relative_eq!(enclosed.covariance, closed.covariance, epsilon = 1e-15);
    }
}

#[test]
fn degenerate_capsules_have_the_moments_of_a_ball_and_a_rod() {
    let ball = Moments::ball(0.7);
    let capsule = Moments::capsule(0.0, 0.7);
    assert_relative_eq!(ball.square, capsule.square, max_relative = 1e-14);
    // A thin one is a rod: a third of the squared half length, over the mass; the trace counts
    // it twice.
    let rod = Moments::capsule(1.0, 1e-6);
    assert_relative_eq!(rod.gyration().unwrap(), 2.0 / 9.0, max_relative = 1e-5);
    assert_relative_eq!(ball.gyration().unwrap(), 0.4 * 0.49, max_relative = 1e-14);
}

#[test]
fn a_capsule_has_the_moments_of_its_slices() {
    let (half_height, radius) = (0.8, 0.3);
    let slices = 200_000;
    let (low, high) = (-half_height - radius, half_height + radius);
    let step: f64 = (high - low) / f64::from(slices);
    let mut sum = Moments::default();
    for slice in 0..slices {
        let y = low + (f64::from(slice) + 0.5) * step;
        let beyond = (y.abs() - half_height).max(0.0);
        let square = radius * radius - beyond * beyond;
        sum.volume += PI * square * step;
        sum.square += PI * square * (0.5 * square + y * y) * step;
        // A disc: a quarter of its squared radius along each diameter.
        sum.covariance += Matrix3::from_diagonal(&Vector3::new(square / 4.0, y * y, square / 4.0)) * (PI * square * step);
    }
    let capsule = Moments::capsule(half_height, radius);
    assert_relative_eq!(sum.volume, capsule.volume, max_relative = 1e-8);
    assert_relative_eq!(sum.square, capsule.square, max_relative = 1e-8);
    assert_relative_eq!(sum.covariance / sum.volume, capsule.covariance, max_relative = 1e-8);
}

/// The scalar radius of gyration is about the body's origin, the tensor about its centroid.
#[test]
fn both_kinds_of_second_moments_agree() {
    let place = Isometry3::new(Vector3::new(0.3, -2.0, 1.0), Vector3::new(0.5, 0.2, -0.7));
    for solid in [
        Moments::ball(0.7),
        Moments::cuboid(&Vector3::new(0.5, 1.0, 2.0)),
        Moments::capsule(0.8, 0.3),
    ] {
        for moments in [solid, solid.placed(&place), Moments::sum(&[solid, solid.placed(&place)])] {
            let square = moments.volume * (moments.covariance.trace() + moments.centroid.norm_squared());
            assert_relative_eq!(square, moments.square, max_relative = 1e-14);
        }
    }
}

/// Balls keep the bits of the scalar that the golden tables depend on.
#[test]
fn gyration_of_balls_has_known_bits() {
    for radius in [0.01, 0.5, 0.7, 1.0, 3.0] {
        let volume = 4.0 / 3.0 * PI * radius * radius * radius;
        let expected = 2.0 / 3.0 * (0.6 * volume * radius * radius) / volume;
        assert_eq!(Moments::ball(radius).gyration(), Some(expected));
        assert_eq!(
            Moments::ball(radius).placed(&Isometry3::identity()).gyration(),
            Some(expected)
        );
    }
}
