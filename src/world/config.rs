//! The settings of a whole run.

use super::Method;
use crate::broad::SwapQueue;
use crate::scene::Settings;

/// Settings and options of a world. The user changes them between two events.
#[derive(Clone, Debug)]
pub(super) struct Config {
    pub(super) settings: Settings,
    pub(super) method: Method,
    /// The queue that orders the swaps of lists.
    pub(super) swap_queue: SwapQueue,
    pub(super) report_overlaps: bool,
    pub(super) hide_motion_changes: bool,
}
