//! `kinesweep run`: one scene, one method.

use super::log::{event_json, state_json, vector_json};
use super::{Failure, SceneChoice, cpu_clock, create, positive};
use clap::{Args, ValueEnum};
use kinesweep::{BodyId, Event, Method, MotionPiece, SampledWorld, Scene, World};
use nalgebra::Vector3;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    scene: SceneChoice,
    /// Stop at this time, in seconds (default: the scene's horizon).
    #[arg(long, value_parser = positive)]
    until: Option<f64>,
    /// Stop after this many events, if they come before that time.
    #[arg(long)]
    events: Option<u64>,
    /// How collisions are found. `kinetic` picks the best of the exact methods.
    #[arg(long, value_enum, default_value_t = MethodArg::Kinetic)]
    method: MethodArg,
    /// Frames per second, of the methods `swept` and `sampled`.
    #[arg(long, value_parser = positive, default_value_t = 60.0)]
    rate: f64,
    /// Write each event as a line of JSON to this file.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Tell when boxes begin and cease to overlap, too.
    #[arg(long)]
    overlaps: bool,
    /// Print the summary as JSON.
    #[arg(long)]
    json: bool,
    /// Write where all bodies are at the end to this file.
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum MethodArg {
    Kinetic,
    Lists,
    Cached,
    Swept,
    Sampled,
}

impl MethodArg {
    fn name(self) -> &'static str {
        match self {
            Self::Kinetic => "kinetic",
            Self::Lists => "lists",
            Self::Cached => "cached",
            Self::Swept => "swept",
            Self::Sampled => "sampled",
        }
    }
}

/// A run of either mode.
enum Runner {
    Exact(Box<World>),
    Sampled {
        world: Box<SampledWorld>,
        frame: u64,
        rate: f64,
    },
}

/// What a run has come to.
struct Outcome {
    time: f64,
    counts: BTreeMap<&'static str, u64>,
    cpu: f64,
}

