//! The log that a run writes: a new file, or one that an earlier part of the run has begun.
//!
//! A run that appends to a log keeps every line up to the moment where it resumes. Lines after that
//! moment are there if the earlier part was killed after its last save. The run repeats the same
//! events, to the bit: it compares each line with the line in the file, and writes the lines beyond
//! the end of the file. So no line is lost, whatever file was named, and the log is that of one
//! uninterrupted run.

use super::saved::LogMark;
use super::{Failure, note};
use kinesweep::log::{LogError, LogLine, LoggedKind};
use kinesweep::scene::limits::Shown;
use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Where a run begins that appends to a log.
pub(crate) enum Since<'a> {
    /// At time 0: all lines repeat.
    Start,
    /// At a saved state, which has this time; `log` describes the log at that moment, if the state
    /// holds it.
    State { time: f64, log: Option<&'a LogMark> },
}

/// A log that is being written.
pub(crate) struct EventLog<'a> {
    path: &'a Path,
    file: BufWriter<File>,
    /// The lines that are in the file where the run writes next; none at the end of the file.
    present: Option<BufReader<File>>,
    lines: u64,
    bytes: u64,
    sum: crc32fast::Hasher,
    pieces: bool,
    /// A line was not written: the log is not complete.
    failed: bool,
}

impl<'a> EventLog<'a> {
    /// An empty log; the file is emptied. `pieces`: motion pieces are among the lines.
    pub(crate) fn create(path: &'a Path, pieces: bool) -> Result<Self, Failure> {
        let file = File::create(path).map_err(|error| Failure::writing(path, &error))?;
        Ok(Self::on(path, file, pieces))
    }

    fn on(path: &'a Path, file: File, pieces: bool) -> Self {
        Self {
            path,
            file: BufWriter::new(file),
            present: None,
            lines: 0,
            bytes: 0,
            sum: crc32fast::Hasher::new(),
            pieces,
            failed: false,
        }
    }

    /// Appends to a log from where a run begins, and creates the log if there is none and none is
    /// needed. Writes nothing yet.
    pub(crate) fn append(path: &'a Path, since: &Since, pieces: bool) -> Result<Self, Failure> {
        let mark = match since {
            Since::State { log, .. } => *log,
            Since::Start => None,
        };
        if let Some(mark) = mark.filter(|mark| mark.lines > 0 && !path.exists()) {
            let reason = format!(
                "is not there, and the state was saved after {} lines of it; without --append a log begins with what comes after \
                 the state",
                mark.lines
            );
            return Err(refuse(path, &reason));
        }
        let cannot = |error: io::Error| Failure::writing(path, &error);
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let mut log = Self::on(path, file.map_err(cannot)?, pieces);
        if !log.file.get_ref().metadata().map_err(cannot)?.is_file() {
            return Err(refuse(path, "--append: is not a regular file"));
        }
        let mut present = BufReader::new(File::open(path).map_err(cannot)?);
        match since {
            Since::Start => {}
            Since::State { log: Some(mark), .. } => log.pass_marked(&mut present, mark)?,
            Since::State { time, log: None } => log.pass_until(&mut present, *time)?,
        }
        present.seek(SeekFrom::Start(log.bytes)).map_err(cannot)?;
        let rest = Rest::of(&mut present).map_err(cannot)?;
        if rest.bytes > 0 {
            let count = rest.whole_lines + u64::from(rest.whole_bytes < rest.bytes);
            note(&format!(
                "{}: keeps its first {} lines; the {count} after the run's begin come again, and are compared",
                path.display(),
                log.lines
            ));
        }
        present.seek(SeekFrom::Start(log.bytes)).map_err(cannot)?;
        log.present = Some(present);
        Ok(log)
    }

    /// Passes over the lines that were there when the state was saved, and checks that they are
    /// unchanged.
    fn pass_marked(&mut self, present: &mut impl Read, mark: &LogMark) -> Result<(), Failure> {
        if mark.pieces != self.pieces {
            let word = if mark.pieces { "with" } else { "without" };
            return Err(refuse(
                self.path,
                &format!("was written {word} --pieces, and goes on {word} it"),
            ));
        }
        let mut buffer = vec![0; 1 << 16];
        let mut present = present.take(mark.bytes);
        loop {
            let count = present.read(&mut buffer).map_err(|error| unreadable(self.path, &error))?;
            if count == 0 {
                break;
            }
            self.sum.update(&buffer[..count]);
            self.bytes += count as u64;
        }
        if self.bytes < mark.bytes {
            let reason = format!(
                "is shorter than when the state was saved: {} bytes of {} are there",
                self.bytes, mark.bytes
            );
            return Err(refuse(self.path, &reason));
        }
        self.lines = mark.lines;
        if self.sum.clone().finalize() != mark.checksum {
            let reason = format!(
                "is not the log that the state was saved with: its first {} lines are others",
                mark.lines
            );
            return Err(refuse(self.path, &reason));
        }
        Ok(())
    }

