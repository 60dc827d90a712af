//! What two balls that meet do to each other: the law of impulses, on what the gas holds of them and nothing else.

use super::{Card, Gas, Matter};
use crate::domain::adjacent_shifts;
use crate::event::{BodyId, Collision, Party};
use crate::impact::{Contact, Impact, approach_noise, contact_of_flights, impact_of_flights};
use crate::response::{
    CollisionHistory, Twist, ZenoDecision, kinetic_energy, momentum_transfer, pair_friction, pair_restitution, zeno_decision,
};
use crate::running_sums::{Against, Hit};
use crate::scene::{Flight, Zeno};
use nalgebra::Vector3;

/// What comes of a meeting.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::large_enum_variant, reason = "it is the large one nearly always, and is not kept")]
pub(crate) enum Answer {
    /// They close so slowly that they may come to rest on each other, which a gas does not know: nothing was done.
    Rests,
    /// Collisions without end in no time, and the policy says that this is an error: nothing was done.
    Endless([BodyId; 2]),
    /// They collided.
    Told(Struck),
}

/// A collision, and what the sums of a run need of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Struck {
    pub(crate) told: Collision,
    pub(crate) hit: Hit,
    pub(crate) turned: [Turned; 2],
    /// Whether the Zeno policy decided.
    pub(crate) by_policy: bool,
}

/// A change of velocity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turned {
    pub(crate) inverse_mass: f64,
    pub(crate) before: Vector3<f64>,
    pub(crate) after: Vector3<f64>,
}

impl Turned {
    #[inline(always)]
    fn energy_change(&self) -> f64 {
        let of = |velocity: Vector3<f64>| {
            let angular_velocity = Vector3::zeros();
            let twist = Twist {
                velocity,
                angular_velocity,
            };
            kinetic_energy(self.inverse_mass, 0.0, &twist)
        };
        of(self.after) - of(self.before)
    }
}

/// One of the two.
#[derive(Clone, Copy)]
struct Side {
    slot: usize,
    id: BodyId,
    matter: Matter,
    flight: Flight,
    /// Where it is: the second, the image of it that is met.
    position: Vector3<f64>,
}

impl Gas {
    /// Answers a meeting that has [come](Self::coming), of two in scene order. Who turned is looked after when all is
    /// [settled](Self::settle).
    #[inline]
    pub(crate) fn collide(&mut self, pair: [u32; 2], now: f64, zeno: &Zeno) -> Answer {
        let mut sides = [self.side_of(pair[0], now), self.side_of(pair[1], now)];
        let (impact, shift) = self.impact_of(&sides);
        sides[1].position += shift;
        let [a, b] = &sides;
        let contact = contact_between(a, b, &impact, &shift);
        let closing = contact.normal.dot(&(a.flight.velocity - b.flight.velocity));
        let noise = approach_noise(a.flight.velocity.norm() + b.flight.velocity.norm());
        if closing <= zeno.sticks_below().max(noise) {
            return Answer::Rests;
        }
        let restitution = pair_restitution(a.matter.restitution, b.matter.restitution);
        let (restitution, by_policy) = match zeno_decision(zeno, now, closing, restitution, &self.pasts(pair)) {
            ZenoDecision::Unchanged => (restitution, false),
            ZenoDecision::Restitution(changed) => (changed, true),
            ZenoDecision::Endless => return Answer::Endless([a.id, b.id]),
        };
        let friction = pair_friction(a.matter.friction, b.matter.friction);
        let inverse_sum = a.matter.inverse_mass + b.matter.inverse_mass;
        let total = momentum_transfer(inverse_sum, &contact.normal, closing, restitution, friction, || {
            b.flight.velocity - a.flight.velocity
        });
        let after = [
            a.flight.velocity - total * a.matter.inverse_mass,
            b.flight.velocity + total * b.matter.inverse_mass,
        ];
        let turned = [turn_of(a, after[0]), turn_of(b, after[1])];
        let struck = struck(&sides, &contact, closing, turned, by_policy);
        self.begin_anew(&sides[0], &after[0], impact.late, now);
        self.begin_anew(&sides[1], &after[1], impact.late, now);
        self.note_collision(&sides, now);
        Answer::Told(struck)
    }

    #[inline(always)]
    fn side_of(&self, slot: u32, now: f64) -> Side {
        let slot = slot as usize;
        let Card { id, kind, .. } = self.cards[slot];
        let flight = self.hot[slot].flight;
        Side {
            slot,
            id,
            matter: self.matters[kind as usize],
            position: flight.at(now),
            flight,
        }
    }

    /// The impact of two that meet now, and from the second to its image that is met.
    #[inline(always)]
    fn impact_of(&self, [a, b]: &[Side; 2]) -> (Impact, Vector3<f64>) {
        let radius_sum = a.matter.radius + b.matter.radius;
        let shift = match self.space.periodic {
            // At contact no other image is as near.
            true => self.to_nearest(&(b.position - a.position)),
            false => Vector3::zeros(),
        };
        match impact_of_flights(&a.flight, &b.flight, radius_sum, &shift, &self.clearness) {
            Some(impact) => (impact, shift),
            None => self.impact_with_another(a, b),
        }
    }

