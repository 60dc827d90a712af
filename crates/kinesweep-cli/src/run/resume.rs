//! Runs in parts: the state from which a run resumes, and the log that it appends to.

use super::RunArgs;
use crate::event_log::{EventLog, Since, is_not_empty};
use crate::runner::Runner;
use crate::saved::{self, Origin, Saved, Saver};
use crate::{Failure, note};
use kinesweep::{Method, World};

impl RunArgs {
    /// The state to resume from, if there is one.
    pub(super) fn saved(&self, origin: &Origin) -> Result<Option<Saved>, Failure> {
        if let Some(path) = self.resume_or_start.as_ref().filter(|path| !path.exists()) {
            note(&format!("{}: is not there: the run starts anew", path.display()));
            return Ok(None);
        }
        let path = self.resume.as_ref().or(self.resume_or_start.as_ref());
        path.map(|path| saved::read(path, origin)).transpose()
    }

    /// The world that was saved, by a method.
    pub(super) fn restore(&self, saved: &Saved, method: Method) -> Result<World, Failure> {
        let builder = World::builder().record_motion(self.pieces).threads(self.threads);
        let builder = builder.swap_queue(self.queue.unwrap_or_default());
        let restored = builder.restore(&saved.snapshot);
        let mut world = restored.map_err(|error| Failure::Input(format!("{}: {error}", saved.path.display())))?;
        world.set_method(method).map_err(|error| self.scene.refuse(error))?;
        Ok(world)
    }

    /// The log to write. A run that resumes, or may resume, empties neither a log nor a file of
    /// configurations.
    pub(super) fn open_log(&self, saved: Option<&Saved>) -> Result<Option<EventLog<'_>>, Failure> {
        let resumes = self.resume.is_some() || self.resume_or_start.is_some();
        let of_log = "--append goes on in it; or name another file";
        for (file, way_out) in [
            (self.log.as_ref().filter(|_| !self.append), of_log),
            (self.xyz.as_ref(), "name another file"),
        ] {
            if let Some(path) = file.filter(|path| resumes && is_not_empty(path)) {
                let path = path.display();
                return Err(Failure::Input(format!(
                    "{path}: is not empty, and would be emptied: {way_out}"
                )));
            }
        }
        let since = match saved {
            None => Since::Start,
            Some(saved) => Since::State {
                time: saved.snapshot.time(),
                log: saved.log.as_ref(),
            },
        };
        let open = |path| match self.append {
            true => EventLog::append(path, &since, self.pieces),
            false => EventLog::create(path, self.pieces),
        };
        self.log.as_deref().map(open).transpose()
    }
}

/// Writes the state of an exact run, after the log up to now.
pub(super) fn save(saver: &Saver, runner: &Runner, log: Option<&mut EventLog>) -> Result<(), Failure> {
    let mark = log.map(EventLog::mark).transpose()?;
    runner.snapshot().map_or(Ok(()), |snapshot| saver.save(&snapshot, mark))
}
