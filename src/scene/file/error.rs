//! Why a scene file is refused.

use crate::scene::{PlacementError, ValueError};
use std::fmt;
use std::io;
use thiserror::Error;

/// A place in a file: its name, and the line where the format gives one (TOML always, JSON for syntax errors).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, as it was named by the caller.
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

/// Why a scene file is refused: where, which key, what it holds, and what is allowed. No scene is made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SceneError {
    /// The file cannot be read.
    #[error("{file}: cannot be read: {source}")]
    Read {
        /// The file.
        file: String,
        /// What the system says.
        source: io::Error,
    },
    /// The file is not TOML or not JSON: broken off, a key given twice, and the like.
    #[error("{at}: not valid {format}: {message}")]
    Syntax {
        /// Where.
        at: Place,
        /// `TOML` or `JSON`.
        format: &'static str,
        /// What the parser says.
        message: String,
    },
    /// A key that means nothing here.
    #[error("{at}: {key} = {value}: unknown key; allowed here: {allowed}")]
    UnknownKey {
        /// Where.
        at: Place,
        /// Its path, as in `bodies[2].shape.radius`.
        key: String,
        /// Its value, shortened.
        value: String,
        /// The keys that are allowed.
        allowed: String,
    },
    /// A key that is needed.
    #[error("{at}: {key} is missing: it must be {allowed}")]
    MissingKey {
        /// Where the table that should hold it begins.
        at: Place,
        /// Its path.
        key: String,
        /// What is allowed.
        allowed: String,
    },
    /// A value that is not allowed: of the wrong type, out of bounds, a name given twice, a mesh that cannot be used.
    #[error("{at}: {error}")]
    Value {
        /// Where.
        at: Place,
        /// The path of its key, the value, and what is allowed.
        error: Box<ValueError>,
    },
    /// A population that cannot be placed.
    #[error("{at}: {key}: {error}")]
    Placement {
        /// Where the population begins.
        at: Place,
        /// Its path.
        key: String,
        /// Why.
        error: Box<PlacementError>,
    },
}
