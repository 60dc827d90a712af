//! One pair of convex leaves: which solver serves it.
//!
//! Two points: balls, in closed form. Polytopes with few axes: the separating axis test over time, in closed form. All else
//! (rounded leaves, large hulls): advancement.

use super::advance::{Entry, Rounded};
use super::closest::Hulls;
use super::leaf::{Core, Leaf, Polytope};
use super::penetration::{Penetration, penetration};
use super::simplex::Simplex;
use super::{Interval, Intervals, Relative, ball, polytope};
use nalgebra::Vector3;

/// Polytopes with more axes than this are served by advancement, which takes 1 to 3 us for hulls of up to 100 vertices.
const MOST_AXES: usize = 200;

/// Which solver serves a pair of leaves.
enum Solver<'a> {
    Points([Vector3<f64>; 2]),
    Axes(&'a Polytope, &'a Polytope),
    Advance,
}

fn solver<'a>(a: &'a Leaf, b: &'a Leaf) -> Solver<'a> {
    match (&a.core, &b.core) {
        (Core::Point(a), Core::Point(b)) => Solver::Points([*a, *b]),
        (Core::Polytope(a), Core::Polytope(b)) if axes(a, b) <= MOST_AXES => Solver::Axes(a, b),
        _ => Solver::Advance,
    }
}

/// The number of axes of a separating axis test.
fn axes(a: &Polytope, b: &Polytope) -> usize {
    a.normals.len() + b.normals.len() + a.edges.len() * b.edges.len()
}

/// The first time in the window at which two leaves, b displaced by the relative motion, touch while approaching. `reach` is the
/// sum of the distances of the shapes' farthest points from their bodies' origins.
pub(super) fn first_impact(a: &Leaf, b: &Leaf, rel: &Relative, window: Interval, reach: f64) -> Option<Entry> {
    match solver(a, b) {
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
        Solver::Advance => rounded(a, b, reach).first_impact(rel, window),
    }
}

/// The times in the window at which they touch, and whether a search was given up.
pub(super) fn intervals(a: &Leaf, b: &Leaf, rel: &Relative, window: Interval, reach: f64) -> (Intervals, bool) {
    match solver(a, b) {
        Solver::Points(points) => (ball::intervals(&between(points, rel), a.radius + b.radius), false),
        Solver::Axes(a, b) => (polytope::intervals(a, b, rel, window), false),
        Solver::Advance => rounded(a, b, reach).intervals(rel, window),
    }
}

/// Their signed distance when b is displaced by `offset`, negative by the depth where they overlap, and the normal from a to b.
pub(super) fn separation(a: &Leaf, b: &Leaf, offset: &Vector3<f64>) -> (f64, Vector3<f64>) {
    if let Solver::Axes(a, b) = solver(a, b) {
        let found = polytope::separation(a, b, offset);
        return (found.gap, found.normal);
    }
    let hulls = hulls(a, b);
    let radius = a.radius + b.radius;
    match hulls.closest(offset, &mut Simplex::default()) {
        Some(closest) => (closest.between.norm() - radius, closest.normal),
        None => {
            let Penetration { depth, normal } = penetration(&hulls, offset);
            (-depth - radius, normal)
        }
    }
}

/// The motion of a point of b as seen from one of a.
fn between([a, b]: [Vector3<f64>; 2], rel: &Relative) -> Relative {
    Relative {
        position: rel.position + (b - a),
        ..*rel
    }
}

fn hulls<'a>(a: &'a Leaf, b: &'a Leaf) -> Hulls<'a> {
    Hulls {
        a: a.vertices(),
        b: b.vertices(),
    }
}

fn rounded<'a>(a: &'a Leaf, b: &'a Leaf, reach: f64) -> Rounded<'a> {
    Rounded {
        hulls: hulls(a, b),
        radius: a.radius + b.radius,
        reach,
    }
}
