//! A world on several threads, and the same on one.

use super::super::{assert_same_events, counted};
use super::Random;
use super::case::Case;
use super::operation::Operation;
use crate::event::Event;
use crate::lane::balls::BallLane;
use crate::world::World;
use nalgebra::Vector3;
use std::fmt::Debug;

/// One in so many times all is compared: snapshots, and audits of all lanes.
const FULL_CHECK: usize = 12;

/// The two worlds.
pub(super) struct Pair {
    several: World,
    one: World,
    shows: bool,
    /// Whether one of them is from a snapshot and the other is not: it may then choose its lanes at other times.
    lanes_differ: bool,
    /// Of worlds that have been dropped.
    windows: u64,
    mismatches: u64,
}

impl Pair {
    pub(super) fn new(case: &Case) -> Self {
        Self {
            several: case.world(case.threads),
            one: case.world(1),
            shows: std::env::var_os("KINESWEEP_FUZZ_SHOW").is_some(),
            lanes_differ: false,
            windows: 0,
            mismatches: 0,
        }
    }

    pub(super) fn windows(&self) -> u64 {
        self.windows + self.several.sectors.windows
    }

    pub(super) fn mismatches(&self) -> u64 {
        self.mismatches + self.several.sectors.mismatches
    }

    pub(super) fn collisions(&self) -> u64 {
        self.one.counters().collisions
    }

    /// Advances both worlds. Returns whether they can go on.
    pub(super) fn advance(&mut self, case: &Case, random: &mut Random) -> bool {
        let ahead = case.mean_free_time * random.of(&[0.02, 0.1, 0.3, 1.0, 2.0]) * random.uniform(0.5, 1.0);
        let target = self.one.time() + ahead;
        let by_function = random.below(4) == 0;
        let is_good = self.both(&format!("advance to {target}"), |world| match by_function {
            false => world.advance_to(target).map(<[Event]>::to_vec),
            true => {
                let mut events = Vec::new();
                world.advance_with(target, |event| events.push(event)).map(|()| events)
            }
        });
        self.check(random);
        is_good
    }

    /// Executes a random operation on both worlds. Returns whether they can go on.
    pub(super) fn operate(&mut self, case: &Case, random: &mut Random) -> bool {
        let operation = Operation::draw(case, random, &self.one);
        let is_good = match operation {
            Operation::Advance => return self.advance(case, random),
            Operation::Restore { one, several } => {
                self.restore(case, [one, several]);
                true
            }
            Operation::Threads(threads) => {
                self.several.set_threads(threads);
                true
            }
            Operation::Steps(count) => self.both("steps", |world| {
                let mut events = Vec::new();
                for _ in 0..count {
                    match world.step_before(world.time() + case.mean_free_time)? {
                        Some(event) => events.push(event),
                        None => break,
                    }
                }
                Ok::<_, crate::StepError>(events)
            }),
            operation => {
                // A refused operation changes nothing.
                self.both(&format!("{operation:?}"), |world| {
                    let outcome = operation.execute(world);
                    Ok::<_, crate::StepError>(outcome)
                })
            }
        };
        self.check(random);
        is_good
    }

    /// Executes the same on both worlds, and compares the results. Returns whether both are good.
    fn both<T: Debug + PartialEq, E: Debug + PartialEq>(
        &mut self,
        what: &str,
        execute: impl Fn(&mut World) -> Result<T, E>,
    ) -> bool {
        if self.shows {
            eprintln!("{what} from {}", self.one.time());
        }
        let results = [&mut self.several, &mut self.one].map(execute);
        assert!(results[0] == results[1], "{what}: {}", first_difference(&results));
        if results.iter().any(Result::is_err) {
            let events = [&self.several, &self.one].map(|world| world.events().to_vec());
            assert_same_events(&events[0], &events[1], what);
            return false;
        }
        true
    }

