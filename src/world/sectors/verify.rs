//! Verification of a window, and its confirmation.
//!
//! A ball that touches an own ball of a sector within a window was at a depth of at most a diameter
//! and twice the way of the fastest ball since the ghosts were chosen: an *inner* ghost. Assume
//! that each inner ghost has the same collisions in its own sector. Then those of all own balls are
//! the right ones. For let the first wrong or missing one be that of a ball and a partner in the
//! sector of the ball. The partner is a ball of the sector or an inner ghost. Up to then both have
//! had their right motions there, and the time of their next collision is a function of these.
//!
//! Ghosts farther out may be wrong, as their partners are missing. They are set right afterwards.

use super::board::Board;
use super::record::{Entry, Former};
use super::sector::Sector;

impl Sector {
    /// Compares the collisions of ghosts up to a depth with those in their own sectors.
    pub(super) fn verify(&mut self, inner: f32, board: &Board) {
        self.inner = inner;
        let is_inner = |entry: &Entry| (0.0..=inner).contains(&self.depths[entry.name as usize]);
        let mut here: Vec<Entry> = self.of_ghosts.iter().filter(|entry| is_inner(entry)).copied().collect();
        let mut there: Vec<Entry> = Vec::new();
        for other in (0..board.count()).filter(|other| *other != self.number) {
            let page = board.read_page(other, self.page);
            there.extend(page.iter().filter(|entry| is_inner(entry)).copied());
        }
        let in_order = |list: &mut Vec<Entry>| list.sort_by(|one, other| one.key().partial_cmp(&other.key()).expect("times"));
        in_order(&mut here);
        in_order(&mut there);
        let is_same = here.len() == there.len() && here.iter().zip(&there).all(|(one, other)| one.is_same(other));
        if !is_same {
            board.note_mismatch();
        }
    }

    /// The window is right: sets the other ghosts right, and publishes the collisions.
    pub(super) fn confirm(&mut self, board: &Board) {
        let now = self.to;
        let is_outer = |name: u32| {
            let depth = self.depths[name as usize];
            depth > self.inner && depth < f32::INFINITY
        };
        // The last motion of each ghost by its own sector, or else the one before the window.
        let mut right: Vec<Former> = Vec::new();
        for other in (0..board.count()).filter(|other| *other != self.number) {
            let page = board.read_page(other, self.page);
            let outer = page.iter().rev().filter(|entry| is_outer(entry.name));
            right.extend(outer.map(|entry| Former {
                name: entry.name,
                state: entry.state,
            }));
        }
        right.extend(self.former.iter().filter(|former| is_outer(former.name)));
        let mut order: Vec<(u32, u32)> = right.iter().zip(0..).map(|(former, at)| (former.name, at)).collect();
        order.sort_unstable();
        order.dedup_by_key(|(name, _)| *name);
        for (name, at) in order {
            let (present, right) = (self.lane.state(name), &right[at as usize].state);
            if !present.has_motion_of(right) || present.past != right.past {
                self.lane.restore(name, right, now);
            }
        }
        self.lane.flush(now);
        self.from = now;
        board.confirm(self.number, &mut self.records);
    }
}
