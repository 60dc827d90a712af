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
use super::record::{ABSENT, Entry};
use super::sector::Sector;
use crate::lane::balls::BallState;

impl Sector {
    /// Compares the collisions of ghosts up to a depth with those in their own sectors.
    pub(super) fn verify(&mut self, inner: f32, board: &Board) {
        self.inner = inner;
        let is_inner = |entry: &Entry| (0.0..=inner).contains(&self.depths[entry.name as usize]);
        let mut here: Vec<Entry> = self.of_ghosts.iter().filter(|entry| is_inner(entry)).copied().collect();
        let mut there: Vec<Entry> = Vec::new();
        for page in board.pages_of_others(self.number, self.page) {
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
        let wrong = self.wrong_ghosts(board);
        if !wrong.is_empty() {
            self.set_right(&wrong, board);
        }
        self.lane.flush(now);
        self.from = now;
        board.confirm(self.number, &mut self.records);
    }

    /// Whether a ball is a ghost that has not been verified.
    fn is_outer(&self, name: u32) -> bool {
        let depth = self.depths[name as usize];
        depth > self.inner && depth < ABSENT
    }

    /// The outer ghosts that do not have their last motion in their own sector, in order. Without
    /// collisions there that is the motion before the window.
    fn wrong_ghosts(&self, board: &Board) -> Vec<u32> {
        let mut right: Vec<(u32, BallState)> = Vec::new();
        for page in board.pages_of_others(self.number, self.page) {
            let outer = page.iter().rev().filter(|entry| self.is_outer(entry.name));
            right.extend(outer.map(|entry| (entry.name, entry.state)));
        }
        let former = self.former.iter().filter(|former| self.is_outer(former.name));
        right.extend(former.map(|former| (former.name, former.state)));
        let mut order: Vec<(u32, u32)> = right.iter().zip(0..).map(|((name, _), at)| (*name, at)).collect();
        order.sort_unstable();
        order.dedup_by_key(|(name, _)| *name);
        let is_wrong = |&(name, at): &(u32, u32)| {
            let (present, right) = (self.lane.state(name), &right[at as usize].1);
            !present.has_motion_of(right) || present.past != right.past
        };
        order.into_iter().filter(is_wrong).map(|(name, _)| name).collect()
    }

    /// Takes ghosts back to the begin of the window, and then from one motion in their own sectors to
    /// the next.
    fn set_right(&mut self, wrong: &[u32], board: &Board) {
        let now = self.to;
        let is_wrong = |name: u32| wrong.binary_search(&name).is_ok();
        let back = self.former.iter().rev().filter(|former| is_wrong(former.name));
        for former in back {
            self.lane.restore(former.name, &former.state, now);
        }
        for page in board.pages_of_others(self.number, self.page) {
            for entry in page.iter().filter(|entry| is_wrong(entry.name)) {
                self.lane.restore(entry.name, &entry.state, now);
            }
        }
    }
}
