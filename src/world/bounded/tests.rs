use super::*;
use crate::domain::Domain;
use crate::motion::MotionChange;
use crate::motion::bounds::Endpoint;
use crate::scene::{Body, Shape};
use crate::world::{Method, TouchQuery, TouchTest};
use nalgebra::Vector3;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::f64::consts::TAU;

/// A test with a fixed answer.
struct Always(bool);

impl TouchTest for Always {
    fn touches(&mut self, _: &TouchQuery) -> bool {
        self.0
    }
}

fn side(position: f64, velocity: f64) -> Endpoint {
    Endpoint {
        position,
        velocity,
        half_acceleration: 0.0,
    }
}

/// From `low` to `high` on x, which move as given; within 1 of the middle on y and z.
fn along_x(epoch: f64, low: Endpoint, high: Endpoint) -> Bounds {
    Bounds {
        epoch,
        min: [low, side(-1.0, 0.0), side(-1.0, 0.0)],
        max: [high, side(1.0, 0.0), side(1.0, 0.0)],
    }
}

fn ball() -> Body {
    Body::new(Shape::ball(1.0).unwrap())
}

fn world(touches: bool) -> World {
    let builder = World::builder().report_overlaps(true);
    builder.touch_test(4.0, Always(touches)).build().unwrap()
}

fn reported(world: &mut World, until: f64) -> Vec<(f64, &'static str)> {
    let events = world.advance_to(until).unwrap();
    events.iter().map(|event| (event.time, event.kind.name())).collect()
}

#[test]
fn overlaps_are_those_of_the_bounds() {
    let mut world = world(true);
    // The bounds grow on both sides at different speeds; shape and motion have no effect.
    let opening = along_x(0.0, side(-1.0, -0.5), side(1.0, 1.0));
    let tracked = world
        .insert(ball().velocity(Vector3::y() * 50.0).bounded(opening, f64::INFINITY))
        .unwrap();
    world
        .insert(Body::fixed(Shape::cuboid(Vector3::repeat(1.0)).unwrap()).position(Vector3::x() * 5.0))
        .unwrap();
    world.insert(ball().touch_only().position(Vector3::x() * -4.1)).unwrap();
    let events = reported(&mut world, 10.0);
    let names: Vec<_> = events.iter().map(|(_, name)| *name).collect();
    assert_eq!(names, ["overlap-begin", "contact-begin", "overlap-begin", "contact-begin"]);
    assert_eq!(events[0].0, 3.0);
    assert_eq!(events[1].0, 3.0);
    assert!((events[2].0 - 4.2).abs() < 1e-12 && events[3].0 == 4.25, "{events:?}");
    // It is seen: the bounds shrink at once, and later part from one, at their own time: 1 + t = 4.
    let shrinking = along_x(9.0, side(4.9, -0.5), side(6.1, -1.0));
    world.set_bounds(tracked, shrinking, 11.0).unwrap();
    assert_eq!(reported(&mut world, 10.0), [(10.0, "contact-end"), (10.0, "overlap-end")]);
    let away = along_x(10.0, side(3.0, -1.0), side(5.0, -1.0));
    world.set_bounds(tracked, away, 12.0).unwrap();
    assert_eq!(
        reported(&mut world, 12.0),
        [(11.0, "contact-end"), (11.0, "overlap-end"), (12.0, "bounds-expired")]
    );
    world.audit().unwrap();
    assert_eq!(world.lease(tracked).unwrap().unwrap().bounds, away);
}

#[test]
fn time_stops_without_new_bounds() {
    let mut world = world(false);
    let still = along_x(0.0, side(-1.0, 0.0), side(1.0, 0.0));
    let late = world.insert(ball().name("late").bounded(still, 3.0)).unwrap();
    let other = world.insert(ball().name("other").bounded(still, 2.0)).unwrap();
    let third = world.insert(ball().name("third").bounded(still, 2.0)).unwrap();
    world.schedule(2.0, 7).unwrap();
    world
        .schedule_motion(late, 2.0, MotionChange::velocity(Vector3::x()))
        .unwrap();
    let mut events = Vec::new();
    let error = loop {
        match world.step_before(9.0) {
            Ok(event) => events.push(event.unwrap().kind.name()),
            Err(error) => break error,
        }
    };
    assert_eq!(events[..3], ["overlap-begin"; 3]);
    assert_eq!(
        events[3..],
        ["motion-change", "scheduled", "bounds-expired", "bounds-expired"]
    );
    assert_eq!(
        error.to_string(),
        "at time 2: the bounds of other have expired, and there are no others"
    );
    for _ in 0..2 {
        assert_eq!(world.time(), 2.0);
        assert_eq!(world.step_before(9.0), Err(error.clone()));
        assert!(world.advance_to(2.5).is_err());
        assert_eq!(world.step_before(2.0), Ok(None));
        assert_eq!(world.next_event_time(), Some(2.0));
        world.audit().unwrap();
    }
    world.set_bounds(other, still, f64::INFINITY).unwrap();
    let error = world.step_before(9.0).unwrap_err();
    assert!(error.to_string().contains("third"), "{error}");
    world.remove(third).unwrap();
    // Renewed before it expires, it does not.
    world.advance_to(2.5).unwrap();
    world.set_bounds(late, still, 5.0).unwrap();
    assert_eq!(reported(&mut world, 5.0), [(5.0, "bounds-expired")]);
    world.audit().unwrap();
    world.set_bounds(late, still, f64::INFINITY).unwrap();
    assert_eq!(reported(&mut world, 50.0), []);
}

