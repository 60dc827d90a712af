//! Gaps that a renewal opens, or has opened.

use super::constants::{EXACT_SWEEPS_IN_ALL, FLOOR, OPENING};
use super::loaded::{Problem, STILL};
use super::measure::Measured;
use super::solver::Load;
use super::terms::Terms;

/// The most sweeps over the gaps are between these. (64 are too few for a row of eight against a wall.)
const SWEEPS: [usize; 2] = [64, 1000];

/// The impulses are only so exact: a gap may open at this many times the rate that was asked for.
const EXCESS: f64 = 2.0;

/// Rates that are a smaller share of it are 0.
const ROUNDING: f64 = 1e-9;

impl Problem {
    /// Asks no more of narrow gaps than to stay as they are, and goes on from the present impulses. `measured`: the
    /// touches, all of which must have been added. `terms`: by which nothing opens.
    pub(super) fn keep_gaps(&mut self, measured: &[Measured], terms: &Terms) {
        self.keep_gaps_where(measured, terms, |_| true);
    }

    /// The same of the bodies with a gap that closes faster than it may. Returns whether there are any.
    pub(super) fn keep_gaps_that_close(&mut self, measured: &[Measured], terms: &Terms) -> bool {
        let mut is_tight = vec![false; self.movers.velocities.len()];
        let closes = |load: &&Load| load.rate(&self.movers) < load.least - load.slack;
        for load in self.loads.iter().filter(closes) {
            load.sides.iter().for_each(|side| is_tight[*side as usize] = true);
        }
        // (What impulses do not move is a side of gaps everywhere.)
        is_tight[STILL as usize] = false;
        self.keep_gaps_where(measured, terms, |load| load.sides.iter().any(|side| is_tight[*side as usize]));
        is_tight.contains(&true)
    }

    fn keep_gaps_where(&mut self, measured: &[Measured], terms: &Terms, is_kept: impl Fn(&Load) -> bool) {
        let sizes = measured.iter().flat_map(|one| one.near.iter().map(|_| one.size));
        let places = self.loads.iter_mut().zip(&mut self.places).zip(sizes);
        for ((load, place), size) in places.filter(|((load, _), _)| is_kept(load)) {
            // (How calm they are matters to what opens.)
            let rates = terms.rates(place.near.gap, size, false);
            let change = rates.least - place.asked;
            match &mut place.bounce {
                Some(bounce) => bounce.without += change,
                None => load.least += change,
            }
            (load.slack, load.steady, place.asked) = (rates.slack, rates.steady, rates.least);
        }
    }

