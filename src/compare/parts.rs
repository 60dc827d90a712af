//! What a run costs, by its parts: finding pairs, finding when they meet, and the rest (as Coming and Staadt 2006, Figure 8).
//!
//! A clock within the loops of a run would falsify what it costs. So the parts are measured in another one, which is made
//! only for that: of samples the same run again, whose shares are then those of the cost. Of event-driven methods it is the
//! [`course`](super::course) of the run before, which leaves out the rest. What the rest costs is then the difference, and
//! so holds the noise of a machine that does other things meanwhile.

use super::course::Course;
use super::reference::ExactRun;
use super::watch::Watch;
use super::{CompareError, RunMethod};
use crate::broad::KineticSweep;
use crate::broad::Leases;
use crate::broad::SweptFrames;
use crate::broad::{AllPairs, BroadPhase};
use crate::laps::{Laps, Part};
use crate::sampled::SampledWorld;
use crate::scene::{Domain, ResponseMode, Scene};

/// The parts of what a run costs, in processor seconds per simulated second.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CostParts {
    /// Broad phase: finding the pairs to look at.
    pub broad: f64,
    /// Narrow phase: of samples the tests whether the two of a pair touch, of event-driven methods the predictions when they do.
    pub narrow: f64,
    /// All else: what comes of a contact, events, queues, building. 0 where measured parts come to more than the run cost.
    pub rest: f64,
}

impl CostParts {
    /// The parts of such a cost per simulated second, by the shares that they had in a run that was measured throughout.
    fn shared(laps: &Laps, cost: f64) -> Self {
        let [broad, narrow, rest] = [Part::Broad, Part::Narrow, Part::Rest].map(|part| laps.spent(part));
        let scale = cost / (broad + narrow + rest).max(f64::MIN_POSITIVE);
        Self {
            broad: broad * scale,
            narrow: narrow * scale,
            rest: rest * scale,
        }
    }

    /// The parts measured in a run up to `horizon`, where another one cost so much per simulated second.
    fn of(laps: &Laps, horizon: f64, cost: f64) -> Self {
        let [broad, narrow] = [Part::Broad, Part::Narrow].map(|part| laps.spent(part) / horizon);
        Self {
            broad,
            narrow,
            rest: (cost - broad - narrow).max(0.0),
        }
    }
}

/// What measures the parts of a run's cost, if that is asked for.
#[derive(Clone, Copy)]
pub(super) struct Parts<'a> {
    pub(super) scene: &'a Scene,
    pub(super) response: ResponseMode,
    pub(super) clock: fn() -> f64,
    pub(super) wanted: bool,
}

impl Parts<'_> {
    /// Of an event-driven run. None if they are not asked for or the measurement is interrupted, and where they cannot be
    /// told apart: in a gas, which finds pairs and predicts them in one, and in a periodic domain.
    pub(super) fn of_exact(
        &self,
        method: RunMethod,
        run: &ExactRun,
        watch: &mut Watch<'_>,
    ) -> Result<Option<CostParts>, CompareError> {
        let periodic = matches!(self.scene.settings.domain, Domain::Periodic { .. });
        let Some(broad) = self.broad_phase(method, run).filter(|_| self.wanted && !periodic) else {
            return Ok(None);
        };
        let mut course = Course::new(self.scene, self.response, &run.trajectories, broad, self.clock)?;
        let reached = watch.slices(|time| {
            course.go_on_to(time);
            Ok::<(), CompareError>(())
        })?;
        let cost = run.cpu / run.reached;
        Ok((reached >= run.reached).then(|| CostParts::of(&course.laps, reached, cost)))
    }

    /// Of the run of a sampled world with this cost.
    pub(super) fn of_samples(
        &self,
        build: impl FnOnce() -> Result<SampledWorld, CompareError>,
        cost: f64,
        watch: &mut Watch<'_>,
    ) -> Result<Option<CostParts>, CompareError> {
        if !self.wanted {
            return Ok(None);
        }
        let mut world = build()?.clocked(self.clock);
        let horizon = watch.horizon();
        let reached = watch.slices(|time| {
            world.advance_to(time);
            Ok::<(), CompareError>(())
        })?;
        let laps = world.laps().filter(|_| reached >= horizon);
        Ok(laps.map(|laps| CostParts::shared(laps, cost)))
    }

    /// The broad phase that a run had at its end; none of a gas.
    fn broad_phase(&self, method: RunMethod, run: &ExactRun) -> Option<Box<dyn BroadPhase>> {
        let counts = |name: &str| run.broad_counters.contains(&name);
        match method {
            RunMethod::Cached => Some(Box::new(AllPairs::default())),
            RunMethod::Swept(rate) => Some(Box::new(SweptFrames::new(rate, 0.0))),
            RunMethod::Kinetic | RunMethod::Lists if counts("swaps") => Some(Box::new(KineticSweep::new())),
            RunMethod::Kinetic | RunMethod::Leases if counts("leases left") => Some(Box::<Leases>::default()),
            _ => None,
        }
    }
}
