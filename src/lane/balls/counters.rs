//! Counters of the lane's work.

/// How often the lane did each kind of work.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct LaneCounters {
    /// Cell crossings, and renewals of leases.
    pub(crate) crossings: u64,
    /// Predictions found stale when they were due.
    pub(crate) stale: u64,
    /// Pairs scanned.
    #[cfg_attr(feature = "serde", serde(rename = "looks"))]
    pub(crate) scanned: u64,
    /// Pairs that needed the general test, as rounding could decide.
    #[cfg_attr(feature = "serde", serde(rename = "careful"))]
    pub(crate) unclear: u64,
    /// Events predicted for a time already passed.
    pub(crate) late: u64,
}

impl LaneCounters {
    pub(crate) fn add(&mut self, other: &Self) {
        self.crossings += other.crossings;
        self.stale += other.stale;
        self.scanned += other.scanned;
        self.unclear += other.unclear;
        self.late += other.late;
    }

    /// The work since an earlier state of these counters.
    pub(crate) fn since(&self, earlier: &Self) -> Self {
        Self {
            crossings: self.crossings - earlier.crossings,
            stale: self.stale - earlier.stale,
            scanned: self.scanned - earlier.scanned,
            unclear: self.unclear - earlier.unclear,
            late: self.late - earlier.late,
        }
    }

    /// The counters by the names that they have in results.
    pub(crate) fn entries(&self) -> [(&'static str, u64); 4] {
        [
            ("leases expired", self.crossings),
            ("pairs looked at", self.scanned),
            ("pairs looked at with care", self.unclear),
            ("partners turned", self.stale),
        ]
    }
}
