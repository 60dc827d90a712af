//! What a gas has done.

/// How often each thing was done.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Work {
    /// Leases that expired: balls gone over into another cell.
    pub(crate) crossings: u64,
    /// Events whose partner had turned.
    pub(crate) stale: u64,
    /// Pairs looked at.
    pub(crate) looks: u64,
    /// Pairs for which the careful test was asked.
    pub(crate) careful: u64,
    /// Events predicted for a time already passed.
    pub(crate) late: u64,
}

impl Work {
    pub(crate) fn add(&mut self, other: &Self) {
        self.crossings += other.crossings;
        self.stale += other.stale;
        self.looks += other.looks;
        self.careful += other.careful;
        self.late += other.late;
    }

    /// By name.
    pub(crate) fn entries(&self) -> [(&'static str, u64); 4] {
        [
            ("leases expired", self.crossings),
            ("pairs looked at", self.looks),
            ("pairs looked at with care", self.careful),
            ("partners turned", self.stale),
        ]
    }
}
