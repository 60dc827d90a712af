//! How sectors are used. None of it changes an event.

/// When sectors are used, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::world) struct Tuning {
    /// The fewest balls.
    pub(super) least_balls: usize,
    /// The fewest collisions that are expected in a stretch, for each ball.
    pub(super) least_collisions: f64,
    /// The same where there are sectors from before.
    pub(super) least_again: f64,
    /// The fewest collisions that are expected in a stretch, for each thread, to use several.
    pub(super) least_shared: f64,
    /// The fewest balls for each thread that gives the motions of sectors back: fewer take as long as to start it.
    pub(super) least_part: usize,
    /// Events that are executed one by one before sectors, at least.
    pub(super) least_serial: u64,
    /// Collisions in a window at most, for each ball.
    pub(super) window: f64,
    /// The same for each sector.
    pub(super) of_sector: f64,
    /// How far ghosts reach beyond those that may touch balls of a sector, in diameters of the largest ball.
    pub(super) beyond: f64,
    /// The least width of a sector, in depths of its ghosts.
    pub(super) least_width: f64,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            least_balls: 20_000,
            least_collisions: 1.0,
            least_again: 0.05,
            least_shared: 200.0,
            least_part: 4096,
            least_serial: 256,
            window: 0.025,
            of_sector: 800.0,
            beyond: 0.5,
            least_width: 6.0,
        }
    }
}

/// The number of threads that advance a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::world) struct Threads(usize);

impl Default for Threads {
    fn default() -> Self {
        Self(1)
    }
}

impl Threads {
    /// This number of threads; for 0, as many as there are cores.
    pub(in crate::world) fn new(number: usize) -> Self {
        Self(match number {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            number => number,
        })
    }

    #[inline]
    pub(in crate::world) fn number(self) -> usize {
        self.0
    }
}
