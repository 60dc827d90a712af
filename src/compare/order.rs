//! Reports of a method in the wrong order.
//!
//! Samples cannot resolve the order of two events between two frames. They report both at the same
//! frame, in an order of their own. A pair of contacts or collisions is in the wrong order if both
//! are reported at the same frame and the one that occurred later is reported first. Simultaneous
//! ones are never in the wrong order. Across frames a contact reported at its first sample cannot
//! be in the wrong order. Counted as inversions, by sorting each frame's: O(n log n).

/// A report of a method: its frame, and the true time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reported {
    pub(super) frame: f64,
    pub(super) truth: f64,
}

/// The number of pairs reported at the same frame in the wrong order. `reported` is in the order of
/// the reports.
pub(super) fn wrong_order(reported: &[Reported]) -> u64 {
    let mut times = Vec::new();
    let frames = reported.chunk_by(|one, other| one.frame == other.frame);
    frames
        .map(|frame| {
            times.clear();
            times.extend(frame.iter().map(|reported| reported.truth));
            inversions(&mut times)
        })
        .sum()
}

/// The number of pairs in descending order. Sorts `times`.
fn inversions(times: &mut [f64]) -> u64 {
    if times.len() < 2 {
        return 0;
    }
    let middle = times.len() / 2;
    let (left, right) = times.split_at_mut(middle);
    let mut count = inversions(left) + inversions(right);
    let first = left.to_vec();
    let (mut from_left, mut from_right, mut to) = (0, middle, 0);
    while from_left < middle {
        if from_right < times.len() && times[from_right] < first[from_left] {
            // The rest of the left half comes later.
            count += (middle - from_left) as u64;
            times[to] = times[from_right];
            from_right += 1;
        } else {
            times[to] = first[from_left];
            from_left += 1;
        }
        to += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn slow(reported: &[Reported]) -> u64 {
        let mut count = 0;
        for (number, first) in reported.iter().enumerate() {
            for second in &reported[number + 1..] {
                count += u64::from(first.frame == second.frame && first.truth > second.truth);
            }
        }
        count
    }

    #[test]
    fn only_pairs_of_one_frame_are_counted() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        for round in 0..400 {
            // Few distinct values make many ties.
            let values = 1 + round % 9;
            let mut frame = 0.0;
            let reported: Vec<Reported> = (0..random.next_u64() % 60)
                .map(|_| {
                    frame += f64::from(u8::from(random.next_u64() % 8 == 0));
                    let truth = (random.next_u64() % values) as f64;
                    Reported { frame, truth }
                })
                .collect();
            assert_eq!(wrong_order(&reported), slow(&reported));
        }
        assert_eq!(wrong_order(&[]), 0);
    }

    #[test]
    fn equal_times_are_in_order() {
        let reported = [0.0, 0.0, -0.0].map(|truth| Reported { frame: 1.0, truth });
        assert_eq!(wrong_order(&reported), 0);
    }
}
