//! Tolerances and tuning constants of the narrow phase: value, unit, reason. Those of one solver
//! are in the `constants` module of its folder.

use std::f64::consts::PI;

// Rounding.

/// Roundings in a normal velocity, in units of `f64::EPSILON` times the sum of speeds: each speed
/// has been through a response (about ten operations), and the product with the normal adds six
/// more. A lower closing speed counts as none: a perfectly inelastic response must not be followed
/// by another impact of the same pair.
pub(super) const SPEED_ROUNDINGS: f64 = 32.0;

/// Roundings in a gap, in units of `f64::EPSILON` times the lengths that it comes from: two
/// positions, a vertex, and the product with the normal.
pub(super) const LENGTH_ROUNDINGS: f64 = 8.0;

/// The depth, in units of the gap that rounding makes, up to which an overlap counts as a contact just handled:
/// each of many collisions and rests at one place may have left such a gap. (Not of two balls: their overlaps must
/// open first.)
pub(super) const DEPTHS: f64 = 4096.0;

/// Roundings in a normal acceleration, in units of `f64::EPSILON` times the relative acceleration:
/// six for the product with the normal, a few for the rotation into the frame of the test.
pub(super) const ACCELERATION_ROUNDINGS: f64 = 16.0;

/// Height of a bounce over the gap above which rounding changes its speed by less than a
/// thousandth.
pub(super) const HIGH_BOUNCE: f64 = 500.0;

/// Least ratio of the elapsed time to its rounding error for which the error is used.
pub(super) const MIN_TIME_OVER_ROUNDING: f64 = 16.0;

/// Factor on the radii, far above their rounding.
pub(super) const BOUNDING_BALL_MARGIN: f64 = 1.0 + 1e-9;

/// Rounding of the discriminant as a length, in units of `f64::EPSILON` times the distance.
pub(super) const DISCRIMINANT_ROUNDINGS: f64 = 16.0;

/// Outward rounding: the radius and the rotated points are both rounded.
pub(super) const OUTWARD_ROUNDING: f64 = 1.0 + 16.0 * f64::EPSILON;

/// Two unit normals are opposite if their sum is no longer than this: a few roundings of rotated
/// unit vectors.
pub(super) const OPPOSITE_NORMALS: f64 = 16.0 * f64::EPSILON;

/// Widening of boxes, in units of the lengths involved: the boxes must enclose contacts that
/// rounding moves.
pub(super) const BOX_MARGIN: f64 = 64.0 * f64::EPSILON;

/// A half turn in radians, increased by its rounding.
pub(super) const HALF_TURN: f64 = PI * (1.0 + 1e-12);

/// Least length of the part of a vector that is orthogonal to a line, as a fraction of the vector,
/// for it to give a direction.
pub(super) const MIN_ORTHOGONAL_PART: f64 = 1e-6;

/// Widening of the regions that parts sweep, in units of the lengths involved: far above the rounding
/// of rotated points and of times, far below any cell.
pub(super) const SWEPT_ROUNDING: f64 = 1e-12;

// Search limits.

/// Most times that a search is resumed: about 10^5 radians near each other, one or two seconds
/// of work for two convex shapes.
pub(super) const MAX_RESUMED_SEARCHES: usize = 50;

/// Most steps of one search. Grazing takes about 50 (one bit a step), all other cases fewer than
/// 15.
pub(super) const MAX_ADVANCEMENT_STEPS: usize = 128;

/// Most rounds: far more than were ever observed (about 15 for hulls of 500 vertices). Then the
/// best result so far is returned.
pub(super) const MAX_CLOSEST_POINT_ROUNDS: usize = 128;

/// Most contact intervals in one window under relative acceleration: a parabola enters a convex
/// shape once or twice; only shapes cut to the parabola give more.
pub(super) const MAX_CONTACT_INTERVALS: usize = 16;

/// Steps of an exit search after which it doubles its step to find a time outside. By then each
/// step has at least halved the time left, except for exits at less than 30 degrees to the surface.
/// A gap shorter than the step is then missed.
pub(super) const CAREFUL_EXIT_STEPS: usize = 32;

