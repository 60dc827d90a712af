//! The registry of bodies: ids with generations, scene order, and the stored state of each body.

mod adjacency;
mod changes;
mod compact;
mod constants;
mod contacts;
mod copies;
mod formers;
mod motion;
mod motions;
mod moved;
mod new_body;
mod plain;
mod species;
mod state;

pub(crate) use adjacency::Adjacency;
pub(crate) use compact::CompactBall;
pub(crate) use contacts::{BodyContacts, LastingContact};
pub(crate) use copies::Condition;
pub(crate) use motion::BodyMotion;
pub(crate) use motions::Motions;
pub(crate) use new_body::NewBody;
pub(crate) use plain::NotPlain;
pub(crate) use state::{BodyConstants, BodyRef, Identity, OwnConstants, State};

use crate::domain::Domain;
use crate::event::BodyId;
use crate::limits::MAX_SERIALS;
use formers::Formers;
use hashbrown::HashMap;
use moved::Moved;
use nalgebra::Vector3;
use species::{BodySpecies, SpeciesTable};

/// Storage places for bodies. A free place is used again by a body of another generation.
#[derive(Debug, Default)]
pub(crate) struct Bodies {
    places: Vec<Place>,
    free: Vec<u32>,
    /// Occupied places in order of insertion.
    in_order: Vec<u32>,
    next_serial: u32,
    species_table: SpeciesTable,
    /// The sides of a periodic domain.
    sides: Option<Vector3<f64>>,
    /// Names of compact bodies, by place.
    names: HashMap<u32, String>,
    /// Tags of compact bodies, by place; no entry for 0.
    tags: HashMap<u32, u128>,
    /// Bodies with a new piece, before their pairs are predicted again.
    moved: Moved,
    /// Of a part of another world: what bodies were like at the begin of a window.
    formers: Option<Box<Formers>>,
}

#[derive(Debug)]
struct Place {
    generation: u32,
    stored: Stored,
}

/// The part of a body's state that is stored here.
#[derive(Debug, Default)]
enum Stored {
    /// No body.
    #[default]
    Vacant,
    /// The full state of a body in the lane of pairs.
    Full(Box<State>),
    /// The full state of a ball in the lane of balls that has pairs or is being changed. The lane
    /// of balls stores its motion as well.
    Near { state: Box<State>, species: u32 },
    /// Any other ball in the lane of balls. That lane stores its motion; the species has the rest.
    Compact { serial: u32, species: u32 },
}

impl Stored {
    fn serial(&self) -> Option<u32> {
        match self {
            Self::Vacant => None,
            Self::Full(state) | Self::Near { state, .. } => Some(state.serial()),
            Self::Compact { serial, .. } => Some(*serial),
        }
    }
}

impl Bodies {
    /// An empty registry for a domain.
    pub(crate) fn inside(domain: &Domain) -> Self {
        let sides = match domain {
            Domain::Periodic { min, max } => Some(max - min),
            Domain::Open | Domain::Box { .. } => None,
        };
        Self {
            sides,
            ..Self::default()
        }
    }

    /// The sides of a periodic domain, in metres; none for other domains.
    #[inline]
    pub(crate) fn sides(&self) -> Option<&Vector3<f64>> {
        self.sides.as_ref()
    }

    /// The serial number of the next body; none if all are used.
    pub(crate) fn next_serial(&self) -> Option<u32> {
        (self.next_serial < MAX_SERIALS).then_some(self.next_serial)
    }

    pub(crate) fn len(&self) -> usize {
        self.in_order.len()
    }

    /// The number of places, empty ones included.
    pub(crate) fn places(&self) -> u32 {
        self.places.len() as u32
    }

    pub(crate) fn is_occupied(&self, index: u32) -> bool {
        self.places[index as usize].stored.serial().is_some()
    }

    /// The free places, the next one to use last.
    pub(crate) fn free(&self) -> &[u32] {
        &self.free
    }

    /// The number of insertions so far.
    pub(crate) fn insertions(&self) -> u32 {
        self.next_serial
    }

    /// Adds a restored place with its body.
    pub(crate) fn restore(&mut self, generation: u32, state: Option<State>) {
        let stored = state.map_or(Stored::Vacant, |state| Stored::Full(Box::new(state)));
        self.places.push(Place { generation, stored });
    }

    /// Restores the free places, the order of insertion and the number of insertions.
    pub(crate) fn restore_order(&mut self, free: &[u32], in_order: &[u32], insertions: u32) {
        self.free = free.to_vec();
        self.in_order = in_order.to_vec();
        self.next_serial = insertions;
    }

    /// Reserves memory for `more` bodies.
    pub(crate) fn reserve(&mut self, more: usize) {
        self.places.reserve(more.saturating_sub(self.free.len()));
        self.in_order.reserve(more);
    }

    pub(crate) fn insert(&mut self, state: State) -> BodyId {
        debug_assert_eq!(state.serial(), self.next_serial);
        self.next_serial += 1;
        let index = self.free.pop().unwrap_or_else(|| {
            self.places.push(Place {
                generation: 0,
                stored: Stored::Vacant,
            });
            (self.places.len() - 1) as u32
        });
        self.in_order.push(index);
        let place = &mut self.places[index as usize];
        place.stored = Stored::Full(Box::new(state));
        BodyId {
            index,
            generation: place.generation,
        }
    }

