//! Loads with friction, or between bodies that impulses rotate, in coordinates in which the kinetic energy
//! that they add is half the sum of the squares.

mod moments;
mod row;

use super::accelerate::{Sweeps, Swept, holds_for_all};
use super::order::in_parts;
use super::{EXCESS, Load};
use crate::contact::islands::movers::Movers;
use moments::MomentRow;
use nalgebra::{Matrix3, Vector3};
use row::{Change, NONE, Row};

/// Loads, with the changes of the motions of the bodies.
pub(super) struct Scaled {
    rows: Vec<Row>,
    turns: Vec<MomentRow>,
    now: Impulses,
    /// The impulses after the last sweep.
    last: Impulses,
    /// Those along and across the normals with which the sweep begins.
    ahead: Vec<Vector3<f64>>,
    changes: Vec<Change>,
    last_changes: Vec<Change>,
    /// Of each mover: the product with its transpose is the inverse inertia.
    roots: Vec<Matrix3<f64>>,
    /// The first row that is [looked at](holds_for_all).
    failing: usize,
}

#[derive(Clone)]
struct Impulses {
    /// Of each row: along its axes, in N s.
    forces: Vec<Vector3<f64>>,
    /// Of each row of moments, in N m s.
    moments: Vec<Vector3<f64>>,
}

impl Scaled {
    /// `give`: by how much least rates give way, as a share of what an impulse changes the rate by.
    pub(super) fn new(loads: &[Load], movers: &Movers, give: f64) -> Self {
        let roots: Vec<Matrix3<f64>> = movers.inverse_inertias.iter().map(|inverse| inverse.root()).collect();
        let mut scaled = Self {
            rows: Vec::with_capacity(loads.len()),
            turns: Vec::new(),
            now: Impulses {
                forces: Vec::with_capacity(loads.len()),
                moments: Vec::new(),
            },
            last: Impulses {
                forces: Vec::new(),
                moments: Vec::new(),
            },
            ahead: Vec::new(),
            changes: vec![Change::default(); movers.velocities.len()],
            last_changes: vec![Change::default(); movers.velocities.len()],
            roots,
            failing: 0,
        };
        for place in in_parts(loads.len()) {
            scaled.add(&loads[place], movers, give);
        }
        scaled.last = scaled.now.clone();
        scaled.ahead.clone_from(&scaled.now.forces);
        scaled
    }

    fn add(&mut self, load: &Load, movers: &Movers, give: f64) {
        let mut row = Row::new(load, movers, &self.roots, give);
        let mut forces = Vector3::new(load.impulse, 0.0, 0.0);
        if let Some(rough) = &load.rough {
            (forces.y, forces.z) = (row.axes[1].dot(&rough.friction), row.axes[2].dot(&rough.friction));
            if let Some(moments) = &rough.moments {
                row.moments = self.turns.len() as u32;
                let [first, second] = load.sides.map(|side| movers.angular_velocities[side as usize]);
                self.turns.push(MomentRow {
                    sides: load.sides,
                    normal: load.normal,
                    limits: moments.limits,
                    radius: moments.radius,
                    stopping: moments.stopping,
                    start: second - first + moments.drift,
                });
                self.now.moments.push(moments.moment);
            }
        }
        self.now.forces.push(forces);
        self.rows.push(row);
    }

    /// Lets the least rates give way to what impulses are more than now.
    pub(super) fn hold(&mut self) {
        for (row, forces) in self.rows.iter_mut().zip(&self.now.forces) {
            row.held = forces.x;
        }
        self.go_on(0.0);
    }

    /// By how much the rate of each gap is too high, if it does not give way, in metres per second.
    pub(super) fn excesses(&self) -> Vec<f64> {
        self.rows.iter().map(|row| row.excess(row.held, &self.changes)).collect()
    }

    /// Whether none of them has changed by more than a share of its slack.
    pub(super) fn are_steady(&self, last: &[f64], now: &[f64], share: f64) -> bool {
        let change = last.iter().zip(now).map(|(last, now)| (now - last).abs());
        self.rows.iter().zip(change).all(|(row, change)| change <= share * row.slack)
    }

