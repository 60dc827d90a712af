//! Convex polygons in a plane: hull, clipping, centroid.

use nalgebra::Vector2;
use smallvec::SmallVec;

/// Corners of a convex polygon, counter-clockwise; two are a segment, one is a point.
pub(super) type Polygon = SmallVec<[Vector2<f64>; 8]>;

/// The convex hull of points by Andrew's monotone chain, without corners closer than `tolerance` to
/// the line of their neighbours.
pub(super) fn hull(points: &[Vector2<f64>], tolerance: f64) -> Polygon {
    let mut sorted: Polygon = points.iter().copied().collect();
    sorted.sort_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
    let mut corners = Polygon::new();
    if let (Some(first), Some(last)) = (sorted.first().copied(), sorted.last().copied()) {
        chain(sorted.iter().copied(), tolerance, &mut corners);
        corners.pop();
        let lower = corners.len();
        let mut upper = Polygon::new();
        chain(sorted.iter().rev().copied(), tolerance, &mut upper);
        upper.pop();
        corners.extend(upper);
        if corners.len() < 2 || (lower == 1 && corners.len() == 2) {
            corners.clear();
            corners.push(first);
            if (last - first).norm() > tolerance {
                corners.push(last);
            }
        }
    }
    corners
}

fn chain(points: impl Iterator<Item = Vector2<f64>>, tolerance: f64, corners: &mut Polygon) {
    for point in points {
        while let [.., a, b] = corners.as_slice() {
            let base = point - a;
            if base.perp(&(b - a)) < -tolerance * base.norm() {
                break;
            }
            corners.pop();
        }
        corners.push(point);
    }
}

/// The part of a polygon, segment or point within a convex polygon of at least three corners
/// (Sutherland and Hodgman 1974). Points outside by no more than `tolerance` count as inside.
pub(super) fn clip(subject: &Polygon, window: &Polygon, tolerance: f64) -> Polygon {
    let (mut kept, mut uncut) = (subject.clone(), Polygon::new());
    for (i, from) in window.iter().enumerate() {
        let to = window[(i + 1) % window.len()];
        let Some(along) = (to - from).try_normalize(0.0) else {
            continue;
        };
        let inside = |point: &Vector2<f64>| along.perp(&(point - from));
        std::mem::swap(&mut kept, &mut uncut);
        kept.clear();
        for (j, point) in uncut.iter().enumerate() {
            // A segment is traversed once: its second end has no successor.
            let next = (uncut.len() > 2 || j + 1 < uncut.len()).then(|| uncut[(j + 1) % uncut.len()]);
            let here = inside(point);
            if here >= -tolerance {
                kept.push(*point);
            }
            let Some(next) = next else { continue };
            let there = inside(&next);
            if (here > tolerance && there < -tolerance) || (here < -tolerance && there > tolerance) {
                kept.push(point + (next - point) * (here / (here - there)));
            }
        }
        if kept.is_empty() {
            break;
        }
    }
    kept
}

/// Centroid and area of a polygon of at least three corners; none for fewer corners or no area.
pub(super) fn centroid(polygon: &Polygon) -> Option<(Vector2<f64>, f64)> {
    let origin = *polygon.first()?;
    let (mut twice_area, mut moment) = (0.0, Vector2::zeros());
    for pair in polygon[1..].windows(2) {
        let (p, q) = (pair[0] - origin, pair[1] - origin);
        let cross = p.perp(&q);
        twice_area += cross;
        moment += (p + q) * cross;
    }
    (twice_area > 0.0).then(|| (origin + moment / (3.0 * twice_area), 0.5 * twice_area))
}

/// Two points about as far apart as any of the set: the one farthest from the first, and the one
/// farthest from that.
pub(super) fn longest(points: &Polygon) -> Option<[Vector2<f64>; 2]> {
    let first = *points.first()?;
    let farthest = |from: Vector2<f64>| {
        points.iter().fold(from, |best, p| {
            if (p - from).norm_squared() > (best - from).norm_squared() {
                *p
            } else {
                best
            }
        })
    };
    let one = farthest(first);
    Some([one, farthest(one)])
}

/// The intersection of two segments: their common part, the point in which they cross, or nothing
/// if they are farther apart than `tolerance`.
pub(super) fn meet([a, b]: [Vector2<f64>; 2], [c, d]: [Vector2<f64>; 2], tolerance: f64) -> Polygon {
    let (ab, cd) = (b - a, d - c);
    let length = ab.norm();
    let along = ab / length;
    let mut met = Polygon::new();
    let apart = |p: &Vector2<f64>| along.perp(&(p - a));
    if ab.perp(&cd).abs() <= tolerance * length {
        // Parallel to within the tolerance over the second one's length.
        if apart(&c).abs().min(apart(&d).abs()) > tolerance {
            return met;
        }
        let (s, t) = (along.dot(&(c - a)), along.dot(&(d - a)));
        let (low, high) = (s.min(t).max(0.0), s.max(t).min(length));
        if low <= high + tolerance {
            let high = high.max(low);
            met.push(a + along * low);
            if high > low {
                met.push(a + along * high);
            }
        }
        return met;
    }
    let share = apart(&c) / (apart(&c) - apart(&d));
    let crossing = c + cd * share;
    let at = along.dot(&(crossing - a));
    let slack = tolerance / cd.norm();
    if (-slack..=1.0 + slack).contains(&share) && (-tolerance..=length + tolerance).contains(&at) {
        met.push(crossing);
    }
    met
}

/// The distance of a point from a segment.
pub(super) fn distance_to_segment(point: &Vector2<f64>, [a, b]: [Vector2<f64>; 2]) -> f64 {
    let ab = b - a;
    let share = (ab.dot(&(point - a)) / ab.norm_squared()).clamp(0.0, 1.0);
    (point - a - ab * share).norm()
}
