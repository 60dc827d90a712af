//! Random sequences of operations on bodies with user-defined bounds, with all methods in lockstep:
//! the results are equal to the bit, the audit passes after every operation, and every begin has an
//! end.

use crate::support::{METHODS, Random, rounds};
use kinesweep::motion::{Bounds, Endpoint};
use kinesweep::world::{TouchQuery, TouchTest};
use kinesweep::{Body, BodyId, Domain, Event, EventKind, MotionChange, Shape, StepError, World, WorldError};
use nalgebra::Vector3;
use std::collections::BTreeSet;

/// A touch test by the distance of the positions.
struct Near;

impl TouchTest for Near {
    fn touches(&mut self, query: &TouchQuery) -> bool {
        let [a, b] = query.poses.map(|pose| pose.translation.vector);
        (a - b).norm() <= 2.0
    }
}

/// Bounds around a random position with six independently moving ends; often on a lattice, so that
/// ends coincide at the same time. Some become inverted or have expired.
fn bounds(random: &mut Random, now: f64) -> (Bounds, f64) {
    let lattice = random.below(2) == 0;
    let mut uniform = |low: f64, high: f64| {
        let value = random.uniform(low, high);
        if lattice { (value * 4.0).round() / 4.0 } else { value }
    };
    let mut ends = |sign: f64| -> [Endpoint; 3] {
        std::array::from_fn(|_| Endpoint {
            position: sign * uniform(0.0, 1.5) + uniform(-2.0, 2.0),
            velocity: uniform(-0.5, 0.5) + sign * uniform(0.0, 0.5),
            half_acceleration: uniform(-0.3, 0.3) + sign * uniform(0.0, 0.3),
        })
    };
    let [min, mut max] = [ends(-1.0), ends(1.0)];
    for axis in 0..3 {
        if max[axis].position < min[axis].position {
            max[axis].position = min[axis].position;
        }
    }
    let until = match random.below(6) {
        0 => f64::INFINITY,
        1 => now + [0.25, 0.5, 0.0][random.below(3) as usize],
        _ => now + random.uniform(0.05, 1.0),
    };
    (Bounds { epoch: now, min, max }, until)
}

#[derive(Clone, Debug)]
enum Operation {
    Insert(Box<Body>),
    Remove(BodyId),
    SetBounds(BodyId, Bounds, f64),
    SetMotion(BodyId, MotionChange),
    StepBefore(f64),
    AdvanceTo(f64),
    LookAhead,
}

#[derive(Debug, PartialEq)]
enum Outcome {
    Id(Result<BodyId, WorldError>),
    Done(Result<(), WorldError>),
    Events(Result<(), StepError>, Vec<Event>),
}

fn generate(random: &mut Random, ids: &[BodyId], expired_ids: &[BodyId], now: f64) -> Operation {
    if let Some(id) = expired_ids.first().filter(|_| random.below(3) > 0) {
        let (bounds, until) = bounds(random, now);
        return Operation::SetBounds(*id, bounds, until);
    }
    let some = ids.get(random.below(ids.len().max(1) as u64) as usize).copied();
    match (random.below(20), some) {
        (0..4, Some(id)) => {
            let (bounds, until) = bounds(random, now);
            Operation::SetBounds(id, bounds, until)
        }
        (4, Some(id)) => Operation::Remove(id),
        (5, Some(id)) => Operation::SetMotion(id, MotionChange::velocity(random.vector(1.0))),
        (6, Some(id)) => Operation::SetMotion(id, MotionChange::position(random.vector(3.0))),
        (7..10, _) => Operation::AdvanceTo(now + random.uniform(0.0, 0.5)),
        (10..13, _) => Operation::StepBefore(now + [0.0, 0.25, 0.5][random.below(3) as usize]),
        (13..15, _) => Operation::LookAhead,
        _ => {
            let body = Body::new(Shape::ball(0.5).unwrap())
                .position(random.vector(4.0))
                .velocity(random.vector(1.0));
            let (bounds, until) = bounds(random, now);
            Operation::Insert(Box::new(match random.below(4) {
                0 => body,
                1 => body.touch_only(),
                _ => body.bounded(bounds, until),
            }))
        }
    }
}

