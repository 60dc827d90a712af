//! The methods: a broad phase by choice or by rule.

use super::all_pairs::AllPairs;
use super::broad_phase::BroadPhase;
use super::leases::Leases;
use super::lists::SwapQueue;
use super::swept::SweptFrames;
use crate::domain::Domain;
use crate::limits::{ValueError, check_positive};

/// The method by which a world finds candidate pairs. Every method gives the same events, to the
/// bit; they differ in cost.
///
/// Processor seconds per simulated second, measured by `cargo bench -p kinesweep --bench rings
/// --features files` (2026-11-22, one of two shared cores), of scenes at constant density; rings:
/// the default scene at 1 %, mixed: five shapes at 10 %, bullets: one body in ten is a thousand
/// times as fast as the others. The last column is the frame-based mode at 60 Hz, which misses
/// contacts between frames.
///
/// | scene | bodies | leases | lists | swept, 60 Hz | sampled, 60 Hz |
/// |---|---|---|---|---|---|
/// | rings | 100 | 0.00018 | 0.00027 | 0.00054 | 0.0011 |
/// | rings | 1 000 | 0.0015 | 0.0071 | 0.0061 | 0.011 |
/// | rings | 10 000 | 0.016 | | 0.073 | 0.12 |
/// | rings | 100 000 | 0.20 | | 0.85 | 1.5 |
/// | mixed | 100 | 0.00070 | 0.00096 | | 0.0045 |
/// | mixed | 3 000 | 0.019 | 0.13 | | 0.14 |
/// | bullets | 1 000 | 0.069 | 1.2 | | 0.011 |
///
/// From 5 to 20 bodies lists and leases are within a twentieth of each other; from 40 on leases
/// were never slower by more, also with gravity, and where sizes are as 1 to 1000.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Method {
    /// The best by rule, applied when bodies are inserted or removed: [`Leases`](Self::Leases) from
    /// 32 bodies on, [`Lists`](Self::Lists) below.
    #[default]
    Auto,
    /// Kinetic sorted lists: no work but at swaps, O(log n) each. The number of swaps grows as
    /// n^(5/3) at constant density.
    Lists,
    /// Boxes that hold a body for a limited time, in a grid: no work but where a body leaves its
    /// box. The extent of each box adapts to the cost of the last one; the cost is in proportion to
    /// the number of bodies at constant density.
    ///
    /// In a box or a periodic domain, balls that fly and bounce have a *lane* of their own, if they
    /// are most of the bodies: each ball stores its next event alone, and leases are cells, or
    /// neighbour lists where balls are dense. That is some thirty times as fast. They may fall,
    /// rotate, rub, have groups and a law of collision of your own. Other bodies (sensors and balls
    /// that grow among them), and balls that do something else for a while (two come to rest on
    /// each other), use leases beside it, at the cost of what they are near to.
    ///
    /// This is the one method for periodic domains: there the grid stores all images of a lease
    /// that extend into the domain.
    Leases,
    /// Every pair is predicted and kept: no pruning. A reference; n (n - 1) / 2 predictions at the
    /// start, O(n²) memory.
    Cached,
    /// Boxes swept over frames of length 1 / rate, sorted again each frame. A reference; O(n log n)
    /// and more a frame.
    Swept {
        /// Frames per second, > 0.
        rate: f64,
    },
}

/// From this number of bodies on [`Method::Auto`] changes to leases, by the figures of [`Method`].
const LEASES_FROM: usize = 32;

/// Below this number it changes back to lists. It is less than [`LEASES_FROM`], so that insertions
/// and removals near the limit change nothing.
const LISTS_BELOW: usize = 16;

impl Method {
    /// Its name on the command line and in tables; the default method is `kinetic`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "kinetic",
            Self::Lists => "lists",
            Self::Leases => "leases",
            Self::Cached => "cached",
            Self::Swept { .. } => "swept",
        }
    }

    /// Its rate, in frames per second, if it has frames.
    #[must_use]
    pub fn rate(self) -> Option<f64> {
        match self {
            Self::Swept { rate } => Some(rate),
            Self::Auto | Self::Lists | Self::Leases | Self::Cached => None,
        }
    }

    /// Checks its rate.
    pub(crate) fn check(self) -> Result<(), ValueError> {
        self.rate().map_or(Ok(()), |rate| check_positive("rate", rate))
    }

    /// Whether it finds all pairs in a domain: in a periodic one leases alone do.
    pub(crate) fn supports(self, domain: &Domain) -> bool {
        matches!(self, Self::Auto | Self::Leases) || domain.periodic_box().is_none()
    }

    /// The method that it stands for with so many bodies: never [`Auto`](Self::Auto).
    pub(crate) fn for_bodies(self, count: usize, domain: &Domain) -> Self {
        match self {
            Self::Auto if count < LEASES_FROM && domain.periodic_box().is_none() => Self::Lists,
            Self::Auto => Self::Leases,
            chosen => chosen,
        }
    }

    /// Whether the rule of [`Auto`](Self::Auto) decides with so many bodies; between its two limits
    /// it keeps the present method.
    pub(crate) fn decides_by_rule(self, count: usize) -> bool {
        self == Self::Auto && !(LISTS_BELOW..LEASES_FROM).contains(&count)
    }

    /// Its broad phase without bodies, from a time on.
    pub(crate) fn broad_phase(self, start: f64, domain: &Domain, queue: SwapQueue) -> Box<dyn BroadPhase> {
        match self {
            Self::Auto | Self::Lists => queue.lists(),
            Self::Leases => Box::new(domain.periodic_box().map_or_else(Leases::default, Leases::periodic)),
            Self::Cached => Box::new(AllPairs::default()),
            Self::Swept { rate } => Box::new(SweptFrames::new(rate, start)),
        }
    }
}
