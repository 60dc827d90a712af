//! Files with the states of runs on their way, in the folder of a store. A file is whole at any time.

use crate::hash::Sum;
use serde::{Serialize, de::DeserializeOwned};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Length of the sum before the content.
const SUM: usize = 16;

/// The file of one run.
pub(crate) struct Snapshots<'a> {
    folder: &'a Path,
    path: PathBuf,
}

impl<'a> Snapshots<'a> {
    pub(crate) fn new(folder: &'a Path, key: &str) -> Self {
        Self {
            folder,
            path: folder.join(format!("{key}.state")),
        }
    }

    /// The last state; none if there is none, or if its file is damaged: the run then begins anew.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Option<T> {
        let bytes = fs::read(&self.path).ok()?;
        let (sum, content) = bytes.split_at_checked(SUM)?;
        match Sum::of(content).bytes() == *sum {
            true => postcard::from_bytes(content).ok(),
            false => None,
        }
    }

    /// Replaces the last state.
    pub(crate) fn write(&self, state: &impl Serialize) -> Result<(), String> {
        let content = postcard::to_stdvec(state).map_err(|error| error.to_string())?;
        let write = || -> std::io::Result<()> {
            fs::create_dir_all(self.folder)?;
            let mut file = tempfile::NamedTempFile::with_prefix_in(".writing-", self.folder)?;
            file.write_all(&Sum::of(&content).bytes())?;
            file.write_all(&content)?;
            file.as_file().sync_all()?;
            file.persist(&self.path)?;
            Ok(())
        };
        write().map_err(|error| format!("{}: {error}", self.path.display()))
    }

    /// Removes the state of a run with a record in the store. One that remains is only not used.
    pub(crate) fn remove(&self) {
        let _ = fs::remove_file(&self.path);
    }
}
