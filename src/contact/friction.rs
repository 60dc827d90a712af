//! Coulomb friction of bodies at rest on each other, across the normal.
//!
//! While two bodies slide, each feels the coefficient times the normal force against its sliding.
//! That force is constant as long as the direction of sliding is, so the motion stays a quadratic.
//! When the sliding stops or changes direction, the forces are computed again (see
//! [`slide_end`](super::slide_end)). Bodies that do not slide stick, as long as the force that
//! holds them is at most the coefficient times the normal force.
//!
//! Balls that impulses make spin roll instead: they feel no friction at rest.

use super::constants::SLOWEST_SLIDE;
use super::resting::RestingContact;
use crate::bodies::{Bodies, BodyMotion};
use crate::scene::Zeno;

/// Sliding at most this fast counts as none, in metres per second.
pub(super) fn slowest_slide(zeno: &Zeno) -> f64 {
    match zeno {
        Zeno::Stick { speed } => speed.max(SLOWEST_SLIDE),
        _ => SLOWEST_SLIDE,
    }
}

/// Stops contacts that slide too slowly to count as sliding, and stores the direction of the
/// others. `now` is the present time in seconds.
pub(super) fn stop_slow_slides(contacts: &mut [RestingContact], bodies: &mut Bodies, now: f64, zeno: &Zeno) {
    let slowest = slowest_slide(zeno);
    for contact in contacts.iter_mut().filter(|contact| contact.friction > 0.0) {
        let sliding = contact.sliding(bodies, |piece| piece.velocity_at(now));
        let speed = sliding.norm();
        if speed > slowest {
            contact.slide_direction = Some(sliding / speed);
        } else {
            let impulse = sliding / -contact.inverse_mass_sum();
            contact.pull(bodies, &impulse, BodyMotion::velocity_mut);
        }
    }
}
