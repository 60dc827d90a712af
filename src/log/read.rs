//! Reading logs back.

use super::line::{LogLine, LoggedEvent, LoggedKind, LoggedPiece};
use super::write::MOTION_PIECE;
use crate::motion::{Inertia, MotionPiece};
use nalgebra::{Quaternion, UnitQuaternion, Vector3};
use serde_json::{Map, Value};
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::str::FromStr;
use thiserror::Error;

/// A log: the events of a run and, on request, its motion pieces, one JSON object a line, in order
/// of time.
///
/// Every line has `time` (seconds), `kind` and `bodies` (names, in scene order, a wall of the
/// domain last), and depending on the kind:
///
/// | kind | besides |
/// |---|---|
/// | `collision` | `point`, `normal` (unit, from the first to the second), `closing_speed`, `impulse` |
/// | `contact-begin` | `point`, `normal`, `closing_speed` |
/// | `contact-end`, `overlap-begin`, `overlap-end`, `motion-change`, `bounds-expired`, `rest`, `wake` | |
/// | `scheduled` | `token` |
/// | `motion-piece` | what a [`MotionPiece`] holds: `position`, `quaternion` (i, j, k, w), `velocity`, `acceleration`, `angular_velocity`, `swell`, `growth`, where there is one `angular_acceleration`; `time` is its epoch |
///
/// A piece that begins at an event comes after it. Numbers are written so that they read back to
/// the same bits.
///
/// # Into other viewers
///
/// With its pieces a log contains whole trajectories, which any viewer can use. For
/// [Rerun](https://rerun.io) `examples/log_to_rerun.py` (with the package `rerun-sdk`) converts it:
/// run `kinesweep run pool-break --log out.jsonl --pieces`, then `python examples/log_to_rerun.py
/// out.jsonl out.rrd`. This crate writes no recordings itself: the smallest Rust package that does
/// (`re_sdk` 0.36 without default features) adds over 350 packages, takes over twelve processor
/// minutes to compile, and needs a later compiler (1.95) than the rest of this crate.
///
/// ```
/// use kinesweep::log::{Log, LoggedKind};
/// let text = r#"{"time":3.0,"kind":"contact-end","bodies":["bat","ball"]}"#;
/// let log = Log::read(text.as_bytes())?;
/// let event = log.events().next().expect("there is one");
/// assert_eq!((event.time, event.kind.bodies()), (3.0, &["bat".to_owned(), "ball".to_owned()][..]));
/// assert!(matches!(event.kind, LoggedKind::ContactEnd { .. }));
/// # Ok::<(), kinesweep::log::LogError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    /// Its lines, in the order of the file.
    pub lines: Vec<LogLine>,
}

/// Error of reading a log.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LogError {
    /// The file cannot be opened or read.
    #[error("a log cannot be read: {0}")]
    Read(#[from] io::Error),
    /// A line is not JSON.
    #[error("line {line}: not valid JSON: {message}")]
    Syntax {
        /// Its number, from 1.
        line: usize,
        /// The parser's message.
        message: String,
    },
    /// A line is JSON, but not a line of a log.
    #[error("line {line}: {key} = {value}: must be {allowed}")]
    Value {
        /// Its number, from 1.
        line: usize,
        /// The key.
        key: String,
        /// Its value.
        value: String,
        /// The allowed values.
        allowed: String,
    },
}

impl Log {
    /// Reads a log. Empty lines are skipped.
    ///
    /// # Errors
    /// See [`LogError`]; for a line, with the number of the first invalid one.
    pub fn read(input: impl BufRead) -> Result<Self, LogError> {
        let lines = Self::stream(input).collect::<Result<_, _>>()?;
        Ok(Self { lines })
    }

    /// Reads a log line by line, for logs that are too long for memory. Lines after an invalid one
    /// are read as well.
    ///
    /// # Errors
    /// Each line: see [`LogError`].
    pub fn stream(input: impl BufRead) -> impl Iterator<Item = Result<LogLine, LogError>> {
        // An input that cannot be read may return errors for ever: the first is enough.
        let until_it_fails = input.lines().scan(false, |failed, text| {
            (!std::mem::replace(failed, text.is_err())).then_some(text)
        });
        until_it_fails.enumerate().filter_map(|(number, text)| match text {
            Ok(text) if text.trim().is_empty() => None,
            Ok(text) => Some(parse(&text, number + 1)),
            Err(error) => Some(Err(error.into())),
        })
    }

