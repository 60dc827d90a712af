//! Bodies without a known motion, with user-defined bounds that are each valid up to a time
//! (Upcoming and Staadt 2006, section 5.2).
//!
//! Such a body takes part by its bounds. While these overlap those of another body, the touch test
//! is called. Their expiry is an event, and time does not advance until there are new bounds.

use super::{StepError, World, WorldError};
use crate::bodies::State;
use crate::event::{BodyId, EventKind};
use crate::impact::{Intervals, overlap_intervals, overlap_of_bounds};
use crate::lane::pairs::PairView;
use crate::limits::ValueError;
use crate::motion::bounds::{Bounds, Lease};

impl World {
    /// Gives a touch-only body new bounds from now on, valid until a time that may be infinite: the
    /// reply to [`EventKind::BoundsExpired`], or before it. They replace its present bounds and
    /// their expiry.
    ///
    /// # Errors
    /// [`WorldError::StaleId`]; [`WorldError::Periodic`] in a periodic domain;
    /// [`WorldError::Value`] for a body that is not touch-only, a number out of range, a box that
    /// inverts while it is valid, a bound that has expired or has an epoch in the future.
    /// Nothing changed then.
    ///
    /// # Example
    /// ```
    /// use kinesweep::motion::{Bounds, Endpoint};
    /// use kinesweep::world::{TouchQuery, TouchTest};
    /// use kinesweep::{Body, EventKind, Shape, World};
    /// use nalgebra::Vector3;
    /// /// Bodies with overlapping bounds touch.
    /// struct Near;
    /// impl TouchTest for Near {
    ///     fn touches(&mut self, _: &TouchQuery) -> bool {
    ///         true
    ///     }
    /// }
    /// /// Somewhere within 1 m of `x`, and no faster than 0.5 m/s.
    /// fn around(x: f64, epoch: f64) -> Bounds {
    ///     let side = |position, velocity| Endpoint { position, velocity, half_acceleration: 0.0 };
    ///     Bounds {
    ///         epoch,
    ///         min: [side(x - 1.0, -0.5), side(-1.0, 0.0), side(-1.0, 0.0)],
    ///         max: [side(x + 1.0, 0.5), side(1.0, 0.0), side(1.0, 0.0)],
    ///     }
    /// }
    /// let mut world = World::builder().touch_test(10.0, Near).build()?;
    /// let dog = world.insert(Body::new(Shape::ball(0.1)?).bounded(around(0.0, 0.0), 2.0))?;
    /// world.insert(Body::fixed(Shape::cuboid(Vector3::repeat(1.0))?).position(Vector3::x() * 5.0))?;
    /// // From 0 to 2 s it cannot reach the wall at 4 m; then new bounds are needed.
    /// let event = world.step_before(10.0)?.expect("the bound expires");
    /// assert_eq!((event.time, event.kind), (2.0, EventKind::BoundsExpired { body: dog }));
    /// world.set_bounds(dog, around(2.0, 2.0), 8.0)?;
    /// let event = world.step_before(10.0)?.expect("it can be at the wall from 4 s on");
    /// assert!(matches!(event.kind, EventKind::ContactBegin(_)) && event.time == 4.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_bounds(&mut self, id: BodyId, bounds: Bounds, until: f64) -> Result<(), WorldError> {
        let state = self.state(id)?;
        if !state.constants().role.touch_only {
            let allowed = "can be given to a touch-only body alone: of others the motion is known";
            return Err(ValueError::new("bounds", self.name_of(id.index), allowed).into());
        }
        if self.is_periodic() {
            return Err(super::periodic::not_bounded(self.name_of(id.index)));
        }
        self.config.settings().dimensions.check_unbounded()?;
        let lease = Lease { bounds, until };
        let checked = check_lease(&lease, state.is_half_space(), self.clock.now());
        checked.map_err(|error| self.of_body(id.index, error))?;
        self.sync_broad_phase();
        self.bodies.motion_mut(id.index).set_lease(lease);
        self.agenda.renew(id.index);
        self.queue_expiry(id.index);
        // Its walls cannot be predicted any more.
        self.agenda.set_wall(id.index, None);
        self.rests().end_rests_of(id.index);
        self.motions().mark(id.index);
        self.repredict_moved();
        Ok(())
    }

    /// The bounds of a body and the time until which they are valid, in seconds; none for a body
    /// with a known motion.
    ///
    /// # Errors
    /// [`WorldError::StaleId`].
    pub fn lease(&self, id: BodyId) -> Result<Option<Lease>, WorldError> {
        Ok(self.state(id)?.lease().copied())
    }

    /// Queues the expiry of a body's bounds, if they expire.
    pub(super) fn queue_expiry(&mut self, index: u32) {
        let state = &self.bodies[index];
        let until = state.lease().map(|lease| lease.until);
        self.agenda
            .set_expiry(index, state.serial(), until.filter(|until| *until < f64::INFINITY));
    }

    /// Reports that the bounds of a body expire now.
    pub(super) fn expire(&mut self, index: u32) {
        self.agenda.expire(index);
        self.ledger.push(
            self.clock.now(),
            EventKind::BoundsExpired {
                body: self.bodies.id(index),
            },
        );
    }

    /// The error for bounds that have expired. It names the first such body in scene order.
    pub(super) fn expired_error(&self) -> StepError {
        let first = self.agenda.expired().iter().min_by_key(|index| self.bodies[**index].serial());
        StepError::BoundsExpired {
            time: self.clock.now(),
            name: first.map_or_else(String::new, |index| self.name_of(*index)),
        }
    }
}

/// Checks new bounds of a body at time `now`.
pub(super) fn check_lease(lease: &Lease, half_space: bool, now: f64) -> Result<(), ValueError> {
    if half_space {
        return Err(ValueError::new("bounds", "on a half-space", "a half-space has no bounds"));
    }
    lease.check_from(now)
}

impl State {
    /// Its box: the given bounds, or those of its shape and motion. (A periodic domain has no given
    /// bounds, so nothing is shifted.)
    fn tight_bounds(&self) -> Bounds {
        match &self.lease() {
            Some(lease) => lease.bounds,
            None => Bounds::tight(self.piece(), &self.extents().min, &self.extents().max),
        }
    }
}

/// The times, from the later epoch on, at which the boxes of a pair overlap. A function of the two
/// motion pieces and leases alone.
pub(super) fn overlaps(view: &PairView) -> Intervals {
    let PairView { a, b, .. } = view;
    if a.lease().is_none() && b.lease().is_none() {
        let [a, b] = &view.moving();
        return overlap_intervals(a, b);
    }
    overlap_of_bounds(&a.tight_bounds(), &b.tight_bounds(), view.start())
}

#[cfg(test)]
mod tests;
