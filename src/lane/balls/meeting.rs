//! Two balls that meet: what the law of collision reads.

use super::meeting_side::{MeetingSide, accelerations, closing_of, growths_of, is_accelerated, sides_of, started_at_rest};
use super::store::BallStore;
use crate::contact::slow_below;
use crate::event::BodyId;
use crate::impact::{Contact, Impact, approach_noise, contact_of_paths};
use crate::motion::Growth;
use crate::response::{
    CollisionHistory, Encounter, Late, Twist, Way, ZenoDecision, impulse, momentum_transfer, pair_friction, pair_restitution,
    zeno_decision,
};
use crate::scene::Zeno;
use nalgebra::Vector3;

/// Two balls that meet now and collide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting<const FREE: bool = false> {
    pub(super) sides: [MeetingSide<FREE>; 2],
    pub(super) now: f64,
    pub(super) contact: Contact,
    /// Of both, now; of the second ball, that of the image that is met.
    pub(super) positions: [Vector3<f64>; 2],
    /// Of both, at the exact time of the impact.
    pub(super) velocities: [Vector3<f64>; 2],
    pub(super) late: Late,
    pub(super) closing: f64,
    restitution: f64,
    friction: f64,
    /// The way of each since it collided before; none if it is elastic and the policy does not read when balls
    /// collided.
    pub(super) ways: Option<[Way; 2]>,
    pub(super) by_policy: bool,
}

/// Whether two balls that meet collide.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::large_enum_variant, reason = "it is the large one nearly always, and is not stored")]
pub(crate) enum MeetingOutcome<const FREE: bool = false> {
    /// The balls close so slowly that they may come to rest on each other, which is not for this
    /// lane.
    MayRest,
    /// Infinitely many collisions in finite time, which the policy makes an error.
    Endless([BodyId; 2]),
    Collides(Meeting<FREE>),
}

impl<const FREE: bool> MeetingOutcome<FREE> {
    /// What two balls do at an impact. The image of the second that is met is `shift` away.
    #[inline(always)]
    pub(super) fn of(
        balls: &BallStore,
        sides: [MeetingSide<FREE>; 2],
        impact: &Impact,
        shift: &Vector3<f64>,
        now: f64,
        zeno: &Zeno,
    ) -> Self {
        let [a, b] = &sides;
        let growths = growths_of(balls, &sides);
        let radius = |side: &MeetingSide<FREE>, growth: &Growth| match FREE {
            true => balls.radius(side.slot),
            false => {
                let swell = growth.delayed(impact.late).swell_at(side.path.flight.epoch, impact.time);
                balls.radius(side.slot) + swell
            }
        };
        let contact = contact_of_paths(
            &a.path.delayed(impact.time, impact.late),
            &b.path.shifted(shift).delayed(impact.time, impact.late),
            radius(a, &growths[0]),
            radius(b, &growths[1]),
            impact.time,
        );
        let species = [balls.species(a.slot), balls.species(b.slot)];
        let restitution = pair_restitution(species[0].restitution, species[1].restitution);
        let positions = [a.path.at(now), b.path.at(now) + shift];
        let mut velocities = [a.path.velocity_at(now), b.path.velocity_at(now)];
        let mut late = Late {
            place: impact.late,
            speed: 0.0,
        };
        if !FREE && (is_accelerated(a) || is_accelerated(b)) {
            if started_at_rest(&sides, &contact.normal) {
                return Self::MayRest;
            }
            let opening = restitution * closing_of(balls, &sides, &positions, &velocities, &contact);
            late = Late::new(impact.late, opening, accelerations(&sides));
            for (velocity, side) in velocities.iter_mut().zip(&sides) {
                *velocity -= side.path.acceleration * late.speed;
            }
        }
        let closing = closing_of(balls, &sides, &positions, &velocities, &contact);
        let noise = approach_noise(velocities[0].norm() + velocities[1].norm());
        if closing <= zeno.sticks_below().max(noise) {
            return Self::MayRest;
        }
        // Bodies that grow cannot rest on each other, and hop instead.
        if !FREE && growths.iter().any(|growth| growth.rate != 0.0) {
            let accelerations = sides.each_ref().map(|side| side.path.acceleration);
            let encountered = sides_of(balls, &sides, &positions, &velocities);
            if closing <= slow_below(&contact, &encountered, &accelerations, zeno) {
                return Self::MayRest;
            }
        }
        let reads_pasts = restitution < 1.0 || !matches!(zeno, Zeno::Stick { .. });
        let pasts = match reads_pasts {
            true => [balls.past(a.slot), balls.past(b.slot)],
            false => Default::default(),
        };
        let ways = reads_pasts.then(|| {
            let size = balls.radius(a.slot).min(balls.radius(b.slot));
            let extent = positions[0].amax().max(positions[1].amax());
            pasts.map(|past| Way::of(closing, now - past.last(), size, extent))
        });
        if let Some(ways) = ways
            && is_held(zeno, &ways, &pasts, [a.inverse_mass, b.inverse_mass])
        {
            return Self::MayRest;
        }
        let (restitution, by_policy) = match zeno_decision(zeno, now, closing, restitution, &pasts) {
            ZenoDecision::Unchanged => (restitution, false),
            ZenoDecision::Restitution(changed) => (changed, true),
            ZenoDecision::Endless => return Self::Endless([a.id, b.id]),
        };
        Self::Collides(Meeting {
            sides,
            now,
            contact,
            positions,
            velocities,
            late,
            closing,
            restitution,
            friction: pair_friction(species[0].friction, species[1].friction),
            ways,
            by_policy,
        })
    }
}