    /// Reads a log from a file.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn read_file(path: impl AsRef<Path>) -> Result<Self, LogError> {
        Self::read(BufReader::new(std::fs::File::open(path)?))
    }

    /// The events, in order.
    pub fn events(&self) -> impl Iterator<Item = &LoggedEvent> {
        self.lines.iter().filter_map(|line| match line {
            LogLine::Event(event) => Some(event),
            LogLine::Piece(_) => None,
        })
    }

    /// The motion pieces, in order; those of one body are its trajectory.
    pub fn pieces(&self) -> impl Iterator<Item = &LoggedPiece> {
        self.lines.iter().filter_map(|line| match line {
            LogLine::Event(_) => None,
            LogLine::Piece(piece) => Some(piece),
        })
    }
}

/// Parses one line; an error has line number 1.
impl FromStr for LogLine {
    type Err = LogError;

    fn from_str(text: &str) -> Result<Self, LogError> {
        parse(text, 1)
    }
}

/// Greatest error of the norm of a quaternion that was written as a unit one: far more than
/// rounding.
const MAX_NORM_ERROR: f64 = 1e-9;

fn parse(text: &str, line: usize) -> Result<LogLine, LogError> {
    let object = serde_json::from_str(text).map_err(|error| LogError::Syntax {
        line,
        message: error.to_string(),
    })?;
    let mut fields = Fields {
        line,
        object: match object {
            Value::Object(object) => object,
            other => return Err(bad(line, "the line", &other, "an object")),
        },
    };
    let time = fields.number("time")?;
    let kind = fields.text("kind")?;
    let read = if kind == MOTION_PIECE {
        LogLine::Piece(fields.piece(time)?)
    } else {
        LogLine::Event(LoggedEvent {
            time,
            kind: fields.event(&kind)?,
        })
    };
    fields.end(&kind)?;
    Ok(read)
}

fn bad(line: usize, key: &str, value: &Value, allowed: &str) -> LogError {
    LogError::Value {
        line,
        key: key.to_owned(),
        value: value.to_string(),
        allowed: allowed.to_owned(),
    }
}

/// The keys of a line that have not been read.
struct Fields {
    line: usize,
    object: Map<String, Value>,
}

impl Fields {
    fn take(&mut self, key: &str) -> Value {
        self.object.shift_remove(key).unwrap_or(Value::Null)
    }

    fn number(&mut self, key: &str) -> Result<f64, LogError> {
        let value = self.take(key);
        value.as_f64().ok_or_else(|| bad(self.line, key, &value, "a number"))
    }

    fn text(&mut self, key: &str) -> Result<String, LogError> {
        match self.take(key) {
            Value::String(text) => Ok(text),
            other => Err(bad(self.line, key, &other, "a string")),
        }
    }

    fn numbers<const N: usize>(&mut self, key: &str) -> Result<[f64; N], LogError> {
        let value = self.take(key);
        let items = value.as_array().filter(|items| items.len() == N);
        let numbers: Option<Vec<f64>> = items.and_then(|items| items.iter().map(Value::as_f64).collect());
        numbers
            .and_then(|numbers| numbers.try_into().ok())
            .ok_or_else(|| bad(self.line, key, &value, &format!("{N} numbers")))
    }

    fn vector(&mut self, key: &str) -> Result<Vector3<f64>, LogError> {
        self.numbers::<3>(key).map(Vector3::from)
    }

    fn bodies<const N: usize>(&mut self) -> Result<[String; N], LogError> {
        let value = self.take("bodies");
        let name = |item: &Value| item.as_str().map(str::to_owned);
        let names: Option<Vec<String>> = value.as_array().and_then(|items| items.iter().map(name).collect());
        names
            .and_then(|names| names.try_into().ok())
            .ok_or_else(|| bad(self.line, "bodies", &value, &format!("{N} names")))
    }

