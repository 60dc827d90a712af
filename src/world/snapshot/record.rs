//! The contents of a snapshot: all that later events depend on, without derived data.

use crate::bodies::{LastingContact, OwnConstants};
use crate::clock::Instant;
use crate::contact::Graph;
use crate::domain::ImageOffset;
use crate::event::{BodyId, Event};
use crate::impact::{Extents, Impact};
use crate::lane::balls::LaneCounters;
use crate::lane::order::Step;
use crate::lane::pairs::RecentNormals;
use crate::ledger::Counters;
use crate::ledger::RunningSums;
use crate::motion::MotionPiece;
use crate::response::{CollisionHistory, Role};
use crate::scene::{GivenInertia, Settings, Shape};
use crate::world::method::Method;
use crate::world::schedule::Scheduled;
use nalgebra::Vector3;

#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Record {
    pub(super) settings: Settings,
    pub(super) method: Method,
    pub(super) held_by: Method,
    pub(super) report_overlaps: bool,
    pub(super) report_rests: bool,
    pub(super) hide_motion_changes: bool,
    /// Whether there is a user-defined law of collision.
    pub(super) custom_response: bool,
    /// The rate of the touch test, if there is one.
    pub(super) poll_rate: Option<f64>,
    pub(super) now: f64,
    /// Shapes that differ, or do not share their data.
    pub(super) shapes: Vec<Shape>,
    pub(super) places: Vec<PlaceRecord>,
    pub(super) free: Vec<u32>,
    pub(super) in_order: Vec<u32>,
    pub(super) next_serial: u32,
    pub(super) pairs: Vec<PairRecord>,
    /// The pairs in the lane of balls with boxes that overlap, if that is reported.
    pub(super) overlaps: Vec<[u32; 2]>,
    pub(super) islands: Graph,
    pub(super) schedule: Vec<Scheduled>,
    /// The number of entries scheduled so far.
    pub(super) scheduled: u64,
    pub(super) expired: Vec<u32>,
    pub(super) outbox: Vec<Event>,
    pub(super) recorded: Vec<(BodyId, MotionPiece)>,
    pub(super) instant: Instant,
    pub(super) work_of_balls: LaneCounters,
    pub(super) counters: Counters,
    pub(super) tally: RunningSums,
}

/// A place for a body.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct PlaceRecord {
    pub(super) generation: u32,
    pub(super) body: Option<BodyRecord>,
}

/// See [`State`](crate::bodies::State). In a periodic domain the broad phase counts from the
/// wrapped piece.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct BodyRecord {
    pub(super) serial: u32,
    pub(super) name: Option<String>,
    /// The upper and the lower half: some formats have no 128-bit integers.
    pub(super) tag: [u64; 2],
    /// Domain lengths by which it has been wrapped since its insertion.
    pub(super) lengths_gone: ImageOffset,
    /// The index of its shape.
    pub(super) shape: u32,
    pub(super) piece: MotionPiece,
    pub(super) stamp: u32,
    pub(super) round: u32,
    pub(super) in_island: bool,
    /// None if they are infinite.
    pub(super) extents: Option<Extents>,
    pub(super) inverse_mass: f64,
    pub(super) inverse_inertia: f64,
    pub(super) given: GivenInertia,
    pub(super) restitution: f64,
    pub(super) friction: f64,
    pub(super) rolling_friction: f64,
    pub(super) spinning_friction: f64,
    pub(super) own: OwnConstants,
    pub(super) role: Role,
    pub(super) lease: Option<crate::motion::bounds::Lease>,
    pub(super) free_acceleration: Vector3<f64>,
    pub(super) own_acceleration: Vector3<f64>,
    pub(super) wall_rests: u8,
    pub(super) wall_links: u8,
    /// Whether it was reported to be at rest.
    pub(super) is_at_rest: bool,
    pub(super) past: CollisionHistory,
    pub(super) lasting: Vec<LastingContact>,
}

/// See [`Pair`](crate::lane::pairs::Pair).
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct PairRecord {
    pub(super) bodies: [u32; 2],
    /// The domain lengths by which the second body is shifted.
    pub(super) image: ImageOffset,
    pub(super) stamps: Option<[u32; 2]>,
    #[cfg_attr(feature = "serde", serde(with = "crate::unbounded::below"))]
    pub(super) from: f64,
    pub(super) plan: Vec<(f64, Step)>,
    pub(super) impact: Option<Impact>,
    pub(super) in_contact: bool,
    pub(super) in_overlap: bool,
    pub(super) passing: bool,
    pub(super) resting: Vec<Vector3<f64>>,
    pub(super) lately: Option<Box<RecentNormals>>,
}
