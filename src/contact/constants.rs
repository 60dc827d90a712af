//! Tolerances and limits of this folder.

// Impulses and forces.

/// Sweeps over the contacts of an island before an iteration ends without convergence. Its result
/// is nearly right then.
pub(super) const MAX_SWEEPS: usize = 10_000;

/// Sweeps over the contacts of an island before the next ones go farther than each contact asks. Most islands are
/// solved in fewer.
pub(super) const PLAIN_SWEEPS: usize = 64;

/// An iteration ends when its changes are below this share of the greatest speed or free
/// acceleration: a few roundings.
pub(super) const TOLERANCE: f64 = 8.0 * f64::EPSILON;

/// A smaller speed, in metres per second, counts as 0: its square underflows.
pub(super) const SMALLEST_SPEED: f64 = 1e-150;

/// The number of contacts from which conjugate gradients come first. Sweeps over fewer converge
/// fast.
pub(super) const MANY_CONTACTS: usize = 5;

// Sliding.

/// Slower sliding counts as none where no Zeno policy gives a speed, in metres per second.
pub(super) const SLOWEST_SLIDE: f64 = 1e-9;

/// The greatest change of the direction of sliding, in radians, before the forces are computed
/// again.
pub(super) const MAX_DIRECTION_CHANGE: f64 = 0.01;

/// Forces are not computed again for the direction of sliding before this time, in seconds: ten
/// thousand times a second are affordable, and under gravity what is left out in it moves a tenth of
/// a micrometre.
pub(super) const TURN_TIME: f64 = 1e-4;

/// Acceleration across the sliding that counts as 0, as a share of the whole: rounding.
pub(super) const STRAIGHT: f64 = 1e-12;

/// A ball that is not held begins to slide at more than this share of the greatest free acceleration.
pub(super) const SLIPS: f64 = 1e-9;

// Normals.

// Hops.

/// How long a hop lasts at most, in seconds. A thousand hops per second are affordable, and under
/// gravity such a hop is a micrometre high.
pub(super) const HOP_TIME: f64 = 1e-3;

/// The greatest rotation within a hop, in radians: the accelerations must not change much.
pub(super) const HOP_ROTATION: f64 = 1e-3;

/// Closing at less than this share of the speeds at the contact is slow by any policy. It is ten
/// times what the search takes for 0, so no response to it leaves the two pressed together at this
/// time.
pub(super) const SLOW: f64 = 1e-10;

/// The least speed apart, as a share of the speeds at the contact: clearly above what the search
/// takes for 0.
pub(super) const LEAST_PARTING: f64 = 1e-9;

/// The greatest speed apart that rotation gives, as the same share: several times what it gives a face
/// within [`HOP_ROTATION`].
pub(super) const MOST_PARTING: f64 = 1e-2;

/// Two bodies close after a hop at no more than this many times the speed of the hop. The pressing
/// acceleration changes a little meanwhile.
pub(super) const AFTER_HOP: f64 = 1.5;

/// How long a contact lasts after a hop, in seconds: ten times the longest hop under the predicted
/// pressing acceleration.
pub(super) const LASTING_TIME: f64 = 1e-2;

// Walls.

/// A search that was cut off leaves a gap of more than this share of the body's size.
pub(super) const OPEN: f64 = 1e-9;

/// The most that rounding of the time may leave of a gap, as a share of the body's size. Where it
/// can leave more, the search continues at the next float of the time, and the body has arrived.
pub(super) const ROUNDED: f64 = 1e-3;
