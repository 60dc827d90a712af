//! The queue that orders the swaps of kinetic lists.

use super::sweep::KineticSweep;
use crate::broad::broad_phase::BroadPhase;
use crate::limits::ValueError;
use crate::queue::{AuxiliaryTwoPass, PairingHeap, Time, TwoPass};
use std::fmt;
use std::str::FromStr;

/// The queue that orders the swaps of [`Method::Lists`](crate::Method::Lists). Every queue gives
/// the same events, to the bit; they differ in cost.
///
/// `kinesweep reproduce queues` measures that on the scene of Coming and Staadt (2006, section
/// 4.4); they take the auxiliary pairing heap. With 1000 rings a swap takes 77 ns with the d-ary
/// heap, 158 with the two-pass and 140 with the auxiliary pairing heap (2026-11-23, optimised
/// without LTO, one of two shared cores).
///
/// ```
/// use kinesweep::broad::SwapQueue;
/// use kinesweep::{Method, World};
/// let world = World::builder().method(Method::Lists).swap_queue(SwapQueue::PairingTwoPass).build()?;
/// assert_eq!(world.swap_queue().to_string(), "pairing");
/// assert_eq!("dary".parse::<SwapQueue>()?, SwapQueue::default());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SwapQueue {
    /// The indexed d-ary heap, [`Queue`](crate::queue::Queue): the fastest as measured.
    #[default]
    Dary,
    /// The two-pass [`PairingHeap`].
    PairingTwoPass,
    /// The auxiliary two-pass [`PairingHeap`], which the paper takes (Stasko and Vitter 1987).
    PairingAuxiliary,
}

impl SwapQueue {
    /// All queues.
    pub const ALL: [Self; 3] = [Self::Dary, Self::PairingTwoPass, Self::PairingAuxiliary];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dary => "dary",
            Self::PairingTwoPass => "pairing",
            Self::PairingAuxiliary => "pairing-auxiliary",
        }
    }

    /// Kinetic lists without bodies, on this queue.
    pub(crate) fn lists(self) -> Box<dyn BroadPhase> {
        match self {
            Self::Dary => Box::new(KineticSweep::new()),
            Self::PairingTwoPass => Box::new(KineticSweep::with_queue(PairingHeap::<Time, TwoPass>::new())),
            Self::PairingAuxiliary => Box::new(KineticSweep::with_queue(PairingHeap::<Time, AuxiliaryTwoPass>::new())),
        }
    }
}

impl fmt::Display for SwapQueue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Parses a name.
impl FromStr for SwapQueue {
    type Err = ValueError;

    fn from_str(name: &str) -> Result<Self, ValueError> {
        let found = Self::ALL.into_iter().find(|queue| queue.name() == name);
        found.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            ValueError::new("queue", name, format!("must be one of {names}"))
        })
    }
}
