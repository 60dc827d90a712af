//! The law of collision: that of impulses, or a user-defined one with checked replies.
//!
//! A user-defined law is called before any part of the collision is executed. So a refused reply,
//! and a panic in the law, leave the world as it was.

use super::{StepError, World};
use crate::domain::Wall;
use crate::event::Party;
use crate::exclusive::Exclusive;
use crate::impact::approach_noise;
use crate::limits::{ValueError, check_spin, check_vector};
use crate::response::{Encounter, Reply, Response, ResponseScope, Side, Twist, closing_speed, impulse};
use nalgebra::Vector3;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// A user-defined law, with its scope as it was when the world was built.
pub(super) struct OwnLaw {
    response: Exclusive<Box<dyn Response>>,
    scope: ResponseScope,
}

impl OwnLaw {
    pub(super) fn new(mut response: Exclusive<Box<dyn Response>>) -> Self {
        let scope = response.get_mut().scope();
        Self { response, scope }
    }

    /// Whether it answers collisions of two bodies that are not marked.
    pub(super) fn answers_all_pairs(&self) -> bool {
        self.scope == ResponseScope::All
    }

    /// Whether it answers the collisions with a party, of which one side is `marked`.
    pub(super) fn answers(&self, other: Party, marked: bool) -> bool {
        match (self.scope, other) {
            (ResponseScope::All, _) | (ResponseScope::Walls, Party::Wall(_)) => true,
            (ResponseScope::Walls, Party::Body(_)) => false,
            (ResponseScope::Marked, _) => marked,
        }
    }
}

impl World {
    /// Answers an encounter by the law of collision.
    ///
    /// # Errors
    /// [`StepError::Reply`].
    pub(super) fn respond(&mut self, encounter: &Encounter) -> Result<Answer, StepError> {
        let other = encounter.sides[1].party;
        let marked = self.is_marked(&encounter.sides);
        let Some(law) = self.hooks.law_mut().filter(|law| law.answers(other, marked)) else {
            return Ok(Answer::by_impulses(encounter));
        };
        let reply = law.response.get_mut().respond(encounter);
        let Some(after) = self.velocities_of(encounter, &reply)? else {
            return Ok(match other {
                Party::Body(_) => Answer::passing(encounter.sides.each_ref().map(Twist::of)),
                // Nothing leaves the domain.
                Party::Wall(_) => Answer::by_impulses(encounter),
            });
        };
        let closing = Closing::after(encounter, &after);
        match other {
            Party::Body(_) if closing.is_beyond_rounding() => Ok(Answer::passing(after)),
            Party::Wall(wall) if closing.is_beyond_rounding() => {
                Err(self.leaves_domain(&encounter.sides[0], &after[0].velocity, wall, &closing))
            }
            _ => Ok(Answer {
                after,
                passing: false,
                opening: Some(-closing.speed),
            }),
        }
    }

    /// Whether a user-defined law answers a collision of these sides.
    pub(super) fn has_law_for(&self, sides: &[Side; 2]) -> bool {
        self.hooks.has_law_for(sides[1].party, self.is_marked(sides))
    }

    /// Whether one of the sides is a body with the mark of [`ResponseScope::Marked`].
    fn is_marked(&self, sides: &[Side; 2]) -> bool {
        self.hooks.has_law()
            && sides.iter().any(|side| match side.party {
                // Marked bodies are in the lane of pairs.
                Party::Body(id) => !self.bodies.in_balls(id.index) && self.bodies[id.index].constants().role.own_law,
                Party::Wall(_) => false,
            })
    }

