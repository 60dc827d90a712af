//! Effects of changed constants: begins of motion pieces, the world's defaults and gravity,
//! scheduled changes.

use super::setters::{NO_GROUP, domain, floor, sphere};
use crate::support::{METHODS, ball, kinds};
use kinesweep::compare::CompareOptions;
use kinesweep::sampled::SampledWorld;
use kinesweep::scene::{BodyChange, Mass};
use kinesweep::{Body, Comparison, EventKind, Method, MotionChange, Scene, Shape, StepError, World, WorldError};
use nalgebra::Vector3;

#[test]
fn a_change_begins_a_piece_only_if_a_prediction_or_force_depends_on_it() {
    let mut world = World::builder().gravity(Vector3::y() * -1.0).build().unwrap();
    world.set_default_friction(0.5).unwrap();
    world.insert(floor()).unwrap();
    let flies = world.insert(ball(0.0, 1.0).position(Vector3::y() * 50.0)).unwrap();
    let slab = Body::new(Shape::cuboid(Vector3::repeat(0.5)).unwrap());
    let lies = world.insert(slab.position(Vector3::y() * 0.5)).unwrap();
    world.advance_to(1.0).unwrap();
    let epochs = |world: &World| [flies, lies].map(|id| world.motion(id).unwrap().epoch);
    let before = epochs(&world);
    assert!(before[1] < 1.0);
    for id in [flies, lies] {
        world.set_body(id, &BodyChange::new().restitution(0.5)).unwrap();
    }
    world.set_default_restitution(0.25).unwrap();
    world.set_body(flies, &BodyChange::new().mass(3.0).friction(0.25)).unwrap();
    assert_eq!(epochs(&world), before);
    world.set_body(lies, &BodyChange::new().mass(3.0)).unwrap();
    assert_eq!(epochs(&world), [before[0], 1.0]);
    world.advance_to(2.0).unwrap();
    world.set_default_friction(0.75).unwrap();
    assert_eq!(epochs(&world), [before[0], 2.0]);
    world.set_body(flies, &BodyChange::new().sensor(true)).unwrap();
    assert_eq!(epochs(&world), [2.0, 2.0]);
    assert_eq!(world.velocity(lies).unwrap(), Vector3::zeros());
    world.audit().unwrap();
}

#[test]
fn bodies_without_own_restitution_use_the_current_default() {
    let mut world = World::builder().build().unwrap();
    let heavy = Body::fixed(sphere(0.5));
    let pairs = [None, Some(1.0)];
    let mut ids = Vec::new();
    for (row, restitution) in pairs.into_iter().enumerate() {
        let row = Vector3::y() * 5.0 * row as f64;
        let mut flies = ball(0.0, 1.0);
        flies.restitution = restitution;
        flies.position += row;
        ids.push(world.insert(flies).unwrap());
        world
            .insert(heavy.clone().restitution(1.0).position(row + Vector3::x() * 3.0))
            .unwrap();
    }
    world.set_default_restitution(0.5).unwrap();
    let mut world = World::builder().restore(&world.snapshot()).unwrap();
    let named = BodyChange::new().restitution(0.75);
    world.advance_to(2.0).unwrap();
    let speeds = |world: &World| ids.iter().map(|id| world.velocity(*id).unwrap().x).collect::<Vec<_>>();
    assert_eq!(speeds(&world), [-0.5, -1.0]);
    // From now on the first body has its own.
    world.set_body(ids[0], &named).unwrap();
    world.set_default_restitution(0.125).unwrap();
    for id in &ids {
        world.set_motion(*id, &MotionChange::velocity(Vector3::x())).unwrap();
    }
    world.advance_to(6.0).unwrap();
    assert_eq!(speeds(&world), [-0.75, -1.0]);
    assert_eq!(world.settings().restitution, 0.125);
}

