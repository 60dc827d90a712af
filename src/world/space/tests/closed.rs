//! Cases with known answers.

use crate::BodyId;
use crate::domain::Domain;
use crate::scene::{Body, Groups, Shape, place};
use crate::world::RayHit;
use crate::world::{Method, QueryFilter, World, WorldError};
use nalgebra::{Isometry3, Vector3};
use std::f64::consts::FRAC_1_SQRT_2;

fn world(bodies: &[Body]) -> (World, Vec<BodyId>) {
    let mut world = World::builder().build().unwrap();
    let ids = world.insert_all(bodies).unwrap();
    (world, ids)
}

fn all() -> QueryFilter {
    QueryFilter::new()
}

fn cast(world: &World, origin: [f64; 3], direction: [f64; 3]) -> Option<RayHit> {
    world
        .cast_ray(&origin.into(), &direction.into(), f64::INFINITY, &all())
        .unwrap()
}

fn close(one: &Vector3<f64>, other: [f64; 3]) -> bool {
    (one - Vector3::from(other)).norm() < 1e-14
}

/// A shape at the origin; origin and direction of a ray; distance and normal of the contact.
type Case = (Shape, [f64; 3], [f64; 3], f64, [f64; 3]);

#[test]
fn a_ray_against_each_shape() {
    let cuboid = Shape::cuboid(Vector3::new(1.0, 2.0, 3.0)).unwrap();
    let corner = (1.0f64 / 3.0).sqrt();
    let cases: [Case; 8] = [
        (
            Shape::ball(1.0).unwrap(),
            [-4.0, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            3.0,
            [-1.0, 0.0, 0.0],
        ),
        // At 45 degrees of its surface.
        (
            Shape::ball(1.0).unwrap(),
            [-4.0, FRAC_1_SQRT_2, 0.0],
            [1.0, 0.0, 0.0],
            4.0 - FRAC_1_SQRT_2,
            [-FRAC_1_SQRT_2, FRAC_1_SQRT_2, 0.0],
        ),
        (cuboid.clone(), [0.5, 5.0, 1.0], [0.0, -1.0, 0.0], 3.0, [0.0, 1.0, 0.0]),
        (cuboid, [0.5, 1.0, -5.0], [0.0, 0.0, 1.0], 2.0, [0.0, 0.0, -1.0]),
        (
            Shape::half_space(Vector3::y()).unwrap(),
            [1.0, 4.0, 1.0],
            [0.0, -1.0, 0.0],
            4.0,
            [0.0, 1.0, 0.0],
        ),
        // The side of a capsule, and its top.
        (
            Shape::capsule(1.0, 0.5).unwrap(),
            [3.0, 0.9, 0.0],
            [-1.0, 0.0, 0.0],
            2.5,
            [1.0, 0.0, 0.0],
        ),
        (
            Shape::capsule(1.0, 0.5).unwrap(),
            [0.0, 3.0, 0.0],
            [0.0, -1.0, 0.0],
            1.5,
            [0.0, 1.0, 0.0],
        ),
        // A tetrahedron's slanting face.
        (
            Shape::convex(
                [[0.0, 0.0, 0.0], [3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 3.0]]
                    .map(Vector3::from)
                    .to_vec(),
            )
            .unwrap(),
            [4.0, 4.0, 4.0],
            [-1.0, -1.0, -1.0],
            3.0 * 3.0f64.sqrt(),
            [corner, corner, corner],
        ),
    ];
    for (shape, origin, direction, distance, normal) in cases {
        let (world, ids) = world(&[Body::fixed(shape.clone())]);
        let hit = cast(&world, origin, direction).unwrap();
        assert_eq!(hit.body, ids[0]);
        assert!((hit.distance - distance).abs() < 1e-14, "{shape:?}: {hit:?}");
        assert!(close(&hit.normal, normal), "{shape:?}: {hit:?}");
        // Away from it, and not as far as it.
        assert_eq!(cast(&world, origin, direction.map(|x| -x)), None, "{shape:?}");
        let short = world.cast_ray(&origin.into(), &direction.into(), distance * (1.0 - 1e-12), &all());
        assert_eq!(short, Ok(None), "{shape:?}");
    }
}

/// Sets are closed: what the ray only touches is met, and what it misses by a hair is not.
#[test]
fn grazing_rays() {
    let hair = 1e-12;
    let (ball, _) = world(&[Body::fixed(Shape::ball(1.0).unwrap())]);
    assert_eq!(
        cast(&ball, [-4.0, 1.0, 0.0], [1.0, 0.0, 0.0]).map(|hit| hit.distance),
        Some(4.0)
    );
    assert_eq!(cast(&ball, [-4.0, 1.0 + hair, 0.0], [1.0, 0.0, 0.0]), None);
    let (cube, _) = world(&[Body::fixed(Shape::cuboid(Vector3::repeat(1.0)).unwrap())]);
    // Along a face, along an edge, and across an edge at 45 degrees.
    for origin in [[-4.0, 1.0, 0.0], [-4.0, 1.0, 1.0]] {
        assert_eq!(cast(&cube, origin, [1.0, 0.0, 0.0]).map(|hit| hit.distance), Some(3.0));
        assert_eq!(cast(&cube, [origin[0], 1.0 + hair, origin[2]], [1.0, 0.0, 0.0]), None);
    }
    let edge = cast(&cube, [-2.0, 0.0, 0.0], [1.0, 1.0, 0.0]).unwrap();
    assert!((edge.distance - 2.0f64.sqrt()).abs() < 1e-15, "{edge:?}");
    assert_eq!(cast(&cube, [-2.0 - hair, 0.0, 0.0], [1.0, 1.0, 0.0]), None);
    let (floor, _) = world(&[Body::fixed(Shape::half_space(Vector3::y()).unwrap())]);
    assert_eq!(
        cast(&floor, [0.0, 0.0, 0.0], [1.0, 0.0, 0.0]).map(|hit| hit.distance),
        Some(0.0)
    );
    assert_eq!(cast(&floor, [0.0, hair, 0.0], [1.0, 0.0, 0.0]), None);
}

#[test]
fn a_ray_that_begins_inside_meets_at_once_but_a_mesh_is_a_surface() {
    let solids = [
        Shape::ball(1.0).unwrap(),
        Shape::cuboid(Vector3::repeat(1.0)).unwrap(),
        Shape::capsule(0.5, 0.5).unwrap(),
        Shape::half_space(Vector3::x()).unwrap(),
        Shape::compound(vec![(place(Vector3::zeros(), Vector3::x()), Shape::ball(0.5).unwrap())]).unwrap(),
    ];
    for shape in solids {
        let (world, ids) = world(&[Body::fixed(shape)]);
        let hit = cast(&world, [-0.1, 0.1, 0.1], [0.0, 2.0, 0.0]).unwrap();
        assert_eq!((hit.body, hit.distance, hit.normal), (ids[0], 0.0, -Vector3::y()));
        assert_eq!(hit.point, Vector3::new(-0.1, 0.1, 0.1));
        assert_eq!(
            world.within(&Vector3::new(-0.1, 0.1, 0.1), 0.0, &all()),
            Ok(vec![(ids[0], 0.0)])
        );
        let none = all().excluding(ids[0]);
        assert_eq!(world.cast_ray(&Vector3::zeros(), &Vector3::y(), 9.0, &none), Ok(None));
    }
    let vertices = [[0.0, 0.0, 0.0], [9.0, 0.0, 0.0], [0.0, 9.0, 0.0], [0.0, 0.0, 9.0]]
        .map(Vector3::from)
        .to_vec();
    let mesh = Shape::mesh(vertices, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]).unwrap();
    let (world, ids) = world(&[Body::fixed(mesh)]);
    let from_inside = cast(&world, [1.0, 1.0, 1.0], [-1.0, 0.0, 0.0]).unwrap();
    assert_eq!((from_inside.distance, from_inside.normal), (1.0, Vector3::x()));
    assert_eq!(
        world.within(&Vector3::new(1.0, 2.0, 3.0), 2.0, &all()),
        Ok(vec![(ids[0], 1.0)])
    );
    assert!(
        world
            .is_free(&Shape::ball(0.5).unwrap(), &Isometry3::translation(1.0, 1.0, 1.0), &all())
            .unwrap()
    );
}

