//! What disturbs an island between two renewals: slight collisions, which change some motions only.

use super::constants::{HITS_PER_BODY, VISITS};
use super::loaded::Problem;
use crate::contact::context::Rests;
use hashbrown::HashMap;
use smallvec::SmallVec;
use std::collections::VecDeque;

impl Rests<'_> {
    /// Solves the touches near the bodies that slight collisions have disturbed, and wakes islands that
    /// sleep and in which a motion has changed.
    pub(crate) fn solve_disturbed(&mut self) {
        if self.contacts.islands().is_empty() {
            return;
        }
        for at in 0..self.bodies.moved().len() {
            let body = self.bodies.moved()[at];
            if let Some(island) = self.contacts.islands().graph.island_of(body) {
                self.wake(island);
            }
        }
        if self.contacts.islands().is_calm() {
            return;
        }
        let now = self.clock.now();
        let mut disturbed = self.contacts.islands_mut().take_disturbed();
        while let Some(first) = disturbed.first().copied() {
            let graph = &self.contacts.islands().graph;
            let island = graph.island_of(first);
            let (of_one, others): (Vec<u32>, Vec<u32>) =
                disturbed.iter().partition(|body| graph.island_of(**body) == island);
            disturbed = others;
            let Some(island) = island else { continue };
            let (step, members) = (graph.island(island).step, graph.island(island).members.len() as u32);
            let of_island = self.contacts.islands_mut().graph.island_mut(island);
            of_island.hits += 1;
            if of_island.hits > HITS_PER_BODY * members {
                let bodies = &*self.bodies;
                self.contacts.islands_mut().set_due(island, Some(now), |body| bodies.serial(body));
            } else if step > 0.0 {
                self.solve_near(&of_one, step);
            }
        }
    }

    /// Solves the touches of some bodies of an island, then those of the bodies that these push, and so
    /// on, by some Gauss-Seidel steps. What they leave, later collisions or the next renewal do.
    fn solve_near(&mut self, bodies: &[u32], time: f64) {
        let mut problem = Problem::of_bodies(self, bodies);
        let mut loads: HashMap<u32, SmallVec<[u32; 1]>> = HashMap::new();
        let mut waiting: VecDeque<u32> = bodies.iter().copied().collect();
        for _ in 0..VISITS {
            let Some(body) = waiting.pop_front() else { break };
            let touches: SmallVec<[u32; 8]> = self.contacts.islands().graph.touches_of(body).iter().copied().collect();
            for touch in touches {
                let of_touch = loads.entry(touch).or_insert_with(|| {
                    let from = problem.loads.len() as u32;
                    problem.add(self, &self.measure(touch), time, 0.0);
                    (from..problem.loads.len() as u32).collect()
                });
                let mut changed = false;
                for at in of_touch.iter() {
                    changed |= problem.loads[*at as usize].improve(&mut problem.movers) > 1.0;
                }
                if changed {
                    let pushed = self.contacts.islands().graph.touch(touch).bodies();
                    for other in pushed.filter(|other| self.bodies[*other].is_dynamic()) {
                        if !waiting.contains(&other) {
                            waiting.push_back(other);
                        }
                    }
                }
            }
        }
        self.apply(&problem);
    }

    /// Begins the pieces of the bodies with a velocity that impulses have changed.
    pub(super) fn apply(&mut self, problem: &Problem) {
        let now = self.clock.now();
        for (body, velocity, angular_velocity) in problem.results() {
            let piece = self.bodies[body].piece();
            let spins_on = piece.angular_velocity_at(now) == *angular_velocity;
            if piece.velocity_at(now) != *velocity || !spins_on {
                self.motions().begin_piece(body, *velocity);
                if !spins_on {
                    self.set_spin(body, *angular_velocity);
                }
            }
        }
    }
}
