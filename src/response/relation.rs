//! What two bodies are to each other: the rule that both modes share.

use crate::scene::{Body, BodyKind, Groups, ResponseMode};

/// What of a body decides how it meets others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Role {
    pub(crate) kind: BodyKind,
    pub(crate) sensor: bool,
    pub(crate) touch_only: bool,
    pub(crate) groups: Groups,
}

/// What two bodies that meet are to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Relation {
    /// They collide.
    Collide,
    /// Their contacts are told as they begin and end.
    Observe,
    /// Their contacts are what a test of the user's own says.
    Poll,
}

impl Role {
    pub(crate) fn of(body: &Body) -> Self {
        Self {
            kind: body.kind,
            sensor: body.sensor,
            touch_only: body.touch_only || body.lease.is_some(),
            groups: body.groups,
        }
    }

    /// What two bodies are to each other; none if they never meet: their groups do not, or both are fixed and nobody looks on.
    pub(crate) fn relation(&self, other: &Self, response: ResponseMode) -> Option<Relation> {
        if !self.groups.meets(other.groups) {
            None
        } else if self.touch_only || other.touch_only {
            Some(Relation::Poll)
        } else if response == ResponseMode::PassThrough || self.sensor || other.sensor {
            Some(Relation::Observe)
        } else {
            let dynamic = self.kind == BodyKind::Dynamic || other.kind == BodyKind::Dynamic;
            dynamic.then_some(Relation::Collide)
        }
    }
}
