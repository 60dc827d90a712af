//! A rotating body against the walls of a box domain: each is a plane.

use super::super::advance::Target;
use super::super::{Interval, Moving};
use super::constants::MANY_RADIANS;
use super::over_plane::RotatingOverPlane;
use super::steps::Outcome;
use crate::domain::Wall;
use crate::roots::first_negative_quadratic;
use nalgebra::Vector3;

/// The first time from the piece's epoch on at which the body touches one of some walls while
/// approaching it, and the wall; at equal times the first wall in [`Wall`]'s order. If the search reaches its step
/// limit the time is early, with an open gap.
pub(in crate::impact) fn first_wall_impact(
    body: &Moving,
    min: &Vector3<f64>,
    max: &Vector3<f64>,
    walls: &[Wall],
) -> Option<(f64, Wall)> {
    let mut first: Option<(f64, Wall)> = None;
    // Walls that the body moves towards come first: their impact times shorten the search for the
    // others, above all for those that the body reaches only after very many rotations.
    for order in [WallOrder::Approaching, WallOrder::Receding, WallOrder::SlowApproach] {
        for wall in walls.iter().copied() {
            if order_of(wall, body, min, max) != order {
                continue;
            }
            let Some(plane) = plane_of(wall, body, min, max) else {
                continue;
            };
            let window = Interval {
                begin: 0.0,
                end: first.map_or(f64::INFINITY, |(time, _)| time),
            };
            let s = match plane.search(window, f64::INFINITY, Target::Impact) {
                Outcome::Met { s, .. } => s,
                // Later than the epoch, even if the two are equal as floats: otherwise the search
                // would stop there for ever.
                Outcome::StepLimit(s) => s.max(body.piece.epoch.next_up() - body.piece.epoch),
                Outcome::Apart => continue,
            };
            if first.is_none_or(|(time, other)| (s, wall as u32) < (time, other as u32)) {
                first = Some((s, wall));
            }
        }
    }
    first.map(|(s, wall)| (body.piece.epoch + s, wall))
}

/// The order in which the walls are searched.
#[derive(Clone, Copy, PartialEq)]
enum WallOrder {
    /// The body moves towards it.
    Approaching,
    /// It moves away from it at present.
    Receding,
    /// It moves towards it, but so slowly that it rotates very far on the way.
    SlowApproach,
}

fn order_of(wall: Wall, body: &Moving, min: &Vector3<f64>, max: &Vector3<f64>) -> WallOrder {
    let (outward, piece) = (wall.normal(), body.piece);
    let speed = outward.dot(&piece.velocity);
    if !(speed > 0.0) {
        return WallOrder::Receding;
    }
    let distance = at(wall, min, max) - outward.dot(&piece.position);
    let takes = first_negative_quadratic(distance, -speed, -0.5 * outward.dot(&piece.acceleration));
    if takes * piece.angular_velocity.norm() > MANY_RADIANS {
        WallOrder::SlowApproach
    } else {
        WallOrder::Approaching
    }
}

/// The position of a wall along its outward normal.
fn at(wall: Wall, min: &Vector3<f64>, max: &Vector3<f64>) -> f64 {
    let axis = wall.axis();
    if wall.is_upper() { max[axis] } else { -min[axis] }
}

/// The gap at which a rotating body counts as in contact with a wall at time t.
pub(in crate::impact) fn wall_touch(body: &Moving, min: &Vector3<f64>, max: &Vector3<f64>, wall: Wall, t: f64) -> f64 {
    let plane = plane_of(wall, body, min, max);
    plane.map_or(0.0, |plane| plane.touching_gap(t - body.piece.epoch, true))
}

fn plane_of<'a>(wall: Wall, body: &Moving<'a>, min: &Vector3<f64>, max: &Vector3<f64>) -> Option<RotatingOverPlane<'a>> {
    RotatingOverPlane::wall(&wall.normal(), at(wall, min, max), body)
}
