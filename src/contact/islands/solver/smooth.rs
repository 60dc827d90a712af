//! Loads without friction between bodies that impulses do not rotate, in as little memory as they need.

use super::accelerate::{Sweeps, Swept};
use super::order::in_parts;
use super::{EXCESS, Load};
use crate::contact::islands::movers::Movers;
use nalgebra::Vector3;

/// Loads, with the velocities of the bodies.
pub(super) struct Smooth {
    rows: Vec<Row>,
    impulses: Vec<f64>,
    /// The impulses after the last sweep.
    last: Vec<f64>,
    /// Those with which the sweep begins.
    ahead: Vec<f64>,
    velocities: Vec<Vector3<f64>>,
    last_velocities: Vec<Vector3<f64>>,
}

/// What is constant of a load.
struct Row {
    sides: [u32; 2],
    normal: Vector3<f64>,
    /// The least rate of the gap, without the drift, in metres per second.
    least: f64,
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
                normal: load.normal,
                least: load.least - load.drift,
                slack: load.slack,
                mass: 1.0 / (by[0] + by[1]),
                by,
            }
        };
        let swept = || in_parts(loads.len()).map(|place| &loads[place]);
        let impulses: Vec<f64> = swept().map(|load| load.impulse).collect();
        Self {
            rows: swept().map(row).collect(),
            last: impulses.clone(),
            ahead: impulses.clone(),
            impulses,
            velocities: movers.velocities.clone(),
            last_velocities: movers.velocities.clone(),
        }
    }

    /// Writes the impulses and velocities back.
    pub(super) fn store(self, loads: &mut [Load], movers: &mut Movers) {
        for (place, impulse) in in_parts(loads.len()).zip(self.impulses) {
            loads[place].impulse = impulse;
        }
        movers.velocities = self.velocities;
    }
}

impl Row {
    /// By how much the rate of the gap is too high, in metres per second.
    #[inline]
    fn excess(&self, velocities: &[Vector3<f64>]) -> f64 {
        let [first, second] = self.sides;
        self.normal.dot(&(velocities[second as usize] - velocities[first as usize])) - self.least
    }

    #[inline]
    fn push(&self, change: f64, velocities: &mut [Vector3<f64>]) {
        let [first, second] = self.sides;
        velocities[first as usize] -= self.normal * (change * self.by[0]);
        velocities[second as usize] += self.normal * (change * self.by[1]);
    }
}

impl Sweeps for Smooth {
    fn sweep(&mut self) -> Swept {
        let mut swept = Swept {
            is_steady: true,
            ..Swept::default()
        };
        let before = self.last.iter().zip(&self.ahead);
        for ((row, impulse), (last, ahead)) in self.rows.iter().zip(&mut self.impulses).zip(before) {
            let change = (-row.excess(&self.velocities) * row.mass).max(-*impulse);
            if change != 0.0 {
                *impulse += change;
                row.push(change, &mut self.velocities);
            }
            let (by, mobility) = (*impulse - ahead, row.by[0] + row.by[1]);
            swept.turned -= by * (*impulse - last) * mobility;
            swept.length += by * by * mobility;
        }
        swept
    }

    fn is_solved(&self) -> bool {
        self.rows.iter().zip(&self.impulses).all(|(row, impulse)| {
            let excess = row.excess(&self.velocities);
            excess >= -row.slack && (*impulse == 0.0 || excess <= EXCESS * row.slack)
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
}
