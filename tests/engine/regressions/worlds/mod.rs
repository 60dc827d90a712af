//! Regressions: events of worlds of all kinds.

mod fuzzed;

use crate::support::{ball, kinds};
use kinesweep::broad::KineticSweep;
use kinesweep::motion::{Bounds, Endpoint};
use kinesweep::scene::BodyChange;
use kinesweep::scene::limits::MAX_MAGNITUDE;
use kinesweep::world::{Snapshot, TouchQuery, TouchTest};
use kinesweep::{Body, Domain, Method, MotionChange, Party, ResponseMode, Shape, StepError, World, WorldError, Zeno};
use nalgebra::Vector3;

/// Kinetic lists dropped a pair in a look-ahead and added it again on reset: its end, at the
/// present time, was reported twice.
#[test]
fn an_end_at_the_present_is_not_repeated_after_a_look_ahead() {
    let mut world = World::builder()
        .response(ResponseMode::PassThrough)
        .report_overlaps(true)
        .build()
        .unwrap();
    world.insert(ball(0.0, 0.0)).unwrap();
    world.insert(ball(2.0, -1.0)).unwrap();
    world.insert(ball(99.0, 0.0)).unwrap();
    let events = world.advance_to(3.0).unwrap();
    assert_eq!(
        kinds(events),
        ["overlap-begin", "contact-begin", "contact-end", "overlap-end"]
    );
    assert_eq!(events[3].time, 3.0);
    assert_eq!(world.next_event_time(), None);
    world.schedule(4.0, 0).unwrap();
    world.insert(ball(-99.0, 0.0)).unwrap();
    assert_eq!(kinds(world.advance_to(5.0).unwrap()), ["scheduled"]);
}

/// Frames were not counted while the world was empty, and then resumed where they had stopped:
/// bodies were swept over past frames, and their present events were lost.
#[test]
fn swept_frames_continue_after_the_world_was_empty() {
    let mut world = World::builder()
        .response(ResponseMode::PassThrough)
        .method(Method::Swept { rate: 37.0 })
        .build()
        .unwrap();
    let gone = world.insert(ball(0.0, 0.0)).unwrap();
    world.remove(gone).unwrap();
    world.advance_to(5.0).unwrap();
    world.insert_all(&[ball(0.0, 0.0), ball(0.0, 1.0)]).unwrap();
    assert_eq!(kinds(world.advance_to(7.0).unwrap()), ["contact-begin", "contact-end"]);
}

/// A body that rested without weight and was then moved stayed bound by its former support.
#[test]
fn a_moved_body_is_free_of_its_former_support() {
    use kinesweep::{MotionChange, Zeno};
    let half = Vector3::repeat(5.0);
    let builder = || {
        let builder = World::builder().restitution(0.0).zeno(Zeno::Stick { speed: 9.0 });
        builder.domain(Domain::Box { min: -half, max: half })
    };
    let falls = |x: f64, pull: f64| MotionChange {
        position: Some(Vector3::x() * x),
        acceleration: Some(Vector3::x() * pull),
        ..MotionChange::default()
    };
    for wait in [0.0, 1.0] {
        let mut world = builder().build().unwrap();
        let id = world.insert(ball(-3.0, -1.0)).unwrap();
        // Another body is at rest all the time.
        let heavy = ball(3.0, 0.0).acceleration(Vector3::y() * -1.0);
        world.insert(heavy.position(Vector3::new(3.0, -4.5, 0.0))).unwrap();
        let landed = world.step().unwrap().unwrap().time;
        world.advance_to(landed + wait).unwrap();
        world.set_motion(id, &falls(0.0, -1.0)).unwrap();
        assert_eq!(world.motion(id).unwrap().acceleration, -Vector3::x(), "{wait}");
    }
    let mut world = builder().build().unwrap();
    let [left, right] = [-2.0, 2.0].map(|x: f64| world.insert(ball(x, -x.signum())).unwrap());
    world.step().unwrap().expect("they meet");
    world.set_motion(left, &falls(-3.0, 1.0)).unwrap();
    assert_eq!(world.motion(left).unwrap().acceleration, Vector3::x());
    assert_eq!(world.motion(right).unwrap().acceleration, Vector3::zeros());
}

