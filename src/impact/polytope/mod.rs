//! Two convex polytopes without spin, in closed form: the separating axis test over time.
//!
//! On each axis the projections overlap while a quadratic of time (linear in uniform motion) lies
//! in a band. The polytopes are in contact at the times that all axes have in common (Gottschalk,
//! Lin, Manocha 1996 give the axes for an instant; Eberly 2001, "Dynamic Collision Detection using
//! Oriented Bounding Boxes", extends them over time for boxes). There is no iteration and no
//! convergence.
//!
//! All functions take both polytopes in the same axes, each about its own origin, and the relative
//! motion in those axes.

mod axes;
mod constants;
mod facets;
mod instant;
mod parallel_polygons;
mod sweep;

pub(super) use axes::{axis_count, edge_axis};
pub(crate) use facets::{NearPoints, each_facet_axis};
pub(crate) use instant::{Separation, gap_on_axis, separation, separation_within};
pub(crate) use sweep::{first_entry, intervals};

use super::convex_part::Polytope;
use nalgebra::Vector3;

/// The first impact of two polytopes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entry {
    /// Seconds after the start of the relative motion.
    pub(crate) s: f64,
    /// Unit normal, from the first to the second.
    pub(crate) normal: Vector3<f64>,
}

#[cfg(test)]
pub(super) mod tests;
