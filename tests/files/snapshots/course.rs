//! Runs a world, keeps it at every event, and compares what each copy does with what the world did.

use kinesweep::{BodyId, Event, MotionPiece, Snapshot, StepError, World, WorldBuilder};

/// Everything that is told of a world besides its events.
#[derive(Debug, PartialEq)]
pub(crate) struct Known {
    time: f64,
    motions: Vec<(BodyId, MotionPiece)>,
    energy: f64,
    collisions: u64,
}

impl Known {
    fn of(world: &World) -> Self {
        Self {
            time: world.time(),
            motions: world.bodies().map(|id| (id, world.motion(id).unwrap())).collect(),
            energy: world.energy(),
            collisions: world.counters().collisions,
        }
    }
}

/// What came: events, and what stood against more of them.
type Told = (Vec<Event>, Option<StepError>);

/// How far to go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Length {
    pub(crate) until: f64,
    pub(crate) most: usize,
}

fn next(world: &mut World, length: &Length, (events, obstacle): &mut Told) -> bool {
    match world.step_before(length.until) {
        Ok(Some(event)) => events.push(event),
        Ok(None) => return false,
        Err(error) => *obstacle = Some(error),
    }
    events.len() < length.most && obstacle.is_none()
}

/// Keeps the world at the start and after every `every` events; half of them after looking ahead. `builder` makes what
/// cannot be saved, `keep` is what is done to a snapshot before it is used.
pub(crate) fn compare(
    what: &str,
    mut world: World,
    length: Length,
    every: usize,
    builder: impl Fn() -> WorldBuilder,
    keep: impl Fn(Snapshot) -> Snapshot,
) -> usize {
    let mut told: Told = (Vec::new(), None);
    let mut kept = Vec::new();
    let mut goes_on = true;
    while goes_on {
        if told.0.len().is_multiple_of(every) {
            if told.0.len() % 2 == 1 {
                world.next_event_time();
            }
            kept.push((told.0.len(), world.snapshot()));
        }
        goes_on = next(&mut world, &length, &mut told);
    }
    let known = Known::of(&world);
    for (from, snapshot) in kept {
        let snapshot = keep(snapshot);
        let mut copy = builder().restore(&snapshot).unwrap_or_else(|e| panic!("{what}, {from}: {e}"));
        copy.audit().unwrap_or_else(|e| panic!("{what}, {from}: {e}"));
        let mut again: Told = (told.0[..from].to_vec(), None);
        while from < length.most && next(&mut copy, &length, &mut again) {}
        if let Some(at) = (0..told.0.len()).find(|at| again.0.get(*at) != told.0.get(*at)) {
            panic!(
                "{what}, kept at {from}: event {at}: {:?}, was {:?}",
                again.0.get(at),
                told.0[at]
            );
        }
        assert_eq!(again, told, "{what}, kept at {from}");
        assert_eq!(Known::of(&copy), known, "{what}, kept at {from}");
        assert_eq!(copy.counters().late, 0, "{what}, kept at {from}");
        copy.audit().unwrap_or_else(|e| panic!("{what}, {from}, at the end: {e}"));
    }
    told.0.len()
}
