//! Which bodies a region may hold at the present: by the leases that stand in the grid.

use super::{Ahead, Leases};
use crate::queue::{EventQueue, Time};
use crate::sap::Aabb;

impl Leases {
    /// Appends the bodies that may be outside of their leases at time `now`: those whose leases were made by looking ahead, and
    /// those whose leases have expired while it was quiet. O(1) where there is neither, O(n) else.
    pub(super) fn displaced(&self, now: f64, found: &mut Vec<u32>) {
        match &self.ahead {
            Ahead::Known(ahead) => {
                let later = ahead.iter().filter(|renewal| renewal.time > now).map(|renewal| renewal.body);
                found.extend(later.filter(|body| self.is_there(*body)));
            }
            Ahead::Many => found.extend(self.all_made_after(now).iter().map(|renewal| renewal.body)),
        }
        if self.expiries.peek().is_some_and(|(Time(time), _)| time <= now) {
            let has_expired = |body: &u32| self.expiries.key(*body).is_some_and(|Time(time)| time <= now);
            found.extend((0..self.bodies.len() as u32).filter(has_expired));
        }
    }

    fn is_there(&self, body: u32) -> bool {
        self.bodies.get(body as usize).is_some_and(Option::is_some)
    }

    /// Appends the bodies whose leases overlap a region, in a periodic domain by any image. O(leases in the cells that it touches).
    pub(super) fn leased_in(&self, region: &Aabb<f64, 3>, found: &mut Vec<u32>) {
        let Some(images) = &self.images else {
            return self.grid.overlapping(region, found);
        };
        let before = found.len();
        for part in images.fold(region) {
            self.grid.overlapping(&part, found);
        }
        for name in &mut found[before..] {
            *name = images.body(*name);
        }
    }
}