#[test]
fn a_change_of_gravity_begins_and_ends_rests() {
    let down = Vector3::y() * -10.0;
    for method in METHODS {
        let mut world = World::builder()
            .method(method)
            .gravity(down)
            .restitution(0.0)
            .build()
            .unwrap();
        world.insert(floor()).unwrap();
        let own = Vector3::new(0.1, 0.0, 0.7);
        let lies = world.insert(ball(0.0, 0.0).position(Vector3::y() * 0.5)).unwrap();
        let pulled = world
            .insert(ball(5.0, 0.0).position(Vector3::new(5.0, 9.0, 0.0)).acceleration(own))
            .unwrap();
        world.advance_to(1.0).unwrap();
        assert_eq!(world.velocity(lies).unwrap(), Vector3::zeros());
        assert_eq!(world.energy(), world.energy());
        world.set_gravity(-down).unwrap();
        world.audit().unwrap();
        // m g h has changed its sign.
        let velocity = world.velocity(pulled).unwrap();
        let heights = world.pose(lies).unwrap().translation.y + world.pose(pulled).unwrap().translation.y;
        assert!((world.energy() - (0.5 * velocity.norm_squared() - 10.0 * heights)).abs() < 1e-12);
        world.advance_to(1.5).unwrap();
        assert_eq!(world.velocity(lies).unwrap(), -0.5 * down);
        for gravity in [Vector3::repeat(0.3), Vector3::zeros()] {
            world.set_gravity(gravity).unwrap();
            let piece = world.motion(pulled).unwrap();
            assert_eq!(piece.acceleration, own + gravity);
        }
        world.set_gravity(4.0 * down).unwrap();
        world.audit().unwrap();
        world.advance_to(20.0).unwrap();
        assert_eq!(world.velocity(lies).unwrap(), Vector3::zeros(), "{method:?}");
        assert_eq!(world.motion(lies).unwrap().acceleration, Vector3::zeros());
    }
}

#[test]
fn shapes_become_half_spaces_and_back() {
    for method in METHODS {
        let mut world = World::builder().method(method).build().unwrap();
        let plane = world.insert(Body::fixed(sphere(0.5))).unwrap();
        let falls = world
            .insert(
                ball(40.0, 0.0)
                    .position(Vector3::new(40.0, 10.5, 0.0))
                    .velocity(Vector3::y() * -1.0),
            )
            .unwrap();
        world.advance_to(4.0).unwrap();
        world
            .set_body(plane, &BodyChange::new().shape(Shape::half_space(Vector3::y()).unwrap()))
            .unwrap();
        world.audit().unwrap();
        let event = world.step_before(30.0).unwrap().expect("it falls on the plane");
        assert_eq!(event.time, 10.0, "{method:?}");
        world
            .set_motion(falls, &MotionChange::velocity(Vector3::new(-4.0, 0.0, 0.0)))
            .unwrap();
        world.set_body(plane, &BodyChange::new().shape(sphere(0.5))).unwrap();
        world.audit().unwrap();
        let event = world.step_before(30.0).unwrap().expect("it reaches the ball");
        let away = (1.0f64 - 0.25).sqrt();
        assert!(
            (event.time - (10.0 + (40.0 - away) / 4.0)).abs() < 1e-12,
            "{method:?}: {event:?}"
        );
    }
}

/// Measurement restarts with another mass, and continues correctly: without collisions the means
/// equal the present values.
#[test]
fn statistics_restart_at_a_change_of_mass() {
    let mut world = World::builder().domain(domain(false)).build().unwrap();
    let first = world.insert(Body::new(sphere(0.25)).velocity(Vector3::x() * 0.5)).unwrap();
    let rest = [1.0, 2.0].map(|y| {
        Body::new(sphere(0.25))
            .position(Vector3::y() * y)
            .velocity(Vector3::x() * 0.25)
    });
    world.insert_all(&rest).unwrap();
    world.advance_to(1.0).unwrap();
    world.set_body(first, &BodyChange::new().mass(4.0)).unwrap();
    assert_eq!(world.momentum().x, 4.0 * 0.5 + 2.0 * 0.25);
    world.advance_to(2.0).unwrap();
    let statistics = world.statistics();
    assert_eq!((statistics.since, statistics.duration), (1.0, 1.0));
    assert_eq!(statistics.mean_temperature, Some(statistics.temperature));
    assert_eq!(BodyChange::new().mass(4.0).mass, Some(Mass::Total(4.0)));
}

