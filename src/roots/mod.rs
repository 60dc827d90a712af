//! First times at which a polynomial of low degree turns negative.
//!
//! All functions answer for s >= 0 and take a negative value at 0 for 0: re-basing at the present rounds, and a certificate that
//! rounding alone has broken is one that holds with equality. "Turns negative" means negative just after: a root that the
//! polynomial only touches, or at which it turns positive, is passed over. With value 0 at 0 the sign of the first derivative
//! decides, then that of the second.
//!
//! Degree two is closed form; degrees three and four go by derivative recursion: the roots of p'' bracket those of p', which
//! bracket those of p.

mod bracket;
mod extended;
mod pieces;
mod powers;
mod quadratic;
mod quartic;

pub use quadratic::{first_negative_linear, first_negative_quadratic};
pub use quartic::first_negative_quartic;

pub(crate) use bracket::sign_change_between;
pub(crate) use pieces::sign_pieces;
pub(crate) use quadratic::nonpositive_spans;

#[cfg(test)]
mod exact;
