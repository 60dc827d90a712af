//! Leases that are renewed together, some a little before they expire: the grid then changes once for all of them, and
//! the memory of many is waited for at once.

use super::constants::{BODIES_FOR_ONE, MOST_TOGETHER, SOON};
use super::state::Leases;
use crate::broad::change::CandidateChange;
use crate::queue::{EventQueue, Time};

/// Lists in use while leases are renewed together.
#[derive(Debug)]
pub(super) struct Together {
    /// At most one lease of so many is renewed together with others.
    bodies_for_one: usize,
    bodies: Vec<u32>,
    /// By body: the pairs that begin or end; 0 outside of the renewal.
    exchanged: Vec<u32>,
}

impl Default for Together {
    fn default() -> Self {
        Self {
            bodies_for_one: BODIES_FOR_ONE,
            bodies: Vec::new(),
            exchanged: Vec::new(),
        }
    }
}

impl Leases {
    /// As many leases are renewed together as expire soon.
    #[cfg(test)]
    pub(super) fn all_together(mut self) -> Self {
        self.together.bodies_for_one = 1;
        self
    }

    /// Renews the lease of a body that expires, and others that expire soon, up to a number of expiries in all.
    /// Returns how many.
    pub(super) fn renew_together(&mut self, first: u32, now: f64, last: u64, changes: &mut Vec<CandidateChange>) -> u64 {
        let most = (self.bodies.len() / self.together.bodies_for_one).clamp(1, MOST_TOGETHER);
        let mut together = std::mem::take(&mut self.together);
        together.bodies.clear();
        let mut next = Some(first);
        while let Some(body) = next {
            self.counts.expired += 1;
            self.note_ahead(now, body);
            self.put_again(body, now);
            together.bodies.push(body);
            let goes_on = together.bodies.len() < most && self.counts.expired < last;
            next = goes_on.then(|| self.expires_soon(now)).flatten();
        }
        let before = changes.len();
        self.apply(changes);
        self.note_exchanged(&mut together, &changes[before..]);
        let count = together.bodies.len() as u64;
        self.together = together;
        count
    }

    /// The body of the lease that expires next, if that is soon and it has not been made just now.
    fn expires_soon(&self, now: f64) -> Option<u32> {
        let (Time(time), body) = self.expiries.peek()?;
        let since = self.bodies[body as usize].as_ref()?.since;
        (since < now && time - now <= SOON * (time - since)).then_some(body)
    }

    /// Sets how many pairs begin or end with each new lease.
    fn note_exchanged(&mut self, together: &mut Together, changes: &[CandidateChange]) {
        let Together { bodies, exchanged, .. } = together;
        exchanged.resize(self.bodies.len(), 0);
        let changed = || changes.iter().flat_map(|change| change.bodies).map(|body| body as usize);
        changed().for_each(|body| exchanged[body] += 1);
        for body in bodies {
            if let Some(leased) = &mut self.bodies[*body as usize] {
                leased.extent.note_exchanged(exchanged[*body as usize]);
            }
        }
        changed().for_each(|body| exchanged[body] = 0);
    }
}
