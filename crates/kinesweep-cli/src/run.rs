//! `kinesweep run`: one scene, one method.

mod going_on;

use self::going_on::save;
use super::event_log::EventLog;
use super::log::{state_json, statistics_json, vector_json};
use super::number::{from_zero, positive};
use super::output::{Frames, Output, after};
use super::progress::Progress;
use super::runner::{Runner, Told};
use super::saved::{Origin, Saved, Saver};
use super::slices::Slices;
use super::table::statistics_table;
use super::{Failure, SceneChoice, interrupt, note};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use kinesweep::{LogLine, LoggedPiece, Method, ResponseMode, SampledWorld, Shown, Statistics, SwapQueue, World};
use nalgebra::Vector3;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt;
use std::io::Write;
use std::path::PathBuf;

/// Frames per second, where none are given.
const RATE: f64 = 60.0;

#[derive(Args)]
#[command(after_help = super::EXIT_CODES)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    scene: SceneChoice,
    /// Stop at this time, in seconds (default: the scene's horizon).
    #[arg(long, value_name = "T", value_parser = from_zero, allow_negative_numbers = true)]
    until: Option<f64>,
    /// Stop after this many events, if they come before that time.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    events: Option<u64>,
    /// How collisions are found. `kinetic` picks the best of the exact methods.
    #[arg(long, value_enum, default_value_t = MethodArg::Kinetic)]
    method: MethodArg,
    /// Which queue orders the swaps of the methods `lists` and `kinetic` [default: dary]. The events are the same; the cost is not.
    #[arg(long, value_name = "NAME", value_parser = queue_names())]
    queue: Option<SwapQueue>,
    /// Frames per second, of the methods `swept` and `sampled` alone [default: 60].
    #[arg(long, value_name = "HZ", value_parser = positive, allow_negative_numbers = true)]
    rate: Option<f64>,
    /// Whether bodies bounce or pass through each other, in place of what the scene says.
    #[arg(long, value_enum)]
    response: Option<ResponseArg>,
    /// Write each event as a line of JSON to this file.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Go on in the log of the run that was saved. Lines after the saved state are there if that run was killed: they come
    /// again and are compared, and none is lost, so that the log is that of one run without a break.
    #[arg(long, requires = "log", requires = "goes_on")]
    append: bool,
    /// Write each motion piece there, too, as a line of kind `motion-piece`: whole trajectories. They do not count as events.
    #[arg(long, requires = "log")]
    pieces: bool,
    /// Tell when boxes begin and cease to overlap, too.
    #[arg(long)]
    overlaps: bool,
    /// Tell rates, temperature and pressure, too; not of the method `sampled`.
    #[arg(long)]
    statistics: bool,
    /// Measure them from this time on, in seconds: when a gas has come to equilibrium, say.
    #[arg(long, value_name = "T", value_parser = from_zero, requires = "statistics", allow_negative_numbers = true)]
    statistics_from: Option<f64>,
    /// Print the summary as JSON.
    #[arg(long)]
    json: bool,
    /// Write where all bodies are at the start and at the end to this file, as extended XYZ; not of the method `sampled`.
    #[arg(long, value_name = "FILE")]
    xyz: Option<PathBuf>,
    /// Write that every DT seconds instead, from the start on.
    #[arg(long, value_name = "DT", value_parser = positive, requires = "xyz", allow_negative_numbers = true)]
    every: Option<f64>,
    /// Write where all bodies are at the end to this file.
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Write the whole state of the run at its end to this file, to go on from; not of the method `sampled`.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Write it every DT simulated seconds, too; the file is whole at any time.
    #[arg(long, value_name = "DT", value_parser = positive, requires = "save", allow_negative_numbers = true)]
    save_every: Option<f64>,
    /// Go on from a state that a run of the same scene has saved. The log holds what comes after it, in a new file, or in that
    /// of before with --append.
    #[arg(long, value_name = "FILE", group = "goes_on")]
    resume: Option<PathBuf>,
    /// The same, or start anew if that file is not there: for jobs that are killed and called again, with --save of the same
    /// file, --save-every, --log and --append.
    #[arg(long, value_name = "FILE", group = "goes_on", conflicts_with = "resume")]
    resume_or_start: Option<PathBuf>,
}

