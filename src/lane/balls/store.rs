//! The balls by slot: their motions, their next events and their constants.
//!
//! A slot is the place of a ball in memory; balls that are close in space are close in memory.
//! Vacant slots are those of removed balls. They are never used again, as a stamp could then
//! repeat, and vanish when the balls are put in order.

use super::ball::{NO_BALL, Species};
use super::motion::BallMotion;
use super::next_event::NextEvent;
use crate::domain::ImageOffset;
use crate::motion::{Flight, Growth, Path, Spin};
use crate::response::CollisionHistory;
use nalgebra::Vector3;
pub(super) use part::StorePart;
use reaches::Reaches;
use species::SpeciesTable;

mod filings;
mod growth;
mod part;
mod reaches;
mod records;
mod slots;
mod species;
mod speeds;

/// See the [module](self).
#[derive(Debug)]
pub(super) struct BallStore {
    motions: Vec<BallMotion>,
    events: Vec<NextEvent>,
    /// Of the shapes, by slot.
    radii: Vec<f64>,
    /// The radius of all balls, if they are equal.
    common_radius: Option<f64>,
    reaches: Reaches,
    species: SpeciesTable,
    /// By slot; empty if no ball turns.
    spins: Vec<Spin>,
    /// By slot; empty if no ball swells.
    growths: Vec<Growth>,
    /// When the balls collided last, by slot, as far as this is recorded; empty if nothing is.
    pasts: Vec<CollisionHistory>,
    /// In a periodic domain, by name: the lengths by which each ball has been shifted back since it
    /// was inserted.
    lengths_gone: Vec<ImageOffset>,
    /// The slot of each ball, by name.
    slots: Vec<u32>,
    vacant: usize,
    /// The square of the greatest speed so far.
    speed_squared: f64,
    /// Slots of balls with new motions.
    dirty: Vec<u32>,
}

impl BallStore {
    pub(super) fn new() -> Self {
        Self {
            motions: Vec::new(),
            events: Vec::new(),
            radii: Vec::new(),
            common_radius: None,
            reaches: Reaches::default(),
            species: SpeciesTable::new(),
            spins: Vec::new(),
            growths: Vec::new(),
            pasts: Vec::new(),
            lengths_gone: Vec::new(),
            slots: Vec::new(),
            vacant: 0,
            speed_squared: 0.0,
            dirty: Vec::new(),
        }
    }

    pub(super) fn reserve(&mut self, more: usize) {
        self.motions.reserve(more);
        self.events.reserve(more);
        self.radii.reserve(more);
        self.slots.reserve(more);
        self.dirty.reserve(more);
    }

    /// The number of balls.
    pub(super) fn len(&self) -> usize {
        self.motions.len() - self.vacant
    }

    /// The number of slots.
    #[inline(always)]
    pub(super) fn slots(&self) -> usize {
        self.motions.len()
    }

    pub(super) fn vacant(&self) -> usize {
        self.vacant
    }

