//! The bodies of a world: their state, and their places with generations.

use super::contact::LastingContact;
use super::natures::{Nature, Natures};
use crate::domain::Domain;
use crate::domain::ImageOffset;
use crate::event::BodyId;
use crate::impact::{Collider, Extents, Moving};
use crate::motion::bounds::Lease;
use crate::motion::{Flight, MotionPiece};
use crate::response::{CollisionHistory, Role};
use crate::scene::{Body, BodyKind, Shape, unsigned};
use hashbrown::HashMap;
use nalgebra::Vector3;
use std::ops::Deref;
use std::sync::Arc;

/// A body in a world.
#[derive(Debug)]
pub(super) struct State {
    /// Place in scene order: the number of insertions before this one.
    pub(super) serial: u32,
    pub(super) name: Option<String>,
    /// The user's own number, 0 where none was given.
    pub(super) tag: u128,
    pub(super) shape: Shape,
    pub(super) collider: Arc<Collider>,
    /// The current piece of the trajectory.
    pub(super) piece: MotionPiece,
    /// Lengths of a periodic domain to be added to the piece, so that the place goes on without a jump since the body came:
    /// each piece begins inside. See [`couple`](super::couple).
    pub(super) turns: ImageOffset,
    /// Lengths to be added to that, from before a gas or a snapshot held the body: `turns` is counted from where the broad phase
    /// took it in.
    pub(super) turns_before: ImageOffset,
    /// Counts the pieces: what was predicted from an older one is stale. It may go round: whoever begins a piece has all pairs of the body
    /// predicted anew before the next event, so nothing is ever kept from 2³² pieces before.
    pub(super) stamp: u32,
    /// The round of its epoch in which the piece began: see [`instant`](super::instant).
    pub(super) round: u32,
    pub(super) extents: Extents,
    /// 1 / mass, 0 for a fixed body.
    pub(super) inverse_mass: f64,
    /// 1 / inertia, 0 where impulses do not change the spin.
    pub(super) inverse_inertia: f64,
    pub(super) restitution: f64,
    pub(super) friction: f64,
    pub(super) own: Own,
    pub(super) role: Role,
    /// Bounds of the user's own, for a motion that is not known: of few bodies, so the others need not have room for them.
    pub(super) lease: Option<Box<Lease>>,
    /// Acceleration where nothing supports it: its own and gravity.
    pub(super) free_acceleration: Vector3<f64>,
    /// Its own part of that, without gravity.
    pub(super) own_acceleration: Vector3<f64>,
    /// The pairs it is in, by their places in the pair table.
    pub(super) pairs: Vec<u32>,
    /// The other body of each of those pairs: to find one without looking at them all.
    pub(super) others: Vec<u32>,
    /// The walls it rests on, one bit each.
    pub(super) wall_rests: u8,
    /// The walls on which rests without force ended when the piece began, in the same way: see
    /// [`Pair::link`](super::pairs::Pair::link).
    pub(super) wall_links: u8,
    /// Its last collisions, for the Zeno policy.
    pub(super) past: CollisionHistory,
    /// The contacts that last of bodies that turn or grow; those long past may be left.
    pub(super) lasting: Vec<LastingContact>,
}

/// Which constants a body names itself. The others follow the world's defaults when these change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Own {
    pub(super) restitution: bool,
    pub(super) friction: bool,
}

impl State {
    pub(super) fn moving(&self) -> Moving<'_> {
        Moving {
            collider: &self.collider,
            piece: &self.piece,
            extents: &self.extents,
        }
    }

    /// Radius of the ball about the origin that holds it at the epoch of its piece: infinite for a half-space.
    pub(super) fn bounding_radius(&self) -> f64 {
        self.shape.bounding_radius() + self.piece.swell
    }

    pub(super) fn is_dynamic(&self) -> bool {
        self.role.kind == BodyKind::Dynamic
    }

    /// Whether floats tell less of its place, or of time at its speed, than it takes to know when it meets others.
    pub(super) fn is_coarse(&self) -> bool {
        /// The part of its size that they should tell.
        const FINE: f64 = 1e-6;
        let piece = &self.piece;
        let grain = f64::EPSILON * (piece.position.amax() + piece.velocity.amax() * piece.epoch.abs());
        grain > FINE * self.bounding_radius()
    }

    /// Lengths of a periodic domain from where its piece is to where it would be if it had not been folded back into the domain
    /// since it came.
    pub(super) fn lengths_gone(&self) -> ImageOffset {
        std::array::from_fn(|axis| self.turns[axis] + self.turns_before[axis])
    }

    /// Counts its turns from here on, as for a broad phase that takes it in now.
    pub(super) fn restart_turns(&mut self) {
        self.turns_before = self.lengths_gone();
        self.turns = [0; 3];
    }

    /// Begins a new piece of the same motion at time `t`, held up by nothing.
    pub(super) fn begin_piece(&mut self, t: f64) {
        if t > self.piece.epoch {
            self.wall_links = 0;
        }
        self.piece = MotionPiece {
            acceleration: self.free_acceleration,
            ..self.piece.rebased(t)
        };
        self.stamp = self.stamp.wrapping_add(1);
    }
}

