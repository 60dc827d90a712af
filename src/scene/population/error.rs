//! Errors of placement.

use crate::limits::ValueError;
use crate::shown::{Shown, share};
use nalgebra::Vector3;
use thiserror::Error;

/// Error of the placement of a population.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PlacementError {
    /// A number is not allowed.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// The balls do not fit. Nothing was placed.
    #[error(
        "{count} bounding balls of radius {} do not fit between {} and {} with the existing bodies: they would fill {} of it",
        radius.shown(), min.shown(), max.shown(), share(*packing)
    )]
    NoRoom {
        /// Number of bodies to be placed.
        count: usize,
        /// Radius of the bounding balls, in metres.
        radius: f64,
        /// Lower corner of the region, in metres.
        min: Vector3<f64>,
        /// Upper corner.
        max: Vector3<f64>,
        /// Volume fraction of the bounding balls (area fraction of discs), without existing bodies.
        packing: f64,
    },
    /// Growing balls jammed before they reached their size (see
    /// [`Start::LubachevskyStillinger`](super::Start::LubachevskyStillinger)).
    #[error("{count} balls that grow are jammed at a packing of {}: {} is not reached", share(*reached), share(*wanted))]
    Jammed {
        /// Number of balls.
        count: usize,
        /// The volume (area) fraction that they reached.
        reached: f64,
        /// The required one.
        wanted: f64,
    },
    /// Balls cannot grow here.
    #[error("balls cannot be made to grow here: {reason}")]
    NotGrown {
        /// The reason.
        reason: String,
    },
}
