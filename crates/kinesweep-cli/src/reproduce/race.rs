//! Frame-based broad phases side by side on the same moving boxes.
//!
//! The load of a shared machine changes, so the methods alternate: each step gives all of them the
//! same batch, and the order rotates. The result is the median step of a method, in processor time.
//! After each step all must have reported the same changes of overlap.

use crate::{Failure, cpu_clock};
use kinesweep_sap::boxed::Boxed;
use kinesweep_sap::{MovingBoxes, MovingBoxesRecipe, Pair, PairChange};

/// A method.
pub(super) struct Rival {
    pub(super) title: &'static str,
    /// Its name in JSON.
    pub(super) key: &'static str,
    pub(super) store: fn() -> Boxed<f32>,
}

/// The number of steps that count, and of steps before them.
#[derive(Clone, Copy)]
pub(super) struct Pace {
    pub(super) warm_up: u32,
    pub(super) steps: u32,
}

/// Median milliseconds a step of each.
pub(super) fn race(recipe: MovingBoxesRecipe, rivals: &[Rival], pace: Pace) -> Result<Vec<f64>, Failure> {
    let mut drift = MovingBoxes::<f32, 3>::new(recipe);
    let mut stores: Vec<_> = rivals.iter().map(|rival| (rival.store)()).collect();
    let mut times = vec![Vec::new(); rivals.len()];
    let mut reported = vec![Vec::new(); rivals.len()];
    let filling = drift.filling();
    for step in 0..=pace.warm_up + pace.steps {
        let batch = if step == 0 { &filling } else { drift.step() };
        for place in 0..stores.len() {
            let number = (place + step as usize) % stores.len();
            reported[number].clear();
            let start = cpu_clock();
            stores[number].apply(batch, &mut reported[number]);
            if step > pace.warm_up {
                times[number].push(1e3 * (cpu_clock() - start));
            }
        }
        let first = balance(&mut reported[0]);
        for (rival, toggles) in rivals.iter().zip(&mut reported).skip(1) {
            if balance(toggles) != first {
                let names = (rivals[0].title, rival.title);
                return Err(Failure::Other(format!(
                    "step {step}: {} and {} do not agree",
                    names.0, names.1
                )));
            }
        }
    }
    Ok(times.into_iter().map(median).collect())
}

/// The net changes, sorted: a pair that both began and ended cancels.
fn balance(toggles: &mut [PairChange]) -> Vec<(Pair, i32)> {
    toggles.sort_unstable();
    let sum = |same: &[PairChange]| same.iter().map(|toggle| if toggle.begins { 1 } else { -1 }).sum();
    let pairs = toggles.chunk_by(|one, other| one.pair == other.pair);
    pairs
        .map(|same| (same[0].pair, sum(same)))
        .filter(|(_, sum)| *sum != 0)
        .collect()
}

/// The median, of an even number the upper of the two in the middle. Needs one value at least.
pub(super) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_begin_and_an_end_cancel() {
        let toggle = |a, b, begins| PairChange { pair: (a, b), begins };
        let mut toggles = [
            toggle(3, 4, false),
            toggle(1, 2, true),
            toggle(0, 9, true),
            toggle(1, 2, false),
            toggle(1, 2, true),
            toggle(0, 9, false),
        ];
        assert_eq!(balance(&mut toggles), [((1, 2), 1), ((3, 4), -1)]);
    }
}
