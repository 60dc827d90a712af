//! Verification of a window, and its confirmation.
//!
//! A ghost is *wrong* from the first collision on that it does not have in both its own sector and
//! this one. A sector is right about its own balls if no wrong ghost
//! 1. has collided with one of them here since, or
//! 2. touches one of them since with its motions in its own sector.
//!
//! For assume that this holds in all sectors, and let the first wrong or missing collision of an own
//! ball of any sector be that of a ball and a partner in the sector of the ball. Up to then the
//! motions of all own balls are right, each in its own sector. The partner is a ball of the sector, or a
//! ghost: ghosts are so deep that no other ball comes as near before they are chosen again. If it is not
//! wrong up to then, both have their right motions here, and the time of their next
//! collision is a function of these. If it is wrong, a wrong collision is one of the first kind, and a
//! missing one of the second.
//!
//! Wrong ghosts are set right afterwards.

use super::board::Board;
use super::record::{Entry, OfGhost, Role};
use super::sector::Sector;
use super::touch::Ghost;
use std::cmp::Ordering;
use std::ops::Range;

/// The collisions of one ghost in a window, here and in its own sector.
struct Both<'a> {
    name: u32,
    here: &'a [&'a OfGhost],
    there: &'a [&'a Entry],
}

impl Sector {
    /// Compares the collisions of ghosts with those in their own sectors.
    pub(super) fn verify(&mut self, board: &Board) {
        let mut wrong = std::mem::take(&mut self.wrong);
        wrong.clear();
        let pages: Vec<_> = board.pages_of_others(self.number, self.page).collect();
        let is_here = |entry: &&Entry| self.marks.role(entry.name) == Role::Ghost;
        let mut there: Vec<&Entry> = pages.iter().flat_map(|page| page.iter()).filter(is_here).collect();
        let mut here: Vec<&OfGhost> = self.of_ghosts.iter().collect();
        mark_wrong(&mut here, &mut there, &mut wrong);
        let is_wrong = |name: u32| wrong.binary_search(&name).is_ok();
        there.retain(|entry| is_wrong(entry.name));
        here.retain(|of_ghost| is_wrong(of_ghost.entry.name));
        // Those of each ghost stay in the order of time.
        there.sort_by_key(|entry| entry.name);
        here.sort_by_key(|of_ghost| of_ghost.entry.name);
        let mut is_right = true;
        for both in by_ghost(&here, &there) {
            if let Some(first) = both.first_wrong() {
                is_right = is_right && !self.is_wronged_by(&both, first, board);
            }
        }
        if !is_right {
            board.note_mismatch();
        }
        self.wrong = wrong;
    }

    /// Whether own balls may be wrong because of a ghost that is wrong from a collision on, given by its
    /// number.
    fn is_wronged_by(&self, both: &Both<'_>, first: usize, board: &Board) -> bool {
        let here = both.here.get(first..).unwrap_or_default();
        let there = both.there.get(first..).unwrap_or_default();
        let before = match here.first() {
            Some(of_ghost) => self.formers.state(of_ghost.former as usize),
            None => self.lane.state(both.name),
        };
        let first_times = [
            here.first().map(|here| here.entry.time()),
            there.first().map(|there| there.time()),
        ];
        let since = first_times.into_iter().flatten().fold(f64::INFINITY, f64::min);
        let ghost = Ghost {
            name: both.name,
            since,
            before,
            after: there,
        };
        here.iter().any(|of_ghost| of_ghost.is_with_own) || self.may_touch_own(&ghost, board)
    }

    /// The window is right: sets wrong ghosts right, and publishes the collisions.
    pub(super) fn confirm(&mut self, board: &Board) {
        let now = self.to;
        let wrong = std::mem::take(&mut self.wrong);
        if !wrong.is_empty() {
            self.set_right(&wrong, board);
        }
        self.wrong = wrong;
        self.lane.flush(now);
        self.from = now;
        board.confirm(self.number, &mut self.records);
    }

    /// Takes ghosts back to the begin of the window, and then from one motion in their own sectors to
    /// the next.
    fn set_right(&mut self, wrong: &[u32], board: &Board) {
        let now = self.to;
        let is_wrong = |name: u32| wrong.binary_search(&name).is_ok();
        for (name, state) in self.formers.latest_first(is_wrong) {
            self.lane.restore(name, &state, now);
        }
        for page in board.pages_of_others(self.number, self.page) {
            for entry in page.iter().filter(|entry| is_wrong(entry.name)) {
                self.lane.restore(entry.name, &entry.state, now);
            }
        }
    }
}

impl Both<'_> {
    /// The number of the first collision that is not the same; none if all are.
    fn first_wrong(&self) -> Option<usize> {
        let pairs = self.here.iter().zip(self.there);
        let same = pairs.take_while(|(here, there)| here.entry.is_same(there)).count();
        (same < self.here.len().max(self.there.len())).then_some(same)
    }
}

