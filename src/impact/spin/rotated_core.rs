//! A part's core at one instant.

use super::super::convex_part::ConvexPart;
use super::super::smooth::{Hull, Surface};
use super::examine::vertices;
use nalgebra::{Matrix3, Vector3};
use smallvec::SmallVec;

/// A part's core, rotated about its body's origin.
pub(super) enum RotatedCore {
    Points(SmallVec<[Vector3<f64>; 8]>),
    Surface(Surface),
}

impl RotatedCore {
    pub(super) fn new(leaf: &ConvexPart, rotation: &Matrix3<f64>) -> Self {
        match leaf.surface() {
            Some(surface) => Self::Surface(surface.rotated(rotation)),
            None => Self::Points(vertices(leaf, rotation)),
        }
    }

    pub(super) fn hull(&self) -> Hull<'_> {
        match self {
            Self::Points(points) => Hull::Points(points),
            Self::Surface(surface) => Hull::Surface(surface),
        }
    }
}
