//! The runs that the page replays: event by event, and by frames at each rate, with whole
//! trajectories.

use crate::motion::Trajectories;
use kinesweep::compare::CompareError;
use kinesweep::sampled::SampledWorld;
use kinesweep::{Event, Method, MotionPiece, ResponseMode, Scene, Settings, World, WorldError};

/// Most motion pieces, and most events, that are kept of a run: 50 000 pieces of a gas take 3.7 MB
/// in the page, and there may be a run for each rate and two more.
pub const MOST_PIECES: usize = 50_000;

/// A run with the data to draw it at any time.
pub(super) struct Run {
    pub(super) trajectories: Trajectories,
    pub(super) events: Vec<Event>,
    /// The end of the data: the horizon, or the time at which there was too much.
    until: f64,
}

/// What is replayed.
pub(crate) struct Replay {
    /// The end of the data of all runs, in seconds.
    pub(super) until: f64,
    /// Bodies pass through each other.
    pub(super) pass_through: Run,
    /// Bodies bounce; none where they overlap at the start.
    pub(super) responding: Option<Responding>,
}

/// The responding runs.
pub(super) struct Responding {
    pub(super) exact: Run,
    /// By frames, with the rate of each.
    pub(super) sampled: Vec<(f64, Run)>,
}

impl Replay {
    /// Makes all runs to replay, up to `horizon` or to at most so many motion pieces; none where there are too many bodies for a page,
    /// or once `stop` returns true, which is called now and then.
    ///
    /// # Errors
    /// As [`Comparison::run`](kinesweep::Comparison::run), with which the scene should have been
    /// run before.
    pub(crate) fn record(
        most: usize,
        scene: &Scene,
        horizon: f64,
        rates: &[f64],
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Self>, CompareError> {
        if scene.bodies.len() > most {
            return Ok(None);
        }
        let limits = Limits { most, stop };
        let pass_through = limits.exact(scene, ResponseMode::PassThrough, horizon)?;
        let responding = possible(limits.exact(scene, ResponseMode::Collide, horizon))?;
        let until = responding.as_ref().map_or(horizon, |run| run.until);
        let mut until = until.min(pass_through.until);
        let responding = match responding {
            Some(exact) => {
                let mut runs = Vec::new();
                for rate in rates {
                    let run = limits.sampled(scene, *rate, until)?;
                    until = until.min(run.until);
                    runs.push((*rate, run));
                }
                Some(Responding { exact, sampled: runs })
            }
            None => None,
        };
        // Runs that were stopped early are not replayed.
        if stop() {
            return Ok(None);
        }
        let mut replay = Self {
            until,
            pass_through,
            responding,
        };
        replay.runs_mut().for_each(|run| run.end_at(until));
        Ok(Some(replay))
    }

    fn runs_mut(&mut self) -> impl Iterator<Item = &mut Run> {
        let responding = self.responding.iter_mut().flat_map(|runs| {
            let sampled = runs.sampled.iter_mut().map(|(_, run)| run);
            std::iter::once(&mut runs.exact).chain(sampled)
        });
        std::iter::once(&mut self.pass_through).chain(responding)
    }
}

impl Run {
    /// Leaves out what comes after a time.
    fn end_at(&mut self, until: f64) {
        self.events.retain(|event| event.time <= until);
        for pieces in &mut self.trajectories {
            pieces.retain(|piece| piece.epoch <= until);
        }
    }
}

/// A run, or none where the scene cannot be run like that: bodies overlap.
fn possible(run: Result<Run, CompareError>) -> Result<Option<Run>, CompareError> {
    match run {
        Ok(run) => Ok(Some(run)),
        Err(CompareError::World(WorldError::Overlap { .. })) => Ok(None),
        Err(other) => Err(other),
    }
}

/// Limits that end a run before the horizon.
struct Limits<'a> {
    /// Most pieces, and most events.
    most: usize,
    /// Whether to stop.
    stop: &'a dyn Fn() -> bool,
}

impl Limits<'_> {
    fn is_enough(&self, pieces: usize, events: usize) -> bool {
        pieces > self.most || events > self.most || (self.stop)()
    }

    fn exact(&self, scene: &Scene, response: ResponseMode, horizon: f64) -> Result<Run, CompareError> {
        /// Events after which pieces are collected: often enough to stop soon after there are too
        /// many.
        const BATCH: usize = 256;
        let settings = Settings {
            response,
            ..scene.settings
        };
        let mut world = World::builder()
            .settings(settings)
            .method(Method::Auto)
            .record_motion(true)
            .build()?;
        world.insert_all(&scene.bodies)?;
        let mut run = Run {
            trajectories: vec![Vec::new(); scene.bodies.len()],
            events: Vec::new(),
            until: horizon,
        };
        let mut pieces = 0;
        loop {
            let before = run.events.len();
            while run.events.len() < before + BATCH
                && let Some(event) = world.step_before(horizon)?
            {
                run.events.push(event);
            }
            for (id, piece) in world.take_motion_pieces() {
                run.trajectories[id.index()].push(piece);
                pieces += 1;
            }
            if run.events.len() < before + BATCH {
                return Ok(run);
            }
            if self.is_enough(pieces, run.events.len()) {
                run.until = world.time();
                return Ok(run);
            }
        }
    }

    fn sampled(&self, scene: &Scene, rate: f64, until: f64) -> Result<Run, CompareError> {
        let mut responding = scene.clone();
        responding.settings.response = ResponseMode::Collide;
        let mut world = SampledWorld::from_scene(&responding, rate)?;
        let mut run = Run {
            trajectories: (0..scene.bodies.len()).map(|body| vec![world.motion(body)]).collect(),
            events: Vec::new(),
            until,
        };
        let (mut pieces, mut frame) = (scene.bodies.len(), 0.0);
        while frame / rate <= until {
            run.events.extend_from_slice(world.advance_to(frame / rate)?);
            for (body, known) in run.trajectories.iter_mut().enumerate() {
                pieces += usize::from(push_new(known, world.motion(body)));
            }
            if self.is_enough(pieces, run.events.len()) {
                run.until = frame / rate;
                break;
            }
            frame += 1.0;
        }
        Ok(run)
    }
}

