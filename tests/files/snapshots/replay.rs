//! Runs a world, takes snapshots at events, and compares the continuation of each restored copy
//! with that of the world.

use kinesweep::world::Snapshot;
use kinesweep::{BodyId, Event, MotionPiece, StepError, World, WorldBuilder};

/// The compared state of a world, besides its events.
#[derive(Debug, PartialEq)]
pub(crate) struct FinalState {
    time: f64,
    motions: Vec<(BodyId, MotionPiece)>,
    energy: f64,
    collisions: u64,
}

impl FinalState {
    fn of(world: &World) -> Self {
        Self {
            time: world.time(),
            motions: world.bodies().map(|id| (id, world.motion(id).unwrap())).collect(),
            energy: world.energy(),
            collisions: world.counters().collisions,
        }
    }
}

/// The result of a run: events, and the error that ended it.
type RunResult = (Vec<Event>, Option<StepError>);

/// The duration of a run and its greatest number of events.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Length {
    pub(crate) until: f64,
    pub(crate) most: usize,
}

fn next(world: &mut World, length: &Length, (events, obstacle): &mut RunResult) -> bool {
    match world.step_before(length.until) {
        Ok(Some(event)) => events.push(event),
        Ok(None) => return false,
        Err(error) => *obstacle = Some(error),
    }
    events.len() < length.most && obstacle.is_none()
}

/// Takes a snapshot at the start and after every `every` events, every second time after a
/// look-ahead. `builder` provides what a snapshot cannot contain; `keep` converts a snapshot before
/// it is restored. Returns the number of events.
pub(crate) fn compare(
    what: &str,
    mut world: World,
    length: Length,
    every: usize,
    builder: impl Fn() -> WorldBuilder,
    keep: impl Fn(Snapshot) -> Snapshot,
) -> usize {
    let mut result: RunResult = (Vec::new(), None);
    let mut snapshots = Vec::new();
    let mut continues = true;
    while continues {
        if result.0.len().is_multiple_of(every) {
            if result.0.len() % 2 == 1 {
                world.next_event_time();
            }
            snapshots.push((result.0.len(), world.snapshot()));
        }
        continues = next(&mut world, &length, &mut result);
    }
    let final_state = FinalState::of(&world);
    for (from, snapshot) in snapshots {
        let snapshot = keep(snapshot);
        let mut copy = builder().restore(&snapshot).unwrap_or_else(|e| panic!("{what}, {from}: {e}"));
        copy.audit().unwrap_or_else(|e| panic!("{what}, {from}: {e}"));
        let mut again: RunResult = (result.0[..from].to_vec(), None);
        while from < length.most && next(&mut copy, &length, &mut again) {}
        if let Some(at) = (0..result.0.len()).find(|at| again.0.get(*at) != result.0.get(*at)) {
            panic!(
                "{what}, saved at {from}: event {at}: {:?}, was {:?}",
                again.0.get(at),
                result.0[at]
            );
        }
        assert_eq!(again, result, "{what}, saved at {from}");
        assert_eq!(FinalState::of(&copy), final_state, "{what}, saved at {from}");
        assert_eq!(copy.counters().late, 0, "{what}, saved at {from}");
        copy.audit().unwrap_or_else(|e| panic!("{what}, {from}, at the end: {e}"));
    }
    result.0.len()
}
