//! Changes of motion: where a new piece begins, is counted and is wrapped into the domain.

use super::Bodies;
use crate::clock::Clock;
use crate::domain::{Domain, offset_of_shift};
use crate::ledger::Ledger;
use nalgebra::Vector3;

/// The bodies, and what a change of their motion reads and counts. A body with a new piece is
/// [marked](Bodies::moved): its pairs are predicted again before the next event.
pub(crate) struct Motions<'a> {
    pub(crate) bodies: &'a mut Bodies,
    pub(crate) clock: &'a Clock,
    pub(crate) ledger: &'a mut Ledger,
    pub(crate) domain: &'a Domain,
}

impl Motions<'_> {
    /// Begins a new piece now, with this velocity, in metres per second. The rests of the body are
    /// found again when its motion is solved.
    pub(crate) fn begin_piece(&mut self, index: u32, velocity: Vector3<f64>) {
        self.mark(index);
        let state = &self.bodies[index];
        if state.is_dynamic() {
            self.ledger.change_velocity(
                self.clock.now(),
                1.0 / state.constants().inverse_mass,
                &state.piece().velocity,
                &velocity,
            );
        }
        self.bodies.motion_mut(index).set_velocity(velocity);
    }

    /// Begins a new piece of the same motion. Fixed bodies need none: no event changes their
    /// motion.
    pub(crate) fn restart(&mut self, index: u32) {
        if self.bodies[index].is_dynamic() {
            self.mark(index);
        }
    }

    /// Begins a new piece of the same motion, of a fixed body as well.
    pub(crate) fn mark(&mut self, index: u32) {
        if !self.bodies.has_moved(index) {
            self.restart_piece(index);
        }
    }

    /// Begins new pieces for many bodies, where none is marked before.
    pub(crate) fn mark_all(&mut self, indices: &[u32]) {
        debug_assert!(self.bodies.moved().is_empty(), "no motion is pending between two calls");
        for index in indices {
            self.restart_piece(*index);
        }
    }

    fn restart_piece(&mut self, index: u32) {
        self.bodies.keep_former(index);
        self.bodies.begin_piece(index, self.clock.now(), self.clock.instant().round());
        self.bodies.note_moved(index);
        let counters = self.ledger.counters_mut();
        counters.motion_changes += 1;
        counters.coarse += u64::from(self.bodies[index].is_coarse());
        let place = self.bodies[index].piece().position;
        self.wrap_from(index, &place);
    }

    /// Wraps the piece of a body into a periodic domain. After a jump the image offset takes it to
    /// the image nearest to its position `before`.
    pub(crate) fn wrap_from(&mut self, index: u32, before: &Vector3<f64>) {
        let Some(sides) = self.bodies.sides().copied() else { return };
        let inside = self.domain.image(&self.bodies[index].piece().position);
        let lengths = offset_of_shift(&(before - inside), &sides);
        self.bodies.motion_mut(index).wrap(inside, &lengths);
    }
}
