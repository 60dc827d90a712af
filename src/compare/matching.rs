//! Matches the collisions (or beginnings of contacts) of a sampled run with those of the reference.
//!
//! For each pair, in order of time: a collision of the reference is found by the first unmatched
//! report of the same pair that is not before it and not later than two frames after it. O(n log
//! n).

use super::order::{Reported, wrong_order};
use crate::event::Party;
use hashbrown::HashMap;

/// An event to match: time and pair.
pub(super) type PairEvent = (f64, [Party; 2]);

/// Latest report of a found collision, in frames: a contact can begin so shortly before a frame
/// that the two approach, but rounding leaves a gap.
const FRAMES: f64 = 2.0;

/// The found collisions.
#[derive(Debug)]
pub(super) struct Matching {
    pub(super) missed: usize,
    pub(super) first_missed: Option<f64>,
    pub(super) latency_max: f64,
    latency_sum: f64,
    /// Index among the samples' events, and the report.
    reported: Vec<(usize, Reported)>,
}

/// The reports of a pair: index and time of each, and the number matched so far.
#[derive(Default)]
struct OfPair {
    reported: Vec<(usize, f64)>,
    taken: usize,
}

impl Matching {
    /// Both in order of time, the second as reported.
    pub(super) fn new(reference: impl Iterator<Item = PairEvent>, sampled: impl Iterator<Item = PairEvent>, rate: f64) -> Self {
        let mut pairs: HashMap<[Party; 2], OfPair> = HashMap::new();
        for (place, (time, parties)) in sampled.enumerate() {
            pairs.entry(parties).or_default().reported.push((place, time));
        }
        let mut matching = Self {
            missed: 0,
            first_missed: None,
            latency_max: 0.0,
            latency_sum: 0.0,
            reported: Vec::new(),
        };
        for (time, parties) in reference {
            let taken = pairs.get_mut(&parties).and_then(|pair| {
                let early = pair.reported[pair.taken..].partition_point(|(_, sample)| *sample < time);
                pair.taken += early;
                let next = *pair
                    .reported
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
                    matching.reported.push((place, Reported { frame, truth: time }));
                }
                None => {
                    matching.missed += 1;
                    matching.first_missed = matching.first_missed.or(Some(time));
                }
            }
        }
        matching.reported.sort_by_key(|(place, _)| *place);
        matching
    }

    pub(super) fn latency_mean(&self) -> f64 {
        match self.reported.len() {
            0 => 0.0,
            found => self.latency_sum / found as f64,
        }
    }

    pub(super) fn wrong_order(&self) -> u64 {
        let reported: Vec<Reported> = self.reported.iter().map(|(_, reported)| *reported).collect();
        wrong_order(&reported)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::BodyId;

    /// Collisions of bodies at times.
    fn met(all: &[(f64, u32, u32)]) -> impl Iterator<Item = PairEvent> {
        let id = |index| Party::Body(BodyId { index, generation: 0 });
        all.iter().map(move |&(time, a, b)| (time, [id(a), id(b)]))
    }

    #[test]
    fn each_report_matches_one_collision() {
        let reference = met(&[(0.1, 0, 1), (0.2, 0, 1), (0.3, 2, 3), (5.0, 0, 1)]);
        // Two within a frame, reported once; the last one is reported too late.
        let sampled = met(&[(1.0, 0, 1), (1.0, 2, 3), (7.5, 0, 1)]);
        let found = Matching::new(reference, sampled, 1.0);
        assert_eq!((found.missed, found.first_missed), (2, Some(0.2)));
        assert_eq!((found.latency_max, found.latency_mean()), (0.9, (0.9 + 0.7) / 2.0));
        assert_eq!(found.wrong_order(), 0);
    }

    #[test]
    fn a_report_before_the_collision_is_another_one() {
        let found = Matching::new(met(&[(1.5, 0, 1)]), met(&[(1.0, 0, 1), (2.0, 0, 1)]), 1.0);
        assert_eq!((found.missed, found.latency_max), (0, 0.5));
        let none = Matching::new(met(&[(1.5, 0, 1)]), met(&[]), 1.0);
        assert_eq!((none.missed, none.first_missed, none.latency_mean()), (1, Some(1.5), 0.0));
    }

    #[test]
    fn the_order_within_a_frame_is_compared_with_the_truth() {
        let reference = met(&[(0.1, 4, 5), (0.2, 2, 3), (0.3, 0, 1), (1.5, 0, 2)]);
        // In scene order, as frames report them: all three pairs of the first frame are wrong.
        let sampled = met(&[(1.0, 0, 1), (1.0, 2, 3), (1.0, 4, 5), (2.0, 0, 2)]);
        let found = Matching::new(reference, sampled, 1.0);
        assert_eq!((found.missed, found.wrong_order()), (0, 3));
    }
}
