//! Which gaps the result of a problem keeps open.

use super::loaded::{Place, Problem};
use super::turning::Turning;
use crate::contact::context::Rests;

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

    /// The touch of each load, and whether that stays open for some time. (Infinite: for ever.)
    pub(super) fn kept_open(&self, rests: &Rests<'_>, time: f64) -> impl Iterator<Item = (u32, bool)> {
        self.loads.iter().zip(&self.places).map(move |(load, place)| {
            let turning = self.turning(rests, place);
            let rate = load.rate(&self.movers) - turning.rate_of_material(&place.near);
            let turns = turning.closes(&place.near, rate, time, place.margin);
            // With time, a rate adds up linearly, and turning by its square.
            let opens = if rate == 0.0 { 0.0 } else { rate * time };
            let stays = place.near.gap + opens.min(turns) - turns >= -place.penetration;
            (
                place.touch,
                stays && (!place.has_other_parts || turning.moves(time) <= place.margin),
            )
        })
    }

    pub(super) fn turning(&self, rests: &Rests<'_>, place: &Place) -> Turning {
        let (now, motion) = (rests.clock.now(), |body| self.motion_of(rests, body));
        Turning::new(place.bodies, rests.bodies, now, &place.shift, motion)
    }
}
