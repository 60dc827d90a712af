//! Friction of resting and sliding bodies, in closed form.

use kinesweep::{Body, BodyId, Domain, Method, Settings, Shape, World};
use nalgebra::{UnitQuaternion, Vector3};

const G: f64 = 10.0;

fn settings(friction: f64) -> Settings {
    Settings {
        gravity: Vector3::y() * -G,
        restitution: 0.0,
        friction,
        ..Settings::default()
    }
}

fn block() -> Body {
    Body::new(Shape::cuboid(Vector3::new(0.5, 0.25, 0.5)).unwrap())
}

fn position(world: &World, id: BodyId) -> Vector3<f64> {
    world.pose(id).unwrap().translation.vector
}

fn floors() -> Vec<Body> {
    let cuboid = Shape::cuboid(Vector3::new(100.0, 1.0, 100.0)).unwrap();
    vec![
        Body::fixed(Shape::half_space(Vector3::y()).unwrap()),
        Body::fixed(cuboid).position(-Vector3::y()),
    ]
}

#[test]
fn a_sliding_block_stops_after_the_exact_time_and_path() {
    for floor in floors() {
        for start in [0.0, 1e6] {
            let mut world = World::builder().settings(settings(0.4)).start_time(start).build().unwrap();
            world.insert(floor.clone()).unwrap();
            let velocity = Vector3::new(3.0, 0.0, 4.0);
            let id = world
                .insert(block().position(Vector3::y() * 0.25).velocity(velocity))
                .unwrap();
            // It slows by 4 m/s², stops after 1.25 s and 3.125 m, and rests.
            world.advance_to(start + 1.0).unwrap();
            let speed = world.velocity(id).unwrap();
            assert!((speed - velocity * 0.2).norm() < 1e-9, "{speed}");
            world.advance_to(start + 100.0).unwrap();
            assert_eq!(world.velocity(id).unwrap(), Vector3::zeros());
            let path = position(&world, id);
            assert!((path - Vector3::new(1.875, 0.25, 2.5)).norm() < 1e-8, "{path}");
            world.audit().unwrap();
        }
    }
}

#[test]
fn a_block_on_a_slope_rests_or_slides_by_its_friction() {
    for (degrees, friction) in [(20.0f64, 0.6), (40.0, 0.6), (40.0, 0.0), (30.0, 0.1)] {
        let angle = degrees.to_radians();
        let tilt = UnitQuaternion::from_scaled_axis(Vector3::z() * angle);
        let (normal, down) = (tilt * Vector3::y(), tilt * -Vector3::x());
        let slopes = [
            Body::fixed(Shape::half_space(normal).unwrap()),
            Body::fixed(Shape::cuboid(Vector3::new(100.0, 1.0, 100.0)).unwrap())
                .position(-normal)
                .orientation(Vector3::z() * angle),
        ];
        for slope in slopes {
            let mut world = World::builder().settings(settings(friction)).build().unwrap();
            world.insert(slope).unwrap();
            let start = normal * 0.25;
            let id = world
                .insert(block().position(start).orientation(Vector3::z() * angle))
                .unwrap();
            world.advance_to(3.0).unwrap();
            let pull = (G * (angle.sin() - friction * angle.cos())).max(0.0);
            let path = position(&world, id) - start;
            assert!(
                (path - down * (0.5 * pull * 9.0)).norm() < 1e-7,
                "{degrees} {friction}: {path}"
            );
            world.audit().unwrap();
        }
    }
}

#[test]
fn a_slide_begins_however_often_forces_are_computed_again() {
    let angle = 40f64.to_radians();
    let tilt = UnitQuaternion::from_scaled_axis(Vector3::z() * angle);
    let (normal, down) = (tilt * Vector3::y(), tilt * -Vector3::x());
    let mut world = World::builder().settings(settings(0.6)).build().unwrap();
    world.insert(Body::fixed(Shape::half_space(normal).unwrap())).unwrap();
    let body = block().position(normal * 0.25).orientation(Vector3::z() * angle);
    let id = world.insert(body).unwrap();
    world.advance_to(0.0).unwrap();
    // Far more often than its speed passes what counts as sliding.
    let (times, apart) = (200, 1e-7);
    for number in 1..=times {
        world.advance_to(f64::from(number) * apart).unwrap();
        world.set_gravity(Vector3::y() * -(G + 1e-9 * f64::from(number))).unwrap();
    }
    let speed = G * (angle.sin() - 0.6 * angle.cos()) * f64::from(times) * apart;
    let velocity = world.velocity(id).unwrap();
    assert!((velocity - down * speed).norm() < 1e-6 * speed, "{velocity} {speed}");
}

