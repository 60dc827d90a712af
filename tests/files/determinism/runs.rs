//! Runs, and the hashes of their logs.

use super::hash::Fnv;
use super::scenes::Case;
use kinesweep::compare::{CompareOptions, Rival};
use kinesweep::log::{LogLine, LoggedKind, LoggedPiece};
use kinesweep::sampled::SampledWorld;
use kinesweep::{BodyId, Comparison, Method, MotionPiece, World};

/// The number of lines of a log, and their hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LogHash {
    pub(crate) lines: u64,
    pub(crate) hash: u64,
}

/// Hashes the lines of a log one by one.
pub(crate) struct LogHasher {
    lines: u64,
    hash: Fnv,
}

impl LogHasher {
    pub(crate) fn new() -> Self {
        Self {
            lines: 0,
            hash: Fnv::new(),
        }
    }

    pub(crate) fn line(&mut self, line: &LogLine) {
        self.text(&line.to_string());
    }

    pub(crate) fn text(&mut self, line: &str) {
        self.lines += 1;
        self.hash.write(line.as_bytes());
        self.hash.write(b"\n");
    }

    pub(crate) fn finish(&self) -> LogHash {
        LogHash {
            lines: self.lines,
            hash: self.hash.finish(),
        }
    }
}

/// Emits the events of a world up to a time and all motion pieces, as
/// `kinesweep run --log --pieces` writes them. `names` is indexed like the bodies.
pub(crate) fn log(world: &mut World, until: f64, names: &[String], mut emit: impl FnMut(LogLine)) {
    loop {
        let event = world.step_before(until).unwrap();
        let pieces = world.take_motion_pieces();
        let earlier = pieces.partition_point(|(_, piece)| event.is_some_and(|event| piece.epoch < event.time));
        let line = |(id, piece): &(BodyId, MotionPiece)| {
            LogLine::Piece(LoggedPiece {
                body: names[id.index()].clone(),
                piece: *piece,
            })
        };
        pieces[..earlier].iter().map(line).for_each(&mut emit);
        event.iter().map(|event| LogLine::of_event(event, names)).for_each(&mut emit);
        pieces[earlier..].iter().map(line).for_each(&mut emit);
        if event.is_none() {
            return;
        }
    }
}

/// The names of a scene's bodies.
pub(crate) fn names(case: &Case) -> Vec<String> {
    (0..case.scene.bodies.len())
        .map(|index| case.scene.body_name(index))
        .collect()
}

/// A world of the scene, at time 0.
pub(crate) fn world(case: &Case, method: Method, overlaps: bool) -> World {
    let builder = World::builder().settings(case.scene.settings).method(method);
    let mut world = builder.report_overlaps(overlaps).record_motion(true).build().unwrap();
    world.insert_scene(&case.scene).unwrap();
    world
}

/// The log of an exact run.
pub(crate) fn events(case: &Case, method: Method) -> LogHash {
    let mut hasher = LogHasher::new();
    log(&mut world(case, method, false), case.until, &names(case), |line| {
        hasher.line(&line)
    });
    hasher.finish()
}

/// The log of an exact run with overlaps, and the same log without them.
pub(crate) fn overlaps(case: &Case, method: Method) -> [LogHash; 2] {
    let (mut all, mut others) = (LogHasher::new(), LogHasher::new());
    log(&mut world(case, method, true), case.until, &names(case), |line| {
        all.line(&line);
        let is_overlap = matches!(&line, LogLine::Event(event)
            if matches!(event.kind, LoggedKind::OverlapBegin { .. } | LoggedKind::OverlapEnd { .. }));
        if !is_overlap {
            others.line(&line);
        }
    });
    [all.finish(), others.finish()]
}

/// The log of a run by frames, overlaps and motion pieces included.
pub(crate) fn sampled(case: &Case, rate: f64) -> LogHash {
    let mut hasher = LogHasher::new();
    let names = names(case);
    let mut world = SampledWorld::from_scene(&case.scene, rate).unwrap().report_overlaps(true);
    let mut before: Vec<Option<MotionPiece>> = vec![None; names.len()];
    for frame in 0.. {
        let time = f64::from(frame) / rate;
        if time > case.until {
            return hasher.finish();
        }
        for event in world.advance_to(time).unwrap() {
            hasher.line(&LogLine::of_event(event, &names));
        }
        for (index, before) in before.iter_mut().enumerate() {
            let piece = world.motion(index);
            if before.replace(piece) != Some(piece) {
                let body = names[index].clone();
                hasher.line(&LogLine::Piece(LoggedPiece { body, piece }));
            }
        }
    }
    unreachable!("the frames do not end")
}

/// The hash of a comparison, without its costs.
pub(crate) fn comparison(case: &Case) -> LogHash {
    let options = CompareOptions {
        rates: vec![60.0],
        horizon: Some(case.until),
        rivals: case.is_large().then(|| vec![Rival::Sampled]),
        clock: || 0.0,
        ..CompareOptions::default()
    };
    let comparison = Comparison::run(&case.scene, &options).unwrap();
    let mut hasher = LogHasher::new();
    hasher.text(&serde_json::to_string(&comparison).unwrap());
    hasher.finish()
}
