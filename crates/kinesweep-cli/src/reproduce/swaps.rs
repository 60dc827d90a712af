//! Figure 2 of Tracy, Buss and Woods: how the swaps of a sweep and prune grow with the number of
//! boxes.
//!
//! The swaps of an insertion sort in a step are the inversions between the order of endpoints
//! before and after it: the pairs of endpoints in another order than before. They are counted from
//! the boxes alone, on each axis, by merging sorted halves; so the count is exact, and independent
//! of the data structure.

use super::fit::power_law;
use super::race::{Pace, median};
use super::{Column, Figure, Study, Style};
use crate::{Failure, cpu_clock};
use kinesweep_sap::{Aabb, MovingBoxes, MovingBoxesRecipe, Scalar, boxed};

/// Numbers of boxes.
const COUNTS: [u32; 9] = [1_000, 2_000, 4_000, 6_000, 8_000, 10_000, 12_000, 16_000, 20_000];
/// Steps for the count of swaps, which varies by less than 1 % from one to the next.
const COUNTED: Pace = Pace { warm_up: 2, steps: 10 };
const COUNTED_QUICK: Pace = Pace { warm_up: 0, steps: 2 };
/// Exponent that the paper fits to its measurement.
const THEIRS: f64 = 1.76;

pub(super) fn tracy_2(study: &Study) -> Result<Figure, Failure> {
    let pace = if study.quick { COUNTED_QUICK } else { COUNTED };
    study.bar.set_length(COUNTS.len() as u64);
    let counts = study.scaled_all(&COUNTS);
    let points: Vec<f64> = counts.iter().map(|&count| f64::from(count)).collect();
    let (mut swaps, mut times) = (Vec::new(), Vec::new());
    for count in counts {
        let measured = measure(study.cubes(count, count, 0), pace);
        swaps.push(measured.0);
        times.push(measured.1);
        study.bar.inc(1);
    }
    let first = swaps[0];
    let (_, exponent) = power_law(points.iter().copied().zip(swaps.iter().copied()));
    let (_, time_exponent) = power_law(points.iter().copied().zip(times.iter().copied()));
    let per_box: Vec<f64> = points.iter().zip(&swaps).map(|(count, swaps)| swaps / count).collect();
    let expected: Vec<f64> = points.iter().map(|count| expected_swaps(*count)).collect();
    let error = swaps
        .iter()
        .zip(&expected)
        .map(|(swaps, expected)| (swaps / expected - 1.0).abs());
    let error = 100.0 * error.fold(0.0, f64::max);
    let remarks = vec![
        format!(
            "The swaps grow as n^{exponent:.3}; theory says n^(5/3) = n^1.667, and their fit n^{THEIRS}. Theory can be had without \
             a free factor: 2n endpoints an axis, with velocity components uniform up to a tenth of a width, change \
             places 4/3 n^2 v / L times a step on an axis of length L, in all 0.147 n^(5/3). The counts lie within {error:.1} % of \
             that. A box is swapped {:.0} times a step at n = {} and {:.0} times at n = {}, though it touches less than one other.",
            per_box[0],
            points[0],
            per_box[per_box.len() - 1],
            points[points.len() - 1],
        ),
        format!(
            "Why theirs is steeper is not certain: the paper does not say whether its vertical axis counts swaps or time. \
             If it is time, lists that no longer fit into the caches make each swap dearer, and the fit steeper. The time of our \
             endpoint arrays in the same steps grows as n^{time_exponent:.2}: {:.1} ns a swap at n = {}, {:.1} ns at n = {}.",
            1e6 * times[0] / swaps[0],
            points[0],
            1e6 * times[times.len() - 1] / swaps[swaps.len() - 1],
            points[points.len() - 1],
        ),
    ];
    Ok(Figure {
        name: "tracy-2",
        title: "Swaps of one sweep and prune on three axes, all boxes moving".to_owned(),
        across: ("boxes", "boxes"),
        up: "swaps a step",
        log: true,
        columns: vec![
            Column {
                title: "swaps a step".to_owned(),
                key: "swaps",
                values: swaps,
                style: Style::Measured,
            },
            Column {
                title: "theory: 0.147 n^(5/3)".to_owned(),
                key: "theory",
                values: expected,
                style: Style::Model,
            },
            Column {
                title: format!("their n^{THEIRS}, from our first point on"),
                key: "theirs",
                values: points.iter().map(|count| first * (count / points[0]).powf(THEIRS)).collect(),
                style: Style::Model,
            },
            Column {
                title: "swaps a box".to_owned(),
                key: "swaps_a_box",
                values: per_box,
                style: Style::Hidden,
            },
            Column {
                title: "endpoint arrays, ms a step".to_owned(),
                key: "arrays_ms",
                values: times,
                style: Style::Hidden,
            },
        ],
        points,
        findings: vec![
            ("exponent", Some(exponent)),
            ("exponent_of_time", Some(time_exponent)),
            ("exponent_of_theory", Some(5.0 / 3.0)),
            ("exponent_of_paper", Some(THEIRS)),
            ("greatest_error_of_theory_in_percent", Some(error)),
        ],
        remarks,
    })
}

