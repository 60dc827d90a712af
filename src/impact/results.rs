//! Results of the narrow phase: impacts, contact intervals, contacts.

use super::interval::Intervals;
use nalgebra::Vector3;

/// The first impact of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Impact {
    /// Time of impact in seconds. Never before the later epoch.
    pub(crate) time: f64,
    /// Rounding of `time`, in seconds: the rounded time minus the computed one. At most half a unit
    /// in the last place of `time`.
    pub(crate) late: f64,
    /// Number of the convex part of each shape.
    pub(crate) leaves: [u32; 2],
    /// Whether a solver reached its iteration limit. The time is then early rather than late.
    pub(crate) unresolved: bool,
}

/// The prediction for a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Forecast {
    /// The bodies never meet.
    Never,
    /// The bodies meet.
    Impact(Impact),
    /// The bodies do not meet up to this time. The search must be resumed from there. Only for
    /// bodies that rotate, which can stay near each other for ever, and for balls that grow.
    ResumeAt(f64),
}

/// The times at which two shapes touch.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Contacts {
    pub(crate) times: Intervals,
    /// Whether a solver reached its iteration limit.
    pub(crate) unresolved: bool,
    /// The end of the searched time range, if the search stopped early. Resume from there. A
    /// contact that lasts past this time has no end in `times`.
    pub(crate) resume_at: Option<f64>,
}

/// Where and how two shapes meet at a given time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Contact {
    /// Centroid of the patch in which they meet, in world coordinates.
    pub(crate) point: Vector3<f64>,
    /// Unit normal, from the first body to the second.
    pub(crate) normal: Vector3<f64>,
    /// How deep they overlap along the normal, >= 0.
    pub(crate) depth: f64,
    /// Radii of the round features that meet, in metres, for bodies that rotate or grow: each rolls
    /// about a point at this depth below its surface. 0 for all others, where no caller uses it.
    pub(crate) radii: [f64; 2],
    /// Angular velocity of the normal where two edges cross, in rad/s, for bodies that rotate;
    /// otherwise 0.
    pub(crate) normal_spin: Vector3<f64>,
}