    /// Where the domain is just twice as wide as they are, they can touch two images of each other at once.
    #[cold]
    fn impact_with_another(&self, a: &Side, b: &Side) -> (Impact, Vector3<f64>) {
        let nearest = self.to_nearest(&(b.position - a.position));
        let lengths = self.space.max - self.space.min;
        let radius_sum = a.matter.radius + b.matter.radius;
        let impact = |beside: Vector3<f64>| {
            let shift = nearest + beside;
            let impact = impact_of_flights(&a.flight, &b.flight, radius_sum, &shift, &self.clearness);
            impact.map(|impact| (impact, shift))
        };
        let first = adjacent_shifts(lengths)
            .filter_map(impact)
            .min_by(|(one, _), (other, _)| one.time.total_cmp(&other.time));
        first.expect("it was predicted from the same two motions")
    }

    /// Begins a new piece of a ball's motion at the present; what its change of velocity has moved since the meeting, so
    /// much earlier, is put into it.
    #[inline(always)]
    fn begin_anew(&mut self, side: &Side, velocity: &Vector3<f64>, late: f64, now: f64) {
        if side.matter.inverse_mass == 0.0 {
            return;
        }
        let mut position = side.flight.at(now);
        if self.space.periodic {
            position = self.bring_home(side.slot, position);
        }
        let flight = Flight {
            position: position + (velocity - side.flight.velocity) * late,
            velocity: *velocity,
            epoch: now,
        };
        self.take_up(side.slot, flight);
    }

    /// When the two collided last, if that is asked for.
    #[inline(always)]
    fn pasts(&self, pair: [u32; 2]) -> [CollisionHistory; 2] {
        match self.pasts.is_empty() {
            true => [CollisionHistory::default(); 2],
            false => pair.map(|slot| self.pasts[slot as usize]),
        }
    }

    #[inline(always)]
    fn note_collision(&mut self, sides: &[Side; 2], now: f64) {
        if self.pasts.is_empty() {
            return;
        }
        for side in sides.iter().filter(|side| side.matter.inverse_mass > 0.0) {
            self.pasts[side.slot].note(now);
        }
    }

    /// The image inside the domain of where a ball is, from where its flight is told from now on.
    #[inline(always)]
    fn bring_home(&mut self, slot: usize, position: Vector3<f64>) -> Vector3<f64> {
        let home = self.space.inside(&position);
        if home != position {
            self.move_image(slot, &(home - position));
            self.note_shift(slot, &(position - home));
        }
        home
    }

    /// Counts by how many lengths of the domain a ball is shifted back. Few collisions are beyond a face: apart from these, none
    /// touches this memory.
    #[cold]
    fn note_shift(&mut self, slot: usize, by: &Vector3<f64>) {
        let name = self.cards[slot].id.index as usize;
        for axis in 0..3 {
            self.lengths_gone[name][axis] += (by[axis] / self.grid.lengths[axis]).round() as i64;
        }
    }
}

#[inline(always)]
fn contact_between(a: &Side, b: &Side, impact: &Impact, shift: &Vector3<f64>) -> Contact {
    let image = Flight {
        position: b.flight.position + shift,
        ..b.flight
    };
    let [a_then, b_then] = [a.flight.before(impact.late), image.before(impact.late)];
    contact_of_flights(&a_then, &b_then, a.matter.radius, b.matter.radius, impact.time)
}

#[inline(always)]
fn turn_of(side: &Side, after: Vector3<f64>) -> Turned {
    Turned {
        inverse_mass: side.matter.inverse_mass,
        before: side.flight.velocity,
        after,
    }
}

/// What is told, and what is counted.
#[inline(always)]
fn struck(sides: &[Side; 2], contact: &Contact, closing_speed: f64, turned: [Turned; 2], by_policy: bool) -> Struck {
    let [a, b] = sides;
    let heavy = turned[usize::from(turned[0].inverse_mass == 0.0)];
    let impulse = (heavy.after - heavy.before).dot(&contact.normal).abs() / heavy.inverse_mass;
    let energy_change = turned[0].energy_change() + turned[1].energy_change();
    let against = match a.matter.inverse_mass > 0.0 && b.matter.inverse_mass > 0.0 {
        true => Against::Body,
        false => Against::Fixed,
    };
    let levers = [contact.point - a.position, contact.point - b.position];
    let virial = match against {
        Against::Body => (levers[1] - levers[0]).dot(&((turned[0].after - turned[0].before) / turned[0].inverse_mass)),
        _ => 0.0,
    };
    Struck {
        told: Collision {
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
        turned,
        by_policy,
    }
}
