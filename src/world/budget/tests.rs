use crate::{Body, Domain, Method, Shape, World};
use nalgebra::Vector3;

/// Balls in a box, and the same with a cube.
fn crowded(with_cube: bool) -> World {
    let corner = Vector3::repeat(4.0);
    let domain = Domain::Box {
        min: -corner,
        max: corner,
    };
    let mut world = World::builder().domain(domain).method(Method::Leases).build().unwrap();
    let ball = Body::new(Shape::ball(0.3).unwrap());
    for number in 0..64 {
        let place = Vector3::new(f64::from(number % 4), f64::from(number / 4 % 4), f64::from(number / 16));
        let velocity = Vector3::new(2.0 - place.y, place.z - 0.3, 1.0 - place.x);
        let body = ball.clone().position((place - Vector3::repeat(1.5)) * 1.5).velocity(velocity);
        world.insert(body).unwrap();
    }
    if with_cube {
        let cube = Shape::cuboid(Vector3::repeat(0.25)).unwrap();
        world.insert(Body::new(cube).position(Vector3::repeat(3.5))).unwrap();
    }
    assert!(world.lanes.occupied().is_some());
    world
}

#[test]
fn passed_events_take_no_memory() {
    for with_cube in [false, true] {
        let mut world = crowded(with_cube);
        let mut count = 0;
        world.advance_with(200.0, |_| count += 1).unwrap();
        assert!(count > 5_000, "{count}");
        assert_eq!(world.ledger.capacities()[0], 0);
        assert!(world.ledger.capacities()[1] < 64, "{}", world.ledger.capacities()[1]);
        let mut kept = crowded(with_cube);
        assert_eq!(kept.advance_to(200.0).unwrap().len(), count);
        assert!(kept.ledger.capacities()[0] >= count);
        // Taken, they are the caller's.
        assert_eq!(kept.take_events().len(), count);
        assert_eq!((kept.ledger.capacities()[0], kept.events()), (0, &[][..]));
    }
}

#[test]
fn an_event_takes_the_documented_memory() {
    assert_eq!(size_of::<crate::Event>(), 104);
}