#[test]
fn scheduled_changes_are_reported_or_refused_at_their_time() {
    for method in METHODS {
        let mut world = World::builder().method(method).build().unwrap();
        let ghost = world.insert(ball(0.0, 1.0).sensor()).unwrap();
        let wall = world.insert(Body::fixed(sphere(0.5)).position(Vector3::x() * 2.0)).unwrap();
        let solid = BodyChange::new().sensor(false);
        world.schedule_change(ghost, 2.0, solid.clone()).unwrap();
        world.schedule_change(wall, 2.5, BodyChange::new().groups(NO_GROUP)).unwrap();
        world.schedule_change(ghost, 4.0, solid.clone().shape(sphere(0.25))).unwrap();
        assert!(matches!(
            world.schedule_change(ghost, -1.0, solid),
            Err(WorldError::Time { .. })
        ));
        let bad = BodyChange::new().friction(-1.0);
        assert!(matches!(world.schedule_change(ghost, 9.0, bad), Err(WorldError::Value(_))));
        // Inside the other body it cannot become solid.
        let refused = world.advance_to(5.0).unwrap_err();
        assert!(matches!(&refused, StepError::Change { time: 2.0, .. }), "{refused}");
        assert_eq!(kinds(world.events()), ["contact-begin"]);
        let mut world = World::builder().restore(&world.snapshot()).unwrap();
        let events = world.advance_to(5.0).unwrap().to_vec();
        assert_eq!(
            kinds(&events),
            ["motion-change", "contact-end", "motion-change"],
            "{method:?}"
        );
        assert_eq!(events[0].kind, EventKind::MotionChange { body: wall });
        assert_eq!(events.iter().map(|event| event.time).collect::<Vec<_>>(), [2.5, 2.5, 4.0]);
        world.audit().unwrap();
        // A removed body has no further changes.
        world.schedule_change(ghost, 6.0, BodyChange::new().mass(2.0)).unwrap();
        world.remove(ghost).unwrap();
        assert_eq!(world.advance_to(7.0).unwrap(), []);
    }
}

#[test]
fn sampled_mode_and_comparisons_refuse_some_scheduled_changes() {
    let heavy = BodyChange::new().sensor(false).mass(3.0).restitution(0.5);
    let ghost = ball(0.0, 1.0).sensor().set_at(3.0, heavy);
    let mut scene = Scene {
        bodies: vec![ghost, ball(1.5, 0.0), ball(6.5, 0.0)],
        ..Scene::default()
    };
    let mut world = World::from_scene(&scene, Method::Auto).unwrap();
    let events = world.advance_to(9.0).unwrap().to_vec();
    // It passes through the first as a sensor, and hits the second as a solid.
    assert_eq!(kinds(&events), ["contact-begin", "contact-end", "motion-change", "collision"]);
    let mut frames = SampledWorld::from_scene(&scene, 4096.0).unwrap();
    let sampled = frames.advance_to(9.0).unwrap().to_vec();
    assert_eq!(kinds(&sampled), kinds(&events));
    for (number, id) in world.bodies().enumerate() {
        let (exact, sampled) = (world.velocity(id).unwrap(), frames.motion(number).velocity);
        assert!((exact - sampled).norm() < 1e-12, "{exact} {sampled}");
    }
    assert_eq!(world.velocity(world.bodies().next().unwrap()).unwrap().x, 1.0 - 1.5 / 4.0);
    let options = CompareOptions {
        horizon: Some(1.0),
        ..CompareOptions::sampled_at(&[60.0])
    };
    let refused = Comparison::run(&scene, &options).unwrap_err().to_string();
    assert!(refused.contains("body-0.body_changes[0].mass"), "{refused}");
    scene.bodies[0].body_changes[0].change = BodyChange::new().restitution(0.5);
    assert!(Comparison::run(&scene, &options).is_ok());
    scene.bodies[0].body_changes[0].change = BodyChange::new().shape(sphere(0.25));
    let refused = SampledWorld::from_scene(&scene, 60.0).unwrap_err().to_string();
    assert!(refused.contains("body_changes[0].shape = ball"), "{refused}");
    // A world accepts it, at its time and no earlier than now.
    let late = scene.bodies[0].clone();
    assert!(World::from_scene(&scene, Method::Auto).is_ok());
    let first = world.bodies().next().unwrap();
    world.remove(first).unwrap();
    assert!(matches!(
        world.insert(late.position(Vector3::y() * 9.0)),
        Err(WorldError::Time { time: 3.0, .. })
    ));
}
