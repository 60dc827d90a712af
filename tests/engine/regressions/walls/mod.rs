//! Regressions: user-defined laws of collision at walls of the domain.
//!
//! No law was called there: walls used the law of impulses, whatever the response.

mod rest;

use crate::support::{METHODS, Random, ball, kinds};
use kinesweep::response::{Encounter, InverseInertia, Reply, Response, ResponseScope, Twist, impulse};
use kinesweep::{
    Body, Domain, Event, EventKind, Method, MotionChange, Party, ResponseMode, Settings, Shape, StepError, Wall, World,
    WorldBuilder, Zeno,
};
use nalgebra::Vector3;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

/// A law given by a function, for all collisions or for walls only.
struct Law<F> {
    scope: ResponseScope,
    reply: F,
}

impl<F: FnMut(&Encounter) -> Reply + Send> Response for Law<F> {
    fn respond(&mut self, encounter: &Encounter) -> Reply {
        (self.reply)(encounter)
    }

    fn scope(&self) -> ResponseScope {
        self.scope
    }
}

const SCOPES: [ResponseScope; 2] = [ResponseScope::All, ResponseScope::Walls];

fn law(scope: ResponseScope, reply: impl FnMut(&Encounter) -> Reply + Send) -> Law<impl FnMut(&Encounter) -> Reply + Send> {
    Law { scope, reply }
}

/// A box from -5 m to 5 m.
fn boxed(method: Method) -> WorldBuilder {
    rough(method, 0.0)
}

/// The same box with friction.
fn rough(method: Method, friction: f64) -> WorldBuilder {
    let half = Vector3::repeat(5.0);
    let settings = Settings {
        friction,
        domain: Domain::Box { min: -half, max: half },
        ..Settings::default()
    };
    World::builder().settings(settings).method(method)
}

fn is_at_wall(encounter: &Encounter) -> bool {
    matches!(encounter.sides[1].party, Party::Wall(_))
}

/// Whether the fast path of plain balls is taken: its counters have other names.
fn is_gas(world: &World) -> bool {
    world.counters().entries().iter().any(|(name, _)| *name == "partners turned")
}

/// Random velocities for a ball at a thermal wall: inwards, and tangential in both directions.
fn thermal_reply(encounter: &Encounter, random: &mut Random) -> Reply {
    let axis = match encounter.sides[1].party {
        Party::Wall(wall) => wall.axis(),
        Party::Body(_) => panic!("no wall"),
    };
    let mut velocity = Vector3::zeros();
    velocity[(axis + 1) % 3] = random.uniform(-2.0, 2.0);
    velocity[(axis + 2) % 3] = random.uniform(-2.0, 2.0);
    velocity -= encounter.normal * random.uniform(0.1, 3.0);
    Reply::Velocities([velocity, Vector3::repeat(f64::NAN)])
}

#[test]
fn laws_are_called_at_walls_with_the_wall_as_second_party() {
    for (method, scope) in METHODS.into_iter().flat_map(|method| SCOPES.map(|scope| (method, scope))) {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let sink = Arc::clone(&seen);
        let reply = move |encounter: &Encounter| {
            sink.lock().unwrap().push(*encounter);
            Reply::Velocities([Vector3::new(-0.5, 0.25, 0.0), Vector3::zeros()])
        };
        let builder = boxed(method).restitution(0.75).custom_response(law(scope, reply));
        let mut world = builder.build().unwrap();
        let id = world.insert(ball(3.5, 1.0).restitution(0.5).mass(2.0).friction(0.3)).unwrap();
        let events = world.advance_to(2.0).unwrap().to_vec();
        let [
            Event {
                time: 1.0,
                kind: EventKind::Collision(hit),
            },
        ] = events[..]
        else {
            panic!("{method:?}, {scope:?}: {events:?}")
        };
        let [encounter] = seen.lock().unwrap()[..] else {
            panic!("called once")
        };
        assert_eq!((encounter.time, encounter.closing_speed), (1.0, 1.0));
        assert_eq!((encounter.normal, encounter.point), (Vector3::x(), Vector3::x() * 5.0));
        assert_eq!((encounter.restitution, encounter.friction), (0.5, 0.0));
        let [side, wall] = encounter.sides;
        assert_eq!(
            (side.party, side.velocity, side.inverse_mass),
            (Party::Body(id), Vector3::x(), 0.5)
        );
        assert_eq!((wall.party, wall.restitution), (Party::Wall(Wall::MaxX), 0.75));
        assert_eq!(
            (wall.inverse_mass, wall.inverse_inertia, wall.velocity),
            (0.0, InverseInertia::default(), Vector3::zeros())
        );
        assert_eq!(hit.parties, [Party::Body(id), Party::Wall(Wall::MaxX)]);
        // From 1 m/s to (-0.5, 0.25, 0) m/s with 2 kg.
        assert_eq!((hit.impulse, hit.energy_change), (3.0, 0.3125 - 1.0));
        assert_eq!(world.velocity(id).unwrap(), Vector3::new(-0.5, 0.25, 0.0));
        assert_eq!(world.pose(id).unwrap().translation.vector, Vector3::new(4.0, 0.25, 0.0));
        assert_eq!(world.energy(), 0.3125);
        assert_eq!(is_gas(&world), method == Method::Leases, "{method:?}");
        world.audit().unwrap();
    }
}

