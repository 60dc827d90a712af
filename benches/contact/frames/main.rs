//! Bodies that crowd, pile up and lie on each other: CPU milliseconds a frame, beside rapier.
//!
//!     cargo bench -p kinesweep-contact-bench --bench contact                        # all scenes
//!     cargo bench -p kinesweep-contact-bench --bench contact -- bin tower           # those with one of these words in their names
//!     cargo bench -p kinesweep-contact-bench --bench contact -- --ours              # without rapier: to profile
//!     cargo bench -p kinesweep-contact-bench --bench contact -- --seconds 2         # at most 2 simulated seconds each
//!     cargo bench -p kinesweep-contact-bench --bench contact -- mixed --start 2     # one start of crowds and bins (usually 1 to 5)
//!     cargo bench -p kinesweep-contact-bench --bench contact -- --limit 5000        # ours ends after 5000 ms of wall time
//!
//! Ours finds every collision at its time and is advanced once a frame of 1/60 s; `rapier3d-f64`
//! makes one step a frame, as it comes: with sleeping, without continuous detection. Both run the
//! same scene in turn. Crowds and bins of falling bodies are chaotic, and so is when they come to rest:
//! they run from five starts, with other displacements of their bodies. The means are those of all starts.
//! What takes less than a second runs up to five times, and the least time of each frame counts: all runs of
//! a start are alike to the bit, and what else the machine does only adds.
//!
//! *Worst* is the longest frame of any. *Last second* is the mean of its frames: of a pile or stack at rest, the
//! cost of what does not move. *Worst / mean until rest* leaves out of the mean the frames after the last one in
//! which anything happens; it is the greatest of all starts. A run of ours that is not done within the
//! limit (20 s unless given) ends there, and its figures are lower bounds. *Drift* is the greatest
//! distance of a body of a stack from its start at the end of any frame, in units of the smallest
//! side of its bodies.

mod ours;
mod rapier;
mod scenes;
mod table;

use kinesweep::BodyKind;
use scenes::Case;
use std::time::Duration;
use table::{Run, Runs};

/// Frames a second.
pub(crate) const RATE: f64 = 60.0;

/// Runs of one start last so long together, in seconds of processor time, or are so many.
const ENOUGH: f64 = 1.0;
const MOST_RUNS: usize = 5;

/// The starts of crowds and bins.
const STARTS: u64 = 5;

struct Options {
    words: Vec<String>,
    ours_only: bool,
    seconds: f64,
    /// The seeds of the displacements of crowds and bins.
    starts: Vec<u64>,
    limit: Duration,
}

impl Options {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self {
            words: Vec::new(),
            ours_only: false,
            seconds: f64::INFINITY,
            starts: (1..=STARTS).collect(),
            limit: Duration::from_secs(20),
        };
        while let Some(word) = arguments.next() {
            let mut number = || {
                let next = arguments.next().and_then(|text| text.parse().ok());
                next.filter(|value: &f64| (0.0..1e9).contains(value))
                    .ok_or_else(|| format!("{word} needs a number"))
            };
            match word.as_str() {
                "--bench" => {}
                "--ours" => options.ours_only = true,
                "--seconds" => options.seconds = number()?,
                "--start" => options.starts = vec![number()? as u64],
                "--limit" => options.limit = Duration::from_secs_f64(number()? / 1e3),
                _ if word.starts_with("--") => return Err(format!("there is no option {word}")),
                _ => options.words.push(word),
            }
        }
        Ok(options)
    }

    fn selects(&self, name: &str) -> bool {
        self.words.is_empty() || self.words.iter().any(|word| name.contains(word.as_str()))
    }
}

fn main() -> Result<(), String> {
    let options = Options::read(std::env::args().skip(1))?;
    println!("Milliseconds a frame; frames of 1/60 s.\n\n{}", table::HEAD);
    let cases: Vec<Vec<Case>> = options.starts.iter().map(|start| scenes::all(*start)).collect();
    for number in 0..cases[0].len() {
        let of_starts = cases.iter().map(|cases| &cases[number]);
        let case = &cases[0][number];
        if !options.selects(&case.name) {
            continue;
        }
        let count = if case.is_displaced { cases.len() } else { 1 };
        let bodies = case.scene.bodies.iter().filter(|body| body.kind == BodyKind::Dynamic).count();
        let (mut ours, mut rapier) = (Runs(Vec::new()), Runs(Vec::new()));
        for case in of_starts.take(count) {
            let seconds = case.seconds.min(options.seconds);
            ours.0.push(repeated(|| ours::run(case, seconds, options.limit)));
            if !options.ours_only {
                rapier.0.push(repeated(|| rapier::run(case, seconds)));
            }
        }
        let rapier = (!options.ours_only).then_some(rapier);
        println!(
            "{}",
            table::row(&case.name, bodies, case.smallest_side, &ours, rapier.as_ref())
        );
    }
    Ok(())
}

/// A run with the least time of each frame in some that are alike.
fn repeated(run: impl Fn() -> Run) -> Run {
    let mut least = run();
    let mut spent = least.milliseconds.iter().sum::<f64>() / 1e3;
    for _ in 1..MOST_RUNS {
        if spent > ENOUGH || least.stopped.is_some() {
            break;
        }
        let other = run();
        spent += other.milliseconds.iter().sum::<f64>() / 1e3;
        least.take_least(&other);
    }
    least
}
