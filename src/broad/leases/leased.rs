//! A body and its lease.

use super::extent::LeaseExtent;
use crate::domain::ImageOffset;
use crate::motion::bounds::Bounds;
use crate::sap::Aabb;

/// A body and its lease.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leased {
    pub(super) bounds: Bounds,
    pub(super) lease: Aabb<f64, 3>,
    /// Of a periodic domain: see
    /// [`BroadPhase::shift_image`](crate::broad::BroadPhase::shift_image).
    pub(super) offset: ImageOffset,
    /// When the lease was made.
    pub(super) since: f64,
    pub(super) extent: LeaseExtent,
}
