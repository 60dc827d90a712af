//! Runs with a known closed form.

use crate::support::Random;
use kinesweep::{Body, BodyId, Domain, EventKind, Method, MotionChange, Shape, World, Zeno};
use nalgebra::Vector3;

fn collisions(world: &mut World, until: f64) -> usize {
    let events = world.advance_to(until).unwrap();
    events
        .iter()
        .filter(|event| matches!(event.kind, EventKind::Collision(_)))
        .count()
}

/// Two blocks and a wall: the number of collisions has the digits of pi (Galperin 2003). Mass ratio
/// 100^k.
fn blocks(ratio: f64, method: Method) -> usize {
    let mut world = World::builder().method(method).build().unwrap();
    let cube = Shape::cuboid(Vector3::repeat(0.5)).unwrap();
    let wall = Shape::half_space(Vector3::x()).unwrap();
    world.insert(Body::fixed(wall)).unwrap();
    world.insert(Body::new(cube.clone()).position(Vector3::x() * 2.0)).unwrap();
    let big = Body::new(cube)
        .position(Vector3::x() * 4.0)
        .velocity(-Vector3::x())
        .mass(ratio);
    world.insert(big).unwrap();
    collisions(&mut world, 100.0)
}

#[test]
fn two_blocks_and_a_wall_collide_as_often_as_the_digits_of_pi() {
    for (power, expected) in [3, 31, 314, 3141, 31415, 314159].into_iter().enumerate() {
        assert_eq!(blocks(100f64.powi(power as i32), Method::Lists), expected);
    }
    for method in [Method::Leases, Method::Cached, Method::Swept { rate: 10.0 }] {
        assert_eq!(blocks(1e8, method), 31415);
    }
}

#[test]
fn newtons_cradle_ends_with_only_the_last_ball_moving() {
    let ball = Shape::ball(0.5).unwrap();
    for ratio in [1.0, 0.1] {
        let mut world = World::builder().build().unwrap();
        // Multiples of 0.1 are not exact: the balls touch up to rounding.
        let mut ids: Vec<BodyId> = Vec::new();
        let small = Shape::ball(0.5 * ratio).unwrap();
        let shape = if ratio == 1.0 { ball.clone() } else { small };
        for i in 0..5 {
            let start = if i == 0 { -3.0 * ratio } else { f64::from(i) * ratio };
            let body = Body::new(shape.clone()).position(Vector3::x() * start);
            ids.push(world.insert(if i == 0 { body.velocity(Vector3::x()) } else { body }).unwrap());
        }
        assert_eq!(collisions(&mut world, 10.0), 4);
        for id in &ids[..4] {
            assert!(world.velocity(*id).unwrap().norm() < 1e-12);
        }
        assert!((world.velocity(ids[4]).unwrap() - Vector3::x()).norm() < 1e-12);
    }
}

#[test]
fn a_ball_bounces_to_rest_at_the_exact_time_and_moves_again() {
    let (height, g, e) = (1.0, 9.81, 0.5);
    for floor_is_wall in [false, true] {
        let mut builder = World::builder().gravity(Vector3::new(0.0, -g, 0.0)).restitution(e);
        if floor_is_wall {
            builder = builder.domain(Domain::Box {
                min: Vector3::new(-5.0, 0.0, -5.0),
                max: Vector3::repeat(9.0),
            });
        }
        let mut world = builder.build().unwrap();
        if !floor_is_wall {
            world.insert(Body::fixed(Shape::half_space(Vector3::y()).unwrap())).unwrap();
        }
        let ball = Body::new(Shape::ball(0.25).unwrap()).position(Vector3::y() * (height + 0.25));
        let ball = world.insert(ball).unwrap();
        let times: Vec<f64> = world.advance_to(3.0).unwrap().iter().map(|event| event.time).collect();
        let first = (2.0 * height / g).sqrt();
        for (bounce, time) in times.iter().take(10).enumerate() {
            let expected = first * (1.0 + 2.0 * (1..=bounce).map(|k| e.powi(k as i32)).sum::<f64>());
            assert!((time - expected).abs() < 1e-12, "bounce {bounce}: {time}, not {expected}");
        }
        let rest = first * (1.0 + e) / (1.0 - e);
        assert!(
            (times.last().unwrap() - rest).abs() < 1e-5,
            "at rest at {:?}, not {rest}",
            times.last()
        );
        assert!((world.pose(ball).unwrap().translation.y - 0.25).abs() < 1e-9);
        assert_eq!(world.velocity(ball).unwrap().y, 0.0);
        assert!(world.counters().rests > 0);
        // A hit from the side makes it slide; thrown up it falls back.
        world.set_motion(ball, &MotionChange::velocity(Vector3::x())).unwrap();
        assert_eq!(world.advance_to(4.0).unwrap(), []);
        assert!((world.pose(ball).unwrap().translation.x - 1.0).abs() < 1e-12);
        world.set_motion(ball, &MotionChange::velocity(Vector3::y())).unwrap();
        assert!(collisions(&mut world, 6.0) > 3);
        world.audit().unwrap();
    }
}

