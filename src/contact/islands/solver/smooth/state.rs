//! The state of what is solved, between sweeps.

use wide::f64x4;

/// Impulses, and the velocities that they lead to; or changes of both.
#[derive(Clone)]
pub(super) struct State {
    pub(super) impulses: Vec<f64>,
    pub(super) velocities: Vec<f64x4>,
}

impl State {
    /// Of so many loads and movers, all 0.
    pub(super) fn none(loads: usize, movers: usize) -> Self {
        Self {
            impulses: vec![0.0; loads],
            velocities: vec![f64x4::ZERO; movers],
        }
    }

    /// Becomes the change from one state to the next.
    pub(super) fn become_change(&mut self, from: &Self, to: &Self) {
        for (change, (from, to)) in self.impulses.iter_mut().zip(from.impulses.iter().zip(&to.impulses)) {
            *change = to - from;
        }
        for (change, (from, to)) in self.velocities.iter_mut().zip(from.velocities.iter().zip(&to.velocities)) {
            *change = *to - *from;
        }
    }

    /// Becomes equal to another, in the memory that it has.
    pub(super) fn copy(&mut self, of: &Self) {
        self.impulses.clone_from(&of.impulses);
        self.velocities.clone_from(&of.velocities);
    }
}
