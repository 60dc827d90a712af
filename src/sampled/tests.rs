//! Frames in periodic domains, against all pairs of all images, and against an open domain with
//! explicit copies.

use super::SampledWorld;
use crate::domain::Domain;
use crate::domain::adjacent_shifts;
use crate::event::{Event, EventKind};
use crate::impact::touches_at;
use crate::motion::{MotionChange, MotionPiece};
use crate::scene::{Body, ResponseMode, Scene, Settings, Shape};
use nalgebra::Vector3;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeSet;

mod growth;

struct Random(Xoshiro256PlusPlus);

impl Random {
    fn between(&mut self, least: f64, greatest: f64) -> f64 {
        let unit = (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        least + unit * (greatest - least)
    }

    fn vector(&mut self, most: f64) -> Vector3<f64> {
        Vector3::from_fn(|_, _| self.between(-most, most))
    }
}

const MIN: Vector3<f64> = Vector3::new(-2.0, -1.5, 0.0);
const MAX: Vector3<f64> = Vector3::new(2.0, 2.5, 5.0);

fn periodic() -> Domain {
    Domain::Periodic { min: MIN, max: MAX }
}

fn shape(number: usize, size: f64) -> Shape {
    let flat = vec![
        Vector3::zeros(),
        Vector3::x() * size,
        Vector3::y() * size,
        Vector3::repeat(0.5 * size),
    ];
    let shape = match number % 5 {
        0 => Shape::ball(size),
        1 => Shape::cuboid(Vector3::new(0.8 * size, 0.3 * size, 0.4 * size)),
        2 => Shape::capsule(0.6 * size, 0.4 * size),
        3 => Shape::ring(0.7 * size, 0.25 * size, 6, 4),
        _ => Shape::mesh(flat, vec![[0, 1, 2], [0, 1, 3]]),
    };
    shape.expect("a shape")
}

/// Bodies of all shapes, some of them spinning, some accelerated; up to the largest allowed size.
fn mixed(seed: u64, count: usize, speed: f64, response: ResponseMode) -> Scene {
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(seed));
    let bodies = (0..count).map(|number| {
        let size = random.between(0.2, 0.95);
        let middle = 0.5 * (MIN + MAX);
        let mut body = Body::new(shape(number, size))
            .position(middle + random.vector(2.5))
            .orientation(random.vector(3.0))
            .velocity(random.vector(speed));
        if number % 3 == 0 {
            body = body.angular_velocity(random.vector(2.0));
            // An open mesh has no inertia.
            body.rotates = number % 5 != 4;
        }
        if number % 4 == 0 {
            body = body.acceleration(random.vector(speed));
        }
        if number % 7 == 0 {
            body = body.sensor();
        }
        if number % 5 == 0 {
            let change = MotionChange {
                position: Some(random.vector(9.0)),
                velocity: Some(random.vector(speed)),
                ..MotionChange::default()
            };
            body = body.change_at(random.between(0.0, 2.0), change);
        }
        body
    });
    Scene {
        bodies: bodies.collect(),
        settings: Settings {
            domain: periodic(),
            response,
            ..Settings::default()
        },
        ..Scene::default()
    }
}

/// The pairs that touch by any of their images, found by trying all.
fn touching(world: &SampledWorld) -> Vec<(u32, u32)> {
    let (sides, mut pairs) = (MAX - MIN, Vec::new());
    for b in 0..world.bodies.len() as u32 {
        for a in 0..b {
            let [one, other] = [a, b].map(|index| &world.bodies[index as usize]);
            let apart = other.piece.position_at(world.now) - one.piece.position_at(world.now);
            let lengths = apart.component_div(&sides).map(f64::round).component_mul(&sides);
            let touches = |neighbour: Vector3<f64>| {
                let piece = MotionPiece {
                    position: other.piece.position + neighbour - lengths,
                    ..other.piece
                };
                let mut image = other.moving();
                image.piece = &piece;
                touches_at(&one.moving(), &image, world.now)
            };
            if adjacent_shifts(sides).any(touches) {
                pairs.push((a, b));
            }
        }
    }
    pairs.sort_unstable();
    pairs
}

#[test]
fn contacts_are_those_of_any_image() {
    let mut met = 0;
    for (seed, speed) in [(1, 0.7), (2, 4.0), (3, 30.0)] {
        let scene = mixed(seed, 24, speed, ResponseMode::PassThrough);
        let mut world = SampledWorld::from_scene(&scene, 20.0).unwrap();
        let mut reported = BTreeSet::new();
        for frame in 0..60 {
            for event in world.advance_to(f64::from(frame) / 20.0).unwrap() {
                match event.kind {
                    EventKind::ContactBegin(touch) => assert!(reported.insert(touch.bodies.map(|id| id.index))),
                    EventKind::ContactEnd { bodies } => assert!(reported.remove(&bodies.map(|id| id.index))),
                    _ => {}
                }
            }
            let slow = touching(&world);
            assert_eq!(world.in_contact, slow, "seed {seed}, frame {frame}");
            assert_eq!(reported, slow.iter().map(|(a, b)| [*a, *b]).collect());
            met += slow.len();
        }
    }
    assert!(met > 500, "{met}");
}

