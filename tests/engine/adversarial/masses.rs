//! The greatest mass ratios: fixed against 1e-12 kg, and 1e12 kg against 1e-12 kg.

use super::checked_run::{BoxOf27, CheckedRun, ball, cube};
use kinesweep::{Body, Shape};
use nalgebra::Vector3;

#[test]
fn a_light_ball_bounces_between_fixed_bodies_at_the_exact_times() {
    let wall = Shape::cuboid(Vector3::new(0.5, 3.0, 3.0)).unwrap();
    for mass in [1e-12, 1e-60, 1e60] {
        let bodies = [
            Body::fixed(wall.clone()).position(Vector3::x() * -2.0),
            Body::fixed(Shape::ball(1.0).unwrap()).position(Vector3::x() * 2.5),
            ball(0.5).mass(mass).velocity(Vector3::x()),
        ];
        let outcome = CheckedRun::new(&bodies, 1_000.0).run_by_all();
        assert_eq!(outcome.error, None);
        let [before, after] = outcome.energy;
        assert!((after - before).abs() <= 1e-14 * before);
        // The walls are 2 m apart: the ball's centre moves between -1 and 1, and is at 1 first at
        // t = 1.
        let collisions = outcome.collisions();
        assert_eq!(collisions.len(), 500);
        for (i, (time, hit)) in collisions.iter().enumerate() {
            assert_eq!((*time, hit.closing_speed), (1.0 + 2.0 * i as f64, 1.0));
            assert!((hit.impulse - 2.0 * mass).abs() <= 4.0 * f64::EPSILON * mass);
        }
        assert_eq!(
            (outcome.velocity(0), outcome.velocity(1)),
            (Vector3::zeros(), Vector3::zeros())
        );
    }
}

/// A moving fixed body is a piston: an elastic light ball gains twice its speed.
#[test]
fn a_moving_fixed_body_adds_twice_its_speed() {
    let bodies = [
        Body::fixed(Shape::cuboid(Vector3::repeat(1.0)).unwrap()).velocity(Vector3::x() * 3.0),
        cube(0.5).mass(1e-12).position(Vector3::x() * 4.5),
    ];
    let outcome = CheckedRun::new(&bodies, 10.0).run_by_all();
    let collisions = outcome.collisions();
    assert_eq!((collisions.len(), collisions[0].0), (1, 1.0));
    assert_eq!(outcome.velocity(0), Vector3::x() * 3.0);
    assert_eq!(outcome.velocity(1), Vector3::x() * 6.0);
}

/// An elastic collision of a heavy and a light ball: v' by the textbook, the heavy one nearly
/// unchanged.
#[test]
fn collision_at_mass_ratio_1e24_has_the_textbook_velocities() {
    let (heavy, light) = (1e12, 1e-12);
    for cubes in [false, true] {
        let body = |mass: f64| if cubes { cube(0.5).mass(mass) } else { ball(0.5).mass(mass) };
        let bodies = [
            body(heavy).velocity(Vector3::x() * 2.0),
            body(light).position(Vector3::x() * 5.0).velocity(-Vector3::x()),
        ];
        let outcome = CheckedRun::new(&bodies, 10.0).run_by_all();
        outcome.assert_conserved(2.0 * heavy);
        assert_eq!(outcome.collisions().len(), 1);
        assert!((outcome.velocity(0).x - 2.0).abs() < 1e-15);
        // 2 (m1 v1 + m2 v2) / (m1 + m2) - v2 with m2 / m1 = 1e-24.
        assert!((outcome.velocity(1).x - 5.0).abs() < 1e-14, "{}", outcome.velocity(1));
    }
}

/// A light ball between an approaching heavy one and a wall bounces ever faster, and reverses the
/// heavy one. With mass ratio 10^6 there are 3141 collisions (Galperin 2003); ratio 10^24 would
/// take 10^12, so the steps are bounded here, and no collision is missed.
#[test]
fn a_light_ball_between_a_heavy_one_and_a_wall_collides_3141_times() {
    let bodies = |ratio: f64| {
        [
            Body::fixed(Shape::half_space(Vector3::x()).unwrap()),
            ball(0.5).mass(1.0 / ratio).position(Vector3::x() * 2.0),
            ball(0.5).position(Vector3::x() * 4.0).velocity(-Vector3::x()),
        ]
    };
    let outcome = CheckedRun::new(&bodies(1e6), 100.0).run_by_all();
    assert_eq!((outcome.collisions().len(), outcome.error), (3141, None));

    let mut world = kinesweep::World::builder().build().unwrap();
    world.insert_all(&bodies(1e24)).unwrap();
    let energy = world.energy();
    for _ in 0..20_000 {
        world.step().unwrap().expect("it is still between the two");
    }
    world.audit().unwrap();
    assert!((world.energy() - energy).abs() < 1e-12 * energy);
    assert_eq!(world.counters().late, 0);
}

/// Light and heavy balls in a box at mass ratio 10^6: energy is conserved. (At 10^24 a light ball
/// between two heavy ones would take 10^12 collisions.)
#[test]
fn light_and_heavy_balls_in_a_box_conserve_energy() {
    let company = BoxOf27::new(|i| (ball(0.5).mass(10f64.powi(i % 7 - 3)), 1.0));
    company.run(0.0, 10.0);
}