/// Appends a piece that differs from the last one, and returns whether it does.
fn push_new(known: &mut Vec<MotionPiece>, piece: MotionPiece) -> bool {
    let is_new = known.last() != Some(&piece);
    if is_new {
        known.push(piece);
    }
    is_new
}

#[cfg(test)]
mod tests {
    use super::*;
    use kinesweep::{Body, EventKind, Party, Shape};
    use nalgebra::Vector3;
    use std::cell::Cell;

    fn never() -> bool {
        false
    }

    #[test]
    fn it_stops_on_request() {
        let scene = Scene::builtin("pool-break").unwrap();
        let calls = Cell::new(0);
        let all = || {
            calls.set(calls.get() + 1);
            false
        };
        assert!(Replay::record(MOST_PIECES, &scene, 2.0, &[60.0], &all).unwrap().is_some());
        let total = calls.get();
        // At least once a frame of the sampled run, and after it.
        assert!(total > 120, "{total}");
        for most in [0, 1, total / 2, total - 1] {
            calls.set(0);
            let soon = || {
                calls.set(calls.get() + 1);
                calls.get() > most
            };
            assert!(Replay::record(MOST_PIECES, &scene, 2.0, &[60.0], &soon).unwrap().is_none());
            assert!(calls.get() < most + 6, "it makes {} more calls", calls.get() - most);
        }
    }

    #[test]
    fn runs_are_those_of_the_worlds_and_pieces_stand_in_order() {
        let scene = Scene::builtin("pool-break").unwrap();
        let replay = Replay::record(MOST_PIECES, &scene, 2.0, &[60.0, 240.0], &never)
            .unwrap()
            .expect("few bodies");
        assert_eq!(replay.until, 2.0);
        let responding = replay.responding.expect("nothing overlaps");
        let mut world = World::from_scene(&scene, Method::Leases).unwrap();
        assert_eq!(responding.exact.events, world.advance_to(2.0).unwrap());
        for (rate, run) in &responding.sampled {
            let mut world = SampledWorld::from_scene(&scene, *rate).unwrap();
            assert_eq!(run.events, world.advance_to(2.0).unwrap());
            for (body, pieces) in run.trajectories.iter().enumerate() {
                assert_eq!(*pieces.last().unwrap(), world.motion(body));
            }
        }
        let runs = responding.sampled.iter().map(|(_, run)| run);
        let pass_through = replay.pass_through;
        for run in runs.chain([&responding.exact, &pass_through]) {
            for pieces in &run.trajectories {
                assert!(pieces[0].epoch == 0.0 && pieces.is_sorted_by(|a, b| a.epoch <= b.epoch));
            }
        }
        let mut kinds = pass_through.events.iter().map(|event| event.kind);
        let passes = |kind| match kind {
            EventKind::Collision(collision) => matches!(collision.parties[1], Party::Wall(_)),
            _ => true,
        };
        assert!(kinds.all(passes));
    }

    #[test]
    fn what_cannot_respond_passes_through_and_periodic_domains_do_both() {
        let ball = Body::new(Shape::ball(0.1).unwrap()).velocity(Vector3::x());
        let corner = Vector3::repeat(1.0);
        let periodic = Scene {
            bodies: vec![ball.clone(), ball.clone().position(Vector3::x() * 0.5)],
            settings: Settings {
                domain: kinesweep::Domain::Periodic {
                    min: -corner,
                    max: corner,
                },
                ..Settings::default()
            },
            ..Scene::default()
        };
        let replay = Replay::record(MOST_PIECES, &periodic, 1.0, &[60.0], &never).unwrap().unwrap();
        assert!(replay.pass_through.until == 1.0 && replay.responding.unwrap().sampled.len() == 1);
        let overlapping = Scene {
            bodies: vec![ball.clone(), ball],
            ..Scene::default()
        };
        let replay = Replay::record(MOST_PIECES, &overlapping, 1.0, &[60.0], &never)
            .unwrap()
            .unwrap();
        assert!(replay.pass_through.until == 1.0 && replay.responding.is_none());
    }

    #[test]
    fn too_much_is_cut_off_for_all_runs_alike() {
        let scene = Scene::builtin("pool-break").unwrap();
        let whole = Replay::record(MOST_PIECES, &scene, 5.0, &[60.0], &never).unwrap().unwrap();
        let most = 40;
        let mut cut = Replay::record(most, &scene, 5.0, &[60.0], &never).unwrap().unwrap();
        let until = cut.until;
        assert!(0.0 < until && until < whole.until, "{until}");
        for run in cut.runs_mut() {
            assert!(run.trajectories.iter().map(Vec::len).sum::<usize>() < most + 2 * scene.bodies.len());
            assert!(run.events.iter().all(|event| event.time <= until));
            let epochs = run
                .trajectories
                .iter()
                .map(|pieces| [pieces[0].epoch, pieces[pieces.len() - 1].epoch]);
            assert!(epochs.into_iter().all(|[first, last]| first == 0.0 && last <= until));
        }
        assert!(Replay::record(15, &scene, 5.0, &[60.0], &never).unwrap().is_none());
    }
}
