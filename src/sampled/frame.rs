//! One frame.

use super::bodies::Sampled;
use super::{SampledWorld, id};
use crate::domain::{Domain, Wall};
use crate::event::{Collision, Event, EventKind, Party, Touch};
use crate::impact::{Contact, approach_noise, contact_at, contact_near, touches_at};
use crate::response::{Encounter, Relation, Side, Twist, closing_speed, impulse, pair_friction, pair_restitution};
use crate::sap::{Aabb, PairChange};
use crate::scene::{ResponseMode, Zeno};
use crate::stopwatch::Part;
use nalgebra::Vector3;

impl SampledWorld {
    /// Runs the frame at time `t`.
    pub(super) fn run_frame(&mut self, t: f64) {
        self.now = t;
        let first = self.events.len();
        for (index, body) in self.bodies.iter_mut().enumerate() {
            let changes = body.advance_to(t);
            if changes > 0 {
                body.wrap_into(&self.settings.domain);
            }
            for _ in 0..changes {
                self.events.push(Event {
                    time: t,
                    kind: EventKind::MotionChange { body: id(index as u32) },
                });
            }
        }
        if !self.follows {
            self.collide_with_walls();
        }
        self.end_part(Part::Rest);
        self.find_candidates();
        self.end_part(Part::Broad);
        let mut touching = Vec::new();
        for number in 0..self.candidates.len() {
            let (a, b) = self.candidates[number];
            let Some(relation) = self.relation(a, b) else { continue };
            self.tests += 1;
            let shift = self.shift_to_nearest_image(a, b);
            let image = self.image_of(b, &shift);
            let [one, mut other] = [a, b].map(|index| self.bodies[index as usize].moving());
            if let Some(image) = &image {
                other.piece = image;
            }
            match relation {
                Relation::Collide => {
                    if let Some(contact) = contact_at(&one, &other, t) {
                        self.end_part(Part::Narrow);
                        self.respond(a, b, &shift, &contact);
                        self.end_part(Part::Rest);
                    }
                }
                Relation::Observe | Relation::Poll => {
                    if touches_at(&one, &other, t) {
                        touching.push((a, b));
                        if self.in_contact.binary_search(&(a, b)).is_err() {
                            let contact = contact_near(&one, &other, t);
                            self.begin_contact(a, b, &shift, &contact);
                        }
                    }
                }
            }
        }
        self.end_part(Part::Narrow);
        self.end_contacts(touching);
        self.events[first..].sort_by_key(|event| order_in_frame(&event.kind));
    }

    /// Adds the time since the last reading to this part, if parts are measured.
    #[inline]
    fn end_part(&mut self, part: Part) {
        if let Some(stopwatch) = &mut self.stopwatch {
            stopwatch.end(part);
        }
    }

    /// Finds pairs with overlapping tight boxes, and those with a half-space, in scene order.
    fn find_candidates(&mut self) {
        for (index, body) in self.bodies.iter().enumerate() {
            if !body.collider.is_half_space() {
                let position = body.piece.position_at(self.now);
                let extents = body.extents_at(self.now);
                let (min, max) = (position + extents.min, position + extents.max);
                let aabb = Aabb {
                    min: min.into(),
                    max: max.into(),
                };
                self.overlaps.note(index as u32, aabb);
            }
        }
        self.overlaps.update();
        if self.reports_overlaps {
            self.report_overlap_changes();
        }
        self.candidates.clear();
        self.candidates.extend_from_slice(self.overlaps.pairs());
        if self.half_spaces.is_empty() {
            return;
        }
        for half_space in &self.half_spaces {
            // Of two half-spaces the later one finds the other.
            let is_met = |other: &u32| other < half_space || (other > half_space && !self.half_spaces.contains(other));
            let others = (0..self.bodies.len() as u32).filter(is_met);
            self.candidates
                .extend(others.map(|other| (other.min(*half_space), other.max(*half_space))));
        }
        self.candidates.sort_unstable();
    }

    /// Reports the overlaps of tight boxes that began or ended since the last frame, for pairs that
    /// interact.
    fn report_overlap_changes(&mut self) {
        for PairChange { pair: (a, b), begins } in self.overlaps.changes() {
            if self.relation(*a, *b).is_some() {
                let bodies = [id(*a), id(*b)];
                self.events.push(Event {
                    time: self.now,
                    kind: if *begins {
                        EventKind::OverlapBegin { bodies }
                    } else {
                        EventKind::OverlapEnd { bodies }
                    },
                });
            }
        }
    }

    /// The interaction of the pair; on prescribed trajectories contacts are only reported.
    fn relation(&self, a: u32, b: u32) -> Option<Relation> {
        let response = if self.follows {
            ResponseMode::PassThrough
        } else {
            self.settings.response
        };
        let [a, b] = [a, b].map(|index| &self.bodies[index as usize].role);
        a.relation(b, response)
    }

    /// Reports a contact of body `a` with the image of body `b` that is `shift` away from it.
    fn begin_contact(&mut self, a: u32, b: u32, shift: &Vector3<f64>, contact: &Contact) {
        let sides = self.sides(a, b, shift);
        let touch = Touch {
            bodies: [id(a), id(b)],
            point: contact.point,
            normal: contact.normal,
            closing_speed: closing_speed(&contact.normal, &contact.point, &sides).max(0.0),
        };
        self.events.push(Event {
            time: self.now,
            kind: EventKind::ContactBegin(touch),
        });
    }

    /// Reports the ends of contacts of the last frame that do not exist in this one.
    fn end_contacts(&mut self, touching: Vec<(u32, u32)>) {
        for (a, b) in &self.in_contact {
            if touching.binary_search(&(*a, *b)).is_err() {
                self.events.push(Event {
                    time: self.now,
                    kind: EventKind::ContactEnd {
                        bodies: [id(*a), id(*b)],
                    },
                });
            }
        }
        self.in_contact = touching;
    }

