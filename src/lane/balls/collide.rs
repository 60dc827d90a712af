//! The collision of two balls.

use super::lane::BallLane;
use super::meeting::{Meeting, MeetingOutcome};
use super::meeting_side::MeetingSide;
use super::outcome::{BallCollision, CollisionOutcome, VelocityChange};
use crate::domain::{adjacent_shifts, offset_of_shift};
use crate::event::{Collision, Party};
use crate::impact::{Impact, impact_of_growing_paths, impact_of_paths};
use crate::ledger::{Against, Hit};
use crate::motion::{Flight, MotionPiece, Path, Spin};
use crate::portable;
use crate::response::{Encounter, InverseInertia, Late, Twist, kinetic_energy};
use crate::scene::Zeno;
use nalgebra::Vector3;

impl BallLane {
    /// The meeting of two balls that is the [next event](Self::next_event). They are given by their
    /// slots, in scene order.
    pub(crate) fn meet(&self, slots: [u32; 2], now: f64, zeno: &Zeno) -> MeetingOutcome {
        self.meeting_of(slots, now, zeno)
    }

    /// The input of a law of collision at a meeting.
    pub(crate) fn encounter(&self, meeting: &Meeting) -> Encounter {
        meeting.encounter(&self.balls)
    }

    /// Whether no ball has an acceleration, turns or swells.
    #[inline(always)]
    pub(crate) fn are_free(&self) -> bool {
        self.balls.are_free()
    }

    /// Executes that meeting by the law of impulses. The balls are dirty afterwards. `FREE`: [all
    /// are free](Self::are_free).
    #[inline(always)]
    pub(crate) fn collide<const FREE: bool>(&mut self, slots: [u32; 2], now: f64, zeno: &Zeno) -> CollisionOutcome {
        match &self.meeting_of::<FREE>(slots, now, zeno) {
            MeetingOutcome::Collides(meeting) => {
                let encounter = meeting.encounter_if_turning(&self.balls);
                let after = meeting.by_impulses(encounter.as_ref());
                CollisionOutcome::Collided(self.part_at(meeting, encounter.as_ref(), &after, meeting.late))
            }
            MeetingOutcome::MayRest => CollisionOutcome::MayRest,
            MeetingOutcome::Endless(ids) => CollisionOutcome::Endless(*ids),
        }
    }

    #[inline(always)]
    fn meeting_of<const FREE: bool>(&self, [a, b]: [u32; 2], now: f64, zeno: &Zeno) -> MeetingOutcome<FREE> {
        let sides = [
            MeetingSide::of(&self.balls, a as usize),
            MeetingSide::of(&self.balls, b as usize),
        ];
        let (impact, shift) = self.impact_of(&sides, now);
        MeetingOutcome::of(&self.balls, sides, &impact, &shift, now, zeno)
    }

    /// Executes a collision with these velocities after it. The balls are dirty afterwards.
    #[inline(always)]
    pub(crate) fn part<const FREE: bool>(&mut self, meeting: &Meeting<FREE>, after: &[Twist; 2], late: Late) -> BallCollision {
        let encounter = meeting.encounter_if_turning(&self.balls);
        self.part_at(meeting, encounter.as_ref(), after, late)
    }

    /// The same with the encounter of balls that turn.
    #[inline(always)]
    fn part_at<const FREE: bool>(
        &mut self,
        meeting: &Meeting<FREE>,
        encounter: Option<&Encounter>,
        after: &[Twist; 2],
        late: Late,
    ) -> BallCollision {
        let collision = collision(meeting, encounter, after);
        self.begin_motion(meeting, 0, &after[0], late);
        self.begin_motion(meeting, 1, &after[1], late);
        collision
    }

    /// The impact of two balls that meet now, and the shift of the second to the image that is met.
    #[inline(always)]
    fn impact_of<const FREE: bool>(&self, [a, b]: &[MeetingSide<FREE>; 2], now: f64) -> (Impact, Vector3<f64>) {
        let radius_sum = self.balls.radius(a.slot) + self.balls.radius(b.slot);
        let shift = match self.grid.is_periodic() {
            // At contact no other image is as near.
            true => self.grid.to_nearest(&(b.path.at(now) - a.path.at(now))),
            false => Vector3::zeros(),
        };
        match self.impact_at_image([a, b], radius_sum, &shift) {
            Some(impact) => (impact, shift),
            None => self.impact_with_other_image([a, b], now),
        }
    }

    /// The impact of a ball with the image of another that is `shift` away.
    #[inline(always)]
    fn impact_at_image<const FREE: bool>(
        &self,
        [a, b]: [&MeetingSide<FREE>; 2],
        radius_sum: f64,
        shift: &Vector3<f64>,
    ) -> Option<Impact> {
        let limits = self.clear.clearness();
        if !FREE && self.balls.any_swells() {
            let growths = [a, b].map(|side| self.balls.growth(side.slot));
            return impact_of_growing_paths([&a.path, &b.path], &growths, radius_sum, shift, limits);
        }
        impact_of_paths(&a.path, &b.path, radius_sum, shift, limits)
    }

