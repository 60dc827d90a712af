//! Contacts that a user-defined test decides: it is called at a chosen rate while the boxes of a
//! pair overlap (Upcoming and Staadt 2006, section 5.2).
//!
//! A test that returns yes or no for the present alone has no time of impact to solve for. So it is
//! called at the times k / rate, k whole, at which the tight boxes of a pair overlap, and at no
//! others. Contact begins with the first yes and ends with the first no, or when the boxes part.
//! Changes between two polls are missed, as in any sampling; the pairs and times of the polls are
//! exact.

use super::World;
use super::bounded::overlaps;
use crate::event::{BodyId, EventKind, Touch};
use crate::exclusive::Exclusive;
use crate::impact::Intervals;
use crate::lane::order::Step;
use crate::response::Relation;
use crate::ticks::first_tick;
use nalgebra::{Isometry3, Vector3};

/// The argument of a [`TouchTest`]: two bodies, in scene order, and their poses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TouchQuery {
    /// The time, in seconds.
    pub time: f64,
    /// The pair.
    pub bodies: [BodyId; 2],
    /// Position and orientation of each; in a periodic domain the second by the image of it that is
    /// near the first.
    pub poses: [Isometry3<f64>; 2],
}

/// A user-defined test: whether two bodies touch now. Given to
/// [`WorldBuilder::touch_test`](crate::WorldBuilder::touch_test), it is called for the pairs with a
/// body that is [`Body::touch_only`](crate::Body::touch_only).
///
/// The shapes of such bodies serve as their bounds, if there are no others
/// ([`Body::bounded`](crate::Body::bounded)). The test must be a function of the query: then runs
/// are reproducible, and all methods give the same events. If it panics, the world is as it was
/// before, and the next step calls the test again.
///
/// ```
/// use kinesweep::world::{TouchQuery, TouchTest};
/// use kinesweep::{Body, EventKind, Shape, World};
/// use nalgebra::Vector3;
/// /// Stars with a magnetic field: they feel each other within 2 m.
/// struct Field;
/// impl TouchTest for Field {
///     fn touches(&mut self, query: &TouchQuery) -> bool {
///         let [a, b] = &query.poses;
///         (a.translation.vector - b.translation.vector).norm() <= 2.0
///     }
/// }
/// let mut world = World::builder().touch_test(100.0, Field).build()?;
/// let star = Body::new(Shape::ball(1.5)?).touch_only();
/// world.insert(star.clone().velocity(Vector3::x()))?;
/// world.insert(star.position(Vector3::x() * 5.0))?;
/// // The bounds overlap from 2 s on; the distance is 2 m at 3 s.
/// let event = world.step_before(10.0)?.expect("they meet");
/// assert_eq!(event.time, 3.0);
/// assert!(matches!(event.kind, EventKind::ContactBegin(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait TouchTest: Send {
    /// Whether the two touch.
    fn touches(&mut self, query: &TouchQuery) -> bool;
}

/// A touch test and its rate in polls per second.
pub(super) struct Polling {
    pub(super) rate: f64,
    pub(super) test: Exclusive<Box<dyn TouchTest>>,
}

impl Polling {
    /// The first poll at or after a time, in seconds.
    fn tick(&self, from: f64) -> f64 {
        first_tick(from, self.rate)
    }

    /// The next step of a pair from a time on; at that time itself only if it is `due`, that is,
    /// not done.
    pub(super) fn next_step(&self, overlaps: &Intervals, now: f64, due: bool, in_contact: bool) -> Option<(f64, Step)> {
        let from = if due { now } else { now.next_up() };
        let mut to_come = overlaps.as_slice().iter().filter(|overlap| overlap.end >= now);
        if in_contact {
            let Some(parts) = to_come.next().filter(|here| here.begin <= now).map(|here| here.end) else {
                // The boxes were separated by a jump: no poll.
                return Some((now, Step::ContactEnd));
            };
            let tick = self.tick(from);
            return Some(if tick <= parts {
                (tick, Step::Poll)
            } else {
                (parts, Step::ContactEnd)
            });
        }
        to_come
            .map(|overlap| (self.tick(overlap.begin.max(from)), overlap.end))
            .find(|(tick, end)| tick <= end)
            .map(|(tick, _)| (tick, Step::Poll))
    }
}

impl World {
    /// Polls a pair now, reports a change, and plans the next poll.
    pub(super) fn poll_pair(&mut self, place: u32, time: f64) {
        let (Some(polling), pair) = (self.hooks.touch_test_mut(), &mut self.pairs[place]) else {
            unreachable!("a pair is polled by a test")
        };
        let view = self.bodies.pair_view(pair);
        let [a, b] = view.pieces();
        let query = TouchQuery {
            time,
            bodies: pair.bodies().map(|body| self.bodies.id(body)),
            poses: [a.pose_at(time), b.pose_at(time)],
        };
        let touches = polling.test.get_mut().touches(&query);
        self.ledger.counters_mut().polls += 1;
        if pair.in_contact() && !touches {
            // The end is reported in its place among the events of this time.
            pair.forecast_mut().insert((time, Step::ContactEnd));
            return;
        }
        if touches && !pair.in_contact() {
            pair.set_in_contact(true);
            let relative = b.velocity_at(time) - a.velocity_at(time);
            self.ledger.push(time, EventKind::ContactBegin(between(&query, &relative)));
        }
        self.plan_poll(place, time);
    }

    /// Plans the next step of a pair after the poll, or the end of a contact, that was just
    /// handled; nothing for other pairs.
    pub(super) fn plan_poll(&mut self, place: u32, time: f64) {
        let pair = &mut self.pairs[place];
        if let (Relation::Poll, Some(polling)) = (pair.relation(), self.hooks.touch_test()) {
            let overlaps = overlaps(&self.bodies.pair_view(pair));
            if let Some(step) = polling.next_step(&overlaps, time, false, pair.in_contact()) {
                pair.forecast_mut().insert(step);
            }
        }
    }
}

/// The touch of a poll, which has no contact geometry: half way between the two origins, with the
/// normal along the line between them.
fn between(query: &TouchQuery, relative: &Vector3<f64>) -> Touch {
    let [a, b] = query.poses.map(|pose| pose.translation.vector);
    let normal = (b - a).try_normalize(0.0).unwrap_or_else(Vector3::x);
    Touch {
        bodies: query.bodies,
        point: (a + b) * 0.5,
        normal,
        closing_speed: (-normal.dot(relative)).max(0.0),
    }
}

#[cfg(test)]
mod tests;
