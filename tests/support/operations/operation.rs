//! Operations: drawn, done, and what they answer.

use super::super::Random;
use super::arena::Arena;
use kinesweep::{
    Body, BodyChange, BodyId, Bounds, Event, Method, MotionChange, MotionPiece, Party, Snapshot, StepError, World, WorldError,
};
use nalgebra::Vector3;

/// Events that are asked for at once: what grows between walls until it fills what is there between them collides ever faster,
/// millions of times.
const MOST_EVENTS: usize = 2000;

/// How many kinds of operations are drawn from in equal shares; and so many more are setters of constants, drawn where the sort of the
/// sequence has them, so that older seeds mean what they meant.
const KINDS: u64 = 27;
const SETTERS: u64 = 9;

/// Something that can be done to a world.
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
    /// Every world takes the method of the one so many places behind it; or this one.
    SetMethod(usize, Option<Method>, Vec<Method>),
    /// Every other world is saved, and what is restored goes on in its place.
    Restore(Restoring),
    Step,
    StepBefore(f64),
    AdvanceTo(f64),
    /// Events up to a time, one by one, and no more than [`MOST_EVENTS`].
    StepOften(f64),
    LookAhead,
    Ask(BodyId, f64),
    AskAll,
    ResetStatistics,
}

/// How worlds are saved and restored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Restoring {
    arena: Arena,
    /// Which of them.
    shift: usize,
    /// Whether through bytes.
    written: bool,
    /// Whether each goes on by another method.
    otherwise: bool,
}

impl Restoring {
    fn restore(&self, world: &mut World, number: usize) {
        if (number + self.shift) % 2 == 1 {
            return;
        }
        let snapshot = world.snapshot();
        let snapshot = if self.written { read_back(&snapshot) } else { snapshot };
        let restored = self.arena.builder().restore(&snapshot);
        *world = restored.unwrap_or_else(|error| panic!("{error}"));
        if self.otherwise {
            let methods = self.arena.methods();
            let method = methods[(number + self.shift / 2) % methods.len()];
            world.set_method(method).unwrap_or_else(|error| panic!("{error}"));
        }
    }
}

/// What is read of what is written, which is the same.
#[cfg(feature = "serde")]
fn read_back(snapshot: &Snapshot) -> Snapshot {
    let bytes = postcard::to_stdvec(snapshot).expect("all of it can be written");
    let read = postcard::from_bytes(&bytes).expect("what was written can be read");
    assert_eq!(snapshot, &read);
    read
}

#[cfg(not(feature = "serde"))]
fn read_back(snapshot: &Snapshot) -> Snapshot {
    snapshot.clone()
}

/// The bodies that there are, and ids that are of none.
#[derive(Default)]
pub(super) struct Wanted {
    pub(super) ids: Vec<BodyId>,
    gone: Vec<BodyId>,
}

impl Wanted {
    pub(super) fn forget(&mut self, id: BodyId) {
        self.ids.retain(|other| *other != id);
        self.gone.push(id);
    }

    fn some(&self, random: &mut Random, odd: bool) -> Option<BodyId> {
        match random.below(24) {
            0 if odd => self.gone.last().copied(),
            // Of another world, where somebody has come and gone.
            1 if odd => Some(id_of_another_world(random.below(3) as usize)),
            _ if self.ids.is_empty() => None,
            _ => Some(random.of(&self.ids)),
        }
    }
}

fn id_of_another_world(removals: usize) -> BodyId {
    let mut other = World::builder().build().expect("the default is good");
    let ball = Body::new(kinesweep::Shape::ball(1.0).expect("a size")).sensor();
    let ids = other.insert_all(&vec![ball; 3 + removals]).expect("sensors may overlap");
    let last = ids[ids.len() - 1];
    if removals > 1 {
        other.remove(last).expect("it is there");
        return other
            .insert(Body::new(kinesweep::Shape::ball(1.0).expect("a size")).sensor())
            .expect("there is room");
    }
    last
}

