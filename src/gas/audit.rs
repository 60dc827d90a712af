//! Whether a gas is as it should be.

use super::{Dues, Gas, dues};

impl Gas {
    /// When a ball is due: it goes over into another cell, or meets somebody.
    pub(crate) fn due(&self, name: u32) -> f64 {
        self.cards[self.slot(name)].due
    }

    /// Whether every ball stands where it should in all tables.
    pub(crate) fn audit(&self) -> Result<(), String> {
        if !self.turned.is_empty() || self.unfit {
            return Err("something is not settled".to_owned());
        }
        for slot in (0..self.hot.len()).filter(|slot| !self.cards[*slot].is_vacant()) {
            let name = self.cards[slot].id.index;
            if self.slot(name) != slot {
                return Err(format!("ball {name} is sought in another place"));
            }
            let mut list = Vec::new();
            let cell = self.grid.index(self.hot[slot].tag.cell());
            let count = self.cells.collect(cell, &mut list, 0);
            if list[..count].iter().filter(|other| **other == slot as u32).count() != 1 {
                return Err(format!("ball {name} is not once in its cell"));
            }
            let due = self.cards[slot].due;
            if due < f64::INFINITY && !self.calendar.holds(slot as u32, &dues!(self)) {
                return Err(format!("ball {name} is due at {due}, and the calendar does not know"));
            }
        }
        if self.names().count() != self.len() {
            return Err("the count of vacant slots is wrong".to_owned());
        }
        let dues = dues!(self);
        self.calendar.audit(&dues)
    }
}