/// Step of an exit search that stalls, as a fraction of the time left: contact is not tested in
/// between.
pub(super) const STALLED_EXIT_STEP: f64 = 1e-9;

// The path of a ball past a shape of many parts.

/// Fewest parts of such a shape: a few are tested one by one.
pub(super) const LEAST_PARTS: usize = 8;

/// How far the centre of the ball may be beside the chord of a span, as a fraction of its radius:
/// a wider ball reaches parts too early, and there are more spans for a narrower one.
pub(super) const PATH_ASIDE: f64 = 0.02;

/// The same as a fraction of the extent of the shape, if that is more: for balls much smaller than
/// the shape.
pub(super) const PATH_ASIDE_OF_SHAPE: f64 = 0.002;

/// Most rotation in a span, in radians: up to there the acceleration in rotating axes is about
/// constant.
pub(super) const SPAN_RADIANS: f64 = 0.5;

/// Longest span in seconds, so that places at its end are finite.
pub(super) const LONGEST_SPAN: f64 = 1e30;

/// The way that is searched first for a deferred prediction, in radii of the ball. Most motions end
/// before.
pub(super) const RADII_AHEAD: f64 = 4.0;

/// The way to the first part, in radii of the ball, below which a prediction is not deferred again.
pub(super) const RADII_NEAR: f64 = 0.2;

/// Most spans that are searched for one.
pub(super) const SPANS_AHEAD: usize = 16;

/// Widening of the ball, as a fraction of the extents of both: above all gaps that count as contact.
pub(super) const PATH_MARGIN: f64 = 1e-9;

/// The same in units of `f64::EPSILON` times the lengths that it comes from, the ways included.
pub(super) const PATH_ROUNDINGS: f64 = 64.0;

/// Least rate at which a ball leaves a plane, as a fraction of its speed, for it to leave certainly
/// whatever lies in the plane: with a gap that is negative by [`PATH_MARGIN`], the normal to an edge
/// may differ by the square root of that, 3e-5, or more for small balls.
pub(super) const LEAST_DEPARTURE: f64 = 1e-3;

// Contact.

/// The gap that counts as contact, in units of the parts' extent: rounding of rotated and displaced
/// coordinates.
pub(super) const TOUCHING_GAP: f64 = 8.0 * f64::EPSILON;

/// Greatest distance from the closest points at which features of polytopes count as near, in units
/// of the parts' extent: far above the distances at which rounding hides a normal (1e-8), so that
/// the feature that meets a little later is included.
pub(super) const NEAR_FEATURES: f64 = 1e-6;

/// The distance, in units of the rounding of a relative position, above which a contact is too
/// early and counts as unresolved.
pub(super) const EARLY_CONTACT_ROUNDINGS: f64 = 4.0;

/// Tolerance for vertices of a feature and for features that meet, as a fraction of the shapes'
/// extent. Rounding is 1e-16 to 1e-15; two faces that differ by less than 1e-9 in direction are
/// meant to be flush.
pub(super) const FLUSH_TOLERANCE: f64 = 1e-9;

/// Most points of a feature that is tested for symmetry: each point is compared with each.
pub(super) const MAX_SYMMETRIC_POINTS: usize = 64;

/// Most distance of two bodies at rest on each other that counts as touching, as a fraction of the
/// smaller body's size: above what rounding and the solvers leave between them, below any visible
/// gap.
pub(super) const REST_SLOP: f64 = 1e-9;

/// The same in units in the last place of the distances from the world's origin: far from it those
/// dominate.
pub(super) const REST_SLOP_ULPS: f64 = 64.0;

/// The same in units of the gap that rounding makes, that of the times included.
pub(super) const REST_SLOP_NOISES: f64 = 2.0;

// Closest points.

/// Rounding of one difference, in units of the largest one: a few units in the last place.
pub(super) const DIFFERENCE_ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Greatest error of a normal that counts as exact, in radians: a tenth of the tolerance for the
/// vertices of a feature.
pub(super) const EXACT_NORMAL: f64 = 1e-10;