pub(super) fn draw(random: &mut Random, arena: &Arena, wanted: &Wanted, now: f64) -> Operation {
    let odd = arena.is_odd();
    let some = |random: &mut Random| wanted.some(random, odd);
    let kinds = if arena.has_setters() { KINDS + SETTERS } else { KINDS };
    let operation = match random.below(kinds) {
        0 | 1 => Some(Operation::Insert(vec![arena.body(random, now)])),
        2 | 3 => {
            let count = random.below(5);
            Some(Operation::Insert((0..count).map(|_| arena.body(random, now)).collect()))
        }
        4 => some(random).map(Operation::Remove),
        5..=7 => some(random).map(|id| Operation::SetMotion(id, arena.change(random))),
        8 => Some(Operation::Schedule(arena.time(random, now, 1.0))),
        9 => some(random).map(|id| Operation::ScheduleMotion(id, arena.time(random, now, 1.0), arena.change(random))),
        10..=12 => Some(Operation::StepBefore(arena.time(random, now, 0.5))),
        13..=15 => Some(Operation::AdvanceTo(arena.time(random, now, 0.5))),
        16 => Some(Operation::LookAhead),
        17 | 18 => some(random).map(|id| Operation::Ask(id, arena.time(random, now, 0.5))),
        19 => Some(Operation::AskAll),
        20 => Some(Operation::SetMethod(
            random.below(4) as usize,
            arena.method(random),
            arena.methods(),
        )),
        21 => some(random).map(|id| Operation::SetBounds(id, arena.bounds(random, now), arena.time(random, now, 1.0))),
        22 => Some(Operation::ResetStatistics),
        23 => Some(Operation::Restore(Restoring {
            arena: *arena,
            shift: random.below(8) as usize,
            written: random.below(2) == 0,
            otherwise: random.below(3) == 0,
        })),
        27..=31 => some(random).map(|id| Operation::SetBody(id, arena.body_change(random))),
        32 => Some(Operation::SetGravity(arena.gravity(random))),
        33 => Some(Operation::SetDefaultRestitution(arena.restitution(random))),
        34 => Some(Operation::SetDefaultFriction(arena.friction(random))),
        35 => some(random).map(|id| Operation::ScheduleChange(id, arena.time(random, now, 1.0), arena.body_change(random))),
        _ if arena.may_step() => Some(Operation::Step),
        _ => Some(Operation::StepBefore(arena.time(random, now, 0.5))),
    };
    operation.unwrap_or_else(|| Operation::Insert(vec![arena.body(random, now)]))
}

impl Operation {
    /// Whether it is to be seen that nothing changes where it is refused. (Time may go on before an obstacle.)
    pub(super) fn may_be_refused(&self) -> bool {
        !matches!(
            self,
            Self::LookAhead | Self::Ask(..) | Self::AskAll | Self::ResetStatistics | Self::Restore(_)
        )
    }
}

/// What an operation answered.
#[derive(Debug)]
pub(super) enum Answer {
    Ids(Result<Vec<BodyId>, WorldError>),
    Done(Result<(), WorldError>),
    Events(Result<Vec<Event>, StepError>, Vec<Event>),
    Told(String),
    Nothing,
}

impl Answer {
    /// Whether nothing was done. (A step without a limit that found nothing has gone on.)
    pub(super) fn is_refusal(&self) -> bool {
        match self {
            Self::Events(Err(StepError::Refused(reason)), _) => *reason != WorldError::NoLimit,
            _ => matches!(self, Self::Ids(Err(_)) | Self::Done(Err(_))),
        }
    }

    /// Whether that many events were given out that there may be more up to the same time.
    pub(super) fn is_cut_off(&self) -> bool {
        self.delivered().len() == MOST_EVENTS
    }

    /// The events that it gave out.
    pub(super) fn delivered(&self) -> &[Event] {
        match self {
            Self::Events(Ok(events), _) => events,
            Self::Events(Err(StepError::Refused(_)), _) => &[],
            Self::Events(Err(_), before) => before,
            _ => &[],
        }
    }

    /// Compares two answers.
    pub(super) fn must_be(&self, other: &Self, place: &dyn Fn() -> String) {
        let equal = match (self, other) {
            (Self::Ids(a), Self::Ids(b)) => a == b,
            (Self::Done(a), Self::Done(b)) => a == b,
            (Self::Events(a, before), Self::Events(b, before_b)) => a == b && before == before_b,
            (Self::Told(a), Self::Told(b)) => a == b,
            (Self::Nothing, Self::Nothing) => true,
            _ => false,
        };
        // A refusal may tell what is no number, which is not equal to itself.
        if !equal {
            assert_eq!(format!("{self:?}"), format!("{other:?}"), "{}", place());
        }
    }
}

