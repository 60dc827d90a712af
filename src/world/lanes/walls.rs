//! Collisions of the lane of balls with the walls of the domain.

use super::super::{StepError, World};
use super::constants::HOP_ROOM;
use crate::contact::slow_below;
use crate::domain::Wall;
use crate::impact::{approach_noise, wall_contact};
use crate::response::Side;
use nalgebra::Vector3;

impl World {
    /// Executes the collision of a ball with a wall. A ball that may come to rest there leaves the lane of
    /// balls.
    pub(super) fn collide_ball_with_wall(&mut self, body: u32, wall: Wall) -> Result<(), StepError> {
        // A ball near bodies of the lane of pairs has a full state there, which must follow.
        if !self.hooks.has_law()
            && !self.bodies.is_full(body)
            && let Some(balls) = self.lanes.balls.get_mut()
            && let Some(collision) = balls.collide_with_wall(body, wall, self.clock.now(), self.config.settings())
        {
            self.conclude_collision(&collision);
            return Ok(());
        }
        self.collide_expanded_with_wall(body, wall)
    }

    /// The same by the full state of the ball.
    #[inline(never)]
    fn collide_expanded_with_wall(&mut self, body: u32, wall: Wall) -> Result<(), StepError> {
        self.clock.instant_mut().enter_round(1);
        let piece = self.piece_at(body);
        let velocity = piece.velocity_at(self.clock.now());
        let closing = wall.normal().dot(&velocity) + piece.growth;
        if self.may_rest(closing, velocity.norm()) || piece.growth != 0.0 && self.may_hop(body, wall, closing) {
            self.evict([body]);
            return Ok(());
        }
        self.expand(body);
        let sides = [self.side(body, 0.0), Side::of_wall(wall, self.config.settings())];
        if self.crowding(closing, &sides).holds {
            self.compact(body);
            self.evict([body]);
            return Ok(());
        }
        self.call_or_undo(|world| world.collide_with_wall(body, wall), |world| world.compact(body))?;
        self.repredict_moved();
        Ok(())
    }

    /// Whether a ball that grows closes so slowly on a wall that it may hop along it, which the lane of
    /// balls does not cover: bodies that grow cannot rest.
    fn may_hop(&mut self, body: u32, wall: Wall, closing: f64) -> bool {
        self.expand(body);
        let state = &self.bodies[body];
        let contact = wall_contact(&state.moving(), wall, self.clock.now());
        let sides = [self.side(body, 0.0), Side::of_wall(wall, self.config.settings())];
        let accelerations = [state.piece().acceleration, Vector3::zeros()];
        closing <= HOP_ROOM * slow_below(&contact, &sides, &accelerations, &self.config.settings().zeno)
    }

    /// Whether bodies with this closing speed and sum of speeds may come to rest, which the lane of
    /// balls does not cover.
    fn may_rest(&self, closing: f64, speeds: f64) -> bool {
        closing <= self.config.settings().zeno.sticks_below().max(approach_noise(speeds))
    }
}
