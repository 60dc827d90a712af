//! Exact mirror symmetry of patches.
//!
//! Bodies that move in a plane of mirror symmetry meet in patches with the same symmetry. If the
//! centroid of such a patch is off the plane by a rounding, the impulse tips the bodies by a
//! rounding, and chaos amplifies it. So a feature that is its own mirror image, to the bit, gets a
//! centroid on the mirror, to the bit. Mirrors are the plane's two axes through the origin of the
//! first body.

use super::constants::MAX_SYMMETRIC_POINTS;
use super::polygon::Polygon;
use nalgebra::Vector2;

fn mirrored(point: &Vector2<f64>, coordinate: usize) -> Vector2<f64> {
    let mut image = *point;
    image[coordinate] = -image[coordinate];
    image
}

/// For each coordinate, whether the set of points stays the same if that coordinate changes sign.
/// O(n²) for up to [`MAX_SYMMETRIC_POINTS`].
pub(super) fn mirrors(points: &[Vector2<f64>]) -> [bool; 2] {
    let keeps = |coordinate: usize| points.iter().all(|point| points.contains(&mirrored(point, coordinate)));
    [0, 1].map(|coordinate| points.len() <= MAX_SYMMETRIC_POINTS && keeps(coordinate))
}

/// Removes the rounding asymmetry of a polygon that is its own mirror image up to rounding: each
/// corner becomes the mean of itself and the image of the corner that is nearest to its own image.
pub(super) fn symmetrize(polygon: &mut Polygon, coordinate: usize) {
    if polygon.len() > MAX_SYMMETRIC_POINTS {
        return;
    }
    let mean = |corner: &Vector2<f64>| {
        let image = mirrored(corner, coordinate);
        let square = |other: &&Vector2<f64>| (*other - image).norm_squared();
        let partner = polygon.iter().min_by(|p, q| square(p).total_cmp(&square(q)));
        partner.map_or(*corner, |partner| (corner + mirrored(partner, coordinate)) * 0.5)
    };
    *polygon = polygon.iter().map(mean).collect();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetrize_restores_exact_symmetry() {
        let nearly: Polygon = [[0.1, -0.3], [0.7, -0.3 + 1e-16], [0.7, 0.3], [0.1, 0.3]]
            .map(Vector2::from)
            .into_iter()
            .collect();
        assert_eq!(mirrors(&nearly), [false, false]);
        let mut exact = nearly.clone();
        symmetrize(&mut exact, 1);
        assert_eq!(mirrors(&exact), [false, true]);
        assert!(exact.iter().zip(&nearly).all(|(p, q)| (p - q).amax() < 1e-15));
        let middle = Vector2::new(0.5, 0.0);
        assert_eq!(mirrors(&[middle]), [false, true]);
        assert_eq!(mirrors(&[]), [true, true]);
    }
}