#[test]
fn invalid_bounds_are_refused() {
    let fine = along_x(0.0, side(-1.0, 0.0), side(1.0, 0.0));
    let mut plain = World::builder().build().unwrap();
    assert!(matches!(
        plain.insert(ball().bounded(fine, 1.0)),
        Err(WorldError::NoTouchTest { .. })
    ));
    let id = plain.insert(ball()).unwrap();
    let refused = plain.set_bounds(id, fine, 1.0).unwrap_err().to_string();
    assert!(
        refused.starts_with("bounds = body-0: can be given to a touch-only body alone"),
        "{refused}"
    );
    let mut world = world(false);
    world.advance_to(1.0).unwrap();
    let floor = Body::fixed(Shape::half_space(Vector3::y()).unwrap());
    let inside_out = along_x(0.0, side(-1.0, 0.5), side(1.0, -0.5));
    for (body, expected) in [
        (floor.bounded(fine, 2.0), "bounds = on a half-space"),
        (ball().bounded(fine, 1.0), "until = 1: must be later"),
        (ball().bounded(fine, f64::NAN), "until = NaN"),
        (ball().bounded(inside_out, 3.0), "bounds.max[0] = -0.5 at time 3"),
        (ball().bounded(Bounds { epoch: 2.0, ..fine }, 3.0), "bounds.epoch = 2"),
    ] {
        let refused = world.insert(body).unwrap_err().to_string();
        assert!(refused.contains(expected), "{refused}");
        assert!(world.is_empty());
    }
    let id = world.insert(ball().bounded(inside_out, 3.0f64.next_down().min(2.0))).unwrap();
    let before = world.lease(id).unwrap();
    assert!(world.set_bounds(id, inside_out, 2.5).is_err());
    assert_eq!(world.lease(id).unwrap(), before);
    world.audit().unwrap();
}

/// A body on a circle in a plane across (1, 1, 1), or nearly, unknown to the engine.
#[derive(Clone, Copy)]
struct Orbit {
    centre: Vector3<f64>,
    arms: [Vector3<f64>; 2],
    rate: f64,
    size: f64,
}

impl Orbit {
    fn position(&self, t: f64) -> Vector3<f64> {
        let (sin, cos) = (self.rate * t).sin_cos();
        self.centre + self.arms[0] * cos + self.arms[1] * sin
    }

    fn velocity(&self, t: f64) -> Vector3<f64> {
        let (sin, cos) = (self.rate * t).sin_cos();
        (self.arms[1] * cos - self.arms[0] * sin) * self.rate
    }

    /// Bounds from `t` on for `lasts` seconds, of one of three kinds: ends that accelerate away
    /// from the middle, ends that move apart uniformly, and ends that move alike.
    fn bounds(&self, kind: u64, t: f64, lasts: f64) -> Bounds {
        let pull = 0.5 * self.rate * self.rate * (self.arms[0].norm() + self.arms[1].norm());
        let (p, v) = (self.position(t), self.velocity(t));
        let side = |axis: usize, sign: f64| {
            let (margin, speed, half_acceleration) = match kind {
                0 => (0.0, 0.0, pull),
                1 => (0.0, pull * lasts, 0.0),
                _ => (pull * lasts * lasts, 0.0, 0.0),
            };
            Endpoint {
                position: p[axis] + sign * (self.size + margin),
                velocity: v[axis] + sign * speed,
                half_acceleration: sign * half_acceleration,
            }
        };
        Bounds {
            epoch: t,
            min: std::array::from_fn(|axis| side(axis, -1.0)),
            max: std::array::from_fn(|axis| side(axis, 1.0)),
        }
    }
}

/// A test of the exact boxes of two orbiting bodies.
struct BodyRef(Vec<Orbit>);

impl TouchTest for BodyRef {
    fn touches(&mut self, query: &TouchQuery) -> bool {
        // What does not orbit is a ball of radius 0.5 and known position.
        let [a, b] = [0, 1].map(|at| match self.0.get(query.bodies[at].index()) {
            Some(orbit) => (orbit.position(query.time), orbit.size),
            None => (query.poses[at].translation.vector, 0.5),
        });
        (a.0 - b.0).amax() <= a.1 + b.1
    }
}

