//! The span of one call: its limit, and when a call without a limit stops.

use super::constants::{LAST_TIME, MAX_HOPS_PER_BODY, MAX_RESUMED_SEARCHES};
use super::next::Source;
use super::{World, WorldError};
use crate::lane::order::{Due, Step};

/// The span of time and work of one call that advances a world.
pub(super) struct Span {
    /// The time up to which events are executed, in seconds; infinite for a call without a limit.
    pub(super) limit: f64,
    /// The same, at most the last time of a world.
    pub(super) last: f64,
    /// The time at which the call began.
    pub(super) since: f64,
    /// Whether expired bounds stop the clock: no later event is predictable.
    pub(super) is_blocked: bool,
    /// The time at which a call without a limit stops, since bodies travel without an event.
    endless: f64,
    /// Searches resumed in this call.
    resumed: u64,
    /// Hops before this call.
    hops: u64,
}

impl Span {
    /// The span of a call that begins now.
    pub(super) fn new(world: &World, limit: f64) -> Self {
        let now = world.clock.now();
        let is_blocked = !world.agenda.expired().is_empty() && limit > now;
        let limit = if is_blocked { now } else { limit };
        Self {
            limit,
            last: limit.min(LAST_TIME),
            since: now,
            is_blocked,
            endless: f64::INFINITY,
            resumed: 0,
            hops: world.ledger.counters().zeno_collisions,
        }
    }

    /// Whether a call without a limit ends before an event: a single body meets nothing.
    ///
    /// # Errors
    /// [`WorldError::NoLimit`] if it has done much work without an event.
    pub(super) fn ends_before(&self, world: &World, due: &Due, source: &Source) -> Result<bool, WorldError> {
        if self.limit < f64::INFINITY {
            return Ok(false);
        }
        let is_too_much = match source {
            Source::Wrap(_) => {
                if world.bodies.len() == 1 && world.agenda.schedule().peek().is_none() {
                    return Ok(true);
                }
                due.time > self.endless
            }
            source => {
                let resumed = self.resumed + u64::from(is_resumed(world, source));
                let hopped = world.ledger.counters().zeno_collisions - self.hops;
                resumed > MAX_RESUMED_SEARCHES * world.pairs.queued() as u64
                    || hopped > MAX_HOPS_PER_BODY * world.bodies.len() as u64
            }
        };
        if is_too_much { Err(WorldError::NoLimit) } else { Ok(false) }
    }

    /// Counts the work of an event that is executed next.
    pub(super) fn count(&mut self, world: &World, source: &Source) {
        self.resumed += u64::from(is_resumed(world, source));
    }

    /// Takes into account that an event has been executed.
    pub(super) fn look_back(&mut self, world: &World, source: &Source) {
        if let Source::Wrap(body) = source {
            self.endless = self.endless.min(world.no_limit_time(*body));
        }
    }
}

/// Whether the event is the resumption of a search that was cut off.
fn is_resumed(world: &World, source: &Source) -> bool {
    match source {
        Source::Pair(place) => matches!(world.pairs[*place].forecast().next(), Some((_, Step::ResumeSearch))),
        _ => false,
    }
}
