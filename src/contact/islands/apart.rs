//! What a renewal keeps apart until the next one: no collision is predicted for it.

use super::constants::NONE;
use super::graph::Graph;
use super::of_world::Islands;
use super::touch::{Other, Parties, Touch};
use crate::bodies::Bodies;
use crate::domain::Wall;
use crate::lane::pairs::{Pair, lengths_between};
use nalgebra::Vector3;
use smallvec::SmallVec;

impl Islands {
    /// Whether the last renewal keeps the two bodies of a pair apart until the next one, with the motion
    /// pieces that they have.
    pub(crate) fn keeps_apart(&self, bodies: &Bodies, pair: &Pair) -> bool {
        let [first, second] = pair.bodies();
        if !bodies[first].is_in_island() && !bodies[second].is_in_island() {
            return false;
        }
        let lengths = lengths_between(&bodies[first], &bodies[second], pair.image());
        let parties = Parties::of_bodies(bodies, first, second, &lengths);
        let touches = self.graph.known(&parties).into_iter();
        let apart = [first, second].into_iter().flat_map(|body| self.graph.apart_from(body));
        let mut known = touches.chain(apart.filter(|known| known.is_of(&parties)));
        known.any(|known| known.is_kept_open(bodies))
    }

    /// The time after which no impact of a pair counts: a renewal begins new pieces for one of the two, at the
    /// latest then.
    pub(crate) fn predicted_until(&self, pair: &Pair) -> f64 {
        let [first, second] = pair.bodies();
        self.graph.renewed_next(first).min(self.graph.renewed_next(second))
    }

    /// What the velocity of a body includes of its acceleration in the time to come, in metres per second; negative if it
    /// does not include all of that up to now.
    pub(crate) fn anticipated_velocity(&self, bodies: &Bodies, body: u32, now: f64) -> Vector3<f64> {
        let graph = &self.graph;
        let stillness = graph.stillness(body);
        let moves = bodies[body].is_dynamic() && !stillness.settled && !stillness.probed;
        let renews = |island: &u32| moves && !graph.island(*island).sleeps;
        match graph.island_of(body).filter(renews) {
            Some(_) => bodies[body].free_acceleration() * (graph.anticipated(body) - now),
            None => Vector3::zeros(),
        }
    }

    /// The walls that a body may meet: not those from which the last renewal keeps it apart until the
    /// next one, with the motion piece that it has.
    pub(crate) fn walls_to_meet(&self, bodies: &Bodies, body: u32) -> SmallVec<[Wall; 6]> {
        let mut walls = SmallVec::from(Wall::ALL);
        if bodies[body].is_in_island() {
            let touches = self.graph.touches_of(body).iter().map(|number| self.graph.touch(*number));
            for kept in touches.filter(|touch| touch.is_kept_open(bodies)) {
                walls.retain(|wall| kept.second != Other::Wall(*wall));
            }
        }
        walls
    }
}

/// Whether the balls around the two bodies of a pair stay apart up to a time, if there is one.
pub(crate) fn are_far_until(bodies: &Bodies, pair: &Pair, until: f64) -> bool {
    until < f64::INFINITY && !bodies.pair_view(pair).may_meet_by(until)
}

impl Graph {
    /// The time of the next renewal of a body, in seconds; infinite if none is planned.
    #[inline]
    fn renewed_next(&self, body: u32) -> f64 {
        match self.links.get(body as usize) {
            Some(links) if links.island != NONE && !links.stillness.settled => {
                self.island(links.island).due.unwrap_or(f64::INFINITY)
            }
            _ => f64::INFINITY,
        }
    }

    /// What a body is kept apart from without being in touch with it.
    fn apart_from(&self, body: u32) -> &[Touch] {
        self.links.get(body as usize).map_or(&[], |links| &links.apart)
    }

    /// Keeps two parties apart until the next renewal of a body's island.
    pub(super) fn keep_apart(&mut self, body: u32, apart: Touch) {
        self.links[body as usize].apart.push(apart);
    }

    /// Ends this for a body, and for others of its island as to that body.
    pub(super) fn forget_apart(&mut self, body: u32) {
        let Some(island) = self.island_of(body) else { return };
        for member in self.island(island).members.clone() {
            let apart = &mut self.links[member as usize].apart;
            apart.retain(|other| member != body && other.bodies().all(|one| one != body));
        }
    }
}
