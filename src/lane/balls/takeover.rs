//! A lane takes over the motions that its balls have got in lanes of [copies](super::copies).

use super::copies::BallState;
use super::lane::BallLane;
use super::lookahead::Lookahead;
use super::store::StorePart;
use crate::domain::ImageOffset;
use std::thread;

/// A ball that has got another motion in a lane of copies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moved {
    name: u32,
    /// Its slots there, and in this lane.
    there: u32,
    here: u32,
}

/// The balls of a lane of copies that have got other motions, by the [parts](BallLane::part_size) of the slots of the
/// lane that takes these over.
pub(crate) struct AllMoved<'a> {
    pub(crate) from: &'a BallLane,
    pub(crate) by_part: &'a [Vec<Moved>],
}

impl AllMoved<'_> {
    fn state(&self, moved: Moved) -> (BallState, ImageOffset) {
        (self.from.state_in(moved.there), self.from.lengths_gone(moved.name))
    }
}

impl BallLane {
    /// Whether cells and predictions are not valid until the next [flush](Self::flush), which makes
    /// all of them.
    #[inline]
    pub(crate) fn is_outdated(&self) -> bool {
        self.filing.is_outdated()
    }

    /// Gives up cells and predictions, as motions from other lanes [follow](Self::adopt_all).
    pub(crate) fn outdate(&mut self) {
        self.filing.outdate();
        self.balls.clear_dirty();
        self.lookahead = Lookahead::new();
        self.prefilter = None;
    }

    /// The number of slots in each of so many parts.
    fn part_size(&self, parts: usize) -> usize {
        self.balls.slots().div_ceil(parts).max(1)
    }

    /// Writes the balls that have got other motions since a time in a lane of copies, of those of which this holds,
    /// to a list for each of so many parts. O(its slots).
    pub(crate) fn write_moved(
        &self,
        from: &Self,
        since: f64,
        by_part: &mut Vec<Vec<Moved>>,
        parts: usize,
        counts: impl Fn(u32) -> bool,
    ) {
        let size = self.part_size(parts);
        by_part.resize_with(parts, Vec::new);
        by_part.iter_mut().for_each(Vec::clear);
        let moved = from.balls.occupied().filter(|slot| from.balls.flight(*slot).epoch > since);
        for there in moved {
            let name = from.balls.name(there);
            if counts(name) {
                let here = self.balls.slot(name);
                by_part[here / size].push(Moved {
                    name,
                    there: there as u32,
                    here: here as u32,
                });
            }
        }
    }

    /// Takes over the motions of balls from lanes of copies, in an [outdated](Self::outdate) lane, on one thread for
    /// each part. O(balls).
    pub(crate) fn adopt_all(&mut self, all: &[AllMoved<'_>], parts: usize) {
        let size = self.part_size(parts);
        let take_part = |number: usize, mut part: StorePart<'_>| {
            let mut rest = Vec::new();
            for (lane, from) in all.iter().enumerate() {
                for moved in &from.by_part[number] {
                    let (state, lengths_gone) = from.state(*moved);
                    if !part.adopt(moved.name, moved.here as usize, &state, lengths_gone) {
                        rest.push((lane, *moved));
                    }
                }
            }
            rest
        };
        let rest: Vec<(usize, Moved)> = thread::scope(|scope| {
            let mut slots = self.balls.parts(size).into_iter().enumerate();
            let first = slots.next();
            let others: Vec<_> = slots
                .map(|(number, part)| scope.spawn(move || take_part(number, part)))
                .collect();
            let mut rest = first.map_or_else(Vec::new, |(number, part)| take_part(number, part));
            rest.extend(others.into_iter().flat_map(|other| other.join().expect("no panic")));
            rest
        });
        for (lane, moved) in rest {
            let (state, lengths_gone) = all[lane].state(moved);
            self.adopt(moved.name, &state, lengths_gone);
        }
    }

    /// Takes over the motion of one ball.
    fn adopt(&mut self, name: u32, state: &BallState, lengths_gone: ImageOffset) {
        let slot = self.balls.slot(name);
        self.balls.replace_flight(slot, &state.flight);
        if !self.balls.are_free() {
            self.balls.set_spin(slot, state.spin);
        }
        self.balls.restore_past(slot, state.past);
        if self.lengths_gone(name) != lengths_gone {
            self.set_lengths_gone(name, lengths_gone);
        }
    }
}
