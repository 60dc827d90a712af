//! Mass properties of shapes: closed forms, invariance, parry.

use super::exact::cube_mesh;
use super::random::Random;
use super::*;
use crate::impact::prepared_shapes::PreparedShapes;
use crate::motion::Inertia;
use crate::scene::{ShapeKind, place};
use nalgebra::{Isometry3, Matrix3};
use std::f64::consts::PI;

fn inertia(shape: &Shape) -> Inertia {
    Inertia::of_shape(shape, 1.0).unwrap()
}

fn ball(radius: f64) -> Shape {
    Shape::ball(radius).unwrap()
}

fn cuboid(half: [f64; 3]) -> Shape {
    Shape::cuboid(half.into()).unwrap()
}

/// Closed form, of 1 kg.
fn cuboid_moments(half: [f64; 3]) -> Vector3<f64> {
    let [a, b, c] = half.map(|h| h * h);
    Vector3::new(b + c, c + a, a + b) / 3.0
}

/// The eight corners, and twelve triangles of a mesh.
fn box_corners(half: [f64; 3]) -> Vec<Vector3<f64>> {
    (0..8)
        .map(|i| Vector3::from_fn(|axis, _| if i >> axis & 1 == 0 { -half[axis] } else { half[axis] }))
        .collect()
}

fn box_mesh(half: [f64; 3]) -> Shape {
    let ShapeKind::Mesh { triangles, .. } = cube_mesh().kind().clone() else {
        unreachable!()
    };
    Shape::mesh(box_corners(half), triangles).unwrap()
}

/// The shape at a place in its body.
fn placed(shape: &Shape, place: Isometry3<f64>) -> Shape {
    match shape.kind() {
        ShapeKind::Compound { parts } => {
            let parts = parts.iter().map(|(own, part)| (place * own, part.clone()));
            Shape::compound(parts.collect()).unwrap()
        }
        _ => Shape::compound(vec![(place, shape.clone())]).unwrap(),
    }
}

#[track_caller]
fn assert_near(found: &Inertia, tensor: &Matrix3<f64>, centre: &Vector3<f64>, tolerance: f64) {
    let error = (found.tensor() - tensor).amax() / tensor.amax();
    assert!(error <= tolerance, "error {error:e}: {} {tensor}", found.tensor());
    let size = tensor.amax().sqrt() + centre.amax();
    let error = (found.centre - centre).amax() / size;
    assert!(error <= tolerance, "error {error:e}: {} {centre}", found.centre);
    found.check().unwrap();
}

#[test]
fn solids_have_the_moments_of_the_closed_forms() {
    let found = inertia(&ball(2.0));
    assert!(found.is_spherical());
    assert!((found.moments - Vector3::repeat(1.6)).amax() <= 4e-16);
    let half = [0.1, 0.25, 0.02];
    assert_near(
        &inertia(&cuboid(half)),
        &Matrix3::from_diagonal(&cuboid_moments(half)),
        &Vector3::zeros(),
        4e-16,
    );
    let found = inertia(&Shape::capsule(0.8, 0.3).unwrap());
    // Cylinder and two half balls, by their masses.
    let (cylinder, caps) = (PI * 0.09 * 1.6, 4.0 / 3.0 * PI * 0.027);
    let (cylinder, caps) = (cylinder / (cylinder + caps), caps / (cylinder + caps));
    let along = cylinder * 0.5 * 0.09 + caps * 0.4 * 0.09;
    let across = cylinder * (0.09 / 4.0 + 0.64 / 3.0) + caps * (0.4 * 0.09 + 0.64 + 0.75 * 0.8 * 0.3);
    assert!((found.moments - Vector3::new(across, along, across)).amax() <= 4e-16);
    assert_eq!(found.moments.x, found.moments.z);
    // Heavier.
    assert_eq!(Inertia::of_shape(&ball(2.0), 3.0).unwrap(), inertia(&ball(2.0)).scaled(3.0));
}

#[test]
fn thin_rods_and_plates_keep_the_digits_of_their_small_moments() {
    for thin in [1e-3, 1e-6, 1e-9] {
        for half in [[1.0, thin, thin], [1.0, thin, 2.0 * thin], [1.0, 2.0, thin], [1.0, 1.0, thin]] {
            let expected = cuboid_moments(half);
            let as_mesh = box_mesh(half);
            let as_hull = Shape::convex(box_corners(half)).unwrap();
            for shape in [cuboid(half), as_mesh, as_hull] {
                let found = inertia(&shape);
                assert_eq!(found.axes, UnitQuaternion::identity(), "{half:?}");
                for axis in 0..3 {
                    let error = found.moments[axis] / expected[axis] - 1.0;
                    assert!(error.abs() <= 1e-14, "{half:?}: axis {axis}: {error:e}");
                }
                found.check().unwrap();
            }
        }
    }
}

