//! `kinesweep compare`: the methods side by side.

use super::number::positive;
use super::table::{pass_through_table, responding_table};
use super::{Failure, SceneChoice, cpu_clock, create, tell};
use crate::report::{Replay, Report};
use clap::Args;
use indicatif::ProgressBar;
use kinesweep::{CompareError, CompareOptions, Comparison, PassThroughRun, RespondingRun};
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    scene: SceneChoice,
    /// Frames per second of the frame-based runs.
    #[arg(long, value_parser = positive, value_delimiter = ',', default_value = "30,60,120,1000", allow_negative_numbers = true)]
    rates: Vec<f64>,
    /// Length of the runs, in seconds (default: the scene's horizon).
    #[arg(long, value_parser = positive, allow_negative_numbers = true)]
    until: Option<f64>,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
    /// Write a page with the result, plots, and a replay in space, to be opened in a browser; it needs no network.
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
}

impl CompareArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let Self {
            scene: choice,
            rates,
            until,
            json,
            report,
        } = self;
        let (scene, name) = choice.load()?;
        // Before the long runs: what cannot be written is better known now.
        let report = match &report {
            Some(path) => Some((create(path)?, path)),
            None => None,
        };
        let options = CompareOptions {
            rates: rates.clone(),
            horizon: until,
            clock: cpu_clock,
        };
        let bar = ProgressBar::new_spinner();
        bar.enable_steady_tick(Duration::from_millis(100));
        let comparison = Comparison::run_with(&scene, &options, &mut |what| bar.set_message(what.to_owned()));
        let replay = match (&comparison, &report) {
            (Ok(comparison), Some(_)) => {
                bar.set_message("replay");
                Replay::record(&scene, comparison.horizon, &rates)
            }
            _ => Ok(None),
        };
        bar.finish_and_clear();
        let failure = |error| match error {
            CompareError::Value(_) | CompareError::World(_) => choice.refuse(error),
            CompareError::Step(_) => Failure::other(error),
        };
        let (comparison, replay) = (comparison.map_err(failure)?, replay.map_err(failure)?);
        if let Err(reason) = &comparison.responding {
            tell(&format!("{}: no responding runs: {reason}", choice.scene));
        }
        if let Some((mut file, path)) = report {
            let page = Report {
                name: &name,
                scene: &scene,
                horizon: comparison.horizon,
                comparison: comparison_json(&name, &comparison),
                rates: &rates,
                replay,
            };
            let written = file.write_all(page.html().as_bytes()).and_then(|()| file.flush());
            written.map_err(|error| Failure::writing(path, &error))?;
        }
        let mut out = std::io::stdout().lock();
        if json {
            writeln!(out, "{}", comparison_json(&name, &comparison))?;
        } else {
            writeln!(out, "{name}: {} bodies, {} s\n", scene.bodies.len(), comparison.horizon)?;
            writeln!(out, "{}", pass_through_table(&comparison.pass_through))?;
            if let Ok(responding) = &comparison.responding {
                writeln!(out, "\n{}", responding_table(responding))?;
            }
        }
        Ok(())
    }
}

fn comparison_json(name: &str, comparison: &Comparison) -> Value {
    let pass_through = |run: &PassThroughRun| {
        json!({
            "method": run.method.name(),
            "rate": run.method.rate(),
            "found": run.found,
            "missed": run.missed,
            "latency_mean": run.latency_mean,
            "latency_max": run.latency_max,
            "depth_mean": run.depth_mean,
            "depth_max": run.depth_max,
            "cpu_per_simulated_second": run.cpu_per_simulated_second,
        })
    };
    let responding = |run: &RespondingRun| {
        json!({
            "method": run.method.name(),
            "rate": run.method.rate(),
            "collisions": run.collisions,
            "first_missed": run.first_missed,
            "parted_at": run.parted_at,
            "energy_error": run.energy_error,
            "cpu_per_simulated_second": run.cpu_per_simulated_second,
        })
    };
    json!({
        "scene": name,
        "horizon": comparison.horizon,
        "pass_through": {
            "truth": comparison.pass_through.truth,
            "runs": comparison.pass_through.runs.iter().map(pass_through).collect::<Vec<_>>(),
        },
        "responding": comparison.responding.as_ref().ok().map(|runs| {
            json!({ "runs": runs.runs.iter().map(responding).collect::<Vec<_>>() })
        }),
    })
}
