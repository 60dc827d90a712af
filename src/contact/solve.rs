//! Impulses and forces of the islands of bodies that changed their motion.
//!
//! Touching bodies that do not close and accelerate towards each other are at rest on each other.
//! Whenever a motion changes, the forces of its whole island are computed again:
//!
//! 1. Collect the island of the bodies that changed their motion.
//! 2. End the rests with a gap that opens or closes faster than the Zeno policy allows for a rest.
//!    Such a contact opens, or its prediction finds a collision.
//! 3. Stop the remaining speeds along the normals, slides too slow to count, and what these have added along other
//!    normals.
//! 4. Compute forces >= 0 such that no gap accelerates to close, with friction. If these speed up a slide that was
//!    stopped, it has just begun: steps 3 and 4 are repeated without stopping it.
//! 5. End the rests without force. They become links. (A rest stays if rounding presses it, and along one of several normals
//!    if it does not accelerate open.) Links take part in steps 1 to 3 until time advances: so in a
//!    row of bodies that stick without weight, the pairs do not transmit ever smaller speeds one by
//!    one.
//!
//! A rest also ends where its support ends, for example at the edge of a table.
//!
//! Simplification: on a curved surface a sliding contact becomes a series of very short flights.

use super::context::Rests;
use super::island::{self, pairs_in_order};
use super::resting::{ContactId, RestingContact, bodies_of};
use super::{forces, friction, normal_impulses};
use crate::bodies::Bodies;
use crate::domain::Wall;
use crate::impact::approach_noise;
use crate::scene::Zeno;
use nalgebra::Vector3;

impl Rests<'_> {
    /// Computes impulses and forces of the islands of all bodies in `moved`, and begins
    /// new pieces of all bodies in them.
    ///
    /// Cost: linear in the contacts of the islands for each sweep.
    pub(crate) fn solve_contacts(&mut self) {
        if self.contacts.is_empty() && !self.clock.instant().has_links() {
            return;
        }
        let collected = self.collect_contacts();
        let mut contacts = self.end_fast_rests(collected);
        if contacts.is_empty() {
            return;
        }
        let (now, zeno) = (self.clock.now(), &self.settings.zeno);
        let has_stopped = normal_impulses::stop_normal_speeds(&contacts, self.bodies, now);
        let speeds = Speeds::of(&contacts, self.bodies);
        let mut is_solved = self.solve_friction(&mut contacts);
        if friction::find_begun(&mut contacts, self.bodies, zeno) {
            speeds.restore(self.bodies);
            contacts.iter_mut().for_each(RestingContact::forget_forces);
            is_solved = self.solve_friction(&mut contacts);
        }
        if !(has_stopped && is_solved) {
            self.ledger.count_unresolved();
        }
        self.update_rests(&contacts);
    }

    /// Steps 3 and 4, after the speeds along the normals have been stopped. Returns whether both
    /// iterations converged.
    fn solve_friction(&mut self, contacts: &mut [RestingContact]) -> bool {
        let (now, zeno) = (self.clock.now(), &self.settings.zeno);
        friction::stop_slow_slides(contacts, self.bodies, now, zeno);
        // What stops a slide on one contact may press the body on another.
        let presses = contacts.iter().any(|contact| closes(contact, self.bodies, now));
        let has_stopped = !presses || normal_impulses::stop_normal_speeds(contacts, self.bodies, now);
        forces::solve(contacts, self.bodies) && has_stopped
    }

    /// Step 1: the rests and links of the islands, in scene order. Begins new pieces of their
    /// bodies, which have their free accelerations for now.
    fn collect_contacts(&mut self) -> Vec<RestingContact> {
        let now = self.clock.now();
        let mut found = Vec::new();
        let mut next = 0;
        while next < self.bodies.moved().len() {
            let index = self.bodies.moved()[next];
            next += 1;
            self.bodies.motion_mut(index).release();
            found.extend(island::on_walls(self.bodies, index));
            let places = pairs_in_order(self.bodies, self.pairs, index, |pair| !pair.normals_at(now).is_empty());
            for place in places {
                found.extend(island::of_pair(self.bodies, self.pairs, place, now));
                for other in self.pairs[place].bodies() {
                    self.motions().restart(other);
                }
            }
        }
        found.sort_by_key(|contact| contact.order);
        found.dedup_by_key(|contact| contact.order);
        let settings = &self.settings;
        found
            .into_iter()
            .map(|contact| RestingContact::new(contact.id, contact.normal, self.bodies, self.pairs, settings))
            .collect()
    }

    /// Step 2: ends the rests and links that open or close too fast, and returns the others.
    fn end_fast_rests(&mut self, contacts: Vec<RestingContact>) -> Vec<RestingContact> {
        let (now, zeno) = (self.clock.now(), &self.settings.zeno);
        let (slow, fast): (Vec<RestingContact>, Vec<RestingContact>) = contacts
            .into_iter()
            .partition(|contact| is_slow_enough(contact, self.bodies, now, zeno));
        for contact in fast {
            self.end_normal(contact.id, &contact.normal);
            self.remove_link(contact.id, &contact.normal);
        }
        slow
    }

    /// Step 5: ends the rests without force, and lets the others begin or continue.
    fn update_rests(&mut self, contacts: &[RestingContact]) {
        for contact in contacts {
            match contact.id {
                id if contact.force == 0.0 && !self.stays_without_force(contact, contacts) => {
                    self.end_normal(id, &contact.normal);
                    self.add_link(id, &contact.normal);
                }
                ContactId::Wall(index, wall) => {
                    self.rest_on_wall(index, wall);
                    remove_motion_into_wall(self.bodies, index, wall);
                }
                ContactId::Pair(place) => self.continue_rest(place, &contact.normal),
            }
        }
    }

    /// Whether a contact without force stays at rest. Rounding presses it: so it would be pressed again at this time,
    /// without limit. Or its gap does not accelerate, and the same two are pressed together along another normal: rounding
    /// would press it later.
    fn stays_without_force(&self, contact: &RestingContact, contacts: &[RestingContact]) -> bool {
        let closing = contact.closing(self.bodies, |piece| piece.acceleration);
        if closing > 0.0 {
            return true;
        }
        let ContactId::Pair(place) = contact.id else { return false };
        let pair = &self.pairs[place];
        pair.resting().len() > 1
            && contacts.iter().any(|other| other.id == contact.id && other.force > 0.0)
            && closing.abs() <= self.bodies.pair_view(pair).noise_of_rest()
    }
}