#[test]
fn a_regular_tetrahedron_is_spherical() {
    let signs = [[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]];
    let corners: Vec<Vector3<f64>> = signs.iter().map(|corner| Vector3::from(*corner) * 0.7).collect();
    // The edge is 2 sqrt 2 times 0.7; a moment is 1/20 of its square.
    let found = inertia(&Shape::convex(corners).unwrap());
    assert!(found.is_spherical());
    assert_eq!((found.centre, found.axes), (Vector3::zeros(), UnitQuaternion::identity()));
    assert_eq!(found.moments, Vector3::repeat(found.moments.x));
    assert!((found.moments.x - 8.0 * 0.49 / 20.0).abs() <= 1e-16, "{}", found.moments.x);
}

#[test]
fn symmetric_shapes_have_equal_moments_to_the_bit() {
    let cubes = [
        cuboid([0.3; 3]),
        box_mesh([0.3; 3]),
        Shape::convex(box_corners([0.3; 3])).unwrap(),
    ];
    let mut random = Random::new(61);
    for cube in &cubes {
        for round in 0..30 {
            let moved = match round {
                0 => cube.clone(),
                _ => placed(cube, Isometry3::from_parts(random.vector(5.0).into(), random.rotation())),
            };
            let found = inertia(&moved);
            assert_eq!(found.moments, Vector3::repeat(found.moments.x), "{round}");
            assert_eq!(found.axes, UnitQuaternion::identity());
        }
    }
    let plates = [
        cuboid([0.3, 0.02, 0.3]),
        box_mesh([0.3, 0.02, 0.3]),
        Shape::capsule(0.7, 0.2).unwrap(),
    ];
    for plate in &plates {
        for round in 0..30 {
            let moved = match round {
                0 => plate.clone(),
                _ => placed(plate, Isometry3::from_parts(random.vector(5.0).into(), random.rotation())),
            };
            let moments = inertia(&moved).moments;
            let [x, y, z] = [moments.x, moments.y, moments.z];
            assert_eq!(
                [x == y, y == z, z == x].iter().filter(|equal| **equal).count(),
                1,
                "{moments}"
            );
        }
    }
    for (segments, sides) in [(8, 4), (12, 6), (64, 32), (400, 300)] {
        let found = inertia(&Shape::ring(1.0, 0.3, segments, sides).unwrap());
        assert_eq!(found.centre, Vector3::zeros(), "{segments} {sides}");
        assert_eq!(found.moments.x, found.moments.y, "{segments} {sides}");
    }
}

#[test]
fn rings_approach_the_torus() {
    let (major, minor) = (2.0, 0.5);
    let about_axis = major * major + 0.75 * minor * minor;
    let across = 0.5 * major * major + 0.625 * minor * minor;
    let torus = Vector3::new(across, across, about_axis);
    let mut before = f64::INFINITY;
    for pieces in [8, 16, 32, 64, 128, 256, 512] {
        let found = inertia(&Shape::ring(major, minor, pieces, pieces).unwrap());
        let error = (found.moments - torus).amax() / about_axis;
        // The error of a polygon falls with the square of the number of its sides.
        assert!(error < 0.27 * before, "{pieces}: {error:e} after {before:e}");
        before = error;
    }
    assert!(before < 1e-4, "{before:e}");
}

