//! Random sequences of all operations on a world, with all methods in lockstep. Checked: all
//! methods give the same results to the bit, the audit passes after every operation, times never
//! decrease, a refused operation changes nothing, every begin has an end, and a restored world
//! continues like the saved one.
//!
//! 1. [`generator`] generates the kind of world, its bodies and motions.
//! 2. [`operation`] generates operations and performs them.
//! 3. [`event_checker`] checks that begins and ends alternate.

mod callbacks;
mod event_checker;
mod generator;
mod operation;

use super::Random;
use event_checker::EventChecker;
use generator::Generator;
use kinesweep::{Event, World};
use operation::{BodyIds, Operation, Outcome, check, generate, look_ahead, observable_state, perform};

/// The kind of a sequence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SequenceKind {
    /// Greatest number of operations.
    pub(crate) operations: usize,
    /// Whether some numbers are extreme and some ids are stale.
    pub(crate) extreme: bool,
    /// Whether bodies spin and grow. Their predictions are searched for as long as they are near
    /// each other, which is slow.
    pub(crate) spinning: bool,
    /// Whether setters of constants of bodies and of the world are included.
    pub(crate) setters: bool,
}

/// Worlds in lockstep.
struct Worlds {
    worlds: Vec<World>,
    /// Performs only the operations that the first world did not refuse: the two differ if a
    /// refused operation has changed anything.
    accepted_only: World,
}

/// Runs a sequence and returns the number of events. `look_aheads` determines when which world
/// computes the time of its next event. Panics, with the label, on any error.
pub(crate) fn run(label: &str, random: &mut Random, look_aheads: &mut Random, sort: SequenceKind) -> usize {
    let generator = Generator::draw(random, sort);
    let methods = generator.methods();
    let mut all = Worlds {
        worlds: methods.iter().map(|method| generator.world(*method)).collect(),
        accepted_only: generator.world(methods[methods.len() - 1]),
    };
    let mut ids = BodyIds::default();
    let mut checker = EventChecker::new(generator.start);
    let mut events = 0;
    for number in 0..sort.operations {
        if random.is_spent() {
            break;
        }
        let now = all.worlds[0].time();
        let operation = generate(random, &generator, &ids, now);
        let context = || format!("{label}, {number}, {operation:?} at {now} in {generator:?}");
        if std::env::var_os("KINESWEEP_FUZZ_SHOW").is_some() {
            eprintln!("{}", context());
        }
        let outcome = all.perform(&operation, look_aheads, &context);
        match &outcome {
            Outcome::Ids(Ok(new)) => ids.present.extend(new),
            Outcome::Done(Ok(())) => {
                if let Operation::Remove(id) = operation {
                    ids.remove(id);
                }
            }
            _ => {}
        }
        let delivered = outcome.delivered();
        delivered.iter().for_each(|event| checker.check(event, &context));
        events += delivered.len();
    }
    all.remove_all(&mut checker, label);
    events
}

impl Worlds {
    /// Performs an operation in all worlds, which must give the same outcome.
    fn perform(&mut self, operation: &Operation, look_aheads: &mut Random, context: &dyn Fn() -> String) -> Outcome {
        let now = self.worlds[0].time();
        let mut first: Option<Outcome> = None;
        // The first world advances step by step, which shows whether the others can advance to the
        // target in one call.
        let stepwise = match operation {
            Operation::AdvanceTo(target) => Some(Operation::StepRepeatedly(*target)),
            _ => None,
        };
        let (mut operation, in_one_call) = (stepwise.as_ref().unwrap_or(operation), operation);
        for (number, world) in self.worlds.iter_mut().enumerate() {
            // Some worlds look ahead and some do not: it must have no effect.
            if look_aheads.below(4) == 0 {
                look_ahead(world);
            }
            let before = operation.may_be_refused().then(|| observable_state(world));
            let outcome = perform(world, operation, number);
            check(world, now, context);
            if outcome.is_refusal()
                && let Some(before) = before
            {
                assert_eq!(
                    before,
                    observable_state(world),
                    "changed by a refused operation, {outcome:?}: {}",
                    context()
                );
            }
            match &first {
                None => {
                    if !outcome.is_cut_off() {
                        operation = in_one_call;
                    }
                    first = Some(outcome);
                }
                Some(first) => first.assert_same(&outcome, &|| format!("{:?}: {}", world.method(), context())),
            }
        }
        let first = first.expect("there are worlds");
        if !first.is_refusal() {
            let outcome = perform(&mut self.accepted_only, operation, 0);
            check(&self.accepted_only, now, context);
            first.assert_same(&outcome, &|| {
                format!("in the world without the refused operations: {}", context())
            });
        }
        let time = self.worlds[0].time();
        assert!(self.worlds.iter().all(|world| world.time() == time), "{}", context());
        first
    }

    /// Removes all bodies at the end of the sequence: all contacts and overlaps must end.
    fn remove_all(&mut self, checker: &mut EventChecker, label: &str) {
        let mut first: Option<Vec<Event>> = None;
        for world in self.worlds.iter_mut().chain([&mut self.accepted_only]) {
            for id in world.bodies().collect::<Vec<_>>() {
                world.remove(id).unwrap_or_else(|error| panic!("{label}: {error}"));
            }
            let now = world.time();
            let events = world.advance_to(now).map(<[Event]>::to_vec);
            let events = events.unwrap_or_else(|error| panic!("{label}: {error}"));
            assert_eq!(first.get_or_insert_with(|| events.clone()), &events, "{label}, at the end");
        }
        first
            .iter()
            .flatten()
            .for_each(|event| checker.check(event, &|| label.to_owned()));
        checker.check_closed(label);
    }
}
