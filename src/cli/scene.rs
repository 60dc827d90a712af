//! `kinesweep scene`: the built-in scenes as text.

use super::Failure;
use super::number::{positive, two};
use clap::Args;
use kinesweep::builtin;
use std::io::Write;

#[derive(Args)]
pub(crate) struct SceneArgs {
    /// Which one; with none, they are listed.
    kind: Option<String>,
    /// Number of bodies (rings, gas).
    #[arg(long, allow_negative_numbers = true)]
    count: Option<u64>,
    /// Share of the domain that the bounding balls fill (rings, gas).
    #[arg(long, allow_negative_numbers = true)]
    packing: Option<f64>,
    /// Seed of the random placement (rings, gas).
    #[arg(long, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Least and greatest speed, in bounding radii a second (rings, gas).
    #[arg(long, value_name = "LEAST,GREATEST", value_parser = two, allow_hyphen_values = true)]
    speed: Option<[f64; 2]>,
    /// Standard deviation of each component of the velocity, in metres per second (rings, gas).
    #[arg(long, allow_negative_numbers = true)]
    maxwell: Option<f64>,
    /// Digits of pi to count (pi): the mass ratio is 100^(digits - 1).
    #[arg(long, allow_negative_numbers = true)]
    digits: Option<u32>,
    /// Length of a run, in seconds.
    #[arg(long, value_parser = positive, allow_negative_numbers = true)]
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
            speed: self.speed,
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