#[test]
fn a_dumbbell_and_an_angle_have_the_moments_of_their_parts() {
    // Two balls of different sizes, on a line along x.
    let (small, large) = (0.2, 0.4);
    let at = |x: f64| place(Vector3::new(x, 3.0, 0.0), Vector3::zeros());
    let dumbbell = Shape::compound(vec![(at(-1.0), ball(small)), (at(1.0), ball(large))]).unwrap();
    // Masses 1 and 8.
    let (m, n) = (1.0 / 9.0, 8.0 / 9.0);
    let centre = Vector3::new(n - m, 3.0, 0.0);
    let own = 0.4 * (m * small * small + n * large * large);
    let orbital = m * n * 4.0;
    let tensor = Matrix3::from_diagonal(&Vector3::new(own, own + orbital, own + orbital));
    let found = inertia(&dumbbell);
    assert_near(&found, &tensor, &centre, 1e-15);
    assert_eq!(found.moments.y, found.moments.z);
    // An L: a cuboid of 4 x 2 x 1 from the origin along x, another of 2 x 2 x 1 on its first half.
    let parts = vec![
        (place(Vector3::new(2.0, 1.0, 0.5), Vector3::zeros()), cuboid([2.0, 1.0, 0.5])),
        (place(Vector3::new(1.0, 3.0, 0.5), Vector3::zeros()), cuboid([1.0, 1.0, 0.5])),
    ];
    // Of 1 kg: 2/3 and 1/3.
    let centre = Vector3::new(5.0 / 3.0, 5.0 / 3.0, 0.5);
    // About the centre: each part's own, and its mass times the square of its arm.
    let xx = (2.0 * (4.0 / 12.0 + 4.0 / 9.0) + (4.0 / 12.0 + 16.0 / 9.0)) / 3.0 + 1.0 / 12.0;
    let yy = (2.0 * (16.0 / 12.0 + 1.0 / 9.0) + (4.0 / 12.0 + 4.0 / 9.0)) / 3.0 + 1.0 / 12.0;
    let zz = xx + yy - 2.0 / 12.0;
    let xy = -(2.0 * (1.0 / 3.0) * (-2.0 / 3.0) + (-2.0 / 3.0) * (4.0 / 3.0)) / 3.0;
    let tensor = Matrix3::new(xx, xy, 0.0, xy, yy, 0.0, 0.0, 0.0, zz);
    assert_near(&inertia(&Shape::compound(parts).unwrap()), &tensor, &centre, 1e-15);
}

/// The kinds of shapes that have a closed surface.
const SOLIDS: [&str; 7] = ["ball", "cuboid", "capsule", "hull", "pebble", "ring", "compound"];

#[test]
fn a_displaced_and_rotated_shape_has_the_same_inertia_about_its_own_centre() {
    let mut random = Random::new(62);
    for case in 0..350 {
        let shape = random.shape(SOLIDS[case % SOLIDS.len()]);
        let distance = [0.0, 1.0, 1e3, 1e6][case / SOLIDS.len() % 4];
        let at = Isometry3::from_parts(random.vector(distance).into(), random.rotation());
        let (before, after) = (inertia(&shape), inertia(&placed(&shape, at)));
        let rotation = at.rotation.to_rotation_matrix();
        let tensor = rotation.matrix() * before.tensor() * rotation.matrix().transpose();
        // The corners of a surface far away are rounded.
        let tolerance = 1e-14 + 8.0 * f64::EPSILON * distance;
        assert_near(
            &after,
            &tensor,
            &(at * nalgebra::Point3::from(before.centre)).coords,
            tolerance,
        );
    }
}

#[test]
fn hull_mesh_and_cuboid_are_the_same_body() {
    let mut random = Random::new(63);
    for _ in 0..50 {
        let half: [f64; 3] = random.vector(0.45).add_scalar(0.55).into();
        let at = Isometry3::from_parts(random.vector(3.0).into(), random.rotation());
        let [one, two, three] =
            [cuboid(half), box_mesh(half), Shape::convex(box_corners(half)).unwrap()].map(|shape| inertia(&placed(&shape, at)));
        for other in [two, three] {
            assert_near(&other, &one.tensor(), &one.centre, 1e-14);
        }
    }
}

/// parry on the same body.
fn of_parry(shape: &Shape) -> (f64, Inertia) {
    use parry3d::shape::{Ball, Capsule, ConvexPolyhedron, Cuboid, Shape as _, TriMesh};
    let properties = match shape.kind() {
        ShapeKind::Ball { radius } => Ball::new(*radius).mass_properties(1.0),
        ShapeKind::Cuboid { half_extents } => Cuboid::new((*half_extents).into()).mass_properties(1.0),
        ShapeKind::Capsule { half_height, radius } => Capsule::new_y(*half_height, *radius).mass_properties(1.0),
        ShapeKind::Convex { points } => {
            let points: Vec<_> = points.iter().map(|point| (*point).into()).collect();
            ConvexPolyhedron::from_convex_hull(&points).unwrap().mass_properties(1.0)
        }
        ShapeKind::Mesh { vertices, triangles } => {
            let vertices = vertices.iter().map(|vertex| (*vertex).into()).collect();
            TriMesh::new(vertices, triangles.clone()).unwrap().mass_properties(1.0)
        }
        other => panic!("{}", other.name()),
    };
    let centre: Vector3<f64> = properties.local_com.into();
    let tensor: Matrix3<f64> = properties.reconstruct_inertia_matrix().into();
    let per_mass = Inertia::from_tensor(&(tensor / properties.mass()), centre).unwrap();
    (properties.mass(), per_mass)
}

