//! Errors of plans and stores.

use kinesweep::ValueError;
use kinesweep::scene::SceneError;
use std::fmt;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// A plan that cannot be run.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlanError {
    /// A file cannot be read.
    #[error("{}: cannot be read: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The text is not valid TOML or JSON.
    #[error("{origin}: not valid {format}: {message}")]
    Syntax {
        /// The name of the text.
        origin: String,
        /// `TOML` or `JSON`.
        format: &'static str,
        /// The parser's message.
        message: String,
    },
    /// A key of the plan: its path, its value, and what is allowed.
    #[error("{origin}: {error}")]
    Value {
        /// The name of the plan.
        origin: String,
        /// The key.
        error: Box<ValueError>,
    },
    /// The scene, as the first run has it.
    #[error(transparent)]
    Scene(#[from] SceneError),
}

impl PlanError {
    pub(crate) fn value(origin: &str, error: ValueError) -> Self {
        Self::Value {
            origin: origin.to_owned(),
            error: Box::new(error),
        }
    }
}

/// A store that cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The system refuses.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A file that is not what a store has at this place.
    #[error("{}: {reason}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

/// A text of a JSON value in one line, shortened, for messages.
pub(crate) fn shown(value: &serde_json::Value) -> String {
    /// Characters that suffice to identify a value.
    const MOST: usize = 60;
    let whole = value.to_string();
    match whole.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &whole[..end]),
        None => whole,
    }
}

/// The error of a JSON value.
pub(crate) fn refuse(field: impl fmt::Display, value: &serde_json::Value, allowed: impl Into<String>) -> ValueError {
    ValueError::new(field.to_string(), shown(value).as_str(), allowed)
}
