//! Which collision (or begin of a contact) of a sampled run stands for which of the reference.
//!
//! For each pair, in order of time: one of the reference is found by the first one that the samples tell of the same two not
//! before it, not later than two frames after it, and not taken by an earlier one. O(n log n).

use super::order::{Told, wrong_order};
use crate::event::Party;
use hashbrown::HashMap;

/// What is to be matched: when, and of whom.
pub(super) type Met = (f64, [Party; 2]);

/// A sampled run finds a collision that it tells of at the next sample or the one after: a contact can begin so shortly before a
/// frame that the two approach, but do not touch yet as rounding has it.
const FRAMES: f64 = 2.0;

/// What was found, and how.
#[derive(Debug)]
pub(super) struct Matching {
    pub(super) missed: usize,
    pub(super) first_missed: Option<f64>,
    pub(super) latency_max: f64,
    latency_sum: f64,
    /// Place among the samples' events, and what stands there.
    told: Vec<(usize, Told)>,
}

/// The collisions that samples tell of a pair: place and time of each, and how many are taken.
#[derive(Default)]
struct OfPair {
    told: Vec<(usize, f64)>,
    taken: usize,
}

impl Matching {
    /// Both in order of time, the second as told.
    pub(super) fn new(reference: impl Iterator<Item = Met>, sampled: impl Iterator<Item = Met>, rate: f64) -> Self {
        let mut pairs: HashMap<[Party; 2], OfPair> = HashMap::new();
        for (place, (time, parties)) in sampled.enumerate() {
            pairs.entry(parties).or_default().told.push((place, time));
        }
        let mut matching = Self {
            missed: 0,
            first_missed: None,
            latency_max: 0.0,
            latency_sum: 0.0,
            told: Vec::new(),
        };
        for (time, parties) in reference {
            let taken = pairs.get_mut(&parties).and_then(|pair| {
                let early = pair.told[pair.taken..].partition_point(|(_, sample)| *sample < time);
                pair.taken += early;
                let next = *pair
                    .told
                    .get(pair.taken)
                    .filter(|(_, sample)| *sample <= time + FRAMES / rate)?;
                pair.taken += 1;
                Some(next)
            });
            match taken {
                Some((place, frame)) => {
                    let latency = frame - time;
                    matching.latency_sum += latency;
                    matching.latency_max = matching.latency_max.max(latency);
                    matching.told.push((place, Told { frame, truth: time }));
                }
                None => {
                    matching.missed += 1;
                    matching.first_missed = matching.first_missed.or(Some(time));
                }
            }
        }
        matching.told.sort_by_key(|(place, _)| *place);
        matching
    }

    pub(super) fn latency_mean(&self) -> f64 {
        match self.told.len() {
            0 => 0.0,
            found => self.latency_sum / found as f64,
        }
    }

    pub(super) fn wrong_order(&self) -> u64 {
        let told: Vec<Told> = self.told.iter().map(|(_, told)| *told).collect();
        wrong_order(&told)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::BodyId;

    /// Collisions of bodies at times.
    fn met(all: &[(f64, u32, u32)]) -> impl Iterator<Item = Met> {
        let id = |index| Party::Body(BodyId { index, generation: 0 });
        all.iter().map(move |&(time, a, b)| (time, [id(a), id(b)]))
    }

    #[test]
    fn each_that_is_told_stands_for_one() {
        let reference = met(&[(0.1, 0, 1), (0.2, 0, 1), (0.3, 2, 3), (5.0, 0, 1)]);
        // Two within a frame, told once; the last one is told too late.
        let sampled = met(&[(1.0, 0, 1), (1.0, 2, 3), (7.5, 0, 1)]);
        let found = Matching::new(reference, sampled, 1.0);
        assert_eq!((found.missed, found.first_missed), (2, Some(0.2)));
        assert_eq!((found.latency_max, found.latency_mean()), (0.9, (0.9 + 0.7) / 2.0));
        assert_eq!(found.wrong_order(), 0);
    }

    #[test]
    fn what_comes_before_its_cause_is_another_one() {
        let found = Matching::new(met(&[(1.5, 0, 1)]), met(&[(1.0, 0, 1), (2.0, 0, 1)]), 1.0);
        assert_eq!((found.missed, found.latency_max), (0, 0.5));
        let none = Matching::new(met(&[(1.5, 0, 1)]), met(&[]), 1.0);
        assert_eq!((none.missed, none.first_missed, none.latency_mean()), (1, Some(1.5), 0.0));
    }

    #[test]
    fn the_order_within_a_frame_is_compared_with_the_truth() {
        let reference = met(&[(0.1, 4, 5), (0.2, 2, 3), (0.3, 0, 1), (1.5, 0, 2)]);
        // As frames tell them, in scene order: all three pairs of the first frame are wrong.
        let sampled = met(&[(1.0, 0, 1), (1.0, 2, 3), (1.0, 4, 5), (2.0, 0, 2)]);
        let found = Matching::new(reference, sampled, 1.0);
        assert_eq!((found.missed, found.wrong_order()), (0, 3));
    }
}
