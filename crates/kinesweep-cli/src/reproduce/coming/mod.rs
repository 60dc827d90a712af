//! Figures 7 and 8 of Coming and Staadt, *Kinetic sweep and prune for multi-body continuous motion*
//! (2006), section 5.

mod components;
mod objects;
mod queues;
mod replay;

pub(super) use components::coming_8;
pub(super) use objects::coming_7;
pub(super) use queues::queues;

use super::Study;
use crate::Failure;
use kinesweep::Scene;
use kinesweep::scene::builtin;

/// Runs of each point, with other seeds: as many as they averaged at least.
const SEEDS: u64 = 5;

/// Simulated seconds of a run, as theirs.
const SECONDS: f64 = 1.0;

/// The seeds of the runs of a point.
fn seeds(study: &Study) -> impl Iterator<Item = u64> {
    let count = if study.quick { 1 } else { SEEDS };
    (0..count).map(|number| study.seed.wrapping_add(number))
}

/// Their scene: rings of 64 triangles at a density of 1 %, in random directions at 0.5 to 1.5
/// bounding radii a second.
fn rings(count: u32, seed: u64) -> Result<Scene, Failure> {
    let options = builtin::Options {
        count: Some(u64::from(count)),
        seed: Some(seed),
        horizon: Some(SECONDS),
        ..builtin::Options::default()
    };
    let text = builtin::customised("rings", &options).map_err(Failure::other)?;
    Scene::from_toml_str(&text, "rings").map_err(Failure::other)
}
