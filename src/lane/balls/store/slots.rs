//! New slots, vacant slots, and another order of the slots.

use super::BallStore;
use crate::lane::balls::ball::{Ball, NO_BALL};
use crate::lane::balls::motion::{BallMotion, Tag};
use crate::lane::balls::next_event::{Direction, NextEvent};
use crate::motion::{Growth, Spin};
use crate::response::CollisionHistory;
use nalgebra::Vector3;

impl BallStore {
    /// Appends a ball, which is dirty and not filed, and returns its slot.
    pub(in crate::lane::balls) fn append(&mut self, ball: &Ball) -> usize {
        let slot = self.motions.len();
        let name = ball.id.index as usize;
        if self.slots.len() <= name {
            self.slots.resize(name + 1, NO_BALL);
        }
        self.slots[name] = slot as u32;
        self.radii.push(ball.species.radius);
        self.species.set(ball.kind, ball.species);
        if !self.pasts.is_empty() {
            self.pasts.push(CollisionHistory::default());
        }
        self.motions.push(BallMotion {
            flight: ball.motion.flight,
            tag: Tag::default(),
        });
        self.events.push(NextEvent {
            due: f64::INFINITY,
            hit: f64::INFINITY,
            partner_stamp: Default::default(),
            partner: NO_BALL,
            serial: ball.serial,
            id: ball.id,
            kind: ball.kind,
            direction: Direction::default(),
            image: [0; 3],
            level: 0,
        });
        if !self.spins.is_empty() {
            self.spins.push(Spin::default());
        }
        self.set_spin(slot, ball.motion.spin);
        if !self.growths.is_empty() {
            self.growths.push(Growth::default());
        }
        self.set_swell(slot, ball.motion.swell);
        self.foresee_new(slot);
        self.dirty.push(slot as u32);
        self.speed_squared = self.speed_squared.max(ball.motion.flight.velocity.norm_squared());
        if self.common_radius.is_some_and(|radius| radius != ball.species.radius) {
            self.common_radius = None;
        }
        slot
    }

    /// Makes the slot of a ball vacant. Its stamp then differs from all stamps before, so
    /// predictions with it are stale.
    pub(in crate::lane::balls) fn vacate(&mut self, slot: usize) {
        let name = self.name(slot);
        self.slots[name as usize] = NO_BALL;
        let ball = &mut self.motions[slot];
        ball.tag = ball.tag.next_revision();
        ball.flight.velocity = Vector3::zeros();
        self.events[slot].vacate();
        self.vacant += 1;
    }

    /// Drops vacant slots from those that are dirty.
    pub(in crate::lane::balls) fn drop_vacant_dirty(&mut self) {
        let events = &self.events;
        self.dirty.retain(|slot| !events[*slot as usize].is_vacant());
    }

    /// Moves the balls in memory. The new slot of a ball is its place in `order`, which contains
    /// all former slots that are not vacant. Returns the new slots of the former ones. Balls that
    /// have lost their partner become dirty.
    pub(in crate::lane::balls) fn reorder(&mut self, order: &[u32]) -> Vec<u32> {
        fn permuted<T: Copy>(all: &[T], order: &[u32]) -> Vec<T> {
            order.iter().map(|former| all[*former as usize]).collect()
        }
        let mut to = vec![NO_BALL; self.motions.len()];
        for (new, former) in order.iter().enumerate() {
            to[*former as usize] = new as u32;
        }
        self.motions = permuted(&self.motions, order);
        if !self.pasts.is_empty() {
            self.pasts = permuted(&self.pasts, order);
        }
        self.radii = permuted(&self.radii, order);
        if !self.spins.is_empty() {
            self.spins = permuted(&self.spins, order);
        }
        if !self.growths.is_empty() {
            self.growths = permuted(&self.growths, order);
        }
        self.reaches.reorder(order);
        self.events = permuted(&self.events, order);
        self.vacant = 0;
        for slot in &mut self.dirty {
            *slot = to[*slot as usize];
        }
        for (slot, event) in self.events.iter_mut().enumerate() {
            self.slots[event.id.index as usize] = slot as u32;
            if let Some(new) = to.get(event.partner as usize) {
                event.partner = *new;
                // A partner that is gone has no slot with a stamp any more.
                if *new == NO_BALL {
                    event.hit = f64::INFINITY;
                    self.dirty.push(slot as u32);
                }
            }
        }
        to
    }
}
