//! Loads without friction between bodies that impulses do not rotate, in as little memory as they need.

mod state;

use super::lowest::{Costs, WAYS};
use super::order::in_parts;
use super::padded::{dot, padded, sum, vector};
use super::{EXCESS, Load, holds_for_all};
use crate::contact::islands::movers::Movers;
use state::State;
use wide::f64x4;

/// Velocities are found again from the impulses if their rounding may have grown so many times. (It is far less than any
/// slack then.)
const ROUGHEST: f64 = 1e3;

/// The same as [`EXCESS`] of so few: they are cheap to solve better than needed. (What nothing pulls stops only as well as
/// it is solved.)
const FEW: usize = 64;
const EXCESS_OF_FEW: f64 = 0.25;

/// The slopes of the cost are found from the velocities where they are greater than this share of their energy: what is
/// smaller may be rounding, which is up to a tenth of this.
const SURE: f64 = 1e-12;

/// Loads, with the velocities of the bodies.
pub(super) struct Smooth {
    rows: Vec<Row>,
    /// The least rate of each gap, without the drift, in metres per second.
    least: Vec<f64>,
    /// What a unit impulse at each changes the rate of its gap by, in 1/kg.
    mobilities: Vec<f64>,
    /// In kg; 0 of what does not move.
    masses: Vec<f64>,
    start: State,
    now: State,
    /// Before the last sweep.
    before: State,
    /// What the last sweep has changed, and the steps before it, the last one first.
    ways: [State; WAYS],
    /// How many times as great as at the start the rounding of the velocities may be.
    rounding: f64,
    /// The first row that is [looked at](holds_for_all).
    failing: usize,
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
        let none = State::none(loads.len(), movers.velocities.len());
        Self {
            rows: swept().map(row).collect(),
            least: swept().map(|load| load.least - load.drift).collect(),
            mobilities: swept()
                .map(|load| load.sides.map(|side| movers.inverse_masses[side as usize]).iter().sum())
                .collect(),
            masses: movers.inverse_masses.iter().map(mass).collect(),
            start: now.clone(),
            before: now.clone(),
            now,
            ways: [none.clone(), none.clone(), none],
            rounding: 1.0,
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
        let excess = if self.rows.len() <= FEW { EXCESS_OF_FEW } else { EXCESS };
        for sweep in 1..=sweeps {
            self.sweep();
            if self.is_solved(excess) {
                return true;
            }
            if sweep < sweeps {
                self.step();
            }
        }
        self.is_solved(EXCESS)
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

    /// `most`: by how much rates with an impulse may be too high, as a share of their slack.
    fn is_solved(&mut self, most: f64) -> bool {
        holds_for_all(self.rows.len(), &mut self.failing, |at| {
            let (row, impulse) = (&self.rows[at], self.now.impulses[at]);
            let excess = row.rate(&self.now.velocities) - self.least[at];
            excess >= -row.slack && (impulse == 0.0 || excess <= most * row.slack)
        })
    }

    /// Makes the step along the last sweep and the steps before at which the cost is lowest, but for impulses that would
    /// be less than 0. If they make it higher, it is not made.
    fn step(&mut self) {
        let costs = self.costs();
        let shares = costs.lowest();
        self.go(shares);
        if costs.rise(shares) + self.push_only() <= 0.0 {
            self.rounding *= (shares[1].abs() + shares[2].abs()).max(1.0);
            let [_, last, older] = &mut self.ways;
            older.become_change(&self.before, &self.now);
            std::mem::swap(last, older);
        } else {
            self.take_back();
        }
        if self.rounding > ROUGHEST {
            self.round_again();
        }
        self.before.copy(&self.now);
    }

    /// Goes back to the state after the last sweep, which is the last step then.
    fn take_back(&mut self) {
        self.now.copy(&self.before);
        self.go([1.0, 0.0, 0.0]);
        self.ways.swap(1, 2);
        self.ways.swap(0, 1);
    }

    /// Changes the impulses by shares of the last changes.
    fn go(&mut self, shares: [f64; WAYS]) {
        let [swept, last, older] = &self.ways;
        let along = swept.velocities.iter().zip(&last.velocities).zip(&older.velocities);
        for (velocity, ((swept, last), older)) in self.now.velocities.iter_mut().zip(along) {
            *velocity += *swept * shares[0] + *last * shares[1] + *older * shares[2];
        }
        let along = swept.impulses.iter().zip(&last.impulses).zip(&older.impulses);
        for (impulse, ((swept, last), older)) in self.now.impulses.iter_mut().zip(along) {
            *impulse += swept * shares[0] + last * shares[1] + older * shares[2];
        }
    }

    /// Ends all impulses that are less than 0. Returns by how much the cost rises.
    fn push_only(&mut self) -> f64 {
        let (mut rise, velocities) = (0.0, &mut self.now.velocities);
        let of_rows = self.least.iter().zip(&self.mobilities);
        for ((row, impulse), (least, mobility)) in self.rows.iter().zip(&mut self.now.impulses).zip(of_rows) {
            if *impulse < 0.0 {
                let change = -*impulse;
                rise += change * (row.rate(velocities) - least + 0.5 * change * mobility);
                row.push(change, velocities);
                *impulse = 0.0;
            }
        }
        rise
    }

    /// Finds the velocities from the impulses. (What they have that no impulse has given them is not mended by sweeps,
    /// and grows with steps that are longer than the last ones.)
    fn round_again(&mut self) {
        let [_, last, older] = &mut self.ways;
        for way in [last, older] {
            way.velocities.fill(f64x4::ZERO);
            for (row, impulse) in self.rows.iter().zip(&way.impulses) {
                row.push(*impulse, &mut way.velocities);
            }
        }
        self.now.velocities.clone_from(&self.start.velocities);
        let changes = self.now.impulses.iter().zip(&self.start.impulses);
        for (row, (now, start)) in self.rows.iter().zip(changes) {
            row.push(now - start, &mut self.now.velocities);
        }
        self.rounding = 1.0;
    }

    /// The costs of the last sweep and of the last steps. (The velocities are linear in the impulses: so the excesses of
    /// the rates, times the changes of the impulses, are found from the bodies alone.)
    fn costs(&mut self) -> Costs {
        let [swept, last, older] = &mut self.ways;
        swept.become_change(&self.before, &self.now);
        let mut products = [f64x4::ZERO; 6];
        let (mut slopes, mut square) = ([f64x4::ZERO; WAYS], f64x4::ZERO);
        let along = swept.velocities.iter().zip(&last.velocities).zip(&older.velocities);
        for ((mass, velocity), ((swept, last), older)) in self.masses.iter().zip(&self.now.velocities).zip(along) {
            let ways = [*swept, *last, *older];
            let momenta = ways.map(|way| way * *mass);
            square += *velocity * *velocity * *mass;
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
        let (mut asked, mut alone) = ([0.0; WAYS], [0.0; WAYS]);
        let along = swept.impulses.iter().zip(&last.impulses).zip(&older.impulses);
        for ((least, mobility), ((swept, last), older)) in self.least.iter().zip(&self.mobilities).zip(along) {
            for (way, change) in [*swept, *last, *older].into_iter().enumerate() {
                asked[way] += change * least;
                alone[way] += change * change * mobility;
            }
        }
        let [p, q, r, s, t, u] = products.map(sum);
        let mut slopes = [0, 1, 2].map(|way| sum(slopes[way]) - asked[way]);
        if slopes[0].abs() < SURE * sum(square) {
            slopes = self.slopes();
        }
        Costs {
            products: [[p, q, s], [q, r, t], [s, t, u]],
            alone,
            slopes,
        }
    }

    /// By how much the cost rises along each way at first, from the rates. As exact as these are.
    fn slopes(&self) -> [f64; WAYS] {
        let mut slopes = [0.0; WAYS];
        let [swept, last, older] = &self.ways;
        let along = swept.impulses.iter().zip(&last.impulses).zip(&older.impulses);
        for ((row, least), ((swept, last), older)) in self.rows.iter().zip(&self.least).zip(along) {
            let excess = row.rate(&self.now.velocities) - least;
            for (slope, change) in slopes.iter_mut().zip([swept, last, older]) {
                *slope += excess * change;
            }
        }
        slopes
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

#[cfg(test)]
mod tests;
