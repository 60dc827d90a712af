//! The parts of a run's cost: finding pairs, predicting or testing them, and the rest (as in Coming
//! and Staadt 2006, Figure 8).
//!
//! Reading a clock inside the loops of a run would distort its cost. So the same run is made again
//! with a [`Stopwatch`], and the shares of its parts are applied to the cost of the first.

use super::reference::{ExactRun, exact_world};
use super::watch::RunProgress;
use super::{CompareError, RunMethod};
use crate::sampled::SampledWorld;
use crate::scene::{ResponseMode, Scene};
use crate::stopwatch::{Part, Stopwatch};

/// The parts of a run's cost, in processor seconds per simulated second.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CostParts {
    /// Broad phase: finding candidate pairs.
    pub broad: f64,
    /// Narrow phase: for samples the tests whether a pair touches, for event-driven methods the
    /// predictions.
    pub narrow: f64,
    /// All else: responses, events, queues, building.
    pub rest: f64,
}

impl CostParts {
    /// The parts of a cost per simulated second, by their shares in a run that measures them.
    fn shared(stopwatch: &Stopwatch, cost: f64) -> Self {
        let [broad, narrow, rest] = [Part::Broad, Part::Narrow, Part::Rest].map(|part| stopwatch.spent(part));
        let measured = broad + narrow + rest;
        if measured == 0.0 {
            // Too short for the clock.
            let (broad, narrow, rest) = (0.0, 0.0, cost);
            return Self { broad, narrow, rest };
        }
        let scale = cost / measured;
        Self {
            broad: broad * scale,
            narrow: narrow * scale,
            rest: rest * scale,
        }
    }
}

/// Measures the parts of a run's cost, if enabled.
#[derive(Clone, Copy)]
pub(super) struct Parts<'a> {
    pub(super) scene: &'a Scene,
    pub(super) response: ResponseMode,
    pub(super) clock: fn() -> f64,
    pub(super) enabled: bool,
}

