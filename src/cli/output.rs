//! Files that a run writes on its way.

use super::runner::Runner;
use super::{Failure, create};
use std::fmt::Display;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that is being written, and its path for messages.
pub(crate) struct Output<'a> {
    file: BufWriter<File>,
    path: &'a Path,
}

impl<'a> Output<'a> {
    pub(crate) fn create(path: &'a PathBuf) -> Result<Self, Failure> {
        let file = create(path)?;
        Ok(Self { file, path })
    }

    pub(crate) fn line(&mut self, value: impl Display) -> Result<(), Failure> {
        writeln!(self.file, "{value}").map_err(|error| Failure::writing(self.path, &error))
    }

    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.file.flush().map_err(|error| Failure::writing(self.path, &error))
    }
}

/// Configurations on their way to a file.
pub(crate) struct Frames<'a> {
    pub(crate) output: Output<'a>,
    /// Time between two of them, or only the first and the last.
    pub(crate) every: Option<f64>,
    /// The time of the next one.
    next: f64,
}

impl<'a> Frames<'a> {
    pub(crate) fn new(output: Output<'a>, every: Option<f64>) -> Self {
        Self {
            output,
            every,
            next: f64::INFINITY,
        }
    }

    /// The time of the next one; never, if it is that of the end.
    pub(crate) fn next(&self) -> f64 {
        self.next
    }

    pub(crate) fn write(&mut self, runner: &Runner) -> Result<(), Failure> {
        if let Some(every) = self.every {
            self.next = after(runner.time(), every);
        }
        let written = runner.write_xyz(&mut self.output.file);
        written.map_err(|error| Failure::writing(self.output.path, &error))
    }
}

/// The first whole multiple of a length of time that is later than a time.
pub(crate) fn after(time: f64, every: f64) -> f64 {
    let mut number = (time / every).floor();
    while number * every <= time {
        number += 1.0;
    }
    number * every
}
