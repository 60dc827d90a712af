//! How long one body supports another that rests on it.

use super::approach::length_noise;
use super::{Moving, Relative, contact_intervals};
use crate::scene::MotionPiece;
use nalgebra::Vector3;

/// Share of the smaller body's size by which two at rest on each other may be apart and still count as touching: above what
/// rounding and the solvers leave between them, below what anyone sees.
const REST_SLOP: f64 = 1e-9;

/// The same in units in the last place of the distance from the world's origin, which are more far away from it.
const REST_SLOP_ULPS: f64 = 64.0;

/// The same in units of the gap that rounding makes, that of the times included.
const REST_SLOP_NOISES: f64 = 2.0;

/// The time at which two bodies at rest on each other no longer touch, because one slides off the other; infinite if never.
/// `normal` is that of the contact, from the first to the second. A function of the two pieces and the normal alone.
pub(crate) fn support_end(a: &Moving, b: &Moving, normal: &Vector3<f64>) -> f64 {
    let start = a.piece.epoch.max(b.piece.epoch);
    let (at_a, at_b) = (a.piece.position_at(start), b.piece.position_at(start));
    let size = |m: &Moving| (m.extents.max - m.extents.min).norm() + m.piece.swell_at(start);
    let slop = REST_SLOP * size(a).min(size(b)) + REST_SLOP_ULPS * f64::EPSILON * (at_a.norm() + at_b.norm());
    // Late, the rounding of times leaves more, and what meets again is told to touch as soon as it comes that near.
    let sizes = size(a).min(size(b));
    let slop = slop.max(REST_SLOP_NOISES * length_noise(&Relative::new(a.piece, b.piece), sizes, 0.0));
    let piece = MotionPiece {
        position: b.piece.position - normal * slop,
        ..*b.piece
    };
    let (contacts, _) = contact_intervals(a, &Moving { piece: &piece, ..*b });
    contacts
        .first()
        .filter(|contact| contact.begin <= start)
        .map_or(start, |contact| contact.end)
}