/// No ray slips through between the triangles of a closed surface, nor hits it where it is not:
/// towards its corners and edges, to the bit.
#[test]
fn a_mesh_is_tight() {
    let ring = Shape::ring(2.0, 0.5, 12, 8).unwrap();
    let crate::scene::ShapeKind::Mesh { vertices, triangles } = ring.kind() else {
        unreachable!()
    };
    let (world, _) = world(&[Body::fixed(ring.clone())]);
    let origin = Vector3::new(0.1, 7.3, 3.1);
    for triangle in triangles {
        let [a, b, c] = triangle.map(|i| vertices[i as usize]);
        for target in [a, b, c, 0.5 * (a + b), 0.25 * b + 0.75 * c, (a + b + c) / 3.0] {
            // A hair inside of the tube, towards the circle about which it goes.
            let circle = 2.0 * Vector3::new(target.x, target.y, 0.0).normalize();
            let target = target + 1e-9 * (circle - target);
            let hit = world.cast_ray(&origin, &(target - origin), 100.0, &all()).unwrap();
            let hit = hit.unwrap_or_else(|| panic!("{target}"));
            assert!(hit.distance <= (target - origin).norm() + 1e-6);
        }
    }
}

#[test]
fn equal_distances_come_in_scene_order() {
    let ball = |x: f64, y: f64| Body::fixed(Shape::ball(1.0).unwrap()).position(Vector3::new(x, y, 0.0));
    for method in [Method::Lists, Method::Leases, Method::Cached] {
        let mut world = World::builder().method(method).build().unwrap();
        let far = world.insert(ball(9.0, 0.0)).unwrap();
        let [left, right] = [-3.0, 3.0].map(|x| world.insert(ball(x, 0.0)).unwrap());
        let again = world.insert(ball(3.0, 0.0)).unwrap();
        let found = world.within(&Vector3::zeros(), f64::INFINITY, &all()).unwrap();
        assert_eq!(found, [(left, 2.0), (right, 2.0), (again, 2.0), (far, 8.0)]);
        let hit = world
            .cast_ray(&Vector3::zeros(), &Vector3::x(), 20.0, &all())
            .unwrap()
            .unwrap();
        assert_eq!((hit.body, hit.distance), (right, 2.0));
        world.remove(right).unwrap();
        let hit = world
            .cast_ray(&Vector3::zeros(), &Vector3::x(), 20.0, &all())
            .unwrap()
            .unwrap();
        assert_eq!(hit.body, again);
    }
}

