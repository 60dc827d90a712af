//! Regressions: slow first hits of rotating or growing bodies changed motions without an event.

use crate::support::{METHODS, Random, kinds};
use kinesweep::response::{Encounter, Reply, Response};
use kinesweep::{Body, Collision, Domain, Event, EventKind, Method, MotionChange, Party, Shape, Wall, World, WorldBuilder, Zeno};
use nalgebra::Vector3;

const STICK: f64 = 0.1;

fn world(method: Method) -> WorldBuilder {
    World::builder().method(method).zeno(Zeno::Stick { speed: STICK })
}

fn cube() -> Shape {
    Shape::cuboid(Vector3::repeat(0.5)).unwrap()
}

fn collisions(events: &[Event]) -> Vec<(f64, Collision)> {
    let collision = |event: &Event| match event.kind {
        EventKind::Collision(collision) => Some((event.time, collision)),
        _ => None,
    };
    events.iter().filter_map(collision).collect()
}

/// The events of a world up to a time, which must be the same if it is saved and restored at each
/// of the times `saves`.
fn events_of(build: &dyn Fn() -> World, until: f64, saves: &[f64]) -> Vec<Event> {
    let events = build().advance_to(until).unwrap().to_vec();
    let mut copy = build();
    let mut again = Vec::new();
    for save in saves {
        again.extend_from_slice(copy.advance_to(*save).unwrap());
        copy = World::builder().restore(&copy.snapshot()).unwrap();
    }
    again.extend_from_slice(copy.advance_to(until).unwrap());
    assert_eq!(events, again, "a restored world gives the same events");
    events
}

/// The events, which must be equal by every method.
fn events_by_all_methods(build: &dyn Fn(Method) -> World, until: f64, saves: &[f64]) -> Vec<Event> {
    let events = events_of(&|| build(METHODS[0]), until, saves);
    for method in METHODS {
        assert_eq!(events_of(&|| build(method), until, saves), events, "{method:?}");
    }
    events
}

#[test]
fn a_slow_first_hit_of_a_spinning_cube_gives_an_event() {
    let build = |method| {
        let mut world = world(method).build().unwrap();
        world.insert(Body::new(cube()).angular_velocity(Vector3::x())).unwrap();
        let ball = Body::new(Shape::ball(0.5).unwrap()).position(Vector3::x() * 1.05);
        world.insert(ball.velocity(Vector3::x() * -0.05)).unwrap();
        world
    };
    let events = events_by_all_methods(&build, 3.0, &[0.5, 1.0, 1.001, 2.0]);
    let [(time, collision)] = collisions(&events)[..] else {
        panic!("{events:?}")
    };
    assert!((time - 1.0).abs() < 1e-9, "{events:?}");
    assert!((collision.closing_speed - 0.05).abs() < 1e-12, "{events:?}");
    // Both have mass 1; the ball then moves with the cube, except for a separation speed of 1e-9 of
    // theirs.
    let mut world = build(Method::Auto);
    let ids: Vec<_> = world.bodies().collect();
    let passed = 0.5 * 0.05;
    assert!((collision.impulse - passed).abs() < 1e-8, "{events:?}");
    let lost = -0.5 * 0.05 * passed;
    assert!((collision.energy_change - lost).abs() < 1e-8, "{events:?}");
    world.advance_to(2.0).unwrap();
    assert!((world.velocity(ids[0]).unwrap().x + collision.impulse).abs() < 1e-12);
    assert!((world.velocity(ids[1]).unwrap().x + 0.05 - collision.impulse).abs() < 1e-12);
    assert_eq!(world.counters().collisions, 1);

    // A later hit is another contact.
    world
        .set_motion(ids[1], &MotionChange::velocity(Vector3::x() * -0.07))
        .unwrap();
    let events = world.advance_to(3.0).unwrap();
    assert_eq!(kinds(events), ["collision"], "{events:?}");
}

#[test]
fn a_slow_first_hit_on_a_wall_gives_an_event() {
    let build = |method| {
        let (min, max) = (Vector3::repeat(-2.0), Vector3::repeat(2.0));
        let mut world = world(method).domain(Domain::Box { min, max }).build().unwrap();
        let body = Body::new(cube()).angular_velocity(Vector3::x() * 0.5);
        world.insert(body.velocity(Vector3::x() * 0.06)).unwrap();
        world
    };
    let events = events_by_all_methods(&build, 40.0, &[10.0, 25.0, 25.0005, 30.0]);
    let [(time, collision)] = collisions(&events)[..] else {
        panic!("{events:?}")
    };
    assert!((time - 25.0).abs() < 1e-9, "{events:?}");
    assert_eq!(collision.parties[1], Party::Wall(Wall::MaxX));
    assert!((collision.impulse - 0.06).abs() < 1e-8, "{events:?}");
}

