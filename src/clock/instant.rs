//! The events at one time.
//!
//! Collisions at one time come in rounds. Those predicted before that time are the first round; an
//! immediate consequence of one round belongs to the next. So an impulse passes through a row of
//! touching bodies as a front, and in a collapse all pairs take part alternately. If the first pair
//! in scene order always came first, the pairs of a row would end one within the other, which takes
//! a number of collisions that is exponential in their number.
//!
//! The round of a collision is a function of the two motion pieces: the round in which the later of
//! them began, if one began at this very time. (A ball in the lane of balls has no field for it.
//! That lane executes the first round alone and evicts balls before the second.)

use std::collections::BTreeSet;

/// The present instant: all since time last advanced.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Instant {
    /// Events so far.
    events: u64,
    /// The round of new consequences.
    round: u32,
    /// Whether rests without force have ended at this instant.
    has_links: bool,
    /// The round of each ball in the lane of balls with a piece that began at this instant.
    #[cfg_attr(feature = "serde", serde(rename = "struck"))]
    collided: Vec<(u32, u32)>,
    /// The pairs in scene order of which overlaps of the boxes have ended at this instant. (Those that begin and end at it
    /// are found again by a later search at it.)
    overlaps_ended: BTreeSet<[u32; 2]>,
}

impl Instant {
    /// Begins a new instant.
    pub(crate) fn restart(&mut self) {
        self.events = 0;
        self.round = 0;
        self.has_links = false;
        self.collided.clear();
        self.overlaps_ended.clear();
    }

    /// The round of new consequences.
    #[inline]
    pub(crate) fn round(&self) -> u32 {
        self.round
    }

    /// Enters a round.
    #[inline]
    pub(crate) fn enter_round(&mut self, round: u32) {
        self.round = round;
    }

    /// Whether rests without force have ended at this instant.
    pub(crate) fn has_links(&self) -> bool {
        self.has_links
    }

    /// Records that a rest without force has ended.
    pub(crate) fn note_link(&mut self) {
        self.has_links = true;
    }

    /// Records that the motion of a ball in the lane of balls begins in the present round.
    #[inline]
    pub(crate) fn note_collided(&mut self, body: u32) {
        self.note(body, self.round);
    }

    /// Records the round in which the motion of a ball in the lane of balls began.
    #[inline]
    pub(crate) fn note(&mut self, body: u32, round: u32) {
        self.collided.push((body, round));
    }

    /// Removes the round of a ball, which leaves the lane of balls.
    pub(crate) fn forget_round(&mut self, body: u32) {
        self.collided.retain(|(known, _)| *known != body);
    }

    /// Removes a body. Another one may take its place.
    pub(crate) fn forget(&mut self, body: u32) {
        self.forget_round(body);
        self.overlaps_ended.retain(|pair| !pair.contains(&body));
    }

    /// Records that an overlap of the boxes of a pair in scene order has ended.
    pub(crate) fn note_end_of_overlap(&mut self, pair: [u32; 2]) {
        self.overlaps_ended.insert(pair);
    }

    /// Whether one has.
    pub(crate) fn has_ended_overlap(&self, pair: [u32; 2]) -> bool {
        self.overlaps_ended.contains(&pair)
    }

    /// All pairs in scene order of which one has, sorted.
    pub(crate) fn overlaps_ended(&self) -> impl Iterator<Item = [u32; 2]> {
        self.overlaps_ended.iter().copied()
    }

    /// The balls with a recorded round, each with that round.
    pub(crate) fn rounds(&self) -> impl Iterator<Item = (u32, u32)> {
        self.collided.iter().copied()
    }

    /// Whether a ball has a recorded round.
    #[inline]
    pub(crate) fn has_rounds(&self) -> bool {
        !self.collided.is_empty()
    }

    /// The round in which the piece of a ball began, if it began at this instant; else 0.
    pub(crate) fn round_of(&self, body: u32) -> u32 {
        let noted = self.collided.iter().rev().find(|(known, _)| *known == body);
        noted.map_or(0, |(_, round)| *round)
    }

    /// Counts an event. Beyond the limit it returns the number of events, and the count restarts.
    #[inline]
    pub(crate) fn count_event(&mut self, limit: u64) -> Result<(), u64> {
        self.events += 1;
        match self.events <= limit {
            true => Ok(()),
            false => Err(std::mem::take(&mut self.events)),
        }
    }
}
