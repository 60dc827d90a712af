//! Given inertia and centres of mass that change while a world runs.

use crate::support::{METHODS, ball};
use kinesweep::sampled::SampledWorld;
use kinesweep::scene::{BodyChange, Dimensions};
use kinesweep::{Body, Event, Method, MotionChange, Scene, Shape, World};
use nalgebra::{Matrix3, UnitQuaternion, Vector3};

fn tensor() -> Matrix3<f64> {
    Matrix3::new(0.5, 0.1, 0.0, 0.1, 0.75, -0.05, 0.0, -0.05, 1.0)
}

fn centre() -> Vector3<f64> {
    Vector3::new(0.2, -0.1, 0.05)
}

/// A cuboid that tumbles, and a ball in its way.
fn bodies() -> [Body; 2] {
    let cuboid = Shape::cuboid(Vector3::new(0.5, 0.3, 0.2)).unwrap();
    let tumbles = Body::new(cuboid).mass(2.0).rotates().velocity(Vector3::x());
    [
        tumbles.angular_velocity(Vector3::new(2.0, 1.0, -3.0)),
        ball(6.0, -0.5).mass(1.5).rotates(),
    ]
}

/// The rest of a run in which body 0 gets `change` at 1 s, by `method`.
fn changed(method: Method, change: &BodyChange, schedule: bool) -> (World, Vec<Event>) {
    let mut world = World::builder().method(method).build().unwrap();
    let ids = world.insert_all(&bodies()).unwrap();
    if schedule {
        world.schedule_change(ids[0], 1.0, change.clone()).unwrap();
        // Scheduled changes are in snapshots.
        world = World::builder().restore(&world.snapshot()).unwrap();
        world.advance_to(1.0).unwrap();
    } else {
        world.advance_to(1.0).unwrap();
        world.set_body(ids[0], change).unwrap();
    }
    world.audit().unwrap();
    let events = world.advance_to(8.0).unwrap().to_vec();
    world.audit().unwrap();
    (world, events)
}

#[test]
fn a_body_with_a_new_inertia_moves_as_one_that_is_inserted_with_it() {
    let loaded = BodyChange::new().inertia_tensor(tensor()).centre_of_mass(centre());
    for change in [
        BodyChange::new().inertia(Vector3::new(0.3, 0.4, 0.5)),
        BodyChange::new().centre_of_mass(centre()),
        loaded.clone().mass(5.0),
        loaded,
    ] {
        let mut world = World::builder().build().unwrap();
        let ids = world.insert_all(&bodies()).unwrap();
        world.advance_to(1.0).unwrap();
        let pose = world.pose(ids[0]).unwrap();
        let [mut twin, other] = bodies();
        twin.position = pose.translation.vector;
        twin.orientation = pose.rotation;
        twin.angular_velocity = world.angular_velocity(ids[0]).unwrap();
        (twin.inertia, twin.centre_of_mass) = (change.inertia, change.centre_of_mass);
        twin.mass = change.mass.unwrap_or(twin.mass);
        let other = other.position(Vector3::x() * 5.5);
        world.set_body(ids[0], &change).unwrap();
        let kept = world.pose(ids[0]).unwrap();
        assert!((kept.translation.vector - pose.translation.vector).norm() < 1e-15);
        assert!(kept.rotation.angle_to(&pose.rotation) < 1e-7);
        let spin = world.angular_velocity(ids[0]).unwrap();
        assert!((spin - twin.angular_velocity).norm() < 1e-14);
        let mut twins = World::builder().build().unwrap();
        let twin_ids = twins.insert_all(&[twin, other]).unwrap();
        for time in [0.5, 2.0, 3.5, 6.0] {
            let events = [
                world.advance_to(1.0 + time).unwrap().len(),
                twins.advance_to(time).unwrap().len(),
            ];
            assert_eq!(events[0], events[1]);
            for side in 0..2 {
                let (one, other) = (world.pose(ids[side]).unwrap(), twins.pose(twin_ids[side]).unwrap());
                assert!(
                    (one.translation.vector - other.translation.vector).norm() < 1e-10,
                    "{change:?}"
                );
                assert!(one.rotation.angle_to(&other.rotation) < 1e-7, "{change:?}");
            }
        }
        assert!(world.counters().collisions > 0);
    }
}

#[test]
fn all_methods_have_the_same_events_after_a_change_of_inertia() {
    let change = BodyChange::new().inertia_tensor(tensor()).centre_of_mass(centre());
    let (world, events) = changed(Method::Auto, &change, false);
    let poses = |world: &World| world.bodies().map(|id| world.pose(id).unwrap()).collect::<Vec<_>>();
    for method in METHODS {
        for schedule in [false, true] {
            let (other, found) = changed(method, &change, schedule);
            assert_eq!(found, events, "{method:?} {schedule}");
            assert_eq!(poses(&other), poses(&world), "{method:?} {schedule}");
        }
    }
}

#[test]
fn frames_follow_a_scheduled_inertia() {
    let [tumbles, _] = bodies();
    let heavier = BodyChange::new().inertia_tensor(tensor()).centre_of_mass(centre());
    let body = tumbles.set_at(2.0, BodyChange::new().mass(5.0)).set_at(1.0, heavier);
    let scene = Scene {
        bodies: vec![body],
        ..Scene::default()
    };
    let mut world = World::from_scene(&scene, Method::Auto).unwrap();
    let mut frames = SampledWorld::from_scene(&scene, 64.0).unwrap();
    let id = world.bodies().next().unwrap();
    for time in [0.5, 1.5, 2.5, 4.0] {
        world.advance_to(time).unwrap();
        frames.advance_to(time).unwrap();
        let (one, other) = (world.pose(id).unwrap(), frames.motion(0).pose_at(time));
        assert!((one.translation.vector - other.translation.vector).norm() < 1e-12, "{time}");
        assert!(one.rotation.angle_to(&other.rotation) < 1e-7, "{time}");
    }
    assert_eq!(frames.motion(0).inertia, world.motion(id).unwrap().inertia);
}

