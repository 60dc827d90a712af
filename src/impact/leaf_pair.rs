//! One pair of convex parts: selects the solver.
//!
//! Pairs that the [`fast_path`](super::fast_path) decides do not come here. Two points: balls, in
//! closed form. Polytopes with few axes: the separating axis test over time, in closed form. All
//! others (rounded parts, large hulls): advancement.

use super::advance::{Entry, Rounded};
use super::approach::{approaches, length_noise, normal_acceleration, speed_noise};
use super::closest::Hulls;
use super::leaf::{Core, Leaf, Polytope};
use super::patch::support_height;
use super::penetration::{Penetration, hull_penetration};
use super::simplex::Simplex;
use super::{Interval, Intervals, Relative, ball, polytope};
use nalgebra::Vector3;
use smallvec::{SmallVec, smallvec};
use std::borrow::Cow;

/// Most axes of a pair of polytopes for the separating axis test; pairs with more use advancement.
/// Measured for a prediction in uniform motion, axes and advancement: two triangles (11 axes) 0.4
/// and 1.0 us, a cuboid and a triangle (13) 0.9 and 1.1, two cuboids (15) 1.8 and 1.0, hulls of 6
/// vertices (160) 10 and 1, of 12 (940) 110 and 2, of 50 (21 000) 5000 and 4. Small ones use the
/// axes for their exact result on flush and sliding faces.
const MOST_AXES: usize = 32;

/// The same where nothing replaces the exact times or depths of the separating axis test: contact
/// intervals under relative acceleration, and penetration. Up to about 0.1 ms.
const MOST_AXES_IN_DEPTH: usize = 1000;

/// Most projections of vertices onto face normals for a test for sliding: about 10 us.
const MOST_PROJECTIONS: usize = 5000;

/// The solver for a pair of convex parts.
enum Solver<'a> {
    Points([Vector3<f64>; 2]),
    Axes(&'a Polytope, &'a Polytope),
    Advance,
}

fn solver<'a>(a: &'a Leaf, b: &'a Leaf, most_axes: usize) -> Solver<'a> {
    match (&a.core, &b.core) {
        (Core::Point(a), Core::Point(b)) => Solver::Points([*a, *b]),
        (Core::Polytope(a), Core::Polytope(b)) if axes(a, b) <= most_axes => Solver::Axes(a, b),
        _ => Solver::Advance,
    }
}

/// The number of axes of a separating axis test.
fn axes(a: &Polytope, b: &Polytope) -> usize {
    a.normals.len() + b.normals.len() + a.edges.len() * b.edges.len()
}

/// Whether two polytopes have too many axes for the separating axis test.
pub(super) fn has_many_axes(a: &Leaf, b: &Leaf) -> bool {
    matches!((&a.core, &b.core), (Core::Polytope(a), Core::Polytope(b)) if axes(a, b) > MOST_AXES)
}

/// The first time in the window at which two parts, b displaced by the relative motion, touch while
/// approaching. `extent` is the sum of the distances of the shapes' farthest points from their
/// bodies' origins.
pub(super) fn first_impact(a: &Leaf, b: &Leaf, rel: &Relative, window: Interval, reach: f64) -> Option<Entry> {
    match solver(a, b, MOST_AXES) {
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
        Solver::Advance => {
            let entry = Rounded { a, b, reach }.first_impact(rel, window)?;
            (!slides(a, b, rel, entry.s)).then_some(entry)
        }
    }
}

/// The times in the window at which they touch, and whether a search reached its step limit.
pub(super) fn intervals(a: &Leaf, b: &Leaf, rel: &Relative, window: Interval, reach: f64) -> (Intervals, bool) {
    let most_axes = if rel.is_uniform() { MOST_AXES } else { MOST_AXES_IN_DEPTH };
    match solver(a, b, most_axes) {
        Solver::Points(points) => (ball::intervals(&between(points, rel), a.radius + b.radius), false),
        Solver::Axes(a, b) => (polytope::intervals(a, b, rel, window), false),
        Solver::Advance => Rounded { a, b, reach }.intervals(rel, window),
    }
}