/// A run of many balls between thermal walls: the world at the end, and the events. `cut`: the time
/// at which the world is saved and restored.
fn between_thermal_walls(method: Method, scope: ResponseScope, cut: Option<f64>) -> (World, Vec<Event>) {
    let random = Arc::new(Mutex::new(Random::new(5)));
    let with_law = |builder: WorldBuilder| {
        let random = Arc::clone(&random);
        let reply = move |encounter: &Encounter| match is_at_wall(encounter) {
            true => thermal_reply(encounter, &mut random.lock().unwrap()),
            false if scope == ResponseScope::Walls => panic!("called for two bodies"),
            false => Reply::Twists(impulse(encounter)),
        };
        builder.custom_response(law(scope, reply))
    };
    let mut world = with_law(boxed(method)).build().unwrap();
    let mut positions = Random::new(3);
    for at in 0..125_u8 {
        let position = [at % 5, at / 5 % 5, at / 25].map(|n| 1.8 * (f64::from(n) - 2.0));
        let velocity = Vector3::from_fn(|_, _| positions.uniform(-1.0, 1.0));
        let body = ball(0.0, 0.0).position(position.into()).velocity(velocity);
        world.insert(body).unwrap();
    }
    let mut events = Vec::new();
    if let Some(time) = cut {
        events.extend_from_slice(world.advance_to(time).unwrap());
        world = with_law(World::builder()).restore(&world.snapshot()).unwrap();
    }
    events.extend_from_slice(world.advance_to(6.0).unwrap());
    world.audit().unwrap();
    (world, events)
}

#[test]
fn all_methods_and_lanes_give_equal_events_with_laws_at_walls() {
    let in_full = |(world, events): &(World, Vec<Event>)| {
        let bodies: Vec<_> = world.bodies().collect();
        let ends = bodies
            .iter()
            .map(|id| (world.pose(*id).unwrap(), world.velocity(*id).unwrap()));
        format!("{events:?} {:?} {:?}", ends.collect::<Vec<_>>(), world.statistics())
    };
    let expected = between_thermal_walls(Method::Cached, ResponseScope::All, None);
    let at_walls = |event: &&Event| matches!(event.kind.parties(), Some([_, Party::Wall(_)]));
    let walls = expected.1.iter().filter(at_walls).count();
    assert!(
        walls > 200 && expected.1.len() - walls > 200,
        "{walls} of {}",
        expected.1.len()
    );
    let expected = in_full(&expected);
    for (method, scope) in METHODS.into_iter().flat_map(|method| SCOPES.map(|scope| (method, scope))) {
        for cut in [None, Some(2.5)] {
            let run = between_thermal_walls(method, scope, cut);
            assert!(in_full(&run) == expected, "{method:?}, {scope:?}, {cut:?}");
            let gas = method == Method::Leases;
            assert_eq!(is_gas(&run.0), gas, "{method:?}, {scope:?}, {cut:?}");
        }
    }
}

#[test]
fn statistics_include_energy_exchanged_with_walls() {
    for scope in SCOPES {
        let (world, events) = between_thermal_walls(Method::Leases, scope, None);
        let statistics = world.statistics();
        let (mut given, mut impulses, mut mean) = (0.0, 0.0, 0.0);
        let mut before = 0.0;
        let kinetic = |energy_given: f64| world.energy() - energy_given;
        let total: f64 = events.iter().map(energy_change).sum();
        for event in &events {
            mean += kinetic(total - given) * (event.time - before);
            before = event.time;
            given += energy_change(event);
            if let EventKind::Collision(hit) = event.kind
                && let Party::Wall(_) = hit.parties[1]
            {
                impulses += hit.impulse;
            }
        }
        mean += world.energy() * (6.0 - before);
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9 * (a.abs() + b.abs());
        assert!(near(-statistics.energy_lost, given) && given.abs() > 10.0, "{given}");
        assert!(near(statistics.wall_pressure.unwrap(), impulses / (6.0 * 600.0)), "{scope:?}");
        assert!(near(statistics.temperature, world.energy() * 2.0 / 375.0), "{scope:?}");
        assert!(
            near(statistics.mean_temperature.unwrap(), mean / 6.0 * 2.0 / 375.0),
            "{scope:?}"
        );
    }
}

fn energy_change(event: &Event) -> f64 {
    match event.kind {
        EventKind::Collision(hit) => hit.energy_change,
        _ => 0.0,
    }
}

/// Inserts three balls that collide with each other and with walls.
fn three(world: &mut World) {
    let balls = [(-3.0, 2.0), (0.0, 0.5), (4.0, -1.0)].map(|(x, v)| ball(x, v));
    let aside = |(number, ball): (usize, Body)| {
        let velocity = Vector3::new([2.0, 0.5, -1.0][number], 0.3, 0.1 * number as f64);
        ball.velocity(velocity)
    };
    let balls: Vec<Body> = balls.into_iter().enumerate().map(aside).collect();
    world.insert_all(&balls).unwrap();
}

