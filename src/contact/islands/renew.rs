//! The renewal of an island.

use super::constants::ALONE;
use super::measure::{Measured, may_turn};
use super::probes::Stage;
use super::split::Part;
use crate::contact::context::Rests;
use nalgebra::Vector3;

impl Rests<'_> {
    /// Renews an island: ends the touches that have parted, splits it where it falls apart, and gives
    /// its bodies new velocities.
    ///
    /// The next renewal is due before a body has fallen by a hundredth of its radius from rest (a fiftieth in large
    /// islands), slid over another by a quarter, or turned by 0.06 radians (0.09 in large islands). So a body has at most
    /// sqrt(a / (0.02 r)) + v / (0.25 r) + 17 w renewals a second, where a is the greatest acceleration of
    /// a body in its island, v the greatest speed of two that touch, w the greatest angular speed and r the
    /// least radius; and eight times as many while the problem is not solved well enough. On a rim at an angle b
    /// to its plane it has 17 w / sin b, until it counts as flush.
    ///
    /// Bodies that have [settled](super::settled) are not renewed.
    ///
    /// Cost: of the others, a distance for each touch, some sweeps over them, and the predictions of the bodies;
    /// distances and sweeps up to five times where settled bodies are probed.
    pub(crate) fn renew_island(&mut self, number: u32) {
        self.ledger.counters_mut().renewals += 1;
        self.contacts.islands_mut().keep_former(number);
        self.renew(number, Stage::First);
    }

    /// The same in one of its stages.
    pub(super) fn renew(&mut self, number: u32, stage: Stage) {
        let members = self.contacts.islands().graph.island(number).members.clone();
        if stage == Stage::First {
            self.stir_and_settle(number, &members);
        }
        let mut renewed = self.renewed_of(&members);
        let mut measured = self.measured_of(&renewed);
        // (What is only examined parts from nothing.)
        if !matches!(stage, Stage::Probe(_)) {
            if self.stir_all_relieved(&measured) {
                renewed = self.renewed_of(&members);
                measured = self.measured_of(&renewed);
            }
            for parted in measured.iter().filter(|one| one.near.is_empty()) {
                self.predict_again_if_kept_open(parted.touch);
                self.contacts.islands_mut().graph.remove_touch(parted.touch);
            }
        }
        measured.retain(|one| !one.near.is_empty());
        let settled: Vec<u32> = members.iter().copied().filter(|member| self.is_settled(*member)).collect();
        let mut around = self.find_nearby(&renewed, &settled, &measured);
        let ahead = self.time_ahead(&renewed, measured.len());
        let velocity = |rests: &Rests<'_>, body: u32, _: &Vector3<f64>| rests.velocity_ahead(body, ahead);
        measured.extend(self.begin_approaching(&mut around.near, ahead, velocity));
        let parts = match stage {
            Stage::Probe(_) => vec![Part::whole(number, &members, measured, around)],
            _ => self.split(number, &members, measured, around),
        };
        for part in parts {
            let moves = part.members.iter().any(|member| !self.is_settled(*member));
            match part.measured.is_empty() {
                _ if !moves => self.let_sleep(part.number),
                true => part.members.iter().for_each(|member| self.release(*member)),
                false if self.stays_alone(&part) => self.release_from_face(part.members[0], &part.measured[0]),
                false => self.renew_connected(part, stage),
            }
        }
    }

    /// Begins new pieces for some bodies of an island, but for those that are probed, and measures what they touch.
    fn measured_of(&mut self, renewed: &[u32]) -> Vec<Measured> {
        for member in renewed {
            if !self.is_probed(*member) {
                self.contacts.islands_mut().graph.links[*member as usize].apart.clear();
                self.motions().restart(*member);
            }
        }
        self.measure_touches(renewed)
    }

    /// An island falls asleep of which all bodies have settled.
    fn let_sleep(&mut self, number: u32) {
        let (now, bodies) = (self.clock.now(), &*self.bodies);
        let islands = self.contacts.islands_mut();
        let island = islands.graph.island_mut(number);
        (island.sleeps, island.hits, island.renewed) = (true, 0, now);
        islands.set_due(number, None, |body| bodies.serial(body));
    }

    /// Whether a part has been a lone ball for some renewals. (One that leaves others is among them again
    /// soon, as a rule.)
    fn stays_alone(&mut self, part: &Part) -> bool {
        let is_alone = self.is_lone_ball(part);
        let island = self.contacts.islands_mut().graph.island_mut(part.number);
        island.alone = if is_alone { island.alone + 1 } else { 0 };
        island.alone > ALONE
    }

    /// Whether a part is one ball that touches nothing but one face of what does not move. It goes on
    /// exactly, as a ball does that bounces, slides or rolls alone.
    fn is_lone_ball(&self, part: &Part) -> bool {
        let ([member], [one]) = (part.members.as_slice(), part.measured.as_slice()) else {
            return false;
        };
        let [near] = one.near.as_slice() else { return false };
        near.face.is_some()
            && part.around.near.is_empty()
            && !may_turn(&self.bodies[*member])
            && self.is_supported(&part.measured)
    }
}
