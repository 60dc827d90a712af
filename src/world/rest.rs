//! Contact that goes on: bodies pressed together by acceleration, without closing.
//!
//! Two that touch, do not close, and accelerate towards each other are *at rest* on each other. Forces along the normals keep the
//! gaps of resting contacts from closing. Whenever a motion changes, the forces of all that hangs together by rests are found
//! anew:
//!
//! 1. Collect the bodies that hang together by rests, from those whose motion changed.
//! 2. A contact whose gap opens or closes faster than the policy lets pass for rest is no rest any more: it opens, or it is a
//!    collision, which its prediction will tell.
//! 3. Take away what speed is left along the normals, pair after pair until none is left.
//! 4. Find forces >= 0 such that no gap accelerates to close, and no force pulls, and the friction that goes with them (see
//!    [`friction`](super::friction)): projected Gauss-Seidel on the contacts in scene order (the linear complementarity
//!    problem of Baraff 1994).
//! 5. A contact without a force opens (of two that are pressed together along another normal, too, only if it does). For as
//!    long as time stands still it takes part in steps 1 to 3 all the same: so that in a row of bodies that stick without
//!    weight not each pair by itself hands on ever smaller speeds.
//!
//! A rest also ends where its support does: at the edge of a table.
//!
//! Simplification: on curved surfaces a sliding contact becomes a series of very short hops.

use super::normals::{self, Normals};
use super::pair_view::lengths_between;
use super::pairs::Pair;
use super::standstill::Standstill;
use super::{StepError, World};
use crate::domain::ImageOffset;
use crate::domain::Wall;
use crate::event::Party;
use crate::impact::approach_noise;
use crate::motion::MotionPiece;
use crate::scene::Zeno;
use nalgebra::Vector3;
use smallvec::SmallVec;

/// Sweeps over the contacts before the iteration is given up, with forces that are nearly right; counted as unresolved.
const MAX_SWEEPS: usize = 10_000;

/// The iteration ends when no sweep changes an acceleration by more than this share of the greatest: a few roundings.
const TOLERANCE: f64 = 8.0 * f64::EPSILON;

/// A resting contact while forces are sought: two bodies, of which a wall is none.
pub(super) struct Rest {
    pub(super) bodies: [Option<u32>; 2],
    contact: Contact,
    pub(super) normal: Vector3<f64>,
    pub(super) inverse_masses: [f64; 2],
    force: f64,
    friction: f64,
    /// Unit vector along which the second slides over the first; none if they don't slide.
    slides: Option<Vector3<f64>>,
    /// Friction on the second, in newtons; the first feels the opposite.
    traction: Vector3<f64>,
}

/// Where a resting contact stands in scene order: its bodies, or its body and a wall, the lengths of the domain between them,
/// and which of its normals it is.
type Place = (u32, u32, ImageOffset, usize);

#[derive(Clone, Copy, PartialEq)]
enum Contact {
    Pair(u32),
    Wall(u32, Wall),
}

impl World {
    /// Lays a pair that is pressed together to rest.
    pub(super) fn press_pair(&mut self, place: u32, normal: &Vector3<f64>) -> Result<(), StepError> {
        let bodies = self.pairs[place].bodies;
        if self.config.settings.zeno == Zeno::Error {
            return Err(self.zeno_error(bodies.map(|body| Party::Body(self.bodies.id(body)))));
        }
        self.rest_pair(place, normal);
        Ok(())
    }

    /// Lays a pair to rest; the forces are found when what moved is made anew.
    pub(super) fn rest_pair(&mut self, place: u32, normal: &Vector3<f64>) {
        let (now, pair) = (self.clock.now, &mut self.pairs[place]);
        let (mut resting, mut lately) = (pair.resting.clone(), pair.lately.take());
        let view = self.bodies.pair_view(&self.pairs[place]);
        normals::press(&mut resting, &mut lately, normal, || view.spot(now));
        self.pairs[place].lately = lately;
        self.set_normals(place, resting);
    }

