//! The shapes of a scene, prepared for tests.

use crate::impact::Collider;
use crate::scene::{Scene, ValueError};
use hashbrown::HashMap;
use std::sync::Arc;

/// By body; equal shapes are prepared once.
pub(super) fn colliders(scene: &Scene) -> Result<Vec<Arc<Collider>>, ValueError> {
    let mut prepared: HashMap<usize, Arc<Collider>> = HashMap::new();
    let mut colliders = Vec::with_capacity(scene.bodies.len());
    for body in &scene.bodies {
        let collider = match prepared.get(&body.shape.address()) {
            Some(collider) => Arc::clone(collider),
            None => Arc::new(Collider::new(&body.shape)?),
        };
        prepared.insert(body.shape.address(), Arc::clone(&collider));
        colliders.push(collider);
    }
    Ok(colliders)
}