    /// Removes a body in the lane of pairs.
    pub(crate) fn remove(&mut self, id: BodyId) -> Option<State> {
        let place = self
            .places
            .get_mut(id.index as usize)
            .filter(|place| place.generation == id.generation)?;
        let Stored::Full(state) = std::mem::take(&mut place.stored) else {
            return None;
        };
        // A place with no generation left is not used again.
        if let Some(next) = place.generation.checked_add(1) {
            place.generation = next;
            self.free.push(id.index);
        }
        let serial_of = |index: u32| self.places[index as usize].stored.serial().unwrap_or(state.serial());
        let at = self.in_order.partition_point(|index| serial_of(*index) < state.serial());
        self.in_order.remove(at);
        Some(*state)
    }

    /// Undoes the last insertion. Its serial number and its id, which was not returned to the user,
    /// are free again.
    pub(crate) fn undo_insert(&mut self, id: BodyId) -> Option<State> {
        let state = self.remove(id)?;
        self.next_serial = state.serial();
        let place = &mut self.places[id.index as usize];
        if place.generation > id.generation {
            place.generation = id.generation;
        }
        Some(state)
    }

    pub(crate) fn contains(&self, id: BodyId) -> bool {
        let place = self.places.get(id.index as usize);
        place.is_some_and(|place| place.generation == id.generation && place.stored.serial().is_some())
    }

    /// The serial number of the body at an occupied place: its position in scene order.
    #[inline]
    pub(crate) fn serial(&self, index: u32) -> u32 {
        let serial = self.places[index as usize].stored.serial();
        serial.expect("a place in use is occupied")
    }

    /// The name of the body at an occupied place, if it has one.
    pub(crate) fn name(&self, index: u32) -> Option<&String> {
        match &self.places[index as usize].stored {
            Stored::Full(state) | Stored::Near { state, .. } => state.identity().name.as_ref(),
            _ => self.names.get(&index),
        }
    }

    /// The tag of the body at an occupied place.
    pub(crate) fn tag(&self, index: u32) -> u128 {
        match &self.places[index as usize].stored {
            Stored::Full(state) | Stored::Near { state, .. } => state.identity().tag,
            _ => self.tags.get(&index).copied().unwrap_or(0),
        }
    }

    /// Sets the tag of the body at an occupied place.
    pub(crate) fn set_tag(&mut self, index: u32, tag: u128) {
        match &mut self.places[index as usize].stored {
            Stored::Full(state) | Stored::Near { state, .. } => state.identity_mut().tag = tag,
            _ if tag == 0 => drop(self.tags.remove(&index)),
            _ => drop(self.tags.insert(index, tag)),
        }
    }

    /// The species of a ball in the lane of balls.
    #[inline]
    pub(crate) fn species(&self, index: u32) -> Option<&BodySpecies> {
        match self.places[index as usize].stored {
            Stored::Compact { species, .. } | Stored::Near { species, .. } => Some(&self.species_table[species]),
            _ => None,
        }
    }

    /// The species of the balls of this kind in the lane of balls.
    #[inline]
    pub(crate) fn species_by_number(&self, number: u32) -> &BodySpecies {
        &self.species_table[number]
    }

    /// The state of the body at an occupied place. `compact` returns the stored part of a compact
    /// ball.
    pub(crate) fn body_ref(&self, index: u32, compact: impl FnOnce() -> CompactBall) -> BodyRef<'_> {
        match &self.places[index as usize].stored {
            Stored::Full(state) | Stored::Near { state, .. } => BodyRef::Stored(state),
            Stored::Compact { serial, species } => {
                let name = self.names.get(&index).cloned();
                let state = self.species_table[*species].state(*serial, name, self.tag(index), &compact());
                BodyRef::Expanded(Box::new(state))
            }
            Stored::Vacant => panic!("a place in use is occupied"),
        }
    }

    /// Whether a body is in the lane of balls.
    #[inline]
    pub(crate) fn in_balls(&self, index: u32) -> bool {
        matches!(
            self.places[index as usize].stored,
            Stored::Near { .. } | Stored::Compact { .. }
        )
    }

    /// Whether the full state of the body at an occupied place is stored here.
    #[inline]
    pub(crate) fn is_full(&self, index: u32) -> bool {
        matches!(self.places[index as usize].stored, Stored::Near { .. } | Stored::Full(_))
    }

    /// The round of an impact between bodies at a time: see [`Instant`](crate::clock::Instant).
    pub(crate) fn round_of(&self, time: f64, bodies: &[u32]) -> u32 {
        let rounds = bodies.iter().map(|body| {
            let state = &self[*body];
            if state.piece().epoch == time { state.round() } else { 0 }
        });
        rounds.max().unwrap_or(0)
    }

    /// The id of the body at an occupied place.
    pub(crate) fn id(&self, index: u32) -> BodyId {
        BodyId {
            index,
            generation: self.places[index as usize].generation,
        }
    }

    /// Occupied places in order of insertion.
    pub(crate) fn in_order(&self) -> &[u32] {
        &self.in_order
    }
}

impl std::ops::Index<u32> for Bodies {
    type Output = State;

    /// The full state at an occupied place. Places in pairs and queues are always occupied.
    #[inline]
    fn index(&self, index: u32) -> &State {
        match &self.places[index as usize].stored {
            Stored::Full(state) | Stored::Near { state, .. } => state,
            _ => panic!("a place in use is occupied, and its state is stored"),
        }
    }
}
