//! A world that has divided into parts.

use super::super::World;
use super::super::sectors::{Fastest, MOST_SECTORS, Role, Slabs};
use super::PartTuning;
use super::part::{Part, Plan};
use crate::bodies::State;
use crate::event::BodyId;
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
    /// How far the ghosts reach that were chosen last, and may reach at most, in metres.
    pub(super) chosen: f64,
    deepest: f64,
}

impl Division {
    /// Divides a world, of which [all bodies are for parts](World::is_for_parts); none if it is too narrow for two, or if
    /// windows would be shorter than this, in seconds. O(n).
    pub(super) fn of(world: &World, tuning: &PartTuning, shortest: f64) -> Option<Self> {
        let (settings, now) = (world.config.settings(), world.clock.now());
        let (domain, axes) = (&settings.domain, settings.dimensions.number().into());
        let axis = Slabs::axis_to_cut(domain, axes, &settings.gravity)?;
        let dynamic = || {
            let states = world.bodies.in_order().iter().map(|index| (*index, &world.bodies[*index]));
            states.filter(|(_, state)| state.is_dynamic())
        };
        let largest = dynamic().map(|(_, state)| state.shape_radius()).fold(0.0, f64::max);
        let acceleration = dynamic()
            .map(|(_, state)| state.free_acceleration()[axis].abs())
            .fold(0.0, f64::max);
        let count = dynamic().count();
        let most = world.config.threads().min(MOST_SECTORS);
        let place = |state: &State| state.piece().position_at(now)[axis];
        let (slabs, depth) = (2..=most).rev().find_map(|number| {
            let slabs = Slabs::across(axis, domain, largest, number, dynamic().map(|(_, state)| place(state)), count)?;
            let depth = slabs.reach() * (1.0 + tuning.beyond + 2.0 * tuning.way);
            (slabs.mean_width() >= tuning.least_width * depth).then_some((slabs, depth))
        })?;
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
        let parts = thread::scope(|scope| {
            let new = |number| {
                let plan = &plan;
                scope.spawn(move || Part::of(number, world, plan, acceleration))
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
            chosen,
            deepest,
        })
    }

    /// The end of the next window, at most `end`.
    pub(super) fn next_end(&self, end: f64) -> f64 {
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
        match fastest.time(self.share * self.way) {
            time if time < end - self.now => self.now + time,
            // If nothing moves it is no number.
            _ => end,
        }
    }

    /// Whether windows have got shorter than this, in seconds, and not by mismatches.
    pub(super) fn is_too_fast(&self, end: f64, shortest: f64) -> bool {
        let to = self.next_end(end);
        self.share == 1.0 && to < end && to - self.now < shortest
    }

    /// Executes a window in all parts, each on a thread. Returns whether parts cover all of it.
    pub(super) fn run(&mut self, to: f64) -> bool {
        let plan = &self.plan;
        on_threads(&mut self.parts, |part| part.run(to, plan));
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
    /// The part of a slab.
    fn of(number: usize, whole: &World, plan: &Plan, acceleration: f64) -> Self {
        let mut part = Self::new(number, whole, acceleration);
        let (slabs, now) = (&plan.slabs, whole.clock.now());
        let mut copies: Vec<(BodyId, State)> = Vec::new();
        for index in whole.bodies.in_order() {
            let state = &whole.bodies[*index];
            if state.is_dynamic() {
                let place = slabs.place_inside(state.piece().position_at(now)[slabs.axis()]);
                let (owner, holders) = (slabs.slab_of(place), slabs.sectors_near(place, plan.depth));
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
        part.take_orders();
        part.survey(now, plan);
        part
    }
}
