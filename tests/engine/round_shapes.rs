//! Worlds of ellipsoids, cylinders, cones and rounded cuboids.

use crate::support::{METHODS, Random, kinds};
use kinesweep::{Body, Domain, Event, ResponseMode, Settings, Shape, World};
use nalgebra::{Isometry3, Vector3};

fn shape(random: &mut Random, number: u32) -> Shape {
    let compound = || {
        let stem = Shape::cylinder(0.4, 0.1).unwrap();
        let head = Shape::ellipsoid(Vector3::new(0.3, 0.15, 0.3)).unwrap();
        Shape::compound(vec![
            (Isometry3::identity(), stem),
            (Isometry3::translation(0.0, 0.4, 0.0), head),
        ])
        .unwrap()
    };
    let size = random.uniform(0.8, 1.2);
    match number % 8 {
        0 | 4 => Shape::ellipsoid(Vector3::new(0.5, 0.3, 0.2) * size),
        1 => Shape::cylinder(0.3 * size, 0.3),
        2 => Shape::cone(0.4 * size, 0.3),
        3 => Shape::rounded_cuboid(Vector3::new(0.2, 0.25, 0.1) * size, 0.15),
        5 => Shape::ball(0.3 * size),
        6 => Ok(compound()),
        _ => Shape::cuboid(Vector3::new(0.2, 0.3, 0.25) * size),
    }
    .unwrap()
}

/// Bodies of all these shapes on a grid with room to rotate, moving towards its middle.
fn many_bodies(random: &mut Random, rotates: bool) -> Vec<Body> {
    (0..27u32)
        .map(|number| {
            let cell = Vector3::new(number % 3, number / 3 % 3, number / 9)
                .map(f64::from)
                .add_scalar(-1.0);
            let body = Body::new(shape(random, number))
                .position(cell * 1.6 + random.vector(0.05))
                .velocity(random.vector(1.0) - cell)
                .angular_velocity(random.vector(2.0))
                .mass(random.uniform(0.5, 1.5));
            if rotates { body.rotates() } else { body }
        })
        .collect()
}

fn in_a_box() -> Settings {
    Settings {
        domain: Domain::Box {
            min: Vector3::repeat(-2.6),
            max: Vector3::repeat(2.6),
        },
        ..Settings::default()
    }
}

#[test]
fn many_round_bodies_conserve_energy_momentum_and_angular_momentum() {
    let mut random = Random::new(21);
    let mut collisions = 0;
    for _ in 0..6 {
        let mut world = World::builder().build().unwrap();
        world.insert_all(&many_bodies(&mut random, true)).unwrap();
        let before = (world.energy(), world.momentum(), world.angular_momentum());
        world.advance_to(3.0).unwrap();
        let after = (world.energy(), world.momentum(), world.angular_momentum());
        assert!((after.0 / before.0 - 1.0).abs() < 1e-10, "{before:?} {after:?}");
        assert!((after.1 - before.1).norm() < 1e-10, "{before:?} {after:?}");
        assert!((after.2 - before.2).norm() < 1e-9, "{before:?} {after:?}");
        assert_eq!((world.counters().late, world.counters().unresolved), (0, 0));
        collisions += world.counters().collisions;
    }
    assert!(collisions > 100, "{collisions}");
}

fn events_of(world: &mut World, until: f64) -> Vec<Event> {
    let mut events = Vec::new();
    while let Some(event) = world.step_before(until).unwrap() {
        events.push(event);
    }
    world.audit().unwrap();
    events
}

#[test]
fn methods_agree_to_the_bit_and_snapshots_resume() {
    let mut random = Random::new(22);
    for case in 0..6 {
        let bodies = many_bodies(&mut random, case % 2 == 0);
        let settings = Settings {
            gravity: Vector3::y() * [0.0, -1.0][case / 2 % 2],
            response: [ResponseMode::Collide, ResponseMode::PassThrough][case / 4],
            ..in_a_box()
        };
        let runs = METHODS.map(|method| {
            let mut world = World::builder().settings(settings).method(method).build().unwrap();
            world.insert_all(&bodies).unwrap();
            let mut events = events_of(&mut world, 0.6);
            let saved = world.snapshot();
            events.extend(events_of(&mut world, 1.2));
            let mut resumed = World::builder().method(method).restore(&saved).unwrap();
            let rest = events_of(&mut resumed, 1.2);
            assert_eq!(rest, events[events.len() - rest.len()..], "case {case} {method:?}");
            events
        });
        assert!(runs[0].len() > 20, "{:?}", kinds(&runs[0]));
        for (run, method) in runs.iter().zip(METHODS) {
            assert_eq!(run, &runs[0], "case {case} {method:?}");
        }
    }
}

#[test]
fn round_bodies_come_to_rest_on_a_floor() {
    let shapes = [
        Shape::ellipsoid(Vector3::new(0.5, 0.25, 0.5)).unwrap(),
        Shape::cylinder(0.25, 0.5).unwrap(),
        Shape::cone(0.25, 0.5).unwrap(),
        Shape::rounded_cuboid(Vector3::new(0.3, 0.125, 0.3), 0.125).unwrap(),
    ];
    for ground in [
        Shape::half_space(Vector3::y()).unwrap(),
        Shape::cuboid(Vector3::new(9.0, 1.0, 9.0)).unwrap(),
    ] {
        let top = if ground.bounding_radius().is_finite() { -1.0 } else { 0.0 };
        let mut world = World::builder()
            .settings(Settings {
                gravity: Vector3::y() * -10.0,
                restitution: 0.5,
                ..Settings::default()
            })
            .build()
            .unwrap();
        world.insert(Body::fixed(ground).position(Vector3::y() * top)).unwrap();
        let ids: Vec<_> = (0..)
            .zip(&shapes)
            .map(|(number, shape)| {
                let at = Vector3::new(2.0 * f64::from(number) - 3.0, 1.0, 0.0);
                world.insert(Body::new(shape.clone()).position(at)).unwrap()
            })
            .collect();
        world.advance_to(5.0).unwrap();
        for (id, shape) in ids.into_iter().zip(&shapes) {
            let position = world.pose(id).unwrap().translation.vector;
            assert!((position.y - 0.25).abs() < 1e-7, "{shape:?}: {position}");
            assert!(world.velocity(id).unwrap().norm() < 1e-5, "{shape:?}");
        }
    }
}

#[test]
fn bodies_that_pass_through_each_other_touch_for_their_overlap() {
    let settings = Settings {
        response: ResponseMode::PassThrough,
        ..Settings::default()
    };
    let mut world = World::builder().settings(settings).build().unwrap();
    let lentil = Shape::ellipsoid(Vector3::new(1.0, 0.25, 1.0)).unwrap();
    let can = Body::new(Shape::cylinder(0.5, 0.5).unwrap())
        .position(Vector3::y() * 5.0)
        .velocity(-Vector3::y());
    world.insert_all(&[Body::new(lentil), can]).unwrap();
    let events = events_of(&mut world, 10.0);
    assert_eq!(kinds(&events), ["contact-begin", "contact-end"]);
    assert!(
        (events[0].time - 4.25).abs() < 1e-11 && (events[1].time - 5.75).abs() < 1e-9,
        "{events:?}"
    );
}
