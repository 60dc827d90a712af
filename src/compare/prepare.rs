//! The shapes of a scene, prepared for tests.

use crate::impact::{Collider, Prepared};
use crate::scene::{Scene, ValueError};
use std::sync::Arc;

/// By body.
pub(super) fn colliders(scene: &Scene) -> Result<Vec<Arc<Collider>>, ValueError> {
    let mut prepared = Prepared::default();
    scene.bodies.iter().map(|body| prepared.of(&body.shape)).collect()
}
