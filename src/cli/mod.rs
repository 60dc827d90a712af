//! The command line: arguments in, results on standard output, messages on standard error.

mod compare;
mod log;
mod run;
mod scene;
mod table;

use clap::{Args, Parser, Subcommand, ValueEnum};
use kinesweep::Scene;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The scene that is run where none is named.
const DEFAULT_SCENE: &str = "rings";

/// Every collision of moving bodies at its exact time, in time order, with no frame rate.
#[derive(Parser)]
#[command(version, about, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run a scene and tell its events.
    Run(run::RunArgs),
    /// Run the methods side by side: what does sampling miss, and what does each cost?
    Compare(compare::CompareArgs),
    /// Write a built-in scene, to keep or to change.
    Scene(scene::SceneArgs),
}

/// The scene of a run.
#[derive(Args)]
struct SceneChoice {
    /// A scene file (TOML, or JSON if it ends in .json), or the name of a built-in scene; `kinesweep scene` lists them.
    #[arg(value_name = "SCENE", default_value = DEFAULT_SCENE, hide_default_value = false)]
    scene: String,
    /// Whether bodies bounce or pass through each other, in place of what the scene says.
    #[arg(long, value_enum)]
    response: Option<ResponseArg>,
}

#[derive(Clone, Copy, ValueEnum)]
enum ResponseArg {
    Collide,
    PassThrough,
}

impl SceneChoice {
    /// The scene, and what to call it.
    fn load(&self) -> Result<(Scene, String), Failure> {
        let built_in = if Path::new(&self.scene).exists() {
            None
        } else {
            Scene::builtin(&self.scene)
        };
        let mut scene = match built_in {
            Some(scene) => scene,
            None => Scene::from_file(&self.scene).map_err(|error| Failure::input(self.explain(&error)))?,
        };
        if let Some(response) = self.response {
            scene.settings.response = match response {
                ResponseArg::Collide => kinesweep::ResponseMode::Collide,
                ResponseArg::PassThrough => kinesweep::ResponseMode::PassThrough,
            };
        }
        let name = if scene.title.is_empty() {
            self.scene.clone()
        } else {
            scene.title.clone()
        };
        Ok((scene, name))
    }

    /// A word that is neither a file nor a built-in scene may be a misspelt one.
    fn explain(&self, error: &kinesweep::SceneError) -> String {
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

/// Why the command did not do what it was asked for.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input or the usage is bad: exit code 2.
    Input(String),
    /// Anything else: exit code 1.
    Other(String),
    /// Whoever reads the output has gone.
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
        Self::Other(format!("{}: {error}", path.display()))
    }
}

/// From standard output; files name their path instead.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::ClosedPipe
        } else {
            Self::Other(error.to_string())
        }
    }
}

/// Processor seconds of this thread.
fn cpu_clock() -> f64 {
    cpu_time::ThreadTime::now().as_duration().as_secs_f64()
}

fn create(path: &PathBuf) -> Result<io::BufWriter<std::fs::File>, Failure> {
    std::fs::File::create(path)
        .map(io::BufWriter::new)
        .map_err(|error| Failure::writing(path, &error))
}

/// A time or rate from the command line.
fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value <= kinesweep::MAX_MAGNITUDE => Ok(value),
        _ => Err(format!("must be a number above 0 and at most {:e}", kinesweep::MAX_MAGNITUDE)),
    }
}

pub(crate) fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Run(args) => args.run(),
        Command::Compare(args) => args.run(),
        Command::Scene(args) => args.run(),
    };
    match outcome {
        Ok(()) | Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Err(Failure::Input(message)) => tell(&message, 2),
        Err(Failure::Other(message)) => tell(&message, 1),
    }
}

fn tell(message: &str, code: u8) -> ExitCode {
    eprintln!("kinesweep: {message}");
    ExitCode::from(code)
}
