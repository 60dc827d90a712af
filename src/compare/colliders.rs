//! Prepared shapes of a scene.

use crate::impact::{Collider, ShapeCache};
use crate::limits::ValueError;
use crate::scene::Scene;
use std::sync::Arc;

/// The prepared shape of each body.
pub(super) fn colliders(scene: &Scene) -> Result<Vec<Arc<Collider>>, ValueError> {
    let mut prepared = ShapeCache::default();
    scene.bodies.iter().map(|body| prepared.of(&body.shape)).collect()
}
