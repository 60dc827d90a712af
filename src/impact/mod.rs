//! Narrow phase, shared by both modes: time of impact, contact intervals, contact points. The only
//! module that calls parry.
//!
//! Purity: a prediction is a function of the pair's two motion pieces and shapes alone. The search
//! starts at the later of the two epochs. It ends where the tight boxes part, a time computed from
//! the pieces. Every caller gets the same bits at any time. The pair must be given in scene order.

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
    /// The same motion delayed by `late` seconds: at time `t` the body is where this piece has it
    /// at `t - late`. It restores the exact position at an impact time that was rounded.
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
    /// Time of impact in seconds. Never before the later epoch.
    pub(crate) time: f64,
    /// Rounding of `time`, in seconds: the rounded time minus the computed one. At most half a unit
    /// in the last place of `time`.
    pub(crate) late: f64,
    /// Number of the convex part of each shape.
    pub(crate) leaves: [u32; 2],
    /// Whether a solver reached its iteration limit. The time is then early rather than late.
    pub(crate) unresolved: bool,
}

impl Moving<'_> {
    /// Whether rotation moves the body's surface. False for a ball about its origin, which only
    /// spins.
    pub(crate) fn turns(&self) -> bool {
        self.piece.spins() && self.collider.can_turn()
    }
}

/// The prediction for a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Forecast {
    /// The bodies never meet.
    Never,
    /// The bodies meet.
    Impact(Impact),
    /// The bodies do not meet up to this time. The search must be resumed from there. Only for
    /// bodies that rotate, which can stay near each other for ever, and for balls that grow.
    Again(f64),
}

/// The times at which two shapes touch.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Contacts {
    pub(crate) times: Intervals,
    /// Whether a solver reached its iteration limit.
    pub(crate) unresolved: bool,
    /// The end of the searched time range, if the search stopped early. Resume from there. A
    /// contact that lasts past this time has no end in `times`.
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
    /// Radii of the round features that meet, in metres, for bodies that rotate or grow: each rolls
    /// about a point at this depth below its surface. 0 for all others, where no caller uses it.
    pub(crate) radii: [f64; 2],
    /// Angular velocity of the normal where two edges cross, in rad/s, for bodies that rotate;
    /// otherwise 0.
    pub(crate) turn: Vector3<f64>,
}

/// The times, from the later epoch on, at which the tight boxes of a pair overlap. Absolute times.
pub(crate) fn overlap_intervals(a: &Moving, b: &Moving) -> Intervals {
    let rel = Relative::new(a.piece, b.piece);
    overlap_window(&rel, a.extents, b.extents).shifted(rel.start)
}

/// The first time from the later epoch on at which the tight boxes of a pair overlap; none if
/// never. No impact and no contact comes before.
#[inline]
pub(crate) fn first_overlap(a: &Moving, b: &Moving) -> Option<f64> {
    let rel = Relative::new(a.piece, b.piece);
    let overlap = overlap_window(&rel, a.extents, b.extents);
    overlap.first().map(|first| rel.start + first.begin)
}

/// Whether predicting this pair is expensive, so that the caller should wait until the boxes
/// overlap. False for the closed forms of two balls and of half-spaces.
#[inline]
pub(crate) fn is_work(a: &Moving, b: &Moving) -> bool {
    is_leaf_by_leaf(a, b)
}

/// Whether a search for contacts of this pair may stop early: one of the bodies rotates or grows.
pub(crate) fn may_be_cut_off(a: &Moving, b: &Moving) -> bool {
    needs_advancement(a, b)
}

/// The first time at which the shapes touch while the bodies approach. Never before the tight boxes
/// overlap.
pub(crate) fn first_impact(a: &Moving, b: &Moving) -> Option<Impact> {
    /// Most times that a search is resumed: about 10^5 radians near each other, one or two seconds
    /// of work for two convex shapes.
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

/// One search for the first impact, from `from` on if that is later than both epochs. `from` is
/// ignored for bodies that neither rotate nor grow.
pub(crate) fn forecast(a: &Moving, b: &Moving, from: f64) -> Forecast {
    if needs_advancement(a, b) {
        return spin::first_impact(a, b, from);
    }
    ask_grown(a, b, timing::first_impact).map_or(Forecast::Never, Forecast::Impact)
}

/// The contact at an impact that was predicted for the same two pieces.
pub(crate) fn contact_at_impact(a: &Moving, b: &Moving, impact: &Impact) -> Contact {
    if needs_advancement(a, b) {
        return spin::contact_at_impact(a, b, impact);
    }
    ask_grown(a, b, |a, b| contact::contact_at_impact(a, b, impact))
}

/// The times from the later epoch on at which the two shapes touch, and whether a solver reached
/// its iteration limit.
pub(crate) fn contact_intervals(a: &Moving, b: &Moving) -> (Intervals, bool) {
    let found = contacts(a, b, f64::NEG_INFINITY);
    (found.times, found.unresolved)
}

/// One search for contact intervals, from `from` on if that is later than both epochs. `from` is
/// ignored for bodies that neither rotate nor grow.
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

/// The contact at time `t` if the shapes touch: the discrete test.
pub(crate) fn contact_at(a: &Moving, b: &Moving, t: f64) -> Option<Contact> {
    ask_at(a, b, t, contact::contact_at)
}

/// Whether the shapes touch at time `t`. Cheaper than [`contact_at`], with the same result.
pub(crate) fn touches_at(a: &Moving, b: &Moving, t: f64) -> bool {
    ask_at(a, b, t, contact::touches_at)
}

/// The contact at a time `t` at which contact begins or ends, where rounding may have left a gap.
pub(crate) fn contact_near(a: &Moving, b: &Moving, t: f64) -> Contact {
    ask_at(a, b, t, contact::contact_near)
}

/// The first time from the piece's epoch on at which the body touches a wall of the box
/// `min`..`max` while approaching it, and the wall. At equal times the first wall in [`Wall`]'s
/// order.
pub(crate) fn first_wall_impact(body: &Moving, min: &Vector3<f64>, max: &Vector3<f64>) -> Option<(f64, Wall)> {
    if body.turns() {
        return spin::first_wall_impact(body, min, max);
    }
    wall::first_wall_impact(body.extents, body.piece, min, max)
}

/// Rounding of a predicted wall impact time, in seconds: see [`Impact::late`]. 0 for a body that
/// rotates.
pub(crate) fn wall_lateness(body: &Moving, min: &Vector3<f64>, max: &Vector3<f64>, wall: Wall) -> f64 {
    if body.turns() {
        return 0.0;
    }
    wall::lateness(body.extents, body.piece, min, max, wall)
}

/// The gap in metres at which a body counts as in contact with a wall at time `t`. 0 for a body
/// that does not rotate: no caller uses it there.
pub(crate) fn wall_touch(body: &Moving, min: &Vector3<f64>, max: &Vector3<f64>, wall: Wall, t: f64) -> f64 {
    if body.turns() {
        spin::wall_touch(body, min, max, wall, t)
    } else {
        0.0
    }
}

/// The contact of a body with a wall at time `t`. The normal points from the body to the wall.
pub(crate) fn wall_contact(body: &Moving, wall: Wall, t: f64) -> Contact {
    if body.turns() {
        return spin::wall_contact(body, wall, t);
    }
    contact::wall_contact(body, wall, t)
}