#[test]
fn a_block_pushed_up_a_slope_stops_and_slides_back_by_its_friction() {
    let angle = 30f64.to_radians();
    let tilt = UnitQuaternion::from_scaled_axis(Vector3::z() * angle);
    let (normal, up) = (tilt * Vector3::y(), tilt * Vector3::x());
    for (friction, comes_back) in [(0.2, true), (0.8, false)] {
        let mut world = World::builder().settings(settings(friction)).build().unwrap();
        world.insert(Body::fixed(Shape::half_space(normal).unwrap())).unwrap();
        let start = normal * 0.25;
        let body = block().position(start).orientation(Vector3::z() * angle).velocity(up * 6.0);
        let id = world.insert(body).unwrap();
        let slows = G * (angle.sin() + friction * angle.cos());
        let (rises, high) = (6.0 / slows, 18.0 / slows);
        world.advance_to(rises + 2.0).unwrap();
        let back = if comes_back {
            2.0 * G * (angle.sin() - friction * angle.cos())
        } else {
            0.0
        };
        let path = up.dot(&(position(&world, id) - start));
        assert!((path - (high - back)).abs() < 1e-8, "{friction}: {path}");
        world.audit().unwrap();
    }
}

#[test]
fn a_moving_belt_accelerates_a_block_to_its_speed() {
    let mut world = World::builder().settings(settings(0.5)).build().unwrap();
    let belt = Body::fixed(Shape::cuboid(Vector3::new(100.0, 1.0, 2.0)).unwrap());
    world
        .insert(belt.position(-Vector3::y()).velocity(Vector3::x() * 2.0))
        .unwrap();
    let id = world.insert(block().position(Vector3::y() * 0.25)).unwrap();
    // 5 m/s² for 0.4 s, 0.4 m; then it moves with the belt.
    world.advance_to(5.0).unwrap();
    assert!((world.velocity(id).unwrap() - Vector3::x() * 2.0).norm() < 1e-9);
    assert!((position(&world, id).x - (0.4 + 2.0 * 4.6)).abs() < 1e-8);
    world.audit().unwrap();
}

#[test]
fn a_block_on_another_ends_at_the_common_speed() {
    // The lower, of 1 kg on ice, moves at 3 m/s; the upper, of 2 kg, is accelerated: both end at 1
    // m/s.
    let mut world = World::builder().settings(settings(0.0)).build().unwrap();
    world.insert(floors().remove(1).friction(0.0)).unwrap();
    let wide = Shape::cuboid(Vector3::new(5.0, 0.25, 5.0)).unwrap();
    let lower = Body::new(wide)
        .position(Vector3::y() * 0.25)
        .velocity(Vector3::x() * 3.0)
        .friction(0.3);
    let lower = world.insert(lower).unwrap();
    let upper = world
        .insert(block().position(Vector3::y() * 0.75).mass(2.0).friction(0.3))
        .unwrap();
    let momentum = world.momentum();
    world.advance_to(10.0).unwrap();
    for id in [lower, upper] {
        assert!(
            (world.velocity(id).unwrap() - Vector3::x()).norm() < 1e-8,
            "{}",
            world.velocity(id).unwrap()
        );
    }
    assert!((world.momentum() - momentum).norm() < 1e-9);
    // 3 m/s² up and 6 down: after 2/9 s.
    let apart = position(&world, lower).x - position(&world, upper).x;
    assert!((apart - 0.5 * 9.0 * (2.0 / 9.0f64 * 1.5).powi(2)).abs() < 1e-7, "{apart}");
    world.audit().unwrap();
}

#[test]
fn a_block_accelerated_against_a_wall_rests_on_it_by_friction() {
    let half = 5.0;
    let with = |friction| Settings {
        domain: Domain::Box {
            min: Vector3::repeat(-half),
            max: Vector3::repeat(half),
        },
        ..settings(friction)
    };
    for method in [Method::Lists, Method::Leases, Method::Cached, Method::Swept { rate: 30.0 }] {
        for friction in [0.4, 0.6] {
            let mut world = World::builder().settings(with(friction)).method(method).build().unwrap();
            // Accelerated against the wall by 20 m/s²: a friction of 0.5 holds it against 10 m/s²
            // down.
            let body = block()
                .position(Vector3::x() * (half - 0.5))
                .acceleration(Vector3::x() * 20.0);
            let id = world.insert(body).unwrap();
            world.advance_to(0.5).unwrap();
            let fell = position(&world, id).y;
            let pull = (G - friction * 20.0).max(0.0);
            assert!((fell + 0.125 * pull).abs() < 1e-9, "{fell}");
            world.audit().unwrap();
        }
    }
}

