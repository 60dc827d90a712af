//! Regressions: polls of pairs with boxes that separate and overlap again without a change of
//! motion.
//!
//! A pair that the broad phase dropped and found again right after a poll was not polled any more:
//! its plan began with the poll just done, which was removed.

use crate::support::METHODS;
use kinesweep::motion::Bounds;
use kinesweep::world::{TouchQuery, TouchTest};
use kinesweep::{Body, Method, Shape, World};
use nalgebra::Vector3;
use std::sync::{Arc, Mutex};

/// Records the times of its polls. The bodies touch from one second on.
#[derive(Clone, Default)]
struct Recorder(Arc<Mutex<Vec<f64>>>);

impl TouchTest for Recorder {
    fn touches(&mut self, query: &TouchQuery) -> bool {
        self.0.lock().unwrap().push(query.time);
        query.time > 1.0
    }
}

/// Times of polls, and events, while a ball is thrown through a body and falls back through it. Its
/// box overlaps that of the body, 0.5 m either way, from 0.1056 to 0.3675 s and from 1.6325 to
/// 1.8944 s.
fn thrown_through(body: &Body, method: Method) -> (Vec<f64>, Vec<(f64, &'static str)>) {
    let test = Recorder::default();
    let builder = World::builder().touch_test(10.0, test.clone()).method(method);
    let mut world = builder.build().unwrap();
    let thrown = Body::new(Shape::ball(0.5).unwrap())
        .position(Vector3::y() * -2.0)
        .velocity(Vector3::y() * 10.0)
        .acceleration(Vector3::y() * -10.0);
    world.insert_all(&[body.clone(), thrown]).unwrap();
    let mut events = Vec::new();
    while let Some(event) = world.step_before(3.0).unwrap() {
        world.audit().unwrap_or_else(|error| panic!("{method:?}: {error}"));
        events.push((event.time, event.kind.name()));
    }
    let polls = test.0.lock().unwrap().clone();
    (polls, events)
}

fn check(body: &Body) {
    for method in METHODS {
        let (polls, events) = thrown_through(body, method);
        assert_eq!(polls, [0.2, 0.3, 1.7, 1.8], "{method:?}");
        let [begin, end] = events.as_slice() else {
            panic!("{method:?}: {events:?}");
        };
        assert_eq!(*begin, (1.7, "contact-begin"), "{method:?}");
        let parts = 1.0 + 0.8f64.sqrt();
        assert!(end.1 == "contact-end" && (end.0 - parts).abs() < 1e-12, "{method:?}: {end:?}");
    }
}

#[test]
fn a_pair_found_again_right_after_a_poll_is_polled_again() {
    check(&Body::new(Shape::ball(0.5).unwrap()).touch_only());
}

#[test]
fn a_bounded_pair_found_again_right_after_a_poll_is_polled_again() {
    let half = Vector3::repeat(0.5);
    let bounds = Bounds::moving(0.0, -half, half, Vector3::zeros());
    check(&Body::new(Shape::ball(0.1).unwrap()).bounded(bounds, f64::INFINITY));
}
