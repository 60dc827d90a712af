//! Operations: their generation, execution and outcomes.

use super::super::Random;
use super::generator::Generator;
use kinesweep::motion::Bounds;
use kinesweep::scene::BodyChange;
use kinesweep::world::Snapshot;
use kinesweep::{Body, BodyId, Event, Method, MotionChange, MotionPiece, Party, StepError, World, WorldError};
use nalgebra::Vector3;

/// Greatest number of events of one advance: a body that grows until it fills the space between
/// walls collides ever faster, millions of times.
const MOST_EVENTS: usize = 2000;

/// Number of kinds of operations, equally probable, and number of additional setters of constants,
/// drawn only where the sequence includes them, so that older seeds keep their sequences.
const KINDS: u64 = 27;
const SETTERS: u64 = 9;

/// An operation on a world.
#[derive(Clone, Debug)]
pub(super) enum Operation {
    Insert(Vec<Body>),
    Remove(BodyId),
    SetMotion(BodyId, MotionChange),
    SetBounds(BodyId, Bounds, f64),
    SetBody(BodyId, BodyChange),
    ScheduleChange(BodyId, f64, BodyChange),
    SetGravity(Vector3<f64>),
    SetDefaultRestitution(f64),
    SetDefaultFriction(f64),
    Schedule(f64),
    ScheduleMotion(BodyId, f64, MotionChange),
    /// Every world takes the method of the world this many places behind it, or the given one.
    SetMethod(usize, Option<Method>, Vec<Method>),
    /// Every second world is saved, and replaced by the restored one.
    Restore(SaveAndRestore),
    Step,
    StepBefore(f64),
    AdvanceTo(f64),
    /// Events up to a time, one by one, at most [`MOST_EVENTS`].
    StepRepeatedly(f64),
    LookAhead,
    Query(BodyId, f64),
    QueryAll,
    ResetStatistics,
}

/// How worlds are saved and restored.
#[derive(Clone, Copy, Debug)]
pub(super) struct SaveAndRestore {
    generator: Generator,
    /// Selects the worlds.
    shift: usize,
    /// Whether the snapshot is serialized and read back.
    serialized: bool,
    /// Whether each continues with another method.
    changes_method: bool,
}

impl SaveAndRestore {
    fn restore(&self, world: &mut World, number: usize) {
        if (number + self.shift) % 2 == 1 {
            return;
        }
        let snapshot = world.snapshot();
        let snapshot = if self.serialized { read_back(&snapshot) } else { snapshot };
        let restored = self.generator.builder().restore(&snapshot);
        *world = restored.unwrap_or_else(|error| panic!("{error}"));
        if self.changes_method {
            let methods = self.generator.methods();
            let method = methods[(number + self.shift / 2) % methods.len()];
            world.set_method(method).unwrap_or_else(|error| panic!("{error}"));
        }
    }
}

/// Serializes a snapshot and reads it back; the two must be equal.
#[cfg(feature = "serde")]
fn read_back(snapshot: &Snapshot) -> Snapshot {
    let bytes = postcard::to_stdvec(snapshot).expect("a snapshot can be serialized");
    let read = postcard::from_bytes(&bytes).expect("a serialized snapshot can be read");
    assert_eq!(snapshot, &read);
    read
}

#[cfg(not(feature = "serde"))]
fn read_back(snapshot: &Snapshot) -> Snapshot {
    snapshot.clone()
}

/// The ids of the present bodies and of removed ones.
#[derive(Default)]
pub(super) struct BodyIds {
    pub(super) present: Vec<BodyId>,
    removed: Vec<BodyId>,
}

impl BodyIds {
    pub(super) fn remove(&mut self, id: BodyId) {
        self.present.retain(|other| *other != id);
        self.removed.push(id);
    }

    fn choose(&self, random: &mut Random, extreme: bool) -> Option<BodyId> {
        match random.below(24) {
            0 if extreme => self.removed.last().copied(),
            // An id of another world, in which bodies have been removed.
            1 if extreme => Some(id_of_another_world(random.below(3) as usize)),
            _ if self.present.is_empty() => None,
            _ => Some(random.of(&self.present)),
        }
    }
}

fn id_of_another_world(removals: usize) -> BodyId {
    let mut other = World::builder().build().expect("the default is valid");
    let ball = Body::new(kinesweep::Shape::ball(1.0).expect("a size")).sensor();
    let ids = other.insert_all(&vec![ball; 3 + removals]).expect("sensors may overlap");
    let last = ids[ids.len() - 1];
    if removals > 1 {
        other.remove(last).expect("it is present");
        return other
            .insert(Body::new(kinesweep::Shape::ball(1.0).expect("a size")).sensor())
            .expect("there is room");
    }
    last
}

