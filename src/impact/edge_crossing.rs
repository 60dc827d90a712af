//! Where an edge of one part crosses an edge of another one: neither has a corner there, and the place runs along both
//! as they slide.

use super::polygon::{Polygon, distance_to_segment};
use nalgebra::Vector2;

/// How the gap at a place changes because two edges that cross there slide across each other.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct EdgeCrossing {
    /// How far the place runs along the edges, at most, for each metre that the parts slide: 1 / the sine of the angle
    /// between the edges. 0 where none cross; infinite where they lie along each other.
    pub(crate) runs: f64,
    /// By how much the gap changes for each metre of that, at most.
    pub(crate) tilt: f64,
}

/// That of a corner of a patch at which the outlines of two parts cross. `gap_at`: the gap at a point.
pub(super) fn crossing_at(corner: &Vector2<f64>, outlines: [&Polygon; 2], gap_at: impl Fn(&Vector2<f64>) -> f64) -> EdgeCrossing {
    let [Some(one), Some(other)] = outlines.map(|outline| nearest_edge(corner, outline)) else {
        return EdgeCrossing::default();
    };
    let along = |[from, to]: [Vector2<f64>; 2]| (to - from).normalize();
    let (gap, mut tilt) = (gap_at(corner), 0.0f64);
    for end in [one, other].as_flattened() {
        let distance = (end - corner).norm();
        if distance > 0.0 {
            tilt = tilt.max((gap_at(end) - gap).abs() / distance);
        }
    }
    EdgeCrossing {
        runs: 1.0 / along(one).perp(&along(other)).abs(),
        tilt,
    }
}

/// The edge of an outline that is nearest to a point.
fn nearest_edge(point: &Vector2<f64>, outline: &Polygon) -> Option<[Vector2<f64>; 2]> {
    let edges = (0..outline.len()).map(|at| [outline[at], outline[(at + 1) % outline.len()]]);
    let proper = edges.filter(|[from, to]| from != to);
    proper.min_by(|one, other| distance_to_segment(point, *one).total_cmp(&distance_to_segment(point, *other)))
}

impl EdgeCrossing {
    /// The most by which the gap at the place changes while the parts slide by `slides` metres, turn by an angle, and
    /// the place runs no farther than `length` metres along the edges.
    pub(crate) fn closes(&self, slides: f64, angle: f64, length: f64) -> f64 {
        if self.runs == 0.0 || slides == 0.0 {
            return 0.0;
        }
        (self.runs * slides).min(length) * (self.tilt + angle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crossing_runs_along_the_edges_and_its_gap_changes_with_their_tilt() {
        let square: Polygon = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]
            .map(|[x, y]| Vector2::new(x, y))
            .into_iter()
            .collect();
        // An edge that crosses the side x = 1 at 30 degrees to it, and lies by 0.1 a metre of x higher there.
        let corner = Vector2::new(1.0, 0.5);
        let slope = 3f64.sqrt();
        let edge: Polygon = [Vector2::new(0.5, 0.5 - 0.5 * slope), Vector2::new(2.0, 0.5 + slope)]
            .into_iter()
            .collect();
        let crossing = crossing_at(&corner, [&square, &edge], |at| 0.1 * at.x);
        assert!((crossing.runs - 2.0).abs() < 1e-12, "{crossing:?}");
        // Of a metre along the edge, half is along x.
        assert!((crossing.tilt - 0.05).abs() < 1e-12, "{crossing:?}");
        assert_eq!(crossing.closes(0.0, 0.5, 1.0), 0.0);
        assert!((crossing.closes(0.1, 0.25, 1.0) - 0.2 * 0.3).abs() < 1e-12);
        assert!((crossing.closes(10.0, 0.25, 1.0) - 0.3).abs() < 1e-12);
        assert_eq!(EdgeCrossing::default().closes(1.0, 1.0, 1.0), 0.0);
        // Edges along each other: as far as the edges are long.
        let along = EdgeCrossing {
            runs: f64::INFINITY,
            tilt: 0.0,
        };
        assert_eq!(along.closes(1e-9, 0.5, 2.0), 1.0);
    }
}
