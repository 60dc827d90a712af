//! First times at which a polynomial of low degree turns negative.
//!
//! All functions return a time s >= 0 and treat a negative value at 0 as 0: re-basing at the
//! present rounds, and a certificate broken by rounding alone holds with equality. "Turns negative"
//! means negative just after: a root at which the polynomial only touches 0, or turns positive, is
//! skipped. With value 0 at 0 the sign of the first derivative decides, then that of the second.
//!
//! Degree two is closed form; degrees three and four use derivative recursion: the roots of p''
//! bracket those of p', which bracket those of p.
//!
//! ```
//! use kinesweep::roots::first_negative_quadratic;
//! // 6 - 5 s + s² is negative between 2 and 3.
//! assert_eq!(first_negative_quadratic(6.0, -5.0, 1.0), 2.0);
//! ```

mod bracket;
mod extended;
mod pieces;
mod powers;
mod quadratic;
mod quartic;

pub use quadratic::{first_negative_linear, first_negative_quadratic};
pub use quartic::first_negative_quartic;

pub(crate) use bracket::sign_change_between;
pub(crate) use extended::Extended;
pub(crate) use pieces::sign_pieces;
pub(crate) use quadratic::nonpositive_spans;

#[cfg(test)]
mod exact;