pub(super) fn generate(random: &mut Random, generator: &Generator, ids: &BodyIds, now: f64) -> Operation {
    let extreme = generator.has_extreme_numbers();
    let choose = |random: &mut Random| ids.choose(random, extreme);
    let kinds = if generator.has_setters() { KINDS + SETTERS } else { KINDS };
    let operation = match random.below(kinds) {
        0 | 1 => Some(Operation::Insert(vec![generator.body(random, now)])),
        2 | 3 => {
            let count = random.below(5);
            Some(Operation::Insert((0..count).map(|_| generator.body(random, now)).collect()))
        }
        4 => choose(random).map(Operation::Remove),
        5..=7 => choose(random).map(|id| Operation::SetMotion(id, generator.change(random))),
        8 => Some(Operation::Schedule(generator.time(random, now, 1.0))),
        9 => choose(random).map(|id| Operation::ScheduleMotion(id, generator.time(random, now, 1.0), generator.change(random))),
        10..=12 => Some(Operation::StepBefore(generator.time(random, now, 0.5))),
        13..=15 => Some(Operation::AdvanceTo(generator.time(random, now, 0.5))),
        16 => Some(Operation::LookAhead),
        17 | 18 => choose(random).map(|id| Operation::Query(id, generator.time(random, now, 0.5))),
        19 => Some(Operation::QueryAll),
        20 => Some(Operation::SetMethod(
            random.below(4) as usize,
            generator.method(random),
            generator.methods(),
        )),
        21 => choose(random).map(|id| Operation::SetBounds(id, generator.bounds(random, now), generator.time(random, now, 1.0))),
        22 => Some(Operation::ResetStatistics),
        23 => Some(Operation::Restore(SaveAndRestore {
            generator: *generator,
            shift: random.below(8) as usize,
            serialized: random.below(2) == 0,
            changes_method: random.below(3) == 0,
        })),
        27..=31 => choose(random).map(|id| Operation::SetBody(id, generator.body_change(random))),
        32 => Some(Operation::SetGravity(generator.gravity(random))),
        33 => Some(Operation::SetDefaultRestitution(generator.restitution(random))),
        34 => Some(Operation::SetDefaultFriction(generator.friction(random))),
        35 => choose(random)
            .map(|id| Operation::ScheduleChange(id, generator.time(random, now, 1.0), generator.body_change(random))),
        _ if generator.may_step() => Some(Operation::Step),
        _ => Some(Operation::StepBefore(generator.time(random, now, 0.5))),
    };
    operation.unwrap_or_else(|| Operation::Insert(vec![generator.body(random, now)]))
}

impl Operation {
    /// Whether a refusal must leave the world unchanged. (Time may advance before an obstacle.)
    pub(super) fn may_be_refused(&self) -> bool {
        !matches!(
            self,
            Self::LookAhead | Self::Query(..) | Self::QueryAll | Self::ResetStatistics | Self::Restore(_)
        )
    }
}

/// The outcome of an operation.
#[derive(Debug)]
pub(super) enum Outcome {
    Ids(Result<Vec<BodyId>, WorldError>),
    Done(Result<(), WorldError>),
    Events(Result<Vec<Event>, StepError>, Vec<Event>),
    Text(String),
    Nothing,
}

impl Outcome {
    /// Whether the operation was refused. (A step without a limit that finds no event is not
    /// refused: time has advanced.)
    pub(super) fn is_refusal(&self) -> bool {
        match self {
            Self::Events(Err(StepError::Refused(reason)), _) => *reason != WorldError::NoLimit,
            _ => matches!(self, Self::Ids(Err(_)) | Self::Done(Err(_))),
        }
    }

    /// Whether the number of events has reached the bound, so that there may be more up to the same
    /// time.
    pub(super) fn is_cut_off(&self) -> bool {
        self.delivered().len() == MOST_EVENTS
    }

    /// The events that the operation returned.
    pub(super) fn delivered(&self) -> &[Event] {
        match self {
            Self::Events(Ok(events), _) => events,
            Self::Events(Err(StepError::Refused(_)), _) => &[],
            Self::Events(Err(_), before) => before,
            _ => &[],
        }
    }

    /// Asserts that two outcomes are equal.
    pub(super) fn assert_same(&self, other: &Self, context: &dyn Fn() -> String) {
        let equal = match (self, other) {
            (Self::Ids(a), Self::Ids(b)) => a == b,
            (Self::Done(a), Self::Done(b)) => a == b,
            (Self::Events(a, before), Self::Events(b, before_b)) => a == b && before == before_b,
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Nothing, Self::Nothing) => true,
            _ => false,
        };
        // A refusal may contain a NaN, which is not equal to itself.
        if !equal {
            assert_eq!(format!("{self:?}"), format!("{other:?}"), "{}", context());
        }
    }
}