    /// The velocities of a reply, if it has any. Those of walls and of fixed bodies stay.
    fn velocities_of(&self, encounter: &Encounter, reply: &Reply) -> Result<Option<[Twist; 2]>, StepError> {
        let refused = |reason| StepError::Reply {
            time: self.clock.now(),
            reason,
        };
        let mut after = encounter.sides.each_ref().map(Twist::of);
        for (number, (twist, side)) in after.iter_mut().zip(&encounter.sides).enumerate() {
            let given = match reply {
                Reply::PassThrough => return Ok(None),
                Reply::Velocities(velocities) => Twist {
                    velocity: velocities[number],
                    ..*twist
                },
                Reply::Twists(twists) => twists[number],
            };
            let Party::Body(id) = side.party else { continue };
            if side.inverse_mass == 0.0 {
                continue;
            }
            check_vector("velocity", &given.velocity).map_err(refused)?;
            let dimensions = self.config.settings().dimensions;
            dimensions.check_vector("velocity", &given.velocity).map_err(refused)?;
            if let Reply::Twists(_) = reply {
                check_spin("angular_velocity", &given.angular_velocity).map_err(refused)?;
                let spin = &given.angular_velocity;
                dimensions.check_spin("angular_velocity", spin).map_err(refused)?;
            }
            *twist = given;
            if !self.bodies.in_balls(id.index) && self.bodies[id.index].is_half_space() {
                twist.angular_velocity = Vector3::zeros();
            }
        }
        Ok(Some(after))
    }

    /// The refusal of a velocity with which a body would leave the domain.
    fn leaves_domain(&self, side: &Side, velocity: &Vector3<f64>, wall: Wall, closing: &Closing) -> StepError {
        let name = match side.party {
            Party::Body(id) => self.name_of(id.index),
            Party::Wall(wall) => wall.to_string(),
        };
        let Closing { speed, noise } = closing;
        let allowed = format!(
            "{name} must not close on {wall} any more: it does at {speed} m/s where they touch, and rounding explains {noise:e} m/s"
        );
        StepError::Reply {
            time: self.clock.now(),
            reason: ValueError::of_vector("velocity", velocity, allowed),
        }
    }

    /// Calls a function that may call user code. If it returns an error, or panics (the panic
    /// continues), `undo` is called.
    pub(super) fn call_or_undo(
        &mut self,
        call: impl FnOnce(&mut Self) -> Result<(), StepError>,
        undo: impl FnOnce(&mut Self),
    ) -> Result<(), StepError> {
        let called = match self.hooks.any() {
            true => catch_unwind(AssertUnwindSafe(|| call(self))),
            false => Ok(call(self)),
        };
        if !matches!(called, Ok(Ok(()))) {
            undo(self);
        }
        called.unwrap_or_else(|panic| resume_unwind(panic))
    }
}

/// The outcome of a law of collision.
pub(super) struct Answer {
    pub(super) after: [Twist; 2],
    /// Whether the two pass through each other.
    pub(super) passing: bool,
    /// The opening speed by a user-defined law, in metres per second. (By the law of impulses it is
    /// known before.)
    pub(super) opening: Option<f64>,
}

impl Answer {
    /// The outcome of the law of impulses: nothing passes.
    fn by_impulses(encounter: &Encounter) -> Self {
        Self {
            after: impulse(encounter),
            passing: false,
            opening: None,
        }
    }

    fn passing(after: [Twist; 2]) -> Self {
        Self {
            after,
            passing: true,
            opening: None,
        }
    }
}

/// The closing speed of two bodies after a response, in metres per second.
struct Closing {
    speed: f64,
    /// The rounding of that speed: the velocities are rounded as those before are.
    noise: f64,
}

impl Closing {
    fn after(encounter: &Encounter, after: &[Twist; 2]) -> Self {
        let Encounter {
            point, sides, normal, ..
        } = encounter;
        let moved = |side: usize| Side {
            velocity: after[side].velocity,
            angular_velocity: after[side].angular_velocity,
            ..sides[side]
        };
        let then = [moved(0), moved(1)];
        let besides = |side: &Side| (side.velocity_at(point) - side.velocity).norm() + side.growth;
        let speeds = sides
            .iter()
            .chain(&then)
            .map(|side| side.velocity.norm() + besides(side))
            .sum();
        Self {
            speed: closing_speed(normal, point, &then),
            noise: approach_noise(speeds),
        }
    }

    fn is_beyond_rounding(&self) -> bool {
        self.speed > self.noise
    }
}
