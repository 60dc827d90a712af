//! The runs of a plan, each by its number or its key.

use crate::branches::Branches;
use crate::hash::Sum;
use crate::plan::{Plan, Resolved};
use crate::record::Record;
use crate::run::{Ended, SAVE_EVERY, cpu_clock, measure};
use kinesweep::Scene;
use std::path::Path;
use std::time::Duration;

/// The form of what is measured: part of each key, so that records of another form are not used.
const FORM: &str = "1";

/// The version of the program.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// How a run is done: when it must stop, and where its states are saved.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// Whether the run must stop. It is called some thousand times a second.
    pub stop: &'a dyn Fn() -> bool,
    /// The folder for the states of runs on their way; none to save none.
    pub snapshots: Option<&'a Path>,
    /// The time between two saves.
    pub save_every: Duration,
    /// The number of threads that advance the run, as of
    /// [`WorldBuilder::threads`](kinesweep::WorldBuilder::threads); 0 for all cores. It changes nothing but
    /// the cost.
    pub threads: usize,
}

impl Control<'_> {
    /// To the end on one thread, without saving.
    #[must_use]
    pub fn to_end() -> Self {
        Self {
            stop: &|| false,
            snapshots: None,
            save_every: SAVE_EVERY,
            threads: 1,
        }
    }
}

/// The runs of a plan.
///
/// ```
/// use kinesweep_ensemble::{Control, Ensemble, Plan, Summary};
/// let text = "
///     scene = 'bullet-and-paper'
///     compare = { rates = [60] }
///     [sweep]
///     'bodies[0].velocity[0]' = [90, 900]
/// ";
/// let ensemble = Ensemble::new(Plan::from_toml_str(text, "plan.toml")?);
/// let mut summary = Summary::new(&ensemble);
/// for run in 0..ensemble.len() {
///     let record = ensemble.run(run, &Control::to_end()).expect("nothing stops it");
///     summary.add(&record);
/// }
/// let json = summary.to_json(&ensemble);
/// assert!(json.starts_with(r#"{"runs":2,"failed":0,"points":[{"sweep":{"bodies[0].velocity[0]":90}"#));
/// # Ok::<(), kinesweep_ensemble::PlanError>(())
/// ```
pub struct Ensemble {
    plan: Plan,
    /// A sum over all that determines a run at each point, but for its seed.
    points: Vec<Sum>,
    branches: Branches,
}

impl Ensemble {
    /// The runs of a plan. O(points), each in proportion to the text of the scene.
    #[must_use]
    pub fn new(plan: Plan) -> Self {
        let points = (0..plan.points()).map(|point| point_sum(&plan, point)).collect();
        Self {
            plan,
            points,
            branches: Branches::default(),
        }
    }

    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The number of runs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.plan.runs()
    }

    /// Whether there are no runs: never, for a plan has one at least.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The point of a run.
    #[must_use]
    pub fn point_of(&self, run: usize) -> usize {
        run / self.plan.seeds_per_point()
    }

    /// The identity of a run: 32 digits. Runs of equal keys are the same, in any plan.
    ///
    /// # Panics
    /// If there is no such run.
    #[must_use]
    pub fn key(&self, run: usize) -> String {
        self.sum(run).to_string()
    }

    pub(crate) fn sum(&self, run: usize) -> Sum {
        let point = self.points[self.point_of(run)].bytes();
        Sum::of_all([&point[..], &self.plan.seed(run).to_le_bytes()])
    }

    /// Does a run. None if it was stopped: its state is then saved if there is a folder for it, and
    /// stays there until [`Store::write`](crate::Store::write) has its record. A run that fails has a
    /// record with the reason. Runs may be done in any order, and at once.
    ///
    /// # Panics
    /// If there is no such run.
    #[must_use]
    pub fn run(&self, run: usize, control: &Control) -> Option<Record> {
        let key = self.key(run);
        let begun = cpu_clock();
        let mut record = Record {
            key: key.clone(),
            sweep: self.plan.point(self.point_of(run)),
            seed: self.plan.seed(run),
            scene: String::new(),
            version: VERSION.to_owned(),
            bodies: 0,
            cost: 0.0,
            values: Vec::new(),
            block_errors: Vec::new(),
            states: None,
            failure: None,
        };
        let outcome = self.plan.resolve(run).map_err(Ended::from).and_then(|resolved| {
            record.scene = Sum::of(resolved.scene.tree.to_string().as_bytes()).to_string();
            measure(&resolved, &self.branches, &key, control)
        });
        match outcome {
            Ok(measured) => {
                record.bodies = measured.bodies;
                record.values = measured.values;
                record.block_errors = measured.block_errors;
                record.states = measured.states;
            }
            Err(Ended::Failed(reason)) => record.failure = Some(reason),
            Err(Ended::Stopped) => return None,
        }
        record.cost = cpu_clock() - begun;
        Some(record)
    }

    /// The scene of a run.
    ///
    /// # Errors
    /// The reason why it has none, as in its record.
    ///
    /// # Panics
    /// If there is no such run.
    pub fn scene(&self, run: usize) -> Result<Scene, String> {
        let resolved = self.plan.resolve(run).map_err(|error| error.to_string())?;
        resolved.scene.scene().map_err(|error| error.to_string())
    }
}

/// A sum over what determines the runs at a point, but for their seeds.
fn point_sum(plan: &Plan, point: usize) -> Sum {
    let (text, files) = match plan.resolve_point(point) {
        Ok(Resolved {
            scene,
            settings,
            changes,
        }) => (format!("{}\n{settings:?}\n{changes}", scene.tree), scene.file_contents()),
        Err(error) => (format!("{:?}: {error}", plan.point(point)), Vec::new()),
    };
    let own = [FORM.as_bytes(), VERSION.as_bytes(), text.as_bytes()];
    Sum::of_all(own.into_iter().chain(files.iter().map(Vec::as_slice)))
}
