//! Cache of prepared shapes.

use super::Collider;
use crate::limits::ValueError;
use crate::scene::Shape;
use hashbrown::HashMap;
use std::sync::Arc;

/// Prepared shapes by shape data: shapes that share their data are prepared once.
#[derive(Debug, Default)]
pub(crate) struct ShapeCache {
    /// Keyed by the address of the shape's data. The stored shape keeps that address in use.
    by_address: HashMap<usize, (Shape, Arc<Collider>)>,
}

impl ShapeCache {
    /// Returns the prepared shape. O(1) if it is cached.
    pub(crate) fn of(&mut self, shape: &Shape) -> Result<Arc<Collider>, ValueError> {
        if let Some((_, collider)) = self.by_address.get(&shape.address()) {
            return Ok(Arc::clone(collider));
        }
        let collider = Arc::new(Collider::new(shape)?);
        self.by_address
            .insert(shape.address(), (shape.clone(), Arc::clone(&collider)));
        Ok(collider)
    }
}