    /// Lets the rest of a pair along a normal go on or begin, beside others.
    fn hold_pair(&mut self, place: u32, normal: &Vector3<f64>) {
        let mut resting = self.pairs[place].resting.clone();
        normals::hold(&mut resting, normal);
        self.set_normals(place, resting);
    }

    fn set_normals(&mut self, place: u32, normals: Normals) {
        let pair = &mut self.pairs[place];
        let bodies = pair.bodies;
        if !pair.is_at_rest() {
            self.contacts.rests += 1;
            self.ledger.counters.rests += 1;
        }
        pair.resting = normals;
        for index in bodies {
            self.restart_motion(index);
        }
    }

    /// Lays a body that is pressed against a wall of the domain to rest on it.
    pub(super) fn press_on_wall(&mut self, index: u32, wall: Wall) -> Result<(), StepError> {
        if self.config.settings.zeno == Zeno::Error {
            return Err(self.zeno_error([Party::Body(self.bodies.id(index)), Party::Wall(wall)]));
        }
        self.rest_on_wall(index, wall);
        Ok(())
    }

    /// Lays a body to rest on a wall; the forces are found when what moved is made anew.
    pub(super) fn rest_on_wall(&mut self, index: u32, wall: Wall) {
        let state = &mut self.bodies[index];
        if state.wall_rests & wall_bit(wall) == 0 {
            state.wall_rests |= wall_bit(wall);
            self.contacts.rests += 1;
            self.ledger.counters.rests += 1;
        }
        self.restart_motion(index);
    }

    /// Two at rest on each other stop sliding or turn: the forces are found anew.
    pub(super) fn end_slide(&mut self, place: u32) {
        for index in self.pairs[place].bodies {
            self.restart_motion(index);
        }
    }

    /// Ends a rest of a pair: its support has ended, or its motion is about to.
    pub(super) fn end_rest(&mut self, place: u32) {
        let pair = &mut self.pairs[place];
        let bodies = pair.bodies;
        if pair.is_at_rest() {
            pair.resting.clear();
            self.contacts.rests -= 1;
            self.ledger.counters.rest_ends += 1;
            self.note_rest_ended(bodies.map(|body| Party::Body(self.bodies.id(body))));
        }
        for index in bodies {
            self.restart_motion(index);
        }
    }

    /// Finds the forces of all that hangs by rests together with what moved, and puts all of it among what moved.
    pub(super) fn settle(&mut self) {
        if self.contacts.rests == 0 && !self.clock.instant.has_links {
            return;
        }
        let rests = self.collect_rests();
        let mut rests = self.keep_slow(rests);
        if rests.is_empty() {
            return;
        }
        self.stop_normal_speeds(&rests);
        self.stop_slow_slides(&mut rests);
        self.find_forces(&mut rests);
        for rest in &rests {
            match rest.contact {
                contact if rest.force == 0.0 && !self.is_held_beside(rest, &rests) => {
                    self.release(contact, &rest.normal);
                    self.link(contact, &rest.normal);
                }
                Contact::Wall(index, wall) => {
                    self.rest_on_wall(index, wall);
                    self.square_to_wall(index, wall);
                }
                Contact::Pair(place) => self.hold_pair(place, &rest.normal),
            }
        }
    }

    /// Whether a contact without force neither opens nor closes while the same two are pressed together along another normal: it
    /// would be pressed again by rounding.
    fn is_held_beside(&self, rest: &Rest, rests: &[Rest]) -> bool {
        let Contact::Pair(place) = rest.contact else { return false };
        let pair = &self.pairs[place];
        pair.resting.len() > 1
            && rests.iter().any(|other| other.contact == rest.contact && other.force > 0.0)
            && rest.closing(self, |piece| piece.acceleration).abs() <= self.bodies.pair_view(pair).noise_of_rest()
    }

