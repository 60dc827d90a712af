//! Worlds in which the lane of balls is closed, since they report overlaps: their events but for
//! these.

use kinesweep::{Event, EventKind, StepError, World};

pub(crate) fn is_overlap(event: &Event) -> bool {
    matches!(event.kind, EventKind::OverlapBegin { .. } | EventKind::OverlapEnd { .. })
}

/// The next event up to a time, but for overlaps.
pub(crate) fn step_before(world: &mut World, limit: f64) -> Result<Option<Event>, StepError> {
    loop {
        match world.step_before(limit)? {
            Some(event) if is_overlap(&event) => {}
            other => return Ok(other),
        }
    }
}
