//! Packing fractions: shares of a volume that balls fill, or of an area that discs fill.

use super::random::cube_root;
use crate::scene::Dimensions;
use std::f64::consts::PI;

/// The densest packing of equal balls, pi / sqrt(18) (Hales 2005, DOI 10.4007/annals.2005.162.1065).
const DENSEST: f64 = 0.740_480_489_693_061;

/// The densest packing of equal discs in a plane, pi / sqrt(12), a hexagonal one (Thue 1910).
const DENSEST_DISCS: f64 = 0.906_899_682_117_089;

/// The densest packing of equal balls, or of discs.
pub(crate) fn densest(dimensions: Dimensions) -> f64 {
    match dimensions {
        Dimensions::Two => DENSEST_DISCS,
        Dimensions::Three => DENSEST,
    }
}

/// Volume of a ball, or area of a disc.
pub(crate) fn volume_in(dimensions: Dimensions, radius: f64) -> f64 {
    match dimensions {
        Dimensions::Two => PI * radius * radius,
        Dimensions::Three => 4.0 / 3.0 * PI * radius * radius * radius,
    }
}

/// The side of a cube with a volume, or of a square with an area.
pub(crate) fn side_in(dimensions: Dimensions, volume: f64) -> f64 {
    match dimensions {
        Dimensions::Two => volume.sqrt(),
        Dimensions::Three => cube_root(volume),
    }
}
