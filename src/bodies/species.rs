//! Species of plain balls: the constants that many balls share. A million balls have few species,
//! so each is stored once; a compact ball stores only its motion besides.

use super::{BodyConstants, BodyContacts, BodyMotion, CompactBall, Identity, OwnConstants, State};
use crate::impact::{Collider, Extents};
use crate::lane::balls::Species;
use crate::motion::{MotionPiece, OwnMotion};
use crate::response::Role;
use crate::scene::{GivenInertia, Shape};
use hashbrown::HashMap;
use nalgebra::{UnitQuaternion, Vector3};
use std::sync::Arc;

/// The part of a [`State`] that all balls of a species share.
#[derive(Debug)]
pub(crate) struct BodySpecies {
    shape: Shape,
    collider: Arc<Collider>,
    extents: Extents,
    /// Of all balls, if the species does not turn.
    orientation: UnitQuaternion<f64>,
    role: Role,
    /// Of a ball that is spherical about its origin: no more than a number.
    given: GivenInertia,
    ball_species: Species,
    own: OwnConstants,
    own_acceleration: Vector3<f64>,
    /// The number of its balls.
    count: usize,
}

/// The key of a species: the address of the shape's data, the bits of the numbers, whether it turns
/// and swells, its role, and which constants are its own.
type Key = (usize, [u64; 17], [bool; 3], Role, OwnConstants);

impl BodySpecies {
    fn key(&self) -> Key {
        let Species {
            inverse_mass,
            inverse_inertia,
            restitution,
            friction,
            rolling_friction,
            spinning_friction,
            acceleration,
            turns,
            growth_rate,
            swells,
            ..
        } = self.ball_species;
        let mut bits = [0; 17];
        let frictions = [friction, rolling_friction, spinning_friction];
        let scalars = [inverse_mass, inverse_inertia, restitution, growth_rate];
        let vectors = acceleration.iter().chain(&self.own_acceleration);
        let numbers = scalars
            .iter()
            .chain(&frictions)
            .chain(vectors)
            .chain(self.orientation.coords.iter());
        bits.iter_mut()
            .zip(numbers)
            .for_each(|(bits, number)| *bits = number.to_bits());
        // A given inertia of a plain ball is a number, and one of those above.
        let is_given = self.given != GivenInertia::default();
        (self.shape.address(), bits, [turns, swells, is_given], self.role, self.own)
    }

    fn of(state: &State) -> Self {
        let ball_species = state.ball_species();
        Self {
            shape: state.constants().shape.clone(),
            collider: Arc::clone(&state.constants().collider),
            extents: *state.extents(),
            orientation: match ball_species.turns {
                true => UnitQuaternion::identity(),
                false => state.piece().orientation,
            },
            role: state.constants().role,
            given: state.constants().given,
            ball_species,
            own: state.constants().own,
            own_acceleration: *state.own_acceleration(),
            count: 0,
        }
    }

    /// The motion piece of a ball of this species with a motion of its own.
    pub(crate) fn piece(&self, own: &OwnMotion) -> MotionPiece {
        let Species {
            acceleration,
            turns,
            growth_rate,
            swells,
            ..
        } = self.ball_species;
        let (orientation, angular_velocity) = match turns {
            true => (own.spin.orientation, own.spin.angular_velocity),
            false => (self.orientation, Vector3::zeros()),
        };
        MotionPiece {
            orientation,
            angular_velocity,
            swell: if swells { own.swell } else { 0.0 },
            growth: growth_rate,
            ..own.flight.under(acceleration).piece()
        }
    }

    /// The full state of a ball of this species.
    pub(crate) fn state(&self, serial: u32, name: Option<String>, tag: u128, compact: &CompactBall) -> State {
        let identity = Identity { serial, name, tag };
        let constants = BodyConstants {
            shape: self.shape.clone(),
            collider: Arc::clone(&self.collider),
            inverse_mass: self.ball_species.inverse_mass,
            inverse_inertia: self.ball_species.inverse_inertia,
            inertia: None,
            given: self.given,
            restitution: self.ball_species.restitution,
            friction: self.ball_species.friction,
            rolling_friction: self.ball_species.rolling_friction,
            spinning_friction: self.ball_species.spinning_friction,
            own: self.own,
            role: self.role,
        };
        // Nothing has been predicted from it: its revision is 0.
        let piece = self.piece(&compact.motion);
        let motion = BodyMotion::new(piece, self.extents)
            .with_own_acceleration(self.own_acceleration)
            .with_lengths_gone(compact.lengths_gone);
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
