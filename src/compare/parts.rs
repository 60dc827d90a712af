//! The parts of a run's cost: finding pairs, predicting or testing them, and the rest (as in Coming
//! and Staadt 2006, Figure 8).
//!
//! Reading a clock inside the loops of a run would distort its cost. So the parts are measured in a
//! separate run. For samples it is the same run again, and its shares are applied to the cost. For
//! event-driven methods it is a [`replay`](super::trajectory_replay) of the run, which leaves out
//! the rest. The rest is then the difference, and contains the noise of other processes on the
//! machine.

use super::reference::ExactRun;
use super::trajectory_replay::TrajectoryReplay;
use super::watch::RunProgress;
use super::{CompareError, RunMethod};
use crate::broad::{BroadPhase, Method, SwapQueue};
use crate::domain::Domain;
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
    /// All else: responses, events, queues, building. 0 if the measured parts exceed the cost of
    /// the run.
    pub rest: f64,
}

impl CostParts {
    /// The parts of a cost per simulated second, by their shares in a fully measured run.
    fn shared(stopwatch: &Stopwatch, cost: f64) -> Self {
        let [broad, narrow, rest] = [Part::Broad, Part::Narrow, Part::Rest].map(|part| stopwatch.spent(part));
        let scale = cost / (broad + narrow + rest).max(f64::MIN_POSITIVE);
        Self {
            broad: broad * scale,
            narrow: narrow * scale,
            rest: rest * scale,
        }
    }

    /// The parts measured in a run up to `horizon`, for a run with this cost per simulated second.
    fn of(stopwatch: &Stopwatch, horizon: f64, cost: f64) -> Self {
        let [broad, narrow] = [Part::Broad, Part::Narrow].map(|part| stopwatch.spent(part) / horizon);
        Self {
            broad,
            narrow,
            rest: (cost - broad - narrow).max(0.0),
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
    /// For an event-driven run. None if disabled or interrupted, and if the parts are not
    /// separable: in a gas, which finds and predicts pairs in one step, and in a periodic domain.
    pub(super) fn of_exact(
        &self,
        method: RunMethod,
        run: &ExactRun,
        watch: &mut RunProgress<'_>,
    ) -> Result<Option<CostParts>, CompareError> {
        let periodic = matches!(self.scene.settings.domain, Domain::Periodic { .. });
        let Some(broad) = self.broad_phase(method, run).filter(|_| self.enabled && !periodic) else {
            return Ok(None);
        };
        let mut replay = TrajectoryReplay::new(self.scene, self.response, &run.trajectories, broad, self.clock)?;
        let reached = watch.slices(|time| {
            replay.advance_to(time);
            Ok::<(), CompareError>(())
        })?;
        let cost = run.cpu / run.reached;
        Ok((reached >= run.reached).then(|| CostParts::of(&replay.stopwatch, reached, cost)))
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
            world.advance_to(time);
            Ok::<(), CompareError>(())
        })?;
        let stopwatch = world.stopwatch().filter(|_| reached >= horizon);
        Ok(stopwatch.map(|stopwatch| CostParts::shared(stopwatch, cost)))
    }

    /// The broad phase that a run had at its end; none for a gas.
    fn broad_phase(&self, method: RunMethod, run: &ExactRun) -> Option<Box<dyn BroadPhase>> {
        let counts = |name: &str| run.broad_counters.contains(&name);
        let had = match method.world_method()? {
            Method::Auto | Method::Lists if counts("swaps") => Method::Lists,
            Method::Auto | Method::Leases if counts("leases left") => Method::Leases,
            reference @ (Method::Cached | Method::Swept { .. }) => reference,
            Method::Auto | Method::Lists | Method::Leases => return None,
        };
        Some(had.broad_phase(0.0, &self.scene.settings.domain, SwapQueue::default()))
    }
}
