//! The prediction of a pair.

use crate::impact::Impact;
use crate::lane::order::{Step, in_order};
use smallvec::SmallVec;

/// Planned steps of a pair, each with its time.
pub(crate) type Plan = SmallVec<[(f64, Step); 2]>;

/// The prediction of a pair, a function of its two motion pieces and of its state.
#[derive(Clone, Debug)]
pub(crate) struct PairForecast {
    /// The stamps of the two motion pieces that the plan was made from.
    stamps: Option<[u32; 2]>,
    from: f64,
    plan: Plan,
    impact: Option<Impact>,
}

impl Default for PairForecast {
    /// That of a pair that has not been predicted.
    fn default() -> Self {
        Self {
            stamps: None,
            from: f64::NEG_INFINITY,
            plan: Plan::new(),
            impact: None,
        }
    }
}

impl PairForecast {
    /// A prediction as a snapshot stores it.
    pub(crate) fn restored(stamps: Option<[u32; 2]>, from: f64, plan: &[(f64, Step)], impact: Option<Impact>) -> Self {
        Self {
            stamps,
            from,
            plan: plan.iter().copied().collect(),
            impact,
        }
    }

    /// The stamps of the two motion pieces that the plan was made from; none before the first.
    #[inline]
    pub(crate) fn stamps(&self) -> Option<[u32; 2]> {
        self.stamps
    }

    /// Begins the prediction of two motion pieces. The plan is [set](Self::set_plan) later.
    pub(crate) fn begin(&mut self, stamps: [u32; 2]) {
        self.stamps = Some(stamps);
        self.from = f64::NEG_INFINITY;
    }

    /// Forgets the motions from which the plan was made: it is made again.
    pub(crate) fn forget(&mut self) {
        self.stamps = None;
    }

    /// The start of the plan, where an earlier search of the same two pieces was cut off.
    #[inline]
    pub(crate) fn from(&self) -> f64 {
        self.from
    }

    /// A search was cut off at this time, and resumes there.
    pub(crate) fn resume_from(&mut self, time: f64) {
        self.from = time;
    }

    /// The planned steps in order. The first one is in the queue.
    #[inline]
    pub(crate) fn plan(&self) -> &[(f64, Step)] {
        &self.plan
    }

    /// The next step, with its time.
    #[inline]
    pub(crate) fn next(&self) -> Option<(f64, Step)> {
        self.plan.first().copied()
    }

    /// Removes the next step.
    pub(crate) fn take_next(&mut self) -> Option<(f64, Step)> {
        (!self.plan.is_empty()).then(|| self.plan.remove(0))
    }

    /// Plans a step that was taken again, as the next one.
    pub(crate) fn put_back(&mut self, step: (f64, Step)) {
        self.plan.insert(0, step);
    }

    /// Plans another step, in order.
    pub(crate) fn insert(&mut self, step: (f64, Step)) {
        let place = self.plan.partition_point(|other| in_order(other, &step).is_le());
        self.plan.insert(place, step);
    }

    /// Removes the plan.
    pub(crate) fn take_plan(&mut self) -> Plan {
        std::mem::take(&mut self.plan)
    }

    /// Sets the plan. Its steps come in any order.
    pub(crate) fn set_plan(&mut self, mut plan: Plan) {
        plan.sort_by(in_order);
        self.plan = plan;
    }

    /// Sets a plan without steps.
    pub(crate) fn plan_nothing(&mut self) {
        self.plan.clear();
        self.impact = None;
    }

    /// The planned impact, if there is one; none before a deferred prediction is made.
    #[inline]
    pub(crate) fn impact(&self) -> Option<&Impact> {
        self.impact.as_ref()
    }

    pub(crate) fn set_impact(&mut self, impact: Option<Impact>) {
        self.impact = impact;
    }
}
