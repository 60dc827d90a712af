//! Tolerances and tuning constants of two balls under relative acceleration: value, unit, reason.

/// Largest distance and way, in units of the sum of the radii, at which rounding is less than 1e-9 of
/// that sum: some ten roundings of 2e-16.
pub(super) const LARGEST_WAYS: f64 = 1e5;

/// Factor on the radii for the windows: far above that rounding.
pub(super) const WINDOW_MARGIN: f64 = 1.0 + 1e-7;

/// Difference of |p|² and R² that rounding might explain, in units of R².
pub(super) const AMBIGUOUS_DISTANCE: f64 = 1e-8;

/// Least squared speed across the acceleration, as a fraction of the squared speed, at which the
/// window across is as exact as the other one.
pub(super) const LEAST_PART_ACROSS: f64 = 1e-2;

/// [`NO_GRAZE`](super::super::constants::NO_GRAZE) of the fast path: what it decides the general solver refines, too.
pub(super) const FAST_NO_GRAZE: f64 = 1e-6;

/// Least closing or parting speed, in units of what rounding can make.
pub(super) const FAST_NOISES: f64 = 16.0;

/// Most steps of Newton's method: its convergence is quadratic, and a graze is ambiguous.
pub(super) const NEWTON_STEPS: u32 = 8;

/// Last step of Newton's method, as a fraction of the place: the next one is below rounding.
pub(super) const NEWTON_CONVERGED: f64 = 1e-8;

/// How often an interval is halved for its Bernstein coefficients.
pub(super) const BERNSTEIN_LEVELS: u32 = 4;

/// Most steps in 32 digits: the second is the last even after a search among lengths of 10^5 radii.
pub(super) const REFINEMENTS: u32 = 4;

/// Largest error of a step of Newton's method, in units in the last place of the result, at which the
/// result is next to the root.
pub(super) const REFINED: f64 = 1e-6;