/// Their signed distance when b is displaced by `offset`, negative by the depth where they overlap,
/// and the normal from a to b.
pub(super) fn separation(a: &Leaf, b: &Leaf, offset: &Vector3<f64>) -> (f64, Vector3<f64>) {
    if let Solver::Axes(a, b) = solver(a, b, MOST_AXES) {
        let found = polytope::separation(a, b, offset);
        return (found.gap, found.normal);
    }
    let radius = a.radius + b.radius;
    match Hulls::of(a, b).closest(offset, &mut Simplex::default()) {
        Some(closest) => (closest.between.norm() - radius, closest.normal),
        None => {
            let Penetration { depth, normal } = penetration(a, b, offset);
            (-depth - radius, normal)
        }
    }
}

/// The penetration of the overlapping cores of two parts.
pub(super) fn penetration(a: &Leaf, b: &Leaf, offset: &Vector3<f64>) -> Penetration {
    if let (Some(a), Some(b)) = (as_polytope(&a.core), as_polytope(&b.core))
        && a.normals.len() + b.normals.len() > 0
        && axes(&a, &b) <= MOST_AXES_IN_DEPTH
    {
        let found = polytope::separation(&a, &b, offset);
        return Penetration {
            depth: (-found.gap).max(0.0),
            normal: found.normal,
        };
    }
    hull_penetration(&Hulls::of(a, b), offset)
}

/// A core as a polytope: a point has no faces and no edges, a segment no faces.
fn as_polytope(core: &Core) -> Option<Cow<'_, Polytope>> {
    let thin = |vertices: &[Vector3<f64>], edges: SmallVec<[Vector3<f64>; 3]>| {
        Cow::Owned(Polytope {
            vertices: SmallVec::from_slice(vertices),
            normals: SmallVec::new(),
            edges,
            flat: false,
            cuboid: None,
        })
    };
    match core {
        Core::Polytope(polytope) => Some(Cow::Borrowed(polytope)),
        Core::Point(_) => Some(thin(core.vertices(), SmallVec::new())),
        Core::Segment([from, to]) => {
            let along = (to - from).try_normalize(0.0)?;
            Some(thin(core.vertices(), smallvec![along]))
        }
    }
}

/// Whether two polytopes that touch only slide past each other along a face: they are on its two
/// sides and stay there. So a hull that slides over two flush ones does not hit the side of the
/// second.
fn slides(a: &Leaf, b: &Leaf, rel: &Relative, s: f64) -> bool {
    let (Core::Polytope(of_a), Core::Polytope(of_b)) = (&a.core, &b.core) else {
        return false;
    };
    let vertices = of_a.vertices.len() + of_b.vertices.len();
    if (of_a.normals.len() + of_b.normals.len()) * vertices > MOST_PROJECTIONS {
        return false;
    }
    let touch = length_noise(rel, of_a.radius() + of_b.radius(), s);
    let (offset, velocity, noise) = (rel.position_at(s), rel.velocity_at(s), speed_noise(rel, s));
    let center = |polytope: &Polytope| polytope.vertices.iter().sum::<Vector3<f64>>() / polytope.vertices.len() as f64;
    let between_centers = offset + center(of_b) - center(of_a);
    of_a.normals.iter().chain(&of_b.normals).any(|face| {
        [*face, -face].iter().any(|normal| {
            // Cheap tests first.
            !approaches(normal.dot(&velocity), normal_acceleration(rel, normal), noise)
                && between_centers.dot(normal) >= -touch
                && offset.dot(normal) - support_height(b, &-normal) - support_height(a, normal) >= -touch
        })
    })
}

/// The motion of a point of b relative to one of a.
fn between([a, b]: [Vector3<f64>; 2], rel: &Relative) -> Relative {
    Relative {
        position: rel.position + (b - a),
        ..*rel
    }
}
