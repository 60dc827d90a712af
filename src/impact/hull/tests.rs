use super::super::moments::Moments;
use super::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

fn random_points(seed: u64, count: usize) -> Vec<Vector3<f64>> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut next = move || (random.next_u64() >> 11) as f64 * 2f64.powi(-53) * 2.0 - 1.0;
    (0..count).map(|_| Vector3::from_fn(|_, _| next())).collect()
}

/// Closed, convex, holding all points; vertices, normals and edges that fit the triangles.
fn sanity_check(points: &[Vector3<f64>], hull: &Hull) {
    let size = points.iter().map(|p| (p - points[0]).norm()).fold(0.0, f64::max);
    let [vertices, triangles] = [hull.polytope.vertices.len(), hull.triangles.len()];
    assert!(vertices >= 4 && triangles >= 4 && triangles % 2 == 0);
    for normal in &hull.polytope.normals {
        assert!((normal.norm() - 1.0).abs() < 1e-14);
        let highest = |of: &[Vector3<f64>]| of.iter().map(|p| p.dot(normal)).fold(f64::MIN, f64::max);
        assert!((highest(points) - highest(&hull.polytope.vertices)).abs() < 1e-12 * size);
    }
    for [a, b, c] in &hull.triangles {
        let normal = (b - a).cross(&(c - a));
        if normal.norm() > 1e-6 * size * size {
            let normal = normal.normalize();
            assert!(points.iter().all(|p| (p - a).dot(&normal) < 1e-9 * size));
            assert!(hull.polytope.normals.iter().any(|n| n.cross(&normal).norm() < 1e-6));
        }
    }
    assert!(Moments::enclosed(hull.triangles.iter().copied()).volume > 0.0);
}

fn counts(hull: &Hull) -> [usize; 3] {
    let Polytope {
        vertices,
        normals,
        edges,
        ..
    } = &hull.polytope;
    [vertices.len(), normals.len(), edges.len()]
}

#[test]
fn random_hulls_satisfy_euler() {
    for (seed, count) in [4, 5, 8, 20, 100, 400].into_iter().enumerate() {
        let points = random_points(seed as u64, count);
        sanity_check(&points, &convex_hull(&points).unwrap());
        let sphere: Vec<_> = points.iter().map(|p| p.normalize()).collect();
        let hull = convex_hull(&sphere).unwrap();
        sanity_check(&sphere, &hull);
        // In general position all points are corners, and Euler's formula gives the faces.
        assert_eq!([hull.polytope.vertices.len(), hull.triangles.len()], [count, 2 * count - 4]);
    }
}

#[test]
fn the_hull_of_a_grid_is_a_box() {
    let mut points: Vec<Vector3<f64>> = Vec::new();
    for i in 0..125 {
        points.push(Vector3::new((i % 5) as f64, (i / 5 % 5) as f64, (i / 25) as f64 * 0.3));
    }
    points.extend_from_within(..60);
    let hull = convex_hull(&points).unwrap();
    sanity_check(&points, &hull);
    assert_eq!(counts(&hull), [8, 3, 3]);
    assert!((Moments::enclosed(hull.triangles.iter().copied()).volume - 4.0 * 4.0 * 1.2).abs() < 1e-12);
    // After a rotation the points of a face are in one plane only up to rounding.
    let rotation = nalgebra::Rotation3::from_scaled_axis(Vector3::new(0.3, -1.0, 0.7));
    let rotated: Vec<_> = points.iter().map(|p| rotation * p).collect();
    let hull = convex_hull(&rotated).unwrap();
    sanity_check(&rotated, &hull);
    assert_eq!(counts(&hull), [8, 3, 3]);
}

#[test]
fn thin_small_and_large_hulls_are_valid() {
    for scale in [1e-14, 1.0, 1e14] {
        for thickness in [1.0, 1e-4, 1e-9] {
            let points: Vec<_> = random_points(9, 40)
                .iter()
                .map(|p| Vector3::new(p.x, p.y, p.z * thickness) * scale)
                .collect();
            let hull = convex_hull(&points).unwrap();
            assert_eq!(
                hull.polytope.vertices.len(),
                convex_hull(&random_points(9, 40)).unwrap().polytope.vertices.len()
            );
            let volume = Moments::enclosed(hull.triangles.iter().copied()).volume;
            assert!(volume > 0.0 && volume < 8.0 * thickness * scale * scale * scale);
        }
    }
}

#[test]
fn points_in_a_plane_are_refused() {
    let flat: Vec<_> = random_points(3, 30).iter().map(|p| Vector3::new(p.x, p.y, 0.0)).collect();
    let error = convex_hull(&flat).unwrap_err();
    assert_eq!(error.field, "points");
    assert!(convex_hull(&[Vector3::x(); 5]).is_err());
}
