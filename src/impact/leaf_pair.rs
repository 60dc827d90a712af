//! One pair of convex leaves: which solver serves it.

use super::advance::{Entry, Rounded};
use super::closest::Hulls;
use super::leaf::Leaf;
use super::{Interval, Intervals, Relative};
use nalgebra::Vector3;

/// The first time in the window at which two leaves, b displaced by the relative motion, touch while approaching.
pub(super) fn first_impact(a: &Leaf, b: &Leaf, rel: &Relative, window: Interval, reach: f64) -> Option<Entry> {
    rounded(a, b, reach).first_impact(rel, window)
}

/// The times in the window at which they touch, and whether a search was given up.
pub(super) fn intervals(a: &Leaf, b: &Leaf, rel: &Relative, window: Interval, reach: f64) -> (Intervals, bool) {
    rounded(a, b, reach).intervals(rel, window)
}

/// Their signed distance when b is displaced by `offset`, negative by the depth where they overlap, and the normal from a to b.
pub(super) fn separation(a: &Leaf, b: &Leaf, offset: &Vector3<f64>, reach: f64) -> (f64, Vector3<f64>) {
    rounded(a, b, reach).separation(offset)
}

fn rounded<'a>(a: &'a Leaf, b: &'a Leaf, reach: f64) -> Rounded<'a> {
    Rounded {
        hulls: Hulls {
            a: a.vertices(),
            b: b.vertices(),
        },
        radius: a.radius + b.radius,
        reach,
    }
}
