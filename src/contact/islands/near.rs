//! What disturbs an island between two renewals: collisions, which change some motions only.

use super::constants::most_hits;
use super::loaded::Problem;
use super::present;
use crate::contact::context::Rests;

impl Rests<'_> {
    /// Counts the collisions in islands since the last event. An island with [too many](most_hits) since its last renewal
    /// is renewed before the next event, and so is one that sleeps.
    pub(crate) fn count_disturbances(&mut self) {
        let now = self.clock.now();
        for body in self.contacts.islands_mut().take_disturbed() {
            let Some(island) = self.contacts.islands().graph.island_of(body) else {
                continue;
            };
            self.contacts.islands_mut().keep_former(island);
            self.wake(island);
            let (bodies, islands) = (&*self.bodies, self.contacts.islands_mut());
            let of_island = islands.graph.island_mut(island);
            of_island.hits += 1;
            if of_island.hits as usize > most_hits(of_island.members.len()) {
                islands.set_due(island, Some(now), |body| bodies.serial(body));
            }
        }
    }

    /// Begins the pieces of the bodies with a velocity that impulses have changed.
    pub(super) fn apply(&mut self, problem: &Problem) {
        let now = self.clock.now();
        for (body, velocity, angular_velocity) in problem.results() {
            let piece = self.bodies[body].piece();
            let spins_on = present::spin(piece, now) == *angular_velocity;
            if piece.velocity_at(now) != *velocity || !spins_on {
                self.motions().begin_piece(body, *velocity);
                if !spins_on {
                    self.set_spin(body, *angular_velocity);
                }
            }
        }
    }
}
