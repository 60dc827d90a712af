//! `kinesweep run`: one scene, one method.

mod args;
mod recorder;
mod resume;
mod summary;

pub(crate) use self::args::RunArgs;

use self::recorder::{Counts, Recorder};
use self::resume::save;
use crate::event_log::EventLog;
use crate::log::state_json;
use crate::output::{Frames, Output, after};
use crate::progress::Progress;
use crate::runner::Runner;
use crate::saved::{Origin, Saved, Saver};
use crate::slices::Slices;
use crate::{Failure, interrupt, note};
use kinesweep::sampled::SampledWorld;
use kinesweep::scene::limits::Shown;
use kinesweep::{Method, World};
use std::io::Write;

/// Frames per second, where none are given.
const RATE: f64 = 60.0;

impl RunArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let (mut scene, name) = self.scene.load()?;
        if let Some(response) = self.response {
            scene.settings.response = response.into();
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
            rests: self.rests,
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
        // Before the run, which may take hours: a file that cannot be written is refused at once.
        let log = self.open_log(saved.as_ref())?;
        let state = self.state.as_ref().map(Output::create).transpose()?;
        let xyz = self.xyz.as_ref().map(Output::create).transpose()?;
        let saver = self.save.as_ref().map(|path| Saver::new(path, &origin)).transpose()?;
        let mut frames = xyz.map(|output| Frames::new(output, self.every));
        let start = (runner.energy(), runner.momentum());
        interrupt::install()?;
        let mut recorder = Recorder {
            names: &names,
            log,
            counts: Counts::new(),
            left: self.events.unwrap_or(u64::MAX),
        };
        let outcome = self.advance(&mut runner, until, &mut recorder, frames.as_mut(), saver.as_ref());
        // What came before a failure is written, too, but no state that is ahead of its log.
        let saved = match (&saver, recorder.log.as_ref().is_none_or(EventLog::is_whole)) {
            (Some(saver), true) => save(saver, &runner, recorder.log.as_mut()),
            _ => Ok(()),
        };
        let logged = recorder.log.map_or(Ok(()), EventLog::finish);
        let stated = state.map_or(Ok(()), |mut state| {
            let pieces = runner.motions(names.len());
            state.line(state_json(runner.time(), &names, &pieces, &scene.settings.domain))?;
            state.finish()
        });
        let framed = frames.map_or(Ok(()), |frames| frames.output.finish());
        outcome?;
        logged.and(stated).and(saved).and(framed)?;
        let text = if self.json {
            self.summary_json(&name, &runner, &recorder.counts, start).to_string()
        } else {
            self.summary(&name, names.len(), &runner, &recorder.counts, start.0)
        };
        writeln!(std::io::stdout(), "{text}")?;
        if let Some((_, count)) = runner.counters().iter().find(|(name, count)| *name == "coarse" && *count > 0) {
            note(&format!(
                "{count} motion pieces began where floats resolve places or times to no more than a millionth of the body's size: \
                 far from the origin, or late"
            ));
        }
        match interrupt::is_requested() {
            true => Err(Failure::Interrupted),
            false => Ok(()),
        }
    }

    /// The run at its beginning.
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
                .report_rests(self.rests)
                .record_motion(self.pieces)
                .threads(self.threads)
                .build()
                .map_err(|error| self.scene.refuse(error))?;
            world.insert_scene(scene).map_err(|error| self.scene.refuse(error))?;
            Ok(world)
        };
        match self.method.at(rate).world_method() {
            Some(method) => Runner::exact(self.pieces, || world(method)),
            None => {
                // Frames accept any start, but a scene that one method refuses is refused by all.
                world(Method::Auto)?;
                Runner::sampled(self.pieces, rate, || {
                    let world = SampledWorld::from_scene(scene, rate).map_err(|error| self.scene.refuse(error))?;
                    Ok(world.report_overlaps(self.overlaps))
                })
            }
        }
    }

    /// Runs to the end, and writes the log and the frames on the way.
    fn advance(
        &self,
        runner: &mut Runner,
        until: f64,
        recorder: &mut Recorder,
        mut frames: Option<&mut Frames>,
        saver: Option<&Saver>,
    ) -> Result<(), Failure> {
        let mut progress = Progress::new();
        let mut batch = Vec::new();
        let most = recorder.left;
        let mut slices = Slices::between(runner.began, until);
        let next_save = |time| self.save_every.map_or(f64::INFINITY, |every| after(time, every));
        let mut to_save = next_save(runner.began);
        let mut measure_from = self.statistics_from;
        if let Some(frames) = &mut frames {
            frames.write(runner)?;
        }
        while recorder.left > 0 {
            let next_frame = frames.as_ref().map_or(f64::INFINITY, |frames| frames.next());
            let stop = slices
                .end()
                .min(next_frame)
                .min(to_save)
                .min(measure_from.unwrap_or(f64::INFINITY));
            let outcome = runner.advance(stop, recorder.left, recorder.names.len(), &mut batch);
            recorder.record(&batch)?;
            let reached = outcome?;
            if reached && recorder.left > 0 {
                if let Some(frames) = frames.as_mut().filter(|_| next_frame == stop) {
                    frames.write(runner)?;
                }
                if measure_from == Some(stop) {
                    runner.reset_statistics();
                    measure_from = None;
                }
                if let Some(saver) = saver.filter(|_| to_save == stop) {
                    save(saver, runner, recorder.log.as_mut())?;
                    to_save = next_save(stop);
                }
                if stop == until {
                    break;
                }
                slices.end_at(stop);
            }
            let of_time = (runner.time() - runner.began) / (until - runner.began);
            let share = of_time.max(1.0 - recorder.left as f64 / most as f64);
            progress.show(share, || format!("{:.6} of {} s", runner.time(), until.shown()));
            if interrupt::is_requested() {
                break;
            }
        }
        if let Some(frames) = frames.filter(|frames| frames.every.is_none()) {
            frames.write(runner)?;
        }
        Ok(())
    }
}
