//! Bodies that a renewal has opened gaps between, and that nothing pulls together again.

use super::constants::{FLOOR, OPENING};
use super::loaded::Problem;
use super::measure::Measured;
use super::solver::Load;

/// The most sweeps over the gaps.
const SWEEPS: usize = 64;

/// The impulses are only so exact: a gap may open at this many times the rate that was asked for.
const EXCESS: f64 = 2.0;

/// Rates that are a smaller share of it are 0.
const ROUNDING: f64 = 1e-9;

impl Problem {
    /// Stops the opening of gaps that are no wider than a renewal opens them, at about the rate at which it has
    /// done so: without a pull the bodies would part for ever. `measured`: the touches, which must have
    /// been added. `last`: the time from that renewal to this one, in seconds.
    ///
    /// Each stop is an inelastic collision: it keeps momentum, and adds no energy. Where other gaps close by
    /// them, the impulses of the renewal keep those.
    pub(super) fn stop_opened(&mut self, measured: &[Measured], last: f64) {
        let sizes = measured
            .iter()
            .flat_map(|one| one.near.iter().map(move |near| (one.size, near.gap)));
        let mut opened: Vec<(&Load, f64)> = Vec::new();
        for (load, (size, gap)) in self.loads.iter().zip(sizes) {
            let (rate, most) = (load.rate(&self.movers), OPENING * FLOOR * size / last);
            if gap <= FLOOR * size && rate > 0.0 && rate <= EXCESS * most {
                opened.push((load, ROUNDING * most));
            }
        }
        for _ in 0..SWEEPS {
            let mut stops = false;
            for (load, still) in &opened {
                let rate = load.rate(&self.movers);
                load.push(-rate / load.inverse_mass(&self.movers), &mut self.movers);
                stops |= rate.abs() > *still;
            }
            if !stops {
                break;
            }
        }
    }
}
