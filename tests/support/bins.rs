//! Bins for bodies that fall: the same sides as half-spaces, and as one body.

use kinesweep::{Body, Shape, ValueError};
use nalgebra::{Isometry3, Vector3};

/// Inward normals of the sides.
const SIDES: [Vector3<f64>; 4] = [
    Vector3::new(1.0, 0.0, 0.0),
    Vector3::new(-1.0, 0.0, 0.0),
    Vector3::new(0.0, 0.0, 1.0),
    Vector3::new(0.0, 0.0, -1.0),
];

/// Half the thickness of a side or floor, in metres.
const THIN: f64 = 0.1;

/// Half the height of a side, in metres.
const HIGH: f64 = 5.0;

/// Four half-spaces, at a distance of `half` from the y axis. There is no floor.
pub(crate) fn sides_of_planes(half: f64) -> Result<Vec<Body>, ValueError> {
    let side = |normal: Vector3<f64>| Ok(Body::fixed(Shape::half_space(normal)?).position(normal * -half));
    SIDES.into_iter().map(side).collect()
}

/// One body with a floor at height 0 and four sides, at a distance of `half` from the y axis.
pub(crate) fn bin_of_one_body(half: f64) -> Result<Body, ValueError> {
    let wide = half + 4.0 * THIN;
    let floor = Shape::cuboid(Vector3::new(wide, THIN, wide))?;
    let mut parts = vec![(Isometry3::translation(0.0, -THIN, 0.0), floor)];
    for normal in SIDES {
        let along = normal.abs();
        let across = (Vector3::repeat(1.0) - along).component_mul(&Vector3::new(wide, HIGH, wide));
        let place = normal * -(half + THIN) + Vector3::y() * (HIGH - THIN);
        parts.push((Isometry3::from(place), Shape::cuboid(along * THIN + across)?));
    }
    Ok(Body::fixed(Shape::compound(parts)?))
}