#[test]
fn a_ray_goes_on_through_images() {
    for moves in [true, false] {
        let domain = Domain::Periodic {
            min: Vector3::zeros(),
            max: Vector3::new(10.0, 8.0, 9.0),
        };
        let mut world = World::builder().domain(domain).method(Method::Leases).build().unwrap();
        let ball = Body::new(Shape::ball(1.0).unwrap()).position(Vector3::new(5.0, 4.0, 4.5));
        let velocity = if moves {
            Vector3::new(10.0, 0.0, 0.0)
        } else {
            Vector3::zeros()
        };
        let id = world.insert(ball.velocity(velocity)).unwrap();
        // Three times round: the ball is where it was, and its motion piece is three lengths away.
        world.advance_to(3.0).unwrap();
        let along = |origin: [f64; 3], direction: [f64; 3], length: f64| {
            world.cast_ray(&origin.into(), &direction.into(), length, &all()).unwrap()
        };
        let hit = along([7.0, 4.0, 4.5], [1.0, 0.0, 0.0], 100.0).unwrap();
        assert_eq!(hit.body, id);
        assert!(
            (hit.distance - 7.0).abs() < 1e-12 && (hit.point.x - 14.0).abs() < 1e-12,
            "{hit:?}"
        );
        assert_eq!(along([7.0, 4.0, 4.5], [1.0, 0.0, 0.0], 6.9), None);
        // Up by 1 in 16 each time round: it meets the tenth image along x and the first along y.
        let slanting = along([5.0, 6.0, 4.5], [10.0, 1.0, 0.0], 1000.0).unwrap();
        let centre = Vector3::new(5.0 + 50.0, 12.0, 4.5);
        assert!(((slanting.point - centre).norm() - 1.0).abs() < 1e-9, "{slanting:?}");
        let found = world.within(&Vector3::new(0.0, 0.0, 0.0), 100.0, &all()).unwrap();
        assert!(
            (found[0].1 - (25.0f64 + 16.0 + 20.25).sqrt() + 1.0).abs() < 1e-12,
            "{found:?}"
        );
        let long = world.cast_ray(&Vector3::zeros(), &Vector3::x(), 8001.0, &all());
        let Err(WorldError::Value(error)) = long else {
            panic!("{long:?}")
        };
        assert_eq!(
            error.to_string(),
            "max_distance = 8001: in a periodic domain must be at most 8000, 1000 times the shortest side"
        );
    }
}

