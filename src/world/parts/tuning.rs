//! How parts are used. None of it changes an event.

/// When parts are used, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::world) struct PartTuning {
    /// The fewest bodies, if none is in an island.
    pub(super) least_bodies: usize,
    /// How many bodies an island counts for besides its own: one that is renewed costs as much as that.
    pub(super) bodies_an_island: usize,
    /// The least work that is expected in a stretch, for each body: to divide a world and to put it together again costs
    /// about two units.
    pub(super) least_work: f64,
    /// The least work in a window: where one body is much faster than the others, windows are short.
    pub(super) least_window: f64,
    /// The most work that is expected in a window, for each body: a window that is wrong is repeated.
    pub(super) most_work: f64,
    /// Events that are executed one by one before parts, at least.
    pub(super) least_serial: u64,
    /// How far the fastest body goes in a window, in diameters of the largest one.
    pub(super) way: f64,
    /// How far ghosts reach beyond those that may touch bodies of a part, in such diameters.
    pub(super) beyond: f64,
    /// The least width of a slab, in depths of its ghosts.
    pub(super) least_width: f64,
    /// How many ghosts there are at most, as a share of the bodies: where these are gathered, or in large islands, most are
    /// near several slabs.
    pub(super) most_ghosts: f64,
    /// How far bodies may go until all are looked at again whether they are near other slabs, in such diameters.
    pub(super) margin: f64,
}

impl Default for PartTuning {
    /// By trial, with rings at 1 % and mixtures at 5 and 10 % on two threads.
    fn default() -> Self {
        Self {
            least_bodies: 5000,
            bodies_an_island: 20,
            least_work: 8.0,
            least_window: 2000.0,
            most_work: 8.0,
            least_serial: 256,
            way: 0.5,
            beyond: 1.0,
            least_width: 3.0,
            most_ghosts: 0.75,
            margin: 3.0,
        }
    }
}
