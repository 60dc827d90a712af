//! Bodies in a periodic domain: checks, wrapping of pieces, nearest images.
//!
//! Each motion piece begins inside the domain and continues beyond its faces. A body that is
//! [`MAX_LENGTHS_PER_PIECE`] from the start of its piece begins a new one, at a time that is a
//! function of the piece alone. So numbers stay small, and a position plus whole lengths is as
//! exact late as early.

use super::constants::{MAX_IDLE_LENGTHS, MAX_SHARE_PER_LEASE};
use super::{StepError, World, WorldError, name_or_number};
use crate::bodies::State;
use crate::broad::leases::least_time;
use crate::domain::ImageOffset;
use crate::domain::{MAX_LENGTHS_PER_PIECE, adjacent_offsets, offset_to_nearest, outgrown_at, wrap_time};
use crate::impact::{Forecast, Impact, first_impact};
use crate::lane::order::{ORDER_FIRST, due};
use crate::lane::pairs::PairView;

impl World {
    /// Whether the domain is periodic.
    pub(super) fn is_periodic(&self) -> bool {
        self.bodies.sides().is_some()
    }

    /// Predicts when a body in a periodic domain must begin a new piece.
    pub(super) fn predict_wrap(&mut self, index: u32) {
        let state = &self.bodies[index];
        let time = self.wrap_time(state);
        let next = time.map(|time| due(time.max(self.clock.now()), ORDER_FIRST, state.serial(), 0));
        self.agenda.set_wall(index, next);
    }

    /// The time at which a body in a periodic domain must begin a new piece, or outgrows the domain: a
    /// function of its present piece. For a body that is too fast to follow: its epoch.
    pub(super) fn wrap_time(&self, state: &State) -> Option<f64> {
        let sides = self.bodies.sides()?;
        let piece = state.piece();
        let time = wrap_time(sides, piece.epoch, &piece.velocity, &piece.acceleration);
        let is_too_fast = time < f64::INFINITY && self.is_too_fast(state, time);
        let time = if is_too_fast { piece.epoch } else { time };
        let time = time.min(self.outgrown_at(state));
        (time < f64::INFINITY).then_some(time)
    }

    /// When a body that grows is as large as its periodic domain admits; infinite for others.
    pub(super) fn outgrown_at(&self, state: &State) -> f64 {
        let Some(sides) = self.bodies.sides() else {
            return f64::INFINITY;
        };
        let piece = state.piece();
        outgrown_at(sides, piece.epoch, state.shape_radius() + piece.swell, piece.growth)
    }

    fn is_too_fast(&self, state: &State, time: f64) -> bool {
        let Some(sides) = self.bodies.sides() else { return false };
        let velocity = state.piece().velocity_at(time);
        let within = least_time(time);
        (0..3).any(|axis| velocity[axis].abs() * within > MAX_SHARE_PER_LEASE * sides[axis])
    }

    /// Stops at the time at which a body outgrows the domain.
    pub(super) fn check_outgrown(&self, index: u32) -> Result<(), StepError> {
        if self.outgrown_at(&self.body_ref(index)) > self.clock.now() {
            return Ok(());
        }
        Err(StepError::Outgrown {
            time: self.clock.now(),
            name: self.name_of(index),
        })
    }

    /// Begins a new piece of a body that has travelled far.
    pub(super) fn wrap_body(&mut self, index: u32) -> Result<(), StepError> {
        self.check_outgrown(index)?;
        let state = &self.bodies[index];
        if self.wrap_time(state) == Some(state.piece().epoch) {
            return Err(StepError::TooFast {
                time: self.clock.now(),
                name: self.name_of(index),
            });
        }
        self.motions().mark(index);
        self.repredict_moved();
        Ok(())
    }

    /// The time at which a step without a limit stops, estimated from a body that has just begun a
    /// new piece in this way.
    pub(super) fn no_limit_time(&self, index: u32) -> f64 {
        let next = self.agenda.wall_time(index).unwrap_or(f64::INFINITY);
        self.clock.now() + MAX_IDLE_LENGTHS / MAX_LENGTHS_PER_PIECE * (next - self.clock.now())
    }

    /// The domain lengths from the second body to its image nearest to the first at a time.
    pub(super) fn to_nearest_image(&self, a: &State, b: &State, time: f64) -> ImageOffset {
        let Some(sides) = self.bodies.sides() else { return [0; 3] };
        let apart = b.piece().position_at(time) - a.piece().position_at(time);
        offset_to_nearest(&apart, sides)
    }

    /// The view of two bodies, the second at its image nearest to the first at present.
    pub(super) fn nearest_view<'a>(&self, a: &'a State, b: &'a State) -> PairView<'a> {
        self.bodies.pair_view_at(a, b, &self.to_nearest_image(a, b, self.clock.now()))
    }

    /// The domain lengths of the images of the second body that the first can meet: in a periodic
    /// domain the nearest one at a time and those adjacent to it.
    pub(super) fn lengths_near(&self, a: &State, b: &State, time: f64) -> impl Iterator<Item = ImageOffset> + use<> {
        let nearest = self.to_nearest_image(a, b, time);
        let is_periodic = self.is_periodic();
        let there = adjacent_offsets().filter(move |adjacent| is_periodic || *adjacent == [0; 3]);
        there.map(move |adjacent| std::array::from_fn(|axis| nearest[axis] + i64::from(adjacent[axis])))
    }

    /// The first impact of two bodies: in a periodic domain by the [images
    /// near](Self::lengths_near).
    pub(super) fn first_impact_of(&self, a: &State, b: &State) -> Option<Impact> {
        let impacts = self
            .lengths_near(a, b, self.clock.now())
            .filter_map(|lengths| self.impact_at(a, b, &lengths));
        impacts.min_by(|one, other| one.time.total_cmp(&other.time))
    }

    /// The first impact of two bodies, the second shifted by `lengths`.
    pub(super) fn impact_at(&self, a: &State, b: &State, lengths: &ImageOffset) -> Option<Impact> {
        let view = self.bodies.pair_view_at(a, b, lengths);
        match view.impact_of_balls() {
            Some(Forecast::Impact(impact)) => Some(impact),
            Some(_) => None,
            None => {
                let [a, b] = &view.moving();
                first_impact(a, b)
            }
        }
    }
}

/// Refuses a new body that a periodic domain does not support.
pub(super) fn check_body_in_periodic(state: &State) -> Result<(), WorldError> {
    match state.lease() {
        Some(_) => Err(not_bounded(name_or_number(state.identity().name.as_ref(), state.serial()))),
        None => Ok(()),
    }
}

/// The refusal of a body without a known motion in a periodic domain.
pub(super) fn not_bounded(name: String) -> WorldError {
    let reason = "there is no telling by which images bounds of your own would be met: give the body a motion";
    WorldError::Periodic {
        name,
        reason: reason.to_owned(),
    }
}
