//! Frame-based broad phases side by side on the same moving boxes.
//!
//! On a machine that others use, too, only what is measured in turns can be compared: in each step all get the same batch,
//! and who goes first rotates. What counts is the median step of a method, in processor time. After each step all must have
//! told the same changes of overlap.

use crate::{Failure, cpu_clock};
use kinesweep::sap::{Drift, DriftRecipe, Pair, Store, Toggle};

/// A method.
pub(super) struct Rival {
    pub(super) title: &'static str,
    /// Its name in JSON.
    pub(super) key: &'static str,
    pub(super) store: fn() -> Box<dyn Store<f32, 3>>,
}

/// How many steps count, and how many go before.
#[derive(Clone, Copy)]
pub(super) struct Pace {
    pub(super) warm_up: u32,
    pub(super) steps: u32,
}

/// Median milliseconds a step of each.
pub(super) fn race(recipe: DriftRecipe, rivals: &[Rival], pace: Pace) -> Result<Vec<f64>, Failure> {
    let mut drift = Drift::<f32, 3>::new(recipe);
    let mut stores: Vec<_> = rivals.iter().map(|rival| (rival.store)()).collect();
    let mut times = vec![Vec::new(); rivals.len()];
    let mut told = vec![Vec::new(); rivals.len()];
    let filling = drift.filling();
    for turn in 0..=pace.warm_up + pace.steps {
        let batch = if turn == 0 { &filling } else { drift.step() };
        for place in 0..stores.len() {
            let number = (place + turn as usize) % stores.len();
            told[number].clear();
            let start = cpu_clock();
            stores[number].apply(batch, &mut told[number]);
            if turn > pace.warm_up {
                times[number].push(1e3 * (cpu_clock() - start));
            }
        }
        let first = balance(&mut told[0]);
        for (rival, told) in rivals.iter().zip(&mut told).skip(1) {
            if balance(told) != first {
                let names = (rivals[0].title, rival.title);
                return Err(Failure::Other(format!(
                    "step {turn}: {} and {} do not agree",
                    names.0, names.1
                )));
            }
        }
    }
    Ok(times.into_iter().map(median).collect())
}

/// What is left of toggles when a pair that both began and ended counts as nothing; sorted.
fn balance(toggles: &mut [Toggle]) -> Vec<(Pair, i32)> {
    toggles.sort_unstable();
    let sum = |same: &[Toggle]| same.iter().map(|toggle| if toggle.begins { 1 } else { -1 }).sum();
    let pairs = toggles.chunk_by(|one, other| one.pair == other.pair);
    pairs
        .map(|same| (same[0].pair, sum(same)))
        .filter(|(_, sum)| *sum != 0)
        .collect()
}

/// Of an even number the upper of the two in the middle; there is one at least.
pub(super) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_begins_and_ends_is_nothing() {
        let toggle = |a, b, begins| Toggle { pair: (a, b), begins };
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