    /// Step 1: the resting contacts that hang together with what moved, in scene order; their bodies become bodies that moved,
    /// at present with what accelerates them freely.
    fn collect_rests(&mut self) -> Vec<Rest> {
        let mut rests: Vec<(Place, Contact, Vector3<f64>)> = Vec::new();
        let mut next = 0;
        while next < self.bodies.moved.len() {
            let index = self.bodies.moved[next];
            next += 1;
            let state = &mut self.bodies[index];
            state.piece.acceleration = state.free_acceleration;
            let (serial, walls) = (state.serial, state.wall_rests | state.wall_links);
            for wall in Wall::ALL.into_iter().filter(|wall| walls & wall_bit(*wall) != 0) {
                let wall_serial = super::pairs::WALL_SERIAL + wall as u32;
                rests.push(((serial, wall_serial, [0; 3], 0), Contact::Wall(index, wall), wall.normal()));
            }
            for place in self.pairs_in_order(index, |pair| !pair.normals_at(self.clock.now).is_empty()) {
                let normals = self.pairs[place].normals_at(self.clock.now);
                let bodies = self.pairs[place].bodies;
                let [a, b] = bodies.map(|body| &self.bodies[body]);
                // In a periodic domain two may rest on each other by two images.
                let lengths = lengths_between(a, b, &self.pairs[place].image);
                for (number, normal) in normals.iter().enumerate() {
                    rests.push(((a.serial, b.serial, lengths, number), Contact::Pair(place), *normal));
                }
                for other in bodies {
                    self.restart_motion(other);
                }
            }
        }
        rests.sort_by_key(|(place, ..)| *place);
        rests.dedup_by_key(|(place, ..)| *place);
        rests
            .into_iter()
            .map(|(_, contact, normal)| self.rest(contact, normal))
            .collect()
    }

    fn rest(&self, contact: Contact, normal: Vector3<f64>) -> Rest {
        let bodies = match contact {
            Contact::Wall(index, _) => [Some(index), None],
            Contact::Pair(place) => self.pairs[place].bodies.map(Some),
        };
        let inverse_masses = bodies.map(|body| body.map_or(0.0, |index| self.bodies[index].inverse_mass));
        let friction = match contact {
            Contact::Wall(index, _) => self.wall_friction_of(index),
            Contact::Pair(place) => self.friction_of(self.pairs[place].bodies),
        };
        Rest {
            bodies,
            contact,
            normal,
            inverse_masses,
            force: 0.0,
            friction,
            slides: None,
            traction: Vector3::zeros(),
        }
    }

    /// Step 2: releases the contacts that open or close too fast to be at rest.
    fn keep_slow(&mut self, rests: Vec<Rest>) -> Vec<Rest> {
        let now = self.clock.now;
        let (slow, fast): (Vec<Rest>, Vec<Rest>) = rests.into_iter().partition(|rest| {
            let speeds = rest
                .bodies
                .iter()
                .flatten()
                .map(|index| self.bodies[*index].piece.velocity.norm())
                .sum();
            let least = self.config.settings.zeno.sticks_below();
            rest.closing(self, |piece| piece.velocity_at(now)).abs() <= approach_noise(speeds).max(least)
        });
        for rest in fast {
            self.release(rest.contact, &rest.normal);
            self.unlink(rest.contact, &rest.normal);
        }
        slow
    }

    /// Step 3: impulses along the normals until no speed is left along any, up to rounding.
    fn stop_normal_speeds(&mut self, rests: &[Rest]) {
        let mut standstill = Standstill::new(self, rests);
        self.ledger.counters.unresolved += u64::from(!standstill.reach());
        for (body, velocity) in standstill.velocities() {
            // What is fixed has begun no piece.
            if self.bodies[body].is_dynamic() {
                self.bodies[body].piece.velocity = velocity;
            }
        }
    }

    /// Stops what slides too slowly to count as sliding, and notes how the rest does.
    fn stop_slow_slides(&mut self, rests: &mut [Rest]) {
        let (now, slowest) = (self.clock.now, self.slowest_slide());
        for rest in rests.iter_mut().filter(|rest| rest.friction > 0.0) {
            let slides = rest.sliding(self, |piece| piece.velocity_at(now));
            let speed = slides.norm();
            if speed > slowest {
                rest.slides = Some(slides / speed);
            } else {
                rest.pull(self, &(slides / -rest.inverse_sum()), |piece| &mut piece.velocity);
            }
        }
    }

