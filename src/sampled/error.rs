//! Errors of a run by frames.

use crate::shown::Shown;
use thiserror::Error;

/// A frame could not be run.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum FrameError {
    /// In a periodic domain a ball has grown to a radius of a quarter of the shortest side: it could
    /// soon touch two images of another at once. This is the first frame at or after the time of
    /// [`StepError::Outgrown`](crate::StepError::Outgrown) in continuous mode. It was not run: the
    /// world is as it was after the frame before, and the next call returns this error again.
    #[error("at time {}: {name} has grown beyond a quarter of the shortest side of the periodic domain", time.shown())]
    Outgrown {
        /// The time of the frame, in seconds.
        time: f64,
        /// The name of the ball.
        name: String,
    },
}
