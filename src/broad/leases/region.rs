//! The bodies that may overlap a region at the present: by the leases in the grid.

use super::ahead::Ahead;
use super::state::Leases;
use crate::queue::{EventQueue, Time};
use crate::sap::Aabb;

impl Leases {
    /// Appends the bodies that may be outside of their leases at time `now`: bodies with leases
    /// made ahead, and bodies with expired leases that were not renewed. O(1) where there is
    /// neither, else O(n).
    pub(super) fn outside_of_leases(&self, now: f64, found: &mut Vec<u32>) {
        match &self.ahead {
            Ahead::Listed(ahead) => {
                let later = ahead.iter().filter(|renewal| renewal.time > now).map(|renewal| renewal.body);
                found.extend(later.filter(|body| self.is_present(*body)));
            }
            Ahead::Many => found.extend(self.all_made_after(now).iter().map(|renewal| renewal.body)),
        }
        if self.expiries.peek().is_some_and(|(Time(time), _)| time <= now) {
            let has_expired = |body: &u32| self.expiries.key(*body).is_some_and(|Time(time)| time <= now);
            found.extend((0..self.bodies.len() as u32).filter(has_expired));
        }
    }

    fn is_present(&self, body: u32) -> bool {
        self.bodies.get(body as usize).is_some_and(Option::is_some)
    }

    /// Appends the bodies with leases that overlap a region, in a periodic domain by any image.
    /// O(leases in the cells of the region).
    pub(super) fn leased_in(&self, region: &Aabb<f64, 3>, found: &mut Vec<u32>) {
        let Some(copies) = &self.grid.copies else {
            return self.grid.boxes.overlapping(region, found);
        };
        let before = found.len();
        for part in copies.domain().parts_covered(region) {
            self.grid.boxes.overlapping(&part, found);
        }
        for name in &mut found[before..] {
            *name = copies.body(*name);
        }
    }
}