/// Sets the names of the ghosts that do not have the same collisions in both lists, in order. The lists are in the order
/// of time and name afterwards, and nearly so before: to sort them takes little more than to look at them.
fn mark_wrong(here: &mut [&OfGhost], there: &mut [&Entry], wrong: &mut Vec<u32>) {
    let in_order = |one: &Entry, other: &Entry| one.time().total_cmp(&other.time()).then(one.name.cmp(&other.name));
    here.sort_by(|one, other| in_order(&one.entry, &other.entry));
    there.sort_by(|one, other| in_order(one, other));
    let (mut from_here, mut from_there) = (here.iter().peekable(), there.iter().peekable());
    loop {
        let order = match (from_here.peek(), from_there.peek()) {
            (Some(here), Some(there)) => in_order(&here.entry, there),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => break,
        };
        let one = if order.is_le() { from_here.next() } else { None };
        let other = if order.is_ge() { from_there.next() } else { None };
        match (one, other) {
            (Some(here), Some(there)) if here.entry.is_same(there) => {}
            (Some(here), _) => wrong.push(here.entry.name),
            (None, Some(there)) => wrong.push(there.name),
            (None, None) => {}
        }
    }
    wrong.sort_unstable();
    wrong.dedup();
}

/// The collisions of each ghost, from lists that are in the order of names.
fn by_ghost<'a>(here: &'a [&'a OfGhost], there: &'a [&'a Entry]) -> impl Iterator<Item = Both<'a>> {
    let (mut from_here, mut from_there) = (0, 0);
    std::iter::from_fn(move || {
        let names = [
            here.get(from_here).map(|first| first.entry.name),
            there.get(from_there).map(|first| first.name),
        ];
        let name = names.into_iter().flatten().min()?;
        let here = &here[of_one(&mut from_here, here, |of_ghost| of_ghost.entry.name == name)];
        let there = &there[of_one(&mut from_there, there, |entry| entry.name == name)];
        Some(Both { name, here, there })
    })
}

/// The range from a place in a list on in which all are of one ghost. The place moves on to its end.
fn of_one<T>(place: &mut usize, list: &[T], is_of_it: impl Fn(&T) -> bool) -> Range<usize> {
    let from = *place;
    *place += list[from..].iter().take_while(|item| is_of_it(item)).count();
    from..*place
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lane::balls::BallState;
    use crate::motion::{Flight, Spin};
    use crate::response::CollisionHistory;
    use nalgebra::Vector3;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    fn entry(name: u32, time: f64, partner: u32) -> Entry {
        let flight = Flight {
            position: Vector3::zeros(),
            velocity: Vector3::x(),
            epoch: time,
        };
        let state = BallState {
            flight,
            spin: Spin::default(),
            past: CollisionHistory::default(),
        };
        Entry { name, partner, state }
    }

    /// Against a comparison of the lists of each ghost.
    #[test]
    fn ghosts_with_other_collisions_are_marked() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut below = |count: u64| (random.next_u64() % count) as u32;
        for _ in 0..2000 {
            // Names differ at equal times, in any order.
            let mut here: Vec<OfGhost> = Vec::new();
            let mut there: Vec<Entry> = Vec::new();
            for time in 0..below(12) {
                let first = below(6);
                for name in [first, (first + 1 + below(5)) % 6] {
                    let common = entry(name, f64::from(time), below(3));
                    let of_ghost = |entry| OfGhost {
                        entry,
                        former: 0,
                        is_with_own: false,
                    };
                    match below(10) {
                        0 => here.push(of_ghost(common)),
                        1 => there.push(common),
                        2 => {
                            here.push(of_ghost(common));
                            there.push(Entry { partner: 7, ..common });
                        }
                        _ => {
                            here.push(of_ghost(common));
                            there.push(common);
                        }
                    }
                }
            }
            let differs = |name: &u32| {
                let of = |entry: &&Entry| entry.name == *name;
                let here: Vec<&Entry> = here.iter().map(|of_ghost| &of_ghost.entry).filter(of).collect();
                let there: Vec<&Entry> = there.iter().filter(of).collect();
                here.len() != there.len() || here.iter().zip(&there).any(|(one, other)| !one.is_same(other))
            };
            let expected: Vec<u32> = (0..6).filter(differs).collect();
            let (mut from_here, mut from_there): (Vec<_>, Vec<_>) = (here.iter().collect(), there.iter().collect());
            from_there.reverse();
            let mut wrong = Vec::new();
            mark_wrong(&mut from_here, &mut from_there, &mut wrong);
            assert_eq!(wrong, expected);
        }
    }
}
