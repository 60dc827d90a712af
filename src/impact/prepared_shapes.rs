//! Prepared shapes, one for all bodies with the same shape data.

use super::Collider;
use crate::limits::ValueError;
use crate::scene::Shape;
use hashbrown::HashMap;
use std::sync::Arc;

/// Prepared shapes by the address of the shape's data. The stored shape keeps that data alive.
#[derive(Debug, Default)]
pub(crate) struct PreparedShapes {
    prepared: HashMap<usize, (Shape, Arc<Collider>)>,
}

impl PreparedShapes {
    /// The prepared shape. O(1) if it was prepared before.
    ///
    /// # Errors
    /// As [`Collider::new`].
    pub(crate) fn of(&mut self, shape: &Shape) -> Result<Arc<Collider>, ValueError> {
        if let Some(collider) = self.find(shape) {
            return Ok(collider);
        }
        let collider = Arc::new(Collider::new(shape)?);
        self.prepared.insert(shape.address(), (shape.clone(), Arc::clone(&collider)));
        Ok(collider)
    }

    /// The same; the error is within the field `shape`.
    ///
    /// # Errors
    /// As [`of`](Self::of).
    pub(crate) fn get(&mut self, shape: &Shape) -> Result<Arc<Collider>, ValueError> {
        self.of(shape).map_err(within_field)
    }

    /// The same for a shape without a body. The result is not stored.
    ///
    /// # Errors
    /// As [`get`](Self::get).
    pub(crate) fn get_once(&self, shape: &Shape) -> Result<Arc<Collider>, ValueError> {
        match self.find(shape) {
            Some(collider) => Ok(collider),
            None => Collider::new(shape).map(Arc::new).map_err(within_field),
        }
    }

    fn find(&self, shape: &Shape) -> Option<Arc<Collider>> {
        let (_, collider) = self.prepared.get(&shape.address())?;
        Some(Arc::clone(collider))
    }

    /// Removes the prepared shape of a removed body, if that was the last with it.
    pub(crate) fn release(&mut self, shape: &Shape, collider: &Arc<Collider>) {
        /// The reference in the table and that of the removed body.
        const LAST: usize = 2;
        if Arc::strong_count(collider) == LAST {
            self.prepared.remove(&shape.address());
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