/// Frames shorter than the spacing of floats of the time were counted one by one: the count did not
/// advance.
#[test]
fn frames_shorter_than_the_float_spacing_advance() {
    let late = 1e5f64;
    let mut world = World::builder()
        .method(Method::Swept { rate: 1e15 })
        .start_time(late)
        .build()
        .unwrap();
    world.insert(ball(0.0, 1.0)).unwrap();
    assert_eq!(world.step_before(late.next_up().next_up()).unwrap(), None);
    assert_eq!(world.next_event_time(), None);
}

/// After 300 years a body that slides to a stop in a curve changed direction within less than the
/// float spacing of the time, repeatedly.
#[test]
fn a_sliding_body_after_300_years_stops() {
    let builder = World::builder().start_time(1e10).gravity(Vector3::new(0.1, -10.0, 0.0));
    let mut world = builder.build().unwrap();
    let floor = Body::fixed(Shape::half_space(Vector3::y()).unwrap());
    world.insert(floor.friction(0.2)).unwrap();
    let cube = Body::new(Shape::cuboid(Vector3::repeat(0.5)).unwrap());
    let cube = cube.position(Vector3::y() * 0.5).velocity(Vector3::z());
    let id = world.insert(cube.friction(0.2)).unwrap();
    world.advance_to(1e10 + 2.0).unwrap();
    assert_eq!(world.velocity(id).unwrap(), Vector3::zeros());
}

/// A collision with an invalid reply was counted, and counted again when the law was called again.
#[test]
fn collisions_with_invalid_replies_are_not_counted() {
    use kinesweep::Zeno;
    use kinesweep::response::{Encounter, Reply, Response, impulse};
    struct Late(u32);
    impl Response for Late {
        fn respond(&mut self, encounter: &Encounter) -> Reply {
            self.0 += 1;
            match self.0 {
                3 => Reply::Twists(impulse(encounter)),
                _ => Reply::Velocities([Vector3::repeat(f64::NAN); 2]),
            }
        }
    }
    let builder = World::builder().custom_response(Late(0));
    let mut world = builder.zeno(Zeno::Stick { speed: 9.0 }).build().unwrap();
    world.insert_all(&[ball(0.0, 1.0), ball(3.0, 0.0)]).unwrap();
    assert!(world.step().is_err() && world.step().is_err());
    assert_eq!((world.counters().collisions, world.counters().zeno_collisions), (0, 0));
    assert!(world.step().unwrap().is_some());
    assert_eq!((world.counters().collisions, world.counters().zeno_collisions), (1, 1));
}

/// A body that landed inelastically, a rounding above the slab, fell through this gap and collided
/// again.
#[test]
fn an_inelastic_landing_is_one_collision() {
    for step in 0..200 {
        let mut world = World::builder()
            .gravity(Vector3::y() * -9.81)
            .restitution(0.0)
            .build()
            .unwrap();
        let slab = Shape::cuboid(Vector3::new(500.0, 1.0, 500.0)).unwrap();
        world.insert(Body::fixed(slab).position(-Vector3::y())).unwrap();
        let height = 1.5 + 0.01 * f64::from(step);
        let id = world.insert(ball(0.0, 0.0).position(Vector3::y() * height)).unwrap();
        assert_eq!(kinds(world.advance_to(3.0).unwrap()), ["collision"], "from {height}");
        assert!((world.pose(id).unwrap().translation.y - 0.5).abs() < 1e-15);
    }
}

