//! The collision of a ball with a wall of the domain.
//!
//! It changes the ball as the world changes a body of any shape, to the bit. A ball that grows, one
//! that may come to rest, and contact that may last are not for this lane.

use super::collide::turned;
use super::lane::BallLane;
use super::outcome::{BallCollision, VelocityChange};
use crate::domain::Wall;
use crate::event::{Collision, Party};
use crate::impact::{Extents, approach_noise, lateness_on_wall};
use crate::lane::order::WALL_SERIAL;
use crate::ledger::Hit;
use crate::motion::Flight;
use crate::response::{
    Encounter, InverseInertia, Late, Side, Twist, Way, ZenoDecision, closing_speed, impulse, pair_friction, pair_restitution,
    zeno_decision,
};
use crate::scene::{Settings, Zeno};
use nalgebra::Vector3;

/// A ball that meets a wall now and collides with it.
struct WallMeeting {
    slot: usize,
    wall: Wall,
    encounter: Encounter,
    /// Of the ball, now.
    velocity: Vector3<f64>,
    late: Late,
    /// As in a [`Meeting`](super::meeting::Meeting), of the ball.
    way: Option<Way>,
    by_policy: bool,
}

impl BallLane {
    /// Executes the collision of a ball with a wall that is the [next event](Self::next_event), by
    /// the law of impulses. The ball is dirty afterwards. None if the collision is not for this
    /// lane: nothing has changed.
    pub(crate) fn collide_with_wall(&mut self, name: u32, wall: Wall, now: f64, settings: &Settings) -> Option<BallCollision> {
        let meeting = self.meeting_with_wall(name, wall, now, settings)?;
        let after = impulse(&meeting.encounter);
        self.begin_motion_from_wall(&meeting, &after[0], now);
        Some(wall_collision(&meeting, &after))
    }

    fn meeting_with_wall(&self, name: u32, wall: Wall, now: f64, settings: &Settings) -> Option<WallMeeting> {
        let slot = self.balls.slot(name);
        let (species, path, growth) = (self.balls.species(slot), self.balls.path(slot), self.balls.growth(slot));
        if growth.rate != 0.0 {
            return None;
        }
        let zeno = &settings.zeno;
        let (normal, velocity) = (wall.normal(), path.velocity_at(now));
        let may_rest = |closing: f64, speed: f64| closing <= zeno.sticks_below().max(approach_noise(speed));
        let closing_now = normal.dot(&velocity);
        if may_rest(closing_now, velocity.norm()) {
            return None;
        }
        let restitution = pair_restitution(species.restitution, settings.restitution);
        let (extents, space) = (Extents::cube(species.radius), self.grid.space());
        let late = lateness_on_wall(&extents, &self.balls.piece(slot), &space.min, &space.max, wall);
        let late = Late::new(late, restitution * closing_now, path.acceleration.norm());
        let position = path.at(now);
        let side = Side {
            party: Party::Body(self.balls.event(slot).id),
            inverse_mass: species.inverse_mass,
            inverse_inertia: InverseInertia::scalar(species.inverse_inertia),
            position,
            velocity: velocity - path.acceleration * late.speed,
            angular_velocity: match species.turns {
                true => self.balls.spin(slot).angular_velocity,
                false => Vector3::zeros(),
            },
            growth: 0.0,
            restitution: species.restitution,
            friction: species.friction,
        };
        let sides = [side, Side::of_wall(wall, settings)];
        let point = position + normal * self.balls.radius_at(slot, now);
        let closing = closing_speed(&normal, &point, &sides);
        if may_rest(closing, side.velocity.norm()) {
            return None;
        }
        let past = self.balls.past(slot);
        let way_at = |closing| Way::of(closing, now - past.last(), species.radius, position.amax());
        let (sticks, is_inelastic) = (matches!(zeno, Zeno::Stick { .. }), restitution < 1.0);
        // What is crowded may begin a contact that lasts.
        if sticks && is_inelastic && past.is_crowded() && (way_at(closing).is_slight() || way_at(closing_now).is_slight()) {
            return None;
        }
        let (restitution, by_policy) = match zeno_decision(zeno, now, closing, restitution, &[past]) {
            ZenoDecision::Unchanged => (restitution, false),
            ZenoDecision::Restitution(changed) => (changed, true),
            ZenoDecision::Endless => return None,
        };
        let encounter = Encounter {
            time: now,
            point,
            normal,
            closing_speed: closing,
            restitution,
            friction: pair_friction(species.friction, settings.friction),
            sides,
        };
        Some(WallMeeting {
            slot,
            wall,
            encounter,
            velocity,
            late,
            way: (is_inelastic || !sticks).then(|| way_at(closing)),
            by_policy,
        })
    }

    /// Begins the motion of a ball after the collision, and records that for the Zeno policy. The new
    /// motion includes the way and the turn that the changes of velocity have added since the impact.
    fn begin_motion_from_wall(&mut self, meeting: &WallMeeting, after: &Twist, now: f64) {
        let (slot, late) = (meeting.slot, meeting.late);
        let (path, before) = (self.balls.path(slot), &meeting.encounter.sides[0]);
        if self.balls.species(slot).turns {
            let spin = turned(&path, &self.balls.spin(slot), now, &after.angular_velocity, late.place);
            self.balls.set_spin(slot, spin);
        }
        let swell = self.balls.growth(slot).swell_at(path.flight.epoch, now);
        self.store_flight(
            slot,
            Flight {
                position: before.position + (after.velocity - before.velocity) * late.place,
                velocity: after.velocity + path.acceleration * late.speed,
                epoch: now,
            },
        );
        self.balls.set_swell(slot, swell);
        if let Some(way) = meeting.way {
            self.balls.record_collision(slot, now, WALL_SERIAL + meeting.wall as u32, way);
        }
    }
}

/// The event, and what the running sums need.
fn wall_collision(meeting: &WallMeeting, after: &[Twist; 2]) -> BallCollision {
    let WallMeeting { encounter, velocity, .. } = meeting;
    let event = Collision::from_encounter(encounter, after);
    BallCollision {
        hit: Hit::of(encounter, after, event.impulse, event.energy_change),
        event,
        changes: [
            VelocityChange {
                inverse_mass: encounter.sides[0].inverse_mass,
                before: *velocity,
                after: after[0].velocity,
            },
            VelocityChange {
                inverse_mass: 0.0,
                before: Vector3::zeros(),
                after: Vector3::zeros(),
            },
        ],
        by_policy: meeting.by_policy,
    }
}
