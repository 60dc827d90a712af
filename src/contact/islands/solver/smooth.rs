//! Loads without friction between bodies that impulses do not rotate, in as little memory as they need.

use super::lowest::{Costs, WAYS};
use super::order::in_parts;
use super::padded::{dot, padded, sum, vector};
use super::{EXCESS, Load, holds_for_all};
use crate::contact::islands::movers::Movers;
use wide::f64x4;

/// Loads, with the velocities of the bodies.
pub(super) struct Smooth {
    rows: Vec<Row>,
    /// The least rate of each gap, without the drift, in metres per second.
    least: Vec<f64>,
    /// In kg; 0 of what does not move.
    masses: Vec<f64>,
    now: State,
    /// Before the last sweep.
    before: State,
    /// What the last sweep has changed, and the steps before it, the last one first.
    ways: [State; WAYS],
    /// The first row that is [looked at](holds_for_all).
    failing: usize,
}

/// Impulses, and the velocities that they lead to; or changes of both.
#[derive(Clone)]
struct State {
    impulses: Vec<f64>,
    velocities: Vec<f64x4>,
}

/// What is constant of a load.
struct Row {
    sides: [u32; 2],
    normal: f64x4,
    slack: f64,
    mass: f64,
    /// What a unit impulse changes the velocities by, along the normal, in 1/kg.
    by: [f64; 2],
}

impl Smooth {
    pub(super) fn new(loads: &[Load], movers: &Movers) -> Self {
        let row = |load: &Load| {
            let by = load.sides.map(|mover| movers.inverse_masses[mover as usize]);
            Row {
                sides: load.sides,
                normal: padded(&load.normal),
                slack: load.slack,
                mass: 1.0 / (by[0] + by[1]),
                by,
            }
        };
        let mass = |inverse: &f64| if *inverse > 0.0 { inverse.recip() } else { 0.0 };
        let swept = || in_parts(loads.len()).map(|place| &loads[place]);
        let now = State {
            impulses: swept().map(|load| load.impulse).collect(),
            velocities: movers.velocities.iter().map(padded).collect(),
        };
        let none = State {
            impulses: vec![0.0; loads.len()],
            velocities: vec![f64x4::ZERO; movers.velocities.len()],
        };
        Self {
            rows: swept().map(row).collect(),
            least: swept().map(|load| load.least - load.drift).collect(),
            masses: movers.inverse_masses.iter().map(mass).collect(),
            before: now.clone(),
            now,
            ways: [none.clone(), none.clone(), none],
            failing: 0,
        }
    }

    /// Writes the impulses and velocities back.
    pub(super) fn store(self, loads: &mut [Load], movers: &mut Movers) {
        for (place, impulse) in in_parts(loads.len()).zip(self.now.impulses) {
            loads[place].impulse = impulse;
        }
        for (velocity, found) in movers.velocities.iter_mut().zip(self.now.velocities) {
            *velocity = vector(found);
        }
    }

    /// Sweeps until all rates are as they should be within their slack, at most so many times. Returns whether they are.
    /// Between two sweeps all impulses make the [best step](super::lowest) along the last changes.
    pub(super) fn solve(&mut self, sweeps: usize) -> bool {
        for sweep in 1..=sweeps {
            self.sweep();
            if self.is_solved() {
                return true;
            }
            if sweep < sweeps {
                self.step();
            }
        }
        false
    }

    fn sweep(&mut self) {
        let velocities = &mut self.now.velocities;
        for ((row, least), impulse) in self.rows.iter().zip(&self.least).zip(&mut self.now.impulses) {
            let wanted = (least - row.rate(velocities)) * row.mass;
            let change = if wanted > -*impulse { wanted } else { -*impulse };
            if change != 0.0 {
                *impulse += change;
                row.push(change, velocities);
            }
        }
    }

    fn is_solved(&mut self) -> bool {
        holds_for_all(self.rows.len(), &mut self.failing, |at| {
            let (row, impulse) = (&self.rows[at], self.now.impulses[at]);
            let excess = row.rate(&self.now.velocities) - self.least[at];
            excess >= -row.slack && (impulse == 0.0 || excess <= EXCESS * row.slack)
        })
    }