    /// The slots that are not vacant.
    pub(super) fn occupied(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.events.len()).filter(|slot| !self.events[*slot].is_vacant())
    }

    pub(super) fn contains(&self, name: u32) -> bool {
        self.find(name).is_some()
    }

    #[inline]
    pub(super) fn find(&self, name: u32) -> Option<usize> {
        let slot = self.slots.get(name as usize).filter(|slot| **slot != NO_BALL);
        slot.map(|slot| *slot as usize)
    }

    #[inline]
    pub(super) fn slot(&self, name: u32) -> usize {
        self.slots[name as usize] as usize
    }

    #[inline(always)]
    pub(super) fn name(&self, slot: usize) -> u32 {
        self.events[slot].id.index
    }

    #[inline(always)]
    pub(super) fn motions(&self) -> &[BallMotion] {
        &self.motions
    }

    #[inline(always)]
    pub(super) fn motion(&self, slot: usize) -> &BallMotion {
        &self.motions[slot]
    }

    #[inline(always)]
    pub(super) fn flight(&self, slot: usize) -> &Flight {
        &self.motions[slot].flight
    }

    #[inline(always)]
    pub(super) fn events(&self) -> &[NextEvent] {
        &self.events
    }

    #[inline(always)]
    pub(super) fn event(&self, slot: usize) -> &NextEvent {
        &self.events[slot]
    }

    /// The next event, for the prediction to write.
    #[inline(always)]
    pub(super) fn event_mut(&mut self, slot: usize) -> &mut NextEvent {
        &mut self.events[slot]
    }

    #[inline(always)]
    pub(super) fn radius(&self, slot: usize) -> f64 {
        match self.common_radius {
            Some(radius) => radius,
            None => self.radii[slot],
        }
    }

    #[inline(always)]
    pub(super) fn radii(&self) -> &[f64] {
        &self.radii
    }

    #[inline(always)]
    pub(super) fn common_radius(&self) -> Option<f64> {
        self.common_radius
    }

    /// Finds out what all balls have in common. No slot may be vacant.
    pub(super) fn compare_balls(&mut self) {
        let first = self.radii.first().copied();
        self.common_radius = first.filter(|first| self.radii.iter().all(|radius| radius == first));
        self.species.compare(self.events.iter().map(|event| event.kind));
        if self.events.iter().all(|event| !self.species.get(event.kind).swells) {
            self.growths.clear();
        }
    }

    #[inline(always)]
    pub(super) fn species(&self, slot: usize) -> &Species {
        self.species.get(self.events[slot].kind)
    }

    /// Whether all balls collide with each other.
    #[inline(always)]
    pub(super) fn all_meet(&self) -> bool {
        self.species.all_meet()
    }

    /// Whether no ball has an acceleration, turns or swells.
    #[inline(always)]
    pub(super) fn are_free(&self) -> bool {
        self.species.all_free()
    }

    /// Whether a ball has an acceleration.
    #[inline(always)]
    pub(super) fn any_falls(&self) -> bool {
        self.species.any_falls()
    }

    /// The acceleration of all balls, if it is the same.
    #[inline(always)]
    pub(super) fn common_acceleration(&self) -> Option<Vector3<f64>> {
        self.species.common_acceleration()
    }

    /// At least the greatest acceleration of a ball.
    pub(super) fn greatest_acceleration(&self) -> f64 {
        self.species.greatest_acceleration()
    }

    #[inline(always)]
    pub(super) fn acceleration(&self, slot: usize) -> Vector3<f64> {
        match self.species.common_acceleration() {
            Some(common) => common,
            None => self.species(slot).acceleration,
        }
    }

    /// Which of some balls have another acceleration than this, as bits.
    pub(super) fn unlike<const N: usize>(&self, acceleration: &Vector3<f64>, slots: [usize; N]) -> u32 {
        let unlike = slots.map(|slot| self.acceleration(slot) != *acceleration);
        unlike
            .iter()
            .enumerate()
            .fold(0, |bits, (at, unlike)| bits | u32::from(*unlike) << at)
    }

    /// The motion of a ball's centre.
    #[inline(always)]
    pub(super) fn path(&self, slot: usize) -> Path {
        self.motions[slot].flight.under(self.acceleration(slot))
    }

    /// The spin of a ball; without meaning if its species does not turn.
    #[inline(always)]
    pub(super) fn spin(&self, slot: usize) -> Spin {
        self.spins.get(slot).copied().unwrap_or_default()
    }

    /// Sets the spin of a ball, if its species turns.
    #[inline]
    pub(super) fn set_spin(&mut self, slot: usize, spin: Spin) {
        if !self.species(slot).turns {
            return;
        }
        if self.spins.len() <= slot {
            self.spins.resize(self.motions.len(), Spin::default());
        }
        self.spins[slot] = spin;
    }

    pub(super) fn is_fixed(&self, slot: usize) -> bool {
        self.species(slot).inverse_mass == 0.0
    }

    /// Gives a ball another number for its species, or another species of the same radius.
    pub(super) fn set_kind(&mut self, slot: usize, kind: u32, species: Species) {
        self.events[slot].kind = kind;
        self.species.set(kind, species);
    }

    /// Gives a ball a new motion where it is, and marks it dirty. Returns whether it is the fastest
    /// ball so far.
    #[inline(always)]
    pub(super) fn set_flight(&mut self, slot: usize, flight: Flight) -> bool {
        let ball = &mut self.motions[slot];
        ball.tag = ball.tag.next_revision();
        ball.flight = flight;
        self.dirty.push(slot as u32);
        let speed_squared = flight.velocity.norm_squared();
        let fastest = speed_squared > self.speed_squared;
        if fastest {
            self.speed_squared = speed_squared;
        }
        fastest
    }

    /// Gives a ball another motion, where all is predicted again later.
    pub(super) fn replace_flight(&mut self, slot: usize, flight: &Flight) {
        let ball = &mut self.motions[slot];
        ball.tag = ball.tag.next_revision();
        ball.flight = *flight;
    }

    #[inline(always)]
    pub(super) fn dirty(&self) -> &[u32] {
        &self.dirty
    }

    pub(super) fn mark_dirty(&mut self, slot: usize) {
        self.dirty.push(slot as u32);
    }

    #[inline(always)]
    pub(super) fn pop_dirty(&mut self) -> Option<u32> {
        self.dirty.pop()
    }

    #[inline(always)]
    pub(super) fn clear_dirty(&mut self) {
        self.dirty.clear();
    }

    /// Cancels all next events and marks all balls dirty. No slot may be vacant.
    pub(super) fn make_all_dirty(&mut self) {
        self.events.iter_mut().for_each(|event| event.due = f64::INFINITY);
        self.dirty.clear();
        self.dirty.extend(0..self.motions.len() as u32);
    }
}
