//! Domains: open, a box with walls, periodic; and the arithmetic of periodic images.

mod domain;
mod images;
mod wall;

pub use domain::Domain;
pub(crate) use images::{images_beside, lengths_beside};
pub use wall::Wall;
