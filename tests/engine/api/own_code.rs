//! Laws of collision and tests of touch of the user's own.

use crate::support::{ball, kinds};
use kinesweep::{
    Body, Domain, Encounter, Event, EventKind, Method, Party, Reply, Response, StepError, TouchQuery, TouchTest, World, impulse,
};
use nalgebra::Vector3;

/// Lets everything through, or answers with no number.
struct Odd(bool);

impl Response for Odd {
    fn respond(&mut self, encounter: &Encounter) -> Reply {
        if self.0 {
            Reply::PassThrough
        } else {
            Reply::Velocities(impulse(encounter).map(|after| after.velocity * f64::NAN))
        }
    }
}

#[test]
fn a_response_may_let_bodies_through_and_they_can_meet_again() {
    let boxed = Domain::Box {
        min: Vector3::repeat(-5.0),
        max: Vector3::repeat(5.0),
    };
    for method in [Method::Lists, Method::Leases, Method::Cached, Method::Swept { rate: 3.0 }] {
        let mut world = World::builder()
            .domain(boxed)
            .custom_response(Odd(true))
            .method(method)
            .build()
            .unwrap();
        world.insert(ball(0.0, 0.0)).unwrap();
        let runner = world.insert(ball(-3.0, 1.0)).unwrap();
        let mut meetings = Vec::new();
        for event in world.advance_to(19.0).unwrap() {
            let EventKind::Collision(hit) = event.kind else { panic!() };
            if hit.parties[1] == Party::Body(runner) {
                meetings.push(event.time);
            }
        }
        assert_eq!(meetings, [2.0, 11.0], "{method:?}");
        world.audit().unwrap();
    }
}

#[test]
fn a_response_without_an_answer_is_an_error_and_the_world_is_good() {
    let mut world = World::builder().custom_response(Odd(false)).build().unwrap();
    world.insert(ball(0.0, 0.0)).unwrap();
    world.insert(ball(-3.0, 1.0)).unwrap();
    for _ in 0..2 {
        assert!(matches!(world.step(), Err(StepError::Reply { time: 2.0, .. })));
        assert_eq!(world.time(), 2.0);
        world.audit().unwrap();
    }
}

/// Panics each time that it is asked for the first time about something.
struct Nervous {
    asked: bool,
}

impl Nervous {
    fn take_fright(&mut self) {
        self.asked = !self.asked;
        assert!(!self.asked, "not yet");
    }
}

impl Response for Nervous {
    fn respond(&mut self, encounter: &Encounter) -> Reply {
        self.take_fright();
        Reply::Twists(impulse(encounter))
    }
}

impl TouchTest for Nervous {
    fn touches(&mut self, query: &TouchQuery) -> bool {
        self.take_fright();
        (query.poses[0].translation.vector - query.poses[1].translation.vector).norm() <= 1.0
    }
}

/// The events of a world, whose panics are caught; the world is whole after each.
fn events_in_spite_of_panics(mut world: World, until: f64) -> (Vec<Event>, usize) {
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
fn code_of_the_users_own_that_panics_leaves_a_good_world() {
    let row = [(-3.0, 2.0), (0.0, 0.0), (4.0, -1.0)].map(|(x, v)| ball(x, v));
    let mut calm = World::builder().build().unwrap();
    calm.insert_all(&row).unwrap();
    let mut nervous = World::builder().custom_response(Nervous { asked: false }).build().unwrap();
    nervous.insert_all(&row).unwrap();
    let (expected, none) = events_in_spite_of_panics(calm, 20.0);
    let (events, panics) = events_in_spite_of_panics(nervous, 20.0);
    assert_eq!((&events, none), (&expected, 0));
    assert_eq!(panics, expected.len());

    let mut nervous = World::builder().touch_test(10.0, Nervous { asked: false }).build().unwrap();
    nervous.insert_all(&row.map(Body::touch_only)).unwrap();
    let (events, panics) = events_in_spite_of_panics(nervous, 20.0);
    let [begin, end] = ["contact-begin", "contact-end"];
    assert_eq!(kinds(&events), [begin, begin, end, end, begin, end], "{events:?}");
    assert!(panics >= 6);
}
