//! The bound of the work of one call, as the loop reads it.

/// A bound of the loop.
pub(super) trait WorkLimit {
    /// The largest part of the broad phase's work in one step; `usize::MAX` for all up to the next
    /// event.
    const PORTION: usize;

    /// Whether the loop must stop. Called once before each step.
    fn is_spent(&mut self) -> bool;
}

/// No bound: advance to the next event.
pub(super) struct Unbounded;

impl WorkLimit for Unbounded {
    const PORTION: usize = usize::MAX;

    #[inline(always)]
    fn is_spent(&mut self) -> bool {
        false
    }
}
