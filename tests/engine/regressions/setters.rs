//! Regressions: setters.

use crate::support::METHODS;
use kinesweep::{Body, Domain, Method, MotionChange, MotionPiece, Shape, World};
use nalgebra::Vector3;

/// Balls came to rest on a slab in another order than that of their insertion. At a change of the
/// slab's motion, the new pieces of the resting balls were recorded in the order in which a method
/// had found the pairs.
#[test]
fn new_pieces_of_resting_bodies_are_in_scene_order() {
    let run = |method| {
        let mut world = World::builder()
            .method(method)
            .gravity(Vector3::y() * -10.0)
            .restitution(0.0)
            .record_motion(true)
            .build()
            .unwrap();
        let slab = Body::fixed(Shape::cuboid(Vector3::new(20.0, 0.5, 20.0)).unwrap());
        let slab = world.insert(slab.position(Vector3::y() * -0.5)).unwrap();
        for number in 0..6 {
            // The first inserted ball is the last to land.
            let height = 0.5 + [9.0, 3.0, 7.0, 1.0, 5.0, 2.0][number];
            let ball = Body::new(Shape::ball(0.5).unwrap());
            world
                .insert(ball.position(Vector3::new(3.0 * number as f64 - 8.0, height, 0.0)))
                .unwrap();
        }
        world.advance_to(3.0).unwrap();
        world.take_motion_pieces();
        world.set_motion(slab, &MotionChange::velocity(Vector3::y() * -0.25)).unwrap();
        world.take_motion_pieces()
    };
    let first: Vec<(_, MotionPiece)> = run(METHODS[0]);
    assert_eq!(first.len(), 7);
    let ids: Vec<_> = first[1..].iter().map(|(id, _)| *id).collect();
    assert!(ids.is_sorted(), "{ids:?}");
    for method in METHODS {
        assert_eq!(run(method), first, "{method:?}");
    }
}

/// A world of balls that was reset to the present after a look-ahead was still marked as in a
/// look-ahead at its next collision.
#[test]
fn setters_after_a_look_ahead_end_it() {
    let run = |method| {
        let domain = Domain::Box {
            min: Vector3::zeros(),
            max: Vector3::repeat(16.0),
        };
        let mut world = World::builder().method(method).domain(domain).build().unwrap();
        let ball = Body::new(Shape::ball(0.25).unwrap());
        let at = |x: u32, y: u32, z: u32| Vector3::new(f64::from(x), f64::from(y), f64::from(z)) * 4.0 + Vector3::repeat(2.0);
        let lattice = (0..64).map(|i| ball.clone().position(at(i % 4, i / 4 % 4, i / 16)));
        world.insert_all(&lattice.collect::<Vec<_>>()).unwrap();
        let lane = Vector3::new(0.0, 4.0, 4.0);
        world
            .insert(ball.clone().position(lane + Vector3::x() * 0.5).velocity(Vector3::x()))
            .unwrap();
        assert_eq!(world.next_event_time(), Some(15.25));
        world.insert(ball.position(lane + Vector3::x() * 10.0)).unwrap();
        world.step_before(20.0).unwrap()
    };
    let first = run(Method::Cached);
    assert_eq!(first.map(|event| event.time), Some(9.0));
    assert_eq!(run(Method::Leases), first);
}
