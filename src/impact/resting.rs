//! How long a body supports another that rests on it.

use super::approach::length_noise;
use super::constants::{REST_SLOP, REST_SLOP_NOISES, REST_SLOP_ULPS};
use super::{Moving, Relative, contact_intervals};
use crate::motion::MotionPiece;
use crate::roots::first_negative_quadratic;
use nalgebra::Vector3;

/// Most distance of two bodies at rest on each other that counts as touching at a time, in metres.
pub(crate) fn rest_slop(a: &Moving, b: &Moving, time: f64) -> f64 {
    let (at_a, at_b) = (a.piece.position_at(time), b.piece.position_at(time));
    let size = |m: &Moving| (m.extents.max - m.extents.min).norm() + m.piece.swell_at(time);
    let sizes = size(a).min(size(b));
    let slop = REST_SLOP * sizes + REST_SLOP_ULPS * f64::EPSILON * (at_a.norm() + at_b.norm());
    // At late times the rounding of times leaves larger gaps, and a repeated contact begins as soon
    // as the gap is that small.
    let rel = Relative::new(a.piece, b.piece);
    slop.max(REST_SLOP_NOISES * length_noise(&rel, sizes, (time - rel.start).max(0.0)))
}

/// The time at which two bodies at rest on each other stop touching because one slides off the
/// other; infinite if never.
///
/// `directions` point from the first into the second: along the normal of the contact, or away from
/// other contacts of the two. The first direction is used in which the second body, displaced back
/// by a little, touches. If there is none, they are at the very end of the contact, and leave it
/// after sliding by the tolerance. A function of the two pieces and the directions alone.
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
