//! Eigenvalues and eigenvectors of symmetric matrices, by cyclic Jacobi rotations (Golub and Van
//! Loan 2013, "Matrix Computations", section 8.5). Only the four operations and the square root, so
//! that the bits are the same on every platform.
//!
//! The eigenvectors are kept as a unit quaternion: a product of rotations, each by at most an eighth
//! of a turn, and never a reflection.

use super::constants::{MAX_SWEEPS, NEGLIGIBLE_ENTRY};
use nalgebra::{Matrix3, Quaternion, UnitQuaternion, Vector3};

/// The eigenvalues of a symmetric matrix, in no order, and the rotation from the eigenvectors to the
/// matrix's axes. A diagonal matrix gives its diagonal, and no rotation.
pub(super) fn diagonalised(matrix: &Matrix3<f64>) -> (Vector3<f64>, UnitQuaternion<f64>) {
    let mut reduced = *matrix;
    let mut axes = Quaternion::identity();
    for _ in 0..MAX_SWEEPS {
        let mut rotated = false;
        for (i, j, k) in [(0, 1, 2), (1, 2, 0), (2, 0, 1)] {
            if let Some(rotation) = rotate_away(&mut reduced, i, j, k) {
                axes *= rotation;
                rotated = true;
            }
        }
        if !rotated {
            break;
        }
    }
    (reduced.diagonal(), UnitQuaternion::new_normalize(axes))
}

/// Makes the entries (i, j) and (j, i) zero by a rotation about axis k; (i, j, k) are right-handed.
/// None if they were negligible already.
fn rotate_away(matrix: &mut Matrix3<f64>, i: usize, j: usize, k: usize) -> Option<Quaternion<f64>> {
    let (entry, at_i, at_j) = (matrix[(i, j)], matrix[(i, i)], matrix[(j, j)]);
    if entry.abs() <= NEGLIGIBLE_ENTRY * at_i.abs().sqrt() * at_j.abs().sqrt() {
        (matrix[(i, j)], matrix[(j, i)]) = (0.0, 0.0);
        return None;
    }
    // The tangent of the smaller of the two angles that do it.
    let ratio = (at_j - at_i) / (2.0 * entry);
    let root = (ratio * ratio + 1.0).sqrt();
    let tangent = if ratio < 0.0 {
        1.0 / (ratio - root)
    } else {
        1.0 / (ratio + root)
    };
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    matrix[(i, i)] = at_i - tangent * entry;
    matrix[(j, j)] = at_j + tangent * entry;
    (matrix[(i, j)], matrix[(j, i)]) = (0.0, 0.0);
    let (with_i, with_j) = (matrix[(k, i)], matrix[(k, j)]);
    let (to_i, to_j) = (cosine * with_i - sine * with_j, sine * with_i + cosine * with_j);
    (matrix[(k, i)], matrix[(i, k)]) = (to_i, to_i);
    (matrix[(k, j)], matrix[(j, k)]) = (to_j, to_j);
    // Half of the angle, from axis j to axis i.
    let half_cosine = ((1.0 + cosine) * 0.5).sqrt();
    let mut half_sine = Vector3::zeros();
    half_sine[k] = -sine / (2.0 * half_cosine);
    Some(Quaternion::from_parts(half_cosine, half_sine))
}
