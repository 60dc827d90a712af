//! A world that has divided into parts.

use super::super::World;
use super::super::sectors::{Fastest, Ground, MOST_SECTORS, Role, Slabs};
use super::PartTuning;
use super::cuts::move_to_gaps;
use super::part::{Part, Plan};
use crate::bodies::State;
use crate::contact::FARTHEST_TOUCHING;
use crate::event::BodyId;
use nalgebra::Vector3;
use std::thread;

/// The shortest window, as a part of the usual one. If that fails, the stretch ends.
const LEAST_WINDOW: f64 = 1e-3;

/// Factor by which windows get shorter after a mismatch, and longer after one that was right, as for sectors.
const SHRINKING: f64 = 0.5;
const GROWING: f64 = 1.25;

/// The usual window gets shorter by this factor after a mismatch, down to this part of that at the begin: where bodies are
/// dense, what is wrong spreads through more of them in a window. By trial.
const WAY_STEP: f64 = 0.7;
const LEAST_WAY: f64 = 0.5;

/// By how much ghosts reach farther after a mismatch that follows, in diameters of the largest body: a mismatch costs two
/// windows. By trial.
const DEPTH_STEP: f64 = 0.5;

/// The parts of a world.
pub(super) struct Division {
    pub(super) parts: Vec<Part>,
    pub(super) plan: Plan,
    /// The time that all parts have reached.
    pub(super) now: f64,
    /// How far the fastest body may go in a window, at present and at least, in metres.
    way: f64,
    least_way: f64,
    /// The present window, as a part of the usual one.
    share: f64,
    /// The most work in a window, and the work for each second in the last one.
    most_work: f64,
    rate: f64,
    /// How many ghosts there are from the next window on, and may be at most.
    pub(super) ghosts: usize,
    most_ghosts: f64,
    /// How far the ghosts reach that were chosen last, and may reach at most, in metres.
    pub(super) chosen: f64,
    deepest: f64,
}

impl Plan {
    /// How far apart the centres of two bodies that touch may be, and of those that count as touching in an island.
    pub(super) fn reach(&self) -> f64 {
        self.slabs.reach() * (1.0 + FARTHEST_TOUCHING)
    }
}

impl Division {
    /// Divides a world, of which [all bodies are for parts](World::is_for_parts); none if it is too narrow for two, or if
    /// windows would be shorter than this, in seconds. O(n).
    pub(super) fn of(world: &World, tuning: &PartTuning, shortest: f64) -> Option<Self> {
        let (settings, now) = (world.config.settings(), world.clock.now());
        let (domain, axes) = (&settings.domain, settings.dimensions.number().into());
        let dynamic = || {
            let states = world.bodies.in_order().iter().map(|index| (*index, &world.bodies[*index]));
            states.filter(|(_, state)| state.is_dynamic())
        };
        let ground = Ground::bounded(domain).or_else(|| {
            let places: Vec<Vector3<f64>> = dynamic().map(|(_, state)| state.piece().position_at(now)).collect();
            Ground::around(&places)
        })?;
        let axis = ground.axis_to_cut(axes, &settings.gravity);
        let largest = dynamic().map(|(_, state)| state.shape_radius()).fold(0.0, f64::max);
        let acceleration = dynamic()
            .map(|(_, state)| state.free_acceleration()[axis].abs())
            .fold(0.0, f64::max);
        let count = dynamic().count();
        let most = world.config.threads().min(MOST_SECTORS);
        let place = |state: &State| state.piece().position_at(now)[axis];
        let (mut slabs, depth) = (2..=most).rev().find_map(|number| {
            let slabs = Slabs::across(
                axis,
                &ground,
                largest,
                number,
                dynamic().map(|(_, state)| place(state)),
                count,
            );
            let depth = slabs.reach() * (1.0 + FARTHEST_TOUCHING + tuning.beyond + 2.0 * tuning.way);
            (slabs.mean_width() >= tuning.least_width * depth).then_some((slabs, depth))
        })?;
        let mut places: Vec<f64> = dynamic().map(|(_, state)| slabs.place_of(state.piece(), now)).collect();
        places.sort_unstable_by(f64::total_cmp);
        move_to_gaps(&mut slabs, &places, depth);
        let (way, chosen, deepest) = (
            tuning.way * slabs.reach(),
            depth,
            (slabs.mean_width() / tuning.least_width).max(depth),
        );
        let speed = dynamic()
            .map(|(_, state)| state.piece().velocity_at(now)[axis].abs())
            .fold(0.0, f64::max);
        let fastest = Fastest { speed, acceleration };
        if fastest.time(way) < shortest {
            return None;
        }
        let plan = Plan {
            margin: tuning.margin * slabs.reach(),
            slabs,
            depth,
        };
        let (holders, ghosts) = world.holders(&plan.slabs, plan.depth);
        let most_ghosts = tuning.most_ghosts * count as f64;
        if ghosts as f64 > most_ghosts {
            return None;
        }
        let parts = thread::scope(|scope| {
            let new = |number| {
                let (plan, holders) = (&plan, &holders);
                scope.spawn(move || Part::of(number, world, plan, holders, acceleration))
            };
            let begun: Vec<_> = (0..plan.slabs.count()).map(new).collect();
            begun.into_iter().map(|part| part.join().expect("a part")).collect()
        });
        Some(Self {
            parts,
            plan,
            now,
            way,
            least_way: LEAST_WAY * way,
            share: 1.0,
            most_work: tuning.most_work * count as f64,
            rate: 0.0,
            ghosts,
            most_ghosts,
            chosen,
            deepest,
        })
    }