/// Does it, in the world of a number.
pub(super) fn perform(world: &mut World, operation: &Operation, number: usize) -> Answer {
    match operation {
        Operation::Insert(bodies) => Answer::Ids(world.insert_all(bodies)),
        Operation::Remove(id) => Answer::Done(world.remove(*id)),
        Operation::SetMotion(id, change) => Answer::Done(world.set_motion(*id, change)),
        Operation::SetBounds(id, bounds, until) => Answer::Done(world.set_bounds(*id, *bounds, *until)),
        Operation::SetBody(id, change) => Answer::Done(world.set_body(*id, change)),
        Operation::ScheduleChange(id, time, change) => Answer::Done(world.schedule_change(*id, *time, change.clone()).map(drop)),
        Operation::SetGravity(gravity) => Answer::Done(world.set_gravity(*gravity)),
        Operation::SetDefaultRestitution(restitution) => Answer::Done(world.set_default_restitution(*restitution)),
        Operation::SetDefaultFriction(friction) => Answer::Done(world.set_default_friction(*friction)),
        Operation::Schedule(time) => Answer::Done(world.schedule(*time, 7).map(drop)),
        Operation::ScheduleMotion(id, time, change) => Answer::Done(world.schedule_motion(*id, *time, *change).map(drop)),
        Operation::SetMethod(shift, odd, methods) => {
            Answer::Done(world.set_method(odd.unwrap_or(methods[(number + shift) % methods.len()])))
        }
        Operation::Step => {
            let answer = world.step().map(|event| event.into_iter().collect());
            Answer::Events(answer, Vec::new())
        }
        Operation::StepBefore(limit) => {
            let answer = world.step_before(*limit).map(|event| event.into_iter().collect());
            Answer::Events(answer, Vec::new())
        }
        Operation::AdvanceTo(target) => {
            let answer = world.advance_to(*target).map(<[Event]>::to_vec);
            // What is refused leaves those of before, which what is restored does not have.
            let is_refused = matches!(answer, Err(StepError::Refused(_)));
            let before = if is_refused { Vec::new() } else { world.events().to_vec() };
            Answer::Events(answer, before)
        }
        Operation::StepOften(target) => step_often(world, *target),
        // What the methods look at differs: only that nothing else does.
        Operation::LookAhead => {
            look_ahead(world);
            Answer::Nothing
        }
        Operation::Ask(id, time) => {
            // What turns beside another for ever is looked at for millions of radians.
            let collision = (!anything_turns(world)).then(|| world.next_collision(*id));
            let name = world.name(Party::Body(*id));
            let motion = (
                world.pose(*id),
                world.pose_at(*id, *time),
                world.velocity(*id),
                world.swell(*id),
            );
            Answer::Told(format!("{collision:?} {name:?} {motion:?} {:?}", world.lease(*id)))
        }
        Operation::AskAll => {
            let mut file = Vec::new();
            world.write_extended_xyz(&mut file).expect("memory takes all");
            let sums = (world.energy(), world.momentum(), world.angular_momentum());
            let told = (
                world.statistics().entries(),
                world.overlapping_pairs(),
                world.take_motion_pieces(),
            );
            Answer::Told(format!("{sums:?} {told:?} {}", String::from_utf8_lossy(&file)))
        }
        Operation::Restore(how) => {
            how.restore(world, number);
            Answer::Nothing
        }
        Operation::ResetStatistics => {
            world.reset_statistics();
            Answer::Nothing
        }
    }
}

/// What [`World::advance_to`] answers, but for what comes after [`MOST_EVENTS`].
fn step_often(world: &mut World, target: f64) -> Answer {
    let mut events = Vec::new();
    while events.len() < MOST_EVENTS {
        match world.step_before(target) {
            Ok(Some(event)) => events.push(event),
            Ok(None) => break,
            Err(error) => return Answer::Events(Err(error), events),
        }
    }
    Answer::Events(Ok(events.clone()), events)
}

fn anything_turns(world: &World) -> bool {
    world.bodies().any(|id| world.motion(id).is_ok_and(|piece| piece.spins()))
}

/// Asks for the time of the next event. Not where frames would be gone through up to what a turning body may do after some millions of
/// radians.
pub(super) fn look_ahead(world: &mut World) {
    if matches!(world.method(), Method::Swept { .. }) && anything_turns(world) {
        return;
    }
    let now = world.time();
    let next = world.next_event_time();
    assert!(next.is_none_or(|next| next >= now), "{next:?} at {now}");
}

/// All that is seen of a world, but for counters, and for the motion pieces that can be taken once.
pub(super) fn seen(world: &World) -> impl PartialEq + std::fmt::Debug + use<> {
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

/// What holds after whatever was done.
pub(super) fn check(world: &World, before: f64, place: &dyn Fn() -> String) {
    assert!(world.time() >= before, "time went back: {:?}, {}", world.method(), place());
    if let Err(difference) = world.audit() {
        panic!("{difference}: {:?}, {}", world.method(), place());
    }
    assert_eq!(world.counters().late, 0, "{:?}, {}", world.method(), place());
    assert_eq!(world.len(), world.bodies().count());
}
