//! When a slide ends: the sliding stops, or its direction has changed too far for a constant
//! friction force. So do rolling and spinning of balls. The forces are computed again then.

use super::coefficients::Coefficients;
use super::course::end_of;
use super::friction::slowest_slide;
use super::rolling::{Rolling, Twists};
use super::wall_bits::walls_in;
use crate::bodies::{Bodies, State};
use crate::domain::Wall;
use crate::lane::pairs::Pair;
use crate::motion::MotionPiece;
use crate::scene::Settings;
use nalgebra::Vector3;

/// When the first slide of a pair at rest ends, in seconds. None if it does not slide.
pub(crate) fn pair_slide_end(bodies: &Bodies, pair: &Pair, settings: &Settings) -> Option<f64> {
    if !pair.is_at_rest() {
        return None;
    }
    let [a, b] = pair.bodies().map(|body| &bodies[body]);
    let contact = Contact {
        pieces: [a.piece(), b.piece()],
        coefficients: Coefficients::between(a, b),
        rolling: Rolling::of([Some(a), Some(b)]),
        slowest: slowest_slide(&settings.zeno),
    };
    let ends = pair.resting().iter().filter_map(|normal| contact.end(normal));
    ends.min_by(f64::total_cmp)
}

/// When the first slide of a body over the walls that it rests on ends, in seconds, and on which
/// wall.
pub(crate) fn wall_slide_end(state: &State, settings: &Settings) -> Option<(f64, Wall)> {
    if state.contact().wall_rests() == 0 {
        return None;
    }
    let wall = MotionPiece {
        epoch: state.piece().epoch,
        ..MotionPiece::at_rest()
    };
    // The normal is from the body to the wall.
    let contact = Contact {
        pieces: [state.piece(), &wall],
        coefficients: Coefficients::on_wall(state, settings),
        rolling: Rolling::of([Some(state), None]),
        slowest: slowest_slide(&settings.zeno),
    };
    let ends = walls_in(state.contact().wall_rests()).filter_map(|wall| Some((contact.end(&wall.normal())?, wall)));
    ends.min_by(|(one, _), (other, _)| one.total_cmp(other))
}

/// Two parties at rest.
struct Contact<'a> {
    pieces: [&'a MotionPiece; 2],
    coefficients: Coefficients,
    rolling: Rolling,
    /// See [`slowest_slide`].
    slowest: f64,
}

impl Contact<'_> {
    /// When the sliding, rolling or spinning along one normal ends. A function of the two pieces, the
    /// normal and the constants alone.
    fn end(&self, normal: &Vector3<f64>) -> Option<f64> {
        let (coefficients, rolling) = (&self.coefficients, &self.rolling);
        let spins = coefficients.spinning > 0.0 && rolling.is_some();
        if coefficients.sliding == 0.0 && !spins {
            return None;
        }
        let [a, b] = self.pieces;
        let start = a.epoch.max(b.epoch);
        let velocities = Twists {
            linear: self.pieces.map(|piece| piece.velocity_at(start)),
            angular: self.pieces.map(|piece| piece.angular_velocity_at(start)),
        };
        let changes = Twists {
            linear: self.pieces.map(|piece| piece.acceleration),
            angular: self.pieces.map(|piece| piece.angular_acceleration),
        };
        let of_both = |of: fn(&Rolling, &Vector3<f64>, &Twists) -> Vector3<f64>| {
            [of(rolling, normal, &velocities), of(rolling, normal, &changes)]
        };
        let mut ends = [None; 2];
        if coefficients.sliding > 0.0 {
            let sliding = of_both(Rolling::sliding);
            ends[0] = match coefficients.rolling > 0.0 && rolling.is_some() && sliding[0].norm() <= self.slowest {
                true => end_of(start, &of_both(Rolling::turning), self.slowest / rolling.radius()),
                false => end_of(start, &sliding, self.slowest),
            };
        }
        if spins {
            let along = [&velocities, &changes].map(|of| normal * rolling.spinning(normal, of));
            ends[1] = end_of(start, &along, self.slowest / rolling.radius());
        }
        ends.into_iter().flatten().min_by(f64::total_cmp)
    }
}
