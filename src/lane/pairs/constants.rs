//! Tolerances and limits of this folder.

/// The most normals of a pair. Three support a body in a pit, a few more if faces of the pit are
/// parallel. A further normal replaces all.
pub(super) const MAX_NORMALS: usize = 8;

/// Two normals of one contact, computed twice, differ by less than this angle in radians, squared.
/// Rounding stays far below.
pub(super) const ALIKE: f64 = 1e-12;

/// The greatest length of a separating vector. Where it would be longer, the normals are so nearly
/// opposite that no direction leads away from all.
pub(super) const MAX_SEPARATING_LENGTH: f64 = 1e4;

/// Sweeps over the normals for a separating vector. More would be needed only if no direction leads
/// away from all normals, or if they are nearly opposite.
pub(super) const MAX_SEPARATING_SWEEPS: usize = 1000;

/// How far the components of a separating vector may stay below 1.
pub(super) const SHORTFALL: f64 = 1e-3;

/// A normal with a component of at most this length across the others lies in their plane, up to
/// rounding.
pub(super) const IN_PLANE: f64 = 1e-6;

/// The rounding of the acceleration along the normal of a rest, in units of `f64::EPSILON` times
/// the accelerations of the two bodies.
pub(super) const REST_ACCELERATION_ROUNDINGS: f64 = 64.0;

/// Two bodies count as apart where the balls around them are, by this share of their radii and their distance.
/// It is a hundred times the rounding of positions at which pieces count as coarse.
pub(super) const APART_ROUNDING: f64 = 1e-4;