/// The same bodies in an open domain, each with its images up to two lengths away.
fn unfolded(scene: &Scene) -> Scene {
    const IMAGES: i32 = 2;
    let steps = || (-IMAGES..=IMAGES).map(f64::from);
    let shifts = steps().flat_map(|x| steps().flat_map(move |y| steps().map(move |z| Vector3::new(x, y, z))));
    let mut twin = scene.clone();
    twin.settings.domain = Domain::Open;
    for shift in shifts.filter(|shift| *shift != Vector3::zeros()) {
        let image = |body: &Body| {
            let position = body.position + shift.component_mul(&(MAX - MIN));
            Body {
                position,
                ..body.clone()
            }
        };
        twin.bodies.extend(scene.bodies.iter().map(image));
    }
    twin
}

#[test]
fn an_open_domain_with_copies_gives_the_same_contacts() {
    for seed in [4, 5] {
        let mut scene = mixed(seed, 11, 1.0, ResponseMode::PassThrough);
        let (horizon, rate, count) = (1.2, 25.0, scene.bodies.len());
        for body in &mut scene.bodies {
            body.changes.clear();
            body.position = periodic().image(&body.position);
        }
        let mut world = SampledWorld::from_scene(&scene, rate).unwrap();
        let mut twin = SampledWorld::from_scene(&unfolded(&scene), rate).unwrap();
        let mut seen = 0;
        for frame in 0..(horizon * rate) as u32 {
            let time = f64::from(frame) / rate;
            world.advance_to(time).unwrap();
            twin.advance_to(time).unwrap();
            let of_one = |(a, b): &(u32, u32)| ((*a as usize) < count).then(|| (*a, *b % count as u32));
            let mut images: Vec<(u32, u32)> = twin.in_contact.iter().filter_map(of_one).collect();
            images.retain(|(a, b)| a != b);
            let mut images: Vec<_> = images.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
            images.sort_unstable();
            images.dedup();
            assert_eq!(world.in_contact, images, "seed {seed}, frame {frame}");
            seen += images.len();
        }
        assert!(seen > 20, "{seen}");
    }
}

/// Balls of radius 1/4 in a cube of side 4 about the origin.
fn balls(bodies: Vec<Body>) -> Scene {
    Scene {
        bodies,
        settings: Settings {
            domain: Domain::Periodic {
                min: Vector3::repeat(-2.0),
                max: Vector3::repeat(2.0),
            },
            ..Settings::default()
        },
        ..Scene::default()
    }
}

fn ball() -> Body {
    Body::new(Shape::ball(0.25).unwrap())
}

fn collision_times(events: &[Event]) -> Vec<f64> {
    let collision = |event: &&Event| matches!(event.kind, EventKind::Collision(_));
    events.iter().filter(collision).map(|event| event.time).collect()
}

#[test]
fn a_ball_crosses_a_face_and_bounces_at_the_other_side() {
    // The fixed one is at a corner of the domain; the way round is 4, at 1 m/s, and the sum of the
    // radii is 1/2.
    let fixed = Body::fixed(Shape::ball(0.25).unwrap()).position(Vector3::repeat(-2.0));
    let flying = ball().position(Vector3::new(0.0, 2.0, -2.0)).velocity(Vector3::x());
    let mut world = SampledWorld::from_scene(&balls(vec![fixed, flying]), 8.0).unwrap();
    let times = collision_times(world.advance_to(12.0).unwrap());
    // From 0 to 1.5, and then 3.5 between its images.
    assert_eq!(times, [1.5, 4.5, 7.5, 10.5]);
    assert_eq!(world.position(1), Vector3::new(0.0, -2.0, -2.0));
    assert_eq!((world.energy(), world.momentum()), (0.5, Vector3::x()));
}

#[test]
fn bodies_collide_and_separate_across_an_edge() {
    // Each is half a frame's motion inside the other when first found; both are wrapped into the
    // domain.
    let at = Vector3::new(1.75, -1.75, 0.0);
    let across = Vector3::new(1.0, -1.0, 0.0).normalize();
    let scene = balls(vec![
        ball().position(at).velocity(across),
        ball().position(-at).velocity(-across),
    ]);
    let mut world = SampledWorld::from_scene(&scene, 4.0).unwrap();
    let events = world.advance_to(0.25).unwrap().to_vec();
    let [
        Event {
            kind: EventKind::Collision(hit),
            time,
        },
    ] = events[..]
    else {
        panic!("{events:?}")
    };
    assert_eq!(time, 0.25);
    // They lie on the diagonal through the edge at (2, -2), 0.707 apart at the start and 0.207 now.
    assert!((hit.normal - across).norm() < 1e-12, "{}", hit.normal);
    assert!((hit.closing_speed - 2.0).abs() < 1e-12);
    let corner = Vector3::new(2.0, -2.0, 0.0);
    assert!((hit.point - corner).norm() < 1e-12, "{}", hit.point);
    for body in 0..2 {
        let position = world.position(body);
        let apart = scene.settings.domain.nearest(&(position - corner));
        assert!((apart.norm() - 0.25).abs() < 1e-12, "{position}");
        assert!(position.iter().all(|x| (-2.0..2.0).contains(x)));
    }
    assert!(world.motion(0).velocity.dot(&across) < -0.99);
}

