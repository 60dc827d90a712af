//! The command `kinesweep`: arguments in, results on standard output, messages on standard error.
//!
//! This is a library, so that Cargo compiles it while the code of the engine is still being
//! generated; the program itself is `main.rs`.

mod compare;
mod completions;
mod ensemble;
mod event_log;
mod interrupt;
mod log;
mod method;
mod number;
mod output;
mod progress;
mod reproduce;
mod run;
mod runner;
mod saved;
mod scene;
mod slices;
mod table;

use clap::{Args, Parser, Subcommand};
use kinesweep::Scene;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// The scene to run where none is named.
const DEFAULT_SCENE: &str = "rings";

/// The exit codes, for the help.
macro_rules! exit_codes {
    () => {
        "Exit codes: 0 done; 1 failed; 2 bad input or usage; 130 ended by Ctrl-C, after printing the results so far (run, compare, ensemble)."
    };
}
const EXIT_CODES: &str = exit_codes!();

/// First commands to try, for the help.
const FIRST_STEPS: &str = concat!(
    "Examples:
  kinesweep compare                                     what sampling misses of 1000 rings, and what each method costs
  kinesweep compare bullet-and-paper --report out.html  the same of a bullet, as a page with a replay
  kinesweep run pool-break --log events.jsonl           each collision of a break shot as a line of JSON
  kinesweep scene pi --digits 5 > pi.toml               a scene file to start from
  kinesweep run pi.toml                                 31415 collisions
Options of a command: kinesweep run --help

",
    exit_codes!()
);

/// Where the scripts go, for the help.
const COMPLETIONS: &str = "Examples:
  bash  kinesweep completions bash > ~/.local/share/bash-completion/completions/kinesweep
  zsh   kinesweep completions zsh > DIRECTORY_IN_FPATH/_kinesweep
  fish  kinesweep completions fish > ~/.config/fish/completions/kinesweep.fish";

/// What the command is, for the help.
const ABOUT: &str = "Every collision of moving bodies at its exact time, in time order, with no frame rate: kinetic sweep and \
                     prune with exact times of impact";

#[derive(Parser)]
#[command(name = "kinesweep", version, about = ABOUT, arg_required_else_help = true, after_help = FIRST_STEPS)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run a scene and report its events.
    Run(run::RunArgs),
    /// Run the methods side by side: what does sampling miss, and what does each cost?
    Compare(compare::CompareArgs),
    /// Run a plan of many scenes and seeds, and print means with error bars.
    Ensemble(ensemble::EnsembleArgs),
    /// Write a built-in scene, to keep or to change.
    Scene(scene::SceneArgs),
    /// Measure a figure of the papers here, as table and plot.
    Reproduce(reproduce::ReproduceArgs),
    /// Write the completion script of a shell.
    #[command(after_help = COMPLETIONS)]
    Completions(completions::CompletionsArgs),
}

/// The scene of a run.
#[derive(Args)]
struct SceneChoice {
    /// A scene file (TOML, or JSON if it ends in .json), or the name of a built-in scene;
    /// `kinesweep scene` lists them.
    #[arg(value_name = "SCENE", default_value = DEFAULT_SCENE, hide_default_value = false)]
    scene: String,
}

impl SceneChoice {
    /// The scene and its name.
    fn load(&self) -> Result<(Scene, String), Failure> {
        // A file goes before a built-in scene of its name; a folder is no scene.
        let path = Path::new(&self.scene);
        let built_in = match path.exists() && !path.is_dir() {
            true => None,
            false => Scene::builtin(&self.scene),
        };
        let scene = match built_in {
            Some(scene) => scene,
            None => Scene::from_file(&self.scene).map_err(|error| Failure::input(self.explain(&error)))?,
        };
        let name = if scene.title.is_empty() {
            self.scene.clone()
        } else {
            scene.title.clone()
        };
        Ok((scene, name))
    }

    /// The failure of a scene that was read but cannot be run.
    fn refuse(&self, error: impl std::fmt::Display) -> Failure {
        Failure::Input(format!("{}: {error}", self.scene))
    }

    /// The message for a scene that cannot be read. A name that is neither a file nor a built-in
    /// scene may be misspelt.
    fn explain(&self, error: &kinesweep::scene::SceneError) -> String {
        if Path::new(&self.scene).extension().is_none() && !Path::new(&self.scene).exists() {
            let names: Vec<&str> = scene::names().collect();
            format!(
                "{}: no such file, and no such built-in scene; those are: {}",
                self.scene,
                names.join(", ")
            )
        } else {
            error.to_string()
        }
    }
}

/// Why the command failed.
#[derive(Debug)]
enum Failure {
    /// The input or the usage is bad: exit code 2.
    Input(String),
    /// Anything else: exit code 1.
    Other(String),
    /// Ctrl-C ended it, and the results so far are printed: exit code 130.
    Interrupted,
    /// The reader of the output has closed it.
    ClosedPipe,
}

impl Failure {
    fn input(error: impl ToString) -> Self {
        Self::Input(error.to_string())
    }

    fn other(error: impl ToString) -> Self {
        Self::Other(error.to_string())
    }

    /// A file could not be written.
    fn writing(path: &Path, error: &io::Error) -> Self {
        match Self::from(error) {
            Self::Other(reason) => Self::Other(format!("{}: cannot be written: {reason}", path.display())),
            other => other,
        }
    }
}

/// Of standard output; for files see [`Failure::writing`].
impl From<&io::Error> for Failure {
    fn from(error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::ClosedPipe
        } else {
            Self::Other(error.to_string())
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::from(&error)
    }
}

/// Processor seconds of all threads.
fn cpu_clock() -> f64 {
    cpu_time::ProcessTime::now().as_duration().as_secs_f64()
}

/// A file to be written, empty from now on.
fn create(path: &Path) -> Result<io::BufWriter<std::fs::File>, Failure> {
    std::fs::File::create(path)
        .map(io::BufWriter::new)
        .map_err(|error| Failure::writing(path, &error))
}

/// Runs the command with the arguments of this process, and returns its exit code.
pub fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Run(args) => args.run(),
        Command::Compare(args) => args.run(),
        Command::Ensemble(args) => args.run(),
        Command::Scene(args) => args.run(),
        Command::Reproduce(args) => args.run(),
        Command::Completions(args) => args.run(),
    };
    match outcome {
        Ok(()) | Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Err(Failure::Input(message)) => {
            print_error(&message);
            ExitCode::from(2)
        }
        Err(Failure::Other(message)) => {
            print_error(&message);
            ExitCode::from(1)
        }
        Err(Failure::Interrupted) => {
            print_error("interrupted: these are the results so far");
            ExitCode::from(interrupt::EXIT)
        }
    }
}

/// Prints a remark on standard error.
fn note(message: &str) {
    let _ = writeln!(io::stderr(), "note: {message}");
}

/// Prints a message on standard error. Where that fails, the exit code remains.
fn print_error(message: &str) {
    let _ = writeln!(io::stderr(), "kinesweep: {message}");
}
