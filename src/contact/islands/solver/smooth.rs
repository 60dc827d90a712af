//! Loads without friction between bodies that impulses do not rotate, in as little memory as they need.

use super::accelerate::{Sweeps, Swept, holds_for_all};
use super::jumps::{Attempt, Jumps, State};
use super::order::in_parts;
use super::padded::{dot, padded, vector};
use super::{EXCESS, Load};
use crate::contact::islands::movers::Movers;
use wide::f64x4;

/// Loads, with the velocities of the bodies.
pub(super) struct Smooth {
    rows: Vec<Row>,
    /// What a unit impulse at each changes the rate of its gap by, in 1/kg.
    mobilities: Vec<f64>,
    impulses: Vec<f64>,
    /// The impulses after the last sweep.
    last: Vec<f64>,
    /// Those with which the sweep begins.
    ahead: Vec<f64>,
    velocities: Vec<f64x4>,
    last_velocities: Vec<f64x4>,
    /// The first row that is [looked at](holds_for_all).
    failing: usize,
    jumps: Option<Jumps>,
}

/// What is constant of a load.
struct Row {
    sides: [u32; 2],
    normal: f64x4,
    /// The least rate of the gap, without the drift, in metres per second.
    least: f64,
    slack: f64,
    mass: f64,
    /// What a unit impulse changes the velocities by, along the normal, in 1/kg.
    by: [f64; 2],
}

impl Smooth {
    /// `jumps`: whether [jumps](super::jumps) are tried.
    pub(super) fn new(loads: &[Load], movers: &Movers, jumps: bool) -> Self {
        let row = |load: &Load| {
            let by = load.sides.map(|mover| movers.inverse_masses[mover as usize]);
            Row {
                sides: load.sides,
                normal: padded(&load.normal),
                least: load.least - load.drift,
                slack: load.slack,
                mass: 1.0 / (by[0] + by[1]),
                by,
            }
        };
        let swept = || in_parts(loads.len()).map(|place| &loads[place]);
        let impulses: Vec<f64> = swept().map(|load| load.impulse).collect();
        let velocities: Vec<f64x4> = movers.velocities.iter().map(padded).collect();
        Self {
            rows: swept().map(row).collect(),
            mobilities: swept()
                .map(|load| load.sides.map(|side| movers.inverse_masses[side as usize]).iter().sum())
                .collect(),
            last: impulses.clone(),
            ahead: impulses.clone(),
            impulses,
            last_velocities: velocities.clone(),
            velocities,
            failing: 0,
            jumps: jumps.then(Jumps::default),
        }
    }

    /// Writes the impulses and velocities back.
    pub(super) fn store(self, loads: &mut [Load], movers: &mut Movers) {
        for (place, impulse) in in_parts(loads.len()).zip(self.impulses) {
            loads[place].impulse = impulse;
        }
        for (velocity, found) in movers.velocities.iter_mut().zip(self.velocities) {
            *velocity = vector(found);
        }
    }
}

impl Row {
    /// By how much the rate of the gap is too high, in metres per second.
    #[inline]
    fn excess(&self, velocities: &[f64x4]) -> f64 {
        let [first, second] = self.sides;
        dot(self.normal, velocities[second as usize] - velocities[first as usize]) - self.least
    }

    #[inline]
    fn push(&self, change: f64, velocities: &mut [f64x4]) {
        let [first, second] = self.sides;
        velocities[first as usize] -= self.normal * (change * self.by[0]);
        velocities[second as usize] += self.normal * (change * self.by[1]);
    }
}

impl Sweeps for Smooth {
    fn sweep(&mut self) -> Swept {
        for (row, impulse) in self.rows.iter().zip(&mut self.impulses) {
            let wanted = -row.excess(&self.velocities) * row.mass;
            let change = if wanted > -*impulse { wanted } else { -*impulse };
            if change != 0.0 {
                *impulse += change;
                row.push(change, &mut self.velocities);
            }
        }
        let mut swept = Swept {
            is_steady: true,
            ..Swept::default()
        };
        // (In a loop of its own: the one above is long, and what it waits for is hidden by the rows that follow.)
        let before = self.last.iter().zip(&self.ahead);
        for ((impulse, mobility), (last, ahead)) in self.impulses.iter().zip(&self.mobilities).zip(before) {
            let by = impulse - ahead;
            swept.turned -= by * (impulse - last) * mobility;
            swept.length += by * by * mobility;
        }
        swept
    }

    fn is_solved(&mut self) -> bool {
        holds_for_all(self.rows.len(), &mut self.failing, |at| {
            let (row, impulse) = (&self.rows[at], self.impulses[at]);
            let excess = row.excess(&self.velocities);
            excess >= -row.slack && (impulse == 0.0 || excess <= EXCESS * row.slack)
        })
    }

    fn take_back(&mut self) {
        self.velocities.clone_from(&self.last_velocities);
        self.impulses.clone_from(&self.last);
        self.ahead.clone_from(&self.last);
    }

    fn go_on(&mut self, share: f64) {
        if share > 0.0 {
            // The velocities are linear in the impulses, but for those that stop at 0.
            for (velocity, last) in self.velocities.iter_mut().zip(&mut self.last_velocities) {
                let now = *velocity;
                *velocity += (now - *last) * share;
                *last = now;
            }
            for ((row, impulse), last) in self.rows.iter().zip(&mut self.impulses).zip(&mut self.last) {
                let (now, on) = (*impulse, *impulse + (*impulse - *last) * share);
                *impulse = on.max(0.0);
                if on < 0.0 {
                    row.push(-on, &mut self.velocities);
                }
                *last = now;
            }
        } else {
            self.last_velocities.clone_from(&self.velocities);
            self.last.clone_from(&self.impulses);
        }
        self.ahead.clone_from(&self.impulses);
    }

    fn try_jump(&mut self) -> bool {
        let Some(mut jumps) = self.jumps.take() else { return false };
        let attempt = jumps.attempt(self.state());
        self.jumps = Some(jumps);
        match attempt {
            Attempt::GoOn => return false,
            Attempt::Begin => self.go_on(0.0),
            Attempt::Jump(from, share) => {
                (self.last, self.last_velocities) = (from.impulses, from.velocities);
                self.go_on(share);
            }
        }
        true
    }
}

impl Smooth {
    fn state(&self) -> State {
        let shortfall = |row: &Row| (-row.excess(&self.velocities) - row.slack).max(0.0);
        State {
            impulses: self.impulses.clone(),
            velocities: self.velocities.clone(),
            shortfalls: self.rows.iter().map(shortfall).collect(),
        }
    }
}
