//! Lasting contacts: bodies that touch for longer than a collision.
//!
//! Words used here:
//!
//! - A *rest* is a contact of two bodies, or of a body and a wall of the domain, that stays closed.
//!   Forces along its normals keep its gap from closing. A pair of bodies can rest along several
//!   normals.
//! - An *island* is a set of bodies that rests connect. Its forces are computed together. Walls and
//!   fixed bodies connect nothing.
//! - A *link* is a rest that ended because it carries no force. Until time advances it still takes
//!   part in the impulses.
//! - A *hop* is a small speed apart, given to two bodies that cannot rest on each other because one
//!   of them rotates or grows.
//! - A *lasting contact* is a rest, or a series of hops. Only its first hit is an event.
//!
//! Balls roll at rest: see [`rolling`].
//!
//! Flow when motions change: [`solve`] collects the island, [`normal_impulses`] stops its bodies
//! along the normals, [`friction`] stops what slides or rolls slowly, [`forces`] computes forces and accelerations.
//! The last three are functions of contacts and bodies. Rests begin and end in [`begin_end`].

mod approach;
mod balance;
mod begin_end;
mod coefficients;
mod constants;
mod context;
mod count;
mod course;
mod forces;
mod friction;
mod hop;
mod island;
mod islands;
mod lasting;
mod normal_impulses;
mod resting;
mod rolling;
mod slide_end;
mod solve;
mod wall_bits;
mod wall_gap;

pub(crate) use approach::{Approach, slow_below};
pub(crate) use context::{Rests, Surroundings};
pub(crate) use count::Contacts;
pub(crate) use islands::{
    CLOSED, Candidate, FARTHEST_TOUCHING, Graph, IslandCopy, Islands, are_far_until, bounces_off, may_be_in_island,
    restitution_of_touch,
};
pub(crate) use lasting::{begins_contact, forget_lasting, has_lasting, record_lasting};
pub(crate) use slide_end::{pair_slide_end, wall_slide_end};
pub(crate) use wall_bits::wall_bit;
pub(crate) use wall_gap::touches_wall;
