//! The impulses at the touches of an island.
//!
//! Along each normal: an impulse >= 0, after which the gap changes at no less than a given rate. It is
//! 0 where the gap opens faster. Across the normal: friction that stops the sliding, up to the Coulomb
//! limit, and moments that stop rolling and spinning, up to theirs. Projected Gauss-Seidel sweeps, accelerated.

mod accelerate;
mod direct;
mod lowest;
mod order;
mod padded;
mod scaled;
mod smooth;

use super::movers::Movers;
use super::rough::Rough;
use accelerate::{accelerate, holds_for_all};
use nalgebra::Vector3;
use scaled::Scaled;
use smooth::Smooth;

/// A rate that is too high by this many times the slack counts as solved: it closes no gap.
const EXCESS: f64 = 8.0;

/// By how much least rates give way in a proximal step, as a share of what an impulse changes the rate by.
const GIVE: f64 = 0.05;

/// The most proximal steps of a compromise, and before one that is [settled](direct).
const STEPS: usize = 200;
const FEW_STEPS: usize = 10;

/// A step that changes no rate by more than this share of its slack is the last.
const STEADY: f64 = 0.1;

/// The most sweeps in each of them.
const SWEEPS_PER_STEP: usize = 20;

/// One normal of a touch while impulses are computed.
#[derive(Clone, Debug)]
pub(super) struct Load {
    /// The two sides, by the numbers of their movers.
    pub(super) sides: [u32; 2],
    /// Unit normal from the first to the second.
    pub(super) normal: Vector3<f64>,
    /// The rate of the gap by the motion of what impulses do not move, in metres per second.
    pub(super) drift: f64,
    /// The least rate of the gap, in metres per second.
    pub(super) least: f64,
    /// How far below it the rate may stay.
    pub(super) slack: f64,
    /// How much friction and moments may change the sliding in the last sweep, in metres per second.
    pub(super) steady: f64,
    /// Impulse along the normal, in N s, at least 0.
    pub(super) impulse: f64,
    /// Of sides that impulses make rotate, or with friction.
    pub(super) rough: Option<Box<Rough>>,
}

impl Load {
    /// A load between two sides that impulses do not rotate, without friction and without an impulse.
    pub(super) fn smooth(sides: [u32; 2], normal: Vector3<f64>) -> Self {
        Self {
            sides,
            normal,
            drift: 0.0,
            least: 0.0,
            slack: 0.0,
            steady: 0.0,
            impulse: 0.0,
            rough: None,
        }
    }

    /// The same with friction, and with sides that rotate.
    pub(super) fn with(mut self, rough: Rough) -> Self {
        self.rough = Some(Box::new(rough));
        self
    }

    /// Whether one of the sides is fixed and moves.
    pub(super) fn is_driven(&self) -> bool {
        self.drift != 0.0 || self.rough.as_ref().is_some_and(|rough| rough.is_driven())
    }

    /// The velocity of the second at the point relative to the first, without the drift.
    fn relative_velocity(&self, movers: &Movers) -> Vector3<f64> {
        let [first, second] = self.sides;
        match &self.rough {
            None => movers.velocities[second as usize] - movers.velocities[first as usize],
            Some(rough) => rough.relative_velocity(self.sides, movers),
        }
    }

    /// The rate of the gap, in metres per second.
    pub(super) fn rate(&self, movers: &Movers) -> f64 {
        self.normal.dot(&self.relative_velocity(movers)) + self.drift
    }

    /// Applies the impulses that it begins with.
    pub(super) fn start(&self, movers: &mut Movers) {
        let friction = self.rough.as_ref().map_or(Vector3::zeros(), |rough| rough.friction);
        let impulse = self.normal * self.impulse + friction;
        for (side, sign) in self.sides.into_iter().zip([-1.0, 1.0]) {
            movers.velocities[side as usize] += impulse * (sign * movers.inverse_masses[side as usize]);
        }
        if let Some(rough) = &self.rough {
            rough.start(self.sides, &impulse, movers);
        }
    }

    /// Applies an impulse along the normal, in N s.
    pub(super) fn push(&self, impulse: f64, movers: &mut Movers) {
        let impulse = self.normal * impulse;
        for (side, sign) in self.sides.into_iter().zip([-1.0, 1.0]) {
            movers.velocities[side as usize] += impulse * (sign * movers.inverse_masses[side as usize]);
        }
        if let Some(rough) = &self.rough {
            rough.push(self.sides, &impulse, movers);
        }
    }

    /// What a unit impulse along the normal changes the rate of the gap by, in 1/kg.
    pub(super) fn inverse_mass(&self, movers: &Movers) -> f64 {
        let by_rotation = self
            .rough
            .as_ref()
            .map_or(0.0, |rough| rough.inverse_mass(self.sides, &self.normal, movers));
        let masses = self.sides.into_iter().map(|side| movers.inverse_masses[side as usize]);
        masses.sum::<f64>() + by_rotation
    }

    /// Takes a share of the impulses that it would begin with.
    pub(super) fn scale(&mut self, share: f64) {
        self.impulse *= share;
        if let Some(rough) = &mut self.rough {
            rough.friction *= share;
            rough.set_moment(rough.moment() * share);
        }
    }

    /// Drops the impulses that it would begin with.
    pub(super) fn forget(&mut self) {
        self.impulse = 0.0;
        if let Some(rough) = &mut self.rough {
            rough.friction = Vector3::zeros();
            rough.set_moment(Vector3::zeros());
        }
    }
}

/// Improves the impulses of all loads until all rates are as they should be within their slack, in at
/// most so many sweeps. The loads must have been [started](Load::start). Returns whether it converged.
pub(super) fn solve(loads: &mut [Load], movers: &mut Movers, sweeps: usize) -> bool {
    if are_smooth(loads) {
        let mut smooth = Smooth::new(loads, movers);
        let solved = smooth.solve(sweeps);
        smooth.store(loads, movers);
        return solved;
    }
    let mut scaled = Scaled::new(loads, movers, 0.0);
    let solved = accelerate(&mut scaled, sweeps);
    scaled.store(loads, movers);
    solved
}

/// Whether loads have no friction, and their sides do not rotate.
fn are_smooth(loads: &[Load]) -> bool {
    loads.iter().all(|load| load.rough.is_none())
}

/// Whether loads are so few that a [compromise] settles them by elimination.
pub(super) fn are_few(loads: &[Load]) -> bool {
    loads.len() <= direct::FEW
}

/// The same where not all rates can be as they should be: all that conflict stay below by about as much.
///
/// Proximal steps: in each the rates give way to impulses that are higher than after the step before, so that
/// the impulses against each other grow alike, and others still converge (Rockafellar, "Monotone operators and the
/// proximal point algorithm", 1976). Those along the normals of few loads are then [settled](direct).
pub(super) fn compromise(loads: &mut [Load], movers: &mut Movers) {
    let mut scaled = Scaled::new(loads, movers, GIVE);
    let mut excesses = scaled.excesses();
    let is_settled = are_few(loads);
    for _ in 0..if is_settled { FEW_STEPS } else { STEPS } {
        scaled.hold();
        accelerate(&mut scaled, SWEEPS_PER_STEP);
        let last = std::mem::replace(&mut excesses, scaled.excesses());
        if scaled.are_steady(&last, &excesses, STEADY) {
            break;
        }
    }
    scaled.store(loads, movers);
    if is_settled {
        direct::settle(loads, movers);
    }
}

#[cfg(test)]
mod tests;
