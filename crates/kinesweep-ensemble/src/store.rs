//! The results of an ensemble on disk: a folder that stays whole whatever ends its writer.
//!
//! ```text
//! manifest.json         the last plan that was run with it
//! records/*.jsonl       records, one a line; a file is written as a whole or not at all
//! snapshots/*.state     states of runs on their way, and at branches
//! ```
//!
//! Records are found by key: a store serves any number of plans, and a longer plan uses what a
//! shorter one has left.

use crate::ensemble::{Ensemble, VERSION};
use crate::error::StoreError;
use crate::record::Record;
use crate::snapshots::Snapshots;
use serde_json::{Value, json};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The kind of folder, in its manifest.
const KIND: &str = "ensemble";

/// A folder with records and snapshots.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

impl Store {
    /// Opens a folder, and makes it if it is not there.
    ///
    /// # Errors
    /// [`StoreError::Io`] if it cannot be made or written; [`StoreError::Foreign`] if it has files but
    /// no manifest of an ensemble.
    pub fn open(folder: impl Into<PathBuf>, ensemble: &Ensemble) -> Result<Self, StoreError> {
        let store = Self { folder: folder.into() };
        fs::create_dir_all(store.records()).map_err(|error| store.of(&store.records(), error))?;
        let path = store.folder.join("manifest.json");
        if let Ok(text) = fs::read_to_string(&path) {
            let found = serde_json::from_str::<Value>(&text).ok();
            if found.is_none_or(|found| found["kinesweep"] != KIND) {
                let reason = "is no manifest of an ensemble: name another folder".to_owned();
                return Err(StoreError::Foreign { path, reason });
            }
        }
        let plan = ensemble.plan();
        let manifest = json!({
            "kinesweep": KIND,
            "version": VERSION,
            "scene": plan.name(),
            "runs": plan.runs(),
            "plan": plan.tree(),
        });
        let written = write_whole(&store.folder, &path, format!("{manifest:#}\n").as_bytes());
        written.map_err(|error| store.of(&path, error))?;
        Ok(store)
    }

    fn of(&self, path: &Path, source: io::Error) -> StoreError {
        StoreError::Io {
            path: path.to_owned(),
            source,
        }
    }

    fn records(&self) -> PathBuf {
        self.folder.join("records")
    }

    /// The folder for the states of runs.
    #[must_use]
    pub fn snapshots(&self) -> PathBuf {
        self.folder.join("snapshots")
    }

    /// Gives all records to a closure, one after the other. What is no record is passed over: its run
    /// is done again.
    ///
    /// # Errors
    /// [`StoreError::Io`]; [`StoreError::Foreign`] for records in a form that only the Python package
    /// reads.
    pub fn read(&self, mut each: impl FnMut(Record)) -> Result<(), StoreError> {
        let folder = self.records();
        let entries = fs::read_dir(&folder).map_err(|error| self.of(&folder, error))?;
        let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        files.sort();
        for path in files {
            match path.extension().and_then(|extension| extension.to_str()) {
                Some("jsonl") => {}
                Some("parquet") => {
                    let reason = "is written by the Python package: go on with it, or name another folder".to_owned();
                    return Err(StoreError::Foreign { path, reason });
                }
                _ => continue,
            }
            let content = fs::read(&path).map_err(|error| self.of(&path, error))?;
            let lines = String::from_utf8_lossy(&content);
            lines.lines().filter_map(Record::from_line).for_each(&mut each);
        }
        Ok(())
    }

    /// Adds records, all or none, and removes the states of their runs.
    ///
    /// # Errors
    /// [`StoreError::Io`].
    pub fn write(&self, records: &[Record]) -> Result<(), StoreError> {
        let Some(first) = records.first() else { return Ok(()) };
        let path = self.records().join(format!("{}-{}.jsonl", first.key, records.len()));
        let lines: String = records.iter().map(|record| record.to_line() + "\n").collect();
        write_whole(&self.records(), &path, lines.as_bytes()).map_err(|error| self.of(&path, error))?;
        let folder = self.snapshots();
        records
            .iter()
            .for_each(|record| Snapshots::new(&folder, &record.key).remove());
        Ok(())
    }
}

/// Writes a file of a folder as a whole or not at all.
fn write_whole(folder: &Path, path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = NamedTempFile::with_prefix_in(".writing-", folder)?;
    file.write_all(content)?;
    // Otherwise a crash of the machine could leave an empty file.
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}
