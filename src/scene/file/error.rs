//! Errors of scene files.

use crate::limits::ValueError;
use crate::scene::PlacementError;
use std::fmt;
use std::io;
use thiserror::Error;

/// A place in a file: its name, and the line if the format gives one (TOML always, JSON for syntax
/// errors).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, as named by the caller.
    pub file: String,
    /// The line, from 1.
    pub line: Option<u32>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}", self.file),
            None => f.write_str(&self.file),
        }
    }
}

/// Error of a scene file: the place, the key, its value, and the allowed values. No scene is made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SceneError {
    /// The file cannot be read.
    #[error("{file}: cannot be read: {source}")]
    Read {
        /// The file.
        file: String,
        /// The system's error.
        source: io::Error,
    },
    /// The file is not valid TOML or JSON: truncated, a duplicate key, and the like.
    #[error("{at}: not valid {format}: {message}")]
    Syntax {
        /// The place.
        at: Place,
        /// `TOML` or `JSON`.
        format: &'static str,
        /// The parser's message.
        message: String,
    },
    /// An unknown key.
    #[error("{at}: {key} = {value}: unknown key; allowed here: {allowed}")]
    UnknownKey {
        /// The place.
        at: Place,
        /// The path of the key, as in `bodies[2].shape.radius`.
        key: String,
        /// Its value, shortened.
        value: String,
        /// The keys that are allowed.
        allowed: String,
    },
    /// A missing key.
    #[error("{at}: {key} is missing: it must be {allowed}")]
    MissingKey {
        /// The beginning of the table without it.
        at: Place,
        /// Its path.
        key: String,
        /// The allowed values.
        allowed: String,
    },
    /// A value that is not allowed: of the wrong type, out of bounds, a duplicate name, an unusable
    /// mesh.
    #[error("{at}: {error}")]
    Value {
        /// The place.
        at: Place,
        /// The path of its key, the value, and the allowed values.
        error: Box<ValueError>,
    },
    /// A population that cannot be placed.
    #[error("{at}: {key}: {error}")]
    Placement {
        /// The beginning of the population.
        at: Place,
        /// Its path.
        key: String,
        /// The reason.
        error: Box<PlacementError>,
    },
}
