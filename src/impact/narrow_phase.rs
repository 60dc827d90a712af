//! Predictions and contact tests for any pair: the entry points of the narrow phase.

use super::constants::MAX_RESUMED_SEARCHES;
use super::growth::{is_tested_by_parts, needs_advancement, with_frozen_motion, with_grown_shapes};
use super::moving::Moving;
use super::results::{Contact, Contacts, Forecast, Impact};
use super::window::overlap_window;
use super::{Intervals, Relative, contact, spin, timing, wall};
use crate::domain::Wall;
use nalgebra::Vector3;

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

/// Whether predicting this pair is expensive, so that the caller should wait until the two
/// [may touch](super::earliest_contact). False for the closed forms of two balls and of half-spaces.
#[inline]
pub(crate) fn is_expensive(a: &Moving, b: &Moving) -> bool {
    is_tested_by_parts(a, b) || a.rotates() || b.rotates()
}

/// Whether a search for contacts of this pair may stop early: one of the bodies rotates or grows.
pub(crate) fn may_be_cut_off(a: &Moving, b: &Moving) -> bool {
    needs_advancement(a, b)
}

/// The first time at which the shapes touch while the bodies approach. Never before the tight boxes
/// overlap.
pub(crate) fn first_impact(a: &Moving, b: &Moving) -> Option<Impact> {
    let mut from = f64::NEG_INFINITY;
    for _ in 0..MAX_RESUMED_SEARCHES {
        match forecast(a, b, from, f64::INFINITY) {
            Forecast::Never => return None,
            Forecast::Impact(impact) => return Some(impact),
            Forecast::ResumeAt(time) => from = time,
        }
    }
    Some(Impact {
        time: from,
        late: 0.0,
        leaves: [0, 0],
        unresolved: true,
    })
}

/// One search for the first impact, from `from` on if that is later than both epochs. Impacts later than
/// `until` need not be found. Both are ignored for bodies that neither rotate nor grow.
pub(crate) fn forecast(a: &Moving, b: &Moving, from: f64, until: f64) -> Forecast {
    if needs_advancement(a, b) {
        return spin::first_impact(a, b, from, until);
    }
    with_grown_shapes(a, b, timing::first_impact).map_or(Forecast::Never, Forecast::Impact)
}

/// The contact at an impact that was predicted for the same two pieces.
pub(crate) fn contact_at_impact(a: &Moving, b: &Moving, impact: &Impact) -> Contact {
    if needs_advancement(a, b) {
        return spin::contact_at_impact(a, b, impact);
    }
    with_grown_shapes(a, b, |a, b| contact::contact_at_impact(a, b, impact))
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
    let (times, unresolved) = with_grown_shapes(a, b, timing::contact_intervals);
    Contacts {
        times,
        unresolved,
        resume_at: None,
    }
}

/// The contact at time `t` if the shapes touch: the discrete test.
pub(crate) fn contact_at(a: &Moving, b: &Moving, t: f64) -> Option<Contact> {
    with_frozen_motion(a, b, t, contact::contact_at)
}

/// Whether the shapes touch at time `t`. Cheaper than [`contact_at`], with the same result.
pub(crate) fn touches_at(a: &Moving, b: &Moving, t: f64) -> bool {
    with_frozen_motion(a, b, t, contact::touches_at)
}

/// The contact at a time `t` at which contact begins or ends, where rounding may have left a gap.
pub(crate) fn contact_near(a: &Moving, b: &Moving, t: f64) -> Contact {
    with_frozen_motion(a, b, t, contact::contact_near)
}

/// The first time from the piece's epoch on at which the body touches a wall of the box
/// `min`..`max` while approaching it, and the wall. At equal times the first wall in [`Wall`]'s
/// order.
pub(crate) fn first_wall_impact(body: &Moving, min: &Vector3<f64>, max: &Vector3<f64>, walls: &[Wall]) -> Option<(f64, Wall)> {
    if body.rotates() {
        return spin::first_wall_impact(body, min, max, walls);
    }
    wall::first_wall_impact(body.extents, body.piece, min, max, walls.iter().copied())
}

/// Rounding of a predicted wall impact time, in seconds: see [`Impact::late`]. 0 for a body that
/// rotates.
pub(crate) fn wall_lateness(body: &Moving, min: &Vector3<f64>, max: &Vector3<f64>, wall: Wall) -> f64 {
    if body.rotates() {
        return 0.0;
    }
    wall::lateness(body.extents, body.piece, min, max, wall)
}

/// The gap in metres at which a body counts as in contact with a wall at time `t`. 0 for a body
/// that does not rotate: no caller uses it there.
pub(crate) fn wall_touch(body: &Moving, min: &Vector3<f64>, max: &Vector3<f64>, wall: Wall, t: f64) -> f64 {
    if body.rotates() {
        spin::wall_touch(body, min, max, wall, t)
    } else {
        0.0
    }
}

/// The contact of a body with a wall at time `t`. The normal points from the body to the wall.
pub(crate) fn wall_contact(body: &Moving, wall: Wall, t: f64) -> Contact {
    if body.rotates() {
        return spin::wall_contact(body, wall, t);
    }
    contact::wall_contact(body, wall, t)
}
