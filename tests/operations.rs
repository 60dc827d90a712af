//! Random sequences of everything that can be done to a world, with all methods in lockstep: they answer alike to the bit, the
//! audit is clean after every operation, times never go back, and what begins ends.

mod support;

use kinesweep::{
    Body, BodyId, BodyKind, Domain, Event, EventKind, MotionChange, ResponseMode, Settings, Shape, StepError, World, WorldError,
    Zeno,
};
use nalgebra::{UnitQuaternion, Vector3};
use std::collections::BTreeSet;
use support::{METHODS, Random, rounds};

/// What an operation is drawn from.
#[derive(Clone, Copy, Debug)]
struct Arena {
    settings: Settings,
    /// Half the side of the cube that bodies are put in.
    reach: f64,
    /// Coordinates and speeds are multiples of a quarter: full of ties.
    lattice: bool,
    start: f64,
}

fn arena(random: &mut Random) -> Arena {
    let reach = [1.5, 3.0, 8.0][random.below(3) as usize];
    let mut settings = Settings::default();
    if random.below(2) == 0 {
        settings.gravity = Vector3::new(0.0, -[1.0, 10.0][random.below(2) as usize], 0.0);
    }
    settings.restitution = [1.0, 0.5, 0.0][random.below(3) as usize];
    if random.below(2) == 0 {
        settings.domain = Domain::Box {
            min: Vector3::repeat(-reach - 1.0),
            max: Vector3::repeat(reach + 1.0),
        };
    }
    if random.below(5) == 0 {
        settings.response = ResponseMode::PassThrough;
    }
    settings.zeno = [Zeno::default(), Zeno::default(), Zeno::Elastic { within: 1e-3 }, Zeno::Error][random.below(4) as usize];
    Arena {
        settings,
        reach,
        lattice: random.below(2) == 0,
        start: [0.0, 0.0, -3.0, 1e6][random.below(4) as usize],
    }
}

impl Arena {
    fn vector(&self, random: &mut Random, size: f64) -> Vector3<f64> {
        let vector = random.vector(size);
        if self.lattice {
            vector.map(|c| (c * 4.0).round() / 4.0)
        } else {
            vector
        }
    }

    fn orientation(&self, random: &mut Random) -> UnitQuaternion<f64> {
        let turn = random.vector(2.0);
        if self.lattice {
            UnitQuaternion::identity()
        } else {
            UnitQuaternion::from_scaled_axis(turn)
        }
    }

    fn body(&self, random: &mut Random, now: f64) -> Body {
        let shape = if self.lattice {
            let half = [0.25, 0.5][random.below(2) as usize];
            match random.below(4) {
                0 | 1 => Shape::ball(half),
                2 => Shape::cuboid(Vector3::repeat(half)),
                _ => Shape::cuboid(Vector3::new(0.5, 0.25, 1.0)),
            }
        } else {
            random.shape()
        };
        let mut body = Body::new(shape.unwrap())
            .position(self.vector(random, self.reach))
            .velocity(self.vector(random, 2.0))
            .mass([0.5, 1.0, 2.0][random.below(3) as usize]);
        body.orientation = self.orientation(random);
        match random.below(16) {
            0 => body.sensor = true,
            1 | 2 => body.kind = BodyKind::Fixed,
            3 => body = body.acceleration(self.vector(random, 3.0)),
            4 => {
                let change = self.change(random);
                body = body.change_at(now + random.uniform(0.0, 1.0), change);
            }
            5 => body = body.velocity(Vector3::zeros()),
            6 => {
                body = Body::fixed(Shape::half_space(Vector3::y()).unwrap()).position(Vector3::y() * (-self.reach - 1.0));
            }
            7 => {
                body = Body {
                    kind: BodyKind::Fixed,
                    ..body.velocity(Vector3::zeros())
                }
            }
            _ => {}
        }
        body
    }

