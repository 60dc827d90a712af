//! The states from which the what-ifs of an ensemble go on: each is made once.

use crate::ensemble::{Control, VERSION};
use crate::hash::Sum;
use crate::plan::Resolved;
use crate::run::{Ended, branch};
use crate::snapshots::Snapshots;
use kinesweep::Scene;
use kinesweep::world::Snapshot;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Most states in memory: there is one for each seed, and one for each scene of the sweep.
const MAX_BRANCHES: usize = 64;

/// A state, once it is made.
type Place = Arc<Mutex<Option<Arc<Snapshot>>>>;

/// The states at branches, by scene and time.
#[derive(Default)]
pub(crate) struct Branches(Mutex<HashMap<Sum, Place>>);

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Branches {
    /// The state of a scene at a time: from memory, from the folder of the store, or from a run.
    pub(crate) fn at(&self, resolved: &Resolved, scene: &Scene, time: f64, control: &Control) -> Result<Arc<Snapshot>, Ended> {
        let own = format!("{} {time:?} {VERSION}", resolved.scene.tree);
        let files = resolved.scene.file_contents();
        let sum = Sum::of_all(std::iter::once(own.as_bytes()).chain(files.iter().map(Vec::as_slice)));
        let place = {
            let mut places = locked(&self.0);
            if places.len() >= MAX_BRANCHES && !places.contains_key(&sum) {
                places.clear();
            }
            Arc::clone(places.entry(sum).or_default())
        };
        // Held while the state is made, so that no other thread makes it, too.
        let mut place = locked(&place);
        if let Some(snapshot) = &*place {
            return Ok(Arc::clone(snapshot));
        }
        let name = format!("branch-{sum}");
        let saved = control.snapshots.map(|folder| Snapshots::new(folder, &name));
        let snapshot = match saved.as_ref().and_then(Snapshots::read) {
            Some(snapshot) => snapshot,
            None => {
                let snapshot = branch(scene, &resolved.settings, time, control)?;
                if let Some(saved) = &saved {
                    saved.write(&snapshot).map_err(Ended::Failed)?;
                }
                snapshot
            }
        };
        Ok(Arc::clone(place.insert(Arc::new(snapshot))))
    }
}
