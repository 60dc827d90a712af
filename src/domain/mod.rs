//! Domains: open, a box with walls, periodic; and all arithmetic of periodic images.

mod copies;
mod images;
mod kind;
mod largest;
mod nearest;
mod overlapping;
mod periodic_box;
mod wall;
mod wrap;

pub(crate) use copies::{BoxCopy, Copies};
pub use kind::Domain;
pub(crate) use largest::{largest_radius, outgrown_at};
#[cfg(test)]
pub(crate) use nearest::shift_to_nearest;
pub(crate) use nearest::{
    ImageOffset, adjacent_offsets, adjacent_shifts, offset_of_shift, offset_to_nearest, shift_of_offset, shift_to_nearest_if_far,
};
pub(crate) use overlapping::images_overlapping;
pub(crate) use periodic_box::PeriodicBox;
pub use wall::Wall;
pub(crate) use wrap::{MAX_LENGTHS_PER_PIECE, wrap_time};
