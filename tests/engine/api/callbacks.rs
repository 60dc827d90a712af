//! User-defined laws of collision and touch tests.

use crate::support::{ball, kinds};
use kinesweep::response::{Encounter, Reply, Response, impulse};
use kinesweep::world::{TouchQuery, TouchTest};
use kinesweep::{Body, Domain, Event, EventKind, Method, Party, StepError, World};
use nalgebra::Vector3;

/// Lets all bodies pass through, or replies with NaN.
struct PassOrNan(bool);

impl Response for PassOrNan {
    fn respond(&mut self, encounter: &Encounter) -> Reply {
        if self.0 {
            Reply::PassThrough
        } else {
            Reply::Velocities(impulse(encounter).map(|after| after.velocity * f64::NAN))
        }
    }
}

#[test]
fn a_law_can_let_bodies_pass_through_more_than_once() {
    let boxed = Domain::Box {
        min: Vector3::repeat(-5.0),
        max: Vector3::repeat(5.0),
    };
    for method in [Method::Lists, Method::Leases, Method::Cached, Method::Swept { rate: 3.0 }] {
        let mut world = World::builder()
            .domain(boxed)
            .custom_response(PassOrNan(true))
            .method(method)
            .build()
            .unwrap();
        world.insert(ball(0.0, 0.0)).unwrap();
        let runner = world.insert(ball(-3.0, 1.0)).unwrap();
        let mut times = Vec::new();
        for event in world.advance_to(19.0).unwrap() {
            let EventKind::Collision(hit) = event.kind else { panic!() };
            if hit.parties[1] == Party::Body(runner) {
                times.push(event.time);
            }
        }
        assert_eq!(times, [2.0, 11.0], "{method:?}");
        world.audit().unwrap();
    }
}

#[test]
fn a_law_that_replies_nan_gives_an_error_and_a_valid_world() {
    let mut world = World::builder().custom_response(PassOrNan(false)).build().unwrap();
    world.insert(ball(0.0, 0.0)).unwrap();
    world.insert(ball(-3.0, 1.0)).unwrap();
    for _ in 0..2 {
        assert!(matches!(world.step(), Err(StepError::Reply { time: 2.0, .. })));
        assert_eq!(world.time(), 2.0);
        world.audit().unwrap();
    }
}

/// Panics at the first of two calls for each question.
struct PanicsFirst {
    has_panicked: bool,
}

impl PanicsFirst {
    fn panic_first(&mut self) {
        self.has_panicked = !self.has_panicked;
        assert!(!self.has_panicked, "the first call");
    }
}

impl Response for PanicsFirst {
    fn respond(&mut self, encounter: &Encounter) -> Reply {
        self.panic_first();
        Reply::Twists(impulse(encounter))
    }
}

impl TouchTest for PanicsFirst {
    fn touches(&mut self, query: &TouchQuery) -> bool {
        self.panic_first();
        (query.poses[0].translation.vector - query.poses[1].translation.vector).norm() <= 1.0
    }
}

/// The events of a world with caught panics; the world is valid after each.
fn events_with_caught_panics(mut world: World, until: f64) -> (Vec<Event>, usize) {
    let (mut events, mut panics) = (Vec::new(), 0);
    loop {
        let step = std::panic::AssertUnwindSafe(|| world.step_before(until).unwrap());
        match std::panic::catch_unwind(step) {
            Ok(Some(event)) => events.push(event),
            Ok(None) => return (events, panics),
            Err(_) => panics += 1,
        }
        world.audit().unwrap();
    }
}

#[test]
fn callbacks_that_panic_leave_a_valid_world() {
    let row = [(-3.0, 2.0), (0.0, 0.0), (4.0, -1.0)].map(|(x, v)| ball(x, v));
    let mut calm = World::builder().build().unwrap();
    calm.insert_all(&row).unwrap();
    let mut nervous = World::builder()
        .custom_response(PanicsFirst { has_panicked: false })
        .build()
        .unwrap();
    nervous.insert_all(&row).unwrap();
    let (expected, none) = events_with_caught_panics(calm, 20.0);
    let (events, panics) = events_with_caught_panics(nervous, 20.0);
    assert_eq!((&events, none), (&expected, 0));
    assert_eq!(panics, expected.len());

    let mut nervous = World::builder()
        .touch_test(10.0, PanicsFirst { has_panicked: false })
        .build()
        .unwrap();
    nervous.insert_all(&row.map(Body::touch_only)).unwrap();
    let (events, panics) = events_with_caught_panics(nervous, 20.0);
    let [begin, end] = ["contact-begin", "contact-end"];
    assert_eq!(kinds(&events), [begin, begin, end, end, begin, end], "{events:?}");
    assert!(panics >= 6);
}
