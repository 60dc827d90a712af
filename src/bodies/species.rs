//! Species of plain balls: the constants that many balls share. A million balls have few species,
//! so each is stored once; a compact ball stores only its motion besides.

use super::{BodyConstants, BodyContacts, BodyMotion, CompactBall, Identity, OwnConstants, State};
use crate::impact::{Collider, Extents};
use crate::lane::balls::Species;
use crate::motion::{Flight, MotionPiece};
use crate::response::Role;
use crate::scene::{BodyKind, Shape};
use hashbrown::HashMap;
use nalgebra::UnitQuaternion;
use std::sync::Arc;

/// The part of a [`State`] that all balls of a species share.
#[derive(Debug)]
pub(crate) struct BodySpecies {
    shape: Shape,
    collider: Arc<Collider>,
    extents: Extents,
    orientation: UnitQuaternion<f64>,
    role: Role,
    ball_species: Species,
    own: OwnConstants,
    /// The number of its balls.
    count: usize,
}

/// The key of a species: the address of the shape's data, the bits of the numbers, whether it is
/// fixed, and which constants are its own. (Groups and the like are those of any plain ball.)
type Key = (usize, [u64; 7], bool, OwnConstants);

impl BodySpecies {
    fn key(&self) -> Key {
        let rotation = self.orientation.coords.map(f64::to_bits);
        let Species {
            inverse_mass,
            restitution,
            friction,
            ..
        } = self.ball_species;
        let [mass, restitution, friction] = [inverse_mass, restitution, friction].map(f64::to_bits);
        let bits = [rotation.x, rotation.y, rotation.z, rotation.w, mass, restitution, friction];
        (self.shape.address(), bits, self.role.kind == BodyKind::Fixed, self.own)
    }

    fn of(state: &State) -> Self {
        Self {
            shape: state.constants().shape.clone(),
            collider: Arc::clone(&state.constants().collider),
            extents: *state.extents(),
            orientation: state.piece().orientation,
            role: state.constants().role,
            ball_species: state.ball_species(),
            own: state.constants().own,
            count: 0,
        }
    }

    /// The motion piece of a ball of this species with a given flight.
    pub(crate) fn piece(&self, flight: &Flight) -> MotionPiece {
        MotionPiece {
            orientation: self.orientation,
            ..flight.piece()
        }
    }

    /// The full state of a ball of this species.
    pub(crate) fn state(&self, serial: u32, name: Option<String>, tag: u128, compact: &CompactBall) -> State {
        let identity = Identity { serial, name, tag };
        let constants = BodyConstants {
            shape: self.shape.clone(),
            collider: Arc::clone(&self.collider),
            inverse_mass: self.ball_species.inverse_mass,
            inverse_inertia: 0.0,
            restitution: self.ball_species.restitution,
            friction: self.ball_species.friction,
            own: self.own,
            role: self.role,
        };
        // Nothing has been predicted from it: its revision is 0.
        let motion = BodyMotion::new(self.piece(&compact.flight), self.extents).with_lengths_gone(compact.lengths_gone);
        State::new(identity, constants, motion, BodyContacts::after(compact.past))
    }
}

/// All species, by number.
#[derive(Debug, Default)]
pub(crate) struct SpeciesTable {
    kept: Vec<Option<BodySpecies>>,
    free: Vec<u32>,
    numbers: HashMap<Key, u32>,
}

impl SpeciesTable {
    /// Adds a ball and returns the number of its species. The numbers depend on the order of the
    /// balls, but no result depends on them.
    pub(crate) fn add(&mut self, state: &State) -> u32 {
        let species = BodySpecies::of(state);
        let number = *self.numbers.entry(species.key()).or_insert_with(|| {
            let number = self.free.pop().unwrap_or(self.kept.len() as u32);
            if self.kept.len() <= number as usize {
                self.kept.push(None);
            }
            self.kept[number as usize] = Some(species);
            number
        });
        if let Some(species) = &mut self.kept[number as usize] {
            species.count += 1;
        }
        number
    }

    /// Removes a ball of a species, and the species with its last ball.
    pub(crate) fn release(&mut self, number: u32) {
        let kept = &mut self.kept[number as usize];
        let Some(species) = kept else { return };
        species.count -= 1;
        if species.count == 0 {
            self.numbers.remove(&species.key());
            self.free.push(number);
            *kept = None;
        }
    }
}

impl std::ops::Index<u32> for SpeciesTable {
    type Output = BodySpecies;

    fn index(&self, number: u32) -> &BodySpecies {
        self.kept[number as usize].as_ref().expect("a species in use is kept")
    }
}
