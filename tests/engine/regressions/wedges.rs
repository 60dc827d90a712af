//! Regressions: bodies in notches and pits of another have contact along several normals. A pair
//! stored only one of them: prevented from closing along that one it closed along another, with
//! endless events at one time.

use kinesweep::{Body, BodyId, Domain, Method, Shape, World};
use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};

const METHODS: [Method; 3] = [Method::Lists, Method::Leases, Method::Cached];

/// Plates with inner faces through the origin, with these normals.
fn plates(normals: &[Vector3<f64>]) -> Shape {
    let (wide, thick) = (4.0, 0.25);
    let plate = Shape::cuboid(Vector3::new(wide, wide, thick)).unwrap();
    let position = |normal: &Vector3<f64>| {
        let rotation = UnitQuaternion::rotation_between(&Vector3::z(), normal).unwrap();
        Isometry3::from_parts(Translation3::from(-normal * thick), rotation)
    };
    Shape::compound(normals.iter().map(|normal| (position(normal), plate.clone())).collect()).unwrap()
}

fn position(world: &World, id: BodyId) -> Vector3<f64> {
    world.motion(id).unwrap().position_at(world.time())
}

fn unit(x: f64, y: f64, z: f64) -> Vector3<f64> {
    Vector3::new(x, y, z).normalize()
}

/// Drops a ball into a body at the origin, and returns its position after some seconds.
fn dropped(method: Method, pit: &Body, restitution: f64, friction: f64) -> Vector3<f64> {
    let mut world = World::builder()
        .method(method)
        .gravity(Vector3::new(0.0, 0.0, -9.8))
        .restitution(restitution)
        .build()
        .unwrap();
    world.insert(pit.clone().restitution(restitution).friction(friction)).unwrap();
    let ball = Body::new(Shape::ball(0.5).unwrap())
        .position(Vector3::new(0.1, 0.05, 2.0))
        .restitution(restitution)
        .friction(friction);
    let ball = world.insert(ball).unwrap();
    world.advance_to(6.0).unwrap();
    assert!(world.velocity(ball).unwrap().norm() < 1e-6, "it came to rest");
    position(&world, ball)
}

#[test]
fn a_ball_comes_to_rest_in_a_notch() {
    let notch = [unit(1.0, 0.0, 1.0), unit(-1.0, 0.0, 1.5)];
    let pit = Body::fixed(plates(&notch));
    // At equal distance from both plates: friction keeps it at its position along the notch.
    let across = (notch[0] + notch[1]) * (0.5 / (1.0 + notch[0].dot(&notch[1])));
    for method in METHODS {
        for restitution in [0.0, 0.5, 0.9] {
            let at = dropped(method, &pit, restitution, 0.4);
            assert!(
                (at - at.y * Vector3::y() - across).norm() < 1e-6,
                "{method:?}, {restitution}: {at}"
            );
        }
    }
}

#[test]
fn a_ball_comes_to_rest_in_a_pit() {
    let pits: [&[Vector3<f64>]; 3] = [
        &[unit(1.0, 0.0, 1.0), unit(-1.0, 1.0, 1.0), unit(-1.0, -1.0, 1.0)],
        &[
            unit(1.0, 0.0, 1.0),
            unit(0.0, 1.0, 1.0),
            unit(-1.0, 0.0, 1.0),
            unit(0.0, -1.0, 1.0),
        ],
        &[
            unit(3.0, 0.0, 1.0),
            unit(-3.0, 0.1, 1.0),
            unit(0.0, 1.0, 0.5),
            unit(0.2, -1.0, 0.4),
        ],
    ];
    for method in METHODS {
        for normals in pits {
            for friction in [0.0, 0.3] {
                let at = dropped(method, &Body::fixed(plates(normals)), 0.3, friction);
                let apart: Vec<f64> = normals.iter().map(|normal| normal.dot(&at) - 0.5).collect();
                assert!(apart.iter().all(|gap| *gap > -1e-9), "{method:?}: overlap, {apart:?}");
                let touched = apart.iter().filter(|gap| **gap < 1e-6).count();
                assert!(touched >= 2, "{method:?}: contacts, {apart:?}");
            }
        }
    }
}

