//! Sequences of everything that can be done to a world, with all methods in lockstep: they answer alike to the bit, the audit is clean
//! after every operation, times never go back, what is refused has changed nothing, what begins ends, and what is saved and restored goes
//! on as what was not.
//!
//! 1. [`arena`] draws what kind of world it is, its bodies and motions.
//! 2. [`operation`] draws operations, and does them.
//! 3. [`ledger`] checks that what ends has begun.

mod arena;
mod callbacks;
mod ledger;
mod operation;

use super::Random;
use arena::Arena;
use kinesweep::{Event, World};
use ledger::Ledger;
use operation::{Answer, Operation, Wanted, check, draw, look_ahead, perform, seen};

/// What sort of sequence.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sort {
    /// Operations at most.
    pub(crate) operations: usize,
    /// Whether numbers are odd ones and ids stale ones now and then.
    pub(crate) odd: bool,
    /// Whether bodies turn and grow, which is looked at for as long as they are near each other.
    pub(crate) turning: bool,
    /// Whether constants of bodies and of the world are set, too.
    pub(crate) setters: bool,
}

/// Worlds in lockstep.
struct Worlds {
    worlds: Vec<World>,
    /// Does what the first one did not refuse, and nothing else: a refusal that changed something parts the two.
    spared: World,
}

/// Runs a sequence and gives the number of events that came; `glances` says which world looks ahead when. Panics, with the label, if
/// anything is wrong.
pub(crate) fn run(label: &str, random: &mut Random, glances: &mut Random, sort: Sort) -> usize {
    let arena = Arena::draw(random, sort);
    let methods = arena.methods();
    let mut all = Worlds {
        worlds: methods.iter().map(|method| arena.world(*method)).collect(),
        spared: arena.world(methods[methods.len() - 1]),
    };
    let mut wanted = Wanted::default();
    let mut ledger = Ledger::from(arena.start);
    let mut events = 0;
    for number in 0..sort.operations {
        if random.is_spent() {
            break;
        }
        let now = all.worlds[0].time();
        let operation = draw(random, &arena, &wanted, now);
        let place = || format!("{label}, {number}, {operation:?} at {now} in {arena:?}");
        if std::env::var_os("KINESWEEP_FUZZ_SHOW").is_some() {
            eprintln!("{}", place());
        }
        let answer = all.perform(&operation, glances, &place);
        match &answer {
            Answer::Ids(Ok(new)) => wanted.ids.extend(new),
            Answer::Done(Ok(())) => {
                if let Operation::Remove(id) = operation {
                    wanted.forget(id);
                }
            }
            _ => {}
        }
        let delivered = answer.delivered();
        delivered.iter().for_each(|event| ledger.enter(event, &place));
        events += delivered.len();
    }
    all.empty(&mut ledger, label);
    events
}

impl Worlds {
    /// Does it in all worlds, which must answer alike.
    fn perform(&mut self, operation: &Operation, glances: &mut Random, place: &dyn Fn() -> String) -> Answer {
        let now = self.worlds[0].time();
        let mut first: Option<Answer> = None;
        // The first goes step by step, so that it is known whether the others can go all the way.
        let often = match operation {
            Operation::AdvanceTo(target) => Some(Operation::StepOften(*target)),
            _ => None,
        };
        let (mut operation, all_the_way) = (often.as_ref().unwrap_or(operation), operation);
        for (number, world) in self.worlds.iter_mut().enumerate() {
            // Some look ahead and some do not: it changes nothing.
            if glances.below(4) == 0 {
                look_ahead(world);
            }
            let before = operation.may_be_refused().then(|| seen(world));
            let answer = perform(world, operation, number);
            check(world, now, place);
            if answer.is_refusal()
                && let Some(before) = before
            {
                assert_eq!(before, seen(world), "changed by what was refused, {answer:?}: {}", place());
            }
            match &first {
                None => {
                    if !answer.is_cut_off() {
                        operation = all_the_way;
                    }
                    first = Some(answer);
                }
                Some(first) => first.must_be(&answer, &|| format!("{:?}: {}", world.method(), place())),
            }
        }
        let first = first.expect("there are worlds");
        if !first.is_refusal() {
            let answer = perform(&mut self.spared, operation, 0);
            check(&self.spared, now, place);
            first.must_be(&answer, &|| {
                format!("of the one that was spared what was refused: {}", place())
            });
        }
        let time = self.worlds[0].time();
        assert!(self.worlds.iter().all(|world| world.time() == time), "{}", place());
        first
    }

    /// Takes all out at last: all ends.
    fn empty(&mut self, ledger: &mut Ledger, label: &str) {
        let mut first: Option<Vec<Event>> = None;
        for world in self.worlds.iter_mut().chain([&mut self.spared]) {
            for id in world.bodies().collect::<Vec<_>>() {
                world.remove(id).unwrap_or_else(|error| panic!("{label}: {error}"));
            }
            let now = world.time();
            let told = world.advance_to(now).map(<[Event]>::to_vec);
            let told = told.unwrap_or_else(|error| panic!("{label}: {error}"));
            assert_eq!(first.get_or_insert_with(|| told.clone()), &told, "{label}, at the end");
        }
        first
            .iter()
            .flatten()
            .for_each(|event| ledger.enter(event, &|| label.to_owned()));
        ledger.close(label);
    }
}
