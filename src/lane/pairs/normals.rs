//! The normals of a pair at rest: usually one, several for a body in a notch or a pit of a compound
//! shape.

use super::constants::ALIKE;
use nalgebra::Vector3;
use smallvec::SmallVec;

/// Unit vectors from the first body of the pair to the second, in the order of insertion.
pub(crate) type Normals = SmallVec<[Vector3<f64>; 1]>;

/// Adds a normal to the others. Replaces the same normal computed before.
pub(super) fn insert(normals: &mut Normals, normal: &Vector3<f64>) {
    match normals.iter_mut().find(|held| are_alike(held, normal)) {
        Some(same) => *same = *normal,
        None => normals.push(*normal),
    }
}

/// Removes a normal, if it is there.
pub(super) fn remove(normals: &mut Normals, normal: &Vector3<f64>) {
    normals.retain(|held| !are_alike(held, normal));
}

/// Whether a normal is there, up to rounding.
pub(super) fn contains(normals: &[Vector3<f64>], normal: &Vector3<f64>) -> bool {
    normals.iter().any(|held| are_alike(held, normal))
}

/// Whether two normals are of one contact, computed twice.
pub(super) fn are_alike(one: &Vector3<f64>, other: &Vector3<f64>) -> bool {
    (one - other).norm_squared() <= ALIKE
}
