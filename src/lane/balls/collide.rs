//! The collision of two balls: the law of impulses.

use super::ball::Species;
use super::lane::BallLane;
use super::outcome::{BallCollision, CollisionOutcome, VelocityChange};
use crate::domain::{adjacent_shifts, offset_of_shift};
use crate::event::{BodyId, Collision, Party};
use crate::impact::{Contact, Impact, approach_noise, contact_of_flights, impact_of_flights};
use crate::ledger::{Against, Hit};
use crate::motion::Flight;
use crate::response::{ZenoDecision, momentum_transfer, pair_friction, pair_restitution, zeno_decision};
use crate::scene::Zeno;
use nalgebra::Vector3;

/// One of the two balls.
#[derive(Clone, Copy)]
struct Side {
    slot: usize,
    id: BodyId,
    species: Species,
    flight: Flight,
    /// The position now; of the second ball, that of the image that is met.
    position: Vector3<f64>,
}

impl BallLane {
    /// Executes the meeting of two balls that is the [next event](Self::next_event). They are given
    /// by their slots, in scene order, and are dirty afterwards.
    #[inline]
    pub(crate) fn collide(&mut self, pair: [u32; 2], now: f64, zeno: &Zeno) -> CollisionOutcome {
        let mut sides = [self.side(pair[0], now), self.side(pair[1], now)];
        let (impact, shift) = self.impact_of(&sides);
        sides[1].position += shift;
        let [a, b] = &sides;
        let contact = contact_between(a, b, &impact, &shift);
        let closing = contact.normal.dot(&(a.flight.velocity - b.flight.velocity));
        let noise = approach_noise(a.flight.velocity.norm() + b.flight.velocity.norm());
        if closing <= zeno.sticks_below().max(noise) {
            return CollisionOutcome::MayRest;
        }
        let restitution = pair_restitution(a.species.restitution, b.species.restitution);
        let pasts = [self.balls.past(a.slot), self.balls.past(b.slot)];
        let (restitution, by_policy) = match zeno_decision(zeno, now, closing, restitution, &pasts) {
            ZenoDecision::Unchanged => (restitution, false),
            ZenoDecision::Restitution(changed) => (changed, true),
            ZenoDecision::Endless => return CollisionOutcome::Endless([a.id, b.id]),
        };
        let friction = pair_friction(a.species.friction, b.species.friction);
        let inverse_sum = a.species.inverse_mass + b.species.inverse_mass;
        let total = momentum_transfer(inverse_sum, &contact.normal, closing, restitution, friction, || {
            b.flight.velocity - a.flight.velocity
        });
        let after = [
            a.flight.velocity - total * a.species.inverse_mass,
            b.flight.velocity + total * b.species.inverse_mass,
        ];
        let changes = [velocity_change(a, after[0]), velocity_change(b, after[1])];
        let collision = collision(&sides, &contact, closing, changes, by_policy);
        self.begin_motion(&sides[0], &after[0], impact.late, now);
        self.begin_motion(&sides[1], &after[1], impact.late, now);
        CollisionOutcome::Collided(collision)
    }

    #[inline(always)]
    fn side(&self, slot: u32, now: f64) -> Side {
        let slot = slot as usize;
        let flight = *self.balls.flight(slot);
        Side {
            slot,
            id: self.balls.event(slot).id,
            species: *self.balls.species(slot),
            position: flight.at(now),
            flight,
        }
    }

    /// The impact of two balls that meet now, and the shift of the second to the image that is met.
    #[inline(always)]
    fn impact_of(&self, [a, b]: &[Side; 2]) -> (Impact, Vector3<f64>) {
        let radius_sum = a.species.radius + b.species.radius;
        let shift = match self.grid.is_periodic() {
            // At contact no other image is as near.
            true => self.grid.to_nearest(&(b.position - a.position)),
            false => Vector3::zeros(),
        };
        match impact_of_flights(&a.flight, &b.flight, radius_sum, &shift, self.clear.clearness()) {
            Some(impact) => (impact, shift),
            None => self.impact_with_other_image(a, b),
        }
    }