    /// The end of the next window, at most `end`.
    pub(super) fn next_end(&self, end: f64) -> f64 {
        let time = self.time_of_way().min(self.share * self.most_work / self.rate);
        match time < end - self.now {
            true => self.now + time,
            false => end,
        }
    }

    /// How long the fastest body takes for its way in a window, in seconds; infinite if nothing moves.
    fn time_of_way(&self) -> f64 {
        let fastest = self.parts.iter().fold(
            Fastest {
                speed: 0.0,
                acceleration: 0.0,
            },
            |all, part| Fastest {
                speed: all.speed.max(part.fastest.speed),
                acceleration: part.fastest.acceleration,
            },
        );
        // (If nothing moves it is no number.)
        fastest.time(self.share * self.way).min(f64::INFINITY)
    }

    /// Whether windows have got shorter than this, in seconds, and not by mismatches.
    pub(super) fn is_too_fast(&self, end: f64, shortest: f64) -> bool {
        let time = self.time_of_way();
        self.share == 1.0 && time < end - self.now && time < shortest
    }

    /// Whether so many bodies are in several parts that these do not pay: islands have grown.
    pub(super) fn has_too_many_ghosts(&self) -> bool {
        self.ghosts as f64 > self.most_ghosts
    }

    /// Executes a window in all parts, each on a thread. Returns whether parts cover all of it.
    pub(super) fn run(&mut self, to: f64) -> bool {
        let work = |parts: &[Part]| parts.iter().map(|part| part.world.work_of_pairs()).sum::<u64>();
        let (plan, before) = (&self.plan, work(&self.parts));
        on_threads(&mut self.parts, |part| part.run(to, plan));
        self.rate = (work(&self.parts) - before) as f64 / (to - self.now);
        self.parts.iter().all(|part| part.is_usual)
    }

    /// All bodies go back to the begin of a window that is not for parts, and which end the stretch.
    pub(super) fn revert(&mut self) {
        self.parts.iter_mut().for_each(|part| part.world.revert());
    }

    /// A window was right.
    pub(super) fn note_right(&mut self, to: f64) {
        (self.now, self.share) = (to, (self.share * GROWING).min(1.0));
    }

    /// All parts go back to the begin of a window that was wrong. Returns whether a shorter one may be right. Windows are
    /// shorter from then on, or ghosts reach farther from the next [exchange](Self::exchange) on.
    pub(super) fn undo(&mut self) -> bool {
        on_threads(&mut self.parts, Part::undo);
        self.share *= SHRINKING;
        let depth = self.plan.depth + DEPTH_STEP * self.plan.slabs.reach();
        if self.way > self.least_way {
            self.way = (self.way * WAY_STEP).max(self.least_way);
        } else if depth <= self.deepest {
            self.plan.depth = depth;
            self.parts.iter_mut().for_each(Part::survey_soon);
        }
        self.share >= LEAST_WINDOW
    }
}

/// Does something with all parts, each on a thread.
fn on_threads(parts: &mut [Part], work: impl Fn(&mut Part) + Sync) {
    let work = &work;
    thread::scope(|scope| {
        let (first, others) = parts.split_first_mut().expect("there are two parts or more");
        for part in others {
            scope.spawn(move || work(part));
        }
        work(first);
    });
}

impl Part {
    /// The part of a slab. `holders`: of all bodies.
    fn of(number: usize, whole: &World, plan: &Plan, holders: &[u32], acceleration: f64) -> Self {
        let mut part = Self::new(number, whole, acceleration);
        let (slabs, now) = (&plan.slabs, whole.clock.now());
        let mut copies: Vec<(BodyId, State)> = Vec::new();
        for index in whole.bodies.in_order() {
            let state = &whole.bodies[*index];
            if state.is_dynamic() {
                let (owner, holders) = (slabs.slab_of(slabs.place_of(state.piece(), now)), holders[*index as usize]);
                if holders >> number & 1 == 0 {
                    continue;
                }
                let role = if owner == number { Role::Own } else { Role::Ghost };
                part.marks.set(*index, role, holders);
            }
            copies.push((whole.bodies.id(*index), state.copy()));
        }
        part.orders.incoming = copies;
        part.orders.contacts = whole.contacts_to_send();
        let islands = whole.contacts.islands();
        let is_here = |number_of_island: &u32| {
            let first = islands.members(*number_of_island)[0];
            holders[first as usize] >> number & 1 == 1
        };
        let here = islands.numbers().filter(is_here);
        let copies = here.map(|island| islands.copy_of(island, &whole.bodies));
        part.orders.islands = copies.map(|island| (island.members()[0], island)).collect();
        part.take_orders();
        part.survey(now, plan);
        part
    }
}
