//! The placement of populations, which can use dense random packings.

use super::Packing;
use crate::domain::Domain;
use crate::scene::{Body, Dimensions, PlacementError, Population};
use nalgebra::Vector3;

impl Population {
    /// Places the bodies in the box from `min` to `max`. Their bounding balls are clear of each
    /// other, of its faces, and of the existing bodies (by their bounding balls or tight boxes).
    /// Their names are `<kind>-<number>-0` and so on. Expected O(count), except for dense starts
    /// that are grown.
    ///
    /// # Errors
    /// [`PlacementError::Value`] for a number that is not allowed, [`PlacementError::NoRoom`]; and
    /// for a dense start that is grown, those of [`Packing::grow`].
    pub fn place(
        &self,
        number: usize,
        min: Vector3<f64>,
        max: Vector3<f64>,
        existing: &[Body],
    ) -> Result<Vec<Body>, PlacementError> {
        self.place_in(number, &Domain::Box { min, max }, existing)
    }

    /// The same in any domain with corners. In a periodic one the bounding balls are clear of each
    /// other's nearest images; their centres are inside and the balls may stick out.
    ///
    /// # Errors
    /// As [`place`](Self::place); an open domain, and a shape that is too large for a periodic one,
    /// are [`PlacementError::Value`].
    pub fn place_in(&self, number: usize, domain: &Domain, existing: &[Body]) -> Result<Vec<Body>, PlacementError> {
        self.place_with(pack_equal, number, domain, existing)
    }
}

/// Centres of `count` balls of a radius, or of discs: a [`Packing`] as populations use it.
pub(crate) fn pack_equal(
    dimensions: Dimensions,
    count: usize,
    radius: f64,
    domain: &Domain,
    seed: u64,
) -> Result<Vec<Vector3<f64>>, PlacementError> {
    let packing = Packing::new(vec![radius; count], *domain).dimensions(dimensions);
    packing.seed(seed).grow()
}
