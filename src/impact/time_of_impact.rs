//! Time of impact of a single pair, without a world: the same solver and the same bits.

use super::{Collider, Extents, Moving, first_impact, timing};
use crate::limits::{MAX_GROWTH, MAX_MAGNITUDE, check_spin, check_time, check_vector};
use crate::motion::MotionPiece;

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
    let is_searched = |piece: &MotionPiece| piece.spins() || piece.growth != 0.0 || piece.swell != 0.0;
    if (is_searched(a.1) || is_searched(b.1)) && !(is_in_range(a.1) && is_in_range(b.1)) {
        // Out-of-range spin or growth would make the search very long.
        return None;
    }
    let rotates = a.1.spins() || b.1.spins();
    let (of_a, of_b) = if !rotates && (a.0.is_half_space() || b.0.is_half_space()) {
        // The boxes are not used.
        (Extents::EVERYWHERE, Extents::EVERYWHERE)
    } else {
        (a.0.extents_along(a.1), b.0.extents_along(b.1))
    };
    let moving = |(collider, piece), extents| Moving {
        collider,
        piece,
        extents,
    };
    first_impact(&moving(a, &of_a), &moving(b, &of_b)).map(|impact| impact.time)
}

/// Whether a world would accept the numbers of a piece.
fn is_in_range(piece: &MotionPiece) -> bool {
    let vectors = [&piece.position, &piece.velocity, &piece.acceleration];
    let in_range = vectors.into_iter().all(|vector| check_vector("", vector).is_ok());
    let grows_in_range = piece.growth.abs() <= MAX_GROWTH && piece.swell.abs() <= MAX_MAGNITUDE;
    in_range && grows_in_range && check_spin("", &piece.angular_velocity).is_ok() && check_time("", piece.epoch).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Body, Shape};
    use crate::{EventKind, World};
    use nalgebra::Vector3;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    fn shapes() -> Vec<Shape> {
        let corners = [[0.0, 0.0, 0.7], [0.6, 0.0, -0.3], [-0.3, 0.5, -0.3], [-0.4, -0.6, -0.2]];
        [
            Shape::ball(0.5),
            Shape::cuboid(Vector3::new(0.3, 0.4, 0.5)),
            Shape::capsule(0.4, 0.2),
            Shape::convex(corners.map(Vector3::from).to_vec()),
            Shape::ring(0.6, 0.2, 8, 4),
            Shape::half_space(Vector3::y()),
        ]
        .map(Result::unwrap)
        .to_vec()
    }

    /// Every pair of shapes, put into a world of its own, first collides at the time that the
    /// direct call returns.
    #[test]
    fn time_of_impact_has_the_same_bits_as_a_world() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut vector =
            |scale: f64| Vector3::from_fn(|_, _| scale * ((random.next_u64() >> 11) as f64 / (1u64 << 52) as f64 - 1.0));
        // A world's half-spaces do not move.
        let mut shapes = shapes();
        shapes.pop();
        let (mut hits, mut misses) = (0, 0);
        for case in 0..40 {
            for of_a in &shapes {
                for of_b in &shapes {
                    let rotations = [vector(2.0), vector(2.0)];
                    let pieces = [0, 1].map(|side| MotionPiece {
                        epoch: 0.0,
                        position: Vector3::y() * [-3.0, 3.0][side] + vector(0.5),
                        orientation: crate::portable::rotation(&rotations[side]),
                        velocity: Vector3::y() * [1.5, -1.5][side] + vector(0.3),
                        acceleration: if case % 2 == 0 { Vector3::zeros() } else { vector(0.3) },
                        ..MotionPiece::at_rest()
                    });
                    let colliders = [of_a, of_b].map(|shape| Collider::new(shape).unwrap());
                    let by_itself = time_of_impact((&colliders[0], &pieces[0]), (&colliders[1], &pieces[1]));

                    let mut world = World::builder().build().unwrap();
                    for (side, (shape, piece)) in [of_a, of_b].into_iter().zip(&pieces).enumerate() {
                        let body = Body::new(shape.clone())
                            .mass(1.0)
                            .position(piece.position)
                            .orientation(rotations[side])
                            .velocity(piece.velocity)
                            .acceleration(piece.acceleration);
                        world.insert(body).unwrap();
                    }
                    let first = world.step().unwrap();
                    let in_world = first.map(|event| {
                        assert!(matches!(event.kind, EventKind::Collision(_)), "{event:?}");
                        event.time
                    });
                    assert_eq!(by_itself.map(f64::to_bits), in_world.map(f64::to_bits), "{of_a:?} {of_b:?}");
                    *(if by_itself.is_some() { &mut hits } else { &mut misses }) += 1;
                }
            }
        }
        assert!(hits > 200 && misses > 50, "{hits} {misses}");
    }

    #[test]
    fn the_search_starts_at_the_later_epoch() {
        let ball = Collider::new(&Shape::ball(1.0).unwrap()).unwrap();
        let mut a = MotionPiece::at_rest();
        let mut b = MotionPiece {
            position: Vector3::x() * 3.0,
            velocity: -Vector3::x(),
            ..MotionPiece::at_rest()
        };
        let test = |a: &MotionPiece, b: &MotionPiece| time_of_impact((&ball, a), (&ball, b));
        assert_eq!(test(&a, &b), Some(1.0));
        // Deep in, and approaching still; then past the middle, and parting.
        a.epoch = 2.0;
        assert_eq!(test(&a, &b), Some(2.0));
        a.epoch = 4.0;
        assert_eq!(test(&a, &b), None);
        // Touching: sliding and parting are none, approach is at once.
        (a.epoch, b.position) = (0.0, Vector3::x() * 2.0);
        assert_eq!(test(&a, &b), Some(0.0));
        b.velocity = Vector3::y();
        assert_eq!(test(&a, &b), None);
        b.velocity = Vector3::x();
        assert_eq!(test(&a, &b), None);
    }

    #[test]
    fn non_finite_input_terminates() {
        let colliders: Vec<_> = shapes().iter().map(|shape| Collider::new(shape).unwrap()).collect();
        let fixed = MotionPiece::at_rest();
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, 1e15, -1.0] {
            for field in 0..6 {
                let mut piece = MotionPiece {
                    position: Vector3::x() * 3.0,
                    velocity: -Vector3::x(),
                    ..MotionPiece::at_rest()
                };
                match field {
                    0 => piece.epoch = bad,
                    1 => piece.position.x = bad,
                    2 => piece.velocity.x = bad,
                    3 => piece.acceleration.x = bad,
                    4 => piece.growth = bad,
                    _ => piece.swell = bad,
                }
                for a in &colliders {
                    for b in &colliders {
                        let _ = time_of_impact((a, &fixed), (b, &piece));
                    }
                }
            }
        }
    }
}