/// A cube that the hit would make rotate, and growing balls.
#[test]
fn slow_first_hits_of_rotating_and_growing_bodies_give_events() {
    let next_to = |method| {
        let mut world = world(method).build().unwrap();
        world.insert(Body::new(cube()).rotates()).unwrap();
        let ball = Body::new(Shape::ball(0.5).unwrap()).position(Vector3::new(1.05, 0.3, 0.0));
        world.insert(ball.velocity(Vector3::x() * -0.05)).unwrap();
        world
    };
    let events = events_by_all_methods(&next_to, 1.5, &[0.5, 1.0002]);
    assert_eq!(kinds(&events), ["collision"], "{events:?}");
    let growing = |method| {
        let mut world = world(method).build().unwrap();
        let ball = Body::new(Shape::ball(0.5).unwrap()).growth(0.01);
        world.insert(ball.clone()).unwrap();
        world.insert(ball.position(Vector3::x() * 1.02)).unwrap();
        world
    };
    let events = events_by_all_methods(&growing, 1.5, &[0.5, 1.2]);
    let first = collisions(&events)[0];
    assert!(
        (first.0 - 1.0).abs() < 1e-9 && (first.1.closing_speed - 0.02).abs() < 1e-9,
        "{events:?}"
    );
}

/// A rotating cube comes to rest on the floor: its bounces are reported; then it hops a thousand
/// times a second, and only the first hop is reported.
#[test]
fn only_the_first_hop_of_a_lasting_contact_is_reported() {
    for walls in [false, true] {
        let build = |method| {
            let (min, max) = (Vector3::repeat(-2.0), Vector3::repeat(2.0));
            let domain = if walls { Domain::Box { min, max } } else { Domain::Open };
            let builder = world(method).domain(domain).gravity(Vector3::y() * -10.0).restitution(0.4);
            let mut world = builder.build().unwrap();
            let floor = Body::fixed(Shape::half_space(Vector3::y()).unwrap()).position(Vector3::y() * -2.0);
            if !walls {
                world.insert(floor).unwrap();
            }
            let body = Body::new(cube()).angular_velocity(Vector3::y() * 2.0);
            world.insert(body.position(Vector3::y() * -1.4)).unwrap();
            world
        };
        let saves: Vec<f64> = (1..40).map(|number| 0.0237 * f64::from(number)).collect();
        let events = events_by_all_methods(&build, 1.0, &saves);
        let hits = collisions(&events);
        // 1.4 m/s, and 0.4 of that each time; below 0.1 m/s they hop.
        let speeds: Vec<f64> = hits.iter().map(|(_, collision)| collision.closing_speed).collect();
        assert_eq!(speeds.len(), 4, "{speeds:?}");
        for (number, speed) in speeds.iter().enumerate() {
            let expected = 2f64.sqrt() * 0.4f64.powi(number as i32);
            assert!((speed - expected).abs() < 1e-6, "{speeds:?}");
        }
        let mut world = build(Method::Auto);
        world.advance_to(1.0).unwrap();
        assert!(world.counters().zeno_collisions > 300, "{:?}", world.counters());
    }
}

/// For all shapes and spins, the first change of a motion has an event.
#[test]
fn every_motion_change_at_a_first_contact_has_an_event() {
    let mut random = Random::new(194);
    let mut hits = 0;
    for case in 0..crate::support::rounds(1500) {
        let (min, max) = (Vector3::repeat(-3.0), Vector3::repeat(3.0));
        let domain = if case.is_multiple_of(3) {
            Domain::Box { min, max }
        } else {
            Domain::Open
        };
        let method = METHODS[case as usize % METHODS.len()];
        let mut world = world(method).domain(domain).record_motion(true).build().unwrap();
        for side in [-1.0, 1.0] {
            let shape = match random.below(3) {
                0 => Shape::ball(random.uniform(0.2, 0.6)),
                1 => Shape::capsule(random.uniform(0.1, 0.4), random.uniform(0.1, 0.3)),
                _ => Shape::cuboid(Vector3::from_fn(|_, _| random.uniform(0.2, 0.6))),
            };
            let mut body = Body::new(shape.unwrap()).position(Vector3::x() * side);
            body = body.velocity(Vector3::x() * (-0.03 * side) + random.vector(0.01));
            if random.below(3) > 0 {
                body = body.angular_velocity(random.vector(0.05));
            }
            if random.below(2) > 0 {
                body = body.rotates();
            }
            world.insert(body).unwrap();
        }
        world.take_motion_pieces();
        let event = world.step_before(60.0).unwrap();
        let pieces = world.take_motion_pieces();
        let changed = pieces.iter().map(|(_, piece)| piece.epoch).fold(f64::INFINITY, f64::min);
        let first = event.map_or(f64::INFINITY, |event| event.time);
        assert_eq!(first, changed, "case {case}, {method:?}: {event:?}");
        hits += u32::from(first.is_finite());
    }
    assert!(u64::from(hits) > crate::support::rounds(1500) / 2, "{hits}");
}

/// A law that lets all bodies pass through.
struct Ghost;

impl Response for Ghost {
    fn respond(&mut self, encounter: &Encounter) -> Reply {
        assert!(encounter.closing_speed > 0.0);
        Reply::PassThrough
    }
}

/// User-defined laws were not called for slow hits of rotating bodies, so could not let them pass
/// through.
#[test]
fn a_law_is_called_for_slow_first_hits() {
    for method in METHODS {
        let mut world = world(method).custom_response(Ghost).build().unwrap();
        world.insert(Body::new(cube()).angular_velocity(Vector3::x())).unwrap();
        let ball = Body::new(Shape::ball(0.5).unwrap()).position(Vector3::x() * 1.05);
        let ball = world.insert(ball.velocity(Vector3::x() * -0.05)).unwrap();
        let events = world.advance_to(10.0).unwrap();
        assert_eq!(kinds(events), ["collision"], "{events:?}");
        assert_eq!(world.velocity(ball).unwrap(), Vector3::x() * -0.05);
    }
}
