//! What the changes of lasting contacts read and write.

use super::count::Contacts;
use crate::bodies::{Bodies, Motions};
use crate::broad::BroadPhase;
use crate::clock::Clock;
use crate::lane::pairs::Pairs;
use crate::ledger::Ledger;
use crate::sap::Aabb;
use crate::scene::Settings;
use nalgebra::Vector3;

/// The lasting contacts, with the parts of a world that their changes read and write.
pub(crate) struct Rests<'a> {
    pub(crate) contacts: &'a mut Contacts,
    pub(crate) pairs: &'a mut Pairs,
    pub(crate) bodies: &'a mut Bodies,
    pub(crate) clock: &'a mut Clock,
    pub(crate) ledger: &'a mut Ledger,
    pub(crate) settings: &'a Settings,
    pub(crate) surroundings: Surroundings<'a>,
}

/// Where the bodies near a place are found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surroundings<'a> {
    /// With all bodies but half-spaces; none if some bodies are elsewhere.
    pub(crate) broad: Option<&'a dyn BroadPhase>,
    pub(crate) half_spaces: &'a [u32],
}

impl Surroundings<'_> {
    /// The bodies with boxes that may overlap a region at a time, and others: in any order, perhaps more than once. None if
    /// that is not known.
    pub(super) fn within(&self, region: &Aabb<f64, 3>, now: f64) -> Option<Vec<u32>> {
        let broad = self.broad?;
        let mut found = self.half_spaces.to_vec();
        broad.displaced(now, &mut found);
        broad.candidates_in(region, now, &mut found);
        Some(found)
    }
}

impl Rests<'_> {
    /// Access for changes of motion.
    pub(super) fn motions(&mut self) -> Motions<'_> {
        Motions {
            bodies: self.bodies,
            clock: self.clock,
            ledger: self.ledger,
            domain: &self.settings.domain,
        }
    }

    /// Changes the spin of a body with a piece that begins now, in radians per second. A body that
    /// rotates does not rest.
    pub(crate) fn set_spin(&mut self, index: u32, angular_velocity: Vector3<f64>) {
        self.bodies.set_spin(index, angular_velocity);
        if self.bodies[index].moving().rotates() {
            self.end_rests_of(index);
        }
    }
}
