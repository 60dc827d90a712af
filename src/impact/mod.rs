//! Narrow phase, shared by both modes: time of impact, contact intervals, contact points. The only place that calls parry.
//!
//! Purity: what is predicted for a pair is a function of its two motion pieces (and shapes) alone. The search starts at the later
//! of the two epochs and ends where the tight boxes part, a time computed from the pieces. Whoever asks, whenever, gets the same
//! bits; the pair must be given in scene order.

mod advance;
mod approach;
mod ball;
mod border;
mod bvh;
mod clear;
mod closest;
mod collider;
mod composite;
mod contact;
mod descent;
mod extreme;
mod grown;
mod half_space;
mod hull;
mod interval;
mod leaf;
mod leaf_pair;
mod mirror;
mod moments;
mod patch;
mod penetration;
mod polygon;
mod polytope;
mod prepared;
mod present;
mod query;
mod relative;
#[cfg(test)]
mod response_tests;
mod simplex;
mod spin;
mod stance;
mod stay;
mod support;
#[cfg(test)]
mod tests;
mod timing;
mod turning;
mod wall;
mod window;

pub use collider::Collider;
pub use query::time_of_impact;

pub(crate) use approach::{approach_noise, rounding_of_length};
pub(crate) use ball::clear::{Clearness, Meeting, meeting};
pub(crate) use collider::Extents;
pub(crate) use contact::contact_of_flights;
pub(crate) use interval::{Interval, Intervals};
pub(crate) use prepared::Prepared;
pub(crate) use present::{Placed, Ray, RayContact};
pub(crate) use relative::Relative;
pub(crate) use stance::{Points, holds, lowest_points, meeting_points};
pub(crate) use support::{rest_slop, support_end};
pub(crate) use timing::{first_impact_of_balls, impact_of_flights};
pub(crate) use wall::first_wall_impact as first_wall_impact_of_box;
pub(crate) use window::overlap_of_bounds;

use crate::scene::{MotionPiece, Wall};
use grown::{ask_at, ask_grown, is_leaf_by_leaf, needs_advancement};
use nalgebra::Vector3;
use window::overlap_window;

/// One body of a pair: its shape, its current piece, and the tight box in the piece's orientation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moving<'a> {
    pub(crate) collider: &'a Collider,
    pub(crate) piece: &'a MotionPiece,
    pub(crate) extents: &'a Extents,
}

impl MotionPiece {
    /// The same piece, but so that at time `t` it is where it is `late` seconds before: for what came before a time was rounded.
    #[inline]
    pub(crate) fn before(&self, t: f64, late: f64) -> Self {
        Self {
            position: self.position - self.velocity_at(t) * late,
            velocity: self.velocity - self.acceleration * late,
            swell: self.swell - self.growth * late,
            ..*self
        }
    }
}

/// The first impact of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Impact {
    /// When, in seconds. Never before the later epoch.
    pub(crate) time: f64,
    /// By how much `time` is later than what was computed and no float of its size holds, in seconds: half a unit in its last
    /// place at most.
    pub(crate) late: f64,
    /// Which convex part of each shape.
    pub(crate) leaves: [u32; 2],
    /// Whether a solver gave up: the time is then early rather than late.
    pub(crate) unresolved: bool,
}

impl Moving<'_> {
    /// Whether it turns, so that where it is changes: a ball about its origin only spins.
    pub(crate) fn turns(&self) -> bool {
        self.piece.spins() && self.collider.can_turn()
    }
}

/// What is predicted for a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Forecast {
    /// They never meet.
    Never,
    /// They meet.
    Impact(Impact),
    /// They don't meet up to this time; ask again from there. Only of bodies that turn, which can go on near each other for ever,
    /// and of balls that grow.
    Again(f64),
}

/// The times at which two shapes touch.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Contacts {
    pub(crate) times: Intervals,
    /// Whether a solver gave up.
    pub(crate) unresolved: bool,
    /// The time up to which these are all; ask again from there. A contact that goes on then has no end here.
    pub(crate) again: Option<f64>,
}

/// Where and how two shapes meet at a given time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Contact {
    /// Centroid of the patch in which they meet, in world coordinates.
    pub(crate) point: Vector3<f64>,
    /// Unit normal, from the first body to the second.
    pub(crate) normal: Vector3<f64>,
    /// How deep they overlap along the normal, >= 0.
    pub(crate) depth: f64,
    /// Of bodies that turn or grow, the radii of what is round where they meet: each rolls about a point that lies so deep. Otherwise 0:
    /// nobody asks.
    pub(crate) radii: [f64; 2],
    /// Of bodies that turn, the angular velocity of the normal where two edges cross; otherwise 0.
    pub(crate) turn: Vector3<f64>,
}

/// The times, from the later epoch on, at which the tight boxes of a pair overlap. Absolute times.
pub(crate) fn overlap_intervals(a: &Moving, b: &Moving) -> Intervals {
    let rel = Relative::new(a.piece, b.piece);
    overlap_window(&rel, a.extents, b.extents).shifted(rel.start)
}

/// When the tight boxes of a pair first overlap, from the later epoch on; none if never. No impact and no contact comes before.
#[inline]
pub(crate) fn first_overlap(a: &Moving, b: &Moving) -> Option<f64> {
    let rel = Relative::new(a.piece, b.piece);
    let overlap = overlap_window(&rel, a.extents, b.extents);
    overlap.first().map(|first| rel.start + first.begin)
}