/// Each collision was computed at its rounded time, with a speed changed by the rounding: at 10^6 s
/// an elastic ball was 4e-8 s late after a thousand seconds, and blocks at a wall 3e-6 s after a
/// hundred.
#[test]
fn late_bounces_do_not_accumulate_rounding_of_times() {
    const LATE: f64 = 1e6;
    const HEIGHT: f64 = 1.7;
    const BOUNCES: u32 = 500;
    let mut world = World::builder()
        .gravity(Vector3::y() * -9.81)
        .start_time(LATE)
        .build()
        .unwrap();
    world.insert(Body::fixed(Shape::half_space(Vector3::y()).unwrap())).unwrap();
    world.insert(ball(0.0, 0.0).position(Vector3::y() * (HEIGHT + 0.5))).unwrap();
    let first = (2.0 * HEIGHT / 9.81f64).sqrt();
    for bounce in 0..BOUNCES {
        let event = world.step().unwrap().expect("it comes down");
        let expected = first * f64::from(1 + 2 * bounce);
        assert!(
            (event.time - LATE - expected).abs() < 8e-11,
            "bounce {bounce} at {}",
            event.time
        );
    }
}

/// Two cradles hit at the same time: pairs were processed in scene order, so the second waited
/// until the first had finished.
#[test]
fn simultaneous_collisions_are_processed_in_rounds() {
    let corner = Vector3::repeat(50.0);
    let domains = [
        Domain::Open,
        Domain::Box {
            min: -corner,
            max: corner,
        },
        Domain::Periodic {
            min: -corner,
            max: corner,
        },
    ];
    for domain in domains {
        for method in [Method::Leases, Method::Lists, Method::Cached, Method::Swept { rate: 3.0 }] {
            if matches!(domain, Domain::Periodic { .. }) && method != Method::Leases {
                continue;
            }
            let mut world = World::builder().domain(domain).method(method).build().unwrap();
            for row in [0.0, 5.0] {
                for number in 0..4 {
                    let (position, speed) = if number == 0 { (-1.0, 1.0) } else { (f64::from(number), 0.0) };
                    let body = ball(position, speed).position(Vector3::new(position, row, 0.0));
                    world.insert(body).unwrap();
                }
            }
            let events = world.advance_to(1.0).unwrap();
            let pairs: Vec<[usize; 2]> = events
                .iter()
                .filter_map(|event| event.kind.parties())
                .map(|parties| {
                    parties.map(|party| match party {
                        Party::Body(id) => id.index(),
                        Party::Wall(_) => panic!("there is no wall near"),
                    })
                })
                .collect();
            assert_eq!(
                pairs,
                [[0, 1], [4, 5], [1, 2], [5, 6], [2, 3], [6, 7]],
                "{domain:?}, {method:?}"
            );
            assert!(events.iter().all(|event| event.time == 1.0));
            world.audit().unwrap();
        }
    }
}

/// After a collision that stopped both bodies, the remaining rounding of a speed counted as a
/// pass-through reply: a push from behind then moved one through the other.
#[test]
fn bodies_stopped_by_a_collision_do_not_pass_through() {
    for number in 1..200 {
        for method in [Method::Lists, Method::Leases, Method::Cached] {
            let mut world = World::builder().restitution(0.0).method(method).build().unwrap();
            let (heavy, speed) = (f64::from(number % 13 + 1) / 7.0, 3.0 / f64::from(number));
            let row = [
                ball(-10.0, 1.1 * speed),
                ball(-2.0, speed),
                ball(2.0, -speed / heavy).mass(heavy),
            ];
            let ids = world.insert_all(&row).unwrap();
            world.advance_to(1e4).unwrap();
            let position = |number: usize| world.pose(ids[number]).unwrap().translation.x;
            for number in 1..3 {
                let gap = position(number) - position(number - 1) - 1.0;
                assert!(
                    gap > -1e-9,
                    "mass {heavy}, {method:?}: {number} overlaps the previous one, gap {gap}"
                );
            }
        }
    }
}
