//! Islands of which some bodies are wedged: no velocities part all that touch.
//!
//! Bodies between two others that leave them no room cannot part from both: each collision with the one closes
//! the gap to the other, and the renewal that they lead to ends where it began, or a billionth of a step later.
//! An island that is renewed in haste several times in a row is wedged, and so is one with few touches that
//! are not solved, or only by impulses that [lever](Problem::levers) bodies out; for some renewals if rates of gaps
//! conflict, else for one. Then it is tried as any other. (A stack may be solved by then, which a compromise lets sink.)
//!
//! - The impulses are a compromise. Where rates of gaps conflict, all stay below what they should be by about as
//!   much, so that what fits exactly stays in the middle. (So it is in each island in which the impulses would add
//!   energy and are not solved.) Narrow gaps may close, so that what has got wedged by turning turns back.
//! - No collision is predicted for what touches until the next renewal. That comes before a gap closes by more
//!   than the accepted penetration: the gaps are measured along the new motions. Fixed bodies that move may
//!   press others deeper: then it comes before these overlap by a sixteenth more than now, so that the number of
//!   renewals grows as the logarithm of the depth. If they get no deeper in a shorter time, it comes then.
//!
//! So an island has a bounded number of renewals in the time of one step, and a bounded number of collisions
//! between two of them.

use super::constants::{DEEPER, PENETRATION, REPEATS};
use super::loaded::{Place, Problem};
use super::measure::Measured;
use super::pull::Pull;
use super::solver::{Load, are_few, compromise};
use crate::contact::context::Rests;

/// The most times that the planned time until the next renewal is halved.
const HALVINGS: u32 = 24;

/// How many times the longest step in which bodies get little deeper is halved, if they get no deeper then. By trial.
const MENDING_HALVINGS: u32 = 3;

/// By how much deeper than now bodies may overlap where no rates conflict, as a share of their depth.
const ROUNDING: f64 = 1e-5;

/// How many times the energy of the motions before is that of impulses that lever bodies out, of few loads and of more.
/// (At one and a half, what turns fast under a stack raises it step by step. In large islands it takes more sweeps, and
/// there is more that takes the energy away.)
const LEVER: f64 = 1.1;
const LEVER_OF_MANY: f64 = 2.0;

/// Rates that are lower than they should be by more than this share of the slack are in conflict with others.
const CONFLICT: f64 = 0.1;

impl Problem {
    /// Computes the impulses of bodies that are wedged, from none: those against each other only grow.
    pub(super) fn solve_wedged(&mut self) {
        self.forget();
        compromise(&mut self.loads, &mut self.movers);
    }

    /// Whether the loads are so few that they are solved by elimination if sweeps do not solve them.
    pub(super) fn has_few_loads(&self) -> bool {
        are_few(&self.loads)
    }

    /// Whether the impulses have added energy: where rates conflict, they grow against each other without end.
    pub(super) fn gains(&self) -> bool {
        self.movers.energy() > self.before.energy()
    }

    /// Whether the impulses have added more energy than gaps that open take: a tenth of that of the motions before (of
    /// many loads, as much as it) and that of a fall from rest in a time in seconds. Such impulses lever bodies out of
    /// what holds them fast, or press what turns fast out of a slot. (What is fixed and moves gives energy, and what
    /// bounces is [treated](super::bounce) by itself.)
    pub(super) fn levers(&self, pull: &Pull, time: f64) -> bool {
        let is_special = |(load, place): (&Load, &Place)| load.is_driven() || place.bounce.is_some();
        let specials = self.loads.iter().zip(&self.places).any(is_special);
        let lever = if self.has_few_loads() { LEVER } else { LEVER_OF_MANY };
        !specials && self.movers.energy() > lever * self.before.energy() + pull.energy_of_fall(&self.movers, time)
    }

    /// Whether rates stay below what they should be, since no velocities part all that touch.
    pub(super) fn has_conflict(&self) -> bool {
        self.loads.iter().any(|load| self.is_below(load))
    }

    /// The same of the rates at a touch.
    fn has_conflict_at(&self, touch: u32) -> bool {
        let mut loads = self.loads.iter().zip(&self.places);
        loads.any(|(load, place)| place.touch == touch && self.is_below(load))
    }

    fn is_below(&self, load: &Load) -> bool {
        load.least - load.rate(&self.movers) > CONFLICT * load.slack
    }
}

impl Rests<'_> {
    /// Whether an island has been renewed so often in haste that it does not get on.
    pub(super) fn is_wedged(&self, number: u32) -> bool {
        self.contacts.islands().graph.island(number).repeats >= REPEATS
    }

    /// The time until the next renewal of a wedged island with its new motions, in seconds: at most `step`.
    /// `measured`: its touches.
    pub(super) fn step_of_wedged(&self, problem: &Problem, measured: &[Measured], step: f64) -> f64 {
        // Where rates conflict, bodies may be pressed into each other for ever: the deeper, the farther at once.
        let deeper = |one: &Measured| {
            if problem.has_conflict_at(one.touch) {
                DEEPER
            } else {
                ROUNDING
            }
        };
        let measured: Vec<(&Measured, f64)> = measured.iter().map(|one| (one, deeper(one))).collect();
        let halved = |time: f64, halvings: u32| time * 0.5f64.powi(halvings as i32);
        let is_safe = |time: &f64| measured.iter().all(|(one, deeper)| self.stays_shallow(one, *deeper, *time));
        let mut steps = (0..HALVINGS).map(|halvings| halved(step, halvings));
        let longest = steps.find(is_safe).unwrap_or(halved(step, HALVINGS));
        // (Turning closes gaps by the square of the time, and what mends does so in proportion to it.)
        let is_no_deeper = |time: &f64| measured.iter().all(|(one, _)| self.stays_shallow(one, ROUNDING, *time));
        let mut shorter = (0..=MENDING_HALVINGS).map(|halvings| halved(longest, halvings));
        shorter.find(is_no_deeper).unwrap_or(longest)
    }

    /// Whether the parties of a touch overlap by no more than is accepted up to a time, or by no more than now
    /// and a share of that.
    fn stays_shallow(&self, now: &Measured, deeper: f64, time: f64) -> bool {
        let parties = self.contacts.islands().graph.touch(now.touch).parties();
        let least = now.near.iter().map(|near| near.gap).fold(f64::INFINITY, f64::min);
        let accepted = PENETRATION * now.size;
        self.gaps_stay(&parties, ((1.0 + deeper) * least).min(-accepted), time)
    }
}