#[test]
fn a_given_inertia_outlives_changes_of_mass_and_shape() {
    let mut world = World::builder().build().unwrap();
    let [body, _] = bodies();
    let id = world.insert(body).unwrap();
    world
        .set_body(id, &BodyChange::new().inertia(Vector3::new(0.3, 0.4, 0.5)))
        .unwrap();
    let shape = Shape::cuboid(Vector3::repeat(0.25)).unwrap();
    world.set_body(id, &BodyChange::new().mass(7.0).shape(shape)).unwrap();
    let inertia = world.motion(id).unwrap().inertia.unwrap();
    assert_eq!(inertia.moments, Vector3::new(0.3, 0.4, 0.5));
    // A centre alone keeps the tensor.
    world.set_body(id, &BodyChange::new().centre_of_mass(centre())).unwrap();
    let inertia = world.motion(id).unwrap().inertia.unwrap();
    assert_eq!((inertia.moments, inertia.centre), (Vector3::new(0.3, 0.4, 0.5), centre()));
}

#[test]
fn a_ball_with_a_tensor_leaves_the_lane_of_balls() {
    let run = |method: Method| {
        let mut world = World::builder().method(method).build().unwrap();
        let row: Vec<Body> = (0..30)
            .map(|number| ball(3.0 * f64::from(number), [1.0, -1.0][number as usize % 2]).rotates())
            .collect();
        let ids = world.insert_all(&row).unwrap();
        world.advance_to(1.0).unwrap();
        for id in &ids[10..20] {
            let spin = MotionChange::angular_velocity(Vector3::new(1.0, 2.0, 0.0));
            world.set_motion(*id, &spin).unwrap();
            world
                .set_body(*id, &BodyChange::new().inertia(Vector3::new(0.3, 0.4, 0.5)))
                .unwrap();
            world.audit().unwrap();
        }
        let events = world.advance_to(20.0).unwrap().to_vec();
        world.audit().unwrap();
        (events, ids.iter().map(|id| world.pose(*id).unwrap()).collect::<Vec<_>>())
    };
    let expected = run(Method::Auto);
    assert!(expected.0.len() > 20);
    assert!(expected.1[15].rotation != UnitQuaternion::identity());
    for method in METHODS {
        assert_eq!(run(method), expected, "{method:?}");
    }
}

#[test]
fn a_refused_inertia_changes_nothing() {
    let change = BodyChange::new;
    let refused = [
        (0, change().inertia(Vector3::new(1.0, 1.0, 3.0)), "body-0.inertia"),
        (
            0,
            change().mass(3.0).inertia(Vector3::new(1.0, f64::NAN, 1.0)),
            "body-0.inertia[1][1] = NaN: must be",
        ),
        (
            0,
            change().centre_of_mass(Vector3::x() * 1e20),
            "body-0.center_of_mass = [1e20, 0, 0]: each component must be",
        ),
        (
            1,
            change().inertia(Vector3::repeat(1.0)),
            "body-1.inertia = [1, 1, 1]: needs rotates = true",
        ),
        (
            2,
            change().centre_of_mass(Vector3::x()),
            "body-2.center_of_mass = [1, 0, 0]: needs rotates = true",
        ),
        (
            3,
            change().centre_of_mass(Vector3::x() * 0.25),
            "body-3.center_of_mass = [0.25, 0, 0]: must be the origin for a ball that grows",
        ),
        (
            4,
            change().centre_of_mass(Vector3::x() * 0.25),
            "body-4.center_of_mass = [0.25, 0, 0]: must be the origin for a ball that grows",
        ),
    ];
    let [tumbles, still] = bodies();
    let fixed = Body::fixed(still.shape.clone()).position(Vector3::y() * 5.0);
    let grows = ball(0.0, 0.0).rotates().position(Vector3::y() * 20.0);
    let row = [
        tumbles,
        ball(6.0, -0.5),
        fixed,
        grows.clone().growth(0.125),
        grows
            .position(Vector3::y() * -20.0)
            .change_at(50.0, MotionChange::growth(0.5)),
    ];
    let world_of = || {
        let mut world = World::builder().build().unwrap();
        let ids = world.insert_all(&row).unwrap();
        world.advance_to(1.0).unwrap();
        (world, ids)
    };
    let ((mut world, ids), (mut spared, _)) = (world_of(), world_of());
    for (number, change, message) in &refused {
        let error = world.set_body(ids[*number], change).expect_err(message).to_string();
        assert!(error.starts_with(message), "{error}");
        world.audit().unwrap();
    }
    for id in &ids {
        assert_eq!(world.motion(*id).unwrap(), spared.motion(*id).unwrap());
    }
    assert_eq!(world.advance_to(8.0).unwrap(), spared.advance_to(8.0).unwrap());
    // Balls in the plane are homogeneous.
    let mut flat = World::builder().dimensions(Dimensions::Two).build().unwrap();
    let disc = flat.insert(ball(0.0, 0.0).rotates()).unwrap();
    let error = flat.set_body(disc, &change().inertia(Vector3::repeat(1.0))).unwrap_err();
    assert!(
        error.to_string().contains("must not be given in a world of two dimensions"),
        "{error}"
    );
}
