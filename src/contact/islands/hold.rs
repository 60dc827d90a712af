//! Where bodies enter islands and leave them, and what wakes an island.

use super::constants::FALL;
use super::links::Stillness;
use super::measure::Measured;
use super::present;
use super::steps::time_of_fall;
use super::touch::{Other, Parties, Touch};
use crate::contact::context::Rests;
use crate::contact::island::pairs_in_order;
use crate::contact::wall_bits::walls_in;
use crate::domain::Wall;
use crate::impact::NearPoint;
use crate::lane::pairs::{Pair, lengths_between};
use nalgebra::Vector3;
use smallvec::SmallVec;

impl Rests<'_> {
    /// Puts the bodies of a pair in touch. Those that are not fixed enter one island. `pressed`: they are
    /// pressed together without closing, so the island is renewed before the next event.
    pub(crate) fn hold_pair(&mut self, place: u32, pressed: bool) {
        self.hold(self.parties_of_pair(place), pressed);
    }

    /// Puts a body and a wall in touch.
    pub(crate) fn hold_on_wall(&mut self, body: u32, wall: Wall, pressed: bool) {
        self.hold(Parties::on_wall(body, wall), pressed);
    }

    /// Records that a body has collided, if it is in an island.
    pub(crate) fn disturb(&mut self, body: u32) {
        if self.contacts.islands().has(body) {
            self.contacts.islands_mut().disturb(body);
        }
    }

    /// Whether the bodies of a pair are in touch.
    pub(crate) fn is_pair_held(&self, place: u32) -> bool {
        self.contacts.islands().graph.known(&self.parties_of_pair(place)).is_some()
    }

    /// Whether a body and a wall are in touch.
    pub(crate) fn is_held_on_wall(&self, body: u32, wall: Wall) -> bool {
        self.contacts.islands().graph.known(&Parties::on_wall(body, wall)).is_some()
    }

    pub(super) fn parties_of_pair(&self, place: u32) -> Parties {
        let pair = &self.pairs[place];
        let [first, second] = pair.bodies();
        let lengths = lengths_between(&self.bodies[first], &self.bodies[second], pair.image());
        Parties::of_bodies(self.bodies, first, second, &lengths)
    }

    /// Begins a touch.
    fn hold(&mut self, parties: Parties, pressed: bool) {
        let mut pending = vec![parties];
        while let Some(parties) = pending.pop() {
            let dynamic = parties.bodies().filter(|body| self.bodies[*body].is_dynamic());
            let bodies: SmallVec<[u32; 2]> = dynamic.collect();
            let island = self.common_island(&bodies);
            if pressed {
                let (now, bodies) = (self.clock.now(), &*self.bodies);
                let islands = self.contacts.islands_mut();
                match islands.graph.island(island).members.is_empty() {
                    true => islands.graph.island_mut(island).due = Some(now),
                    false => islands.set_due(island, Some(now), |body| bodies.serial(body)),
                }
            }
            for body in &bodies {
                if !self.contacts.islands().has(*body) {
                    pending.extend(self.enter(*body, island));
                }
            }
            if self.contacts.islands().graph.known(&parties).is_none() {
                self.ledger.counters_mut().touches += 1;
                self.contacts.islands_mut().graph.add_touch(Touch::between(parties));
            }
        }
    }

    /// The island of some bodies: a new one if they are in none, a joint one if they are in two.
    fn common_island(&mut self, bodies: &[u32]) -> u32 {
        let now = self.clock.now();
        let islands = self.contacts.islands_mut();
        let mut known = bodies.iter().filter_map(|body| islands.graph.island_of(*body));
        let (first, second) = (known.next(), known.next());
        first.into_iter().chain(second).for_each(|island| islands.keep_former(island));
        let island = match (first, second) {
            (Some(first), Some(second)) if first != second => self.join(first, second),
            (Some(first), _) => first,
            _ => {
                self.ledger.counters_mut().islands += 1;
                return islands.begin(now);
            }
        };
        self.wake(island);
        island
    }

    /// Joins two islands. The larger one takes over the bodies of the other.
    fn join(&mut self, first: u32, second: u32) -> u32 {
        self.wake(first);
        self.wake(second);
        let (bodies, islands) = (&*self.bodies, self.contacts.islands_mut());
        let sizes = [first, second].map(|island| islands.graph.island(island).members.len());
        let (kept, dissolved) = if sizes[0] >= sizes[1] {
            (first, second)
        } else {
            (second, first)
        };
        let due = [kept, dissolved].map(|island| islands.graph.island(island).due);
        for member in islands.dissolve(dissolved) {
            islands.graph.enter(member, kept);
        }
        let due = due.into_iter().flatten().min_by(f64::total_cmp);
        islands.set_due(kept, due, |body| bodies.serial(body));
        kept
    }

    /// Puts a body into an island, in which its velocity includes its acceleration up to half way to the next
    /// renewal, which is soon enough for it. Its rests end; they are returned, to become touches, with what
    /// else a body touches that has many sides.
    fn enter(&mut self, body: u32, island: u32) -> Vec<Parties> {
        let now = self.clock.now();
        let mut rests = self.rests_of(body);
        self.end_rests_of(body);
        rests.extend(self.touching(body));
        self.motions().restart(body);
        let islands = self.contacts.islands_mut();
        islands.graph.enter(body, island);
        let planned = islands.graph.island(island).due.unwrap_or(now).max(now);
        let due = planned.min(now + time_of_fall(&self.bodies[body], FALL));
        // Half of the way, as at a renewal.
        let anticipated = 0.5 * (now + due);
        islands.graph.set_anticipated(body, anticipated);
        let bodies = &*self.bodies;
        let first = islands.graph.island(island).members.len() == 1;
        if first || due < planned {
            islands.set_due(island, Some(due), |body| bodies.serial(body));
        }
        let free = *self.bodies[body].free_acceleration();
        let motion = self.bodies.motion_mut(body);
        motion.set_in_island(true);
        *motion.velocity_mut() += free * (anticipated - now);
        rests
    }

    /// What a body rests on, or what rests on it.
    fn rests_of(&self, body: u32) -> Vec<Parties> {
        let places = pairs_in_order(self.bodies, self.pairs, body, Pair::is_at_rest);
        let on_bodies = places.iter().map(|place| self.parties_of_pair(*place));
        let on_walls = walls_in(self.bodies[body].contact().wall_rests()).map(|wall| Parties::on_wall(body, wall));
        on_bodies.chain(on_walls).collect()
    }

    /// Takes a ball out of its island that is alone in it and touches nothing but a face. From now on it moves
    /// freely, and is not crowded. The face has kept it from falling so far: it does not close on it.
    pub(super) fn release_from_face(&mut self, body: u32, measured: &Measured) {
        let islands = self.contacts.islands_mut();
        let touch = islands.graph.touch(measured.touch).clone();
        for touch in islands.graph.touches_of(body).to_vec() {
            islands.graph.remove_touch(touch);
        }
        self.bodies.contacts_mut(body).forget_slight();
        self.release(body);
        for near in &measured.near {
            let rate = self.rate(&touch, near, &measured.shift);
            let away = if touch.first == body { -near.normal } else { near.normal };
            *self.bodies.motion_mut(body).velocity_mut() += away * (-rate).max(0.0);
        }
    }

    /// The rate of a gap at present, in metres per second. `shift`: from the second body to its image.
    fn rate(&self, touch: &Touch, near: &NearPoint, shift: &Vector3<f64>) -> f64 {
        let velocity = |body: u32, point| present::velocity_of(self.bodies[body].piece(), self.clock.now(), &point);
        let second = match touch.second {
            Other::Body(second) => velocity(second, near.point - shift),
            Other::Wall(_) => Vector3::zeros(),
        };
        near.normal.dot(&(second - velocity(touch.first, near.point)))
    }

    /// Takes a body out of its island, with its touches. From now on it moves freely.
    pub(super) fn release(&mut self, body: u32) {
        let now = self.clock.now();
        let bodies = &*self.bodies;
        let islands = self.contacts.islands_mut();
        let Some(island) = islands.graph.island_of(body) else { return };
        let ahead = islands.anticipated_velocity(bodies, body, now);
        islands.graph.leave(body);
        match islands.graph.island(island).members.is_empty() {
            true => drop(islands.dissolve(island)),
            // The first member gives the island its rank.
            false => {
                let due = islands.graph.island(island).due;
                islands.set_due(island, due, |body| bodies.serial(body));
            }
        }
        *islands.graph.stillness_mut(body) = Stillness::default();
        self.motions().restart(body);
        let motion = self.bodies.motion_mut(body);
        motion.set_in_island(false);
        *motion.velocity_mut() -= ahead;
    }

    /// Takes a body out of its island that jumps or is removed. What it touched is renewed.
    pub(crate) fn leave_island(&mut self, body: u32) {
        if !self.contacts.islands().has_touches(body) && !self.contacts.islands().has(body) {
            return;
        }
        self.request_renewal(body);
        let islands = self.contacts.islands_mut();
        islands.graph.forget_apart(body);
        for touch in islands.graph.touches_of(body).to_vec() {
            islands.graph.remove_touch(touch);
        }
        self.release(body);
    }

    /// Renews the islands that a body is in or touches, before the next event: its motion or its
    /// constants are changed by the user.
    pub(crate) fn request_renewal(&mut self, body: u32) {
        if self.contacts.islands().is_empty() {
            return;
        }
        self.stir_around(body);
        let now = self.clock.now();
        let graph = &self.contacts.islands().graph;
        let mut islands: SmallVec<[u32; 4]> = graph.island_of(body).into_iter().collect();
        if islands.is_empty() {
            let touched = graph.touches_of(body).iter().flat_map(|touch| graph.touch(*touch).bodies());
            islands.extend(touched.filter_map(|other| graph.island_of(other)));
            islands.sort_unstable();
            islands.dedup();
        }
        for island in islands {
            self.wake(island);
            let bodies = &*self.bodies;
            self.contacts
                .islands_mut()
                .set_due(island, Some(now), |body| bodies.serial(body));
        }
    }

    /// Changes the accelerations of a body: its own, and in all.
    pub(crate) fn change_accelerations(&mut self, body: u32, own: Vector3<f64>, free: Vector3<f64>) {
        self.convert_anticipation(body, &free);
        self.bodies.motion_mut(body).set_accelerations(own, free);
    }

    /// The velocity of a body in an island includes its acceleration up to some time. If that has passed, what is
    /// missing is added. Otherwise it includes of the new one as much as the old one gives along it, for no
    /// longer than up to that time: a weak one may have been anticipated for long.
    fn convert_anticipation(&mut self, body: u32, free: &Vector3<f64>) {
        let now = self.clock.now();
        let graph = &self.contacts.islands().graph;
        let Some(island) = graph.island_of(body) else { return };
        if graph.island(island).sleeps || !self.is_renewed(body) {
            return;
        }
        let (before, ahead) = (*self.bodies[body].free_acceleration(), graph.anticipated(body) - now);
        let share = match before.dot(free) / free.norm_squared() {
            share if ahead > 0.0 && share > 0.0 => share.min(1.0),
            _ => 0.0,
        };
        self.contacts.islands_mut().graph.set_anticipated(body, now + share * ahead);
        if ahead < 0.0 {
            let velocity = self.bodies[body].piece().velocity_at(now) - before * ahead;
            self.motions().begin_piece(body, velocity);
        }
    }

    /// The velocity of a body in an island has been set: it does not include its acceleration.
    pub(crate) fn forget_anticipation(&mut self, body: u32) {
        if self.contacts.islands().has(body) {
            let now = self.clock.now();
            self.contacts.islands_mut().graph.set_anticipated(body, now);
        }
    }

    /// Wakes an island that sleeps: it is renewed before the next event.
    pub(super) fn wake(&mut self, island: u32) {
        let (now, bodies) = (self.clock.now(), &*self.bodies);
        let islands = self.contacts.islands_mut();
        if !islands.graph.island(island).sleeps {
            return;
        }
        let woken = islands.graph.island_mut(island);
        (woken.sleeps, woken.quiet) = (false, 0);
        for member in islands.graph.island(island).members.clone() {
            islands.graph.set_anticipated(member, now);
        }
        islands.set_due(island, Some(now), |body| bodies.serial(body));
    }
}
