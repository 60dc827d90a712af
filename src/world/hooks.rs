//! User code that a world calls.

use super::poll::Polling;
use super::respond::OwnLaw;
use crate::event::Party;

/// The user-defined law of collision and touch test, if given.
#[derive(Default)]
pub(super) struct Hooks {
    law: Option<OwnLaw>,
    touch_test: Option<Polling>,
}

impl Hooks {
    pub(super) fn new(law: Option<OwnLaw>, touch_test: Option<Polling>) -> Self {
        Self { law, touch_test }
    }

    /// Whether there is any.
    #[inline]
    pub(super) fn any(&self) -> bool {
        self.law.is_some() || self.touch_test.is_some()
    }

    /// Whether there is a user-defined law of collision.
    #[inline]
    pub(super) fn has_law(&self) -> bool {
        self.law.is_some()
    }

    /// Whether a user-defined law answers all collisions of two bodies.
    #[inline]
    pub(super) fn has_pair_law(&self) -> bool {
        self.law.as_ref().is_some_and(OwnLaw::answers_all_pairs)
    }

    /// Whether a user-defined law answers the collisions with a party, of which one side is
    /// `marked`.
    #[inline]
    pub(super) fn has_law_for(&self, other: Party, marked: bool) -> bool {
        self.law.as_ref().is_some_and(|law| law.answers(other, marked))
    }

    /// The user-defined law of collision, to call it.
    #[inline]
    pub(super) fn law_mut(&mut self) -> Option<&mut OwnLaw> {
        self.law.as_mut()
    }

    #[inline]
    pub(super) fn touch_test(&self) -> Option<&Polling> {
        self.touch_test.as_ref()
    }

    /// The touch test, to call it.
    pub(super) fn touch_test_mut(&mut self) -> Option<&mut Polling> {
        self.touch_test.as_mut()
    }
}
