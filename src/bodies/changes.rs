//! Changes of one body, each by its name.

use super::{Adjacency, Bodies, BodyConstants, BodyContacts, BodyMotion, State, Stored};
use crate::motion::MotionPiece;
use nalgebra::Vector3;

/// Changes of one body at an occupied place, with its full state here.
impl Bodies {
    #[inline]
    fn state_mut(&mut self, index: u32) -> &mut State {
        match &mut self.places[index as usize].stored {
            Stored::Full(state) | Stored::Near { state, .. } => state,
            _ => panic!("a place in use is occupied, and its state is stored"),
        }
    }

    /// Its motion.
    #[inline]
    pub(crate) fn motion_mut(&mut self, index: u32) -> &mut BodyMotion {
        self.state_mut(index).motion_mut()
    }

    /// Its contacts that last.
    #[inline]
    pub(crate) fn contacts_mut(&mut self, index: u32) -> &mut BodyContacts {
        self.state_mut(index).contacts_mut()
    }

    /// Its pairs.
    #[inline]
    pub(crate) fn adjacency_mut(&mut self, index: u32) -> &mut Adjacency {
        self.state_mut(index).adjacency_mut()
    }

    /// No body has pairs any more. All bodies have their full state here.
    pub(crate) fn forget_pairs(&mut self) {
        for at in 0..self.in_order.len() {
            *self.adjacency_mut(self.in_order[at]) = Adjacency::default();
        }
    }

    /// See [`State::begin_piece`].
    pub(crate) fn begin_piece(&mut self, index: u32, t: f64, round: u32) {
        self.state_mut(index).begin_piece(t, round);
    }

    /// See [`State::set_spin`].
    pub(crate) fn set_spin(&mut self, index: u32, angular_velocity: Vector3<f64>) {
        self.state_mut(index).set_spin(angular_velocity);
    }

    /// See [`State::place`].
    pub(crate) fn place(&mut self, index: u32, piece: MotionPiece) {
        self.state_mut(index).place(piece);
    }

    /// See [`State::fit_extents`].
    pub(crate) fn fit_extents(&mut self, index: u32) {
        self.state_mut(index).fit_extents();
    }

    /// See [`State::exchange_constants`].
    pub(crate) fn exchange_constants(&mut self, index: u32, constants: &mut BodyConstants) {
        self.state_mut(index).exchange_constants(constants);
    }

    /// See [`State::set_default_restitution`].
    pub(crate) fn set_default_restitution(&mut self, index: u32, restitution: f64) {
        self.state_mut(index).set_default_restitution(restitution);
    }

    /// See [`State::set_default_friction`].
    pub(crate) fn set_default_friction(&mut self, index: u32, friction: f64) {
        self.state_mut(index).set_default_friction(friction);
    }

    /// See [`State::set_default_rolling_friction`].
    pub(crate) fn set_default_rolling_friction(&mut self, index: u32, friction: f64) {
        self.state_mut(index).set_default_rolling_friction(friction);
    }

    /// See [`State::set_default_spinning_friction`].
    pub(crate) fn set_default_spinning_friction(&mut self, index: u32, friction: f64) {
        self.state_mut(index).set_default_spinning_friction(friction);
    }
}
