//! Random tensors, equal moments, refusals.

use super::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A seeded number from 0 to 1.
fn draws(seed: u64) -> impl FnMut() -> f64 {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    move || (random.next_u64() >> 11) as f64 * 2f64.powi(-53)
}

fn rotation(draw: &mut impl FnMut() -> f64) -> UnitQuaternion<f64> {
    UnitQuaternion::from_scaled_axis(Vector3::from_fn(|_, _| 4.0 * draw() - 2.0))
}

fn with_axes(moments: Vector3<f64>, axes: &UnitQuaternion<f64>) -> Matrix3<f64> {
    let centre = Vector3::zeros();
    Inertia {
        moments,
        axes: *axes,
        centre,
    }
    .tensor()
}

/// Moments of a body with these mean squares along its axes.
fn of_spread(spread: &Vector3<f64>) -> Vector3<f64> {
    Vector3::new(spread.y + spread.z, spread.z + spread.x, spread.x + spread.y)
}

#[test]
fn random_tensors_are_diagonalised_within_rounding() {
    let mut draw = draws(1);
    for round in 0..20_000 {
        let spread = Vector3::from_fn(|axis, _| match (round % 5, axis) {
            (1, 0) => 1e-6 * draw(),
            (2, 0 | 1) => 1e-6 * draw(),
            (3, 0 | 1) => 0.5,
            (4, 0 | 1) => 0.5 + 1e-9 * draw(),
            _ => draw(),
        });
        let expected = of_spread(&spread);
        let scale = [1.0, 1e-60, 1e60][round % 3];
        let tensor = with_axes(expected, &rotation(&mut draw)) * scale;
        let found = Inertia::from_tensor(&tensor, Vector3::zeros()).unwrap();
        let error = (found.tensor() - tensor).amax() / tensor.amax();
        assert!(error <= 32.0 * f64::EPSILON, "{round}: {error:e}");
        let norm = found.axes.as_ref().norm();
        assert!((norm - 1.0).abs() <= 2.0 * f64::EPSILON, "{norm}");
        let sorted = |moments: &Vector3<f64>| {
            let mut sorted = [moments.x, moments.y, moments.z];
            sorted.sort_by(f64::total_cmp);
            Vector3::from(sorted)
        };
        let error = (sorted(&(found.moments / scale)) - sorted(&expected)).amax() / expected.max();
        assert!(error <= 32.0 * f64::EPSILON, "{round}: {error:e}");
        if round % 5 == 3 {
            let [a, b, c] = sorted(&found.moments).into();
            assert!(a == b || b == c, "{a} {b} {c}");
        }
    }
}

/// Eigenvalues of positive matrices keep their relative digits, as those of thin bodies.
#[test]
fn small_eigenvalues_of_graded_matrices_are_exact() {
    let mut draw = draws(2);
    for _ in 0..2000 {
        // Nearly diagonal after scaling: D (1 + E) D.
        let scale = Vector3::new(1.0, 1e-5, 1e-10);
        let part = Matrix3::new(0.0, draw(), draw(), 0.0, 0.0, draw(), 0.0, 0.0, 0.0) * 0.1;
        let core = Matrix3::identity() + part + part.transpose();
        let matrix = Matrix3::from_fn(|i, j| core[(i, j)] * scale[i] * scale[j]);
        let (found, _) = diagonalised(&matrix);
        // The product of the eigenvalues is the determinant, that of two blocks bounds the largest.
        let exact = core.determinant() * (scale.product() * scale.product());
        assert!((found.product() / exact - 1.0).abs() <= 1e-14, "{found}");
        assert!(found.iter().all(|value| *value > 0.0));
    }
}