#[test]
fn a_gas_keeps_its_energy_and_momentum() {
    let scene = mixed(8, 30, 2.0, ResponseMode::Collide);
    let bodies = scene.bodies.iter().map(|body| {
        let mut free = body.clone();
        (free.acceleration, free.sensor) = (Vector3::zeros(), false);
        free.changes.clear();
        // Bodies that rotate, but have a spin that impulses do not change, add energy in
        // collisions.
        free.angular_velocity *= f64::from(u8::from(free.rotates));
        free
    });
    let scene = Scene {
        bodies: bodies.collect(),
        ..scene.clone()
    };
    let mut world = SampledWorld::from_scene(&scene, 200.0).unwrap();
    let (energy, momentum) = (world.energy(), world.momentum());
    let collisions = collision_times(world.advance_to(4.0).unwrap()).len();
    assert!(collisions > 100, "{collisions}");
    assert!((world.energy() / energy - 1.0).abs() < 1e-12);
    assert!((world.momentum() - momentum).norm() < 1e-12 * momentum.norm().max(1.0));
}

#[test]
fn bodies_fall_through_the_domain_for_ever() {
    let mut scene = balls(vec![ball()]);
    scene.settings.gravity = Vector3::y() * -10.0;
    let change = MotionChange::angular_velocity(Vector3::x());
    scene.bodies[0] = scene.bodies[0].clone().change_at(2.0, change);
    let mut world = SampledWorld::from_scene(&scene, 16.0).unwrap();
    world.advance_to(3.0).unwrap();
    // Without a potential, which is undefined where all images of a place are the same.
    assert_eq!((world.energy(), world.work_of_gravity()), (450.0, 450.0));
    // 45 m down, of which the change of motion wrapped 20 m back.
    assert_eq!(world.position(0), Vector3::y() * -1.0);
    assert_eq!(world.motion(0).position_at(2.0), Vector3::zeros());
}

#[test]
fn overlaps_are_reported_across_faces() {
    let scene = balls(vec![
        ball().position(Vector3::x() * 1.0).velocity(Vector3::x()),
        ball().sensor().position(Vector3::new(-1.75, 0.25, 0.25)),
    ]);
    let mut world = SampledWorld::from_scene(&scene, 4.0).unwrap().report_overlaps(true);
    let reported = world
        .advance_to(4.0)
        .unwrap()
        .iter()
        .map(|event| (event.time, event.kind.name()));
    // From -1.75 + 4 - 1/2 to - 1.75 + 4 + 1/2: 0.75 to 1.75 s, ends included.
    assert_eq!(
        reported.collect::<Vec<_>>(),
        [
            (0.75, "overlap-begin"),
            (1.0, "contact-begin"),
            (1.75, "contact-end"),
            (2.0, "overlap-end")
        ]
    );
}

#[test]
fn unsupported_bodies_in_a_periodic_domain_are_refused_by_name() {
    let refusal = |body: Body| {
        SampledWorld::from_scene(&balls(vec![ball(), body]), 60.0)
            .unwrap_err()
            .to_string()
    };
    let plane = refusal(Body::fixed(Shape::half_space(Vector3::y()).unwrap()).name("floor"));
    assert!(plane.contains("floor.shape = half_space"), "{plane}");
    let large = refusal(Body::new(Shape::ball(1.25).unwrap()));
    assert!(large.contains("body-1.shape") && large.contains("at most 1 m"), "{large}");
}

#[test]
fn prescribed_trajectories_may_leave_the_domain() {
    let scene = balls(vec![ball(), ball()]);
    let piece = |epoch: f64, position: Vector3<f64>, velocity: Vector3<f64>| MotionPiece {
        epoch,
        position,
        velocity,
        ..MotionPiece::at_rest()
    };
    let still = vec![piece(0.0, Vector3::new(401.5, -80.0, 0.0), Vector3::zeros())];
    // At 1.5 by its image, from 0 on at 1 m/s; then reported from another image.
    let passing = vec![
        piece(0.0, Vector3::zeros(), Vector3::x()),
        piece(1.25, Vector3::new(-38.75, 4.0, 400.0), Vector3::x()),
    ];
    let mut world = SampledWorld::following(&scene, 8.0, &[still, passing]).unwrap();
    let reported = world
        .advance_to(4.5)
        .unwrap()
        .iter()
        .map(|event| (event.time, event.kind.name()));
    assert_eq!(reported.collect::<Vec<_>>(), [(1.0, "contact-begin"), (2.125, "contact-end")]);
}
