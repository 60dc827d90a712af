//! `kinesweep scene`: the built-in scenes as text.

use super::{Failure, positive};
use clap::Args;
use kinesweep::builtin;
use std::io::Write;

#[derive(Args)]
pub(crate) struct SceneArgs {
    /// Which one; with none, they are listed.
    kind: Option<String>,
    /// Number of bodies (rings, gas).
    #[arg(long)]
    count: Option<u64>,
    /// Share of the domain that the bounding balls fill (rings, gas).
    #[arg(long)]
    packing: Option<f64>,
    /// Seed of the random placement (rings, gas).
    #[arg(long)]
    seed: Option<u64>,
    /// Least and greatest speed, in bounding radii a second (rings, gas).
    #[arg(long, value_name = "LEAST,GREATEST", value_delimiter = ',', num_args = 2)]
    speed: Option<Vec<f64>>,
    /// Standard deviation of each component of the velocity, in metres per second (rings, gas).
    #[arg(long)]
    maxwell: Option<f64>,
    /// Digits of pi to count (pi): the mass ratio is 100^(digits - 1).
    #[arg(long)]
    digits: Option<u32>,
    /// Length of a run, in seconds.
    #[arg(long, value_parser = positive)]
    horizon: Option<f64>,
}

impl SceneArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let mut out = std::io::stdout().lock();
        let Some(kind) = self.kind else {
            for (name, description) in builtin::NAMES {
                writeln!(out, "{name:<16}  {description}")?;
            }
            return Ok(());
        };
        let options = builtin::Options {
            count: self.count,
            packing: self.packing,
            seed: self.seed,
            speed: self.speed.map(|speeds| [speeds[0], speeds[1]]),
            maxwell: self.maxwell,
            digits: self.digits,
            horizon: self.horizon,
        };
        let text = builtin::customised(&kind, &options).map_err(Failure::input)?;
        out.write_all(text.as_bytes())?;
        Ok(())
    }
}

/// The names of the built-in scenes.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    builtin::NAMES.iter().map(|(name, _)| *name)
}