impl Parts<'_> {
    /// For an event-driven run. None if disabled or interrupted, and if the lane of balls was open
    /// at any time: it finds and predicts pairs in one step.
    pub(super) fn of_exact(
        &self,
        method: RunMethod,
        run: &ExactRun,
        watch: &mut RunProgress<'_>,
    ) -> Result<Option<CostParts>, CompareError> {
        if !self.enabled {
            return Ok(None);
        }
        let mut world = exact_world(self.scene, self.response, method)?.clocked(self.clock);
        world.insert_scene(self.scene)?;
        if world.stopwatch().is_none() {
            return Ok(None);
        }
        let reached = watch.slices(|time| {
            world.advance_to(time)?;
            Ok::<(), CompareError>(())
        })?;
        let stopwatch = world.stopwatch().filter(|_| reached >= run.reached);
        Ok(stopwatch.map(|stopwatch| CostParts::shared(stopwatch, run.cpu / run.reached)))
    }

    /// For the run of a sampled world with this cost.
    pub(super) fn of_samples(
        &self,
        build: impl FnOnce() -> Result<SampledWorld, CompareError>,
        cost: f64,
        watch: &mut RunProgress<'_>,
    ) -> Result<Option<CostParts>, CompareError> {
        if !self.enabled {
            return Ok(None);
        }
        let mut world = build()?.clocked(self.clock);
        let horizon = watch.horizon();
        let reached = watch.slices(|time| {
            world.advance_to(time)?;
            Ok::<(), CompareError>(())
        })?;
        let stopwatch = world.stopwatch().filter(|_| reached >= horizon);
        Ok(stopwatch.map(|stopwatch| CostParts::shared(stopwatch, cost)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Domain;
    use crate::scene::{Body, Settings, Shape};
    use nalgebra::Vector3;
    use std::cell::Cell;

    /// Balls and cuboids that move over a floor, in a box.
    fn scene(is_cuboid: impl Fn(i32) -> bool) -> Scene {
        let floor = Body::fixed(Shape::half_space(Vector3::y()).unwrap()).position(Vector3::y() * -2.0);
        let bodies = (0..27).map(|cell: i32| {
            let at = |number: i32| f64::from(number.rem_euclid(3)) - 1.0;
            let shape = match is_cuboid(cell) {
                true => Shape::cuboid(Vector3::new(0.25, 0.125, 0.3)).unwrap(),
                false => Shape::ball(0.25).unwrap(),
            };
            let speed =
                Vector3::new(at(cell * 5 + 1), at(cell + 2), at(cell * 7)) + Vector3::new(0.1, 0.03, -0.07) * f64::from(cell % 5);
            Body::new(shape)
                .position(Vector3::new(at(cell), at(cell / 3), at(cell / 9)))
                .velocity(speed)
        });
        Scene {
            bodies: std::iter::once(floor).chain(bodies).collect(),
            settings: Settings {
                domain: Domain::Box {
                    min: Vector3::repeat(-3.0),
                    max: Vector3::repeat(3.0),
                },
                ..Settings::default()
            },
            ..Scene::default()
        }
    }

    thread_local! {
        static TIME: Cell<f64> = const { Cell::new(0.0) };
        static STEP: Cell<f64> = const { Cell::new(0.0) };
    }

    /// A clock that advances by `STEP` at each reading.
    fn by_readings() -> f64 {
        TIME.set(TIME.get() + STEP.get());
        TIME.get()
    }

    const METHODS: [RunMethod; 4] = [RunMethod::Lists, RunMethod::Leases, RunMethod::Cached, RunMethod::Swept(20.0)];

    /// Each prediction, deferred ones and those of walls included, is one reading of the narrow
    /// phase.
    #[test]
    fn a_clocked_run_has_the_same_events_and_counters() {
        for response in [ResponseMode::Collide, ResponseMode::PassThrough] {
            for method in METHODS {
                let scene = scene(|cell| cell % 2 == 1);
                let mut plain = exact_world(&scene, response, method).unwrap();
                STEP.set(0.0);
                let mut clocked = exact_world(&scene, response, method).unwrap().clocked(by_readings);
                STEP.set(1.0);
                let begun = TIME.get();
                let mut predictions = Vec::new();
                plain.insert_scene(&scene).unwrap();
                clocked.insert_scene(&scene).unwrap();
                for step in 1..=8 {
                    let until = 0.5 * f64::from(step);
                    let events = clocked.advance_to(until).unwrap();
                    let expected = plain.advance_to(until).unwrap();
                    // Debug shows floats to the bit.
                    assert_eq!(format!("{events:?}"), format!("{expected:?}"), "{response:?}, {method}");
                    let counters = clocked.counters();
                    assert_eq!(counters, plain.counters(), "{response:?}, {method}");
                    let stopwatch = clocked.stopwatch().expect("no lane of balls");
                    let [broad, narrow, rest] = [Part::Broad, Part::Narrow, Part::Rest].map(|part| stopwatch.spent(part));
                    predictions.push(counters.predictions + counters.looks + counters.wall_predictions);
                    assert_eq!(
                        Some(narrow),
                        predictions.last().map(|made| *made as f64),
                        "{response:?}, {method}"
                    );
                    assert!(broad > 0.0 && broad + narrow + rest == TIME.get() - begun);
                }
                assert!(predictions[0] > 0 && predictions[7] > 2 * predictions[0], "{predictions:?}");
            }
        }
    }

    #[test]
    fn parts_are_not_separable_in_the_lane_of_balls() {
        let mut world = exact_world(&scene(|_| false), ResponseMode::Collide, RunMethod::Leases)
            .unwrap()
            .clocked(by_readings);
        world.insert_scene(&scene(|_| false)).unwrap();
        assert!(world.stopwatch().is_none());
    }

    #[test]
    fn shares_of_a_measured_run_add_up_to_the_cost() {
        STEP.set(0.0);
        let mut stopwatch = Stopwatch::new(by_readings);
        let nothing = CostParts::shared(&stopwatch, 2.0);
        assert_eq!((nothing.broad, nothing.narrow, nothing.rest), (0.0, 0.0, 2.0));
        STEP.set(1.0);
        for part in [Part::Broad, Part::Narrow, Part::Rest, Part::Rest] {
            stopwatch.end(part);
        }
        let [broad, narrow, rest] = [0.5, 0.5, 1.0];
        assert_eq!(CostParts::shared(&stopwatch, 2.0), CostParts { broad, narrow, rest });
    }
}
