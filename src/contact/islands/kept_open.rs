//! Which gaps the result of a problem keeps open.

use super::loaded::{Place, Problem};
use super::measure::may_turn;
use super::solver::Load;
use super::turning::Turning;
use crate::contact::context::Rests;
use nalgebra::Vector3;

/// A touch after a renewal.
pub(super) struct Kept {
    pub(super) touch: u32,
    /// Whether it stays open at all places.
    pub(super) stays: bool,
    /// Whether the normal is tilted at one.
    pub(super) is_tilted: bool,
}

impl Problem {
    /// The time in which no gap closes that is open by now, of those that close within `time`; infinite if
    /// none does.
    pub(super) fn safe_time(&self, time: f64) -> f64 {
        let closing = self.loads.iter().zip(&self.places).filter_map(|(load, place)| {
            let rate = load.rate(&self.movers);
            (rate < 0.0 && place.near.gap + rate * time < -place.penetration).then(|| place.near.gap.max(0.0) / -rate)
        });
        closing.fold(f64::INFINITY, f64::min)
    }

    /// Whether no gap closes within a time in seconds.
    pub(super) fn is_safe(&self, time: f64) -> bool {
        self.safe_time(time) == f64::INFINITY
    }

    /// The touches, and which of them stay open for some time. (Infinite: for ever.)
    pub(super) fn kept_open(&self, rests: &Rests<'_>, time: f64) -> impl Iterator<Item = Kept> {
        let mut loads = self.loads.as_slice();
        let touches = self.places.chunk_by(|one, other| one.touch == other.touch);
        touches.map(move |places| {
            let (of_touch, others) = loads.split_at(places.len());
            loads = others;
            let has_other_parts = places[0].has_other_parts;
            let curves = has_other_parts || do_curve(rests, places[0].bodies);
            let turning = curves.then(|| self.turning(rests, places[0].bodies, &places[0].shift));
            let stays = |(load, place): (&Load, &Place)| self.stays_open(load, place, turning.as_ref(), time);
            Kept {
                touch: places[0].touch,
                stays: of_touch.iter().zip(places).all(stays),
                is_tilted: places.iter().any(|place| place.near.is_tilted),
            }
        })
    }

    /// Whether the gap at a place does. `turning`: none if it changes by its rate alone.
    fn stays_open(&self, load: &Load, place: &Place, turning: Option<&Turning>, time: f64) -> bool {
        let of_material = turning.map_or(0.0, |turning| turning.rate_of_material(&place.near));
        let rate = load.rate(&self.movers) - of_material;
        let turns = turning.map_or(0.0, |turning| turning.closes(&place.near, rate, time, place.margin));
        // With time, a rate adds up linearly, and turning by its square.
        let opens = if rate == 0.0 { 0.0 } else { rate * time };
        let stays_at_place = || turning.is_none_or(|turning| turning.moves(time) <= place.margin);
        place.near.gap + opens.min(turns) - turns >= -place.penetration && (!place.has_other_parts || stays_at_place())
    }

    /// The turning of two bodies (none: a wall) with its velocities. `shift`: from the second to the image that is
    /// touched, in metres.
    pub(super) fn turning(&self, rests: &Rests<'_>, bodies: [Option<u32>; 2], shift: &Vector3<f64>) -> Turning {
        let (now, motion) = (rests.clock.now(), |body| self.motion_of(rests, body));
        Turning::new(bodies, rests.bodies, now, shift, motion)
    }
}

/// Whether a body (none: a wall) of a touch turns or accelerates. Otherwise its gaps change by their rates alone.
pub(super) fn do_curve(rests: &Rests<'_>, bodies: [Option<u32>; 2]) -> bool {
    let curves = |body: u32| {
        let state = &rests.bodies[body];
        may_turn(state) || state.piece().acceleration != Vector3::zeros()
    };
    bodies.into_iter().flatten().any(curves)
}