    /// Step 4: forces that neither pull nor let a gap accelerate to close.
    fn find_forces(&mut self, rests: &mut [Rest]) {
        let free = |rest: &Rest| {
            rest.bodies
                .iter()
                .flatten()
                .map(|i| self.bodies[*i].free_acceleration.norm())
                .sum()
        };
        let scale: f64 = rests.iter().map(free).fold(0.0, f64::max);
        for _ in 0..MAX_SWEEPS {
            let mut greatest = 0.0f64;
            for rest in rests.iter_mut() {
                let press = rest.closing(self, |piece| piece.acceleration);
                let force = (rest.force + press / rest.inverse_sum()).max(0.0);
                let change = force - rest.force;
                rest.push(self, change, |piece| &mut piece.acceleration);
                rest.force = force;
                greatest = greatest.max((change * rest.inverse_sum()).abs());
                if rest.friction > 0.0 {
                    let change = rest.better_traction(self) - rest.traction;
                    rest.pull(self, &change, |piece| &mut piece.acceleration);
                    rest.traction += change;
                    greatest = greatest.max(change.norm() * rest.inverse_sum());
                }
            }
            if greatest <= TOLERANCE * scale {
                return;
            }
        }
        self.ledger.counters.unresolved += 1;
    }

    /// Takes away what rounding has left of speed and acceleration into a wall: it would be pressed again at once.
    fn square_to_wall(&mut self, index: u32, wall: Wall) {
        let (axis, piece) = (wall.axis(), &mut self.bodies[index].piece);
        piece.velocity[axis] = 0.0;
        piece.acceleration[axis] = 0.0;
    }

    /// Step 5: a contact that is no rest any more.
    fn release(&mut self, contact: Contact, normal: &Vector3<f64>) {
        let rested = match contact {
            Contact::Pair(place) => {
                let pair = &mut self.pairs[place];
                let before = pair.is_at_rest();
                normals::release(&mut pair.resting, normal);
                before && !pair.is_at_rest()
            }
            Contact::Wall(index, wall) => {
                let before = self.bodies[index].wall_rests;
                self.bodies[index].wall_rests &= !wall_bit(wall);
                before != self.bodies[index].wall_rests
            }
        };
        if rested {
            self.contacts.rests -= 1;
            self.ledger.counters.rest_ends += 1;
            let parties = match contact {
                Contact::Pair(place) => self.pairs[place].bodies.map(|body| Party::Body(self.bodies.id(body))),
                Contact::Wall(index, wall) => [Party::Body(self.bodies.id(index)), Party::Wall(wall)],
            };
            self.note_rest_ended(parties);
        }
    }

    /// A contact that has no force and no speed hands on what pushes it for the rest of the instant.
    fn link(&mut self, contact: Contact, normal: &Vector3<f64>) {
        self.clock.instant.has_links = true;
        match contact {
            Contact::Pair(place) => self.pairs[place].lately.get_or_insert_default().link(self.clock.now, normal),
            Contact::Wall(index, wall) => self.bodies[index].wall_links |= wall_bit(wall),
        }
    }

    fn unlink(&mut self, contact: Contact, normal: &Vector3<f64>) {
        match contact {
            Contact::Pair(place) => {
                if let Some(lately) = &mut self.pairs[place].lately {
                    lately.unlink(normal);
                }
            }
            Contact::Wall(index, wall) => self.bodies[index].wall_links &= !wall_bit(wall),
        }
    }

    /// Ends all rests of a body that leaves its place; what rested on it is among what moved. What pushes it is handed on
    /// no more.
    pub(super) fn end_rests_of(&mut self, index: u32) {
        let id = self.bodies.id(index);
        let state = &mut self.bodies[index];
        let walls = std::mem::take(&mut state.wall_rests);
        state.wall_links = 0;
        self.contacts.rests -= walls.count_ones() as usize;
        self.ledger.counters.rest_ends += u64::from(walls.count_ones());
        for wall in Wall::ALL.into_iter().filter(|wall| walls & wall_bit(*wall) != 0) {
            self.note_rest_ended([Party::Body(id), Party::Wall(wall)]);
        }
        for place in self.pairs_in_order(index, |pair| pair.is_at_rest() || pair.lately.is_some()) {
            if let Some(lately) = &mut self.pairs[place].lately {
                lately.unlink_all();
            }
            if self.pairs[place].is_at_rest() {
                self.end_rest(place);
            }
        }
    }

