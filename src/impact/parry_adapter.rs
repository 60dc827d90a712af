//! Adapter to parry: converts between glam, which parry uses, and nalgebra. No parry type is
//! visible outside this file.

use super::hull_pair::HullPair;
use nalgebra::Vector3;
use parry3d::math::{Pose, Vector};
use parry3d::query::contact::contact_support_map_support_map_with_params;
use parry3d::query::gjk::{GJKResult, VoronoiSimplex};
use parry3d::shape::SupportMap;

/// The convex hull of points, scaled: parry's tolerances are absolute, made for shapes of size
/// about 1.
struct Scaled<'a> {
    points: &'a [Vector3<f64>],
    factor: f64,
}

impl SupportMap for Scaled<'_> {
    fn local_support_point(&self, direction: Vector) -> Vector {
        let direction: Vector3<f64> = direction.into();
        let mut best = (f64::NEG_INFINITY, Vector3::zeros());
        for point in self.points {
            let value = point.dot(&direction);
            if value > best.0 {
                best = (value, *point);
            }
        }
        (best.1 * self.factor).into()
    }
}

/// The least displacement that separates two overlapping hulls, b displaced by `offset`: depth and
/// unit normal from a to b, by parry's expanding polytope algorithm. None if it does not converge.
pub(super) fn expand_polytope(hulls: &HullPair, offset: &Vector3<f64>, size: f64) -> Option<(f64, Vector3<f64>)> {
    let factor = 1.0 / size;
    let a = Scaled { points: hulls.a, factor };
    let b = Scaled { points: hulls.b, factor };
    let between = Pose::from_translation((offset * factor).into());
    let found = contact_support_map_support_map_with_params(&between, &a, &b, f64::MAX, &mut VoronoiSimplex::new(), None);
    match found {
        GJKResult::ClosestPoints(on_a, on_b, normal) => {
            let depth = (on_a - on_b).dot(normal) * size;
            let normal: Vector3<f64> = normal.into();
            let normal = normal.try_normalize(0.0)?;
            depth.is_finite().then_some((depth.max(0.0), normal))
        }
        _ => None,
    }
}

/// A convex set by its extreme points, scaled.
struct Extreme<F> {
    of: F,
    factor: f64,
}

impl<F: Fn(&Vector3<f64>) -> Vector3<f64>> SupportMap for Extreme<F> {
    fn local_support_point(&self, direction: Vector) -> Vector {
        let direction: Vector3<f64> = direction.into();
        ((self.of)(&direction) * self.factor).into()
    }
}

/// The unit normal from a to b of the least displacement that separates two overlapping sets, which are
/// given by their extreme points, b displaced by `offset`: an estimate. None if it does not converge.
pub(super) fn expand_polytope_of(
    a: impl Fn(&Vector3<f64>) -> Vector3<f64>,
    b: impl Fn(&Vector3<f64>) -> Vector3<f64>,
    offset: &Vector3<f64>,
    size: f64,
) -> Option<Vector3<f64>> {
    let factor = 1.0 / size;
    let (a, b) = (Extreme { of: a, factor }, Extreme { of: b, factor });
    let between = Pose::from_translation((offset * factor).into());
    match contact_support_map_support_map_with_params(&between, &a, &b, f64::MAX, &mut VoronoiSimplex::new(), None) {
        GJKResult::ClosestPoints(_, _, normal) => Vector3::from(normal).try_normalize(0.0),
        _ => None,
    }
}

/// The distance by parry, as an oracle: to a relative error of 5e-8.
#[cfg(test)]
pub(super) fn parry_distance(hulls: &HullPair, offset: &Vector3<f64>) -> f64 {
    let [a, b] = [hulls.a, hulls.b].map(|points| Scaled { points, factor: 1.0 });
    let between = Pose::from_translation((*offset).into());
    parry3d::query::details::distance_support_map_support_map(&between, &a, &b)
}
