//! Agreement of all methods with accelerations, spin and growth.

use super::*;

/// Gives half of the bodies an own acceleration, fixed ones included, and a third of them scheduled
/// changes of velocity, acceleration, position and orientation.
fn accelerate(scene: &mut Scene, seed: u64) {
    let mut random = Random::new(seed);
    for body in &mut scene.bodies {
        // Floors do not accelerate.
        if !body.shape.bounding_radius().is_finite() {
            continue;
        }
        if random.below(2) == 0 {
            body.acceleration = random.wide_vector(-6.0, 0.7);
        }
        if random.below(3) > 0 {
            continue;
        }
        for _ in 0..=random.below(3) {
            let change = match random.below(4) {
                0 => MotionChange::velocity(random.vector(3.0)),
                1 => MotionChange::acceleration(random.vector(5.0)),
                2 => MotionChange::position(random.vector(5.0)),
                _ => MotionChange {
                    orientation: Some(UnitQuaternion::from_scaled_axis(random.vector(2.0))),
                    acceleration: Some(Vector3::zeros()),
                    ..MotionChange::default()
                },
            };
            let time = random.uniform(0.0, scene.horizon);
            body.changes.push(ScheduledChange { time, change });
        }
    }
}

#[test]
fn methods_agree_with_accelerations_and_scheduled_changes() {
    let mut events = 0;
    for seed in 0..rounds(120) {
        let recipe = Recipe {
            bodies: 24,
            spread: if seed % 2 == 0 { 4.0 } else { 6.0 },
            speeds: (-2.0, 0.7),
            gravity: if seed % 3 == 0 { 0.0 } else { 3.0 },
            boxed: seed % 4 != 0,
            restitution: [1.0, 0.8, 0.3][seed as usize % 3],
        };
        let mut scene = random_scene(6000 + seed, &recipe);
        accelerate(&mut scene, seed);
        if seed % 5 == 4 {
            scene.settings.response = kinesweep::ResponseMode::PassThrough;
        }
        events += assert_same(&scene, true, 1);
    }
    assert!(events > least(6000), "only {events} events");
}

/// Only balls: every pair is predicted with the quartic.
#[test]
fn methods_agree_on_balls_with_own_accelerations() {
    let mut events = 0;
    for seed in 0..rounds(10) {
        let mut random = Random::new(7000 + seed);
        let mut scene = random_scene(
            7001 + 3 * seed,
            &Recipe {
                bodies: 40,
                spread: 4.0,
                speeds: (-1.0, 0.5),
                gravity: 0.0,
                boxed: true,
                restitution: if seed % 2 == 0 { 1.0 } else { 0.5 },
            },
        );
        for body in &mut scene.bodies {
            let radius = body.shape.bounding_radius();
            if radius.is_finite() {
                body.shape = Shape::ball(radius).unwrap();
                body.acceleration = random.vector(4.0);
            }
        }
        events += assert_same(&scene, true, 1);
    }
    assert!(events > least(2000), "only {events} events");
}

#[test]
fn a_ball_thrown_up_through_a_sheet_touches_it_twice() {
    for seed in 0..rounds(200) {
        let mut random = Random::new(5000 + seed);
        let sheet = Shape::cuboid(Vector3::new(20.0, 0.05, 20.0)).unwrap();
        let tilt = random.vector(if seed % 2 == 0 { 0.0 } else { 0.1 });
        let speed = Vector3::new(random.uniform(-0.1, 0.1), random.uniform(20.0, 30.0), 0.0);
        // There is no other event between the two contacts.
        let scene = Scene {
            title: format!("sheet {seed}"),
            settings: Settings {
                gravity: Vector3::new(0.0, -10.0, 0.0),
                response: kinesweep::ResponseMode::PassThrough,
                ..Settings::default()
            },
            horizon: 8.0,
            bodies: vec![
                Body::fixed(sheet)
                    .position(Vector3::y() * random.uniform(5.0, 15.0))
                    .orientation(tilt),
                Body::new(random.shape().unwrap()).velocity(speed),
            ],
        };
        let events = assert_same(&scene, false, 1);
        assert!(events >= 4, "{}: {events} events", scene.title);
    }
}

/// The scene with spin for most bodies, and with changes of spin.
fn with_spin(mut scene: Scene, seed: u64) -> Scene {
    let mut random = Random::new(7000 + seed);
    for body in &mut scene.bodies {
        let bounded = body.shape.bounding_radius().is_finite();
        let spin = random.wide_vector(-1.0, 0.8);
        if bounded && random.below(10) < 7 {
            body.angular_velocity = spin;
        }
        let (time, other) = (random.uniform(0.1, 2.0), random.vector(3.0));
        if bounded && random.below(6) == 0 {
            let stops = random.below(2) == 0;
            let change = MotionChange::angular_velocity(if stops { Vector3::zeros() } else { other });
            *body = body.clone().change_at(time, change);
        }
    }
    scene.title = format!("{}, spinning", scene.title);
    scene
}

