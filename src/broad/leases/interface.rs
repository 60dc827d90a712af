//! Leases behind the interface of all broad phases.

use super::ahead::{Ahead, Renewal};
use super::lease::{holds, until};
use super::leased::Leased;
use super::state::Leases;
use crate::broad::broad_phase::BroadPhase;
use crate::broad::change::CandidateChange;
use crate::domain::ImageOffset;
use crate::motion::bounds::Bounds;
use crate::queue::{EventQueue, Time};
use crate::sap::{Aabb, Store};

impl BroadPhase for Leases {
    fn insert(&mut self, bodies: &[(u32, Bounds)], now: f64, changes: &mut Vec<CandidateChange>) {
        self.idle.reset(now);
        for (body, bounds) in bodies {
            self.put_new(*body, bounds, [0; 3], now);
        }
        self.apply(changes);
    }

    fn remove(&mut self, body: u32, _now: f64, changes: &mut Vec<CandidateChange>) {
        self.bodies[body as usize] = None;
        self.expiries.remove(body);
        self.grid.remove(body);
        self.apply(changes);
    }

    fn reinsert(&mut self, body: u32, bounds: &Bounds, now: f64, changes: &mut Vec<CandidateChange>) {
        self.idle.reset(now);
        let offset = self.bodies[body as usize].as_ref().map_or([0; 3], |leased| leased.offset);
        let before = changes.len();
        self.remove(body, now, changes);
        changes.truncate(before);
        self.put_new(body, bounds, offset, now);
        self.apply(changes);
    }

    fn shift_image(&mut self, body: u32, offset: &ImageOffset) {
        if let (Some(copies), Some(leased)) = (&self.grid.copies, &mut self.bodies[body as usize])
            && leased.offset != *offset
        {
            let by = std::array::from_fn(|axis| offset[axis] - leased.offset[axis]);
            leased.lease = copies.shifted_down(&leased.lease, &by);
            leased.offset = *offset;
        }
    }

    fn update(&mut self, body: u32, bounds: &Bounds, now: f64, changes: &mut Vec<CandidateChange>) {
        // A rewind never goes back to before a change of motion.
        self.ahead.clear();
        self.idle.reset(now);
        let Some(leased) = &mut self.bodies[body as usize] else {
            return;
        };
        leased.bounds = *bounds;
        leased.extent.note_change();
        let until = until(bounds, &leased.lease, now);
        if until > now && !leased.extent.is_expensive(self.pairs[body as usize]) {
            self.counts.kept += 1;
            self.expire_at(body, until);
        } else {
            self.counts.left += 1;
            self.renew(body, now, changes);
        }
    }

    fn next_time(&self) -> f64 {
        let first = self.expiries.peek().map_or(f64::INFINITY, |(Time(time), _)| time);
        first.max(self.idle.until())
    }

    fn advance(&mut self, until: f64, changes: &mut Vec<CandidateChange>) -> f64 {
        self.advance_some(until, usize::MAX, changes)
    }

    fn advance_some(&mut self, until: f64, steps: usize, changes: &mut Vec<CandidateChange>) -> f64 {
        let (before, last) = (changes.len(), self.counts.expired.saturating_add(steps as u64));
        while self.next_time() <= until
            && self.next_time() < f64::INFINITY
            && let Some((Time(time), body)) = self.expiries.peek()
        {
            let time = time.max(self.idle.until());
            let count = self.renew_together(body, time, last, changes);
            if self.grid.copies.is_none() && self.expiries.peek().is_none_or(|(Time(next), _)| next > time) {
                // All leases hold, so all boxes that overlap are candidates. (The search leaves out
                // images.)
                self.idle.note_expiries(count, &self.bodies, time);
            }
            if changes.len() > before || self.counts.expired == last {
                return time;
            }
        }
        until
    }

    /// A lease made ahead holds its body from then on: where the body is before that, it may need
    /// another.
    fn rewind(&mut self, now: f64, changes: &mut Vec<CandidateChange>) {
        self.idle.reset(now);
        let mut ahead = match std::mem::take(&mut self.ahead) {
            Ahead::Listed(ahead) => ahead,
            Ahead::Many => self.all_made_after(now),
        };
        ahead.retain(|renewal| renewal.time > now);
        // Stable: of the renewals of a body the first stays first.
        ahead.sort_by_key(|renewal| renewal.body);
        ahead.dedup_by_key(|renewal| renewal.body);
        for Renewal { body, extent, .. } in ahead {
            if let Some(leased) = &mut self.bodies[body as usize]
                && leased.since > now
            {
                leased.extent = extent;
                self.renew(body, now, changes);
            }
        }
        self.refresh(now, changes);
    }

    fn go_back(&mut self, now: f64, changes: &mut Vec<CandidateChange>) {
        // The list ends at the last change of motion.
        self.ahead = Ahead::Many;
        self.rewind(now, changes);
    }

    /// While no boxes could meet, leases have expired that were not renewed.
    fn refresh(&mut self, now: f64, changes: &mut Vec<CandidateChange>) {
        while let Some((Time(time), body)) = self.expiries.peek()
            && time <= now
        {
            self.counts.expired += 1;
            self.renew(body, now, changes);
        }
    }

    fn displaced(&self, now: f64, found: &mut Vec<u32>) {
        self.outside_of_leases(now, found);
    }

    fn candidates_in(&self, region: &Aabb<f64, 3>, _now: f64, found: &mut Vec<u32>) {
        self.leased_in(region, found);
    }

    fn cell_width(&self) -> Option<f64> {
        self.grid.boxes.cell_width()
    }

    fn extent(&self) -> Option<Aabb<f64, 3>> {
        self.grid.boxes.extent()
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("leases expired", self.counts.expired),
            ("leases left", self.counts.left),
            ("leases kept", self.counts.kept),
        ]
    }

    fn audit(&self, now: f64) -> Result<(), String> {
        for (body, leased) in self.bodies.iter().enumerate() {
            let Some(Leased {
                bounds, lease, offset, ..
            }) = leased
            else {
                continue;
            };
            if let Some(copies) = &self.grid.copies {
                copies.audit(body as u32, lease, offset)?;
            }
            let due = self.expiries.key(body as u32).is_some_and(|Time(time)| time <= now);
            if !due && !holds(lease, bounds, now) {
                return Err(format!("body {body} is not in its lease at {now}"));
            }
        }
        self.grid.boxes.sanity_check()
    }
}
