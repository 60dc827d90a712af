//! What a method tells in the wrong order.
//!
//! Samples cannot tell what came first of two things between two frames; they tell both at the same frame, in an order of
//! their own. A pair of contacts or collisions is in the wrong order if both are told at the same frame and the one that
//! truly came later is told first. Two that came at the same time are in no wrong order. Across frames nothing that is seen
//! at its first sample can be told in the wrong order. Counted as inversions, by sorting each frame's: O(n log n).

/// Something that a method tells: at which frame, and when it truly came.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told {
    pub(super) frame: f64,
    pub(super) truth: f64,
}

/// The number of pairs told at the same frame in the wrong order; what is told comes in the order of telling.
pub(super) fn wrong_order(told: &[Told]) -> u64 {
    let mut times = Vec::new();
    let frames = told.chunk_by(|one, other| one.frame == other.frame);
    frames
        .map(|frame| {
            times.clear();
            times.extend(frame.iter().map(|told| told.truth));
            inversions(&mut times)
        })
        .sum()
}

/// How many pairs stand in descending order. Sorts on the way.
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
            // All that is left of the left half comes later.
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

    fn slow(told: &[Told]) -> u64 {
        let mut count = 0;
        for (number, first) in told.iter().enumerate() {
            for second in &told[number + 1..] {
                count += u64::from(first.frame == second.frame && first.truth > second.truth);
            }
        }
        count
    }

    #[test]
    fn pairs_of_a_frame_are_counted_and_no_others() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
        for round in 0..400 {
            // Few values make many ties.
            let values = 1 + round % 9;
            let mut frame = 0.0;
            let told: Vec<Told> = (0..random.next_u64() % 60)
                .map(|_| {
                    frame += f64::from(u8::from(random.next_u64() % 8 == 0));
                    let truth = (random.next_u64() % values) as f64;
                    Told { frame, truth }
                })
                .collect();
            assert_eq!(wrong_order(&told), slow(&told));
        }
        assert_eq!(wrong_order(&[]), 0);
    }

    #[test]
    fn equal_times_are_in_order() {
        let told = [0.0, 0.0, -0.0].map(|truth| Told { frame: 1.0, truth });
        assert_eq!(wrong_order(&told), 0);
    }
}
