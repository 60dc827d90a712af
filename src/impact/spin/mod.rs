//! Pairs of which at least one body rotates, or is a ball that grows: directional conservative
//! advancement over the convex parts.
//!
//! 1. Each pair of parts, or of nodes of the two trees (taken as balls), is certainly apart up to a
//!    time of its own. The pair with the earliest such time is examined next ([`search`]).
//! 2. For nodes that are far apart the time advances by as long as their balls certainly stay
//!    apart. Near ones are replaced by their children.
//! 3. For parts, closest points at their poses give a plane between them. The plane may rotate with
//!    the features that it touches. The time advances by as long as that plane certainly separates
//!    the two ([`plane`]).
//! 4. A gap of two parts that is lost in rounding is contact; with approach at a point of the patch
//!    it is an impact.
//!
//! No step overshoots: each is a lower bound. Near contact the bound is exact to first order, so
//! the last steps converge quadratically. With spin two bodies can stay near each other for ever
//! without contact. A search ends after a bounded number of steps, at a time up to which nothing
//! happens, and is resumed there ([`Forecast::ResumeAt`](super::Forecast::ResumeAt)).
//!
//! (Directional advancement: Mirtich 1996, section 2.3.2; here with second-order bounds and a
//! rotating plane.)

mod constants;
mod contact;
mod contact_end;
mod examine;
mod feature_normal;
mod full_rotation;
mod geometry;
mod near_parts;
mod over_plane;
mod over_plane_contact;
mod over_plane_search;
mod overlap;
mod pair;
mod patch;
mod plane;
mod prediction;
mod rotated_core;
mod search;
mod smooth_bound;
mod smooth_over_plane;
mod smooth_search;
mod steps;
mod touch;
mod two_parts;
mod wall;

pub(super) use contact::{contact_at_impact, wall_contact};
pub(super) use over_plane_search::earliest_over_plane;
pub(super) use prediction::{contact_intervals, first_impact};
pub(super) use wall::{first_wall_impact, wall_touch};
