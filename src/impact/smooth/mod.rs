//! Ellipsoids, cylinders and cones: convex parts with a smooth surface, by their support functions.
//!
//! The gap of two convex sets along a unit normal n is g(n) = n·p - s_b(-n) - s_a(n), s their support
//! functions and p the displacement of b. Any n gives a lower bound of their distance, and the greatest
//! g is the distance itself.
//!
//! 1. The algorithm of Gilbert, Johnson and Keerthi (1988, doi:10.1109/56.2083) on the support functions
//!    finds the features that are near each other ([`pair`]). Of an ellipsoid it takes the core that is
//!    left without a ball that rolls inside it: so the difference of closest points is not lost in
//!    rounding at contact.
//! 2. Newton's method on the unit sphere maximises g for these features ([`ascent`]): the support
//!    functions have closed first and second derivatives. A face, an edge, or the side of a cylinder or
//!    a cone ties the normal to a plane or a circle, in which it is maximised.
//! 3. The result is complete where the distance of the closest points and the gap along the normal
//!    agree to rounding; otherwise step 1 goes on.
//!
//! The search over time is that of rotating bodies (`spin`), for any motion.

mod ascent;
mod depth;
mod gjk;
mod inner;
mod node;
mod pair;
mod surface;
#[cfg(test)]
mod tests;

pub(super) use inner::DepthBound;
pub(super) use pair::{Body, Hull, Meeting, SmoothPair, Tie};
pub(crate) use surface::{Outline, Surface};
