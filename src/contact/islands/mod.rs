//! Islands: bodies that collide with each other more often than it matters.
//!
//! Words used here:
//!
//! - A *touch* is a contact of two bodies, or of a body and a wall of the domain, within an island.
//!   It may be open by up to [`constants::MARGIN`].
//! - An *island* is a set of bodies that touches connect. Walls and fixed bodies connect nothing.
//! - A *renewal* of an island gives its bodies new motion pieces, but for those that have settled.
//! - A body *settles* when it has come to rest while others of its island move: see [`settled`].
//! - An island *falls asleep* when its bodies have come to rest. Then it has no further renewals.
//!
//! # Which bodies
//!
//! A collision is [slight](crate::response::is_slight) if, at the speed at which the two close, they
//! would move by less than a thousandth of the smaller one's radius in the time since each of them
//! collided before. A body is crowded if its last eight collisions were slight and, if it is a ball, came
//! from several sides, or if it is in an island. An inelastic collision that is slight for both bodies, of
//! which one is crowded, is the beginning of a touch, and so is one with a body of an island after which the two stay near
//! each other: they bounce no higher than a tenth of the smaller one's radius. So a ball that bounces on one other never
//! gets into an island, and neither do elastic bodies. What does not turn, and fits exactly between two sides of one other body,
//! meets both in turn: a thousand collisions at one instant count as well. Bodies with many sides, such as
//! cuboids, that are pressed together without closing are in touch, too, with all that touches them: a stack is an
//! island from the start.
//!
//! A ball that has been alone on one face for some renewals leaves its island, and is not crowded any more: it
//! goes on exactly.
//!
//! # How they move
//!
//! At a renewal each body gets the velocity that its acceleration would give it by the next renewal,
//! and impulses at the touches then keep all gaps open and stop closing speeds: a linear
//! complementarity problem with Coulomb friction, by accelerated Gauss-Seidel sweeps from the impulses
//! of the renewal before (Moreau and Jean; see Stewart and Trinkle, "An implicit time-stepping scheme
//! for rigid body dynamics with inelastic collisions and Coulomb friction", 1996). Bodies that would meet
//! before the next renewal get in touch at this one. Until the next renewal the bodies have constant
//! velocities and rotate freely.
//!
//! Shapes that may turn touch at several places: the corners of the faces and edges in which they face
//! each other. The gaps there change by the rates that the velocities give, and, because bodies turn, by
//! terms of second order in the angles, which the impulses make up for (see [`turning`]).
//!
//! # What is predicted
//!
//! No collision is predicted for two bodies that cannot meet before the next renewal, by the gaps and
//! rates at their places of contact, to within a penetration of less than half a millionth of the smaller radius.
//! Convex bodies that do not turn cannot meet while their distance along one fixed normal stays
//! positive, however far they move between two renewals; of others the terms of third order are bounded.
//! All other predictions hold as for any pieces. What comes from outside meets a body of an island at
//! its exact time, and so do bodies of an island after it has changed their motion.
//!
//! The time between two renewals follows from sizes, speeds and accelerations: see
//! [`Rests::renew_island`](crate::contact::Rests::renew_island).

mod apart;
mod approaching;
mod bounce;
mod candidates;
mod check;
mod conclude;
mod connected;
mod constants;
mod copies;
mod energy;
mod gain;
mod graph;
mod hold;
mod kept_apart;
mod kept_open;
mod links;
mod loaded;
mod measure;
mod moments;
mod movers;
mod near;
mod of_world;
mod opened;
mod parties;
mod present;
mod probes;
mod pull;
mod renew;
mod renewal;
mod rough;
mod settled;
mod slots;
mod solution;
mod solver;
mod spare;
mod split;
mod steps;
mod stillness;
mod terms;
mod touch;
mod touching;
mod turning;
mod warm;
mod wedged;

pub(crate) use apart::are_far_until;
pub(crate) use check::Candidate;
pub(crate) use constants::{CLOSED, bounces_off, restitution_of_touch};
pub(crate) use copies::IslandCopy;
pub(super) use energy::without_gain;
pub(crate) use graph::Graph;
pub(crate) use measure::may_be_in_island;
pub(crate) use of_world::Islands;
pub(crate) use touching::FARTHEST_TOUCHING;
