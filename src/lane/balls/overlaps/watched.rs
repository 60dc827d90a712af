//! What is known of the overlaps of a ball: one cache line, unless they are many.

use super::changes::Change;
use crate::lane::balls::ball::NO_BALL;
use crate::lane::balls::constants::OVERLAP_PARTNERS;

/// When a change is due, as the calendar reads it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NextChange {
    /// Infinite if there is none.
    pub(super) time: f64,
    /// The partner's number in scene order.
    pub(super) serial: u32,
    pub(super) ends: bool,
}

impl NextChange {
    pub(super) fn of(change: Option<&Change>) -> Self {
        Self {
            time: change.map_or(f64::INFINITY, |change| change.time),
            serial: change.map_or(NO_BALL, |change| change.serial),
            ends: change.is_some_and(|change| change.ends),
        }
    }
}

/// See the [module](self).
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Watched {
    pub(super) next: NextChange,
    /// The balls with boxes that overlap its own now, by name, in any of the places.
    partners: [u32; OVERLAP_PARTNERS],
    /// The ball's number in scene order.
    pub(super) serial: u32,
    /// Partners for which there is no place.
    #[allow(clippy::box_collection, reason = "eight bytes, so that a ball fits into a cache line")]
    more: Option<Box<Vec<u32>>>,
}

impl Default for Watched {
    fn default() -> Self {
        Self {
            next: NextChange::of(None),
            partners: [NO_BALL; OVERLAP_PARTNERS],
            serial: NO_BALL,
            more: None,
        }
    }
}

impl Watched {
    /// Whether its box overlaps that of a partner.
    #[inline(always)]
    pub(super) fn overlaps(&self, partner: u32) -> bool {
        // Without branches on its place, which are unpredictable.
        let in_place = self.partners.iter().fold(false, |found, other| found | (*other == partner));
        in_place || self.more.as_ref().is_some_and(|more| more.contains(&partner))
    }

    /// The partners that it overlaps.
    pub(super) fn partners(&self) -> impl Iterator<Item = u32> {
        let more = self.more.iter().flat_map(|more| more.iter());
        self.partners
            .iter()
            .chain(more)
            .copied()
            .filter(|partner| *partner != NO_BALL)
    }

    pub(super) fn add_partner(&mut self, partner: u32) {
        match self.partners.iter_mut().find(|place| **place == NO_BALL) {
            Some(place) => *place = partner,
            None => self.more.get_or_insert_default().push(partner),
        }
    }

    pub(super) fn remove_partner(&mut self, partner: u32) {
        if let Some(place) = self.partners.iter_mut().find(|place| **place == partner) {
            *place = self.more.as_mut().and_then(|more| more.pop()).unwrap_or(NO_BALL);
        } else if let Some(more) = &mut self.more
            && let Some(at) = more.iter().position(|other| *other == partner)
        {
            more.swap_remove(at);
        }
        if self.more.as_ref().is_some_and(|more| more.is_empty()) {
            self.more = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Watched;
    use crate::lane::balls::testing::Random;
    use std::collections::BTreeSet;

    #[test]
    fn partners_are_those_that_were_added_and_not_removed() {
        let mut random = Random::new(1);
        let (mut watched, mut expected) = (Watched::default(), BTreeSet::new());
        let mut most = 0;
        for round in 0..20_000 {
            // Up to some twenty of them, and back to none.
            let partner = random.below(30) as u32;
            let adds = random.below(100) < if round % 400 < 200 { 70 } else { 30 };
            if adds && expected.insert(partner) {
                watched.add_partner(partner);
            } else if !adds && expected.remove(&partner) {
                watched.remove_partner(partner);
            }
            assert_eq!(watched.partners().collect::<BTreeSet<u32>>(), expected);
            assert_eq!(watched.partners().count(), expected.len());
            assert!((0..30).all(|partner| watched.overlaps(partner) == expected.contains(&partner)));
            most = most.max(expected.len());
        }
        assert!(most > 15 && size_of::<Watched>() == 64, "{most}");
    }
}