/// Places for bodies. A place that was left is taken again, by a body of another generation.
#[derive(Debug, Default)]
pub(super) struct Bodies {
    places: Vec<Place>,
    free: Vec<u32>,
    /// Occupied places in order of insertion.
    in_order: Vec<u32>,
    next_serial: u32,
    natures: Natures,
    /// The sides of a periodic domain.
    sides: Option<Vector3<f64>>,
    /// Names of bodies that are folded, by their places.
    names: HashMap<u32, String>,
    /// Tags of bodies that are folded, by their places; none for 0.
    tags: HashMap<u32, u128>,
    /// Bodies with a new piece whose pairs have not been predicted anew yet.
    pub(super) moved: Vec<u32>,
}

/// What a gas holds of a ball.
pub(super) struct Folded {
    pub(super) flight: Flight,
    pub(super) past: CollisionHistory,
    /// As [`State::lengths_gone`].
    pub(super) lengths_gone: ImageOffset,
}

#[derive(Debug)]
struct Place {
    generation: u32,
    held: Held,
}

/// What is held of a body here.
#[derive(Debug, Default)]
enum Held {
    /// There is none.
    #[default]
    Nobody,
    /// All, of a body in the lane of pairs.
    Full(Box<State>),
    /// All, of a ball in the lane of balls that has pairs, or is being changed: its motion is there as well.
    Near { state: Box<State>, nature: u32 },
    /// Of any other ball in the lane of balls: its motion is there, and the rest is that of its nature.
    Folded { serial: u32, nature: u32 },
}

impl Held {
    fn serial(&self) -> Option<u32> {
        match self {
            Self::Nobody => None,
            Self::Full(state) | Self::Near { state, .. } => Some(state.serial),
            Self::Folded { serial, .. } => Some(*serial),
        }
    }
}

/// A body's state as it is read: where it stands, or made for the purpose.
pub(super) enum Seen<'a> {
    Held(&'a State),
    Made(Box<State>),
}

impl Deref for Seen<'_> {
    type Target = State;

    fn deref(&self) -> &State {
        match self {
            Self::Held(state) => state,
            Self::Made(state) => state,
        }
    }
}

/// The most insertions in a world's life: the walls come after them.
pub(super) const MAX_SERIALS: u32 = u32::MAX - 8;

impl Bodies {
    /// None yet, in a domain.
    pub(super) fn inside(domain: &Domain) -> Self {
        let sides = match domain {
            Domain::Periodic { min, max } => Some(max - min),
            Domain::Open | Domain::Box { .. } => None,
        };
        Self {
            sides,
            ..Self::default()
        }
    }

    /// The sides of a periodic domain, in metres; none of another.
    #[inline]
    pub(super) fn sides(&self) -> Option<&Vector3<f64>> {
        self.sides.as_ref()
    }

    /// The serial number of the next body, if there is one left.
    pub(super) fn next_serial(&self) -> Option<u32> {
        (self.next_serial < MAX_SERIALS).then_some(self.next_serial)
    }

    pub(super) fn len(&self) -> usize {
        self.in_order.len()
    }

    /// How many places there are, empty ones included.
    pub(super) fn places(&self) -> u32 {
        self.places.len() as u32
    }

    pub(super) fn is_occupied(&self, index: u32) -> bool {
        self.places[index as usize].held.serial().is_some()
    }

    /// The places that can be taken, the next one last.
    pub(super) fn free(&self) -> &[u32] {
        &self.free
    }

    /// How many were inserted so far.
    pub(super) fn insertions(&self) -> u32 {
        self.next_serial
    }

    /// Adds a place as it was, with what was in it.
    pub(super) fn restore(&mut self, generation: u32, state: Option<State>) {
        let held = state.map_or(Held::Nobody, |state| Held::Full(Box::new(state)));
        self.places.push(Place { generation, held });
    }

    /// Orders the places as they were: those that can be taken, those in use, and how many were inserted.
    pub(super) fn restore_order(&mut self, free: &[u32], in_order: &[u32], insertions: u32) {
        self.free = free.to_vec();
        self.in_order = in_order.to_vec();
        self.next_serial = insertions;
    }

    /// Makes room for so many bodies more.
    pub(super) fn reserve(&mut self, more: usize) {
        self.places.reserve(more.saturating_sub(self.free.len()));
        self.in_order.reserve(more);
    }

