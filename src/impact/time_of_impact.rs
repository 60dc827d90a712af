//! Times of impact and contact of a single pair, without a world: the same solvers and the same
//! bits.

use super::constants::MAX_RESUMED_SEARCHES;
use super::{Collider, Extents, Intervals, Moving, contacts, first_impact, timing};
use crate::limits::{MAX_GROWTH, MAX_MAGNITUDE, check_spin, check_time, check_vector};
use crate::motion::MotionPiece;
use nalgebra::Vector3;

/// The first time, in seconds, from the later of the two epochs on, at which the two shapes touch
/// while they approach. None if that never happens.
///
/// A [`World`](crate::World) predicts the same time for the same pair, to the bit, if the pair is
/// given in scene order. With the two exchanged, the times may differ by rounding. The result is a
/// function of the arguments alone. Each piece is taken to last for ever from its epoch on.
///
/// Bodies that rotate can stay near each other for ever: after about 10^5 radians the result is the
/// time up to which they do not touch. Balls that grow are supported; other shapes do not grow.
/// Shapes that touch or overlap at the later epoch collide at that time if they approach; shapes
/// that only part or slide do not. The shape of a mesh is its surface: a body enclosed by it does
/// not touch it. Relative acceleration is supported; equal accelerations (gravity on both) cancel.
/// If a solver does not converge, the time is early rather than late; a world counts that in
/// [`Counters::unresolved`](crate::world::Counters::unresolved).
///
/// Not checked: that all numbers of the pieces are finite and at most
/// [`MAX_MAGNITUDE`](crate::scene::limits::MAX_MAGNITUDE), as a world does. If they are not, a
/// value is returned, but it has no meaning. The same holds for spins above
/// [`MAX_SPIN`](crate::scene::limits::MAX_SPIN) and growth above
/// [`MAX_GROWTH`](crate::scene::limits::MAX_GROWTH).
///
/// # Complexity
///
/// Two balls, or a half-space and another shape: closed form. Two convex shapes in relative uniform
/// motion: some iterations, each linear in the vertices; a few times more if one of them rotates.
/// Meshes and compounds: the same for every pair of convex parts with boxes that meet on the way;
/// usually few, at worst all. Each call computes the tight boxes of both bodies, linear in the
/// vertices (a world keeps them). It skips them if bounding balls of both bodies miss each other.
///
/// # Example
///
/// ```
/// use kinesweep::impact::{Collider, time_of_impact};
/// use kinesweep::{MotionPiece, Shape};
/// use nalgebra::Vector3;
///
/// let ball = Collider::new(&Shape::ball(0.5)?)?;
/// let floor = Collider::new(&Shape::cuboid(Vector3::new(10.0, 0.5, 10.0))?)?;
/// let fixed = MotionPiece::at_rest();
/// let mut falling = MotionPiece {
///     epoch: 1.0,
///     position: Vector3::y() * 21.0,
///     acceleration: Vector3::y() * -10.0,
///     ..MotionPiece::at_rest()
/// };
///
/// // 20 m of free fall take 2 s.
/// let time = time_of_impact((&floor, &fixed), (&ball, &falling)).expect("it falls on the floor");
/// assert!((time - 3.0).abs() < 1e-12);
///
/// falling.position.x = 10.6;
/// assert_eq!(time_of_impact((&floor, &fixed), (&ball, &falling)), None);
/// # Ok::<(), kinesweep::ValueError>(())
/// ```
#[must_use]
pub fn time_of_impact(a: (&Collider, &MotionPiece), b: (&Collider, &MotionPiece)) -> Option<f64> {
    if let Some(decided) = timing::decide_without_boxes(a, b) {
        return decided.map(|impact| impact.time);
    }
    with_boxes(a, b, first_impact)?.map(|impact| impact.time)
}

