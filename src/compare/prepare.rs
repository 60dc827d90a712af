//! The shapes of a scene, prepared for tests.

use crate::impact::{Collider, ShapeCache};
use crate::scene::{Scene, ValueError};
use std::sync::Arc;

/// By body.
pub(super) fn colliders(scene: &Scene) -> Result<Vec<Arc<Collider>>, ValueError> {
    let mut prepared = ShapeCache::default();
    scene.bodies.iter().map(|body| prepared.of(&body.shape)).collect()
}
