//! Whether a gas is as it should be.

use super::{Dues, Gas, Motion, dues};

impl Gas {
    /// When a ball is due: it goes over into another cell, or meets somebody.
    pub(crate) fn due(&self, name: u32) -> f64 {
        self.next[self.slot(name)].due
    }

    /// Whether every ball stands where it should in all tables, and `motion` is its motion.
    pub(crate) fn audit(&self, motion: impl Fn(u32) -> Motion) -> Result<(), String> {
        if !self.turned.is_empty() || self.unfit {
            return Err("something is not settled".to_owned());
        }
        for slot in 0..self.len() {
            let name = self.cold[slot].name;
            let held = self.hot[slot].motion;
            if self.slot(name) != slot || held != motion(name) {
                return Err(format!("ball {name}: another motion, or another place, is held"));
            }
            let mut list = Vec::new();
            let cell = self.grid.index(self.hot[slot].tag.cell());
            let count = self.cells.collect(cell..cell + 1, &mut list, 0);
            if list[..count].iter().filter(|other| **other == slot as u32).count() != 1 {
                return Err(format!("ball {name} is not once in its cell"));
            }
            let due = self.next[slot].due;
            if due < f64::INFINITY && !self.calendar.holds(slot as u32, due, &dues!(self)) {
                return Err(format!("ball {name} is due at {due}, and the calendar does not know"));
            }
        }
        let dues = dues!(self);
        self.calendar.audit(&dues)
    }
}