    pub(super) fn insert(&mut self, state: State) -> BodyId {
        debug_assert_eq!(state.serial, self.next_serial);
        self.next_serial += 1;
        let index = self.free.pop().unwrap_or_else(|| {
            self.places.push(Place {
                generation: 0,
                held: Held::Nobody,
            });
            (self.places.len() - 1) as u32
        });
        self.in_order.push(index);
        let place = &mut self.places[index as usize];
        place.held = Held::Full(Box::new(state));
        BodyId {
            index,
            generation: place.generation,
        }
    }

    /// Takes out a body in the lane of pairs.
    pub(super) fn remove(&mut self, id: BodyId) -> Option<State> {
        let place = self
            .places
            .get_mut(id.index as usize)
            .filter(|place| place.generation == id.generation)?;
        let Held::Full(state) = std::mem::take(&mut place.held) else {
            return None;
        };
        // A place whose generations are used up is never taken again.
        if let Some(next) = place.generation.checked_add(1) {
            place.generation = next;
            self.free.push(id.index);
        }
        let serial_of = |index: u32| self.places[index as usize].held.serial().unwrap_or(state.serial);
        let at = self.in_order.partition_point(|index| serial_of(*index) < state.serial);
        self.in_order.remove(at);
        Some(*state)
    }

    /// Takes the last insertion back: its serial number is free again, and so is its id, which nobody was given.
    pub(super) fn undo_insert(&mut self, id: BodyId) -> Option<State> {
        let state = self.remove(id)?;
        self.next_serial = state.serial;
        let place = &mut self.places[id.index as usize];
        if place.generation > id.generation {
            place.generation = id.generation;
        }
        Some(state)
    }

    pub(super) fn contains(&self, id: BodyId) -> bool {
        let place = self.places.get(id.index as usize);
        place.is_some_and(|place| place.generation == id.generation && place.held.serial().is_some())
    }

    /// The place in scene order of the body at an occupied place.
    #[inline]
    pub(super) fn serial(&self, index: u32) -> u32 {
        let serial = self.places[index as usize].held.serial();
        serial.expect("a place in use is occupied")
    }

    /// The name of the body at an occupied place, if it was given one.
    pub(super) fn name(&self, index: u32) -> Option<&String> {
        match &self.places[index as usize].held {
            Held::Full(state) | Held::Near { state, .. } => state.name.as_ref(),
            _ => self.names.get(&index),
        }
    }

    /// The tag of the body at an occupied place.
    pub(super) fn tag(&self, index: u32) -> u128 {
        match &self.places[index as usize].held {
            Held::Full(state) | Held::Near { state, .. } => state.tag,
            _ => self.tags.get(&index).copied().unwrap_or(0),
        }
    }

    /// Gives the body at an occupied place another tag.
    pub(super) fn set_tag(&mut self, index: u32, tag: u128) {
        match &mut self.places[index as usize].held {
            Held::Full(state) | Held::Near { state, .. } => state.tag = tag,
            _ if tag == 0 => drop(self.tags.remove(&index)),
            _ => drop(self.tags.insert(index, tag)),
        }
    }

    /// The nature of a ball in the lane of balls.
    #[inline]
    pub(super) fn nature(&self, index: u32) -> Option<&Nature> {
        match self.places[index as usize].held {
            Held::Folded { nature, .. } | Held::Near { nature, .. } => Some(&self.natures[nature]),
            _ => None,
        }
    }

