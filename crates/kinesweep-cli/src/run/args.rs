//! The arguments of `kinesweep run`.

use crate::method::{MethodArg, method_names};
use crate::number::{from_zero, positive};
use crate::{Failure, SceneChoice};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use kinesweep::ResponseMode;
use kinesweep::broad::SwapQueue;
use kinesweep::compare::Rival;
use std::path::PathBuf;

#[derive(Args)]
#[command(after_help = crate::EXIT_CODES)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(super) scene: SceneChoice,
    /// Stop at this time, in seconds (default: the scene's horizon).
    #[arg(long, value_name = "T", value_parser = from_zero, allow_negative_numbers = true)]
    pub(super) until: Option<f64>,
    /// Stop after this many events, if they come before that time.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(super) events: Option<u64>,
    /// How collisions are found. `kinetic` picks the best of the exact methods.
    #[arg(long, value_parser = method_names(), default_value = MethodArg::DEFAULT)]
    pub(super) method: MethodArg,
    /// Which queue orders the swaps of the methods `lists` and `kinetic` [default: dary]. The
    /// events are the same; the cost is not.
    #[arg(long, value_name = "NAME", value_parser = queue_names())]
    pub(super) queue: Option<SwapQueue>,
    /// Frames per second, of the methods `swept` and `sampled` alone [default: 60].
    #[arg(long, value_name = "HZ", value_parser = positive, allow_negative_numbers = true)]
    pub(super) rate: Option<f64>,
    /// Threads that advance the run; 0 for all cores. The results are the same, to the bit: many bodies that
    /// bounce in a box or in a periodic domain are advanced on several; not of the
    /// method `sampled`.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    pub(super) threads: usize,
    /// Whether bodies bounce or pass through each other, in place of what the scene says.
    #[arg(long, value_enum)]
    pub(super) response: Option<ResponseArg>,
    /// Write each event as a line of JSON to this file.
    #[arg(long, value_name = "FILE")]
    pub(super) log: Option<PathBuf>,
    /// Append to the log of the run that was saved. Lines after the saved state are there if that
    /// run was killed: the run compares them with its own, and loses none, so that the log is that
    /// of one uninterrupted run.
    #[arg(long, requires = "log", requires = "goes_on")]
    pub(super) append: bool,
    /// Write each motion piece there, too, as a line of kind `motion-piece`: whole trajectories.
    /// They do not count as events.
    #[arg(long, requires = "log")]
    pub(super) pieces: bool,
    /// Report the begin and end of overlaps of boxes, too.
    #[arg(long)]
    pub(super) overlaps: bool,
    /// Report which bodies come to rest, and which begin to move again, too; not of the method `sampled`.
    #[arg(long)]
    pub(super) rests: bool,
    /// Report rates, temperature and pressure, too; not of the method `sampled`.
    #[arg(long)]
    pub(super) statistics: bool,
    /// Measure them from this time on, in seconds, as from when a gas is in equilibrium.
    #[arg(long, value_name = "T", value_parser = from_zero, requires = "statistics", allow_negative_numbers = true)]
    pub(super) statistics_from: Option<f64>,
    /// Print the summary as JSON.
    #[arg(long)]
    pub(super) json: bool,
    /// Write where all bodies are at the start and at the end to this file, as extended XYZ; not of
    /// the method `sampled`.
    #[arg(long, value_name = "FILE")]
    pub(super) xyz: Option<PathBuf>,
    /// Write that every DT seconds instead, from the start on.
    #[arg(long, value_name = "DT", value_parser = positive, requires = "xyz", allow_negative_numbers = true)]
    pub(super) every: Option<f64>,
    /// Write where all bodies are at the end to this file.
    #[arg(long, value_name = "FILE")]
    pub(super) state: Option<PathBuf>,
    /// Write the whole state of the run at its end to this file, to resume from; not of the method
    /// `sampled`.
    #[arg(long, value_name = "FILE")]
    pub(super) save: Option<PathBuf>,
    /// Write it every DT simulated seconds, too; the file is whole at any time.
    #[arg(long, value_name = "DT", value_parser = positive, requires = "save", allow_negative_numbers = true)]
    pub(super) save_every: Option<f64>,
    /// Resume from a state that a run of the same scene has saved. The log then has the events
    /// after it, in a new file, or appended to the earlier one with --append.
    #[arg(long, value_name = "FILE", group = "goes_on")]
    pub(super) resume: Option<PathBuf>,
    /// Resume, or start from the beginning if that file does not exist: for jobs that are killed
    /// and restarted, with --save of the same file, --save-every, --log and --append.
    #[arg(long, value_name = "FILE", group = "goes_on", conflicts_with = "resume")]
    pub(super) resume_or_start: Option<PathBuf>,
}

/// The names of queues.
fn queue_names() -> impl TypedValueParser<Value = SwapQueue> {
    let names = PossibleValuesParser::new(SwapQueue::ALL.map(SwapQueue::name));
    names.try_map(|name| name.parse::<SwapQueue>())
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum ResponseArg {
    Collide,
    PassThrough,
}

impl From<ResponseArg> for ResponseMode {
    fn from(response: ResponseArg) -> Self {
        match response {
            ResponseArg::Collide => Self::Collide,
            ResponseArg::PassThrough => Self::PassThrough,
        }
    }
}

impl RunArgs {
    /// Refuses flags that the method does not have.
    pub(super) fn refuse_flags_not_of_method(&self) -> Result<(), Failure> {
        let exact_only = [
            (self.rests, "--rests"),
            (self.statistics, "--statistics"),
            (self.threads != 1, "--threads"),
            (self.xyz.is_some(), "--xyz"),
            (self.save.is_some(), "--save"),
            (self.resume.is_some(), "--resume"),
            (self.resume_or_start.is_some(), "--resume-or-start"),
        ];
        let is_sampled = self.method.rival() == Some(Rival::Sampled);
        if self.rate.is_some() && !is_sampled && self.method.rival() != Some(Rival::Swept) {
            let message = format!(
                "--rate: not of the method {}, which has no frames: of swept and sampled",
                self.method
            );
            return Err(Failure::Input(message));
        }
        let has_lists = matches!(self.method.rival(), None | Some(Rival::Lists));
        if self.queue.is_some() && !has_lists {
            let message = format!(
                "--queue: not of the method {}, which has no lists: of lists and kinetic",
                self.method
            );
            return Err(Failure::Input(message));
        }
        match exact_only.iter().find(|(given, _)| is_sampled && *given) {
            Some((_, flag)) => Err(Failure::Input(format!("{flag}: not of the method sampled"))),
            None => Ok(()),
        }
    }
}