/// The times, by pair, at which overlaps of boxes were reported.
fn reported_overlaps(events: &[crate::event::Event], pair: [usize; 2], end: f64) -> Vec<(f64, f64)> {
    let mut found: Vec<(f64, f64)> = Vec::new();
    for event in events {
        match event.kind {
            EventKind::OverlapBegin { bodies } if bodies.map(BodyId::index) == pair => found.push((event.time, end)),
            EventKind::OverlapEnd { bodies } if bodies.map(BodyId::index) == pair => {
                found.last_mut().expect("it has begun").1 = event.time;
            }
            _ => {}
        }
    }
    found
}

#[test]
fn all_methods_report_the_same_and_no_true_overlap_is_missed() {
    const END: f64 = 6.0;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(21);
    let (mut overlaps, mut contacts, mut answers) = (0, 0, 0);
    let cases = if cfg!(debug_assertions) { 4 } else { 30 };
    for case in 0..cases {
        let mut unit = || (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        let mut vector = |scale: f64| Vector3::from_fn(|_, _| scale * (2.0 * unit() - 1.0));
        let orbits: Vec<Orbit> = (0..8)
            .map(|_| Orbit {
                centre: vector(3.0),
                arms: [vector(1.5), vector(1.5)],
                rate: TAU * (0.1 + vector(0.2).x.abs()),
                size: 0.2 + vector(0.5).x.abs(),
            })
            .collect();
        let start = if case % 3 == 2 { 1e6 } else { 0.0 };
        let lasts: Vec<f64> = (0..orbits.len()).map(|_| 0.05 + vector(0.5).x.abs()).collect();
        let mut bodies: Vec<Body> = orbits
            .iter()
            .enumerate()
            .map(|(number, orbit)| {
                let bounds = orbit.bounds(number as u64 % 3, start, lasts[number]);
                ball().bounded(bounds, start + lasts[number])
            })
            .collect();
        bodies.extend((0..6).map(|number| {
            let place = Vector3::new(f64::from(number % 3), f64::from(number / 3), 0.0) * 2.5 - Vector3::repeat(2.0);
            Body::new(Shape::ball(0.5).unwrap()).position(place).velocity(vector(2.0))
        }));
        let methods = [
            Method::Lists,
            Method::Leases,
            Method::Cached,
            Method::Swept { rate: 7.0 },
            Method::Swept { rate: 0.3 },
        ];
        let runs = methods.map(|method| {
            let test = BodyRef(orbits.clone());
            let builder = World::builder().method(method).start_time(start).report_overlaps(true);
            let half = Vector3::repeat(5.0);
            let domain = Domain::Box { min: -half, max: half };
            let mut world = builder.domain(domain).touch_test(11.0, test).build().unwrap();
            let ids = world.insert_all(&bodies).unwrap();
            let mut events = Vec::new();
            let mut renewed = 0;
            while let Some(event) = world.step_before(start + END).unwrap() {
                if let EventKind::BoundsExpired { body } = event.kind {
                    let number = body.index();
                    let until = event.time + lasts[number];
                    renewed += 1;
                    let bounds = orbits[number].bounds(renewed + number as u64, event.time, lasts[number]);
                    world.set_bounds(ids[number], bounds, until).unwrap();
                    // Now and then one is renewed early.
                    if renewed % 5 == 0 {
                        let other = (number + 1) % orbits.len();
                        let bounds = orbits[other].bounds(renewed, event.time, lasts[other]);
                        world.set_bounds(ids[other], bounds, event.time + lasts[other]).unwrap();
                    }
                    answers += 1;
                }
                if matches!(method, Method::Lists) || events.len() % 20 == 0 {
                    world
                        .audit()
                        .unwrap_or_else(|e| panic!("case {case}, {method:?}, {}: {e}", world.time()));
                }
                events.push(event);
            }
            assert_eq!(world.counters().late, 0);
            events
        });
        for (method, run) in methods.iter().zip(&runs).skip(1) {
            let same = run.iter().zip(&runs[0]).take_while(|(a, b)| a == b).count();
            assert!(
                same == run.len() && same == runs[0].len(),
                "case {case}, {method:?}: {:?} and {:?}",
                run.get(same),
                runs[0].get(same)
            );
        }
        for a in 0..orbits.len() {
            for b in 0..a {
                let reported = reported_overlaps(&runs[0], [b, a], start + END);
                overlaps += reported.len();
                for sample in 0..2000 {
                    let t = start + END * f64::from(sample) / 2000.0;
                    let apart = (orbits[a].position(t) - orbits[b].position(t)).amax();
                    let inside = reported.iter().any(|(begin, end)| *begin <= t && t <= *end);
                    assert!(
                        inside || apart > orbits[a].size + orbits[b].size - 1e-9,
                        "case {case}: {b} and {a} overlap at {t}, reported {reported:?}"
                    );
                }
            }
        }
        contacts += runs[0].iter().filter(|event| event.kind.name() == "contact-begin").count();
    }
    assert!(
        3 * overlaps > 10 * cases && contacts > cases && 3 * answers > 100 * cases,
        "{overlaps} {contacts} {answers}"
    );
}