    /// The state of the body at an occupied place; `flight` tells how one moves that is folded, and when it collided.
    pub(super) fn seen(&self, index: u32, folded: impl FnOnce() -> Folded) -> Seen<'_> {
        match &self.places[index as usize].held {
            Held::Full(state) | Held::Near { state, .. } => Seen::Held(state),
            Held::Folded { serial, nature } => {
                let name = self.names.get(&index).cloned();
                let state = self.natures[*nature].state(*serial, name, self.tag(index), &folded());
                Seen::Made(Box::new(state))
            }
            Held::Nobody => panic!("a place in use is occupied"),
        }
    }

    /// Whether a body is in the lane of balls.
    #[inline]
    pub(super) fn in_balls(&self, index: u32) -> bool {
        matches!(self.places[index as usize].held, Held::Near { .. } | Held::Folded { .. })
    }

    /// Whether the state of the body at an occupied place is held here.
    #[inline]
    pub(super) fn is_full(&self, index: u32) -> bool {
        matches!(self.places[index as usize].held, Held::Near { .. } | Held::Full(_))
    }

    /// A ball in the lane of pairs is in that of balls from now on. Returns the number of its nature.
    pub(super) fn join_balls(&mut self, index: u32) -> u32 {
        let held = &mut self.places[index as usize].held;
        let Held::Full(state) = std::mem::take(held) else {
            panic!("it is in the lane of pairs")
        };
        let nature = self.natures.enter(&state);
        *held = Held::Near { state, nature };
        nature
    }

    /// A ball whose state is held here is in the lane of pairs from now on.
    pub(super) fn leave_balls(&mut self, index: u32) {
        let held = &mut self.places[index as usize].held;
        let Held::Near { state, nature } = std::mem::take(held) else {
            panic!("it is in the lane of balls, and its state is held")
        };
        *held = Held::Full(state);
        self.natures.leave(nature);
    }

    /// The number of the nature of a ball in the lane of balls whose state is held here, after its constants may have changed.
    pub(super) fn renew_nature(&mut self, index: u32) -> u32 {
        let Held::Near { state, nature } = &mut self.places[index as usize].held else {
            panic!("it is in the lane of balls, and its state is held")
        };
        let before = std::mem::replace(nature, self.natures.enter(state));
        self.natures.leave(before);
        *nature
    }

    /// Keeps no more of a ball in the lane of balls than its nature.
    pub(super) fn fold(&mut self, index: u32) {
        let held = &mut self.places[index as usize].held;
        if let Held::Near { state, nature } = held {
            debug_assert!(state.pairs.is_empty(), "what has pairs is not folded");
            if let Some(name) = state.name.take() {
                self.names.insert(index, name);
            }
            if state.tag != 0 {
                self.tags.insert(index, state.tag);
            }
            let (serial, nature) = (state.serial, *nature);
            *held = Held::Folded { serial, nature };
        }
    }

    /// Holds the state of a ball here, if it is folded. Returns whether it was.
    pub(super) fn unfold(&mut self, index: u32, folded: impl FnOnce() -> Folded) -> bool {
        let Held::Folded { nature, .. } = self.places[index as usize].held else {
            return false;
        };
        if let Seen::Made(state) = self.seen(index, folded) {
            self.places[index as usize].held = Held::Near { state, nature };
        }
        self.names.remove(&index);
        self.tags.remove(&index);
        true
    }

    /// The id of the body at an occupied place.
    pub(super) fn id(&self, index: u32) -> BodyId {
        BodyId {
            index,
            generation: self.places[index as usize].generation,
        }
    }

    /// Occupied places in order of insertion.
    pub(super) fn in_order(&self) -> &[u32] {
        &self.in_order
    }
}

impl std::ops::Index<u32> for Bodies {
    type Output = State;

    /// The state at an occupied place: places in pairs and queues are always occupied.
    #[inline]
    fn index(&self, index: u32) -> &State {
        match &self.places[index as usize].held {
            Held::Full(state) | Held::Near { state, .. } => state,
            _ => panic!("a place in use is occupied, and its state is held"),
        }
    }
}

impl std::ops::IndexMut<u32> for Bodies {
    #[inline]
    fn index_mut(&mut self, index: u32) -> &mut State {
        match &mut self.places[index as usize].held {
            Held::Full(state) | Held::Near { state, .. } => state,
            _ => panic!("a place in use is occupied, and its state is held"),
        }
    }
}

/// The state of a body that is being inserted.
pub(super) struct Fresh<'a> {
    pub(super) body: &'a Body,
    pub(super) collider: Arc<Collider>,
    pub(super) inverse_mass: f64,
    pub(super) inverse_inertia: f64,
    pub(super) default_restitution: f64,
    pub(super) default_friction: f64,
    pub(super) piece: MotionPiece,
    pub(super) serial: u32,
}

impl Fresh<'_> {
    pub(super) fn state(self) -> State {
        let body = self.body;
        State {
            serial: self.serial,
            name: body.name.clone(),
            tag: body.tag,
            shape: body.shape.clone(),
            extents: self.collider.extents_along(&self.piece),
            collider: self.collider,
            free_acceleration: self.piece.acceleration,
            own_acceleration: unsigned(body.acceleration),
            piece: self.piece,
            turns: [0; 3],
            turns_before: [0; 3],
            stamp: 0,
            round: 0,
            inverse_mass: self.inverse_mass,
            inverse_inertia: self.inverse_inertia,
            restitution: body.restitution.unwrap_or(self.default_restitution),
            friction: body.friction.unwrap_or(self.default_friction),
            own: Own {
                restitution: body.restitution.is_some(),
                friction: body.friction.is_some(),
            },
            role: Role::of(body),
            lease: body.lease.map(Box::new),
            pairs: Vec::new(),
            others: Vec::new(),
            wall_rests: 0,
            wall_links: 0,
            past: CollisionHistory::default(),
            lasting: Vec::new(),
        }
    }
}
