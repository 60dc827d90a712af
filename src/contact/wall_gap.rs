//! Whether a rotating body touches a wall of the domain, or its search was cut off before.

use super::constants::{OPEN, ROUNDED};
use crate::bodies::State;
use crate::domain::{Domain, Wall};
use crate::impact::{Contact, wall_touch};

/// Whether a rotating body touches a wall that it was predicted to meet at the present time `now`,
/// in seconds.
pub(crate) fn touches_wall(state: &State, domain: &Domain, wall: Wall, contact: &Contact, closing: f64, now: f64) -> bool {
    let Domain::Box { min, max } = domain else {
        return false;
    };
    let axis = wall.axis();
    let gap = if wall.is_upper() {
        max[axis] - contact.point[axis]
    } else {
        contact.point[axis] - min[axis]
    };
    let size = state.shape_radius();
    // The time was rounded, too. The search allows for it in the same way.
    let by_time = closing.max(0.0) * f64::EPSILON * now.abs();
    let touch = wall_touch(&state.moving(), min, max, wall, now);
    gap <= OPEN * size + by_time.max(touch).min(ROUNDED * size)
}