    /// Makes the step along the last sweep and the steps before at which the cost is lowest, but for impulses that would
    /// be less than 0.
    fn step(&mut self) {
        let shares = self.costs().lowest();
        let [swept, last, older] = &mut self.ways;
        let along = swept.velocities.iter().zip(&last.velocities).zip(&older.velocities);
        for (velocity, ((swept, last), older)) in self.now.velocities.iter_mut().zip(along) {
            *velocity += *swept * shares[0] + *last * shares[1] + *older * shares[2];
        }
        let along = swept.impulses.iter().zip(&last.impulses).zip(&older.impulses);
        for (impulse, ((swept, last), older)) in self.now.impulses.iter_mut().zip(along) {
            *impulse += swept * shares[0] + last * shares[1] + older * shares[2];
        }
        for (row, impulse) in self.rows.iter().zip(&mut self.now.impulses) {
            if *impulse < 0.0 {
                row.push(-*impulse, &mut self.now.velocities);
                *impulse = 0.0;
            }
        }
        older.become_change(&self.before, &self.now);
        std::mem::swap(last, older);
        self.before.copy(&self.now);
    }

    /// The costs of the last sweep and of the last steps. (The velocities are linear in the impulses: so the excesses of
    /// the rates, times the changes of the impulses, are found from the bodies alone.)
    fn costs(&mut self) -> Costs {
        let [swept, last, older] = &mut self.ways;
        swept.become_change(&self.before, &self.now);
        let mut products = [f64x4::ZERO; 6];
        let mut slopes = [f64x4::ZERO; WAYS];
        let along = swept.velocities.iter().zip(&last.velocities).zip(&older.velocities);
        for ((mass, velocity), ((swept, last), older)) in self.masses.iter().zip(&self.now.velocities).zip(along) {
            let ways = [*swept, *last, *older];
            let momenta = ways.map(|way| way * *mass);
            for (slope, momentum) in slopes.iter_mut().zip(momenta) {
                *slope += momentum * *velocity;
            }
            products[0] += momenta[0] * ways[0];
            products[1] += momenta[1] * ways[0];
            products[2] += momenta[1] * ways[1];
            products[3] += momenta[2] * ways[0];
            products[4] += momenta[2] * ways[1];
            products[5] += momenta[2] * ways[2];
        }
        let mut asked = [0.0; WAYS];
        let along = swept.impulses.iter().zip(&last.impulses).zip(&older.impulses);
        for (least, ((swept, last), older)) in self.least.iter().zip(along) {
            asked[0] += swept * least;
            asked[1] += last * least;
            asked[2] += older * least;
        }
        let [p, q, r, s, t, u] = products.map(sum);
        Costs {
            products: [[p, q, s], [q, r, t], [s, t, u]],
            slopes: [0, 1, 2].map(|way| sum(slopes[way]) - asked[way]),
        }
    }
}

impl State {
    /// Becomes the change from one state to the next.
    fn become_change(&mut self, from: &Self, to: &Self) {
        for (change, (from, to)) in self.impulses.iter_mut().zip(from.impulses.iter().zip(&to.impulses)) {
            *change = to - from;
        }
        for (change, (from, to)) in self.velocities.iter_mut().zip(from.velocities.iter().zip(&to.velocities)) {
            *change = *to - *from;
        }
    }

    fn copy(&mut self, of: &Self) {
        self.impulses.clone_from(&of.impulses);
        self.velocities.clone_from(&of.velocities);
    }
}

impl Row {
    /// The rate of the gap, without the drift, in metres per second.
    #[inline]
    fn rate(&self, velocities: &[f64x4]) -> f64 {
        let [first, second] = self.sides;
        dot(self.normal, velocities[second as usize] - velocities[first as usize])
    }

    #[inline]
    fn push(&self, change: f64, velocities: &mut [f64x4]) {
        let [first, second] = self.sides;
        velocities[first as usize] -= self.normal * (change * self.by[0]);
        velocities[second as usize] += self.normal * (change * self.by[1]);
    }
}