#[test]
fn a_diagonal_tensor_gives_its_diagonal() {
    for moments in [
        Vector3::new(3.0, 2.0, 4.0),
        Vector3::new(0.1, 0.2, 0.3),
        Vector3::new(0.1, 0.1, 0.1),
        Vector3::new(1e-12, 1.0, 1.0),
        Vector3::new(0.7, 0.3, 0.7),
    ] {
        let centre = Vector3::new(1.0, 2.0, 3.0);
        let found = Inertia::from_tensor(&Matrix3::from_diagonal(&moments), centre).unwrap();
        assert_eq!(found, Inertia::from_moments(moments, centre).unwrap());
        assert_eq!(
            (found.moments, found.axes, found.centre),
            (moments, UnitQuaternion::identity(), centre)
        );
        assert_eq!(found.tensor(), Matrix3::from_diagonal(&moments));
        assert_eq!(found.is_spherical(), moments == Vector3::repeat(0.1));
        assert_eq!(found.scaled(2.0).tensor(), Matrix3::from_diagonal(&(moments * 2.0)));
    }
}

#[test]
fn moments_that_differ_by_rounding_become_equal() {
    let near = |value: f64, roundings: f64| value * (1.0 + roundings * f64::EPSILON);
    let of = |x: f64, y: f64, z: f64| {
        Inertia::from_moments(Vector3::new(x, y, z), Vector3::zeros())
            .unwrap()
            .moments
    };
    let found = of(near(0.3, 3.0), 0.3, near(0.3, -5.0));
    assert_eq!(found, Vector3::repeat(found.x));
    let found = of(near(0.3, 3.0), 0.2, 0.3);
    assert!(found.x == found.z && found.y == 0.2);
    // Measured, not rounded.
    let found = of(0.3, 0.3 * (1.0 + 1e-12), 0.2);
    assert!(found.x != found.y);
}

/// The parallel axis theorem: about a point at a distance d, each moment across grows by d².
#[test]
fn inertia_about_another_point_is_larger() {
    let body = Inertia::from_moments(Vector3::new(1.0, 2.0, 2.5), Vector3::x()).unwrap();
    let about = body.about(&Vector3::new(1.0, 0.0, 2.0)).unwrap();
    assert_eq!(about.moments, Vector3::new(5.0, 6.0, 2.5));
    assert_eq!(about.centre, Vector3::new(1.0, 0.0, 2.0));
    assert_eq!(body.about(&Vector3::x()).unwrap(), body);
}

#[test]
fn impossible_tensors_are_refused() {
    let refused = |tensor: [[f64; 3]; 3]| {
        let tensor = Matrix3::from_fn(|row, column| tensor[row][column]);
        Inertia::from_tensor(&tensor, Vector3::zeros()).unwrap_err().to_string()
    };
    let diagonal = |x: f64, y: f64, z: f64| [[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z]];
    for (tensor, message) in [
        (
            diagonal(1.0, 2.0, 3.1),
            "inertia = [1, 2, 3.1]: no principal moment may exceed the sum",
        ),
        (
            diagonal(0.0, 1.0, 1.0),
            "inertia = [0, 1, 1]: each principal moment must be a finite number from 1e-90 to 1e90",
        ),
        (diagonal(-1.0, 1.0, 1.0), "inertia = [-1, 1, 1]: each principal moment"),
        (diagonal(f64::NAN, 1.0, 1.0), "inertia[0][0] = NaN: must be a finite number"),
        (diagonal(1.0, 1e91, 1.0), "inertia[1][1] = 1e91: must be a finite number"),
        (
            [[1.0, 0.1, 0.0], [0.1001, 1.0, 0.0], [0.0, 0.0, 1.0]],
            "inertia[0][1] = 0.1: must equal inertia[1][0] = 0.1001",
        ),
        (
            [[1.0, 2.0, 0.0], [2.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            "each principal moment must be",
        ),
    ] {
        let found = refused(tensor);
        assert!(found.contains(message), "{found}");
    }
    // Within the tolerance, a flat plate.
    assert!(Inertia::from_moments(Vector3::new(1.0, 2.0, 3.0 + 1e-9), Vector3::zeros()).is_ok());
    assert!(Inertia::from_moments(Vector3::repeat(1.0), Vector3::x() * 1e16).is_err());
    let mut turned = Inertia::from_moments(Vector3::repeat(1.0), Vector3::zeros()).unwrap();
    turned.axes = UnitQuaternion::new_unchecked(nalgebra::Quaternion::new(2.0, 0.0, 0.0, 0.0));
    assert_eq!(turned.check().unwrap_err().field, "axes");
}