    /// Stops the opening of gaps that are no wider than a renewal opens them, at about the rate at which it has
    /// done so: without a pull the bodies would part for ever. `measured`: the touches, which must have
    /// been added. `last`: the time from that renewal to this one, in seconds. `width`: that of the gaps, in those of
    /// small islands.
    ///
    /// Each stop is an inelastic collision: it keeps momentum, and adds no energy. Where other gaps close by
    /// them, the impulses of the renewal keep those.
    pub(super) fn stop_opened(&mut self, measured: &[Measured], last: f64, width: f64) {
        let floor = FLOOR * width;
        let sizes = measured
            .iter()
            .flat_map(|one| one.near.iter().map(move |near| (one.size, near.gap)));
        let mut opened: Vec<(&Load, f64)> = Vec::new();
        for (load, (size, gap)) in self.loads.iter().zip(sizes) {
            let (rate, most) = (load.rate(&self.movers), OPENING * floor * size / last);
            if gap <= floor * size && rate > 0.0 && rate <= EXCESS * most {
                opened.push((load, ROUNDING * most));
            }
        }
        let [least, most] = SWEEPS;
        for _ in 0..(EXACT_SWEEPS_IN_ALL / (opened.len() + 1)).clamp(least, most) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::islands::constants::NONE;
    use crate::contact::islands::loaded::Place;
    use crate::contact::islands::movers::Movers;
    use crate::impact::NearPoint;
    use crate::response::InverseInertia;
    use nalgebra::Vector3;

    /// Balls of radius 1 and 1 kg in a row along x, with these velocities and a gap between each two.
    fn row(velocities: &[f64], gap: f64) -> (Problem, Vec<Measured>) {
        let mut problem = Problem::default();
        problem.movers.add_still();
        for velocity in velocities {
            problem
                .movers
                .add(Vector3::x() * *velocity, Vector3::zeros(), 1.0, InverseInertia::default());
        }
        let mut measured = Vec::new();
        for first in 1..velocities.len() as u32 {
            problem.loads.push(Load::smooth([first, first + 1], Vector3::x()));
            let near = NearPoint {
                gap,
                normal: Vector3::x(),
                point: Vector3::zeros(),
                round: [1.0; 2],
                curvature: [0.0; 2],
                is_loose: false,
                is_flush: false,
                is_tilted: false,
                beside: f64::INFINITY,
                crossing: Default::default(),
                rim: None,
                face: None,
            };
            measured.push(Measured {
                touch: NONE,
                size: 1.0,
                near: [near].into_iter().collect(),
                shift: Vector3::zeros(),
                meets: None,
            });
        }
        (problem, measured)
    }

    #[test]
    fn narrow_gaps_that_cannot_open_stay_with_the_impulses_as_they_are() {
        let (mut problem, measured) = row(&[0.0, 0.0], 0.5 * FLOOR);
        let opening = Terms::of_pulled(0.5);
        let [asked, kept] = [true, false].map(|opens| Terms { opens, ..opening }.rates(0.5 * FLOOR, 1.0, false));
        assert!(asked.least > 0.0 && kept.least == 0.0 && kept.slack < asked.slack);
        let by_turning = 0.25;
        problem.loads[0].least = asked.least + by_turning;
        problem.loads[0].impulse = 3.0;
        problem.places.push(Place::at(measured[0].near[0], asked.least));
        problem.keep_gaps(&measured, &Terms { opens: false, ..opening });
        let load = &problem.loads[0];
        assert!((load.least - by_turning).abs() < 1e-15, "{}", load.least);
        assert_eq!((load.slack, load.steady, load.impulse), (kept.slack, kept.steady, 3.0));
        assert_eq!(problem.places[0].asked, kept.least);
    }

    #[test]
    fn only_gaps_of_bodies_that_would_meet_are_kept() {
        // The first of three gaps closes.
        let (mut problem, measured) = row(&[1.0, 0.0, 0.0, 0.0], 0.5 * FLOOR);
        let opening = Terms::of_pulled(0.5);
        let [asked, kept] = [true, false].map(|opens| Terms { opens, ..opening }.rates(0.5 * FLOOR, 1.0, false));
        for (load, one) in problem.loads.iter_mut().zip(&measured) {
            (load.least, load.slack) = (asked.least, 2.0 * asked.least);
            problem.places.push(Place::at(one.near[0], asked.least));
        }
        let terms = Terms { opens: false, ..opening };
        assert!(problem.keep_gaps_that_close(&measured, &terms));
        let least: Vec<f64> = problem.loads.iter().map(|load| load.least).collect();
        assert_eq!(least, [kept.least, kept.least, asked.least]);
        problem.movers.velocities.fill(Vector3::zeros());
        assert!(!problem.keep_gaps_that_close(&measured, &terms));
    }

    fn speeds(movers: &Movers) -> Vec<f64> {
        movers.velocities[1..].iter().map(|velocity| velocity.x).collect()
    }

    #[test]
    fn a_row_that_was_opened_goes_on_as_one() {
        let rate = OPENING * FLOOR;
        let (mut problem, measured) = row(&[0.0, rate, 2.5 * rate], 0.5 * FLOOR);
        let before = problem.movers.energy();
        problem.stop_opened(&measured, 1.0, 1.0);
        for speed in speeds(&problem.movers) {
            assert!((speed - 3.5 / 3.0 * rate).abs() < 1e-8 * rate, "{speed}");
        }
        assert!(problem.movers.energy() <= before);
    }

    #[test]
    fn what_parts_by_itself_parts() {
        let rate = OPENING * FLOOR;
        // Faster than a renewal opens gaps, at a wider gap, and two that close.
        for (velocities, gap) in [([0.0, 3.0 * rate], 0.5), ([0.0, rate], 2.0), ([rate, 0.0], 0.5)] {
            let (mut problem, measured) = row(&velocities, gap * FLOOR);
            problem.stop_opened(&measured, 1.0, 1.0);
            assert_eq!(speeds(&problem.movers), velocities);
        }
    }
}
