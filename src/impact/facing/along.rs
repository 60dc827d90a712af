//! Two edges that lie along each other, all but parallel.

use super::super::convex_part::ConvexPart;
use super::super::edge_crossing::EdgeCrossing;
use super::super::patch::Plane;
use super::super::polygon::Polygon;
use super::{Corner, Side};
use nalgebra::Vector3;
use smallvec::SmallVec;

/// Two edges lie along each other as far as they are no farther apart across the direction than this share of the radius
/// of the round one. (There the gap is wider by a five-thousandth of it, about as wide as those that islands keep.)
const ALONG: f64 = 0.02;

/// The ends of the part in which two edges lie along each other, all but parallel, if one of them is round: they are as
/// near each other there as where they cross, but for the square of how far they are apart across the direction.
pub(super) fn ends_of_edges(
    leaves: [&ConvexPart; 2],
    sides: &[Side; 2],
    hulls: &[Polygon; 2],
    offset: &Vector3<f64>,
    plane: &Plane,
    depth: f64,
    tolerance: f64,
) -> SmallVec<[Corner; 4]> {
    let radius = leaves[0].radius + leaves[1].radius;
    let mut ends = SmallVec::new();
    if radius == 0.0 || hulls.iter().any(|hull| hull.len() != 2) {
        return ends;
    }
    for (side, end) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let (end, [from, to]) = (hulls[side][end], [hulls[1 - side][0], hulls[1 - side][1]]);
        let along = to - from;
        let share = (end - from).dot(&along) / along.norm_squared();
        let foot = from + along * share;
        let aside = (end - foot).norm();
        // (Within the tolerance it is a corner of their patch.)
        if !(0.0..=1.0).contains(&share) || aside <= tolerance || aside > ALONG * radius {
            continue;
        }
        let [on_a, on_b] = match side {
            0 => [end, foot],
            _ => [foot, end],
        }
        .map(|place| plane.raise(&place, 0.0));
        let direction = sides[0].direction;
        let a = on_a + direction * (sides[0].reach_at(&on_a, depth).height - leaves[0].radius);
        let below = sides[1].reach_at(&(on_b - offset), depth).height - leaves[1].radius;
        let b = on_b + direction * (offset.dot(&direction) - below);
        let distance = (b - a).norm();
        let normal = (b - a) / distance;
        if !(normal.dot(&direction) > 0.0) {
            continue;
        }
        let gap = distance - radius;
        ends.push(Corner {
            point: a + normal * (leaves[0].radius + 0.5 * gap),
            gap,
            normal,
            is_tilted: true,
            crossing: EdgeCrossing::default(),
        });
    }
    ends
}