#[test]
fn sliding_with_a_sideways_force_agrees_with_small_steps() {
    // There is no closed form: the oracle integrates the same law in small steps.
    let mut world = World::builder().settings(settings(0.5)).build().unwrap();
    world.insert(floors().remove(0)).unwrap();
    let pull = Vector3::z() * 4.0;
    let body = block()
        .position(Vector3::y() * 0.25)
        .velocity(Vector3::x() * 3.0)
        .acceleration(pull);
    let id = world.insert(body).unwrap();
    let (mut x, mut v) = (Vector3::y() * 0.25, Vector3::x() * 3.0);
    let (steps, until) = (2_000_000, 0.5);
    let dt = until / f64::from(steps);
    for _ in 0..steps {
        let a = pull - v.normalize() * 5.0;
        x += v * dt + a * (0.5 * dt * dt);
        v += a * dt;
    }
    world.advance_to(until).unwrap();
    let (found, speed) = (position(&world, id), world.velocity(id).unwrap());
    // The engine follows the direction of the force in steps of a hundredth of a radian.
    assert!(
        (found - x).norm() < 5e-3 && (speed - v).norm() < 2e-2,
        "{found} {x}, {speed} {v}"
    );
}

/// Blocks that lie on each other and slide along the floor, each a little faster than the one below it, by half as much
/// each time, and in another direction.
fn sliding_stack(levels: u32) -> World {
    let mut world = World::builder().settings(settings(0.4)).build().unwrap();
    world.insert(floors().remove(0)).unwrap();
    let mut velocity = Vector3::x() * 3.0;
    for level in 0..levels {
        velocity += Vector3::new(0.3, 0.0, 0.05 * f64::from(level % 3)) * 0.5_f64.powi(level as i32);
        let place = Vector3::y() * (0.25 + 0.5 * f64::from(level));
        world.insert(block().position(place).velocity(velocity)).unwrap();
    }
    world
}

#[test]
fn a_slow_slide_is_not_turned_back_and_forth() {
    for levels in [2, 6, 12] {
        let mut world = sliding_stack(levels);
        world.advance_to(2.0).unwrap();
        let changes = world.counters().motion_changes / u64::from(levels);
        assert!(changes < 1000, "{levels} levels: {changes} changes a body");
        world.audit().unwrap();
    }
}

#[test]
fn a_block_that_friction_holds_over_a_wall_does_not_meet_it_for_ever() {
    // A stack slides along the lower wall of the domain, and is slowed down by its friction. A block that follows presses on
    // it, and so its own friction holds more than its weight: it lies on the wall without force.
    for levels in 2..16 {
        for speed in [0.7, 1.3, 2.1] {
            let mut settings = settings(0.4);
            settings.gravity = Vector3::new(0.0, -1.0, 0.3);
            settings.domain = Domain::Box {
                min: Vector3::new(-100.0, 0.0, -10.0),
                max: Vector3::new(100.0, 100.0, 10.0),
            };
            let mut world = World::builder().settings(settings).build().unwrap();
            let cube = || Body::new(Shape::cuboid(Vector3::repeat(0.5)).unwrap()).velocity(Vector3::x() * speed);
            world.insert(cube().position(Vector3::new(-1.0, 0.5, 0.9))).unwrap();
            for level in 0..levels {
                let place = Vector3::new(0.0, 0.5 + f64::from(level), 0.9);
                world.insert(cube().position(place)).unwrap();
            }
            world.advance_to(10.0).unwrap();
            let met = world.statistics().wall_collisions;
            assert!(met < 200, "{levels} levels at {speed}: {met}");
        }
    }
}

#[test]
fn a_tall_stack_that_sticks_slides_as_one_body() {
    // On a floor with less friction than between the blocks. In so tall a stack sweeps alone take thousands.
    for levels in [2, 20, 40] {
        let mut world = World::builder().settings(settings(0.9)).build().unwrap();
        world.insert(floors().remove(0).friction(0.1)).unwrap();
        let place = |level: i32| Vector3::y() * (0.25 + 0.5 * f64::from(level));
        let blocks = (0..levels).map(|level| block().position(place(level)).velocity(Vector3::x() * 3.0));
        let ids = world.insert_all(&blocks.collect::<Vec<_>>()).unwrap();
        world.advance_to(0.25).unwrap();
        let first = world.velocity(ids[0]).unwrap();
        assert!((first.x - (3.0 - 0.3 * G * 0.25)).abs() < 1e-9, "{first}");
        for id in &ids {
            assert!((world.velocity(*id).unwrap() - first).norm() < 1e-9, "{levels} levels");
        }
        assert_eq!(world.counters().unresolved, 0, "{levels} levels");
    }
}
