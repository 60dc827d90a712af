//! The tuning constants of the lanes. None of them changes an event.

/// Part of the largest radius that a periodic domain admits, up to which balls are in the lane of balls
/// where overlaps are reported: their boxes overlap one image of each other at a time.
pub(super) const LARGEST_WITH_BOX: f64 = 1.0 - 1e-6;

/// The lane of balls opens where at least this many bodies are for it per other body.
pub(super) const OPENING_RATIO: usize = 8;

/// The lane of balls closes where fewer bodies are in it per other body. The gap between the two
/// ratios keeps it from opening and closing alternately.
pub(super) const CLOSING_RATIO: usize = 4;

/// Where at least so many balls per other ball have the same acceleration, the lane of balls takes
/// these alone.
pub(super) const ALIKE_RATIO: usize = 16;

/// The smallest number of events, insertions and removals between two choices of the lanes. The
/// number of bodies, if that is larger.
pub(super) const MIN_COUNTDOWN: usize = 16;

/// The distance that a body travels in a zone, in cell widths of the lane of balls.
pub(super) const TRAVEL: f64 = 1.0;

/// The margin on every side of a zone, in cell widths of the lane of balls.
pub(super) const MARGIN: f64 = 0.25;

/// The least width of a body with a zone by parts, in cell widths of the lane of balls: the box of a
/// smaller one has few cells that no part touches.
pub(super) const LARGE: f64 = 3.0;

/// The half diagonal up to which parts have one region in common, in cell widths of the lane of balls:
/// smaller regions touch hardly fewer cells.
pub(super) const FINEST_PART: f64 = 0.5;

/// The least duration of a zone by parts of a body that turns, in the times in which the fastest ball
/// crosses a cell. A box that contains the body in any orientation costs less than renewals at a
/// higher rate.
pub(super) const FAST_TURN: f64 = 0.125;

/// The factor by which a zone outside of the domain grows until it reaches the domain.
pub(super) const GROWTH: f64 = 2.0;

/// The largest number of such growths.
pub(super) const MAX_DOUBLINGS: u32 = 200;

/// Factor on the closing speed up to which a growing ball may hop along a wall: the exact time of the
/// impact, which is not known before, changes that speed by rounding.
pub(super) const HOP_ROOM: f64 = 1.01;