/// Whether it is so much work to find when a pair meets that it had better wait until their boxes do: not with the closed forms
/// of two balls, and of planes.
#[inline]
pub(crate) fn is_work(a: &Moving, b: &Moving) -> bool {
    is_leaf_by_leaf(a, b)
}

/// Whether one of a pair turns, so that a search for contacts may be cut off before it is through.
pub(crate) fn may_be_cut_off(a: &Moving, b: &Moving) -> bool {
    needs_advancement(a, b)
}

/// The first time at which contact begins, or is, while the bodies approach; never before the overlap of the tight boxes begins.
pub(crate) fn first_impact(a: &Moving, b: &Moving) -> Option<Impact> {
    /// Times that a search is taken up again: some hundred thousand radians near each other, a second or two of work for two
    /// convex shapes.
    const MOST_LOOKS: usize = 50;
    let mut from = f64::NEG_INFINITY;
    for _ in 0..MOST_LOOKS {
        match forecast(a, b, from) {
            Forecast::Never => return None,
            Forecast::Impact(impact) => return Some(impact),
            Forecast::Again(time) => from = time,
        }
    }
    Some(Impact {
        time: from,
        late: 0.0,
        leaves: [0, 0],
        unresolved: true,
    })
}

/// The same from `from` on, if that is later than both epochs (for bodies that don't turn or grow it is left out of account): as
/// far as one search goes.
pub(crate) fn forecast(a: &Moving, b: &Moving, from: f64) -> Forecast {
    if needs_advancement(a, b) {
        return spin::first_impact(a, b, from);
    }
    ask_grown(a, b, timing::first_impact).map_or(Forecast::Never, Forecast::Impact)
}

/// Where the pair meets at an impact that was predicted for the same two pieces.
pub(crate) fn contact_at_impact(a: &Moving, b: &Moving, impact: &Impact) -> Contact {
    if needs_advancement(a, b) {
        return spin::contact_at_impact(a, b, impact);
    }
    ask_grown(a, b, |a, b| contact::contact_at_impact(a, b, impact))
}

/// The times, from the later epoch on, at which the two shapes touch, and whether a solver gave up.
pub(crate) fn contact_intervals(a: &Moving, b: &Moving) -> (Intervals, bool) {
    let found = contacts(a, b, f64::NEG_INFINITY);
    (found.times, found.unresolved)
}

/// The same from `from` on, if that is later than both epochs (for bodies that don't turn or grow it is left out of account): as
/// far as one search goes.
pub(crate) fn contacts(a: &Moving, b: &Moving, from: f64) -> Contacts {
    if needs_advancement(a, b) {
        return spin::contact_intervals(a, b, from);
    }
    let (times, unresolved) = ask_grown(a, b, timing::contact_intervals);
    Contacts {
        times,
        unresolved,
        again: None,
    }
}

/// Whether the shapes touch at time `t`, and where: the discrete test.
pub(crate) fn contact_at(a: &Moving, b: &Moving, t: f64) -> Option<Contact> {
    ask_at(a, b, t, contact::contact_at)
}

/// Whether the shapes touch at time `t`: cheaper than [`contact_at`], and of the same mind.
pub(crate) fn touches_at(a: &Moving, b: &Moving, t: f64) -> bool {
    ask_at(a, b, t, contact::touches_at)
}

/// Where the pair meets at a time `t` at which contact begins or ends, where rounding may have left a gap.
pub(crate) fn contact_near(a: &Moving, b: &Moving, t: f64) -> Contact {
    ask_at(a, b, t, contact::contact_near)
}

/// The first time from the piece's epoch on at which the body meets a wall of the box `min`..`max` while approaching it, and the
/// wall; the first in [`Wall`]'s order at equal times.
pub(crate) fn first_wall_impact(body: &Moving, min: &Vector3<f64>, max: &Vector3<f64>) -> Option<(f64, Wall)> {
    if body.turns() {
        return spin::first_wall_impact(body, min, max);
    }
    wall::first_wall_impact(body.extents, body.piece, min, max)
}

/// By how much the time of a body's impact on a wall, as predicted, is later than what was computed: see [`Impact::late`].
/// Of a body that turns it is taken to be 0.
pub(crate) fn wall_lateness(body: &Moving, min: &Vector3<f64>, max: &Vector3<f64>, wall: Wall) -> f64 {
    if body.turns() {
        return 0.0;
    }
    wall::lateness(body.extents, body.piece, min, max, wall)
}

/// The gap at which a body counts as in contact with a wall at time `t`. Of one that does not turn it is not asked, and taken to be 0.
pub(crate) fn wall_touch(body: &Moving, min: &Vector3<f64>, max: &Vector3<f64>, wall: Wall, t: f64) -> f64 {
    if body.turns() {
        spin::wall_touch(body, min, max, wall, t)
    } else {
        0.0
    }
}

/// Where the body meets the wall at time `t`: the normal points from the body to the wall.
pub(crate) fn wall_contact(body: &Moving, wall: Wall, t: f64) -> Contact {
    if body.turns() {
        return spin::wall_contact(body, wall, t);
    }
    contact::wall_contact(body, wall, t)
}
