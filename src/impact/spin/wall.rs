//! A turning body against the walls of a box domain: each is a plane.

use super::super::advance::Wanted;
use super::super::{Interval, Moving};
use super::against_plane::TurningOverPlane;
use super::search::Outcome;
use crate::scene::Wall;
use nalgebra::Vector3;

/// The first time from the piece's epoch on at which the body meets a wall while approaching it, and the wall; the first in
/// [`Wall`]'s order at equal times. Early, with an open gap, where the search is cut off.
pub(in crate::impact) fn first_wall_impact(body: &Moving, min: &Vector3<f64>, max: &Vector3<f64>) -> Option<(f64, Wall)> {
    let mut first: Option<(f64, Wall)> = None;
    // Walls that the body goes towards come first: what they tell shortens the search for the others.
    for towards in [true, false] {
        for wall in Wall::ALL {
            let outward = wall.normal();
            if (outward.dot(&body.piece.velocity) > 0.0) != towards {
                continue;
            }
            let at = if wall.is_upper() {
                max[wall.axis()]
            } else {
                -min[wall.axis()]
            };
            let Some(plane) = TurningOverPlane::wall(&outward, at, body) else {
                continue;
            };
            let window = Interval {
                begin: 0.0,
                end: first.map_or(f64::INFINITY, |(time, _)| time),
            };
            let s = match plane.search(window, Wanted::Impact) {
                Outcome::Met { s, .. } => s,
                // Later than the epoch, even where floats do not tell the two apart: it would be given up there for ever.
                Outcome::GivenUp(s) => s.max(body.piece.epoch.next_up() - body.piece.epoch),
                Outcome::Apart => continue,
            };
            if first.is_none_or(|(time, other)| (s, wall as u32) < (time, other as u32)) {
                first = Some((s, wall));
            }
        }
    }
    first.map(|(s, wall)| (body.piece.epoch + s, wall))
}
