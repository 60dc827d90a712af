//! `kinesweep scene`: the built-in scenes as text.

use super::Failure;
use super::number::{positive, two};
use clap::Args;
use kinesweep::scene::{Start, builtin};
use std::io::Write;

#[derive(Args)]
pub(crate) struct SceneArgs {
    /// Which one; with none, they are listed.
    kind: Option<String>,
    /// Number of bodies (rings, gas, discs, bin).
    #[arg(long, allow_negative_numbers = true)]
    count: Option<u64>,
    /// Share of the domain that the bounding balls fill (rings, gas, discs, bin).
    #[arg(long, allow_negative_numbers = true)]
    packing: Option<f64>,
    /// Seed of the random placement (rings, gas, discs, bin).
    #[arg(long, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Least and greatest speed, in bounding radii a second (rings, gas, discs).
    #[arg(long, value_name = "LEAST,GREATEST", value_parser = two, allow_hyphen_values = true)]
    speed: Option<[f64; 2]>,
    /// Standard deviation of each component of the velocity, in metres per second (rings, gas, discs).
    #[arg(long, allow_negative_numbers = true)]
    maxwell: Option<f64>,
    /// Where the balls are at the start (gas, discs): random, fcc, hexagonal or lubachevsky-stillinger.
    #[arg(long, value_parser = start)]
    start: Option<Start>,
    /// Joins opposite faces of the domain, in place of walls (gas, discs).
    #[arg(long)]
    periodic: bool,
    /// Subtracts the mean velocity from each, so that the whole does not drift (gas, discs).
    #[arg(long)]
    zero_momentum: bool,
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
            start: self.start,
            periodic: self.periodic.then_some(true),
            zero_momentum: self.zero_momentum.then_some(true),
            digits: self.digits,
            horizon: self.horizon,
        };
        let text = builtin::customised(&kind, &options).map_err(Failure::input)?;
        out.write_all(text.as_bytes())?;
        Ok(())
    }
}

fn start(text: &str) -> Result<Start, String> {
    let known = Start::NAMES.map(|(name, _)| name).join(", ");
    let found = Start::NAMES.iter().find(|(name, _)| *name == text);
    found.map(|(_, start)| *start).ok_or(format!("must be one of {known}"))
}

/// The names of the built-in scenes.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    builtin::NAMES.iter().map(|(name, _)| *name)
}
