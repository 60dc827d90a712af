//! One pair of convex parts: selects the solver.
//!
//! Pairs that the [`fast_path`](super::fast_path) decides do not come here. Two points: balls, in
//! closed form. Polytopes with few axes: the separating axis test over time, in closed form. All
//! others (rounded parts, large hulls): advancement.

use super::advance::{Entry, RoundedPair};
use super::approach::{approaches, length_noise, normal_acceleration, speed_noise};
use super::constants::{MAX_AXES, MAX_AXES_IN_DEPTH, MAX_PROJECTIONS};
use super::convex_part::{ConvexPart, Core, Polytope};
use super::hull_pair::HullPair;
use super::patch::support_height;
use super::penetration::{Penetration, penetration};
use super::polytope::axis_count;
use super::simplex::Simplex;
use super::smooth::SmoothPair;
use super::{Interval, Intervals, Relative, ball, polytope};
use crate::roots::first_negative_quadratic;
use nalgebra::Vector3;

/// The most times that two polytopes slide past each other in one search before they meet.
const MAX_SLIDES: usize = 16;

/// The solver for a pair of convex parts.
enum Solver<'a> {
    Points([Vector3<f64>; 2]),
    Axes(&'a Polytope, &'a Polytope),
    Advance,
}

fn solver<'a>(a: &'a ConvexPart, b: &'a ConvexPart, most_axes: usize) -> Solver<'a> {
    match (&a.core, &b.core) {
        (Core::Point(a), Core::Point(b)) => Solver::Points([*a, *b]),
        (Core::Polytope(of_a), Core::Polytope(of_b)) if a.radius + b.radius == 0.0 && axis_count(of_a, of_b) <= most_axes => {
            Solver::Axes(of_a, of_b)
        }
        _ => Solver::Advance,
    }
}

/// Whether two polytopes have too many axes for the separating axis test.
pub(super) fn has_many_axes(a: &ConvexPart, b: &ConvexPart) -> bool {
    matches!((&a.core, &b.core), (Core::Polytope(a), Core::Polytope(b)) if axis_count(a, b) > MAX_AXES)
}

/// The first time in the window at which two parts, b displaced by the relative motion, touch while
/// approaching. `extent` is the sum of the distances of the shapes' farthest points from their
/// bodies' origins.
pub(super) fn first_impact(a: &ConvexPart, b: &ConvexPart, rel: &Relative, window: Interval, extent: f64) -> Option<Entry> {
    match solver(a, b, MAX_AXES) {
        Solver::Points(points) => {
            let rel = between(points, rel);
            let s = ball::first_entry(&rel, a.radius + b.radius)?;
            Some(Entry {
                s,
                normal: rel.position_at(s).try_normalize(0.0).unwrap_or_else(Vector3::x),
                unresolved: false,
            })
        }
        Solver::Axes(a, b) => polytope::first_entry(a, b, rel, window).map(|entry| Entry {
            s: entry.s,
            normal: entry.normal,
            unresolved: false,
        }),
        Solver::Advance => first_advanced(&RoundedPair { a, b, extent }, rel, window),
    }
}

/// The times in the window at which they touch, and whether a search reached its step limit.
pub(super) fn intervals(a: &ConvexPart, b: &ConvexPart, rel: &Relative, window: Interval, extent: f64) -> (Intervals, bool) {
    let most_axes = if rel.is_uniform() { MAX_AXES } else { MAX_AXES_IN_DEPTH };
    match solver(a, b, most_axes) {
        Solver::Points(points) => (ball::intervals(&between(points, rel), a.radius + b.radius), false),
        Solver::Axes(a, b) => (polytope::intervals(a, b, rel, window), false),
        Solver::Advance => RoundedPair { a, b, extent }.intervals(rel, window),
    }
}

/// Their signed distance when b is displaced by `offset`, negative by the depth where they overlap,
/// and the normal from a to b.
pub(super) fn separation(a: &ConvexPart, b: &ConvexPart, offset: &Vector3<f64>) -> (f64, Vector3<f64>) {
    separation_within(a, b, offset, f64::INFINITY).expect("no parts are farther apart")
}

/// The same; none if they are farther apart than `most` metres, which is found sooner.
pub(super) fn separation_within(a: &ConvexPart, b: &ConvexPart, offset: &Vector3<f64>, most: f64) -> Option<(f64, Vector3<f64>)> {
    if let Solver::Axes(a, b) = solver(a, b, MAX_AXES) {
        let found = polytope::separation_within(a, b, offset, most)?;
        return Some((found.gap, found.normal));
    }
    if let Some(pair) = SmoothPair::of(a, b) {
        let meeting = pair.meeting(offset, None);
        return (!(meeting.gap > most)).then_some((meeting.gap, meeting.normal));
    }
    let radius = a.radius + b.radius;
    let proximity = HullPair::of(a, b).proximity_within(offset, &mut Simplex::default(), most + radius)?;
    let (gap, normal) = match proximity.closest() {
        Some(closest) => (closest.between.norm() - radius, closest.normal),
        None => {
            let Penetration { depth, normal } = penetration(a, b, offset);
            (-depth - radius, normal)
        }
    };
    (!(gap > most)).then_some((gap, normal))
}

