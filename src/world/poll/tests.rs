use super::*;
use crate::motion::MotionChange;
use crate::scene::{Body, Shape};
use crate::world::{Method, WorldError};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::sync::{Arc, Mutex};

/// Time and bodies of a poll.
type Poll = (f64, [usize; 2]);

/// Two bodies within a distance of each other touch. All polls are recorded.
#[derive(Clone)]
struct Within {
    distance: f64,
    polls: Arc<Mutex<Vec<Poll>>>,
}

impl Within {
    fn new(distance: f64) -> Self {
        Self {
            distance,
            polls: Arc::default(),
        }
    }
}

impl TouchTest for Within {
    fn touches(&mut self, query: &TouchQuery) -> bool {
        self.polls.lock().unwrap().push((query.time, query.bodies.map(BodyId::index)));
        let [a, b] = query.poses.map(|pose| pose.translation.vector);
        (a - b).norm() <= self.distance
    }
}

fn polled(radius: f64) -> Body {
    Body::new(Shape::ball(radius).unwrap()).touch_only()
}

fn reported(world: &mut World, until: f64) -> Vec<(f64, &'static str)> {
    let events = world.advance_to(until).unwrap();
    events.iter().map(|event| (event.time, event.kind.name())).collect()
}

#[test]
fn contacts_begin_and_end_at_polls_while_boxes_overlap() {
    let test = Within::new(1.3);
    let mut world = World::builder().touch_test(10.0, test.clone()).build().unwrap();
    world.insert(polled(1.0)).unwrap();
    let passing = polled(1.0).position(Vector3::new(-5.0, 0.5, 0.0)).velocity(Vector3::x());
    world.insert(passing).unwrap();
    // Within 1.2 of the middle on x: from 3.8 to 6.2 s. The boxes overlap from 3 to 7 s.
    assert_eq!(reported(&mut world, 20.0), [(3.8, "contact-begin"), (6.3, "contact-end")]);
    let polls: Vec<f64> = test.polls.lock().unwrap().iter().map(|(time, _)| *time).collect();
    let expected: Vec<f64> = (30..=70).map(|number| f64::from(number) / 10.0).collect();
    assert_eq!(polls, expected);
    assert_eq!(world.counters().polls, 41);
}

#[test]
fn a_contact_ends_where_the_boxes_part() {
    // Always yes: the boxes decide, at their exact times.
    let mut world = World::builder().touch_test(4.0, Within::new(1e9)).build().unwrap();
    world.insert(polled(1.0)).unwrap();
    let passing = polled(1.0).position(Vector3::x() * -5.1).velocity(Vector3::x());
    world.insert(passing).unwrap();
    let events = reported(&mut world, 20.0);
    assert_eq!(events[0], (3.25, "contact-begin"));
    assert!(
        (events[1].0 - 7.1).abs() < 1e-12 && events[1].1 == "contact-end",
        "{events:?}"
    );
    assert_eq!(events.len(), 2);
    // A jump away ends it at once, a jump back begins another at the next poll.
    let one = world.insert(polled(0.5)).unwrap();
    assert_eq!(reported(&mut world, 20.0), [(20.0, "contact-begin")]);
    world.advance_to(20.1).unwrap();
    world.set_motion(one, &MotionChange::position(Vector3::x() * 100.0)).unwrap();
    assert_eq!(reported(&mut world, 21.0), [(20.1, "contact-end")]);
    world.set_motion(one, &MotionChange::position(Vector3::zeros())).unwrap();
    assert_eq!(reported(&mut world, 21.6), [(21.0, "contact-begin")]);
    world.remove(one).unwrap();
    assert_eq!(reported(&mut world, 22.0), [(21.6, "contact-end")]);
    world.audit().unwrap();
}

#[test]
fn a_pair_passed_between_two_polls_is_missed() {
    let test = Within::new(1.0);
    let mut world = World::builder().touch_test(1.0, test.clone()).build().unwrap();
    world.insert(polled(0.5)).unwrap();
    let bullet = polled(0.5).position(Vector3::x() * -550.0).velocity(Vector3::x() * 100.0);
    world.insert(bullet).unwrap();
    assert_eq!(reported(&mut world, 20.0), []);
    assert!(test.polls.lock().unwrap().is_empty());
}

#[test]
fn steps_without_limit_or_test_are_refused() {
    let mut plain = World::builder().build().unwrap();
    let refused = plain.insert(polled(1.0).name("star"));
    assert_eq!(refused, Err(WorldError::NoTouchTest { name: "star".to_owned() }));
    assert_eq!(plain.len(), 0);
    for rate in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(World::builder().touch_test(rate, Within::new(1.0)).build().is_err());
    }
    let mut world = World::builder().touch_test(1.0, Within::new(1.0)).build().unwrap();
    assert!(world.step().is_err());
    assert_eq!(world.step_before(3.0), Ok(None));
}

/// Polled bodies among others that collide, changes on the way: the same polls and events by
/// every method, audit clean.
#[test]
fn all_methods_poll_and_report_the_same() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
    let (mut contacts, mut questions) = (0, 0);
    for case in 0..20 {
        let mut unit = || (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        let mut vector = |scale: f64| Vector3::from_fn(|_, _| scale * (2.0 * unit() - 1.0));
        let bodies: Vec<Body> = (0..14)
            .map(|number| {
                let shape = match number % 3 {
                    0 => Shape::ball(0.7),
                    1 => Shape::cuboid(Vector3::new(0.5, 0.8, 0.6)),
                    _ => Shape::capsule(0.5, 0.4),
                };
                let place = Vector3::new(f64::from(number % 4), f64::from(number / 4 % 2), f64::from(number / 8)) * 2.5;
                let body = Body::new(shape.unwrap()).position(place + vector(0.1)).velocity(vector(1.5));
                let body = body.change_at(1.0 + f64::from(number), MotionChange::velocity(vector(2.0)));
                if number % 2 == 0 {
                    body.touch_only().acceleration(vector(0.5))
                } else {
                    body
                }
            })
            .collect();
        let methods = [Method::Lists, Method::Cached, Method::Swept { rate: 7.0 }];
        let runs = methods.map(|method| {
            let test = Within::new(1.2);
            let builder = World::builder().method(method).touch_test(13.0, test.clone());
            let mut world = builder.gravity(Vector3::y() * -0.3).build().unwrap();
            world.insert_all(&bodies).unwrap();
            let mut events = Vec::new();
            while let Some(event) = world.step_before(8.0).unwrap() {
                world.audit().unwrap();
                events.push(event);
            }
            let polls = std::mem::take(&mut *test.polls.lock().unwrap());
            (events, polls)
        });
        assert_eq!(runs[0], runs[1], "case {case}");
        assert_eq!(runs[0], runs[2], "case {case}");
        contacts += runs[0].0.iter().filter(|event| event.kind.name() == "contact-begin").count();
        questions += runs[0].1.len();
    }
    assert!(contacts > 20 && questions > 400, "{contacts} contacts, {questions} questions");
}
