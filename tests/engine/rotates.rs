//! Bodies with spins that impulses change: closed forms, conservation laws, and agreement of all
//! methods.

use crate::support::{METHODS, Random};
use kinesweep::{Body, Domain, EventKind, Settings, Shape, World};
use nalgebra::Vector3;
use std::f64::consts::FRAC_PI_2;

fn cuboid(x: f64, y: f64, z: f64) -> Shape {
    Shape::cuboid(Vector3::new(x, y, z)).unwrap()
}

/// The moment of inertia of a cuboid about its z axis.
fn inertia(mass: f64, half: Vector3<f64>) -> f64 {
    mass * (half.x * half.x + half.y * half.y) / 3.0
}

#[test]
fn a_ball_hitting_a_rod_gives_it_the_exact_spin() {
    let half = Vector3::new(1.0, 0.1, 0.1);
    let mut world = World::builder().build().unwrap();
    let rod = world
        .insert(Body::new(cuboid(half.x, half.y, half.z)).mass(2.0).rotates())
        .unwrap();
    let ball = Body::new(Shape::ball(0.2).unwrap()).mass(0.5).rotates();
    let ball = world
        .insert(ball.position(Vector3::new(0.75, -2.3, 0.0)).velocity(Vector3::y() * 4.0))
        .unwrap();
    let event = world.step().unwrap().unwrap();
    assert!((event.time - 0.5).abs() < 1e-12, "{event:?}");
    let i = inertia(2.0, half);
    let impulse = 2.0 * 4.0 / (1.0 / 0.5 + 1.0 / 2.0 + 0.75 * 0.75 / i);
    assert!((world.velocity(ball).unwrap().y - (4.0 - impulse / 0.5)).abs() < 1e-12);
    assert!((world.velocity(rod).unwrap().y - impulse / 2.0).abs() < 1e-12);
    let spin = world.motion(rod).unwrap().angular_velocity;
    assert!((spin - Vector3::z() * (0.75 * impulse / i)).norm() < 1e-12, "{spin}");
    // The impulse on the ball passes through its centre.
    assert_eq!(world.motion(ball).unwrap().angular_velocity, Vector3::zeros());
}

#[test]
fn a_rotating_rod_hits_a_ball_at_the_exact_time() {
    // A free rod along y at 3 rad/s about z hits a resting ball: at x = r, half the width and the
    // radius away.
    let half = Vector3::new(0.05, 1.0, 0.05);
    let (spin, radius, out) = (3.0, 0.25, 0.8);
    let mut world = World::builder().build().unwrap();
    let rod = world
        .insert(
            Body::new(cuboid(half.x, half.y, half.z))
                .angular_velocity(Vector3::z() * -spin)
                .rotates(),
        )
        .unwrap();
    let ball = world
        .insert(Body::new(Shape::ball(radius).unwrap()).position(Vector3::x() * out).mass(0.3))
        .unwrap();
    let (energy, turning) = (world.energy(), world.angular_momentum());
    let event = world.step().unwrap().unwrap();
    // The rod's face is 0.05 from its middle line: the contact begins when the line is 0.3 from the
    // ball's centre.
    let angle = FRAC_PI_2 - ((radius + half.x) / out).asin();
    assert!((event.time - angle / spin).abs() < 1e-11, "{event:?}");
    let i = inertia(1.0, half);
    let lever = (out * out - (radius + half.x).powi(2)).sqrt();
    let impulse = 2.0 * spin * lever / (1.0 / 0.3 + 1.0 + lever * lever / i);
    assert!((world.velocity(ball).unwrap().norm() - impulse / 0.3).abs() < 1e-9);
    let left = world.motion(rod).unwrap().angular_velocity.z;
    assert!((left + spin - lever * impulse / i).abs() < 1e-9, "{left}");
    assert!((world.energy() - energy).abs() < 1e-12);
    assert!((world.angular_momentum() - turning).norm() < 1e-10);
}

/// Bodies of all shapes on a grid with room to rotate, moving towards its middle.
fn many_bodies(random: &mut Random, friction: f64) -> Vec<Body> {
    let corners = |random: &mut Random| -> Vec<Vector3<f64>> { (0..12).map(|_| random.vector(0.5)).collect() };
    (0..27u32)
        .map(|number| {
            let shape = match number % 4 {
                0 => cuboid(0.3, 0.4, 0.5),
                1 => Shape::capsule(0.4, 0.2).unwrap(),
                2 => Shape::ball(0.4).unwrap(),
                _ => Shape::convex(corners(random)).unwrap(),
            };
            let cell = Vector3::new(number % 3, number / 3 % 3, number / 9)
                .map(f64::from)
                .add_scalar(-1.0);
            Body::new(shape)
                .position(cell * 2.0 + random.vector(0.05))
                .velocity(random.vector(1.0) - cell)
                .angular_velocity(random.vector(2.0))
                .mass(random.uniform(0.5, 1.5))
                .friction(friction)
                .rotates()
        })
        .collect()
}

#[test]
fn many_rotating_bodies_conserve_energy_momentum_and_angular_momentum() {
    let mut random = Random::new(11);
    let mut collisions = 0;
    for _ in 0..20 {
        let mut world = World::builder().build().unwrap();
        world.insert_all(&many_bodies(&mut random, 0.0)).unwrap();
        let before = (world.energy(), world.momentum(), world.angular_momentum());
        world.advance_to(4.0).unwrap();
        let after = (world.energy(), world.momentum(), world.angular_momentum());
        assert!((after.0 / before.0 - 1.0).abs() < 1e-10, "{before:?} {after:?}");
        assert!((after.1 - before.1).norm() < 1e-10, "{before:?} {after:?}");
        assert!((after.2 - before.2).norm() < 1e-9, "{before:?} {after:?}");
        assert_eq!(world.counters().late, 0);
        collisions += world.counters().collisions;
    }
    assert!(collisions > 500, "{collisions}");
}