/// Half way between the closest points of two parts, `b` displaced by `offset`; `normal`: from a to b.
pub(super) fn midpoint(a: &ConvexPart, b: &ConvexPart, offset: &Vector3<f64>, normal: &Vector3<f64>) -> Vector3<f64> {
    if let Some(pair) = SmoothPair::of(a, b) {
        let [on_a, on_b] = pair.meeting(offset, Some(normal)).points;
        return (on_a + on_b) * 0.5;
    }
    if let Some(closest) = HullPair::of(a, b).closest(offset, &mut Simplex::default()) {
        let on_a = closest.on_a + normal * a.radius;
        let on_b = closest.on_a + closest.between - normal * b.radius;
        return (on_a + on_b) * 0.5;
    }
    let farthest = |leaf: &ConvexPart, direction: Vector3<f64>| {
        let value = |v: &&Vector3<f64>| v.dot(&direction);
        let vertex = leaf.vertices().iter().max_by(|p, q| value(p).total_cmp(&value(q)));
        vertex.copied().unwrap_or_default() + direction * leaf.radius
    };
    (farthest(a, *normal) + farthest(b, -normal) + offset) * 0.5
}

/// The first impact by advancement at which they do not only slide past each other.
fn first_advanced(pair: &RoundedPair, rel: &Relative, mut window: Interval) -> Option<Entry> {
    let mut entry = pair.first_impact(rel, window)?;
    for _ in 0..MAX_SLIDES {
        let Some(after) = slides_for(pair.a, pair.b, rel, entry.s) else {
            return Some(entry);
        };
        window.begin = entry.s + after;
        if !(window.begin <= window.end && window.begin < f64::INFINITY) {
            return None;
        }
        entry = pair.first_impact(rel, window)?;
    }
    Some(Entry {
        unresolved: true,
        ..entry
    })
}

/// How long two polytopes that touch only slide past each other along a face: they are on its two
/// sides and stay there. So a hull that slides over two flush ones does not hit the side of the
/// second. None if they do not.
fn slides_for(a: &ConvexPart, b: &ConvexPart, rel: &Relative, s: f64) -> Option<f64> {
    let (Core::Polytope(of_a), Core::Polytope(of_b)) = (&a.core, &b.core) else {
        return None;
    };
    if a.radius + b.radius > 0.0 {
        return None;
    }
    let vertices = of_a.vertices.len() + of_b.vertices.len();
    if (of_a.normals.len() + of_b.normals.len()) * vertices > MAX_PROJECTIONS {
        return None;
    }
    let touch = length_noise(rel, of_a.radius() + of_b.radius(), s);
    let (offset, velocity, noise) = (rel.position_at(s), rel.velocity_at(s), speed_noise(rel, s));
    let center = |polytope: &Polytope| polytope.vertices.iter().sum::<Vector3<f64>>() / polytope.vertices.len() as f64;
    let between_centers = offset + center(of_b) - center(of_a);
    let sides = of_a.normals.iter().chain(&of_b.normals).flat_map(|face| [*face, -face]);
    let until_closing = sides.filter_map(|normal| {
        let (rate, acceleration) = (normal.dot(&velocity), normal_acceleration(rel, &normal));
        // Cheap tests first.
        let stays = !approaches(rate, acceleration, noise)
            && between_centers.dot(&normal) >= -touch
            && offset.dot(&normal) - support_height(b, &-normal) - support_height(a, &normal) >= -touch;
        stays.then(|| first_negative_quadratic(0.0, rate.max(0.0), 0.5 * acceleration))
    });
    until_closing.max_by(f64::total_cmp)
}

/// The motion of a point of b relative to one of a.
fn between([a, b]: [Vector3<f64>; 2], rel: &Relative) -> Relative {
    Relative {
        position: rel.position + (b - a),
        ..*rel
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::impact::Collider;
    use crate::scene::Shape;
    use nalgebra::UnitQuaternion;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    /// The separation within a limit is the separation to the bit, and none exactly where that is greater.
    #[test]
    fn parts_within_a_limit_have_their_separation() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut signed = || random.next_u64() as f64 / u64::MAX as f64 * 2.0 - 1.0;
        let points = (0..14).map(|_| Vector3::from_fn(|_, _| signed())).collect();
        let shapes = [
            Shape::cuboid(Vector3::new(0.5, 0.3, 0.6)),
            Shape::capsule(0.5, 0.3),
            Shape::convex(points),
            Shape::rounded_cuboid(Vector3::new(0.4, 0.3, 0.5), 0.1),
            Shape::cylinder(0.4, 0.5),
            Shape::ball(0.5),
        ];
        let colliders = shapes.map(|shape| Collider::new(&shape.unwrap()).unwrap());
        let (mut within, mut beyond) = (0, 0);
        for case in 0..6000 {
            let [a, b] = [case % 6, case / 6 % 6].map(|kind| &colliders[kind].parts().unwrap().leaves[0]);
            let turn = UnitQuaternion::from_scaled_axis(Vector3::from_fn(|_, _| 3.0 * signed()));
            let b = b.rotated(turn.to_rotation_matrix().matrix());
            let offset = Vector3::from_fn(|_, _| 1.5 * signed());
            let most = 0.3 * signed().abs();
            let all = separation(a, &b, &offset);
            let found = separation_within(a, &b, &offset, most);
            assert_eq!(found, (all.0 <= most).then_some(all), "case {case}: {all:?} within {most}");
            match found {
                Some(_) => within += 1,
                None => beyond += 1,
            }
        }
        assert!(within > 1000 && beyond > 1000, "{within} within, {beyond} beyond");
    }
}