/// Contact from both sides: no direction leads away from both.
#[test]
fn a_slab_slides_down_a_slot_of_its_width() {
    for rotation in [0.0, 0.3, 1.1] {
        let rotation = UnitQuaternion::from_euler_angles(rotation, 0.4 * rotation, 0.0);
        let wall = Shape::cuboid(Vector3::new(0.25, 4.0, 4.0)).unwrap();
        let floor = Shape::cuboid(Vector3::new(1.0, 4.0, 0.25)).unwrap();
        let at = |x: f64, z: f64| Isometry3::translation(x, 0.0, z);
        let slot = vec![(at(-0.75, 0.0), wall.clone()), (at(0.75, 0.0), wall), (at(0.0, -3.0), floor)];
        for method in METHODS {
            let mut world = World::builder()
                .method(method)
                .gravity(rotation * Vector3::new(0.0, 0.0, -9.8))
                .restitution(0.0)
                .build()
                .unwrap();
            let slot = Body::fixed(Shape::compound(slot.clone()).unwrap()).orientation(rotation.scaled_axis());
            world.insert(slot).unwrap();
            let slab = Body::new(Shape::cuboid(Vector3::new(0.5, 0.3, 0.2)).unwrap())
                .orientation(rotation.scaled_axis())
                .position(rotation * Vector3::new(0.0, 0.0, 1.0));
            let slab = world.insert(slab).unwrap();
            world.advance_to(5.0).unwrap();
            let at = rotation.inverse_transform_vector(&position(&world, slab));
            assert!((at - Vector3::new(0.0, 0.0, -2.55)).norm() < 1e-6, "{method:?}: {at}");
        }
    }
}

/// Both bodies are dynamic: a notch on the floor, and a ball that fell into it.
#[test]
fn a_dynamic_notch_and_a_ball_come_to_rest() {
    let half = Vector3::repeat(6.0);
    for method in METHODS {
        let mut world = World::builder()
            .method(method)
            .domain(Domain::Box { min: -half, max: half })
            .gravity(Vector3::new(0.0, 0.0, -9.8))
            .restitution(0.2)
            .build()
            .unwrap();
        let notch = plates(&[unit(1.0, 0.0, 1.0), unit(-1.0, 0.0, 1.0)]);
        let notch = world.insert(Body::new(notch).mass(3.0).friction(0.5)).unwrap();
        let above = Vector3::new(0.2, 0.0, 3.0);
        let ball = world
            .insert(Body::new(Shape::ball(0.5).unwrap()).position(above).friction(0.5))
            .unwrap();
        world.advance_to(8.0).unwrap();
        let apart = position(&world, ball) - position(&world, notch);
        let across = Vector3::new(0.0, apart.y, 0.5 * 2.0f64.sqrt());
        // Bodies of an island stay a small share of their radius apart.
        assert!((apart - across).norm() < 1e-3 * 0.5, "{method:?}: {apart}");
        assert!(world.velocity(ball).unwrap().norm() < 1e-6, "{method:?}");
    }
}

/// A press comes down on a ball on the floor: no velocity parts it from both, and the world stopped at one instant.
#[test]
fn a_press_that_leaves_a_ball_no_room_goes_on() {
    for method in METHODS {
        let gravity = Vector3::y() * -9.81;
        let builder = World::builder()
            .method(method)
            .gravity(gravity)
            .restitution(0.0)
            .friction(0.5);
        let mut world = builder.build().unwrap();
        world.insert(Body::fixed(Shape::half_space(Vector3::y()).unwrap())).unwrap();
        let press = Body::fixed(Shape::cuboid(Vector3::new(2.0, 0.5, 2.0)).unwrap());
        let press = world
            .insert(press.position(Vector3::y() * 1.51).velocity(Vector3::y() * -0.1))
            .unwrap();
        let ball = Body::new(Shape::ball(0.5).unwrap()).rotates().position(Vector3::y() * 0.5);
        let ball = world.insert(ball).unwrap();
        for step in 1..=60 {
            world.advance_to(0.01 * f64::from(step)).unwrap();
        }
        // It has come down by 5 cm into the ball, which is half in it and half in the floor, or less.
        assert!((position(&world, press).y - 1.45).abs() < 1e-12, "{method:?}");
        let height = position(&world, ball).y;
        assert!((0.449..0.501).contains(&height), "{method:?}: {height}");
        let counters = world.counters();
        assert!(counters.renewals < 10_000, "{method:?}: {counters:?}");
    }
}
