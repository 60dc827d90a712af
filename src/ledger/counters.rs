//! Counters of every stage of the work.

/// The counts of the work since the world was built.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Counters {
    /// Pairs that became candidates: their moving boxes began to overlap, as the broad phase sees
    /// it.
    pub pair_begins: u64,
    /// Pairs that ceased to be candidates.
    pub pair_ends: u64,
    /// Pairs for which an impact, contact intervals or overlaps were computed.
    pub predictions: u64,
    /// Deferred predictions: of pairs that are expensive to predict, made when their boxes overlap.
    pub looks: u64,
    /// Predictions that were still valid because neither motion had changed.
    pub predictions_reused: u64,
    /// Predictions of a body with the walls of the domain.
    pub wall_predictions: u64,
    /// Collisions between bodies.
    pub collisions: u64,
    /// Collisions with walls of the domain.
    pub wall_collisions: u64,
    /// Pieces of trajectories that began after the first one of each body.
    pub motion_changes: u64,
    /// Contacts that came to rest under the Zeno policy.
    pub rests: u64,
    /// Rests that ended because the support ended or the motion changed.
    pub rest_ends: u64,
    /// Collisions made inelastic or elastic by the Zeno policy.
    pub zeno_collisions: u64,
    /// Contact islands that began: sets of bodies that crowd, pile up or lie on each other.
    pub islands: u64,
    /// Contacts within islands that began.
    pub touches: u64,
    /// Renewals of islands: their bodies began new pieces.
    pub renewals: u64,
    /// Calls of the touch test.
    pub polls: u64,
    /// Predictions with a solver at its iteration limit: their time is early rather than late.
    pub unresolved: u64,
    /// Motion pieces that began where the rounding of positions, or of times at the body's speed,
    /// exceeds a millionth of its size: far from the origin, or late. Results there are exact only
    /// to that rounding; a body smaller than some roundings passes through others. (In the lane of
    /// balls: of inserted balls.)
    pub coarse: u64,
    /// Events that were predicted for a time already passed. Always 0, or there is a bug.
    pub late: u64,
    /// Counters of the broad phase, by name. Not serialized.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub broad_phase: Vec<(&'static str, u64)>,
}

impl Counters {
    /// All counters by name, in a fixed order.
    #[must_use]
    pub fn entries(&self) -> Vec<(&'static str, u64)> {
        let mut entries = vec![
            ("pair_begins", self.pair_begins),
            ("pair_ends", self.pair_ends),
            ("predictions", self.predictions),
            ("looks", self.looks),
            ("predictions_reused", self.predictions_reused),
            ("wall_predictions", self.wall_predictions),
            ("collisions", self.collisions),
            ("wall_collisions", self.wall_collisions),
            ("motion_changes", self.motion_changes),
            ("rests", self.rests),
            ("rest_ends", self.rest_ends),
            ("zeno_collisions", self.zeno_collisions),
            ("islands", self.islands),
            ("touches", self.touches),
            ("renewals", self.renewals),
            ("polls", self.polls),
            ("unresolved", self.unresolved),
            ("coarse", self.coarse),
            ("late", self.late),
        ];
        entries.extend(self.broad_phase.iter().copied());
        entries
    }
}
