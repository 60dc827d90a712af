//! What the changes of lasting contacts read and write.

use super::count::Contacts;
use crate::scene::Settings;
use crate::world::bodies::{Bodies, Motions};
use crate::world::clock::Clock;
use crate::world::ledger::Ledger;
use crate::world::pairs::Pairs;
use nalgebra::Vector3;

/// The lasting contacts, with the parts of a world that their changes read and write.
pub(in crate::world) struct Rests<'a> {
    pub(in crate::world) contacts: &'a mut Contacts,
    pub(in crate::world) pairs: &'a mut Pairs,
    pub(in crate::world) bodies: &'a mut Bodies,
    pub(in crate::world) clock: &'a mut Clock,
    pub(in crate::world) ledger: &'a mut Ledger,
    pub(in crate::world) settings: &'a Settings,
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
    pub(in crate::world) fn set_spin(&mut self, index: u32, angular_velocity: Vector3<f64>) {
        self.bodies.set_spin(index, angular_velocity);
        if self.bodies[index].moving().rotates() {
            self.end_rests_of(index);
        }
    }
}