fn perform(world: &mut World, operation: &Operation) -> Outcome {
    match operation {
        Operation::Insert(body) => Outcome::Id(world.insert((**body).clone())),
        Operation::Remove(id) => Outcome::Done(world.remove(*id)),
        Operation::SetBounds(id, bounds, until) => Outcome::Done(world.set_bounds(*id, *bounds, *until)),
        Operation::SetMotion(id, change) => Outcome::Done(world.set_motion(*id, change)),
        Operation::StepBefore(limit) => match world.step_before(*limit) {
            Ok(event) => Outcome::Events(Ok(()), event.into_iter().collect()),
            Err(error) => Outcome::Events(Err(error), Vec::new()),
        },
        Operation::AdvanceTo(target) => {
            let outcome = world.advance_to(*target).map(|_| ());
            Outcome::Events(outcome, world.events().to_vec())
        }
        Operation::LookAhead => {
            let now = world.time();
            assert!(world.next_event_time().is_none_or(|next| next >= now));
            Outcome::Done(Ok(()))
        }
    }
}

/// The open contacts and overlaps.
#[derive(Default)]
struct EventChecker {
    open: BTreeSet<(&'static str, [BodyId; 2])>,
    last: f64,
}

impl EventChecker {
    fn check(&mut self, event: &Event) {
        assert!(event.time >= self.last, "{event:?} after {}", self.last);
        self.last = event.time;
        match event.kind {
            EventKind::OverlapBegin { bodies } => assert!(self.open.insert(("overlap", bodies)), "{event:?}"),
            EventKind::OverlapEnd { bodies } => assert!(self.open.remove(&("overlap", bodies)), "{event:?}"),
            EventKind::ContactBegin(touch) => assert!(self.open.insert(("contact", touch.bodies)), "{event:?}"),
            EventKind::ContactEnd { bodies } => assert!(self.open.remove(&("contact", bodies)), "{event:?}"),
            _ => {}
        }
    }
}

#[test]
fn random_operations_on_bounded_bodies_give_equal_results_by_all_methods() {
    let (mut reported, mut expired, mut blocked, mut refused) = (0, 0, 0, 0);
    for seed in 0..rounds(150) {
        let mut random = Random::new(31_000 + seed);
        let start = [0.0, 0.0, 1e6][random.below(3) as usize];
        let mut worlds = METHODS.map(|method| {
            let builder = World::builder().method(method).start_time(start).report_overlaps(true);
            let half = Vector3::repeat(6.0);
            let domain = Domain::Box { min: -half, max: half };
            builder.domain(domain).touch_test(7.0, Near).build().unwrap()
        });
        let mut ids: Vec<BodyId> = Vec::new();
        // Bodies with expired bounds.
        let mut expired_ids: Vec<BodyId> = Vec::new();
        let mut checker = EventChecker {
            last: start,
            ..EventChecker::default()
        };
        for number in 0..120 {
            let now = worlds[0].time();
            let operation = generate(&mut random, &ids, &expired_ids, now);
            let [outcome, others @ ..] = worlds.each_mut().map(|world| perform(world, &operation));
            for (method, other) in METHODS[1..].iter().zip(&others) {
                assert_eq!(&outcome, other, "seed {seed}, operation {number}, {method:?}: {operation:?}");
            }
            for (method, world) in METHODS.iter().zip(&worlds) {
                if let Err(error) = world.audit() {
                    panic!("seed {seed}, operation {number}, {method:?}: {error} after {operation:?}");
                }
                assert_eq!(world.counters().late, 0, "seed {seed}, operation {number}, {method:?}");
            }
            match &outcome {
                Outcome::Id(Ok(id)) => ids.push(*id),
                Outcome::Id(Err(_)) | Outcome::Done(Err(_)) => refused += 1,
                Outcome::Done(Ok(())) => match operation {
                    Operation::Remove(gone) => {
                        ids.retain(|id| *id != gone);
                        expired_ids.retain(|id| *id != gone);
                    }
                    Operation::SetBounds(answered, ..) => expired_ids.retain(|id| *id != answered),
                    _ => {}
                },
                Outcome::Events(result, events) => {
                    for event in events {
                        checker.check(event);
                        if let EventKind::BoundsExpired { body } = event.kind {
                            expired_ids.push(body);
                            expired += 1;
                        }
                    }
                    reported += events.len();
                    if let Err(error) = result {
                        assert!(
                            matches!(error, StepError::BoundsExpired { .. }) && !expired_ids.is_empty(),
                            "{error}"
                        );
                        blocked += 1;
                    }
                }
            }
        }
        // All open contacts and overlaps end with the removal of the bodies.
        for id in ids {
            worlds[0].remove(id).unwrap();
        }
        let now = worlds[0].time();
        for event in worlds[0].advance_to(now).unwrap() {
            checker.check(event);
        }
        assert!(checker.open.is_empty(), "seed {seed}: {:?}", checker.open);
    }
    let enough = reported > 5_000 && expired > 500 && blocked > 500 && refused > 500;
    assert!(enough || cfg!(debug_assertions), "{reported} {expired} {blocked} {refused}");
}
