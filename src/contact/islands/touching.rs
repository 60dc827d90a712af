//! What bodies with many sides touch when they enter an island.

use super::constants::FLOOR;
use super::measure::may_turn;
use super::touch::{Other, Parties};
use crate::contact::context::Rests;
use crate::impact::Extents;
use crate::sap::Aabb;
use nalgebra::Vector3;

/// A body that enters an island touches others up to this gap, as a share of the radius of the smaller of the two.
pub(crate) const FARTHEST_TOUCHING: f64 = FLOOR;

impl Rests<'_> {
    /// What a body touches at present, if one of the two has many sides.
    ///
    /// Cost: a comparison of boxes with each body near it, or with all where some are in the lane of balls. (Which pairs
    /// there are depends on the method where boxes touch within rounding, as in stacks. A periodic domain has one
    /// method.)
    pub(super) fn touching(&self, body: u32) -> Vec<Parties> {
        let mut candidates: Vec<Parties> = Vec::new();
        if self.bodies.sides().is_some() {
            let places = self.bodies[body].pairs().iter();
            candidates.extend(places.map(|place| self.parties_of_pair(*place)));
        } else {
            // (A ball in the lane of balls of which no state is stored here is near no other body.)
            let turns = may_turn(&self.bodies[body]);
            let is_other =
                |other: &u32| *other != body && self.bodies.is_full(*other) && (turns || may_turn(&self.bodies[*other]));
            for other in self.bodies_near(body).into_iter().filter(is_other) {
                let mut pair = [body, other];
                pair.sort_unstable_by_key(|body| self.bodies.serial(*body));
                candidates.push(Parties::of_bodies(self.bodies, pair[0], pair[1], &[0; 3]));
            }
        }
        candidates.retain(|parties| {
            let Other::Body(second) = parties.second else { return false };
            let turns = parties.bodies().any(|body| may_turn(&self.bodies[body]));
            let nearest = FARTHEST_TOUCHING * self.size_of(parties);
            turns
                && self.boxes_meet(parties, nearest)
                && self.may_touch([parties.first, second])
                && self.distances(parties, nearest).near.iter().any(|near| near.gap <= nearest)
        });
        candidates
    }

    /// The bodies that a body may touch, and others, in scene order.
    fn bodies_near(&self, body: u32) -> Vec<u32> {
        let (state, now) = (&self.bodies[body], self.clock.now());
        let most = FARTHEST_TOUCHING * state.shape_radius();
        let at = state.piece().position_at(now);
        let Some(mut near) = self.surroundings.within(&around(&at, state.extents(), 2.0 * most), now) else {
            return self.bodies.in_order().to_vec();
        };
        near.sort_unstable_by_key(|body| self.bodies.serial(*body));
        near.dedup();
        near
    }

    /// Whether the boxes of two bodies are at most so many metres apart at present.
    fn boxes_meet(&self, parties: &Parties, most: f64) -> bool {
        let Other::Body(second) = parties.second else { return true };
        let states = [parties.first, second].map(|body| &self.bodies[body]);
        if states.iter().any(|state| state.is_half_space()) {
            return true;
        }
        let now = self.clock.now();
        let lengths = parties.lengths(self.bodies, second);
        let shift = self.bodies.pair_view_at(states[0], states[1], &lengths).shift();
        let [of_first, of_second] = [(states[0], Vector3::zeros()), (states[1], shift)].map(|(state, shift)| {
            let at = state.piece().position_at(now) + shift;
            around(&at, state.extents(), 0.5 * most)
        });
        of_first.overlaps(&of_second)
    }
}

/// The box of a body at a place, with a room around it.
fn around(at: &Vector3<f64>, extents: &Extents, room: f64) -> Aabb<f64, 3> {
    let room = at.map(|x| room + x.abs() * f64::EPSILON);
    Aabb {
        min: (at + extents.min - room).into(),
        max: (at + extents.max + room).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::context::Surroundings;
    use crate::scene::Body;
    use crate::{Method, Shape, World};

    /// A stack beside a heap that falls, and two floors that it falls on.
    fn bodies() -> Vec<Body> {
        let cube = Shape::cuboid(Vector3::repeat(0.5)).unwrap();
        let shapes = [cube.clone(), Shape::capsule(0.3, 0.2).unwrap(), Shape::ball(0.5).unwrap()];
        let floors = [Shape::half_space(Vector3::y()), Shape::cuboid(Vector3::new(2.0, 0.5, 2.0))].map(Result::unwrap);
        let mut bodies: Vec<Body> = floors.into_iter().map(Body::fixed).collect();
        bodies.extend((0..6).map(|number| {
            let place = Vector3::new(4.0, 0.5 + number as f64, 0.0);
            Body::new(cube.clone()).position(place)
        }));
        bodies.extend((0..18).map(|number| {
            let cell = Vector3::new(number % 3, number / 3 % 2, number / 6).map(f64::from);
            let place = cell * 1.3 + Vector3::new(-1.0 + 0.1 * cell.z, 1.2, -1.0);
            Body::new(shapes[number as usize % 3].clone()).position(place).rotates()
        }));
        bodies
    }

    #[test]
    fn what_a_body_touches_is_found_as_among_all() {
        for method in [Method::Leases, Method::Lists, Method::Swept { rate: 60.0 }] {
            let builder = World::builder().method(method).restitution(0.2).friction(0.4);
            let mut world = builder.gravity(Vector3::y() * -9.81).build().unwrap();
            world.insert_all(&bodies()).unwrap();
            let mut touches = 0;
            for number in 0..20 {
                world.advance_to(0.1 * f64::from(number)).unwrap();
                let all: Vec<u32> = world.bodies().map(|id| id.index).collect();
                let mut rests = world.rests();
                for body in all {
                    let near = rests.touching(body);
                    let nowhere = Surroundings {
                        broad: None,
                        half_spaces: &[],
                    };
                    let surroundings = std::mem::replace(&mut rests.surroundings, nowhere);
                    assert_eq!(near, rests.touching(body), "{method:?}, body {body}");
                    rests.surroundings = surroundings;
                    touches += near.len();
                }
            }
            assert!(touches > 100, "{method:?}: {touches}");
        }
    }
}
