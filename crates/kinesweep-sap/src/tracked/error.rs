//! What is refused at the door.

use super::super::{Aabb, Scalar};
use thiserror::Error;

/// Why a call was refused. It has changed nothing, and the next call will do what it would have done.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum BoxError {
    /// A corner of the box is not a number.
    #[error("box {id} runs from {} to {} on axis {axis}: not a number", shown(*min), shown(*max))]
    NotANumber {
        /// Its name.
        id: u32,
        /// Where it is so first.
        axis: usize,
        /// The lower corner there.
        min: f64,
        /// The upper corner there.
        max: f64,
    },
    /// The box has its corners the wrong way round.
    #[error("box {id} has its min {} above its max {} on axis {axis}", shown(*min), shown(*max))]
    MinAboveMax {
        /// Its name.
        id: u32,
        /// Where it is so first.
        axis: usize,
        /// The lower corner there.
        min: f64,
        /// The upper corner there.
        max: f64,
    },
    /// The name is not below the bound of names.
    #[error("box {id}: names must be below {bound}")]
    IdTooLarge {
        /// The name.
        id: u32,
        /// The bound, which `with_id_bound` sets.
        bound: u32,
    },
    /// There is no such box.
    #[error("there is no box {id}")]
    Unknown {
        /// The name.
        id: u32,
    },
    /// There is such a box already.
    #[error("box {id} is there already")]
    AlreadyThere {
        /// The name.
        id: u32,
    },
    /// A store was given that holds boxes already.
    #[error("the store holds {len} boxes already")]
    StoreNotEmpty {
        /// How many.
        len: usize,
    },
}

/// A number in a message: plain, or with an exponent where that is much shorter.
fn shown(number: f64) -> String {
    /// The digits of an `f64` with its sign and point: a number of the usual size has no more.
    const LONGEST: usize = 20;
    let plain = number.to_string();
    match plain.len() > LONGEST {
        true => format!("{number:e}"),
        false => plain,
    }
}

/// Refuses what is not a box.
#[inline]
pub(super) fn check<S: Scalar, const D: usize>(id: u32, at: &Aabb<S, D>) -> Result<(), BoxError> {
    if at.is_valid() { Ok(()) } else { Err(why(id, at)) }
}

#[cold]
fn why<S: Scalar, const D: usize>(id: u32, at: &Aabb<S, D>) -> BoxError {
    let wrong = |&axis: &usize| !(at.min[axis] <= at.max[axis]);
    let axis = (0..D).find(wrong).expect("some axis is not valid");
    let (min, max) = (at.min[axis].to_f64(), at.max[axis].to_f64());
    match min.is_nan() || max.is_nan() {
        true => BoxError::NotANumber { id, axis, min, max },
        false => BoxError::MinAboveMax { id, axis, min, max },
    }
}