    /// Responds to a contact of body `a` with the image of body `b` that is `shift` away from it:
    /// an impulse if the two approach, and a displacement by their depth, shared by mass.
    fn respond(&mut self, a: u32, b: u32, shift: &Vector3<f64>, contact: &Contact) {
        let sides = self.sides(a, b, shift);
        let [at_a, at_b] = sides.each_ref().map(|side| side.velocity_at(&contact.point));
        let closing = closing_speed(&contact.normal, &contact.point, &sides);
        let mut after = sides.each_ref().map(Twist::of);
        if closing > approach_noise(at_a.norm() + at_b.norm()) {
            after = self.collide(contact, closing, sides);
        }
        let push = contact.depth / (sides[0].inverse_mass + sides[1].inverse_mass);
        for (side, index) in [a, b].into_iter().enumerate() {
            let body = &mut self.bodies[index as usize];
            if body.is_dynamic() {
                let sign = if side == 0 { -1.0 } else { 1.0 };
                let apart = contact.normal * (sign * push * body.inverse_mass);
                body.redirect(self.now, body.piece.position_at(self.now) + apart, &after[side]);
                body.wrap_into(&self.settings.domain);
            }
        }
    }

    /// Reflects bodies that are beyond a wall of the domain and move outward, and puts them back
    /// inside.
    fn collide_with_walls(&mut self) {
        let Domain::Box { min, max } = self.settings.domain else {
            return;
        };
        for index in 0..self.bodies.len() as u32 {
            let body = &self.bodies[index as usize];
            if !body.is_dynamic() || body.collider.is_half_space() {
                continue;
            }
            let (position, extents) = (body.piece.position_at(self.now), body.tight_extents(self.now));
            let clear =
                |axis: usize| position[axis] + extents.min[axis] > min[axis] && position[axis] + extents.max[axis] < max[axis];
            if (0..3).all(clear) {
                continue;
            }
            for wall in Wall::ALL {
                let body = &self.bodies[index as usize];
                let axis = wall.axis();
                let position = body.piece.position_at(self.now);
                let extents = body.tight_extents(self.now);
                let depth = if wall.is_upper() {
                    position[axis] + extents.max[axis] - max[axis]
                } else {
                    min[axis] - (position[axis] + extents.min[axis])
                };
                if depth >= 0.0 {
                    self.collide_with_wall(index, wall, position, depth);
                }
            }
        }
    }

    fn collide_with_wall(&mut self, index: u32, wall: Wall, position: Vector3<f64>, depth: f64) {
        let contact = Contact {
            depth,
            ..crate::impact::wall_contact(&self.bodies[index as usize].moving(), wall, self.now)
        };
        let solid = Side::of_wall(wall, &self.settings);
        let sides = [self.side(index), solid];
        let closing = closing_speed(&contact.normal, &contact.point, &sides);
        let mut after = Twist::of(&sides[0]);
        if closing > approach_noise(after.velocity.norm()) {
            after = self.collide(&contact, closing, sides)[0];
        }
        let inside = position - contact.normal * depth;
        self.bodies[index as usize].redirect(self.now, inside, &after);
    }

    /// Collides two sides by the law of impulses, reports it, and returns the new velocities.
    fn collide(&mut self, contact: &Contact, closing_speed: f64, sides: [Side; 2]) -> [Twist; 2] {
        let restitution = match self.settings.zeno {
            Zeno::Stick { speed } if closing_speed < speed => 0.0,
            _ => pair_restitution(sides[0].restitution, sides[1].restitution),
        };
        let encounter = Encounter {
            time: self.now,
            point: contact.point,
            normal: contact.normal,
            closing_speed,
            restitution,
            friction: pair_friction(sides[0].friction, sides[1].friction),
            sides,
        };
        let after = impulse(&encounter);
        let collision = Collision::from_encounter(&encounter, &after);
        self.events.push(Event {
            time: self.now,
            kind: EventKind::Collision(collision),
        });
        after
    }

    pub(super) fn side(&self, index: u32) -> Side {
        let body: &Sampled = &self.bodies[index as usize];
        Side {
            party: Party::Body(id(index)),
            inverse_mass: body.inverse_mass,
            inverse_inertia: body.inverse_inertia_at(self.now),
            position: body.piece.position_at(self.now),
            velocity: body.piece.velocity_at(self.now),
            angular_velocity: body.piece.angular_velocity_at(self.now),
            growth: body.piece.growth,
            restitution: body.restitution,
            friction: body.friction,
        }
    }
}

/// The order of events at one time: kind, then scene order, walls last.
fn order_in_frame(kind: &EventKind) -> (u8, [usize; 2]) {
    /// Any number that no body has. The sort is stable, so it keeps the order of two walls.
    const WALL: usize = usize::MAX;
    let rank = match kind {
        EventKind::MotionChange { .. } => 0,
        EventKind::Scheduled { .. } => 1,
        EventKind::BoundsExpired { .. } => 2,
        EventKind::OverlapBegin { .. } => 3,
        EventKind::ContactBegin(_) => 4,
        EventKind::Collision(_) => 5,
        EventKind::ContactEnd { .. } => 6,
        EventKind::OverlapEnd { .. } => 7,
        EventKind::Rest { .. } | EventKind::Wake { .. } => unreachable!("frames report no rests"),
    };
    let place = |party: Party| match party {
        Party::Body(id) => id.index(),
        Party::Wall(_) => WALL,
    };
    match kind {
        EventKind::MotionChange { body } => (rank, [body.index(); 2]),
        _ => (rank, kind.parties().map_or([0; 2], |parties| parties.map(place))),
    }
}