#[test]
fn parry_has_the_same_mass_properties() {
    /// parry's diagonalisation is off by some 1e-9: a ring's two equal moments differ by as much.
    const TOLERANCE: f64 = 1e-7;
    let mut random = Random::new(64);
    for case in 0..120 {
        let shape = random.shape(SOLIDS[case % (SOLIDS.len() - 1)]);
        let (mass, expected) = of_parry(&shape);
        let volume = Collider::new(&shape).unwrap().volume().unwrap();
        assert!(
            (volume / mass - 1.0).abs() <= 1e-12,
            "{}: {volume} {mass}",
            shape.kind().name()
        );
        assert_near(&inertia(&shape), &expected.tensor(), &expected.centre, TOLERANCE);
    }
}

#[test]
fn surfaces_that_enclose_nothing_have_no_inertia() {
    let triangle = Shape::mesh(vec![Vector3::zeros(), Vector3::x(), Vector3::y()], vec![[0, 1, 2]]).unwrap();
    let half_space = Shape::half_space(Vector3::y()).unwrap();
    let ShapeKind::Mesh { vertices, triangles } = cube_mesh().kind().clone() else {
        unreachable!()
    };
    let inside_out = triangles.iter().map(|[a, b, c]| [*a, *c, *b]).collect();
    let inside_out = Shape::mesh(vertices, inside_out).unwrap();
    let with_hole = Shape::compound(vec![
        (Isometry3::identity(), ball(3.0)),
        (Isometry3::identity(), inside_out.clone()),
    ]);
    for shape in [triangle, half_space, inside_out, with_hole.unwrap()] {
        assert!(Collider::new(&shape).unwrap().inertia_per_mass().is_none());
        let refused = Inertia::of_shape(&shape, 1.0).unwrap_err();
        assert_eq!(
            (refused.field.as_str(), refused.value.as_str()),
            ("shape", shape.kind().name())
        );
    }
    assert_eq!(Inertia::of_shape(&ball(1.0), f64::NAN).unwrap_err().field, "mass");
}

/// A shape about a centre, displaced by that centre, is the shape.
#[test]
fn a_shape_about_a_centre_is_displaced() {
    let mut random = Random::new(65);
    for case in 0..140 {
        let shape = random.shape(SOLIDS[case % SOLIDS.len()]);
        let centre = if case < 14 { Vector3::zeros() } else { random.vector(0.5) };
        let (plain, about) = (Collider::new(&shape).unwrap(), Collider::about(&shape, &centre).unwrap());
        assert_eq!(about.volume(), plain.volume());
        assert_eq!(about.gyration(), plain.gyration());
        assert_eq!(about.centre(), &centre);
        let (expected, found) = (plain.inertia_per_mass().unwrap(), about.inertia_per_mass().unwrap());
        assert_near(&found, &expected.tensor(), &expected.centre, 1e-15);
        let rotation = random.rotation();
        let (expected, found) = (plain.extents(&rotation), about.extents(&rotation));
        let arm = rotation * centre;
        if centre == Vector3::zeros() {
            assert_eq!(found, expected);
            assert_eq!(format!("{plain:?}"), format!("{about:?}"));
        }
        assert!((found.min + arm - expected.min).amax() <= 1e-14, "{case}");
        assert!((found.max + arm - expected.max).amax() <= 1e-14, "{case}");
    }
    let half_space = Shape::half_space(Vector3::y()).unwrap();
    assert!(Collider::about(&half_space, &Vector3::zeros()).is_ok());
    assert_eq!(
        Collider::about(&half_space, &Vector3::x()).unwrap_err().field,
        "center_of_mass"
    );
}

#[test]
fn prepared_shapes_are_shared_by_shape_and_centre() {
    let mut shapes = PreparedShapes::default();
    let shape = cube_mesh();
    let plain = shapes.get(&shape).unwrap();
    let about = shapes.of_about(&shape, &Vector3::x()).unwrap();
    assert!(!Arc::ptr_eq(&plain, &about));
    assert!(Arc::ptr_eq(&plain, &shapes.of_about(&shape, &-Vector3::zeros()).unwrap()));
    assert!(Arc::ptr_eq(&about, &shapes.of_about(&shape.clone(), &Vector3::x()).unwrap()));
    // Only that about the released centre goes.
    shapes.release(&shape, &about);
    assert!(!Arc::ptr_eq(&about, &shapes.of_about(&shape, &Vector3::x()).unwrap()));
    assert!(Arc::ptr_eq(&plain, &shapes.get(&shape).unwrap()));
}