/// With the groups that a body has, what is free is what an insertion takes.
#[test]
fn free_places_accept_an_insertion() {
    let domain = Domain::Box {
        min: Vector3::repeat(-5.0),
        max: Vector3::repeat(5.0),
    };
    let ghosts = Groups {
        memberships: 2,
        filter: 2,
    };
    let mut world = World::builder().domain(domain).build().unwrap();
    let cube = Shape::cuboid(Vector3::repeat(1.0)).unwrap();
    world.insert(Body::new(cube.clone())).unwrap();
    world
        .insert(Body::new(cube.clone()).position(Vector3::x() * 3.0).sensor())
        .unwrap();
    world
        .insert(Body::new(cube.clone()).position(Vector3::x() * -3.0).groups(ghosts))
        .unwrap();
    let mut taken = [0; 2];
    for groups in [Groups::default(), ghosts] {
        for step in -60..=60 {
            for slip in [0.0, 1e-10, -1e-10, 1e-8, -1e-8] {
                let x = f64::from(step) * 0.1 + slip;
                let filter = all().groups(groups);
                let is_free = world.is_free(&cube, &Isometry3::translation(x, 0.0, 0.0), &filter).unwrap();
                let body = Body::new(cube.clone()).position(Vector3::x() * x).groups(groups);
                let inserted = world.insert(body);
                assert_eq!(is_free, inserted.is_ok(), "{x}: {inserted:?}");
                taken[usize::from(is_free)] += 1;
                if let Ok(id) = inserted {
                    world.remove(id).unwrap();
                }
            }
        }
    }
    assert!(taken.into_iter().all(|count| count > 100), "{taken:?}");
}

#[test]
fn arguments_are_checked() {
    let (world, _) = world(&[Body::fixed(Shape::ball(1.0).unwrap())]);
    let refusal = |result: Result<(), WorldError>| result.unwrap_err().to_string();
    let origin = Vector3::zeros();
    let nan = Vector3::new(0.0, f64::NAN, 0.0);
    let ray = |origin: &Vector3<f64>, direction: Vector3<f64>, length: f64| {
        refusal(world.cast_ray(origin, &direction, length, &all()).map(|_| ()))
    };
    assert!(ray(&nan, Vector3::x(), 1.0).starts_with("origin = [0, NaN, 0]: each component must be a finite number"));
    assert_eq!(
        ray(&origin, origin, 1.0),
        "direction = [0, 0, 0]: must have a length of more than 1e-15"
    );
    assert!(ray(&origin, nan, 1.0).starts_with("direction = [0, NaN, 0]"));
    assert_eq!(
        ray(&origin, Vector3::x(), -1.0),
        "max_distance = -1: must be a number of at least 0; may be infinite"
    );
    assert!(ray(&origin, Vector3::x(), f64::NAN).starts_with("max_distance = NaN"));
    let (low, high) = (Vector3::zeros(), Vector3::new(1.0, -1.0, 1.0));
    assert_eq!(
        refusal(world.bodies_in_box(&low, &high, &all()).map(|_| ())),
        "max[1] = -1: must not be below the min, 0"
    );
    assert!(refusal(world.bodies_in_box(&low, &nan, &all()).map(|_| ())).starts_with("max = [0, NaN, 0]"));
    assert!(refusal(world.within(&nan, 1.0, &all()).map(|_| ())).starts_with("point = "));
    assert!(refusal(world.within(&origin, f64::NAN, &all()).map(|_| ())).starts_with("distance = NaN"));
    let floor = Shape::half_space(Vector3::y()).unwrap();
    let still = Isometry3::identity();
    assert_eq!(
        refusal(world.is_free(&floor, &still, &all()).map(|_| ())),
        "shape = half_space: must be bounded"
    );
    assert_eq!(
        refusal(world.within_of_shape(&floor, &still, 1.0, &all()).map(|_| ())),
        "shape = half_space: must be bounded"
    );
    let ball = Shape::ball(1.0).unwrap();
    let far = Isometry3::translation(f64::INFINITY, 0.0, 0.0);
    assert!(refusal(world.overlapping(&ball, &far, &all()).map(|_| ())).starts_with("pose.position = [inf, 0, 0]"));
}
