//! The tuning constants of sectors. None of them changes an event.

/// The most sectors: each is a bit of a word.
pub(in crate::world) const MOST_SECTORS: usize = 32;

/// Units in the last place of the greatest coordinate for which depths allow.
pub(super) const DEPTH_ROUNDINGS: f64 = 1024.0;

/// Part of the largest diameter for which depths allow: a collision may be late by rounding.
pub(super) const DEPTH_ROOM: f64 = 1e-6;

/// The cost of choosing the ghosts again, for each ball of a sector, and that of counting and
/// summing a collision, which is the work of the first thread alone: in collisions. Estimates.
pub(super) const COST_OF_CHOICE: f64 = 0.006;
pub(super) const COST_OF_COUNTING: f64 = 0.02;

/// The least part of the balls that the first sector has, in parts of its equal share.
pub(super) const LEAST_SHARE: f64 = 0.2;

/// Choices of ghosts after which the greatest speed is that of the present balls again.
pub(super) const CHOICES_PER_SPEED: u32 = 32;

/// How much farther than others a ghost may be that is there already, in diameters of the largest
/// ball.
pub(super) const HYSTERESIS: f64 = 0.2;

/// Windows for which ghosts suffice at least, at the greatest speed, before they are chosen again.
pub(super) const LEAST_WINDOWS: f64 = 2.0;

/// Factor by which windows get shorter after a mismatch, and longer after one that was right.
pub(super) const SHRINKING: f64 = 0.5;
pub(super) const GROWING: f64 = 1.25;

/// Windows over which the rate of collisions is averaged.
pub(super) const WINDOWS_PER_RATE: f64 = 32.0;

/// Windows after which the depth of ghosts may become less.
pub(super) const WINDOWS_PER_DEPTH: u32 = 256;

/// The largest number of mismatches in so many windows for which ghosts are deep enough, and the
/// number below which they may be less deep: a mismatch costs about two windows.
pub(super) const MOST_MISMATCHES: u32 = 6;
pub(super) const FEW_MISMATCHES: u32 = 1;

/// By how much the depth changes, and its least, in diameters of the largest ball.
pub(super) const DEPTH_STEP: f64 = 0.25;
pub(super) const LEAST_BEYOND: f64 = 0.25;

/// The shortest window, as a part of the usual one. If that fails, the stretch ends.
pub(super) const LEAST_WINDOW: f64 = 1e-6;

/// Bins of the histogram by which the domain is cut.
pub(super) const BINS: usize = 4096;

/// Events that are executed one by one where sectors do not pay or cannot go on: one for so many
/// balls, or more.
pub(super) const BALLS_PER_SERIAL: u64 = 16;

/// How often a thread tests for a new job in a row, and how often it then lets other threads run in between,
/// before it sleeps. By trial.
pub(super) const SPINS: u32 = 1000;
pub(super) const YIELDS: u32 = 300;
