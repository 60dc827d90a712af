//! Setters of constants in a running world: all methods agree, the world equals one built with the
//! new constants, every begin has an end, and a refused call changes nothing.

mod refusals;

use crate::support::{METHODS, Random, ball, kinds};
use kinesweep::scene::BodyChange;
use kinesweep::scene::limits::MAX_MASS;
use kinesweep::{
    Body, BodyId, Domain, Event, EventKind, Groups, Method, MotionChange, MotionPiece, Shape, World, WorldBuilder, WorldError,
};
use nalgebra::Vector3;

const GHOST_GROUP: Groups = Groups {
    memberships: 2,
    filter: 1,
};
pub(crate) const NO_GROUP: Groups = Groups {
    memberships: 1,
    filter: 0,
};

pub(crate) fn sphere(radius: f64) -> Shape {
    Shape::ball(radius).unwrap()
}

pub(crate) fn floor() -> Body {
    Body::fixed(Shape::half_space(Vector3::y()).unwrap())
}

/// One call that changes constants.
#[derive(Clone, Debug)]
enum Call {
    Body(usize, BodyChange),
    Gravity(Vector3<f64>),
    Restitution(f64),
    Friction(f64),
}

impl Call {
    fn make(&self, world: &mut World) -> Result<(), WorldError> {
        let ids: Vec<BodyId> = world.bodies().collect();
        match self {
            Self::Body(number, change) => world.set_body(ids[*number], change),
            Self::Gravity(gravity) => world.set_gravity(*gravity),
            Self::Restitution(restitution) => world.set_default_restitution(*restitution),
            Self::Friction(friction) => world.set_default_friction(*friction),
        }
    }
}

fn calls() -> Vec<Call> {
    let change = BodyChange::new;
    vec![
        Call::Body(0, change().restitution(0.25)),
        Call::Body(1, change().friction(0.5)),
        Call::Body(2, change().mass(7.0)),
        Call::Body(3, change().density(0.3)),
        Call::Restitution(0.75),
        Call::Body(4, change().sensor(true)),
        Call::Body(5, change().groups(GHOST_GROUP)),
        Call::Body(6, change().shape(sphere(0.2))),
        Call::Body(7, change().shape(Shape::cuboid(Vector3::repeat(0.15)).unwrap())),
        Call::Friction(0.25),
        Call::Body(8, change().sensor(false).groups(Groups::default())),
        Call::Gravity(Vector3::new(0.0, -2.0, 0.5)),
        Call::Body(9, change().mass(0.5).shape(sphere(0.1)).restitution(0.5)),
        Call::Gravity(Vector3::zeros()),
    ]
}

/// Forty moving balls in a cube of side 6 m.
fn balls(builder: WorldBuilder) -> World {
    let mut world = builder.record_motion(true).build().unwrap();
    let mut random = Random::new(11);
    let mut bodies = Vec::new();
    for number in 0..40 {
        let cell = Vector3::new(number % 4, number / 4 % 4, number / 16).map(f64::from);
        let body = Body::new(sphere(0.3)).position(cell * 1.4 + Vector3::repeat(-2.2) + random.vector(0.3));
        bodies.push(body.velocity(random.vector(2.0)));
    }
    world.insert_all(&bodies).unwrap();
    world
}

pub(crate) fn domain(periodic: bool) -> Domain {
    let (min, max) = (Vector3::repeat(-3.0), Vector3::repeat(3.0));
    if periodic {
        Domain::Periodic { min, max }
    } else {
        Domain::Box { min, max }
    }
}

/// The result of a run with all calls, one after the other.
#[derive(Default, PartialEq)]
struct Run {
    events: Vec<Event>,
    pieces: Vec<(BodyId, MotionPiece)>,
    answers: Vec<Result<(), WorldError>>,
}

fn run(mut world: World, restores: bool) -> Run {
    let mut run = Run::default();
    for call in calls() {
        let until = world.time() + 0.5;
        run.events.extend_from_slice(world.advance_to(until).unwrap());
        run.answers.push(call.make(&mut world));
        world.audit().unwrap_or_else(|difference| panic!("{call:?}: {difference}"));
        run.pieces.extend(world.take_motion_pieces());
        if restores {
            world = World::builder().record_motion(true).restore(&world.snapshot()).unwrap();
            world
                .audit()
                .unwrap_or_else(|difference| panic!("restored after {call:?}: {difference}"));
        }
    }
    let until = world.time() + 2.0;
    run.events.extend_from_slice(world.advance_to(until).unwrap());
    run.pieces.extend(world.take_motion_pieces());
    run
}

