//! Event-driven runs with whole trajectories: the reference of all comparisons.

use super::watch::RunProgress;
use super::{CompareError, CompareOptions, RunMethod};
use crate::event::Event;
use crate::motion::MotionPiece;
use crate::scene::{ResponseMode, Scene, Settings};
use crate::world::{World, WorldError};
use nalgebra::Vector3;

/// An event-driven run from time 0 on.
pub(super) struct ExactRun {
    pub(super) events: Vec<Event>,
    /// For each body its motion pieces, in order of time.
    pub(super) trajectories: Vec<Vec<MotionPiece>>,
    pub(super) energy: [f64; 2],
    pub(super) momentum: [Vector3<f64>; 2],
    /// Time reached: the horizon, unless it was interrupted.
    pub(super) reached: f64,
    /// Processor seconds, building the world included.
    pub(super) cpu: f64,
}

/// The world of an event-driven run, without bodies.
pub(super) fn exact_world(scene: &Scene, response: ResponseMode, method: RunMethod) -> Result<World, WorldError> {
    let settings = Settings {
        response,
        ..scene.settings
    };
    World::builder()
        .settings(settings)
        .method(method.world_method().unwrap_or_default())
        .record_motion(true)
        .build()
}

impl ExactRun {
    pub(super) fn new(
        scene: &Scene,
        response: ResponseMode,
        method: RunMethod,
        options: &CompareOptions,
        watch: &mut RunProgress<'_>,
    ) -> Result<Self, CompareError> {
        let clock = options.clock;
        let before = clock();
        let mut world = exact_world(scene, response, method)?;
        world.set_threads(options.threads);
        world.insert_scene(scene)?;
        let mut cpu = clock() - before;
        let (energy, momentum) = (world.energy(), world.momentum());
        let mut events = Vec::new();
        let reached = watch.slices(|time| {
            let before = clock();
            events.extend_from_slice(world.advance_to(time)?);
            cpu += clock() - before;
            Ok::<(), CompareError>(())
        })?;
        let mut trajectories = vec![Vec::new(); scene.bodies.len()];
        for (id, piece) in world.take_motion_pieces() {
            trajectories[id.index()].push(piece);
        }
        Ok(Self {
            events,
            trajectories,
            energy: [energy, world.energy()],
            momentum: [momentum, world.momentum()],
            reached,
            cpu,
        })
    }
}

/// The piece of a trajectory that is valid at time `t`: the last one that has begun.
pub(super) fn piece_at(trajectory: &[MotionPiece], t: f64) -> &MotionPiece {
    let begun = trajectory.partition_point(|piece| piece.epoch <= t);
    &trajectory[begun.saturating_sub(1)]
}
