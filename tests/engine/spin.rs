//! Worlds of spinning bodies: closed forms, and no hang or penetration.

use kinesweep::scene::limits::MAX_SPIN;
use kinesweep::{Body, BodyId, Collision, Domain, Event, EventKind, MotionChange, Settings, Shape, World, WorldError};
use nalgebra::Vector3;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

fn collision(event: &Event) -> Collision {
    match event.kind {
        EventKind::Collision(collision) => collision,
        ref other => panic!("no collision: {other:?}"),
    }
}

fn cuboid(x: f64, y: f64, z: f64) -> Shape {
    Shape::cuboid(Vector3::new(x, y, z)).unwrap()
}

/// The height of the lowest corner of a cuboid above the plane y = 0.
fn height(world: &World, body: BodyId, half: &Vector3<f64>) -> f64 {
    let pose = world.pose(body).unwrap();
    let corner = |signs: [f64; 3]| (pose * nalgebra::Point3::from(half.component_mul(&Vector3::from(signs)))).y;
    let sign = |bit: u32, number: u32| if number >> bit & 1 == 0 { -1.0 } else { 1.0 };
    let corners = (0..8).map(|number| [0, 1, 2].map(|bit| sign(bit, number)));
    corners.map(corner).fold(f64::INFINITY, f64::min)
}

#[test]
fn a_rotating_bat_hits_a_ball_at_the_exact_time() {
    // A kinematic bat along x at 2 rad/s about z; the ball is at 1.5 m, and the surfaces touch at a
    // quarter turn less asin((0.1 + 0.2) / 1.5).
    let bat = Body::fixed(Shape::capsule(2.0, 0.1).unwrap())
        .orientation(Vector3::z() * FRAC_PI_2)
        .angular_velocity(Vector3::z() * 2.0);
    let ball = Body::new(Shape::ball(0.2).unwrap()).position(Vector3::y() * 1.5).mass(0.3);
    let mut world = World::builder().build().unwrap();
    world.insert(bat).unwrap();
    let ball = world.insert(ball).unwrap();
    let event = world.step().unwrap().unwrap();
    let angle = FRAC_PI_2 - (0.3f64 / 1.5).asin();
    assert!((event.time - angle / 2.0).abs() < 1e-11, "{event:?}");
    let reported = collision(&event);
    // The point is sqrt(1.5² - 0.3²) out along the bat, which determines the bat's speed there.
    let closing = 2.0 * (1.5f64.powi(2) - 0.3f64.powi(2)).sqrt();
    assert!((reported.closing_speed - closing).abs() < 1e-10, "{reported:?}");
    assert!((reported.impulse - 2.0 * 0.3 * closing).abs() < 1e-10, "{reported:?}");
    let normal = Vector3::new(-angle.sin(), angle.cos(), 0.0);
    assert!((world.velocity(ball).unwrap() - normal * (2.0 * closing)).norm() < 1e-9);
    // The ball leaves: no more events, although the bat rotates for ever.
    assert_eq!(world.step().unwrap(), None);
    world.audit().unwrap();
}

#[test]
fn poses_follow_spin_and_its_changes() {
    let mut world = World::builder().build().unwrap();
    let body = Body::new(cuboid(1.0, 0.5, 0.25)).angular_velocity(Vector3::z());
    let id = world
        .insert(body.change_at(2.0, MotionChange::angular_velocity(Vector3::zeros())))
        .unwrap();
    world.advance_to(1.0).unwrap();
    let rotation = |world: &World| world.pose(id).unwrap().rotation.scaled_axis();
    assert!((rotation(&world) - Vector3::z()).norm() < 1e-15);
    assert!((world.pose_at(id, 1.5).unwrap().rotation.scaled_axis() - Vector3::z() * 1.5).norm() < 1e-15);
    world.advance_to(3.0).unwrap();
    assert!((rotation(&world) - Vector3::z() * 2.0).norm() < 1e-15);
    assert_eq!(world.motion(id).unwrap().angular_velocity, Vector3::zeros());
    world.set_motion(id, &MotionChange::angular_velocity(Vector3::x())).unwrap();
    world.advance_to(4.0).unwrap();
    world.audit().unwrap();
}