/// Swaps a step on average, and median milliseconds a step of one list of endpoint arrays.
fn measure(recipe: MovingBoxesRecipe, pace: Pace) -> (f64, f64) {
    let mut drift = MovingBoxes::<f32, 3>::new(recipe);
    let mut store = boxed::arrays();
    let mut toggles = Vec::new();
    store.apply(&drift.filling(), &mut toggles);
    let mut boxes: Vec<Aabb<f32, 3>> = drift.boxes().map(|(_, aabb)| aabb).collect();
    let mut ranks = Vec::new();
    let (mut swaps, mut times) = (0, Vec::new());
    for step in 0..pace.warm_up + pace.steps {
        let orders = [0, 1, 2].map(|axis| sorted(&boxes, axis));
        let batch = drift.step();
        for (id, aabb) in &batch.moved {
            boxes[*id as usize] = *aabb;
        }
        toggles.clear();
        let start = cpu_clock();
        store.apply(batch, &mut toggles);
        let elapsed = 1e3 * (cpu_clock() - start);
        if step >= pace.warm_up {
            times.push(elapsed);
            for (axis, before) in orders.iter().enumerate() {
                ranks.clear();
                ranks.extend(before.iter().map(|endpoint| renewed(*endpoint, &boxes, axis)));
                swaps += inversions(&mut ranks);
            }
        }
    }
    (swaps as f64 / f64::from(pace.steps), median(times))
}

/// The endpoints of boxes on an axis, in order.
fn sorted(boxes: &[Aabb<f32, 3>], axis: usize) -> Vec<u64> {
    let both = |(id, aabb): (usize, &Aabb<f32, 3>)| {
        let id = id as u32;
        [aabb.min[axis].endpoint(false, id), aabb.max[axis].endpoint(true, id)]
    };
    let mut endpoints: Vec<u64> = boxes.iter().enumerate().flat_map(both).collect();
    endpoints.sort_unstable();
    endpoints
}

/// An endpoint as it is now.
fn renewed(endpoint: u64, boxes: &[Aabb<f32, 3>], axis: usize) -> u64 {
    let (owner, is_max) = (f32::owner(endpoint), f32::is_max(endpoint));
    let aabb = &boxes[owner as usize];
    let value = if is_max { aabb.max[axis] } else { aabb.min[axis] };
    value.endpoint(is_max, owner)
}

/// The number of pairs in the wrong order. Sorts the values: O(n log n).
fn inversions(values: &mut [u64]) -> u64 {
    if values.len() < 2 {
        return 0;
    }
    let middle = values.len() / 2;
    let (left, right) = values.split_at_mut(middle);
    let mut count = inversions(left) + inversions(right);
    let first = left.to_vec();
    let (mut from_left, mut from_right) = (0, middle);
    for to in 0..values.len() {
        if from_left < middle && (from_right == values.len() || first[from_left] <= values[from_right]) {
            values[to] = first[from_left];
            from_left += 1;
        } else if from_left < middle {
            // All that is left of the left half is greater.
            count += (middle - from_left) as u64;
            values[to] = values[from_right];
            from_right += 1;
        } else {
            break;
        }
    }
    count
}

/// Swaps a step, by theory, of so many unit cubes at a density of 5 %, each moving 0.1 in a random
/// direction.
///
/// The components of velocities on a sphere are uniform, in [-v, v]; two differ by 2/3 v on
/// average. Each of the (2n)^2 / 2 pairs of endpoints on an axis of length L thus changes places
/// 2/3 v / L times a step. A box's own two never do: one part in 2n less.
fn expected_swaps(count: f64) -> f64 {
    const SPEED: f64 = 0.1;
    const DENSITY: f64 = 0.05;
    const AXES: f64 = 3.0;
    AXES * (4.0 / 3.0) * count * count * SPEED / (count / DENSITY).cbrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inversions_are_pairs_in_the_wrong_order() {
        let mut state = 1_u64;
        for length in 0..60 {
            let mut values: Vec<u64> = (0..length)
                .map(|_| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    state >> 59
                })
                .collect();
            let slow = (0..length).flat_map(|one| (one + 1..length).map(move |other| (one, other)));
            let slow = slow.filter(|&(one, other)| values[one] > values[other]).count();
            assert_eq!(inversions(&mut values), slow as u64);
            assert!(values.is_sorted());
        }
    }
}
