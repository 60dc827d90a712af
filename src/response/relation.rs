//! The kind of interaction of two bodies: the rule that both modes share.

use crate::scene::{Body, BodyKind, Groups, ResponseMode};

/// The properties of a body that decide its interactions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Role {
    pub(crate) kind: BodyKind,
    pub(crate) sensor: bool,
    pub(crate) touch_only: bool,
    /// A response of [`ResponseScope::Marked`](super::ResponseScope::Marked) answers its
    /// collisions.
    pub(crate) own_law: bool,
    pub(crate) groups: Groups,
}

/// The interaction of two bodies that meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Relation {
    /// They collide.
    Collide,
    /// Events report the beginning and the end of their contacts.
    Observe,
    /// A contact test of the user decides their contacts.
    Poll,
}

impl Role {
    pub(crate) fn of(body: &Body) -> Self {
        Self {
            kind: body.kind,
            sensor: body.sensor,
            touch_only: body.touch_only || body.lease.is_some(),
            own_law: body.own_law,
            groups: body.groups,
        }
    }

    /// The interaction of two bodies; none if they never interact: their groups exclude it, or both
    /// are fixed and neither is a sensor.
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