    /// Writes the impulses and velocities back.
    pub(super) fn store(self, loads: &mut [Load], movers: &mut Movers) {
        for ((place, row), forces) in in_parts(loads.len()).zip(&self.rows).zip(&self.now.forces) {
            let load = &mut loads[place];
            load.impulse = forces.x;
            if let Some(rough) = &mut load.rough {
                rough.friction = row.axes[1] * forces.y + row.axes[2] * forces.z;
                if row.moments != NONE {
                    rough.set_moment(self.now.moments[row.moments as usize]);
                }
            }
        }
        for (mover, change) in self.changes.iter().enumerate() {
            movers.velocities[mover] += change.velocity * movers.inverse_masses[mover].sqrt();
            movers.angular_velocities[mover] += self.roots[mover] * change.spin;
        }
    }
}

impl Sweeps for Scaled {
    fn sweep(&mut self) -> Swept {
        let mut swept = Swept {
            is_steady: true,
            ..Swept::default()
        };
        let before = self.last.forces.iter().zip(&self.ahead);
        for ((row, forces), (last, ahead)) in self.rows.iter().zip(&mut self.now.forces).zip(before) {
            let mut change = row.improve(forces, &mut self.changes);
            if let Some(turns) = self.turns.get(row.moments as usize) {
                let moment = &mut self.now.moments[row.moments as usize];
                change = change.max(turns.improve(moment, forces.x, &self.roots, &mut self.changes) * row.mass);
            }
            swept.is_steady &= change <= row.steady * row.mass;
            let by = *forces - ahead;
            swept.turned -= by.dot(&(*forces - last)) * row.mobility;
            swept.length += by.norm_squared() * row.mobility;
        }
        swept
    }

    fn is_solved(&mut self) -> bool {
        holds_for_all(self.rows.len(), &mut self.failing, |at| {
            let (row, along) = (&self.rows[at], self.now.forces[at].x);
            let excess = row.excess(along, &self.changes);
            excess >= -row.slack && (along == 0.0 || excess <= EXCESS * row.slack)
        })
    }

    fn take_back(&mut self) {
        self.changes.clone_from(&self.last_changes);
        self.now.copy(&self.last);
        self.ahead.clone_from(&self.last.forces);
    }

    fn go_on(&mut self, share: f64) {
        if share > 0.0 {
            self.extrapolate(share);
        } else {
            self.last_changes.clone_from(&self.changes);
            self.last.copy(&self.now);
        }
        self.ahead.clone_from(&self.now.forces);
    }
}

impl Scaled {
    /// Changes all impulses by a share of their last change, within their limits. (The changes of the motions
    /// are linear in the impulses.)
    fn extrapolate(&mut self, share: f64) {
        for (change, last) in self.changes.iter_mut().zip(&mut self.last_changes) {
            let now = *change;
            change.velocity += (now.velocity - last.velocity) * share;
            change.spin += (now.spin - last.spin) * share;
            *last = now;
        }
        for ((row, forces), last) in self.rows.iter().zip(&mut self.now.forces).zip(&mut self.last.forces) {
            let (now, on) = (*forces, *forces + (*forces - *last) * share);
            *forces = row.limited(Vector3::new(on.x.max(0.0), on.y, on.z));
            if *forces != on {
                row.push(&(*forces - on), &mut self.changes);
            }
            *last = now;
            if let Some(turns) = self.turns.get(row.moments as usize) {
                let (moment, last) = (
                    &mut self.now.moments[row.moments as usize],
                    &mut self.last.moments[row.moments as usize],
                );
                let (now, on) = (*moment, *moment + (*moment - *last) * share);
                *moment = turns.limited(&on, forces.x);
                turns.turn(&(*moment - on), &self.roots, &mut self.changes);
                *last = now;
            }
        }
    }
}

impl Impulses {
    fn copy(&mut self, of: &Self) {
        self.forces.clone_from(&of.forces);
        self.moments.clone_from(&of.moments);
    }
}
