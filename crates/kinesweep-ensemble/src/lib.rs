//! Ensembles of [`kinesweep`] runs: seeds, sweeps of any key of a scene, comparisons, what-ifs, as
//! one answer with error bars.
//!
//! A [`Plan`] names a scene, the values of a sweep, the seeds, and what is measured of each run. An
//! [`Ensemble`] has its runs, in any order and on any machine. A [`Store`] keeps a [`Record`] of each
//! on disk, and a [`Summary`] merges them: the same text on any number of threads or machines,
//! whatever was interrupted on the way.
//!
//! ```
//! use kinesweep_ensemble::{Ensemble, Jobs, Plan};
//! let text = "
//!     scene = 'gas'
//!     seeds = { from = 1, count = 4 }
//!     until = 0.2
//!     statistics = ['compressibility', 'collision_rate']
//!     [sweep]
//!     'populations.0.count' = [50, 100]
//! ";
//! let ensemble = Ensemble::new(Plan::from_toml_str(text, "plan.toml")?);
//! let summary = ensemble.run_all(None, &Jobs::default(), &|| false, &mut |_, _| {})?;
//! assert!(summary.to_json(&ensemble).starts_with(r#"{"runs":8,"failed":0,"points":[{"sweep":"#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod advance;
mod blocks;
mod branches;
mod change;
mod document;
mod ensemble;
mod error;
mod hash;
mod key;
mod local;
mod moments;
mod page;
mod plan;
mod point;
mod reader;
mod record;
mod reducer;
mod run;
mod settings;
mod snapshots;
mod store;
mod summary;

pub use ensemble::{Control, Ensemble};
pub use error::{PlanError, StoreError};
pub use local::Jobs;
pub use page::html;
pub use plan::{MAX_RUNS, Plan};
pub use record::Record;
pub use store::Store;
pub use summary::{Estimate, PointResults, Summary};