/// Performs an operation in the world with a given number.
pub(super) fn perform(world: &mut World, operation: &Operation, number: usize) -> Outcome {
    match operation {
        Operation::Insert(bodies) => Outcome::Ids(world.insert_all(bodies)),
        Operation::Remove(id) => Outcome::Done(world.remove(*id)),
        Operation::SetMotion(id, change) => Outcome::Done(world.set_motion(*id, change)),
        Operation::SetBounds(id, bounds, until) => Outcome::Done(world.set_bounds(*id, *bounds, *until)),
        Operation::SetBody(id, change) => Outcome::Done(world.set_body(*id, change)),
        Operation::ScheduleChange(id, time, change) => Outcome::Done(world.schedule_change(*id, *time, change.clone()).map(drop)),
        Operation::SetGravity(gravity) => Outcome::Done(world.set_gravity(*gravity)),
        Operation::SetDefaultRestitution(restitution) => Outcome::Done(world.set_default_restitution(*restitution)),
        Operation::SetDefaultFriction(friction) => Outcome::Done(world.set_default_friction(*friction)),
        Operation::Schedule(time) => Outcome::Done(world.schedule(*time, 7).map(drop)),
        Operation::ScheduleMotion(id, time, change) => Outcome::Done(world.schedule_motion(*id, *time, *change).map(drop)),
        Operation::SetMethod(shift, extreme, methods) => {
            Outcome::Done(world.set_method(extreme.unwrap_or(methods[(number + shift) % methods.len()])))
        }
        Operation::Step => {
            let outcome = world.step().map(|event| event.into_iter().collect());
            Outcome::Events(outcome, Vec::new())
        }
        Operation::StepBefore(limit) => {
            let outcome = world.step_before(*limit).map(|event| event.into_iter().collect());
            Outcome::Events(outcome, Vec::new())
        }
        Operation::AdvanceTo(target) => {
            let outcome = world.advance_to(*target).map(<[Event]>::to_vec);
            // A refusal leaves the events of the previous call, which a restored world does not
            // have.
            let is_refused = matches!(outcome, Err(StepError::Refused(_)));
            let before = if is_refused { Vec::new() } else { world.events().to_vec() };
            Outcome::Events(outcome, before)
        }
        Operation::StepRepeatedly(target) => step_repeatedly(world, *target),
        // The effort differs between the methods; there is no result to compare.
        Operation::LookAhead => {
            look_ahead(world);
            Outcome::Nothing
        }
        Operation::Query(id, time) => {
            // A prediction for a body that spins near another for ever would cover millions of
            // radians.
            let collision = (!any_body_spins(world)).then(|| world.next_collision(*id));
            let name = world.name(Party::Body(*id));
            let motion = (
                world.pose(*id),
                world.pose_at(*id, *time),
                world.velocity(*id),
                world.swell(*id),
            );
            Outcome::Text(format!("{collision:?} {name:?} {motion:?} {:?}", world.lease(*id)))
        }
        Operation::QueryAll => {
            let mut file = Vec::new();
            world.write_extended_xyz(&mut file).expect("writing to memory does not fail");
            let sums = (world.energy(), world.momentum(), world.angular_momentum());
            let lists = (
                world.statistics().entries(),
                world.overlapping_pairs(),
                world.take_motion_pieces(),
            );
            Outcome::Text(format!("{sums:?} {lists:?} {}", String::from_utf8_lossy(&file)))
        }
        Operation::Restore(how) => {
            how.restore(world, number);
            Outcome::Nothing
        }
        Operation::ResetStatistics => {
            world.reset_statistics();
            Outcome::Nothing
        }
    }
}

/// The outcome of [`World::advance_to`], without the events after the first [`MOST_EVENTS`].
fn step_repeatedly(world: &mut World, target: f64) -> Outcome {
    let mut events = Vec::new();
    while events.len() < MOST_EVENTS {
        match world.step_before(target) {
            Ok(Some(event)) => events.push(event),
            Ok(None) => break,
            Err(error) => return Outcome::Events(Err(error), events),
        }
    }
    Outcome::Events(Ok(events.clone()), events)
}

fn any_body_spins(world: &World) -> bool {
    world.bodies().any(|id| world.motion(id).is_ok_and(|piece| piece.spins()))
}

/// Computes the time of the next event. Not with frames and a spinning body, where the search could
/// cover some millions of radians.
pub(super) fn look_ahead(world: &mut World) {
    if matches!(world.method(), Method::Swept { .. }) && any_body_spins(world) {
        return;
    }
    let now = world.time();
    let next = world.next_event_time();
    assert!(next.is_none_or(|next| next >= now), "{next:?} at {now}");
}

/// The observable state of a world, without counters, and without the motion pieces that can be
/// taken only once.
pub(super) fn observable_state(world: &World) -> impl PartialEq + std::fmt::Debug + use<> {
    let ids: Vec<BodyId> = world.bodies().collect();
    let motions: Vec<Option<MotionPiece>> = ids.iter().map(|id| world.motion(*id).ok()).collect();
    let leases: Vec<_> = ids.iter().map(|id| world.lease(*id).ok()).collect();
    (
        world.time(),
        ids,
        motions,
        leases,
        world.overlapping_pairs(),
        world.method(),
        world.events().to_vec(),
    )
}

/// The invariants after every operation.
pub(super) fn check(world: &World, before: f64, context: &dyn Fn() -> String) {
    assert!(world.time() >= before, "time went back: {:?}, {}", world.method(), context());
    if let Err(difference) = world.audit() {
        panic!("{difference}: {:?}, {}", world.method(), context());
    }
    assert_eq!(world.counters().late, 0, "{:?}, {}", world.method(), context());
    assert_eq!(world.len(), world.bodies().count());
}
