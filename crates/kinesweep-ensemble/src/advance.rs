//! A world on its way to a time, which may be stopped.

use kinesweep::world::Budget;
use kinesweep::{Event, StepError, World};
use std::time::{Duration, Instant};

/// Steps of a run between two looks at the clock and at the request to stop.
const STEPS_PER_CHECK: u32 = 256;

/// The first slice of the way, where several threads advance the world: short even if the whole would
/// take weeks.
const FIRST_SLICE: f64 = 1.0 / (1024.0 * 1024.0);

/// Time of a slice; a shorter one is followed by a longer slice, a longer one by a shorter slice.
const SLICE: Duration = Duration::from_millis(100);

/// Factors of the next slice.
const LONGER: f64 = 4.0;
const SHORTER: f64 = 0.5;

/// Advances a world to a time. Returns whether it is there: not if `is_over` has returned `true` before.
pub(crate) fn advance(
    world: &mut World,
    target: f64,
    is_over: impl Fn() -> bool,
    mut use_event: impl FnMut(Event),
) -> Result<bool, StepError> {
    if world.threads() > 1 {
        return advance_in_slices(world, target, is_over, use_event);
    }
    let mut watch = Watch::new(is_over);
    let mut budget = Budget::until(|| watch.is_over());
    let reached = world.advance_within_with(target, &mut budget, &mut use_event)?;
    Ok(reached.complete)
}

/// The same on several threads, which have no budget.
fn advance_in_slices(
    world: &mut World,
    target: f64,
    is_over: impl Fn() -> bool,
    mut use_event: impl FnMut(Event),
) -> Result<bool, StepError> {
    let mut slice = FIRST_SLICE * (target - world.time());
    loop {
        let (begun, end) = (Instant::now(), target.min(world.time() + slice));
        world.advance_with(end, &mut use_event)?;
        if end >= target {
            return Ok(true);
        }
        if is_over() {
            return Ok(false);
        }
        slice *= if begun.elapsed() < SLICE { LONGER } else { SHORTER };
    }
}

/// Calls a test once in so many calls.
struct Watch<F> {
    test: F,
    calls: u32,
}

impl<F: Fn() -> bool> Watch<F> {
    fn new(test: F) -> Self {
        Self { test, calls: 0 }
    }

    fn is_over(&mut self) -> bool {
        self.calls += 1;
        self.calls.is_multiple_of(STEPS_PER_CHECK) && (self.test)()
    }
}
