//! Tolerances and tuning constants of the search for bodies that rotate or grow: value, unit,
//! reason.

use std::f64::consts::TAU;

// Contact.

/// Gap that counts as contact, as a fraction of the sum of the shapes' radii about their origins:
/// some hundred times the rounding of rotated coordinates, so that a contact just handled is
/// recognised, and far below any visible gap.
pub(super) const CONTACT_GAP: f64 = 2e-13;

/// Closing speed that counts as none, as a fraction of the speeds that it is the difference of:
/// above what a response leaves when normals are off by what [`CONTACT_GAP`] allows.
pub(super) const RESTING_SPEED: f64 = 1e-11;

/// Depth, as a fraction of the sum of the radii, by which a contact may be found late if it begins
/// while the same parts already touch without closing: the search skips a contact just handled by
/// steps that let it close by this depth.
pub(super) const PASSED_CONTACT_DEPTH: f64 = 1e-9;

/// The share of its depth by which a contact may get deeper in a step of a search, up to
/// [`PASSED_CONTACT_DEPTH`], or up to [`DEEP_OVERLAP`] from beyond it: far below what anyone sees, far above what
/// a step of the shortest time closes.
pub(super) const SINKING: f64 = 1e-3;

/// Depth, as a fraction of the sum of the radii, that no contact just handled has. Deeper overlaps
/// were placed by the user, and certainly last for a while.
pub(super) const DEEP_OVERLAP: f64 = 1e-6;

/// Distance over which touching parts may accelerate towards each other in the test for pressure,
/// as a fraction of the extent: far above [`CONTACT_GAP`], far below any relevant length.
pub(super) const PRESSED_LOOKAHEAD: f64 = 1e-9;

/// Fraction of [`PRESSED_LOOKAHEAD`] by which pressed parts must overlap then.
pub(super) const PRESSED_FRACTION: f64 = 0.02;

/// Rounding of the time of a pose, in units of the time: it is the sum of two.
pub(super) const TIME_ROUNDINGS: f64 = 4.0 * f64::EPSILON;

/// A full rotation in radians, increased by its rounding.
pub(super) const FULL_TURN: f64 = TAU * (1.0 + 1e-9);

// Search.

/// Steps after which a search stops: a hundred times what a pair that meets takes. Bodies that
/// rotate near each other for ever take about ten steps per radian.
pub(super) const MAX_SEARCH_STEPS: u32 = 20_000;

/// The same of two bodies of one part each, which need no steps to find the parts that are near: a motion
/// that a collision ends soon is not searched for thousands of radians.
pub(super) const MAX_STEPS_OF_TWO_PARTS: u32 = 2_000;

/// Steps after which a search considers full rotations: far more than pairs that meet take, so that
/// few searches do it.
pub(super) const LONG_SEARCH_STEPS: u32 = 256;

/// Balls of nodes nearer than this fraction of the sum of their radii are replaced by their
/// children.
pub(super) const NEAR_NODES: f64 = 0.25;

/// Rotation in radians that counts as very far: a search takes about ten steps per radian.
pub(super) const MANY_RADIANS: f64 = 1000.0;

/// Distance of a body's bounding ball from a plane above which its rotation is ignored, as a
/// fraction of the ball's radius.
pub(super) const FAR_FROM_PLANE: f64 = 0.25;

// Rotating planes.

/// Greatest angular velocity of a plane, in units of the bodies' spins: planes that follow nearly
/// parallel features would have to rotate faster and are not tried.
pub(super) const MAX_PLANE_SPIN: f64 = 100.0;

/// Squared sine below which two edges are too nearly parallel to define a plane.
pub(super) const PARALLEL_EDGES_SQUARED: f64 = 1e-12;

/// Pairs of vertices tried from above before the crude bound is used: the most observed was three
/// or four.
pub(super) const MAX_VERTEX_PAIRS: usize = 64;

/// Factor on the time, in the search for a time beyond the root.
pub(super) const BEYOND_ROOT_FACTOR: f64 = 64.0;

// End of contact.

/// Factor on the radii of balls inside two bodies, far above rounding: while such balls overlap, so do
/// the bodies.
pub(super) const INNER_BALL_MARGIN: f64 = 1.0 - 1e-9;

/// Most contacts found in one search: a blade can pass for ever.
pub(super) const MAX_CONTACTS: usize = 16;

/// Least step of an exit search, as a fraction of the time in which two points move by the extent
/// of both bodies at the greatest speed.
pub(super) const MIN_EXIT_STEP: f64 = 1e-3;

/// Steps after which an exit search stops.
pub(super) const MAX_EXIT_STEPS: usize = 20_000;

/// Steps after which full rotations are considered for a body deep in a plane: a falling body there
/// takes thousands of steps to the end of the range of floats.
pub(super) const FEW_EXIT_STEPS: usize = 16;

/// Bisections of an interval of time: all the bits of a number.
pub(super) const MAX_BISECTIONS: usize = 64;