    fn change(&self, random: &mut Random) -> MotionChange {
        let mut change = MotionChange::default();
        let what = random.below(8);
        if what < 4 {
            change.velocity = Some(self.vector(random, 2.0));
        }
        if what == 1 || what == 4 {
            change.acceleration = Some(self.vector(random, 3.0));
        }
        if what == 2 || what == 5 {
            change.position = Some(self.vector(random, self.reach));
        }
        if what == 3 || what == 6 {
            change.orientation = Some(self.orientation(random));
        }
        change
    }
}

/// What an operation answered.
#[derive(Debug, PartialEq)]
enum Answer {
    Ids(Result<Vec<BodyId>, WorldError>),
    Done(Result<(), WorldError>),
    Events(Result<Vec<Event>, StepError>, Vec<Event>),
    Next(Option<(f64, kinesweep::Party)>),
    Nothing,
}

#[derive(Clone, Debug)]
enum Operation {
    Insert(Vec<Body>),
    Remove(BodyId),
    SetMotion(BodyId, MotionChange),
    Schedule(f64),
    ScheduleMotion(BodyId, f64, MotionChange),
    StepBefore(f64),
    AdvanceTo(f64),
    LookAhead,
    NextCollision(BodyId),
}

fn draw(random: &mut Random, arena: &Arena, ids: &[BodyId], now: f64) -> Operation {
    let some = |random: &mut Random| ids.get(random.below(ids.len().max(1) as u64) as usize).copied();
    let operation = match random.below(20) {
        0 | 1 => Some(Operation::Insert(vec![arena.body(random, now)])),
        2 => {
            let count = random.below(4);
            Some(Operation::Insert((0..count).map(|_| arena.body(random, now)).collect()))
        }
        3 => some(random).map(Operation::Remove),
        4..=6 => some(random).map(|id| Operation::SetMotion(id, arena.change(random))),
        7 => Some(Operation::Schedule(now + random.uniform(0.0, 1.0))),
        8 => some(random).map(|id| Operation::ScheduleMotion(id, now + random.uniform(0.0, 1.0), arena.change(random))),
        9..=11 => Some(Operation::StepBefore(now + random.uniform(0.0, 0.5))),
        12..=14 => Some(Operation::AdvanceTo(
            now + [0.0, 0.25, random.uniform(0.0, 0.5)][random.below(3) as usize],
        )),
        15..=17 => Some(Operation::LookAhead),
        _ => some(random).map(Operation::NextCollision),
    };
    operation.unwrap_or(Operation::LookAhead)
}

fn perform(world: &mut World, operation: &Operation) -> Answer {
    match operation {
        Operation::Insert(bodies) => Answer::Ids(world.insert_all(bodies)),
        Operation::Remove(id) => Answer::Done(world.remove(*id)),
        Operation::SetMotion(id, change) => Answer::Done(world.set_motion(*id, change)),
        Operation::Schedule(time) => Answer::Done(world.schedule(*time, 7)),
        Operation::ScheduleMotion(id, time, change) => Answer::Done(world.schedule_motion(*id, *time, *change)),
        Operation::StepBefore(limit) => {
            let answer = world.step_before(*limit).map(|event| event.into_iter().collect());
            Answer::Events(answer, Vec::new())
        }
        Operation::AdvanceTo(target) => {
            let answer = world.advance_to(*target).map(<[Event]>::to_vec);
            Answer::Events(answer, world.events().to_vec())
        }
        // What the methods look at differs: only that nothing else does.
        Operation::LookAhead => {
            let now = world.time();
            let next = world.next_event_time();
            assert!(next.is_none_or(|next| next >= now), "{next:?} at {now}");
            Answer::Nothing
        }
        Operation::NextCollision(id) => Answer::Next(world.next_collision(*id).unwrap()),
    }
}

/// Checks that what ends has begun and what begins has not.
#[derive(Default)]
struct Ledger {
    contacts: BTreeSet<[BodyId; 2]>,
    overlaps: BTreeSet<[BodyId; 2]>,
    last: f64,
}