#[test]
fn methods_agree_on_many_rotating_bodies_with_friction() {
    let mut random = Random::new(12);
    for case in 0..10 {
        let bodies = many_bodies(&mut random, [0.0, 0.3][case % 2]);
        let settings = Settings {
            domain: Domain::Box {
                min: Vector3::repeat(-3.2),
                max: Vector3::repeat(3.2),
            },
            restitution: [1.0, 0.8][case / 2 % 2],
            ..Settings::default()
        };
        let runs = METHODS.map(|method| {
            let mut world = World::builder().settings(settings).method(method).build().unwrap();
            world.insert_all(&bodies).unwrap();
            let (mut events, mut energy) = (Vec::new(), world.energy());
            while let Some(event) = world.step_before(1.5).unwrap() {
                world.audit().unwrap();
                if let EventKind::Collision(collision) = &event.kind {
                    assert!(collision.energy_change < 1e-12, "{collision:?}");
                    energy += collision.energy_change;
                }
                events.push(event);
            }
            assert!((world.energy() - energy).abs() < 1e-10 * energy, "case {case}");
            assert_eq!(world.counters().late, 0);
            events
        });
        assert!(runs[0].len() > 30, "{}", runs[0].len());
        for (method, run) in METHODS.iter().zip(&runs) {
            assert_eq!(run, &runs[0], "case {case}, {method:?}");
        }
    }
}

#[test]
fn a_spinning_ball_on_the_floor_gets_the_exact_velocity() {
    // Dropped with backspin, it gets a velocity along the floor: angular momentum about the line of
    // contact is conserved.
    let settings = Settings {
        gravity: Vector3::y() * -10.0,
        ..Settings::default()
    };
    let mut world = World::builder().settings(settings).build().unwrap();
    let floor = Body::fixed(Shape::half_space(Vector3::y()).unwrap()).friction(0.1);
    world.insert(floor.restitution(0.8)).unwrap();
    let ball = Body::new(Shape::ball(0.5).unwrap())
        .position(Vector3::y() * 5.5)
        .friction(0.1)
        .rotates();
    let ball = world.insert(ball.angular_velocity(Vector3::z() * 20.0)).unwrap();
    world.step().unwrap().unwrap();
    let motion = world.motion(ball).unwrap();
    // It hits at 10 m/s: friction gives 0.1 * 18 N s along -x, from 0.5 m below.
    assert!((motion.velocity - Vector3::new(-1.8, 8.0, 0.0)).norm() < 1e-12, "{motion:?}");
    assert!(
        (motion.angular_velocity.z - (20.0 - 1.8 * 0.5 / (0.4 * 0.25))).abs() < 1e-12,
        "{motion:?}"
    );
}

#[test]
fn shapes_without_volume_cannot_rotate_by_impulses() {
    let corners = vec![Vector3::zeros(), Vector3::x(), Vector3::y()];
    let triangle = Shape::mesh(corners, vec![[0, 1, 2]]).unwrap();
    let mut world = World::builder().build().unwrap();
    let refused = world.insert(Body::new(triangle.clone()).rotates()).unwrap_err().to_string();
    assert!(refused.contains("rotates") && refused.contains("volume"), "{refused}");
    world.insert(Body::fixed(triangle).rotates()).unwrap();
}

#[test]
fn a_tumbling_cuboid_comes_to_rest_above_the_floor() {
    let half = Vector3::new(0.5, 0.25, 1.0);
    for (restitution, friction) in [(1.0, 0.0), (0.5, 0.0), (0.5, 0.6), (0.0, 0.6)] {
        let settings = Settings {
            gravity: Vector3::y() * -9.81,
            restitution,
            friction,
            ..Settings::default()
        };
        let mut world = World::builder().settings(settings).build().unwrap();
        world
            .insert(Body::fixed(cuboid(50.0, 1.0, 50.0)).position(-Vector3::y()))
            .unwrap();
        let body = Body::new(cuboid(half.x, half.y, half.z)).position(Vector3::y() * 2.0);
        let id = world
            .insert(body.angular_velocity(Vector3::new(0.7, 0.2, 1.1)).rotates())
            .unwrap();
        let start = world.energy();
        for step in 1..=60 {
            world.advance_to(f64::from(step) * 0.05).unwrap();
            let pose = world.pose(id).unwrap();
            let corner = |bits: u32| Vector3::from_fn(|axis, _| if bits >> axis & 1 == 0 { -half[axis] } else { half[axis] });
            let low = (0..8)
                .map(|bits| (pose * nalgebra::Point3::from(corner(bits))).y)
                .fold(f64::INFINITY, f64::min);
            assert!(low > -1e-8, "restitution {restitution}: {low} at {}", world.time());
            assert!(world.energy() < start * (1.0 + 1e-6), "{} of {start}", world.energy());
        }
        world.audit().unwrap();
        assert_eq!(world.counters().late, 0);
        if restitution < 1.0 && friction > 0.0 {
            // It is at rest.
            world.advance_to(10.0).unwrap();
            let motion = world.motion(id).unwrap();
            assert_eq!(motion.angular_velocity, Vector3::zeros(), "{motion:?}");
            assert!(world.counters().rests + world.counters().touches > 0);
            let before = world.counters();
            world.advance_to(1000.0).unwrap();
            let after = world.counters();
            assert_eq!(
                (after.collisions, after.renewals),
                (before.collisions, before.renewals),
                "it sleeps"
            );
        }
    }
}
