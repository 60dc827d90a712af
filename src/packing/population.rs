//! The placement of populations, which can use dense random packings.

use super::lubachevsky_stillinger;
use crate::domain::Domain;
use crate::scene::population::Pack;
use crate::scene::{Body, PlacementError, Population};
use nalgebra::Vector3;

impl Population {
    /// Places the bodies in the box from `min` to `max`. Their bounding balls are clear of each
    /// other, of its faces, and of the existing bodies (by their bounding balls or tight boxes).
    /// Their names are `<kind>-<number>-0` and so on. Expected O(count), except for dense starts
    /// that are grown.
    ///
    /// # Errors
    /// [`PlacementError::Value`] for a number that is not allowed, [`PlacementError::NoRoom`]; and
    /// for a dense start that is grown, those of [`lubachevsky_stillinger`].
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
        let pack: Pack = lubachevsky_stillinger;
        self.place_with(pack, number, domain, existing)
    }
}
