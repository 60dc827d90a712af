//! How long one body supports another that rests on it.

use super::approach::length_noise;
use super::{Moving, Relative, contact_intervals};
use crate::roots::first_negative_quadratic;
use crate::scene::MotionPiece;
use nalgebra::Vector3;

/// Share of the smaller body's size by which two at rest on each other may be apart and still count as touching: above what
/// rounding and the solvers leave between them, below what anyone sees.
const REST_SLOP: f64 = 1e-9;

/// The same in units in the last place of the distance from the world's origin, which are more far away from it.
const REST_SLOP_ULPS: f64 = 64.0;

/// The same in units of the gap that rounding makes, that of the times included.
const REST_SLOP_NOISES: f64 = 2.0;

/// How far two at rest on each other may be apart at a time and still count as touching, in metres.
pub(crate) fn rest_slop(a: &Moving, b: &Moving, time: f64) -> f64 {
    let (at_a, at_b) = (a.piece.position_at(time), b.piece.position_at(time));
    let size = |m: &Moving| (m.extents.max - m.extents.min).norm() + m.piece.swell_at(time);
    let sizes = size(a).min(size(b));
    let slop = REST_SLOP * sizes + REST_SLOP_ULPS * f64::EPSILON * (at_a.norm() + at_b.norm());
    // Late, the rounding of times leaves more, and what meets again is told to touch as soon as it comes that near.
    let rel = Relative::new(a.piece, b.piece);
    slop.max(REST_SLOP_NOISES * length_noise(&rel, sizes, (time - rel.start).max(0.0)))
}

/// The time at which two bodies at rest on each other no longer touch, because one slides off the other; infinite if never.
///
/// `directions` lead from the first into the second: along the normal of the contact, or away from other contacts that they have.
/// The first in which the second, displaced back by a little, touches tells. Where none does, they have come to the very end of
/// the contact, and leave it by sliding on as far. A function of the two pieces and the directions alone.
pub(crate) fn support_end(a: &Moving, b: &Moving, directions: &[Vector3<f64>]) -> f64 {
    let start = a.piece.epoch.max(b.piece.epoch);
    let slop = rest_slop(a, b, start);
    let mut ends = directions.iter().filter_map(|direction| {
        let piece = MotionPiece {
            position: b.piece.position - direction * slop,
            ..*b.piece
        };
        let (contacts, _) = contact_intervals(a, &Moving { piece: &piece, ..*b });
        let first = contacts.first().filter(|contact| contact.begin <= start)?;
        (first.end > start).then_some(first.end)
    });
    ends.next().unwrap_or_else(|| {
        let speed = (b.piece.velocity_at(start) - a.piece.velocity_at(start)).norm();
        let acceleration = (b.piece.acceleration - a.piece.acceleration).norm();
        let s = first_negative_quadratic(slop, -speed, -0.5 * acceleration);
        (start + s).max(start.next_up())
    })
}