#[test]
fn all_methods_agree_after_each_setter_in_both_lanes() {
    let of = |method: Method| balls(World::builder().domain(domain(false)).method(method));
    let first = run(of(Method::Cached), false);
    assert!(
        first.answers.iter().filter(|answer| answer.is_ok()).count() >= 12,
        "{:?}",
        first.answers
    );
    for method in METHODS {
        for restores in [false, true] {
            assert!(run(of(method), restores) == first, "{method:?}, restores: {restores}");
        }
    }
    // A periodic domain has one method.
    let of = |open: bool, overlaps: bool| {
        let builder = World::builder().domain(domain(true)).method(Method::Leases);
        balls(builder.lane_of_balls(open).report_overlaps(overlaps))
    };
    let plain = run(of(true, false), false);
    assert!(
        plain.answers.iter().filter(|answer| answer.is_ok()).count() >= 12,
        "{:?}",
        plain.answers
    );
    assert!(run(of(true, false), true) == plain, "restored");
    assert!(run(of(false, false), false) == plain, "without the lane of balls");
    let mut with_overlaps = run(of(true, true), false);
    assert!(
        run(of(false, true), true) == with_overlaps,
        "without the lane of balls, with overlaps"
    );
    assert!(run(of(true, true), true) == with_overlaps, "restored, with overlaps");
    with_overlaps
        .events
        .retain(|event| !matches!(event.kind, EventKind::OverlapBegin { .. } | EventKind::OverlapEnd { .. }));
    assert!(with_overlaps == plain, "with overlaps");
}