impl<const FREE: bool> Meeting<FREE> {
    /// Whether one of the balls spins or may begin to.
    #[inline(always)]
    pub(super) fn turns(&self) -> bool {
        !FREE && self.sides.iter().any(|side| side.turns)
    }

    /// The input of a law of collision.
    pub(super) fn encounter(&self, balls: &BallStore) -> Encounter {
        Encounter {
            time: self.now,
            point: self.contact.point,
            normal: self.contact.normal,
            closing_speed: self.closing,
            restitution: self.restitution,
            friction: self.friction,
            sides: sides_of(balls, &self.sides, &self.positions, &self.velocities),
        }
    }

    /// The same if one of the balls [turns](Self::turns): the velocities alone are enough where none does.
    #[inline(always)]
    pub(super) fn encounter_if_turning(&self, balls: &BallStore) -> Option<Encounter> {
        self.turns().then(|| self.encounter(balls))
    }

    /// The velocities after the collision by the law of impulses. `encounter`: that of balls that turn.
    #[inline(always)]
    pub(super) fn by_impulses(&self, encounter: Option<&Encounter>) -> [Twist; 2] {
        if let Some(encounter) = encounter {
            return impulse(encounter);
        }
        let [a, b] = self.sides.each_ref().map(|side| side.inverse_mass);
        let total = momentum_transfer(
            a + b,
            &self.contact.normal,
            self.closing,
            self.restitution,
            self.friction,
            || self.velocities[1] - self.velocities[0],
        );
        let to = |velocity| Twist {
            velocity,
            angular_velocity: Vector3::zeros(),
        };
        [to(self.velocities[0] - total * a), to(self.velocities[1] + total * b)]
    }

    /// Whether these velocities after it change the spin of a ball that does not turn, which is not
    /// for this lane.
    pub(crate) fn begins_to_turn(&self, after: &[Twist; 2]) -> bool {
        let turned = |(side, after): (&MeetingSide<FREE>, &Twist)| !side.turns && after.angular_velocity != Vector3::zeros();
        self.sides.iter().zip(after).any(turned)
    }

    /// The delay of the present if the two open at a speed that a user-defined law has given.
    pub(crate) fn late_with(&self, opening: Option<f64>) -> Late {
        self.late.with_opening(opening, accelerations(&self.sides))
    }

    /// Whether the policy has decided the restitution.
    pub(crate) fn by_policy(&self) -> bool {
        self.by_policy
    }
}

/// Whether the collision of two balls may begin a contact that lasts, which is not for this lane: it
/// is slight for both, and one of them is crowded.
fn is_held(zeno: &Zeno, ways: &[Way; 2], pasts: &[CollisionHistory; 2], inverse_masses: [f64; 2]) -> bool {
    matches!(zeno, Zeno::Stick { .. })
        && ways
            .iter()
            .zip(inverse_masses)
            .all(|(way, inverse_mass)| way.is_slight() || inverse_mass == 0.0)
        && pasts.iter().any(CollisionHistory::is_crowded)
}