    fn body(&mut self) -> Result<String, LogError> {
        self.bodies().map(|[body]| body)
    }

    fn event(&mut self, kind: &str) -> Result<LoggedKind, LogError> {
        Ok(match kind {
            "motion-change" => LoggedKind::MotionChange { body: self.body()? },
            "scheduled" => {
                self.bodies::<0>()?;
                let value = self.take("token");
                let token = value
                    .as_u64()
                    .ok_or_else(|| bad(self.line, "token", &value, "a whole number, not negative"))?;
                LoggedKind::Scheduled { token }
            }
            "bounds-expired" => LoggedKind::BoundsExpired { body: self.body()? },
            "overlap-begin" => LoggedKind::OverlapBegin { bodies: self.bodies()? },
            "contact-begin" => LoggedKind::ContactBegin {
                bodies: self.bodies()?,
                point: self.vector("point")?,
                normal: self.vector("normal")?,
                closing_speed: self.number("closing_speed")?,
            },
            "collision" => LoggedKind::Collision {
                bodies: self.bodies()?,
                point: self.vector("point")?,
                normal: self.vector("normal")?,
                closing_speed: self.number("closing_speed")?,
                impulse: self.number("impulse")?,
            },
            "contact-end" => LoggedKind::ContactEnd { bodies: self.bodies()? },
            "overlap-end" => LoggedKind::OverlapEnd { bodies: self.bodies()? },
            "rest" => LoggedKind::Rest { body: self.body()? },
            "wake" => LoggedKind::Wake { body: self.body()? },
            other => return Err(bad(self.line, "kind", &other.into(), "the kind of an event, or motion-piece")),
        })
    }

    fn piece(&mut self, epoch: f64) -> Result<LoggedPiece, LogError> {
        let body = self.body()?;
        let position = self.vector("position")?;
        let orientation = self.rotation("quaternion")?;
        let piece = MotionPiece {
            epoch,
            position,
            orientation,
            velocity: self.vector("velocity")?,
            acceleration: self.vector("acceleration")?,
            angular_velocity: self.vector("angular_velocity")?,
            angular_acceleration: match self.object.contains_key("angular_acceleration") {
                true => self.vector("angular_acceleration")?,
                false => Vector3::zeros(),
            },
            inertia: self.inertia()?,
            swell: self.number("swell")?,
            growth: self.number("growth")?,
        };
        Ok(LoggedPiece { body, piece })
    }

    /// The inertia of a body that rotates freely.
    fn inertia(&mut self) -> Result<Option<Inertia>, LogError> {
        if !self.object.contains_key("inertia") {
            return Ok(None);
        }
        let inertia = Inertia {
            moments: self.vector("inertia")?,
            axes: self.rotation("principal_axes")?,
            centre: self.vector("center_of_mass")?,
        };
        if inertia.check().is_err() {
            let allowed = "principal moments above 0, none above the sum of the other two";
            return Err(bad(
                self.line,
                "inertia",
                &inertia.moments.as_slice().to_vec().into(),
                allowed,
            ));
        }
        Ok(Some(inertia))
    }

    /// A quaternion, which is not normalised again: that would change its bits.
    fn rotation(&mut self, key: &str) -> Result<UnitQuaternion<f64>, LogError> {
        let quaternion = self.numbers::<4>(key)?;
        let orientation = Quaternion::from(quaternion);
        // Written so that NaN is refused as well.
        if (orientation.norm() - 1.0).abs() <= MAX_NORM_ERROR {
            return Ok(UnitQuaternion::new_unchecked(orientation));
        }
        let value = quaternion.to_vec().into();
        Err(bad(self.line, key, &value, "four numbers of norm 1"))
    }

    /// Refuses keys that were not read.
    fn end(&self, kind: &str) -> Result<(), LogError> {
        match self.object.iter().next() {
            None => Ok(()),
            Some((key, value)) => Err(bad(
                self.line,
                key,
                value,
                &format!("left out: a line of kind {kind} has no such key"),
            )),
        }
    }
}
