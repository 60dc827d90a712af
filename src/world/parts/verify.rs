//! Whether the own bodies of all parts had the right events in a window.
//!
//! Suppose that an own body of a part had a wrong event, or missed one, and take the earliest time at which that happened
//! in any part. The other body of the event was then one that the part does not have, a ghost that had been wrong before,
//! or, if it is missing, a ghost that should have been there with another motion. The first is impossible if
//! [ghosts suffice](Division::has_enough_ghosts); a [mismatch](Division::find_wrong) shows the others. Up to that time all
//! own bodies were right, so their speeds and motions are known from the parts that they belong to.
//!
//! An event also reaches the bodies that rest on its own ones, and those that rest on them, and all that are in islands with
//! one of them. Suppose that the part of one of its bodies has the event, and reaches others than it should: there is then a
//! body that it reaches, and that rests on or touches one that it does not reach, or should not. That body is a ghost there,
//! and in its own part the event reaches others, or does not happen: a mismatch, since it was reached together with an own
//! body. If the part reaches the right bodies, and another one has missed the event, then one of them is a ghost that had no such event in its own part: again a
//! mismatch.
//!
//! A renewal of an island reads nothing but its bodies, what is fixed, and what touches a body that enters the island. Each
//! part that has one of the bodies at the begin of a window has all of them.

use super::division::Division;
use super::part::{Change, Part};
use crate::lane::order::Due;
use crate::motion::MotionPiece;

/// A ghost that had other events than in its own part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Wrong {
    pub(super) part: usize,
    pub(super) owner: usize,
    pub(super) body: u32,
    /// The first event that differs.
    since: Due,
}

impl Division {
    /// Whether each body that may touch an own body of a part up to the end of the window is in that part: two bodies
    /// that touch were no farther apart at its begin than their reach and the ways of both.
    pub(super) fn has_enough_ghosts(&self) -> bool {
        self.plan.reach() + 2.0 * self.way_gone() <= self.chosen
    }

    /// How far a body has gone in the window at most along the axis of the slabs, in metres.
    fn way_gone(&self) -> f64 {
        self.parts.iter().map(|part| part.way).fold(0.0, f64::max)
    }

    /// The wrong ghosts of a window up to a time; none if they may have made events of own bodies wrong.
    pub(super) fn find_wrong(&self, to: f64) -> Option<Vec<Wrong>> {
        let mut all = Vec::new();
        for part in &self.parts {
            let wrong = self.wrong_in(part);
            let is_spread = self.have_met_own(part, &wrong) || wrong.iter().any(|one| self.comes_near(part, one, to));
            if is_spread {
                return None;
            }
            all.extend(wrong);
        }
        Some(all)
    }

    /// The wrong ghosts of a part, in order of their places.
    fn wrong_in(&self, part: &Part) -> Vec<Wrong> {
        let mut wrong = Vec::new();
        for owner in self.parts.iter().filter(|owner| owner.number != part.number) {
            let is_of_owner = |change: &&Change| owner.marks.owns(change.body);
            let is_here = |change: &&Change| owner.marks.holders(change.body) >> part.number & 1 == 1;
            let mut here = part.of_ghosts.iter().filter(is_of_owner).peekable();
            let mut there = owner.of_shared.iter().filter(is_here).peekable();
            while let Some(body) = [here.peek(), there.peek()]
                .into_iter()
                .flatten()
                .map(|change| change.body)
                .min()
            {
                let mut since = None;
                loop {
                    let is_of_body = |change: &&Change| change.body == body;
                    let (one, other) = (here.next_if(is_of_body), there.next_if(is_of_body));
                    if one.is_none() && other.is_none() {
                        break;
                    }
                    let is_same = || match (one, other) {
                        (Some(one), Some(other)) => are_same([part, owner], [one, other]),
                        _ => false,
                    };
                    if since.is_none() && !is_same() {
                        let dues = [one, other].into_iter().flatten().map(|change| change.due);
                        since = dues.reduce(|one, other| if other < one { other } else { one });
                    }
                }
                wrong.extend(since.map(|since| Wrong {
                    part: part.number,
                    owner: owner.number,
                    body,
                    since,
                }));
            }
        }
        wrong.sort_unstable_by_key(|one| one.body);
        wrong
    }

    /// Whether an own body of a part met one of the wrong ghosts after it was wrong, or was moved together with it by an
    /// event: through bodies that rest on each other.
    fn have_met_own(&self, part: &Part, wrong: &[Wrong]) -> bool {
        if wrong.is_empty() {
            return false;
        }
        let was_wrong = |body: u32, due: &Due| {
            let known = wrong.binary_search_by_key(&body, |one| one.body);
            known.is_ok_and(|at| wrong[at].since <= *due)
        };
        part.entries().iter().any(|entry| {
            let bodies = || entry.bodies.into_iter().flatten().chain(part.reached(entry));
            bodies().any(|body| part.marks.owns(body)) && bodies().any(|body| was_wrong(body, &entry.due))
        })
    }

    /// Whether a ghost comes near own bodies of a part with its right motion.
    fn comes_near(&self, part: &Part, wrong: &Wrong, to: f64) -> bool {
        let (owner, body) = (&self.parts[wrong.owner], wrong.body);
        let first = match owner.world.bodies.former(body) {
            Some(former) => *former.piece(),
            None => *owner.world.bodies[body].piece(),
        };
        let begin = owner.of_shared.partition_point(|change| change.body < body);
        let changes = owner.of_shared[begin..].iter().take_while(|change| change.body == body);
        let (mut piece, mut from) = (first, part.from);
        for change in changes {
            if self.is_near(part, &piece, from, change.due.time) {
                return true;
            }
            (piece, from) = (change.piece.unwrap_or(piece), change.due.time);
        }
        self.is_near(part, &piece, from, to)
    }

    /// Whether a body on a piece comes near own bodies of a part between two times.
    fn is_near(&self, part: &Part, piece: &MotionPiece, from: f64, to: f64) -> bool {
        let (slabs, passed) = (&self.plan.slabs, to - from);
        let axis = slabs.axis();
        let [begin, end] = [from, to].map(|time| piece.position_at(time)[axis]);
        // How far it is from the middle at most.
        let range = 0.5 * (end - begin).abs() + 0.125 * piece.acceleration[axis].abs() * passed * passed;
        let near = self.plan.reach() + self.way_gone() + range;
        slabs.sectors_near(slabs.place_inside(0.5 * (begin + end)), near) >> part.number & 1 == 1
    }
}

/// Whether two parts have the same change of a body: by the same event, which has moved the same bodies.
fn are_same(parts: [&Part; 2], changes: [&Change; 2]) -> bool {
    let [one, other] = changes;
    let [of_one, of_other] = [0, 1].map(|side| &parts[side].entries()[changes[side].event]);
    one.due == other.due
        && one.piece == other.piece
        && of_one.bodies == of_other.bodies
        && parts[0].reached(of_one).eq(parts[1].reached(of_other))
}