#[test]
fn invalid_spins_are_refused() {
    let mut world = World::builder().build().unwrap();
    let floor = Body::fixed(Shape::half_space(Vector3::y()).unwrap());
    let refused = world.insert(floor.clone().angular_velocity(Vector3::x())).unwrap_err();
    assert!(
        refused
            .to_string()
            .contains("angular_velocity = [1, 0, 0]: must be zero for a half-space"),
        "{refused}"
    );
    let floor = world.insert(floor).unwrap();
    let spin = MotionChange::angular_velocity(Vector3::x());
    assert!(matches!(world.set_motion(floor, &spin), Err(WorldError::Value(_))));
    assert!(matches!(world.schedule_motion(floor, 1.0, spin), Err(WorldError::Value(_))));
    for bad in [f64::NAN, f64::INFINITY, 2.0 * MAX_SPIN] {
        let body = Body::new(cuboid(1.0, 1.0, 1.0)).angular_velocity(Vector3::y() * bad);
        let refused = world.insert(body).unwrap_err().to_string();
        assert!(refused.contains("angular_velocity") && refused.contains("1e9"), "{refused}");
    }
}

#[test]
fn a_rotating_cube_hits_the_walls_at_the_exact_time() {
    let settings = Settings {
        domain: Domain::Box {
            min: Vector3::new(-1.2, -9.0, -9.0),
            max: Vector3::repeat(9.0),
        },
        ..Settings::default()
    };
    let mut world = World::builder().settings(settings).build().unwrap();
    let id = world
        .insert(Body::new(cuboid(1.0, 1.0, 1.0)).angular_velocity(Vector3::z() * 0.5))
        .unwrap();
    let event = world.step().unwrap().unwrap();
    let expected = (FRAC_PI_4 - (1.2 / 2f64.sqrt()).acos()) / 0.5;
    assert!((event.time - expected).abs() < 1e-11, "{event:?} {expected}");
    let reported = collision(&event);
    // The normal speed of the corner: the spin times its distance from the axis along the wall.
    assert!(
        (reported.closing_speed - 0.5 * (2.0f64 - 1.44).sqrt()).abs() < 1e-10,
        "{reported:?}"
    );
    // The cube stays inside.
    let mut last = event.time;
    while last < 20.0 {
        let Some(event) = world.step_before(20.0).unwrap() else {
            break;
        };
        last = event.time;
        let pose = world.pose(id).unwrap();
        assert!(pose.translation.x > -0.21 && pose.translation.x < 8.1, "{pose} at {last}");
        world.audit().unwrap();
    }
    assert_eq!(world.counters().late, 0);
}

#[test]
fn a_tumbling_box_stays_above_the_floor() {
    let half = Vector3::new(0.5, 0.25, 1.0);
    let floors = [
        Body::fixed(Shape::half_space(Vector3::y()).unwrap()),
        Body::fixed(cuboid(50.0, 1.0, 50.0)).position(-Vector3::y()),
    ];
    for floor in floors {
        for restitution in [1.0, 0.5, 0.0] {
            let settings = Settings {
                gravity: Vector3::y() * -9.81,
                restitution,
                ..Settings::default()
            };
            let mut world = World::builder().settings(settings).build().unwrap();
            world.insert(floor.clone()).unwrap();
            let body = Body::new(cuboid(half.x, half.y, half.z))
                .position(Vector3::y() * 2.0)
                .angular_velocity(Vector3::new(0.7, 0.2, 1.1));
            let id = world.insert(body).unwrap();
            for step in 1..=60 {
                world.advance_to(f64::from(step) * 0.05).unwrap();
                let low = height(&world, id, &half);
                assert!(low > -1e-8, "restitution {restitution}: {low} at {}", world.time());
            }
            world.audit().unwrap();
            let counters = world.counters();
            assert_eq!((counters.late, counters.rests), (0, 0), "{counters:?}");
        }
    }
}

#[test]
fn a_resting_body_that_begins_to_spin_rises() {
    let settings = Settings {
        gravity: Vector3::y() * -10.0,
        restitution: 0.0,
        ..Settings::default()
    };
    let half = Vector3::new(0.5, 0.5, 0.5);
    let mut world = World::builder().settings(settings).build().unwrap();
    world
        .insert(Body::fixed(cuboid(50.0, 1.0, 50.0)).position(-Vector3::y()))
        .unwrap();
    let id = world
        .insert(Body::new(cuboid(0.5, 0.5, 0.5)).position(Vector3::y() * 0.6))
        .unwrap();
    world.advance_to(1.0).unwrap();
    assert!(world.counters().rests > 0);
    world
        .set_motion(id, &MotionChange::angular_velocity(Vector3::z() * 0.5))
        .unwrap();
    for step in 1..=40 {
        world.advance_to(1.0 + f64::from(step) * 0.05).unwrap();
        let low = height(&world, id, &half);
        assert!(low > -1e-8, "{low} at {}", world.time());
    }
    world
        .set_motion(id, &MotionChange::angular_velocity(Vector3::zeros()))
        .unwrap();
    world.advance_to(6.0).unwrap();
    world.audit().unwrap();
    assert!(height(&world, id, &half) > -1e-8);
}
