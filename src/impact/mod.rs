//! Narrow phase, shared by both modes: time of impact, contact intervals, contact points. The only
//! module that calls parry.
//!
//! A [`Collider`] is a shape prepared for these tests. [`time_of_impact`] and [`contact_times`] test
//! one pair without a world.
//!
//! ```
//! use kinesweep::impact::{Collider, time_of_impact};
//! use kinesweep::{MotionPiece, Shape};
//! use nalgebra::Vector3;
//!
//! let ball = Collider::new(&Shape::ball(1.0)?)?;
//! let fixed = MotionPiece::at_rest();
//! let moving = MotionPiece {
//!     position: Vector3::x() * -5.0,
//!     velocity: Vector3::x(),
//!     ..MotionPiece::at_rest()
//! };
//! assert_eq!(time_of_impact((&ball, &fixed), (&ball, &moving)), Some(3.0));
//! # Ok::<(), kinesweep::ValueError>(())
//! ```
//!
//! Purity: a prediction is a function of the pair's two motion pieces and shapes alone. The search
//! starts at the later of the two epochs. It ends where the tight boxes part, a time computed from
//! the pieces. Every caller gets the same bits at any time. The pair must be given in scene order.

mod advance;
mod approach;
mod ball;
mod ball_path;
mod bvh;
mod closest;
mod collider;
mod composite;
mod constants;
mod contact;
mod contact_end;
mod convex_pair;
mod convex_part;
mod descent;
mod distance;
mod edge_crossing;
mod extreme;
mod facing;
mod fast_path;
mod flat_part;
mod gap_along;
mod growth;
mod hull;
mod hull_pair;
mod interval;
mod mass_properties;
mod mirror;
mod moments;
mod moving;
mod narrow_phase;
mod near_points;
mod parry_adapter;
mod patch;
mod penetration;
mod plane_test;
mod polygon;
mod polytope;
mod posed_shape;
mod prepared_shapes;
mod ray;
mod ray_smooth;
mod relative;
mod relative_rotation;
mod resting;
mod results;
mod rotation;
mod round_end;
mod simplex;
mod smooth;
mod spin;
mod support_polygon;
mod swept_parts;
#[cfg(test)]
mod tests;
mod time_of_impact;
mod timing;
mod wall;
mod window;

pub use collider::Collider;
pub use time_of_impact::{contact_times, time_of_impact};

pub(crate) use approach::{approach_noise, rounding_of_length};
pub(crate) use ball::fast_path::{FastImpact, FastPathLimits, fast_growing_impact, fast_impact};
pub(crate) use ball_path::earliest_contact;
pub(crate) use collider::Extents;
pub(crate) use contact::contact_of_paths;
pub(crate) use facing::NEARLY_FLUSH;
pub(crate) use gap_along::gap_along;
pub(crate) use interval::{Interval, Intervals};
pub(crate) use moving::Moving;
pub(crate) use narrow_phase::{
    contact_at, contact_at_impact, contact_intervals, contact_near, contacts, first_impact, first_overlap, first_wall_impact,
    forecast, is_expensive, may_be_cut_off, overlap_intervals, touches_at, wall_contact, wall_lateness, wall_touch,
};
pub(crate) use near_points::{NearPoint, NearPoints, Places, Rim, has_other_parts, near_points, over_plane};
pub(crate) use posed_shape::PosedShape;
pub(crate) use prepared_shapes::PreparedShapes;
pub(crate) use ray::{Ray, RayImpact};
pub(crate) use relative::Relative;
pub(crate) use resting::{rest_slop, support_end};
pub(crate) use results::{Contact, Contacts, Forecast, Impact};
pub(crate) use support_polygon::{Points, contact_points, extreme_points, supports};
pub(crate) use swept_parts::SweptPart;
pub(crate) use timing::{first_impact_of_balls, impact_of_growing_paths, impact_of_paths};
pub(crate) use wall::{first_impact_on_axes as first_impact_of_box_on_walls, lateness as lateness_on_wall};
pub(crate) use window::{overlap_of_bounds, overlap_of_flights, overlaps_of_paths};
