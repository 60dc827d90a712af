//! Files that a run writes as it advances.

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

/// Configurations at several times, in a file.
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
    let number = (time / every).floor();
    // The quotient is rounded, so the next one may be the one after that; where multiples are
    // closer than floats it is the next float.
    let next = [number, number + 1.0, number + 2.0].map(|number| number * every);
    next.into_iter().find(|next| *next > time).unwrap_or(time.next_up())
}

#[cfg(test)]
mod tests {
    use super::after;

    #[test]
    fn the_next_multiple_is_later_however_close_they_are() {
        assert_eq!([after(0.0, 0.5), after(0.5, 0.5), after(0.7, 0.5)], [0.5, 1.0, 1.0]);
        for every in [1e-300, 1e-20, 1e-3, 0.1, 7.0, 1e300] {
            let mut time = 1.0;
            for _ in 0..100 {
                let next = after(time, every);
                assert!(
                    next > time && (next - time <= every * 1.001 || next == time.next_up()),
                    "{time}, {every}"
                );
                time = next.min(1e15);
            }
        }
    }
}
