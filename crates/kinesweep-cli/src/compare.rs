//! `kinesweep compare`: the methods side by side.

use super::number::positive;
use super::progress::Progress;
use super::table::comparison::{missed_list, pass_through_table, responding_table, search_text, way_table};
use crate::method::{MethodArg, method_names};
use crate::{Failure, SceneChoice, cpu_clock, create, interrupt, print_error};
use clap::Args;
use kinesweep::compare::{CompareError, CompareOptions, PassThrough};
use kinesweep::scene::limits::Shown;
use kinesweep::{Comparison, Scene};
use kinesweep_report::{MOST_PIECES, Report};
use serde_json::Value;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = super::EXIT_CODES)]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    scene: SceneChoice,
    /// Frames per second of the frame-based runs.
    #[arg(long, value_parser = positive, value_delimiter = ',', default_value = "30,60,120,1000", allow_negative_numbers = true)]
    rates: Vec<f64>,
    /// The methods; the kinetic one is always among them (default: all, without those that take too
    /// long for so many bodies).
    #[arg(long, value_parser = method_names(), value_delimiter = ',')]
    methods: Option<Vec<MethodArg>>,
    /// Length of the runs, in seconds (default: the scene's horizon).
    #[arg(long, value_parser = positive, allow_negative_numbers = true)]
    until: Option<f64>,
    /// Threads that advance each event-driven run; 0 for all cores. The results are the same, to the bit,
    /// but for the costs: many bodies that bounce in a box or in a periodic domain are advanced on several.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    threads: usize,
    /// Also find the rates at which nothing is missed.
    #[arg(long)]
    search: bool,
    /// How many missed contacts are listed, at most.
    #[arg(long, value_name = "N", default_value_t = 10, allow_negative_numbers = true)]
    missed: u32,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
    /// Write a page with the result, plots, and a replay in space, to be opened in a browser; it
    /// needs no network.
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
}

impl CompareArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let (scene, name) = self.scene.load()?;
        let options = CompareOptions {
            rates: self.rates.clone(),
            horizon: self.until,
            rivals: self
                .methods
                .as_ref()
                .map(|methods| methods.iter().filter_map(|method| method.rival()).collect()),
            missed_listed: self.missed as usize,
            parts: self.report.is_some(),
            threads: self.threads,
            clock: cpu_clock,
        };
        // Before the long runs: a file that cannot be written is refused at once.
        let report = match &self.report {
            Some(path) => Some((create(path)?, path)),
            None => None,
        };
        interrupt::install()?;
        let failure = |error| match error {
            CompareError::Value(_) | CompareError::World(_) => self.scene.refuse(error),
            _ => Failure::other(error),
        };
        let comparison = compare(&scene, &options).map_err(failure)?;
        self.note_what_is_left_out(&comparison);
        // Ctrl-C cuts off the replay, too: the page then has none.
        let mut cut = comparison.interrupted;
        if let Some((mut file, path)) = report {
            let json = self.json(&name, &comparison)?;
            let stop = &interrupt::is_requested;
            let report = Report {
                name: &name,
                scene: &scene,
                comparison: &comparison,
                json,
                rates: &self.rates,
                most_pieces: MOST_PIECES,
            };
            let page = report.html(stop).map_err(failure)?;
            cut = cut || interrupt::is_requested();
            let written = file.write_all(page.as_bytes()).and_then(|()| file.flush());
            written.map_err(|error| Failure::writing(path, &error))?;
        }
        let mut out = std::io::stdout().lock();
        if self.json {
            writeln!(out, "{}", self.json(&name, &comparison)?)?;
        } else {
            writeln!(out, "{name}: {} bodies, {} s", scene.bodies.len(), comparison.horizon.shown())?;
            if let Ok(pass_through) = &comparison.pass_through {
                writeln!(out, "\n{}", self.pass_through_text(&scene, pass_through))?;
            }
            if let Ok(responding) = &comparison.responding {
                writeln!(out, "\n{}", responding_table(responding))?;
            }
        }
        match cut {
            true => Err(Failure::Interrupted),
            false => Ok(()),
        }
    }

    /// Prints what is left out on standard error.
    fn note_what_is_left_out(&self, comparison: &Comparison) {
        let halves = [
            ("pass-through", comparison.pass_through.as_ref().err()),
            ("responding", comparison.responding.as_ref().err()),
        ];
        for (half, reason) in halves {
            if let Some(reason) = reason.filter(|_| !comparison.interrupted) {
                print_error(&format!("{}: no {half} runs: {reason}", self.scene.scene));
            }
        }
        let pass_through = comparison.pass_through.as_ref().map(|half| &half.left_out);
        let left_out = pass_through.or(comparison.responding.as_ref().map(|half| &half.left_out));
        for left in left_out.into_iter().flatten() {
            print_error(&format!("{}: {} is left out: {}", self.scene.scene, left.method, left.reason));
        }
    }

    fn pass_through_text(&self, scene: &Scene, pass_through: &PassThrough) -> String {
        let mut parts = vec![pass_through_table(pass_through)];
        parts.extend(way_table(pass_through));
        parts.extend(missed_list(scene, pass_through, &self.rates, self.missed as usize));
        if self.search {
            parts.push(search_text(scene, pass_through));
        }
        parts.join("\n\n")
    }

    fn json(&self, name: &str, comparison: &Comparison) -> Result<Value, Failure> {
        kinesweep_report::json(name, comparison, self.search).map_err(Failure::other)
    }
}

/// Makes all runs, with a progress bar, up to Ctrl-C.
fn compare(scene: &Scene, options: &CompareOptions) -> Result<Comparison, CompareError> {
    let mut bar = Progress::new();
    Comparison::run_with(scene, options, &mut |progress| {
        bar.show(progress.time / progress.horizon, || {
            format!("{progress} ({} of {} runs)", progress.done + 1, progress.runs)
        });
        match interrupt::is_requested() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    })
}
