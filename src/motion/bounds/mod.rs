//! Moving boxes: tight, rounded outward, and given by the user for a limited time.

mod endpoint;
mod lease;
mod moving_box;
mod of_piece;

pub use endpoint::Endpoint;
pub use lease::Lease;
pub use moving_box::Bounds;