#[test]
fn methods_agree_on_spinning_bodies() {
    let mut events = 0;
    for seed in 0..rounds(60) {
        let recipe = Recipe {
            bodies: 18,
            spread: if seed % 2 == 0 { 3.0 } else { 5.0 },
            speeds: (-1.0, 1.0),
            gravity: if seed % 4 < 2 { 0.0 } else { 3.0 },
            boxed: seed % 3 != 1,
            restitution: if seed % 5 == 0 { 0.7 } else { 1.0 },
        };
        events += assert_same(&with_spin(random_scene(9000 + seed, &recipe), seed), seed % 2 == 0, 4);
    }
    assert!(events > least(1500), "only {events} events");
}

#[test]
fn methods_agree_on_spinning_bodies_in_pass_through() {
    let mut events = 0;
    for seed in 0..rounds(50) {
        let recipe = Recipe {
            bodies: 18,
            spread: 4.0,
            speeds: (-1.0, 1.0),
            gravity: 0.0,
            boxed: seed % 2 == 0,
            restitution: 1.0,
        };
        let mut scene = with_spin(random_scene(9500 + seed, &recipe), seed);
        scene.settings.response = kinesweep::ResponseMode::PassThrough;
        events += assert_same(&scene, seed % 3 == 0, 4);
    }
    assert!(events > least(800), "only {events} events");
}

/// The scene with most of its balls growing, at rates that change.
fn with_growth(mut scene: Scene, seed: u64) -> Scene {
    let mut random = Random::new(8000 + seed);
    for body in &mut scene.bodies {
        let (growth, time, other) = (random.uniform(0.0, 0.08), random.uniform(0.1, 3.0), random.uniform(0.0, 0.12));
        let [grows, changes, stops] = [4, 3, 2].map(|of| random.below(of) == 0);
        if !matches!(body.shape.kind(), kinesweep::scene::ShapeKind::Ball { .. }) || grows {
            continue;
        }
        body.growth = growth;
        if changes {
            *body = body
                .clone()
                .change_at(time, MotionChange::growth(if stops { 0.0 } else { other }));
        }
    }
    scene.title = format!("{}, growing", scene.title);
    scene
}

#[test]
fn methods_agree_on_growing_balls() {
    let mut events = 0;
    for seed in 0..rounds(32) {
        let recipe = Recipe {
            bodies: 24,
            spread: if seed % 2 == 0 { 3.5 } else { 5.0 },
            speeds: (-1.0, 1.0),
            gravity: if seed % 4 < 2 { 0.0 } else { 3.0 },
            boxed: seed % 3 != 1,
            restitution: [1.0, 0.7, 0.0][seed as usize % 3],
        };
        let mut scene = with_growth(random_scene(11_000 + seed, &recipe), seed);
        if seed % 5 == 0 && recipe.restitution == 1.0 {
            scene = with_spin(scene, seed);
        }
        if seed % 7 == 3 {
            scene.settings.response = kinesweep::ResponseMode::PassThrough;
        }
        events += assert_same(&scene, seed % 2 == 0, 4);
    }
    assert!(events > least(1600), "only {events} events");
}

/// All kinds of motion together: gravity, accelerations, changes and jumps, spin, growth, and
/// impulses that change spin, with friction.
#[test]
fn methods_agree_on_all_kinds_of_motion() {
    let mut events = 0;
    for seed in 0..rounds(28) {
        let recipe = Recipe {
            bodies: 18,
            spread: if seed % 2 == 0 { 4.0 } else { 6.0 },
            speeds: (-2.0, 0.7),
            gravity: if seed % 3 == 0 { 0.0 } else { 3.0 },
            boxed: seed % 4 != 0,
            restitution: [1.0, 0.8, 0.3][seed as usize % 3],
        };
        let mut scene = random_scene(12_000 + seed, &recipe);
        accelerate(&mut scene, seed);
        scene = with_spin(with_growth(scene, seed), seed);
        scene.settings.friction = [0.0, 0.4][seed as usize % 2];
        let mut random = Random::new(13_000 + seed);
        for body in &mut scene.bodies {
            body.rotates = body.shape.bounding_radius().is_finite() && random.below(2) == 0;
        }
        if seed % 6 == 5 {
            scene.settings.response = kinesweep::ResponseMode::PassThrough;
        }
        scene.horizon = scene.horizon.min(3.0);
        // An audit predicts every pair again, and rotating bodies in contact have an event every
        // millisecond.
        events += assert_same(&scene, true, 40);
    }
    assert!(events > least(1400), "only {events} events");
}