impl Ledger {
    fn enter(&mut self, event: &Event) {
        assert!(event.time >= self.last, "{event:?} after {}", self.last);
        self.last = event.time;
        match event.kind {
            EventKind::ContactBegin(touch) => assert!(self.contacts.insert(touch.bodies), "begins twice: {event:?}"),
            EventKind::ContactEnd { bodies } => assert!(self.contacts.remove(&bodies), "ends without having begun: {event:?}"),
            EventKind::OverlapBegin { bodies } => assert!(self.overlaps.insert(bodies), "begins twice: {event:?}"),
            EventKind::OverlapEnd { bodies } => assert!(self.overlaps.remove(&bodies), "ends without having begun: {event:?}"),
            EventKind::Collision(hit) => {
                assert!(hit.closing_speed > 0.0 && hit.impulse >= 0.0, "{event:?}");
                assert!((hit.normal.norm() - 1.0).abs() < 1e-12, "{event:?}");
            }
            _ => {}
        }
    }
}

fn run(seed: u64, operations: usize) -> usize {
    let mut random = Random::new(seed);
    // Apart, so that how many methods there are does not change what is drawn.
    let mut glances = Random::new(!seed);
    let arena = arena(&mut random);
    let mut worlds: Vec<World> = METHODS
        .iter()
        .map(|method| {
            let builder = World::builder().settings(arena.settings).start_time(arena.start);
            builder.method(*method).report_overlaps(true).build().unwrap()
        })
        .collect();
    let mut ids: Vec<BodyId> = Vec::new();
    let mut ledger = Ledger {
        last: arena.start,
        ..Ledger::default()
    };
    let mut events = 0;
    for number in 0..operations + 1 {
        let now = worlds[0].time();
        // At last all is taken out.
        let operation = if number < operations {
            draw(&mut random, &arena, &ids, now)
        } else {
            Operation::AdvanceTo(now)
        };
        if number == operations {
            for world in &mut worlds {
                for id in world.bodies().collect::<Vec<_>>() {
                    world.remove(id).unwrap();
                }
            }
        }
        let mut first: Option<Answer> = None;
        for (world, method) in worlds.iter_mut().zip(METHODS) {
            // Some look ahead and some do not: it changes nothing.
            if glances.below(4) == 0 {
                world.next_event_time();
            }
            let answer = perform(world, &operation);
            assert!(world.time() >= now, "seed {seed}, {number}, {method:?}: time went back");
            if let Err(error) = world.audit() {
                panic!("seed {seed}, {number}, {method:?}, {operation:?} at {now}: {error}");
            }
            assert_eq!(world.counters().late, 0, "seed {seed}, {number}, {method:?}, {operation:?}");
            match &first {
                None => first = Some(answer),
                Some(first) => assert_eq!(first, &answer, "seed {seed}, {number}, {method:?}, {operation:?} at {now}"),
            }
        }
        assert!(worlds.iter().all(|world| world.time() == worlds[0].time()), "seed {seed}");
        match first {
            Some(Answer::Ids(Ok(new))) => ids.extend(new),
            Some(Answer::Done(Ok(()))) => {
                if let Operation::Remove(id) = operation {
                    ids.retain(|other| *other != id);
                }
            }
            Some(Answer::Events(answer, delivered)) => {
                let delivered = if delivered.is_empty() {
                    answer.unwrap_or_default()
                } else {
                    delivered
                };
                delivered.iter().for_each(|event| ledger.enter(event));
                events += delivered.len();
            }
            _ => {}
        }
    }
    assert!(
        ledger.contacts.is_empty() && ledger.overlaps.is_empty(),
        "seed {seed}: {:?} {:?}",
        ledger.contacts,
        ledger.overlaps
    );
    events
}

#[test]
fn all_methods_answer_random_operations_alike() {
    let events: usize = (0..rounds(60)).map(|seed| run(seed, 150)).sum();
    assert!(events > 300, "{events}");
}