    /// The case of a domain that is just twice as wide as the balls: they can touch two images of
    /// each other at once.
    #[cold]
    fn impact_with_other_image(&self, a: &Side, b: &Side) -> (Impact, Vector3<f64>) {
        let nearest = self.grid.to_nearest(&(b.position - a.position));
        let lengths = self.grid.space().lengths();
        let radius_sum = a.species.radius + b.species.radius;
        let impact = |image: Vector3<f64>| {
            let shift = nearest + image;
            let impact = impact_of_flights(&a.flight, &b.flight, radius_sum, &shift, self.clear.clearness());
            impact.map(|impact| (impact, shift))
        };
        let first = adjacent_shifts(lengths)
            .filter_map(impact)
            .min_by(|(one, _), (other, _)| one.time.total_cmp(&other.time));
        first.expect("it was predicted from the same two motions")
    }

    /// Begins the motion of a ball after a collision, and records that for the Zeno policy. The
    /// impact was `late` seconds ago: the new motion includes the way that the change of velocity
    /// has added since.
    #[inline(always)]
    fn begin_motion(&mut self, side: &Side, velocity: &Vector3<f64>, late: f64, now: f64) {
        if side.species.inverse_mass == 0.0 {
            return;
        }
        let mut position = side.flight.at(now);
        if self.grid.is_periodic() {
            position = self.wrap_into_domain(side.slot, position);
        }
        let flight = Flight {
            position: position + (velocity - side.flight.velocity) * late,
            velocity: *velocity,
            epoch: now,
        };
        self.store_flight(side.slot, flight);
        self.balls.record_collision(side.slot, now);
    }

    /// The image of a ball's position inside the domain, from which its motion begins.
    #[inline(always)]
    fn wrap_into_domain(&mut self, slot: usize, position: Vector3<f64>) -> Vector3<f64> {
        let inside = self.grid.space().inside(&position);
        if inside != position {
            self.shift_image(slot, &(inside - position));
            self.count_lengths(slot, &(position - inside));
        }
        inside
    }

    /// Counts the lengths of the domain by which a ball is shifted back. Cold, as few collisions
    /// are beyond a face: the others do not read this memory.
    #[cold]
    fn count_lengths(&mut self, slot: usize, by: &Vector3<f64>) {
        let name = self.balls.name(slot);
        let mut gone = self.balls.lengths_gone(name);
        let lengths = offset_of_shift(by, &(*self.grid.grid().lengths()).into());
        for axis in 0..3 {
            gone[axis] += lengths[axis];
        }
        self.balls.set_lengths_gone(name, gone);
    }
}

#[inline(always)]
fn contact_between(a: &Side, b: &Side, impact: &Impact, shift: &Vector3<f64>) -> Contact {
    let image = Flight {
        position: b.flight.position + shift,
        ..b.flight
    };
    let [a_then, b_then] = [a.flight.before(impact.late), image.before(impact.late)];
    contact_of_flights(&a_then, &b_then, a.species.radius, b.species.radius, impact.time)
}

#[inline(always)]
fn velocity_change(side: &Side, after: Vector3<f64>) -> VelocityChange {
    VelocityChange {
        inverse_mass: side.species.inverse_mass,
        before: side.flight.velocity,
        after,
    }
}

/// The event, and what the running sums need.
#[inline(always)]
fn collision(
    sides: &[Side; 2],
    contact: &Contact,
    closing_speed: f64,
    changes: [VelocityChange; 2],
    by_policy: bool,
) -> BallCollision {
    let [a, b] = sides;
    let dynamic = changes[usize::from(changes[0].inverse_mass == 0.0)];
    let impulse = (dynamic.after - dynamic.before).dot(&contact.normal).abs() / dynamic.inverse_mass;
    let energy_change = changes[0].energy() + changes[1].energy();
    let against = match a.species.inverse_mass > 0.0 && b.species.inverse_mass > 0.0 {
        true => Against::Body,
        false => Against::Fixed,
    };
    let levers = [contact.point - a.position, contact.point - b.position];
    let virial = match against {
        Against::Body => (levers[1] - levers[0]).dot(&((changes[0].after - changes[0].before) / changes[0].inverse_mass)),
        _ => 0.0,
    };
    BallCollision {
        event: Collision {
            parties: [Party::Body(a.id), Party::Body(b.id)],
            point: contact.point,
            normal: contact.normal,
            closing_speed,
            impulse,
            energy_change,
        },
        hit: Hit {
            against,
            virial,
            impulse,
            energy_change,
        },
        changes,
        by_policy,
    }
}
