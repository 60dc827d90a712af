//! The settings of a whole run.

use super::Method;
use super::parts::PartTuning;
use super::sectors::{Threads, Tuning};
use crate::broad::SwapQueue;
use crate::scene::Settings;
use nalgebra::Vector3;

/// Settings and options of a world. The user changes them between two events.
#[derive(Clone, Debug)]
pub(super) struct Config {
    settings: Settings,
    options: Options,
}

/// Options of a world that are not settings of its scene.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Options {
    pub(super) method: Method,
    /// The queue that orders the swaps of lists.
    pub(super) swap_queue: SwapQueue,
    pub(super) report_overlaps: bool,
    pub(super) report_rests: bool,
    pub(super) hide_motion_changes: bool,
    /// The lane of balls stays closed.
    pub(super) without_lane_of_balls: bool,
    pub(super) threads: Threads,
    pub(super) tuning: Tuning,
    pub(super) part_tuning: PartTuning,
}

impl Config {
    /// From checked settings.
    pub(super) fn new(settings: Settings, options: Options) -> Self {
        Self { settings, options }
    }

    #[inline]
    pub(super) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The method that the user chose.
    pub(super) fn method(&self) -> Method {
        self.options.method
    }

    pub(super) fn swap_queue(&self) -> SwapQueue {
        self.options.swap_queue
    }

    pub(super) fn reports_overlaps(&self) -> bool {
        self.options.report_overlaps
    }

    pub(super) fn reports_rests(&self) -> bool {
        self.options.report_rests
    }

    pub(super) fn hides_motion_changes(&self) -> bool {
        self.options.hide_motion_changes
    }

    /// The number of threads that advance the world.
    pub(super) fn threads(&self) -> usize {
        self.options.threads.number()
    }

    /// Sets the number of threads.
    pub(super) fn set_threads(&mut self, threads: Threads) {
        self.options.threads = threads;
    }

    pub(super) fn options(&self) -> &Options {
        &self.options
    }

    /// How parts are used.
    pub(super) fn part_tuning(&self) -> &PartTuning {
        &self.options.part_tuning
    }

    /// How sectors are used.
    pub(super) fn tuning(&self) -> &Tuning {
        &self.options.tuning
    }

    pub(super) fn tuning_mut(&mut self) -> &mut Tuning {
        &mut self.options.tuning
    }

    /// Sets a checked method.
    pub(super) fn set_method(&mut self, method: Method) {
        self.options.method = method;
    }

    /// Sets a checked restitution.
    pub(super) fn set_restitution(&mut self, restitution: f64) {
        self.settings.restitution = restitution;
    }

    /// Sets a checked coefficient of friction.
    pub(super) fn set_friction(&mut self, friction: f64) {
        self.settings.friction = friction;
    }

    /// Sets a checked coefficient of rolling friction.
    pub(super) fn set_rolling_friction(&mut self, friction: f64) {
        self.settings.rolling_friction = friction;
    }

    /// Sets a checked coefficient of spinning friction.
    pub(super) fn set_spinning_friction(&mut self, friction: f64) {
        self.settings.spinning_friction = friction;
    }

    /// Sets checked gravity, in metres per second squared.
    pub(super) fn set_gravity(&mut self, gravity: Vector3<f64>) {
        self.settings.gravity = gravity;
    }
}