    /// The case of a domain that is just twice as wide as the balls: they can touch two images of
    /// each other at once.
    #[cold]
    fn impact_with_other_image<const FREE: bool>(&self, [a, b]: [&MeetingSide<FREE>; 2], now: f64) -> (Impact, Vector3<f64>) {
        let nearest = self.grid.to_nearest(&(b.path.at(now) - a.path.at(now)));
        let lengths = self.grid.space().lengths();
        let radius_sum = self.balls.radius(a.slot) + self.balls.radius(b.slot);
        let impact = |image: Vector3<f64>| {
            let shift = nearest + image;
            let impact = self.impact_at_image([a, b], radius_sum, &shift);
            impact.map(|impact| (impact, shift))
        };
        let first = adjacent_shifts(lengths)
            .filter_map(impact)
            .min_by(|(one, _), (other, _)| one.time.total_cmp(&other.time));
        first.expect("it was predicted from the same two motions")
    }

    /// Begins the motion of a ball after a collision, and records that for the Zeno policy. The
    /// impact was some time ago: the new motion includes the way and the turn that the changes of
    /// velocity have added since.
    #[inline(always)]
    fn begin_motion<const FREE: bool>(&mut self, meeting: &Meeting<FREE>, number: usize, after: &Twist, late: Late) {
        let (side, now) = (&meeting.sides[number], meeting.now);
        if side.inverse_mass == 0.0 {
            return;
        }
        let path = &side.path;
        let mut position = path.at(now);
        if self.grid.is_periodic() {
            position = self.wrap_into_domain(side.slot, position);
        }
        let flight = Flight {
            position: position + (after.velocity - meeting.velocities[number]) * late.place,
            velocity: match FREE {
                true => after.velocity,
                false => after.velocity + path.acceleration * late.speed,
            },
            epoch: now,
        };
        if !FREE && side.turns {
            let spin = turned(path, &self.balls.spin(side.slot), now, &after.angular_velocity, late.place);
            self.balls.set_spin(side.slot, spin);
        }
        self.store_flight(side.slot, flight);
        if !FREE {
            let swell = self.balls.growth(side.slot).swell_at(path.flight.epoch, now);
            self.balls.set_swell(side.slot, swell);
        }
        if let Some(ways) = meeting.ways {
            let partner = self.balls.event(meeting.sides[1 - number].slot).serial;
            self.balls.record_collision(side.slot, now, partner, ways[number]);
        }
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

/// The spin from now on, with another angular velocity since `late` seconds ago.
pub(super) fn turned<const FREE: bool>(
    path: &Path<FREE>,
    spin: &Spin,
    now: f64,
    angular_velocity: &Vector3<f64>,
    late: f64,
) -> Spin {
    let piece = MotionPiece {
        orientation: spin.orientation,
        angular_velocity: spin.angular_velocity,
        ..path.piece()
    };
    let orientation = piece.orientation_at(now);
    if *angular_velocity == spin.angular_velocity {
        return Spin { orientation, ..*spin };
    }
    Spin {
        orientation: portable::rotation(&((angular_velocity - spin.angular_velocity) * late)) * orientation,
        angular_velocity: *angular_velocity,
    }
}

/// The event, and what the running sums need.
#[inline(always)]
fn collision<const FREE: bool>(meeting: &Meeting<FREE>, encounter: Option<&Encounter>, after: &[Twist; 2]) -> BallCollision {
    let Meeting {
        sides: [a, b],
        contact,
        velocities,
        positions,
        ..
    } = meeting;
    let change = |number: usize| {
        let side = &meeting.sides[number];
        VelocityChange {
            inverse_mass: side.inverse_mass,
            before: side.path.velocity_at(meeting.now),
            after: after[number].velocity,
        }
    };
    let changes = [change(0), change(1)];
    if let Some(encounter) = encounter {
        let event = Collision::from_encounter(encounter, after);
        return BallCollision {
            event,
            hit: Hit::of(encounter, after, event.impulse, event.energy_change),
            changes,
            by_policy: meeting.by_policy,
        };
    }
    let energy = |number: usize, inverse_mass: f64| {
        let of = |velocity| {
            let angular_velocity = Vector3::zeros();
            let twist = Twist {
                velocity,
                angular_velocity,
            };
            kinetic_energy(inverse_mass, &InverseInertia::default(), &twist)
        };
        of(after[number].velocity) - of(velocities[number])
    };
    let dynamic = usize::from(a.inverse_mass == 0.0);
    let mass = |number: usize| meeting.sides[number].inverse_mass;
    let taken_up = |number: usize| after[number].velocity - velocities[number];
    let impulse = taken_up(dynamic).dot(&contact.normal).abs() / mass(dynamic);
    let energy_change = energy(0, mass(0)) + energy(1, mass(1));
    let against = match a.inverse_mass > 0.0 && b.inverse_mass > 0.0 {
        true => Against::Body,
        false => Against::Fixed,
    };
    let levers = [contact.point - positions[0], contact.point - positions[1]];
    let virial = match against {
        Against::Body => (levers[1] - levers[0]).dot(&(taken_up(0) / mass(0))),
        _ => 0.0,
    };
    BallCollision {
        event: Collision {
            parties: [Party::Body(a.id), Party::Body(b.id)],
            point: contact.point,
            normal: contact.normal,
            closing_speed: meeting.closing,
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
        by_policy: meeting.by_policy,
    }
}
