//! The impact of a pair: of two bodies at rest on each other, with the motion that keeps them so.

use crate::bodies::Bodies;
use crate::contact::{Islands, are_far_until};
use crate::impact::{Contact, Forecast, Impact, Moving, contact_at_impact, forecast, support_end};
use crate::lane::pairs::{Normals, Pair, orthogonal_part, separating_vector};
use nalgebra::Vector3;
use smallvec::SmallVec;

/// The contact of a pair at its predicted impact.
pub(super) fn contact_of(bodies: &Bodies, pair: &Pair, impact: &Impact) -> Contact {
    with_pieces(bodies, pair, |a, b| contact_at_impact(a, b, impact))
}

/// The first impact of a pair that collides: none if an island keeps the two apart until its next
/// renewal. (Two that are not at rest on each other and too far apart to meet until then are left out before.)
pub(super) fn impact_of(bodies: &Bodies, islands: &Islands, pair: &Pair) -> Forecast {
    // In this form it costs nothing where the domain is not periodic.
    if bodies.sides().is_some()
        && !pair.is_at_rest()
        && let Some(forecast) = bodies.pair_view(pair).impact_of_balls()
    {
        return forecast;
    }
    if islands.is_empty() {
        return with_pieces(bodies, pair, |a, b| forecast(a, b, pair.forecast().from(), f64::INFINITY));
    }
    if islands.keeps_apart(bodies, pair) {
        return Forecast::Never;
    }
    let until = islands.predicted_until(pair);
    if pair.is_at_rest() && are_far_until(bodies, pair, until) {
        return Forecast::Never;
    }
    with_pieces(bodies, pair, |a, b| forecast(a, b, pair.forecast().from(), until))
}

/// Evaluates a function of impact for the two sides of a pair.
///
/// For two bodies at rest on each other, the second (or, if that is fixed, the first) gets an extra
/// motion apart that exceeds rounding. The forces of a rest leave a relative acceleration of 0 up
/// to rounding; if that is negative, the two would be found to be pressed together again and again
/// at the same instant.
fn with_pieces<T>(bodies: &Bodies, pair: &Pair, function: impl FnOnce(&Moving, &Moving) -> T) -> T {
    let view = bodies.pair_view(pair);
    let [a, b] = &view.moving();
    if !pair.is_at_rest() {
        return function(a, b);
    }
    let start = view.start();
    let velocity = b.piece.velocity_at(start) - a.piece.velocity_at(start);
    let acceleration = b.piece.acceleration - a.piece.acceleration;
    let noise = view.noise_of_rest();
    let changes = match separating_vector(pair.resting()) {
        Some(away) => {
            let closing = |of: &Vector3<f64>| pair.resting().iter().map(|normal| -normal.dot(of)).fold(0.0, f64::max);
            [away * closing(&velocity), away * (closing(&acceleration) + noise)]
        }
        // Supported from all sides: no relative motion along the normals.
        None => [velocity, acceleration].map(|of| orthogonal_part(&of, pair.resting()) - of),
    };
    let (mut first, mut second) = (*a.piece, *b.piece);
    let (piece, sign) = if view.b.is_dynamic() {
        (&mut second, 1.0)
    } else {
        (&mut first, -1.0)
    };
    piece.velocity += changes[0] * sign;
    piece.acceleration += changes[1] * sign;
    function(&Moving { piece: &first, ..*a }, &Moving { piece: &second, ..*b })
}

/// The time at which support along one of the normals ends. A direction away from the others is
/// tried first: those are in contact, too.
pub(super) fn support_end_along(a: &Moving, b: &Moving, normals: &[Vector3<f64>], number: usize) -> f64 {
    let mut directions: SmallVec<[Vector3<f64>; 2]> = SmallVec::new();
    if normals.len() > 1 {
        let mut directed: Normals = normals.iter().map(|other| -other).collect();
        directed[number] = normals[number];
        directions.extend(separating_vector(&directed));
    }
    directions.push(normals[number]);
    support_end(a, b, &directions)
}

#[cfg(test)]
mod tests {
    use crate::impact::first_impact;
    use crate::scene::{Body, Shape};
    use crate::{Method, World};
    use nalgebra::Vector3;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    /// What is too far from a half-space to meet it by a time does not, and few others are taken for near.
    #[test]
    fn what_is_far_from_a_half_space_does_not_meet_it() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut signed = || random.next_u64() as f64 / u64::MAX as f64 * 2.0 - 1.0;
        let (mut far, mut near, mut meets) = (0, 0, 0);
        for number in 0..4000 {
            let normal = Vector3::new(signed(), signed(), signed()).normalize();
            let origin = Vector3::new(signed(), signed(), signed()) * 10.0;
            let beside = Vector3::new(signed(), signed(), signed()) * 5.0;
            let place = origin + beside - normal * beside.dot(&normal) + normal * (1.2 + signed().abs() * 3.0);
            let plane = Body::fixed(Shape::half_space(normal).unwrap()).position(origin);
            let other = Body::new(Shape::cuboid(Vector3::new(0.5, 0.3, 0.6)).unwrap())
                .position(place)
                .velocity(Vector3::new(signed(), signed(), signed()) * 3.0)
                .acceleration(Vector3::new(signed(), signed(), signed()) * 3.0);
            let mut world = World::builder().method(Method::Leases).build().unwrap();
            let bodies = if number % 2 == 0 { [plane, other] } else { [other, plane] };
            let places = bodies.map(|body| world.insert(body).unwrap().index);
            let [a, b] = places.map(|place| &world.bodies[place]);
            let view = world.bodies.pair_view_at(a, b, &[0; 3]);
            let [a, b] = view.moving();
            let impact = first_impact(&a, &b).map_or(f64::INFINITY, |impact| impact.time);
            let until = 1.5 + 1.5 * signed();
            match view.may_meet_by(until) {
                false => {
                    far += 1;
                    assert!(impact > until, "{impact} and {until}");
                }
                true if impact > until => near += 1,
                true => meets += 1,
            }
        }
        assert!(
            far > 1000 && meets > 500 && near < far / 2,
            "{far} far, {near} near, {meets} meet"
        );
    }
}