impl RunArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let (scene, name) = self.scene.load()?;
        let names: Vec<String> = (0..scene.bodies.len()).map(|index| scene.body_name(index)).collect();
        let until = self.until.unwrap_or(scene.horizon);
        let before = cpu_clock();
        let mut runner = self.prepare(&scene)?;
        let building = cpu_clock() - before;
        let (energy, momentum) = (runner.energy(), runner.momentum());
        let mut outcome = self.go(&mut runner, until, &names)?;
        outcome.cpu += building;
        if let Some(path) = &self.state {
            let mut file = create(path)?;
            let state = state_json(outcome.time, &names, &runner.motions(names.len()));
            writeln!(file, "{state:#}")
                .and_then(|()| file.flush())
                .map_err(|error| Failure::writing(path, &error))?;
        }
        let energies = [energy, runner.energy()];
        let momenta = [momentum, runner.momentum()];
        let mut out = std::io::stdout().lock();
        if self.json {
            let counters: serde_json::Map<String, serde_json::Value> = runner
                .counters()
                .into_iter()
                .map(|(name, count)| (name.to_owned(), json!(count)))
                .collect();
            let summary = json!({
                "scene": name,
                "method": self.method.name(),
                "time": outcome.time,
                "events": outcome.counts,
                "energy": energies,
                "momentum": momenta.map(|m| vector_json(&m)),
                "cpu_seconds": outcome.cpu,
                "cpu_per_simulated_second": outcome.cpu / outcome.time,
                "counters": counters,
            });
            writeln!(out, "{summary}")?;
        } else {
            writeln!(
                out,
                "{name}: {} bodies, {}, {} s",
                names.len(),
                self.method.name(),
                outcome.time
            )?;
            for (kind, count) in &outcome.counts {
                writeln!(out, "  {kind:<16} {count}")?;
            }
            writeln!(out, "  {:<16} {} J -> {} J", "energy", energies[0], energies[1])?;
            writeln!(
                out,
                "  {:<16} {:.6} s ({:.6} a simulated second)",
                "CPU",
                outcome.cpu,
                outcome.cpu / outcome.time
            )?;
        }
        Ok(())
    }

    fn prepare(&self, scene: &Scene) -> Result<Runner, Failure> {
        let method = match self.method {
            MethodArg::Kinetic => Method::Auto,
            MethodArg::Lists => Method::Lists,
            MethodArg::Cached => Method::Cached,
            MethodArg::Swept => Method::Swept { rate: self.rate },
            MethodArg::Sampled => {
                // Frames do not mind how bodies start, but a scene that is refused by one method is refused by all.
                World::from_scene(scene, Method::Auto).map_err(Failure::input)?;
                let world = SampledWorld::from_scene(scene, self.rate).map_err(Failure::input)?;
                return Ok(Runner::Sampled {
                    world: Box::new(world),
                    frame: 0,
                    rate: self.rate,
                });
            }
        };
        let mut world = World::builder()
            .settings(scene.settings)
            .method(method)
            .report_overlaps(self.overlaps)
            .build()
            .map_err(Failure::input)?;
        world.insert_scene(scene).map_err(Failure::input)?;
        Ok(Runner::Exact(Box::new(world)))
    }

    /// Runs to the end, writing the log on the way.
    fn go(&self, runner: &mut Runner, until: f64, names: &[String]) -> Result<Outcome, Failure> {
        let mut log = self.log.as_ref().map(create).transpose()?;
        let mut outcome = Outcome {
            time: 0.0,
            counts: BTreeMap::new(),
            cpu: 0.0,
        };
        let most = self.events.unwrap_or(u64::MAX);
        let mut told = 0;
        while told < most {
            let before = cpu_clock();
            let batch = runner.next(until)?;
            outcome.cpu += cpu_clock() - before;
            if batch.is_empty() {
                break;
            }
            for event in batch.iter().take((most - told).try_into().unwrap_or(usize::MAX)) {
                told += 1;
                *outcome.counts.entry(event.kind.name()).or_default() += 1;
                if let (Some(file), Some(path)) = (&mut log, &self.log) {
                    writeln!(file, "{}", event_json(event, names)).map_err(|error| Failure::writing(path, &error))?;
                }
            }
        }
        if let (Some(mut file), Some(path)) = (log, &self.log) {
            file.flush().map_err(|error| Failure::writing(path, &error))?;
        }
        outcome.time = runner.time();
        Ok(outcome)
    }
}

impl Runner {
    /// The next events, at least one unless there are no more until then: one event, or those of one frame.
    fn next(&mut self, until: f64) -> Result<Vec<Event>, Failure> {
        match self {
            Self::Exact(world) => {
                let event = world.step_before(until).map_err(Failure::other)?;
                Ok(event.into_iter().collect())
            }
            Self::Sampled { world, frame, rate } => {
                while *frame as f64 / *rate <= until {
                    let events = world.advance_to(*frame as f64 / *rate).to_vec();
                    *frame += 1;
                    if !events.is_empty() {
                        return Ok(events);
                    }
                }
                Ok(Vec::new())
            }
        }
    }

    fn time(&self) -> f64 {
        match self {
            Self::Exact(world) => world.time(),
            Self::Sampled { world, .. } => world.time(),
        }
    }

    fn energy(&self) -> f64 {
        match self {
            Self::Exact(world) => world.energy(),
            Self::Sampled { world, .. } => world.energy(),
        }
    }

    fn momentum(&self) -> Vector3<f64> {
        match self {
            Self::Exact(world) => world.momentum(),
            Self::Sampled { world, .. } => world.momentum(),
        }
    }

    fn motions(&self, count: usize) -> Vec<MotionPiece> {
        match self {
            Self::Exact(world) => {
                let ids: Vec<BodyId> = world.bodies().collect();
                ids.into_iter().filter_map(|id| world.motion(id).ok()).collect()
            }
            Self::Sampled { world, .. } => (0..count).map(|body| world.motion(body)).collect(),
        }
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        match self {
            Self::Exact(world) => world.counters().entries(),
            Self::Sampled { world, frame, .. } => vec![("frames", *frame), ("tests", world.tests())],
        }
    }
}
