//! Interaction groups: the pairs of bodies that interact.

/// Two bit masks. A pair is tested when each body's memberships share a bit with the other's
/// filter.
///
/// ```
/// use kinesweep::Groups;
/// let ghosts = Groups { memberships: 0b10, filter: 0b01 };
/// assert!(ghosts.meets(Groups::default()));
/// assert!(!ghosts.meets(ghosts));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Groups {
    /// The groups that the body is in.
    pub memberships: u32,
    /// The groups that the body interacts with.
    pub filter: u32,
}

impl Default for Groups {
    /// In group 1, interacts with all.
    fn default() -> Self {
        Self {
            memberships: 1,
            filter: u32::MAX,
        }
    }
}

impl Groups {
    /// Whether two bodies with these groups are tested against each other. Symmetric.
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        self.memberships & other.filter != 0 && other.memberships & self.filter != 0
    }
}
