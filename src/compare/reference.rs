//! Event-driven runs, with whole trajectories: what everything else is measured against.

use super::CompareError;
use crate::event::Event;
use crate::scene::{MotionPiece, ResponseMode, Scene, Settings};
use crate::world::{Method, World};
use nalgebra::Vector3;

/// An event-driven run from time 0 to the horizon.
pub(super) struct ExactRun {
    pub(super) events: Vec<Event>,
    /// For each body its motion pieces, in order of time.
    pub(super) trajectories: Vec<Vec<MotionPiece>>,
    pub(super) energy: [f64; 2],
    pub(super) momentum: [Vector3<f64>; 2],
    /// Processor seconds, building the world included.
    pub(super) cpu: f64,
}

impl ExactRun {
    pub(super) fn new(
        scene: &Scene,
        response: ResponseMode,
        method: Method,
        horizon: f64,
        clock: fn() -> f64,
    ) -> Result<Self, CompareError> {
        let settings = Settings {
            response,
            ..scene.settings
        };
        let before = clock();
        let mut world = World::builder()
            .settings(settings)
            .method(method)
            .record_motion(true)
            .build()?;
        world.insert_all(&scene.bodies)?;
        let (energy, momentum) = (world.energy(), world.momentum());
        let events = world.advance_to(horizon)?.to_vec();
        let cpu = clock() - before;
        let mut trajectories = vec![Vec::new(); scene.bodies.len()];
        for (id, piece) in world.take_motion_pieces() {
            trajectories[id.index()].push(piece);
        }
        Ok(Self {
            events,
            trajectories,
            energy: [energy, world.energy()],
            momentum: [momentum, world.momentum()],
            cpu,
        })
    }
}

/// The piece of a trajectory that holds at time `t`: the last one that has begun.
pub(super) fn piece_at(trajectory: &[MotionPiece], t: f64) -> &MotionPiece {
    let begun = trajectory.partition_point(|piece| piece.epoch <= t);
    &trajectory[begun.saturating_sub(1)]
}
