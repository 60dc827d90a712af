//! One load in scaled coordinates.

use super::Load;
use crate::contact::islands::movers::Movers;
use nalgebra::{Matrix3, Vector3};

/// No moments.
pub(super) const NONE: u32 = u32::MAX;

/// How the motion of a body has changed since the beginning.
#[derive(Clone, Copy, Default)]
pub(super) struct Change {
    /// The change of the velocity, times the root of the mass.
    pub(super) velocity: Vector3<f64>,
    /// The root of the inverse inertia times this is the change of the angular velocity.
    pub(super) spin: Vector3<f64>,
}

/// What is constant of a load.
pub(super) struct Row {
    pub(super) sides: [u32; 2],
    /// The normal, and two unit vectors across it.
    pub(super) axes: [Vector3<f64>; 3],
    /// Roots of the inverse masses.
    pub(super) roots: [f64; 2],
    /// What a unit impulse along each axis adds to the scaled spin of each side.
    pub(super) turns: [[Vector3<f64>; 3]; 2],
    /// The relative velocity along the axes at the beginning: along the normal, by how much it is too high.
    pub(super) start: Vector3<f64>,
    pub(super) slack: f64,
    pub(super) steady: f64,
    /// 1 / the change of the rate of the gap, less what it gives way by, by a unit impulse, in kg.
    pub(super) mass: f64,
    /// By how much the least rate of the gap gives way to a unit impulse more than `held`, in 1/kg.
    pub(super) give: f64,
    pub(super) held: f64,
    pub(super) mobility: f64,
    pub(super) coefficient: f64,
    /// What a unit impulse along the normal adds to the sliding.
    pub(super) coupling: [f64; 2],
    /// The impulse across the normal against a unit velocity that stops it, if it adds most velocity in
    /// that direction. (The same for all directions: then friction that is at its limit is against the
    /// sliding.)
    pub(super) stopping: f64,
    /// The number of its row of moments.
    pub(super) moments: u32,
}

impl Row {
    /// `give`: as a share of what the rate changes by.
    pub(super) fn new(load: &Load, movers: &Movers, roots: &[Matrix3<f64>], give: f64) -> Self {
        let [first, second] = load.sides.map(|side| side as usize);
        let across = load.normal.cross(&any_across(&load.normal)).normalize();
        let axes = [load.normal, across, load.normal.cross(&across)];
        let (arms, drift, coefficient) = match &load.rough {
            Some(rough) => (rough.arms, rough.drift + rough.ahead, rough.coefficient),
            None => ([Vector3::zeros(); 2], Vector3::zeros(), 0.0),
        };
        let turn = |side: usize, sign: f64| {
            let root = &roots[[first, second][side]];
            axes.map(|axis| root.tr_mul(&arms[side].cross(&axis)) * sign)
        };
        let turns = [turn(0, -1.0), turn(1, 1.0)];
        let velocity = load.relative_velocity(movers);
        let masses = movers.inverse_masses[first] + movers.inverse_masses[second];
        let response = |a: usize, b: usize| {
            let by_mass = if a == b { masses } else { 0.0 };
            by_mass + turns[0][a].dot(&turns[0][b]) + turns[1][a].dot(&turns[1][b])
        };
        let (mean, half) = (
            0.5 * (response(1, 1) + response(2, 2)),
            0.5 * (response(1, 1) - response(2, 2)),
        );
        let mobility = response(0, 0);
        Self {
            sides: load.sides,
            axes,
            roots: [first, second].map(|mover| movers.inverse_masses[mover].sqrt()),
            turns,
            start: Vector3::new(
                axes[0].dot(&velocity) + load.drift - load.least,
                axes[1].dot(&(velocity + drift)),
                axes[2].dot(&(velocity + drift)),
            ),
            slack: load.slack,
            steady: load.steady,
            mass: 1.0 / (mobility * (1.0 + give)),
            give: mobility * give,
            held: 0.0,
            mobility,
            coefficient,
            coupling: [response(1, 0), response(2, 0)],
            stopping: 1.0 / (mean + (half * half + response(1, 2) * response(1, 2)).sqrt()),
            moments: NONE,
        }
    }

