//! `kinesweep ensemble`: the runs of a plan, and their merged results.

use crate::number::positive;
use crate::progress::Progress;
use crate::table::ensemble::summary_table;
use crate::{Failure, create, interrupt};
use clap::Args;
use kinesweep_ensemble::{Ensemble, Jobs, Plan, Store, Summary};
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Tasks of a job array, where no number is given.
const TASKS: usize = 100;

#[derive(Args)]
#[command(after_help = super::EXIT_CODES)]
pub(crate) struct EnsembleArgs {
    /// The plan: a TOML file, or JSON if its name ends in .json.
    plan: PathBuf,
    /// The folder for the results of each run: a second start does only what is missing there.
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
    /// The number of runs at once, each on threads of its own (default: as many as there are cores for).
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..), allow_negative_numbers = true)]
    jobs: Option<u16>,
    /// Threads that advance each run; 0 for all cores. The results are the same, to the bit: many bodies that
    /// bounce in a box or in a periodic domain are advanced on several.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    threads: usize,
    /// Do only the K-th of N parts of the runs, and print nothing: a task of a job array.
    #[arg(long, value_name = "K/N", value_parser = share, requires = "store")]
    share: Option<(usize, usize)>,
    /// Save the states of long runs in the store every so many seconds of real time.
    #[arg(long, value_name = "SECONDS", value_parser = positive, default_value = "30", allow_negative_numbers = true)]
    save_every: f64,
    /// Print the results as JSON.
    #[arg(long)]
    json: bool,
    /// Write a page with the results, plots, and replays of single runs, to be opened in a browser; it
    /// needs no network.
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    /// Write a job array for Slurm into the store, and run nothing.
    #[arg(long, requires = "store", conflicts_with_all = ["json", "report", "share"])]
    slurm: bool,
    /// The number of tasks of the job array (default: 100, or one a run if there are fewer).
    #[arg(long, requires = "slurm", value_parser = clap::value_parser!(u16).range(1..), allow_negative_numbers = true)]
    tasks: Option<u16>,
}

impl EnsembleArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let ensemble = Ensemble::new(Plan::from_file(&self.plan).map_err(Failure::input)?);
        let store = self.store.as_ref().map(|folder| Store::open(folder, &ensemble)).transpose();
        let store = store.map_err(Failure::other)?;
        if let (true, Some(folder)) = (self.slurm, &self.store) {
            return self.write_job_array(folder, &ensemble);
        }
        // Before the runs: a file that cannot be written is refused at once.
        let report = match &self.report {
            Some(path) => Some((create(path)?, path)),
            None => None,
        };
        interrupt::install()?;
        let summary = self.run_all(&ensemble, store.as_ref())?;
        if let Some((mut file, path)) = report {
            let page = kinesweep_ensemble::html(&ensemble, &summary, &interrupt::is_requested);
            let written = file.write_all(page.as_bytes()).and_then(|()| file.flush());
            written.map_err(|error| Failure::writing(path, &error))?;
        }
        if self.share.is_none() {
            let mut out = std::io::stdout().lock();
            match self.json {
                true => writeln!(out, "{}", summary.to_json(&ensemble))?,
                false => writeln!(out, "{}", summary_table(&ensemble, &summary))?,
            }
        }
        match interrupt::is_requested() {
            true => Err(Failure::Interrupted),
            false => Ok(()),
        }
    }

    fn run_all(&self, ensemble: &Ensemble, store: Option<&Store>) -> Result<Summary, Failure> {
        let defaults = Jobs::default();
        // All cores by default: those of one run, or of several.
        let at_once = match self.threads {
            0 => 1,
            threads => (defaults.threads / threads).max(1),
        };
        let jobs = Jobs {
            threads: self.jobs.map_or(at_once, usize::from),
            threads_per_run: self.threads,
            share: self.share.unwrap_or(defaults.share),
            save_every: Duration::from_secs_f64(self.save_every),
        };
        let mut bar = Progress::new();
        let summary = ensemble.run_all(store, &jobs, &interrupt::is_requested, &mut |done, all| {
            bar.show(done as f64 / all as f64, || format!("{done} of {all} runs"));
        });
        summary.map_err(Failure::other)
    }

    /// Writes the script of a job array. Its tasks share the runs.
    fn write_job_array(&self, folder: &Path, ensemble: &Ensemble) -> Result<(), Failure> {
        let program = std::env::current_exe()?;
        let absolute = |path: &Path| std::path::absolute(path);
        let (plan, store) = (absolute(&self.plan)?, absolute(folder)?);
        let tasks = self.tasks.map_or(TASKS, usize::from).min(ensemble.len());
        let path = store.join("array.sh");
        let quoted = |path: &Path| format!("'{}'", path.display().to_string().replace('\'', r"'\''"));
        let [program, plan, store] = [&program, &plan, &store].map(|path| quoted(path));
        let mut script = String::from("#!/bin/sh\n");
        let _ = write!(
            script,
            "# {} runs in {tasks} tasks. To submit: sbatch {}
# Then, for the results of all: {program} ensemble {plan} --store {store}
#SBATCH --array=1-{tasks}
#SBATCH --cpus-per-task={}
#SBATCH --job-name=kinesweep
exec {program} ensemble {plan} --store {store} --jobs 1 --threads {} --share \"$SLURM_ARRAY_TASK_ID/{tasks}\"
",
            ensemble.len(),
            quoted(&path),
            self.threads.max(1),
            self.threads,
        );
        fs::write(&path, script).map_err(|error| Failure::writing(&path, &error))?;
        writeln!(std::io::stdout(), "sbatch {}", quoted(&path))?;
        Ok(())
    }
}

/// A part as `K/N`, K from 1; returned from 0.
fn share(text: &str) -> Result<(usize, usize), String> {
    let parts = text
        .split_once('/')
        .and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
    match parts {
        Some((part, parts)) if (1..=parts).contains(&part) => Ok((part - 1, parts)),
        _ => Err("must be K/N with K from 1 to N".to_owned()),
    }
}
