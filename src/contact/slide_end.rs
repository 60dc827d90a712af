//! When a slide ends: the sliding stops, or its direction has changed too far for a constant
//! friction force. The forces are computed again then.

use super::coefficients::{friction_between, friction_on_wall};
use super::constants::{MAX_DIRECTION_CHANGE, STRAIGHT};
use super::friction::slowest_slide;
use super::wall_bits::walls_in;
use crate::bodies::{Bodies, State};
use crate::domain::Wall;
use crate::lane::pairs::Pair;
use crate::motion::MotionPiece;
use crate::scene::Settings;
use nalgebra::Vector3;

/// When the first slide of a pair at rest ends, in seconds. None if it does not slide.
pub(crate) fn pair_slide_end(bodies: &Bodies, pair: &Pair, settings: &Settings) -> Option<f64> {
    let [a, b] = pair.bodies().map(|body| &bodies[body]);
    if !pair.is_at_rest() || friction_between(a, b) == 0.0 {
        return None;
    }
    let slowest = slowest_slide(&settings.zeno);
    let ends = pair
        .resting()
        .iter()
        .filter_map(|normal| slide_end(a.piece(), b.piece(), normal, slowest));
    ends.min_by(f64::total_cmp)
}

/// When the first slide of a body over the walls that it rests on ends, in seconds, and on which
/// wall.
pub(crate) fn wall_slide_end(state: &State, settings: &Settings) -> Option<(f64, Wall)> {
    if state.contact().wall_rests() == 0 || friction_on_wall(state, settings) == 0.0 {
        return None;
    }
    let fixed = MotionPiece {
        epoch: state.piece().epoch,
        ..MotionPiece::at_rest()
    };
    let slowest = slowest_slide(&settings.zeno);
    let ends = walls_in(state.contact().wall_rests()).filter_map(|wall| {
        let end = slide_end(&fixed, state.piece(), &wall.normal(), slowest)?;
        Some((end, wall))
    });
    ends.min_by(|(one, _), (other, _)| one.total_cmp(other))
}

/// When the slide of `b` over `a` ends. A function of the two pieces and the normal alone.
fn slide_end(a: &MotionPiece, b: &MotionPiece, normal: &Vector3<f64>, slowest: f64) -> Option<f64> {
    let start = a.epoch.max(b.epoch);
    let along = |v: Vector3<f64>| v - normal * normal.dot(&v);
    let sliding = along(b.velocity_at(start) - a.velocity_at(start));
    let pull = along(b.acceleration - a.acceleration);
    let (speed, strength) = (sliding.norm(), pull.norm());
    if speed <= slowest || strength == 0.0 {
        return None;
    }
    let against = -sliding.dot(&pull) / speed;
    let across = (pull + sliding * (against / speed)).norm();
    let until_slowest = if against > 0.0 {
        speed * against / (strength * strength)
    } else {
        f64::INFINITY
    };
    let until_direction = if across > STRAIGHT * strength {
        MAX_DIRECTION_CHANGE * speed / across
    } else {
        f64::INFINITY
    };
    let first = until_slowest.min(until_direction);
    if !first.is_finite() {
        return None;
    }
    // The sliding may be slowest right now, or stop within the rounding of the time. An end at the
    // start would repeat at this time without limit.
    let ends = [first, until_direction].map(|after| start + after);
    let end = ends.into_iter().find(|end| *end > start && *end < f64::INFINITY);
    Some(end.unwrap_or(start.next_up()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slide_ends_after_it_begins() {
        let fixed = MotionPiece::at_rest();
        for (pull, within) in [
            // Across the sliding, and against it by a rounding.
            (Vector3::new(-1e-12, 0.0, 9.0), 1e-5),
            // So strong that the time until it stops is below one rounding of the start.
            (Vector3::new(-1e15, 0.0, 0.0), 1e-15),
        ] {
            let slides = MotionPiece {
                epoch: 3.9,
                velocity: Vector3::x() * 1e-5,
                acceleration: pull,
                ..MotionPiece::at_rest()
            };
            let end = slide_end(&fixed, &slides, &Vector3::y(), 1e-6);
            assert!(end.is_some_and(|end| end > 3.9 && end <= 3.9 + within), "{end:?}");
        }
    }
}