/// Numbers are small multiples of a quarter, so all motion up to 1 s is exact, and a world built
/// from the state at that time is the same world.
#[test]
fn a_changed_world_equals_one_built_with_the_new_constants() {
    let mut compared = 0;
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let quarter = |v: Vector3<f64>| v.map(|c| (c * 4.0).round() / 4.0);
        let shape = |random: &mut Random| match random.below(2) {
            0 => sphere(0.5),
            _ => Shape::cuboid(Vector3::new(0.5, 0.25, 1.0)).unwrap(),
        };
        let mut bodies = Vec::new();
        for _ in 0..8 {
            let mut body = Body::new(shape(&mut random)).position(quarter(random.vector(3.0)));
            body = body.velocity(quarter(random.vector(2.0)));
            body.sensor = random.below(3) == 0;
            body.groups = random.of(&[Groups::default(), Groups::default(), GHOST_GROUP]);
            bodies.push(body);
        }
        let number = random.below(8) as usize;
        let mut change = BodyChange::new();
        match random.below(4) {
            0 => change.sensor = Some(random.below(2) == 0),
            1 => change.groups = Some(random.of(&[Groups::default(), GHOST_GROUP, NO_GROUP])),
            2 => change.shape = Some(shape(&mut random)),
            _ => change = change.mass(4.0).restitution(0.5).shape(sphere(0.25)),
        }
        let method = random.of(&METHODS);
        let mut world = World::builder().method(method).build().unwrap();
        let Ok(ids) = world.insert_all(&bodies) else { continue };
        let before = world.advance_to(1.0).unwrap().to_vec();
        if kinds(&before).contains(&"collision") {
            continue;
        }
        let answer = world.set_body(ids[number], &change);
        world.audit().unwrap();
        for (body, id) in bodies.iter_mut().zip(&ids) {
            body.position = world.pose(*id).unwrap().translation.vector;
        }
        if answer.is_ok() {
            let body = &mut bodies[number];
            body.sensor = change.sensor.unwrap_or(body.sensor);
            body.groups = change.groups.unwrap_or(body.groups);
            body.shape = change.shape.clone().unwrap_or(body.shape.clone());
            body.mass = change.mass.unwrap_or(body.mass);
            body.restitution = change.restitution.or(body.restitution);
        } else if let Some(sensor) = change.sensor {
            // A refused change must be refused as an insertion, too.
            bodies[number].sensor = sensor;
        }
        let mut anew = World::builder().method(Method::Cached).start_time(1.0).build().unwrap();
        let inserted = anew.insert_all(&bodies);
        if change.sensor.is_some() || answer.is_ok() {
            assert_eq!(inserted.is_ok(), answer.is_ok(), "seed {seed}: {answer:?} {inserted:?}");
        }
        if answer.is_err() || inserted.is_err() {
            continue;
        }
        // A contact that existed before continues, while in the new world it begins.
        let mut open: Vec<[BodyId; 2]> = Vec::new();
        let mut follow = |events: &[Event]| {
            for event in events {
                match event.kind {
                    EventKind::ContactBegin(touch) => open.push(touch.bodies),
                    EventKind::ContactEnd { bodies } => open.retain(|pair| *pair != bodies),
                    _ => {}
                }
            }
            open.clone()
        };
        follow(&before);
        let now = world.advance_to(1.0).unwrap().to_vec();
        let still_open = follow(&now);
        let mut begun: Vec<[BodyId; 2]> = Vec::new();
        for event in anew.advance_to(1.0).unwrap() {
            match event.kind {
                EventKind::ContactBegin(touch) => begun.push(touch.bodies),
                EventKind::ContactEnd { bodies } => begun.retain(|pair| *pair != bodies),
                _ => {}
            }
        }
        let sorted = |mut pairs: Vec<[BodyId; 2]>| {
            pairs.sort_unstable();
            pairs
        };
        assert_eq!(sorted(still_open), sorted(begun), "seed {seed}: {change:?} of {number}");
        // Pieces that began earlier are rounded differently.
        let next = [&mut world, &mut anew].map(|world| world.step_before(3.0).unwrap());
        let parties = next.map(|event| event.map(|event| (event.kind.name(), event.kind.parties())));
        assert_eq!(parties[0], parties[1], "seed {seed}: {change:?} of {number}");
        let times = next.map(|event| event.map_or(3.0, |event| event.time));
        assert!((times[0] - times[1]).abs() < 1e-8, "seed {seed}: {next:?}");
        compared += 1;
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn becoming_a_sensor_or_solid_begins_and_ends_contacts() {
    for method in METHODS {
        let mut world = World::builder().method(method).build().unwrap();
        let ghost = world.insert(ball(0.0, 1.0).sensor()).unwrap();
        let wall = world.insert(Body::fixed(sphere(0.5)).position(Vector3::x() * 2.0)).unwrap();
        let touching = world.insert(ball(0.0, 1.0).position(Vector3::new(0.0, 1.0, 0.0))).unwrap();
        assert_eq!(kinds(world.advance_to(1.5).unwrap()), ["contact-begin", "contact-begin"]);
        // Inside the wall it cannot become solid.
        let solid = BodyChange::new().sensor(false);
        let refusal = world.set_body(ghost, &solid).unwrap_err();
        assert!(
            matches!(&refusal, WorldError::Overlap { depth, .. } if *depth == 0.5),
            "{refusal:?}"
        );
        assert_eq!(world.advance_to(1.5).unwrap(), []);
        // Behind the wall it can; it touches another body without approach.
        assert_eq!(kinds(world.advance_to(3.5).unwrap()), ["contact-end"]);
        world.set_body(ghost, &solid).unwrap();
        world.audit().unwrap();
        let events = world.advance_to(3.5).unwrap();
        assert_eq!(
            events,
            [Event {
                time: 3.5,
                kind: EventKind::ContactEnd {
                    bodies: [ghost, touching]
                }
            }]
        );
        // A sensor in place of the wall reports at once.
        world.set_body(ghost, &BodyChange::new().sensor(true)).unwrap();
        world.set_body(wall, &BodyChange::new().shape(sphere(4.0))).unwrap_err();
        world
            .set_body(wall, &BodyChange::new().shape(sphere(4.0)).sensor(true))
            .unwrap();
        world.audit().unwrap();
        let events = world.advance_to(3.5).unwrap().to_vec();
        assert_eq!(kinds(&events), ["contact-begin"; 3], "{method:?}");
        assert!(events.iter().all(|event| event.time == 3.5));
        world.remove(wall).unwrap();
        assert_eq!(kinds(world.advance_to(3.5).unwrap()), ["contact-end"; 2]);
    }
}

#[test]
fn changed_groups_end_contacts_and_find_them_again() {
    for method in METHODS {
        let mut world = World::builder().method(method).report_overlaps(true).build().unwrap();
        let seer = world.insert(ball(0.0, 0.0).sensor()).unwrap();
        let other = world.insert(ball(0.5, 0.0)).unwrap();
        let plane = world.insert(floor().position(Vector3::y() * -0.5)).unwrap();
        assert_eq!(
            kinds(world.advance_to(1.0).unwrap()),
            ["overlap-begin", "contact-begin", "contact-begin"],
            "{method:?}"
        );
        world.set_body(seer, &BodyChange::new().groups(NO_GROUP)).unwrap();
        world.audit().unwrap();
        // The ends of contacts are first, in scene order.
        let events = world.advance_to(1.0).unwrap().to_vec();
        assert_eq!(kinds(&events), ["contact-end", "contact-end", "overlap-end"], "{method:?}");
        assert!(events[0].kind.involves(other) && events[1].kind.involves(plane));
        assert_eq!(world.advance_to(2.0).unwrap(), []);
        world.set_body(seer, &BodyChange::new().groups(Groups::default())).unwrap();
        world.audit().unwrap();
        let events = world.advance_to(2.0).unwrap();
        assert_eq!(
            kinds(events),
            ["overlap-begin", "contact-begin", "contact-begin"],
            "{method:?}"
        );
        assert!(events.iter().all(|event| event.time == 2.0));
    }
}

#[test]
fn a_former_sensor_collides_with_bodies_ahead_of_it() {
    for method in METHODS {
        let mut world = World::builder().method(method).build().unwrap();
        let ghost = world.insert(ball(0.0, 1.0).groups(NO_GROUP)).unwrap();
        world.insert_all(&[ball(3.0, 0.0), ball(8.0, 0.0)]).unwrap();
        assert_eq!(world.advance_to(4.5).unwrap(), []);
        world.set_body(ghost, &BodyChange::new().groups(Groups::default())).unwrap();
        world.audit().unwrap();
        // Behind the first of them and before the second: the one behind is not hit.
        let events = world.advance_to(20.0).unwrap();
        assert_eq!(events.iter().map(|event| event.time).collect::<Vec<_>>(), [7.0], "{method:?}");
    }
}
