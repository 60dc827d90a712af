//! Prediction of collisions with the walls of the domain.

use super::World;
use crate::contact::wall_slide_end;
use crate::domain::Domain;
use crate::impact::first_wall_impact;
use crate::lane::order::{Step, WALL_SERIAL, due_in_round};
use crate::stopwatch::Part;

impl World {
    /// Predicts the next collision of a body with a wall of the domain. Fixed bodies pass through
    /// walls. In a periodic domain: the start of its next piece.
    pub(super) fn predict_walls(&mut self, index: u32) {
        let Domain::Box { min, max } = &self.config.settings().domain else {
            self.predict_wrap(index);
            return;
        };
        let state = &self.bodies[index];
        if !state.is_dynamic() || state.is_half_space() || state.lease().is_some() {
            return;
        }
        self.ledger.counters_mut().wall_predictions += 1;
        let walls = self.contacts.islands().walls_to_meet(&self.bodies, index);
        let impact = self
            .ledger
            .time(Part::Narrow, || first_wall_impact(&state.moving(), min, max, &walls));
        // A body that is pressed on a wall without closing rests again, with other forces.
        let slides = wall_slide_end(state, self.config.settings());
        let mut times = impact.into_iter().chain(slides);
        let first = times.by_ref().min_by(|(one, _), (other, _)| one.total_cmp(other));
        let next = first.map(|(time, wall)| {
            let time = time.max(self.clock.now());
            let serials = [state.serial(), WALL_SERIAL + wall as u32];
            due_in_round(time, Step::Impact.order(), self.bodies.round_of(time, &[index]), serials)
        });
        self.agenda.set_wall(index, next);
    }
}
