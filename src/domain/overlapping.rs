//! Images of a box that overlap a region.

use super::ImageOffset;
use crate::sap::Aabb;
use nalgebra::Vector3;
use smallvec::{SmallVec, smallvec};

/// The images of a box in a periodic domain that overlap a region, in sides of the domain: of a
/// region wider than the domain, those about the image nearest to its `middle`.
pub(crate) fn images_overlapping(
    aabb: &Aabb<f64, 3>,
    region: &Aabb<f64, 3>,
    middle: &Vector3<f64>,
    sides: &Vector3<f64>,
) -> SmallVec<[ImageOffset; 1]> {
    let mut ranges = [(0, 0); 3];
    for (axis, range) in ranges.iter_mut().enumerate() {
        let side = sides[axis];
        let nearest = ((middle[axis] - 0.5 * (aabb.min[axis] + aabb.max[axis])) / side).round() as i64;
        // An image two lengths away is never the nearest of its body, and none in between is
        // left out.
        let overlaps = |lengths: &i64| {
            let by = *lengths as f64 * side;
            aabb.min[axis] + by <= region.max[axis] && region.min[axis] <= aabb.max[axis] + by
        };
        let mut there = (nearest - 1..=nearest + 1).filter(overlaps);
        let Some(first) = there.next() else { return smallvec![] };
        *range = (first, there.next_back().unwrap_or(first));
    }
    let [xs, ys, zs] = ranges.map(|(first, last)| first..=last);
    let mut images = SmallVec::new();
    for z in zs {
        for y in ys.clone() {
            images.extend(xs.clone().map(|x| [x, y, z]));
        }
    }
    images
}
