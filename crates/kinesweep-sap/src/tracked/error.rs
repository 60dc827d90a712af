//! Errors of invalid input.

use super::super::{Aabb, Scalar};
use super::constants::MAX_PLAIN_DIGITS;
use thiserror::Error;

/// The reason refusal a call was refused. A refused call changes nothing, and later calls work as
/// if it had not been made.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum BoxError {
    /// A corner of the box is not a number.
    #[error("box {id} runs from {} to {} on axis {axis}: not a number", shown(*min), shown(*max))]
    NotANumber {
        /// Its id.
        id: u32,
        /// The first such axis.
        axis: usize,
        /// The lower bound on this axis.
        min: f64,
        /// The upper bound on this axis.
        max: f64,
    },
    /// The box has its min above its max on an axis.
    #[error("box {id} has its min {} above its max {} on axis {axis}", shown(*min), shown(*max))]
    MinAboveMax {
        /// Its id.
        id: u32,
        /// The first such axis.
        axis: usize,
        /// The lower bound on this axis.
        min: f64,
        /// The upper bound on this axis.
        max: f64,
    },
    /// The id is not below the bound of ids.
    #[error("box {id}: names must be below {bound}")]
    IdTooLarge {
        /// The id.
        id: u32,
        /// The bound, which `with_id_bound` sets.
        bound: u32,
    },
    /// The structure contains no box with this id.
    #[error("there is no box {id}")]
    Unknown {
        /// The id.
        id: u32,
    },
    /// The structure contains a box with this id.
    #[error("box {id} is there already")]
    AlreadyThere {
        /// The id.
        id: u32,
    },
    /// The given store already contains boxes.
    #[error("the store holds {len} boxes already")]
    StoreNotEmpty {
        /// The number of boxes.
        len: usize,
    },
}

/// Formats a number for a message: plain, or with an exponent where the plain form is long.
fn shown(number: f64) -> String {
    let plain = number.to_string();
    match plain.len() > MAX_PLAIN_DIGITS {
        true => format!("{number:e}"),
        false => plain,
    }
}

/// Returns an error if `at` is not a valid box.
#[inline]
pub(super) fn check<S: Scalar, const D: usize>(id: u32, at: &Aabb<S, D>) -> Result<(), BoxError> {
    if at.is_valid() { Ok(()) } else { Err(refusal(id, at)) }
}

#[cold]
fn refusal<S: Scalar, const D: usize>(id: u32, at: &Aabb<S, D>) -> BoxError {
    let wrong = |&axis: &usize| !(at.min[axis] <= at.max[axis]);
    let axis = (0..D).find(wrong).expect("some axis is not valid");
    let (min, max) = (at.min[axis].to_f64(), at.max[axis].to_f64());
    match min.is_nan() || max.is_nan() {
        true => BoxError::NotANumber { id, axis, min, max },
        false => BoxError::MinAboveMax { id, axis, min, max },
    }
}