    /// Passes over the lines up to a time, where the state has no data on the log.
    fn pass_until(&mut self, present: &mut impl BufRead, end: f64) -> Result<(), Failure> {
        let (mut pieces, mut collisions) = (false, false);
        let mut raw = Vec::new();
        loop {
            raw.clear();
            let count = present.read_until(b'\n', &mut raw);
            if count.map_err(|error| unreadable(self.path, &error))? == 0 {
                break;
            }
            let number = self.lines + 1;
            let line = parse(&raw, number).map_err(|error| refuse(self.path, &error))?;
            if line.time() > end {
                break;
            }
            if line.time() == end {
                let reason = format!(
                    "line {number} is at the state's own time, {}, and the state does not hold how many lines there were; save it with \
                     --log",
                    end.shown()
                );
                return Err(refuse(self.path, &reason));
            }
            if raw.last() != Some(&b'\n') {
                return Err(refuse(self.path, &format!("line {number} is damaged: it is not whole")));
            }
            match line {
                LogLine::Piece(_) => pieces = true,
                LogLine::Event(event) => collisions |= matches!(event.kind, LoggedKind::Collision { .. }),
                // Other lines have no effect on whether there are pieces.
                _ => {}
            }
            self.count(&raw);
        }
        // Each collision has motion pieces.
        if pieces != self.pieces && (pieces || collisions) {
            let word = if pieces { "with" } else { "without" };
            return Err(refuse(
                self.path,
                &format!("was written {word} --pieces, and goes on {word} it"),
            ));
        }
        Ok(())
    }

    fn count(&mut self, line: &[u8]) {
        self.sum.update(line);
        self.bytes += line.len() as u64;
        self.lines += 1;
    }

    pub(crate) fn line(&mut self, value: impl Display) -> Result<(), Failure> {
        let result = self.write(format!("{value}\n").as_bytes());
        self.failed |= result.is_err();
        result
    }

    fn write(&mut self, line: &[u8]) -> Result<(), Failure> {
        let present = self.compare(line)?;
        let written = self.file.write_all(&line[present..]);
        written.map_err(|error| Failure::writing(self.path, &error))?;
        self.count(line);
        Ok(())
    }

    /// The number of bytes of a line that are in the file already. The last line of the file may be
    /// incomplete.
    fn compare(&mut self, line: &[u8]) -> Result<usize, Failure> {
        let Some(present) = &mut self.present else {
            return Ok(0);
        };
        let mut there = Vec::with_capacity(line.len());
        let read = present.take(line.len() as u64).read_to_end(&mut there);
        read.map_err(|error| unreadable(self.path, &error))?;
        if !line.starts_with(&there) {
            let reason = format!(
                "line {} is another than this run finds there: the log is of another run, or damaged; it stays as it was",
                self.lines + 1
            );
            return Err(refuse(self.path, &reason));
        }
        if there.len() < line.len() {
            self.present = None;
            let sought = self.file.seek(SeekFrom::Start(self.bytes + there.len() as u64));
            sought.map_err(|error| Failure::writing(self.path, &error))?;
        }
        Ok(there.len())
    }

    /// The present extent of the log, all of which is in the file. A state is saved with it.
    pub(crate) fn mark(&mut self) -> Result<LogMark, Failure> {
        let write = |file: &mut BufWriter<File>| -> io::Result<()> {
            file.flush()?;
            // A saved state is on the disk: without this it could be ahead of its log after a crash
            // of the machine.
            match file.get_ref().metadata()?.is_file() {
                true => file.get_ref().sync_data(),
                false => Ok(()),
            }
        };
        let written = write(&mut self.file);
        self.failed |= written.is_err();
        written.map_err(|error| Failure::writing(self.path, &error))?;
        Ok(LogMark {
            lines: self.lines,
            bytes: self.bytes,
            checksum: self.sum.clone().finalize(),
            pieces: self.pieces,
        })
    }

    /// Whether it has every line of the run up to now.
    pub(crate) fn is_whole(&self) -> bool {
        !self.failed
    }

    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        let path = self.path;
        let cannot = |error: io::Error| Failure::writing(path, &error);
        self.file.flush().map_err(cannot)?;
        let Some(mut present) = self.present.filter(|_| !self.failed) else {
            return Ok(());
        };
        let rest = Rest::of(&mut present).map_err(|error| unreadable(path, &error))?;
        if rest.whole_lines > 0 {
            note(&format!(
                "{}: goes on beyond the end of this run: its last {} lines stay",
                path.display(),
                rest.whole_lines
            ));
        }
        // An incomplete line is removed.
        match rest.whole_bytes < rest.bytes {
            true => self.file.get_ref().set_len(self.bytes + rest.whole_bytes).map_err(cannot),
            false => Ok(()),
        }
    }
}

/// Whether a file exists and is not empty.
pub(crate) fn is_not_empty(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.len() > 0)
}

/// The rest of a file.
#[derive(Default)]
struct Rest {
    bytes: u64,
    whole_lines: u64,
    /// Bytes of the whole lines.
    whole_bytes: u64,
}

impl Rest {
    fn of(file: &mut impl BufRead) -> io::Result<Self> {
        let mut rest = Self::default();
        loop {
            let chunk = file.fill_buf()?;
            let count = chunk.len();
            if count == 0 {
                return Ok(rest);
            }
            rest.whole_lines += chunk.iter().filter(|byte| **byte == b'\n').count() as u64;
            if let Some(last) = chunk.iter().rposition(|byte| *byte == b'\n') {
                rest.whole_bytes = rest.bytes + last as u64 + 1;
            }
            rest.bytes += count as u64;
            file.consume(count);
        }
    }
}

/// A line of a log, or the reason why it is none.
fn parse(raw: &[u8], line: u64) -> Result<LogLine, String> {
    let text = str::from_utf8(raw).map_err(|error| format!("line {line}: {error}"))?;
    text.parse().map_err(|error| match error {
        LogError::Syntax { message, .. } => format!("line {line}: not valid JSON: {message}"),
        LogError::Value { key, value, allowed, .. } => format!("line {line}: {key} = {value}: must be {allowed}"),
        other => other.to_string(),
    })
}

fn refuse(path: &Path, reason: &str) -> Failure {
    Failure::Input(format!("{}: {reason}", path.display()))
}

fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::Other(format!("{}: cannot be read: {error}", path.display()))
}
