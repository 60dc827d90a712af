//! Bodies against the walls of a box domain: a face of the tight box meets a plane, a quadratic of
//! time on one axis.

use super::Extents;
use super::approach::{Gap, length_noise, speed_noise};
use super::relative::Relative;
use super::timing::rounded_sum;
use crate::domain::Wall;
use crate::motion::MotionPiece;
use nalgebra::Vector3;

/// The gap between a body and a wall of the box `min`..`max` as a function of the time since the
/// piece's epoch; negative if the body is beyond the wall.
fn wall_gap(extents: &Extents, piece: &MotionPiece, wall: Wall, min: &Vector3<f64>, max: &Vector3<f64>) -> Gap {
    let axis = wall.axis();
    // The tight box of a ball grows with the ball.
    let (swell, growth) = (piece.swell, piece.growth);
    let (start, sign) = if wall.is_upper() {
        (max[axis] - (piece.position[axis] + extents.max[axis]), -1.0)
    } else {
        (piece.position[axis] + extents.min[axis] - min[axis], 1.0)
    };
    Gap {
        start: start - swell,
        rate: sign * piece.velocity[axis] - growth,
        acceleration: sign * piece.acceleration[axis],
    }
}

/// The first time from the piece's epoch on at which the body touches one of some walls while
/// approaching it, and the wall; at equal times the first in their order. The time is absolute.
#[inline]
pub(crate) fn first_wall_impact(
    extents: &Extents,
    piece: &MotionPiece,
    min: &Vector3<f64>,
    max: &Vector3<f64>,
    walls: impl IntoIterator<Item = Wall>,
) -> Option<(f64, Wall)> {
    let mut first: Option<(f64, Wall)> = None;
    for wall in walls {
        let Some(s) = time_to_wall(extents, piece, min, max, wall) else {
            continue;
        };
        let time = piece.epoch + s;
        if first.is_none_or(|(earliest, _)| time < earliest) {
            first = Some((time, wall));
        }
    }
    first
}

/// The same for the walls of some axes.
#[inline]
pub(crate) fn first_impact_on_axes(
    extents: &Extents,
    piece: &MotionPiece,
    min: &Vector3<f64>,
    max: &Vector3<f64>,
    axes: [bool; 3],
) -> Option<(f64, Wall)> {
    let walls = Wall::ALL.into_iter().filter(|wall| axes[wall.axis()]);
    first_wall_impact(extents, piece, min, max, walls)
}

/// Rounding of the absolute time of an impact on this wall: the rounded time minus the computed
/// one, in seconds.
pub(crate) fn lateness(extents: &Extents, piece: &MotionPiece, min: &Vector3<f64>, max: &Vector3<f64>, wall: Wall) -> f64 {
    let s = time_to_wall(extents, piece, min, max, wall);
    s.map_or(0.0, |s| rounded_sum(piece.epoch, s).1)
}

/// The time at which the body touches a wall while approaching it, in seconds after the piece's
/// epoch.
#[inline]
fn time_to_wall(extents: &Extents, piece: &MotionPiece, min: &Vector3<f64>, max: &Vector3<f64>, wall: Wall) -> Option<f64> {
    let gap = wall_gap(extents, piece, wall, min, max);
    // Most walls are behind the body: without the rounding, which takes longer.
    if gap.rate >= 0.0 && gap.acceleration >= 0.0 {
        return None;
    }
    let rest = MotionPiece {
        epoch: piece.epoch,
        ..MotionPiece::at_rest()
    };
    let rel = Relative::new(&rest, piece);
    let axis = wall.axis();
    let (plane, extent) = if wall.is_upper() {
        (max[axis], extents.max[axis])
    } else {
        (min[axis], extents.min[axis])
    };
    let length_noise = length_noise(&rel, plane.abs() + extent.abs() + piece.swell, 0.0);
    gap.first_approach(speed_noise(&rel, 0.0), length_noise)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn domain() -> (Vector3<f64>, Vector3<f64>) {
        (Vector3::new(-10.0, -20.0, -30.0), Vector3::new(10.0, 20.0, 30.0))
    }

    fn body() -> Extents {
        Extents {
            min: Vector3::new(-1.0, -2.0, -3.0),
            max: Vector3::new(2.0, 1.0, 1.0),
        }
    }

    fn first(piece: &MotionPiece) -> Option<(f64, Wall)> {
        let (min, max) = domain();
        first_wall_impact(&body(), piece, &min, &max, Wall::ALL)
    }

    #[test]
    fn each_wall_is_hit_by_the_box_face_towards_it() {
        for (velocity, expected) in [
            ([-1.0, 0.0, 0.0], (9.0, Wall::MinX)),
            ([1.0, 0.0, 0.0], (8.0, Wall::MaxX)),
            ([0.0, -1.0, 0.0], (18.0, Wall::MinY)),
            ([0.0, 1.0, 0.0], (19.0, Wall::MaxY)),
            ([0.0, 0.0, -1.0], (27.0, Wall::MinZ)),
            ([0.0, 0.0, 1.0], (29.0, Wall::MaxZ)),
        ] {
            let piece = MotionPiece {
                epoch: 100.0,
                velocity: velocity.into(),
                ..MotionPiece::at_rest()
            };
            assert_eq!(first(&piece), Some((100.0 + expected.0, expected.1)));
            let (min, max) = domain();
            assert_eq!(wall_gap(&body(), &piece, expected.1, &min, &max).at(expected.0), 0.0);
        }
    }

    #[test]
    fn walls_of_a_corner_are_hit_in_wall_order() {
        let mut piece = MotionPiece {
            velocity: Vector3::new(-1.0, -2.0, 0.0),
            ..MotionPiece::at_rest()
        };
        assert_eq!(first(&piece), Some((9.0, Wall::MinX)));
        piece = piece.rebased(9.0);
        piece.velocity.x = 1.0;
        assert_eq!(first(&piece), Some((9.0, Wall::MinY)));
        piece.velocity.y = 2.0;
        assert_eq!(first(&piece), Some((9.0 + 17.0, Wall::MaxX)));
    }

    #[test]
    fn a_thrown_body_returns_to_the_wall() {
        let piece = MotionPiece {
            position: Vector3::new(0.0, -18.0, 0.0),
            velocity: Vector3::new(0.0, 10.0, 0.0),
            acceleration: Vector3::new(0.0, -10.0, 0.0),
            ..MotionPiece::at_rest()
        };
        assert_eq!(first(&piece), Some((2.0, Wall::MinY)));
        let at_rest = MotionPiece {
            velocity: Vector3::zeros(),
            ..piece
        };
        assert_eq!(first(&at_rest), Some((0.0, Wall::MinY)));
        let weightless = MotionPiece {
            acceleration: Vector3::zeros(),
            ..at_rest
        };
        assert_eq!(first(&weightless), None);
    }
}