#[test]
fn laws_cannot_let_bodies_pass_through_walls() {
    for method in METHODS {
        for mode in [ResponseMode::Collide, ResponseMode::PassThrough] {
            let mut plain = boxed(method).response(mode).restitution(0.5).build().unwrap();
            three(&mut plain);
            let expected = plain.advance_to(20.0).unwrap();
            assert!(expected.len() > 10);
            let calls = Arc::new(Mutex::new(0));
            let count = Arc::clone(&calls);
            let through = law(ResponseScope::Walls, move |_| {
                *count.lock().unwrap() += 1;
                Reply::PassThrough
            });
            let builder = boxed(method).response(mode).restitution(0.5);
            let mut world = builder.custom_response(through).build().unwrap();
            three(&mut world);
            assert_eq!(world.advance_to(20.0).unwrap(), expected, "{method:?}, {mode:?}");
            assert_eq!(
                *calls.lock().unwrap(),
                world.counters().wall_collisions,
                "{method:?}, {mode:?}"
            );
        }
    }
}

#[test]
fn replies_that_leave_the_domain_give_an_error_and_a_valid_world() {
    let twist = |velocity, angular_velocity| Twist {
        velocity,
        angular_velocity,
    };
    let zero = Vector3::zeros();
    let refused = [
        Reply::Velocities([Vector3::new(0.5, 0.25, 0.0), zero]),
        Reply::Velocities([Vector3::new(1e-9, 2.0, 0.0), zero]),
        Reply::Velocities([Vector3::new(-1.0, f64::NAN, 0.0), zero]),
        Reply::Twists([twist(Vector3::x(), zero); 2]),
        Reply::Twists([twist(-Vector3::x(), Vector3::repeat(1e300)); 2]),
    ];
    for (method, scope) in METHODS.into_iter().flat_map(|method| SCOPES.map(|scope| (method, scope))) {
        for reply in refused {
            let mut calls = 0;
            let respond = move |encounter: &Encounter| {
                calls += 1;
                match calls % 3 {
                    0 => Reply::Twists(impulse(encounter)),
                    _ if is_at_wall(encounter) => reply,
                    _ => Reply::PassThrough,
                }
            };
            let mut world = boxed(method).custom_response(law(scope, respond)).build().unwrap();
            let id = world.insert(ball(3.5, 1.0).name("runner")).unwrap();
            let piece = world.motion(id).unwrap();
            for _ in 0..2 {
                let error = world.advance_to(9.0).unwrap_err();
                let StepError::Reply { time: 1.0, .. } = error else {
                    panic!("{error}")
                };
                if reply == refused[0] {
                    let text = "at time 1: the response answered with velocity = [0.5, 0.25, 0]: runner must not close on \
                                domain:+x any more: it does at 0.5 m/s where they touch, and rounding explains ";
                    assert!(error.to_string().starts_with(text), "{error}");
                }
                assert_eq!((world.time(), world.events().len()), (1.0, 0), "{method:?}");
                assert_eq!(world.motion(id).unwrap(), piece, "{method:?}");
                assert_eq!((world.counters().wall_collisions, world.statistics().wall_collisions), (0, 0));
                assert_eq!(is_gas(&world), method == Method::Leases);
                world.audit().unwrap();
            }
            let events = world.advance_to(2.0).unwrap();
            assert_eq!(kinds(events), ["collision"], "{method:?}");
            assert_eq!(world.velocity(id).unwrap(), -Vector3::x());
            world.audit().unwrap();
        }
    }
}

#[test]
fn a_law_that_panics_at_a_wall_leaves_a_valid_world() {
    for (method, scope) in METHODS.into_iter().flat_map(|method| SCOPES.map(|scope| (method, scope))) {
        let mut calm = boxed(method).build().unwrap();
        three(&mut calm);
        let expected = calm.advance_to(20.0).unwrap();
        let mut calls = 0;
        let reply = move |encounter: &Encounter| {
            calls += 1;
            assert!(calls % 2 == 0, "not yet");
            Reply::Twists(impulse(encounter))
        };
        let mut world = boxed(method).custom_response(law(scope, reply)).build().unwrap();
        three(&mut world);
        let (mut events, mut panics) = (Vec::new(), 0);
        loop {
            match catch_unwind(AssertUnwindSafe(|| world.step_before(20.0).unwrap())) {
                Ok(Some(event)) => events.push(event),
                Ok(None) => break,
                Err(_) => panics += 1,
            }
            world.audit().unwrap();
        }
        assert_eq!(events, expected, "{method:?}, {scope:?}");
        let calls = match scope {
            ResponseScope::Walls => world.counters().wall_collisions,
            _ => events.len() as u64,
        };
        assert_eq!(panics, calls, "{method:?}, {scope:?}");
    }
}