    /// How the motions of the two sides have changed.
    // (Written out here and below: it runs for each load in each sweep, and a map over an array is a call.)
    #[inline]
    fn ends<'a>(&self, changes: &'a [Change]) -> [&'a Change; 2] {
        [&changes[self.sides[0] as usize], &changes[self.sides[1] as usize]]
    }

    /// The relative velocity along an axis, without what it was at the beginning.
    #[inline]
    fn along(&self, axis: usize, apart: &Vector3<f64>, first: &Change, second: &Change) -> f64 {
        self.axes[axis].dot(apart) + self.turns[0][axis].dot(&first.spin) + self.turns[1][axis].dot(&second.spin)
    }

    /// The change of the velocity of the second side relative to the first since the beginning.
    #[inline]
    fn apart(&self, first: &Change, second: &Change) -> Vector3<f64> {
        second.velocity * self.roots[1] - first.velocity * self.roots[0]
    }

    /// By how much the rate of the gap is too high at an impulse, in metres per second.
    #[inline]
    pub(super) fn excess(&self, impulse: f64, changes: &[Change]) -> f64 {
        let [first, second] = self.ends(changes);
        self.start.x + self.along(0, &self.apart(first, second), first, second) + self.give * (impulse - self.held)
    }

    /// Applies an impulse to the second side, and the opposite to the first.
    #[inline]
    pub(super) fn push(&self, by: &Vector3<f64>, changes: &mut [Change]) {
        let impulse = self.axes[0] * by.x + self.axes[1] * by.y + self.axes[2] * by.z;
        for (side, sign) in [(0, -1.0), (1, 1.0)] {
            let change = &mut changes[self.sides[side] as usize];
            change.velocity += impulse * (sign * self.roots[side]);
            change.spin += self.turns[side][0] * by.x + self.turns[side][1] * by.y + self.turns[side][2] * by.z;
        }
    }

    /// The same of an impulse along the normal.
    #[inline]
    fn push_along(&self, by: f64, changes: &mut [Change]) {
        for (side, sign) in [(0, -1.0), (1, 1.0)] {
            let change = &mut changes[self.sides[side] as usize];
            change.velocity += self.axes[0] * (by * sign * self.roots[side]);
            change.spin += self.turns[side][0] * by;
        }
    }

    /// Improves its impulses. Returns by how much the friction changes, in N s.
    #[inline]
    pub(super) fn improve(&self, forces: &mut Vector3<f64>, changes: &mut [Change]) -> f64 {
        let [first, second] = self.ends(changes);
        let apart = self.apart(first, second);
        let excess = self.start.x + self.along(0, &apart, first, second) + self.give * (forces.x - self.held);
        let by = (-excess * self.mass).max(-forces.x);
        if self.coefficient == 0.0 || (forces.x + by == 0.0 && forces.y == 0.0 && forces.z == 0.0) {
            if by != 0.0 {
                forces.x += by;
                self.push_along(by, changes);
            }
            return 0.0;
        }
        let sliding = |axis: usize| {
            let before = self.start[axis] + self.along(axis, &apart, first, second);
            before + self.coupling[axis - 1] * by
        };
        let next = self.limited(Vector3::new(
            forces.x + by,
            forces.y - sliding(1) * self.stopping,
            forces.z - sliding(2) * self.stopping,
        ));
        let change = next - *forces;
        *forces = next;
        self.push(&change, changes);
        (change.y * change.y + change.z * change.z).sqrt()
    }

    /// Forces with as much friction as the one along the normal allows.
    #[inline]
    pub(super) fn limited(&self, mut forces: Vector3<f64>) -> Vector3<f64> {
        let (limit, square) = (self.coefficient * forces.x, forces.y * forces.y + forces.z * forces.z);
        if square > limit * limit {
            let share = limit / square.sqrt();
            (forces.y, forces.z) = (forces.y * share, forces.z * share);
        }
        forces
    }
}

/// A unit vector that is not along another one.
fn any_across(normal: &Vector3<f64>) -> Vector3<f64> {
    let mut axis = Vector3::zeros();
    axis[normal.iamin()] = 1.0;
    axis
}