/// The names of queues.
fn queue_names() -> impl TypedValueParser<Value = SwapQueue> {
    let names = PossibleValuesParser::new(SwapQueue::ALL.map(SwapQueue::name));
    names.try_map(|name| name.parse::<SwapQueue>())
}

#[derive(Clone, Copy, ValueEnum)]
enum ResponseArg {
    Collide,
    PassThrough,
}

#[derive(Clone, Copy, ValueEnum)]
enum MethodArg {
    Kinetic,
    Lists,
    Leases,
    Cached,
    Swept,
    Sampled,
}

/// Its name on the command line.
impl fmt::Display for MethodArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value().expect("no method is hidden");
        f.write_str(value.get_name())
    }
}

/// How many events of each kind there were.
type Counts = BTreeMap<&'static str, u64>;

/// Counts what a run tells, and writes it to the log, up to as many events as are wanted.
struct Teller<'a> {
    names: &'a [String],
    log: Option<EventLog<'a>>,
    counts: Counts,
    /// Events to come, at most.
    left: u64,
}

impl Teller<'_> {
    fn tell(&mut self, batch: &[Told]) -> Result<(), Failure> {
        for told in batch {
            let line = match told {
                // Frames tell all of theirs at once.
                Told::Event(_) if self.left == 0 => continue,
                Told::Event(event) => {
                    self.left -= 1;
                    *self.counts.entry(event.kind.name()).or_default() += 1;
                    self.log.is_some().then(|| LogLine::of_event(event, self.names))
                }
                Told::Piece(body, piece) => Some(LogLine::Piece(LoggedPiece {
                    body: self.names[*body].clone(),
                    piece: *piece,
                })),
            };
            if let (Some(log), Some(line)) = (&mut self.log, line) {
                log.line(line)?;
            }
        }
        Ok(())
    }
}