#[test]
fn a_block_slides_off_the_second_table_and_falls() {
    let mut world = World::builder()
        .gravity(Vector3::new(0.0, -10.0, 0.0))
        .restitution(0.0)
        .build()
        .unwrap();
    let table = Shape::cuboid(Vector3::new(2.0, 0.5, 2.0)).unwrap();
    world
        .insert(Body::fixed(table.clone()).position(Vector3::new(0.0, -0.5, 0.0)))
        .unwrap();
    // Two adjacent tables: the edge of the second one is no obstacle.
    world
        .insert(Body::fixed(table).position(Vector3::new(4.0, -0.5, 0.0)))
        .unwrap();
    let block = Body::new(Shape::cuboid(Vector3::repeat(0.5)).unwrap()).position(Vector3::y() * 0.5);
    let block = world.insert(block.velocity(Vector3::x())).unwrap();
    assert_eq!(world.advance_to(6.0).unwrap(), []);
    let at = world.pose(block).unwrap().translation.vector;
    assert!((at - Vector3::new(6.0, 0.5, 0.0)).norm() < 1e-6, "{at}");
    // It leaves the second table at x = 6.5 and falls freely.
    world.advance_to(8.5).unwrap();
    let at = world.pose(block).unwrap().translation.vector;
    assert!((at - Vector3::new(8.5, 0.5 - 0.5 * 10.0 * 4.0, 0.0)).norm() < 1e-4, "{at}");
}

#[test]
fn a_pile_of_boxes_rests_and_falls_by_one_height() {
    let mut world = World::builder()
        .gravity(Vector3::new(0.0, -10.0, 0.0))
        .restitution(0.3)
        .build()
        .unwrap();
    world.insert(Body::fixed(Shape::half_space(Vector3::y()).unwrap())).unwrap();
    let cube = Shape::cuboid(Vector3::repeat(0.5)).unwrap();
    let pile: Vec<BodyId> = (0..4)
        .map(|i| {
            world
                .insert(Body::new(cube.clone()).position(Vector3::y() * (0.5 + f64::from(i))))
                .unwrap()
        })
        .collect();
    assert_eq!(world.advance_to(5.0).unwrap(), []);
    for (i, id) in pile.iter().enumerate() {
        assert!((world.pose(*id).unwrap().translation.y - (0.5 + i as f64)).abs() < 1e-9);
    }
    // The lowest box is removed: the others fall by its height.
    world.remove(pile[0]).unwrap();
    world.advance_to(15.0).unwrap();
    for (i, id) in pile[1..].iter().enumerate() {
        let y = world.pose(*id).unwrap().translation.y;
        assert!((y - (0.5 + i as f64)).abs() < 1e-3, "box {i} at {y}");
    }
    world.audit().unwrap();
}

#[test]
fn an_elastic_gas_conserves_energy_and_momentum_over_a_million_collisions() {
    let (n, least) = if cfg!(debug_assertions) {
        (60, 5_000)
    } else {
        (1_000, 1_000_000)
    };
    let side = (n as f64).cbrt().ceil() as usize;
    let domain_side = 1.15 * side as f64;
    let walls = Domain::Box {
        min: Vector3::repeat(-domain_side / 2.0),
        max: Vector3::repeat(domain_side / 2.0),
    };
    let mut world = World::builder().domain(walls).build().unwrap();
    let ball = Shape::ball(0.5).unwrap();
    let mut random = Random::new(1);
    let bodies: Vec<Body> = (0..n)
        .map(|i| {
            let cell = Vector3::new(i % side, i / side % side, i / side / side).map(|c| c as f64 + 0.5);
            let position = (cell / side as f64 - Vector3::repeat(0.5)) * domain_side;
            Body::new(ball.clone()).position(position).velocity(random.vector(0.5))
        })
        .collect();
    world.insert_all(&bodies).unwrap();
    let energy = world.energy();
    let mut expected = world.momentum();
    let (mut count, mut until) = (0, 0.0);
    while count < least {
        until += 5.0;
        for event in world.advance_to(until).unwrap() {
            let EventKind::Collision(hit) = event.kind else { continue };
            count += 1;
            if let kinesweep::Party::Wall(_) = hit.parties[1] {
                expected -= hit.normal * hit.impulse;
            }
        }
    }
    assert!(
        (world.energy() - energy).abs() < 1e-10 * energy,
        "energy {} -> {}",
        energy,
        world.energy()
    );
    assert!(
        (world.momentum() - expected).norm() < 1e-9,
        "momentum {} -> {}",
        expected,
        world.momentum()
    );
    assert_eq!(world.counters().late, 0);
}

#[test]
fn inelastic_collapse_of_three_balls_ends() {
    // Below e = 7 - 4 sqrt(3) three balls on a line collide infinitely often in finite time
    // (McNamara and Young 1992).
    for zeno in [Zeno::Stick { speed: 1e-6 }, Zeno::Elastic { within: 1e-9 }, Zeno::Error] {
        let mut world = World::builder().restitution(0.05).zeno(zeno).build().unwrap();
        let ball = Shape::ball(0.5).unwrap();
        for (x, v) in [(-2.0, 1.0), (0.25, 0.0), (2.0, -1.0)] {
            world
                .insert(Body::new(ball.clone()).position(Vector3::x() * x).velocity(Vector3::x() * v))
                .unwrap();
        }
        let outcome = world.advance_to(100.0).map(<[_]>::len);
        match zeno {
            Zeno::Error => assert!(outcome.is_err()),
            _ => assert!(outcome.is_ok_and(|count| count < 10_000)),
        }
        assert_eq!(world.counters().late, 0);
    }
}
