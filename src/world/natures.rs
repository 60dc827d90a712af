//! What plain balls have in common with others of their kind. In a gas of a million balls there are few kinds, so that is
//! kept once for each kind, and of each ball only what the gas holds.

use super::bodies::{Folded, Own, State};
use crate::impact::{Collider, Extents};
use crate::lane::balls::Species;
use crate::motion::{Flight, MotionPiece};
use crate::response::Role;
use crate::scene::{BodyKind, Shape};
use hashbrown::HashMap;
use nalgebra::{UnitQuaternion, Vector3};
use std::sync::Arc;

/// All of a [`State`] that is the same for balls of one kind.
#[derive(Debug)]
pub(super) struct Nature {
    shape: Shape,
    collider: Arc<Collider>,
    extents: Extents,
    orientation: UnitQuaternion<f64>,
    role: Role,
    matter: Species,
    own: Own,
    /// How many balls there are of it.
    count: usize,
}

/// What tells natures apart: the address of the shape's data, the bits of the numbers, whether it is fixed, and which numbers are
/// its own. (Groups and
/// the like are those of any plain ball.)
type Key = (usize, [u64; 7], bool, Own);

impl Nature {
    fn key(&self) -> Key {
        let turn = self.orientation.coords.map(f64::to_bits);
        let Species {
            inverse_mass,
            restitution,
            friction,
            ..
        } = self.matter;
        let [mass, restitution, friction] = [inverse_mass, restitution, friction].map(f64::to_bits);
        let bits = [turn.x, turn.y, turn.z, turn.w, mass, restitution, friction];
        (self.shape.address(), bits, self.role.kind == BodyKind::Fixed, self.own)
    }

    fn of(state: &State) -> Self {
        Self {
            shape: state.shape.clone(),
            collider: Arc::clone(&state.collider),
            extents: state.extents,
            orientation: state.piece.orientation,
            role: state.role,
            matter: state.matter(),
            own: state.own,
            count: 0,
        }
    }

    /// The piece of one of them that moves like this.
    pub(super) fn piece(&self, flight: &Flight) -> MotionPiece {
        MotionPiece {
            orientation: self.orientation,
            ..flight.piece()
        }
    }

    /// One of them, complete.
    pub(super) fn state(&self, serial: u32, name: Option<String>, tag: u128, folded: &Folded) -> State {
        State {
            serial,
            name,
            tag,
            shape: self.shape.clone(),
            collider: Arc::clone(&self.collider),
            piece: self.piece(&folded.flight),
            turns: [0; 3],
            turns_before: folded.lengths_gone,
            // Nothing has been predicted from it.
            stamp: 0,
            round: 0,
            extents: self.extents,
            inverse_mass: self.matter.inverse_mass,
            inverse_inertia: 0.0,
            restitution: self.matter.restitution,
            friction: self.matter.friction,
            own: self.own,
            role: self.role,
            lease: None,
            free_acceleration: Vector3::zeros(),
            own_acceleration: Vector3::zeros(),
            pairs: Vec::new(),
            others: Vec::new(),
            wall_rests: 0,
            wall_links: 0,
            past: folded.past,
            lasting: Vec::new(),
        }
    }
}

/// All natures, by numbers.
#[derive(Debug, Default)]
pub(super) struct Natures {
    kept: Vec<Option<Nature>>,
    free: Vec<u32>,
    numbers: HashMap<Key, u32>,
}

impl Natures {
    /// The number of the nature of one more ball. The order in which balls come decides it, but nothing depends on it.
    pub(super) fn enter(&mut self, state: &State) -> u32 {
        let nature = Nature::of(state);
        let number = *self.numbers.entry(nature.key()).or_insert_with(|| {
            let number = self.free.pop().unwrap_or(self.kept.len() as u32);
            if self.kept.len() <= number as usize {
                self.kept.push(None);
            }
            self.kept[number as usize] = Some(nature);
            number
        });
        if let Some(nature) = &mut self.kept[number as usize] {
            nature.count += 1;
        }
        number
    }

    /// A ball of this nature is none any more.
    pub(super) fn leave(&mut self, number: u32) {
        let kept = &mut self.kept[number as usize];
        let Some(nature) = kept else { return };
        nature.count -= 1;
        if nature.count == 0 {
            self.numbers.remove(&nature.key());
            self.free.push(number);
            *kept = None;
        }
    }
}

impl std::ops::Index<u32> for Natures {
    type Output = Nature;

    fn index(&self, number: u32) -> &Nature {
        self.kept[number as usize].as_ref().expect("a nature in use is kept")
    }
}