impl RunArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let (mut scene, name) = self.scene.load()?;
        if let Some(response) = self.response {
            scene.settings.response = match response {
                ResponseArg::Collide => ResponseMode::Collide,
                ResponseArg::PassThrough => ResponseMode::PassThrough,
            };
        }
        self.refuse_flags_not_of_method()?;
        let until = self.until.unwrap_or(scene.horizon);
        if let Some(from) = self.statistics_from.filter(|from| *from >= until) {
            let message = format!(
                "--statistics-from {}: must be before the end of the run, {}",
                from.shown(),
                until.shown()
            );
            return Err(Failure::Input(message));
        }
        let names: Vec<String> = (0..scene.bodies.len()).map(|index| scene.body_name(index)).collect();
        let origin = Origin {
            scene: &scene,
            name: &name,
            overlaps: self.overlaps,
        };
        let saved = self.saved(&origin)?;
        let mut runner = self.prepare(&origin, saved.as_ref())?;
        for (flag, time) in [("--until", Some(until)), ("--statistics-from", self.statistics_from)] {
            if let Some(time) = time.filter(|time| *time < runner.began) {
                return Err(Failure::Input(format!(
                    "{flag}: {}: the run goes on from {}",
                    time.shown(),
                    runner.began.shown()
                )));
            }
        }
        // Both before the run: who waits for hours must not be told at the end that nothing can be written.
        let log = self.open_log(saved.as_ref())?;
        let state = self.state.as_ref().map(Output::create).transpose()?;
        let xyz = self.xyz.as_ref().map(Output::create).transpose()?;
        let saver = self.save.as_ref().map(|path| Saver::new(path, &origin)).transpose()?;
        let mut frames = xyz.map(|output| Frames::new(output, self.every));
        let start = (runner.energy(), runner.momentum());
        interrupt::listen()?;
        let mut teller = Teller {
            names: &names,
            log,
            counts: Counts::new(),
            left: self.events.unwrap_or(u64::MAX),
        };
        let gone = self.go(&mut runner, until, &mut teller, frames.as_mut(), saver.as_ref());
        // What came before an obstacle is worth having, too: but no state that is ahead of its log.
        let saved = match (&saver, teller.log.as_ref().is_none_or(EventLog::is_whole)) {
            (Some(saver), true) => save(saver, &runner, teller.log.as_mut()),
            _ => Ok(()),
        };
        let logged = teller.log.map_or(Ok(()), EventLog::finish);
        let kept = state.map_or(Ok(()), |mut state| {
            let pieces = runner.motions(names.len());
            state.line(state_json(runner.time(), &names, &pieces, &scene.settings.domain))?;
            state.finish()
        });
        let drawn = frames.map_or(Ok(()), |frames| frames.output.finish());
        gone?;
        logged.and(kept).and(saved).and(drawn)?;
        let text = if self.json {
            self.summary_json(&name, &runner, &teller.counts, start).to_string()
        } else {
            self.summary(&name, names.len(), &runner, &teller.counts, start.0)
        };
        writeln!(std::io::stdout(), "{text}")?;
        if let Some((_, count)) = runner.counters().iter().find(|(name, count)| *name == "coarse" && *count > 0) {
            note(&format!(
                "{count} motion pieces began where floats tell places or times to no more than a millionth of the body's size: \
                 far from the origin, or late"
            ));
        }
        match interrupt::is_asked() {
            true => Err(Failure::Interrupted),
            false => Ok(()),
        }
    }

    fn refuse_flags_not_of_method(&self) -> Result<(), Failure> {
        let exact_only = [
            (self.statistics, "--statistics"),
            (self.xyz.is_some(), "--xyz"),
            (self.save.is_some(), "--save"),
            (self.resume.is_some(), "--resume"),
            (self.resume_or_start.is_some(), "--resume-or-start"),
        ];
        let is_sampled = matches!(self.method, MethodArg::Sampled);
        if self.rate.is_some() && !is_sampled && !matches!(self.method, MethodArg::Swept) {
            let message = format!(
                "--rate: not of the method {}, which has no frames: of swept and sampled",
                self.method
            );
            return Err(Failure::Input(message));
        }
        let has_lists = matches!(self.method, MethodArg::Lists | MethodArg::Kinetic);
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

    fn prepare(&self, origin: &Origin, saved: Option<&Saved>) -> Result<Runner, Failure> {
        let (scene, rate) = (origin.scene, self.rate.unwrap_or(RATE));
        let world = |method| {
            if let Some(saved) = saved {
                return self.restore(saved, method);
            }
            let mut world = World::builder()
                .settings(scene.settings)
                .method(method)
                .swap_queue(self.queue.unwrap_or_default())
                .report_overlaps(self.overlaps)
                .record_motion(self.pieces)
                .build()
                .map_err(|error| self.scene.refuse(error))?;
            world.insert_scene(scene).map_err(|error| self.scene.refuse(error))?;
            Ok(world)
        };
        let method = match self.method {
            MethodArg::Kinetic => Method::Auto,
            MethodArg::Lists => Method::Lists,
            MethodArg::Cached => Method::Cached,
            MethodArg::Swept => Method::Swept { rate },
            MethodArg::Leases => Method::Leases,
            MethodArg::Sampled => {
                // Frames do not mind how bodies start, but a scene that is refused by one method is refused by all.
                world(Method::Auto)?;
                return Runner::sampled(self.pieces, rate, || {
                    let world = SampledWorld::from_scene(scene, rate).map_err(|error| self.scene.refuse(error))?;
                    Ok(world.report_overlaps(self.overlaps))
                });
            }
        };
        Runner::exact(self.pieces, || world(method))
    }

    /// Runs to the end, writing the log and the frames on the way.
    fn go(
        &self,
        runner: &mut Runner,
        until: f64,
        teller: &mut Teller,
        mut frames: Option<&mut Frames>,
        saver: Option<&Saver>,
    ) -> Result<(), Failure> {
        let mut progress = Progress::new();
        let mut batch = Vec::new();
        let most = teller.left;
        let mut slices = Slices::between(runner.began, until);
        let next_save = |time| self.save_every.map_or(f64::INFINITY, |every| after(time, every));
        let mut to_save = next_save(runner.began);
        let mut measure_from = self.statistics_from;
        if let Some(frames) = &mut frames {
            frames.write(runner)?;
        }
        while teller.left > 0 {
            let next_frame = frames.as_ref().map_or(f64::INFINITY, |frames| frames.next());
            let stop = slices
                .end()
                .min(next_frame)
                .min(to_save)
                .min(measure_from.unwrap_or(f64::INFINITY));
            let outcome = runner.advance(stop, teller.left, teller.names.len(), &mut batch);
            teller.tell(&batch)?;
            let reached = outcome?;
            if reached && teller.left > 0 {
                if let Some(frames) = frames.as_mut().filter(|_| next_frame == stop) {
                    frames.write(runner)?;
                }
                if measure_from == Some(stop) {
                    runner.reset_statistics();
                    measure_from = None;
                }
                if let Some(saver) = saver.filter(|_| to_save == stop) {
                    save(saver, runner, teller.log.as_mut())?;
                    to_save = next_save(stop);
                }
                if stop == until {
                    break;
                }
                slices.reached(stop);
            }
            let of_time = (runner.time() - runner.began) / (until - runner.began);
            let share = of_time.max(1.0 - teller.left as f64 / most as f64);
            progress.tell(share, || format!("{:.6} of {} s", runner.time(), until.shown()));
            if interrupt::is_asked() {
                break;
            }
        }
        if let Some(frames) = frames.filter(|frames| frames.every.is_none()) {
            frames.write(runner)?;
        }
        Ok(())
    }

    fn summary_json(&self, name: &str, runner: &Runner, counts: &Counts, start: (f64, Vector3<f64>)) -> Value {
        let counters: Map<String, Value> = runner
            .counters()
            .into_iter()
            .map(|(name, count)| (name.to_owned(), json!(count)))
            .collect();
        let mut summary = json!({
            "scene": name,
            "method": self.method.to_string(),
            "time": runner.time(),
            "events": counts,
            "energy": [start.0, runner.energy()],
            "momentum": [vector_json(&start.1), vector_json(&runner.momentum())],
            "cpu_seconds": runner.cpu,
            "cpu_per_simulated_second": cpu_per_simulated_second(runner),
            "counters": counters,
        });
        if interrupt::is_asked() {
            summary["interrupted"] = json!(true);
        }
        if let Some(statistics) = self.statistics(runner) {
            summary["statistics"] = statistics_json(&statistics);
        }
        summary
    }

    fn statistics(&self, runner: &Runner) -> Option<Statistics> {
        runner.statistics().filter(|_| self.statistics)
    }

    fn summary(&self, name: &str, bodies: usize, runner: &Runner, counts: &Counts, energy: f64) -> String {
        let mut lines = vec![format!(
            "{name}: {bodies} bodies, {}, {} s",
            self.method,
            runner.time().shown()
        )];
        lines.extend(counts.iter().map(|(kind, count)| format!("  {kind:<16} {count}")));
        let (first, last) = (energy.shown(), runner.energy().shown());
        lines.push(format!("  {:<16} {first} J -> {last} J", "energy"));
        let relative = cpu_per_simulated_second(runner).map_or(String::new(), |cost| format!(" ({cost:.6} a simulated second)"));
        lines.push(format!("  {:<16} {:.6} s{relative}", "CPU", runner.cpu));
        if let Some(statistics) = self.statistics(runner) {
            lines.push(statistics_table(&statistics));
        }
        lines.join("\n")
    }
}

/// None for a run that ended where it began.
fn cpu_per_simulated_second(runner: &Runner) -> Option<f64> {
    Some(runner.cpu / (runner.time() - runner.began)).filter(|cost| cost.is_finite())
}
