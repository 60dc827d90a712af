//! Prepared shapes, one for all bodies with the same shape data.

use super::Collider;
use crate::limits::ValueError;
use crate::scene::Shape;
use hashbrown::HashMap;
use nalgebra::Vector3;
use std::sync::Arc;

/// Prepared shapes by the address of the shape's data and the bits of the centre about which they
/// are prepared. The stored shape keeps that data alive.
#[derive(Debug, Default)]
pub(crate) struct PreparedShapes {
    prepared: HashMap<Key, (Shape, Arc<Collider>)>,
}

type Key = (usize, [u64; 3]);

fn key(shape: &Shape, centre: &Vector3<f64>) -> Key {
    // The sum with 0 has no negative zeros.
    (shape.address(), [centre.x, centre.y, centre.z].map(|c| (c + 0.0).to_bits()))
}

impl PreparedShapes {
    /// The prepared shape. O(1) if it was prepared before.
    ///
    /// # Errors
    /// As [`Collider::new`].
    pub(crate) fn of(&mut self, shape: &Shape) -> Result<Arc<Collider>, ValueError> {
        self.of_about(shape, &Vector3::zeros())
    }

    /// The shape prepared about a centre.
    ///
    /// # Errors
    /// As [`Collider::about`].
    pub(crate) fn of_about(&mut self, shape: &Shape, centre: &Vector3<f64>) -> Result<Arc<Collider>, ValueError> {
        if let Some(collider) = self.find(shape, centre) {
            return Ok(collider);
        }
        let collider = Arc::new(Collider::about(shape, centre)?);
        let stored = (shape.clone(), Arc::clone(&collider));
        self.prepared.insert(key(shape, centre), stored);
        Ok(collider)
    }

    /// The same; the error is within the field `shape`.
    ///
    /// # Errors
    /// As [`of`](Self::of).
    pub(crate) fn get(&mut self, shape: &Shape) -> Result<Arc<Collider>, ValueError> {
        self.of(shape).map_err(within_field)
    }

    /// The same about a centre.
    ///
    /// # Errors
    /// As [`of_about`](Self::of_about).
    pub(crate) fn get_about(&mut self, shape: &Shape, centre: &Vector3<f64>) -> Result<Arc<Collider>, ValueError> {
        self.of_about(shape, centre).map_err(within_field)
    }

    /// The same for a shape without a body. The result is not stored.
    ///
    /// # Errors
    /// As [`get`](Self::get).
    pub(crate) fn get_once(&self, shape: &Shape) -> Result<Arc<Collider>, ValueError> {
        match self.find(shape, &Vector3::zeros()) {
            Some(collider) => Ok(collider),
            None => Collider::new(shape).map(Arc::new).map_err(within_field),
        }
    }

    fn find(&self, shape: &Shape, centre: &Vector3<f64>) -> Option<Arc<Collider>> {
        let (_, collider) = self.prepared.get(&key(shape, centre))?;
        Some(Arc::clone(collider))
    }

    /// Removes the prepared shape of a removed body, if that was the last with it.
    pub(crate) fn release(&mut self, shape: &Shape, collider: &Arc<Collider>) {
        /// The reference in the table and that of the removed body.
        const LAST: usize = 2;
        if Arc::strong_count(collider) == LAST {
            self.prepared.remove(&key(shape, collider.centre()));
        }
    }

    /// Removes the shapes without a body: those of refused bodies.
    pub(crate) fn release_unused(&mut self) {
        self.prepared.retain(|_, (_, collider)| Arc::strong_count(collider) > 1);
    }
}

fn within_field(error: ValueError) -> ValueError {
    error.within("shape")
}