/// A tetrahedron counts as flat if the origin or the fourth corner is within this fraction of its
/// size from a face's plane (a bound on rounding of the triple product). Inside and outside are
/// then uncertain, and the faces decide.
pub(super) const FLAT_TETRAHEDRON: f64 = 16.0 * f64::EPSILON;

// Convex hulls.

/// Neighbouring triangles count as one face, and a vertex inside it as none, if they are in one
/// plane to within this fraction of the hull's size. Coordinates have a rounding of 2e-16, rotated
/// ones a few times that.
pub(super) const COPLANAR_FACES: f64 = 1e-13;

/// Directions count as one axis if the sine of their angle is at most this: such an axis displaces
/// a contact by that fraction of the size. An unnecessary second axis only costs time.
pub(super) const PARALLEL_AXES: f64 = 1e-13;

/// Most directions that are compared pair by pair: a hull with more is never tested by separating
/// axes.
pub(super) const MAX_COMPARED_AXES: usize = 4096;

// Choice of the solver, and costs.

/// Most axes of a pair of polytopes for the separating axis test; pairs with more use advancement.
/// Measured for a prediction in uniform motion, axes and advancement: two triangles (11 axes) 0.4
/// and 1.0 us, a cuboid and a triangle (13) 0.9 and 1.1, two cuboids (15) 1.8 and 1.0, hulls of 6
/// vertices (160) 10 and 1, of 12 (940) 110 and 2, of 50 (21 000) 5000 and 4. Small ones use the
/// axes for their exact result on flush and sliding faces.
pub(super) const MAX_AXES: usize = 32;

/// The same where nothing replaces the exact times or depths of the separating axis test: contact
/// intervals under relative acceleration, and penetration. Up to about 0.1 ms.
pub(super) const MAX_AXES_IN_DEPTH: usize = 1000;

/// Most projections of vertices onto face normals for a test for sliding: about 10 us.
pub(super) const MAX_PROJECTIONS: usize = 5000;

/// Most leaves of a tree that is refitted to rotated parts: refitting costs about 30 ns a leaf,
/// visited or not.
pub(super) const MAX_REFITTED_LEAVES: usize = 512;

/// Most vertices for which a copy by coordinate does not pay: those of a cuboid.
pub(super) const FEW_VERTICES: usize = 8;

/// Independent lanes of a scan.
pub(super) const SCAN_LANES: usize = 4;

/// Points per block: two vector registers of each coordinate (SSE2), so that the state of a scan
/// fits in registers.
pub(super) const POINTS_PER_BLOCK: usize = 4;

// Fast path for two balls.

/// Least squared closing speed at contact that is no graze, as a fraction of the squared relative
/// speed.
pub(super) const NO_GRAZE: f64 = 1e-10;

/// Least squared relative speed with which two balls clearly part faster than they grow, as a multiple
/// of the squared rate of growth.
pub(super) const PARTING: f64 = 1.0 + 1e-9;

/// How far inside the overlap of the boxes contact must be, as a fraction of the sum of the radii.
pub(super) const INSIDE_BOXES: f64 = 1.0 - 1e-6;

/// Least squared relative speed of two balls, as a fraction of the squared greatest speed of all
/// balls. Slower pairs are undecided.
pub(super) const LEAST_RELATIVE_SPEED_SQUARED: f64 = 1e-12;

/// Largest lengths and distances moved, over the least radius, for which their rounding is less
/// than a graze.
pub(super) const LARGEST_LENGTHS: f64 = 1e9;

// Mass properties.

/// A coordinate of a centroid counts as zero up to this, in units of the shape's radius of gyration:
/// some tens of roundings of its vertices.
pub(super) const CENTRED: f64 = 1e-14;

/// A product of inertia counts as zero up to this, in units of the root of the product of the two
/// second moments: some tens of roundings of the vertices.
pub(super) const UNCORRELATED: f64 = 1e-14;