    /// Begins new pieces of a body and of what rests on it or holds it, so that the forces are found anew.
    pub(super) fn restart_rests_of(&mut self, index: u32) {
        if self.contacts.rests == 0 {
            return;
        }
        for place in self.pairs_in_order(index, Pair::is_at_rest) {
            for body in self.pairs[place].bodies {
                self.restart_motion(body);
            }
        }
        if self.bodies[index].wall_rests != 0 {
            self.restart_motion(index);
        }
    }

    /// The pairs of a body that are chosen, in scene order: that in which the body holds them depends on the method, and must not
    /// decide in which order pieces begin.
    fn pairs_in_order(&self, index: u32, chosen: impl Fn(&Pair) -> bool) -> SmallVec<[u32; 4]> {
        let pairs = self.bodies[index].pairs.iter().copied();
        let mut places: SmallVec<[u32; 4]> = pairs.filter(|place| chosen(&self.pairs[*place])).collect();
        places.sort_unstable_by_key(|place| self.pairs[*place].bodies.map(|body| self.bodies.serial(body)));
        places
    }
}

impl Rest {
    pub(super) fn inverse_sum(&self) -> f64 {
        self.inverse_masses[0] + self.inverse_masses[1]
    }

    /// How fast the gap closes, of velocities or of accelerations.
    fn closing(&self, world: &World, of: impl Fn(&MotionPiece) -> Vector3<f64>) -> f64 {
        let [first, second] = self
            .bodies
            .map(|body| body.map_or(Vector3::zeros(), |index| of(&world.bodies[index].piece)));
        self.normal.dot(&(first - second))
    }

    /// How the second slides over the first, of velocities or of accelerations.
    fn sliding(&self, world: &World, of: impl Fn(&MotionPiece) -> Vector3<f64>) -> Vector3<f64> {
        let [first, second] = self
            .bodies
            .map(|body| body.map_or(Vector3::zeros(), |index| of(&world.bodies[index].piece)));
        let relative = second - first;
        relative - self.normal * self.normal.dot(&relative)
    }

    /// The friction on the second under the present force: against the sliding, or what keeps it from beginning.
    fn better_traction(&self, world: &World) -> Vector3<f64> {
        let most = self.friction * self.force;
        if let Some(slides) = &self.slides {
            return slides * -most;
        }
        let holds = self.traction - self.sliding(world, |piece| piece.acceleration) / self.inverse_sum();
        let strength = holds.norm();
        if strength > most { holds * (most / strength) } else { holds }
    }

    /// Pulls the second by an impulse or a force, and the first by the opposite.
    fn pull(&self, world: &mut World, amount: &Vector3<f64>, of: impl Fn(&mut MotionPiece) -> &mut Vector3<f64>) {
        for (side, sign) in [(0, -1.0), (1, 1.0)] {
            if let Some(index) = self.bodies[side].filter(|_| self.inverse_masses[side] > 0.0) {
                *of(&mut world.bodies[index].piece) += amount * (sign * self.inverse_masses[side]);
            }
        }
    }

    /// Pushes the two apart along the normal, by an impulse or a force.
    fn push(&self, world: &mut World, amount: f64, of: impl Fn(&mut MotionPiece) -> &mut Vector3<f64>) {
        for (side, sign) in [(0, -1.0), (1, 1.0)] {
            if let Some(index) = self.bodies[side].filter(|_| self.inverse_masses[side] > 0.0) {
                *of(&mut world.bodies[index].piece) += self.normal * (sign * amount * self.inverse_masses[side]);
            }
        }
    }
}

pub(super) fn wall_bit(wall: Wall) -> u8 {
    1 << wall as u8
}