/// The velocities of bodies when their speeds along the normals have been stopped.
struct Speeds(Vec<(u32, [Vector3<f64>; 2])>);

impl Speeds {
    /// Those of the bodies of contacts.
    fn of(contacts: &[RestingContact], bodies: &Bodies) -> Self {
        let both = |index: u32| {
            let piece = bodies[index].piece();
            (index, [piece.velocity, piece.angular_velocity])
        };
        // A fixed body has begun no piece.
        let moving = bodies_of(contacts).into_iter().filter(|index| bodies[*index].is_dynamic());
        Self(moving.map(both).collect())
    }

    /// Gives them back, with free accelerations.
    fn restore(&self, bodies: &mut Bodies) {
        for (index, [velocity, spin]) in &self.0 {
            let motion = bodies.motion_mut(*index);
            motion.release();
            motion.set_velocity(*velocity);
            *motion.spin_of_ball_mut() = *spin;
        }
    }
}

/// Whether a gap opens or closes so slowly that the contact is at rest.
fn is_slow_enough(contact: &RestingContact, bodies: &Bodies, now: f64, zeno: &Zeno) -> bool {
    let noise = noise_of(contact, bodies);
    contact.closing(bodies, |piece| piece.velocity_at(now)).abs() <= noise.max(zeno.sticks_below())
}

/// Whether a gap closes by more than rounding.
fn closes(contact: &RestingContact, bodies: &Bodies, now: f64) -> bool {
    contact.closing(bodies, |piece| piece.velocity_at(now)) > noise_of(contact, bodies)
}

/// The speed at which rounding may let a gap close, in metres per second.
fn noise_of(contact: &RestingContact, bodies: &Bodies) -> f64 {
    let bodies = contact.bodies.iter().flatten().map(|index| &bodies[*index]);
    approach_noise(bodies.map(|state| state.piece().velocity.norm()).sum())
}

/// Sets the velocity and the acceleration of a body along a wall's axis to 0. What rounding has
/// left would press the body on the wall again at once.
fn remove_motion_into_wall(bodies: &mut Bodies, index: u32, wall: Wall) {
    let (motion, axis) = (bodies.motion_mut(index), wall.axis());
    motion.velocity_mut()[axis] = 0.0;
    motion.acceleration_mut()[axis] = 0.0;
}