    /// Makes worlds from snapshots, each from that of the other.
    fn restore(&mut self, case: &Case, which: [bool; 2]) {
        if self.shows {
            eprintln!("restore {which:?}");
        }
        let snapshots = [&self.one, &self.several].map(World::snapshot);
        let threads = [self.one.threads(), self.several.threads()];
        let restored = |number: usize| {
            let world = case.builder(threads[number]).restore(&snapshots[1 - number]);
            world.expect("its own snapshot")
        };
        self.lanes_differ |= which[0] != which[1];
        if which[0] {
            self.one = restored(0);
        }
        if which[1] {
            self.windows = self.windows();
            self.mismatches = self.mismatches();
            self.several = restored(1);
        }
    }

    /// Compares the worlds.
    fn check(&mut self, random: &mut Random) {
        self.check_motions();
        if random.below(FULL_CHECK) == 0 {
            self.check_all();
        }
    }

    fn check_motions(&self) {
        let (several, one) = (&self.several, &self.one);
        assert_eq!(several.time(), one.time());
        let bits = |vectors: Vec<Vector3<f64>>| -> Vec<u64> { vectors.iter().flatten().map(|number| number.to_bits()).collect() };
        assert!(bits(several.positions()) == bits(one.positions()), "positions");
        assert!(bits(several.velocities()) == bits(one.velocities()), "velocities");
        assert_eq!(several.statistics(), one.statistics());
        let mut counters = [several, one].map(counted);
        if self.have_paired() {
            // Those of pairs that may be dropped again.
            counters.iter_mut().for_each(|counters| counters.looks = 0);
        }
        assert_eq!(counters[0], counters[1]);
        // (What is near a body of the lane of pairs, and waits there for the lane of balls, follows from the cells.)
        let may_differ = self.lanes_differ || self.have_paired();
        assert!(
            may_differ || several.lanes() == one.lanes(),
            "lanes: {:?} and {:?}",
            several.lanes(),
            one.lanes()
        );
    }

    /// Whether a body has been in the lane of pairs.
    fn have_paired(&self) -> bool {
        [&self.several, &self.one]
            .iter()
            .any(|world| world.counters().pair_begins > 0)
    }

    /// Compares all, and audits all lanes.
    pub(super) fn check_all(&mut self) {
        self.check_motions();
        let unwrapped = [&self.several, &self.one].map(|world| {
            let places = world.bodies().map(|id| world.unwrapped_position(id).expect("it is present"));
            places.collect::<Vec<_>>()
        });
        let difference = unwrapped[0].iter().zip(&unwrapped[1]).position(|(one, other)| one != other);
        if let Some(at) = difference {
            panic!("unwrapped positions of body {at}: {} {}", unwrapped[0][at], unwrapped[1][at]);
        }
        if !self.lanes_differ {
            let worlds = [&self.several, &self.one];
            let snapshots = worlds.map(match self.have_paired() {
                true => World::snapshot_without_candidates,
                false => World::snapshot_without_work,
            });
            assert!(snapshots[0] == snapshots[1], "snapshots: {}", first_difference(&snapshots));
        }
        let next = [&mut self.several, &mut self.one].map(World::next_event_time);
        assert_eq!(next[0], next[1], "next event");
        for world in [&self.several, &self.one] {
            world
                .lanes
                .balls()
                .map_or(Ok(()), BallLane::audit)
                .expect("a lane that is right");
            world.lanes.home().audit().expect("sectors that are right");
        }
        let pieces = [&mut self.several, &mut self.one].map(World::take_motion_pieces);
        assert!(pieces[0] == pieces[1], "motion pieces");
    }
}

/// Two texts from a little before their first difference.
fn first_difference(both: &[impl Debug; 2]) -> String {
    let texts = both.each_ref().map(|one| format!("{one:#?}"));
    let mut lines = texts[0].lines().zip(texts[1].lines()).enumerate();
    let Some((at, _)) = lines.find(|(_, (one, other))| one != other) else {
        return "one is longer".to_owned();
    };
    let around = |text: &String| {
        text.lines()
            .skip(at.saturating_sub(12))
            .take(16)
            .collect::<Vec<_>>()
            .join("\n")
    };
    format!("{}\n--- and ---\n{}", around(&texts[0]), around(&texts[1]))
}