/// The times in seconds, from the later of the two epochs up to `until`, at which the two shapes
/// touch or overlap: intervals in order, each with its begin and its end. A contact that has begun
/// before has the later epoch as its begin, and one that lasts longer has `until` as its end.
///
/// They are the contacts that a [`World`](crate::World) in
/// [pass-through mode](crate::ResponseMode::PassThrough) reports for the same pair. The notes and
/// the conditions of [`time_of_impact`] hold here too.
///
/// # Complexity
///
/// As for [`time_of_impact`], and the same again for each interval. Of bodies that rotate near each
/// other for longer than about 10^5 radians, contacts that begin after that are not found.
///
/// # Example
///
/// ```
/// use kinesweep::impact::{Collider, contact_times};
/// use kinesweep::{MotionPiece, Shape};
/// use nalgebra::Vector3;
///
/// let ball = Collider::new(&Shape::ball(0.5)?)?;
/// let fixed = MotionPiece::at_rest();
/// let passing = MotionPiece { position: Vector3::x() * -3.0, velocity: Vector3::x(), ..MotionPiece::at_rest() };
/// assert_eq!(contact_times((&ball, &fixed), (&ball, &passing), 10.0), [[2.0, 4.0]]);
/// assert_eq!(contact_times((&ball, &fixed), (&ball, &passing), 3.0), [[2.0, 3.0]]);
/// # Ok::<(), kinesweep::ValueError>(())
/// ```
#[must_use]
pub fn contact_times(a: (&Collider, &MotionPiece), b: (&Collider, &MotionPiece), until: f64) -> Vec<[f64; 2]> {
    let found = with_boxes(a, b, |a, b| {
        let mut found = Intervals::none();
        let mut from = f64::NEG_INFINITY;
        for _ in 0..MAX_RESUMED_SEARCHES {
            let search = contacts(a, b, from);
            // A contact at the end of a search goes on in the next one.
            let searched = search.resume_at.unwrap_or(f64::INFINITY);
            for interval in search.times.as_slice() {
                found.push(interval.begin, interval.end.min(searched));
            }
            if searched >= until {
                break;
            }
            from = searched;
        }
        found
    });
    let clipped = Intervals::one(a.1.epoch.max(b.1.epoch), until).intersection(&found.unwrap_or_default());
    clipped
        .as_slice()
        .iter()
        .map(|interval| [interval.begin, interval.end])
        .collect()
}

/// Calls `search` with the boxes of both shapes; none where a number is out of range that would make
/// it very long.
fn with_boxes<T>(
    a: (&Collider, &MotionPiece),
    b: (&Collider, &MotionPiece),
    search: impl FnOnce(&Moving, &Moving) -> T,
) -> Option<T> {
    let is_searched = |(collider, piece): (&Collider, &MotionPiece)| {
        piece.spins() || piece.growth != 0.0 || piece.swell != 0.0 || collider.has_smooth_parts()
    };
    if (is_searched(a) || is_searched(b)) && !(is_in_range(a) && is_in_range(b)) {
        return None;
    }
    let rotates = a.1.spins() || b.1.spins();
    let (of_a, of_b) = if !rotates && (a.0.is_half_space() || b.0.is_half_space()) {
        // The boxes are not used.
        (Extents::EVERYWHERE, Extents::EVERYWHERE)
    } else {
        (a.0.extents_along(a.1), b.0.extents_along(b.1))
    };
    let moving = |(collider, piece), extents| Moving::new(collider, piece, extents);
    Some(search(&moving(a, &of_a), &moving(b, &of_b)))
}

/// Whether a world would accept the numbers of a piece. (It has no angular acceleration of what is not
/// round.)
fn is_in_range((collider, piece): (&Collider, &MotionPiece)) -> bool {
    if piece.angular_acceleration != Vector3::zeros() && collider.can_rotate() {
        return false;
    }
    let vectors = [&piece.position, &piece.velocity, &piece.acceleration];
    let in_range = vectors.into_iter().all(|vector| check_vector("", vector).is_ok());
    let grows_in_range = piece.growth.abs() <= MAX_GROWTH && piece.swell.abs() <= MAX_MAGNITUDE;
    in_range && grows_in_range && check_spin("", &piece.angular_velocity).is_ok() && check_time("", piece.epoch).is_ok()
}

#[cfg(test)]
mod tests;
