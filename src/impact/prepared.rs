//! Shapes of many bodies, each prepared once.

use super::Collider;
use crate::scene::{Shape, ValueError};
use hashbrown::HashMap;
use std::sync::Arc;

/// Prepared shapes: those that share their data are prepared once.
#[derive(Debug, Default)]
pub(crate) struct Prepared {
    /// By the address of the data, which is nobody else's while the shape is kept beside.
    by_address: HashMap<usize, (Shape, Arc<Collider>)>,
}

impl Prepared {
    /// The prepared shape. O(1) if it is there.
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
