//! Friction of bodies at rest on each other: Coulomb friction across the normal, and the moments against
//! rolling and spinning.
//!
//! While two bodies slide, each feels the coefficient times the normal force against its sliding.
//! That force is constant as long as the direction of sliding is, so the motion stays a quadratic.
//! When the sliding stops or changes direction, the forces are computed again (see
//! [`slide_end`](super::slide_end)). Bodies that do not slide stick, as long as the force that
//! holds them is at most the coefficient times the normal force.
//!
//! The same holds for balls that do not slide and roll, and for those that spin about the normal, with
//! moments instead of forces.

use super::constants::{SLIPS, SLOWEST_SLIDE, TOLERANCE};
use super::course::Course;
use super::resting::{Changes, RestingContact};
use crate::bodies::Bodies;
use crate::scene::Zeno;
use nalgebra::Vector3;

/// Sliding at most this fast counts as none, in metres per second.
pub(super) fn slowest_slide(zeno: &Zeno) -> f64 {
    match zeno {
        Zeno::Stick { speed } => speed.max(SLOWEST_SLIDE),
        _ => SLOWEST_SLIDE,
    }
}

/// Stops contacts that slide, roll or spin too slowly to count as that, and stores the directions of the
/// others. `now` is the present time in seconds.
pub(super) fn stop_slow_slides(contacts: &mut [RestingContact], bodies: &mut Bodies, now: f64, zeno: &Zeno) {
    let slowest = slowest_slide(zeno);
    for contact in contacts.iter_mut() {
        if contact.coefficients.sliding > 0.0 {
            stop_slow_slide(contact, bodies, now, slowest);
        }
        if contact.coefficients.spinning > 0.0 && contact.rolling.is_some() {
            stop_slow_spin(contact, bodies, now, slowest);
        }
    }
}

fn stop_slow_slide(contact: &mut RestingContact, bodies: &mut Bodies, now: f64, slowest: f64) {
    let (velocities, rolling, normal) = (contact.velocities(bodies, now), contact.rolling, contact.normal);
    let masses = contact.inverse_mass_sum();
    let sliding = rolling.sliding(&normal, &velocities);
    let speed = sliding.norm();
    if speed > slowest {
        contact.slide = Some(Course::of(sliding, speed));
        return;
    }
    let mut stops = false;
    let (mut impulse, mut moment) = (sliding / -rolling.mobility(masses), Vector3::zeros());
    if contact.coefficients.rolling > 0.0 && rolling.is_some() {
        let turning = rolling.turning(&normal, &velocities);
        let rate = turning.norm();
        if rate * rolling.radius() > slowest {
            contact.roll = Some(Course::of(turning, rate));
        } else {
            stops = true;
            [impulse, moment] = rolling.stop_both(&normal, masses, &-sliding, &-turning);
        }
    }
    if contact.begins {
        return;
    }
    contact.stopped = sliding;
    contact.pull(bodies, &impulse, &moment, Changes::Velocities);
    if stops {
        remove_rounding(contact, bodies, slowest);
    }
}

/// Finds the contacts at which sliding was stopped that friction does not hold: the forces speed it up again. It
/// [begins](RestingContact::begins). (Were it stopped whenever forces are computed again, it would
/// not get on, and what it makes room for would be stopped by it.) Returns whether there are some.
pub(super) fn find_begun(contacts: &mut [RestingContact], bodies: &Bodies, zeno: &Zeno) -> bool {
    let least = TOLERANCE * slowest_slide(zeno);
    let mut any = false;
    for contact in contacts.iter_mut() {
        let speed = contact.stopped.norm();
        let pull = contact.rolling.sliding(&contact.normal, &contact.accelerations(bodies));
        let enough = SLIPS * contact.free_acceleration(bodies);
        contact.begins = speed > least && contact.stopped.dot(&pull) > enough * speed;
        any |= contact.begins;
    }
    any
}

/// Stops the bodies of a contact at which all has been stopped, if no more than rounding moves them.
fn remove_rounding(contact: &RestingContact, bodies: &mut Bodies, slowest: f64) {
    let least = TOLERANCE * slowest;
    for index in contact.bodies.into_iter().flatten() {
        if !bodies[index].is_dynamic() {
            continue;
        }
        let motion = bodies.motion_mut(index);
        if motion.velocity_mut().norm() <= least {
            motion.set_velocity(Vector3::zeros());
        }
        let along = contact.normal * contact.normal.dot(motion.spin_of_ball_mut());
        if contact.rolling.is_some() && (*motion.spin_of_ball_mut() - along).norm() * contact.rolling.radius() <= least {
            *motion.spin_of_ball_mut() = along;
        }
    }
}

fn stop_slow_spin(contact: &mut RestingContact, bodies: &mut Bodies, now: f64, slowest: f64) {
    let (rolling, normal) = (contact.rolling, contact.normal);
    let spin = rolling.spinning(&normal, &contact.velocities(bodies, now));
    if spin.abs() * rolling.radius() > slowest {
        contact.spin_direction = Some(spin.signum());
        return;
    }
    let moment = normal * (-spin / rolling.angular_mobility());
    contact.pull(bodies, &Vector3::zeros(), &moment, Changes::Velocities);
    remove_rounding(contact, bodies, slowest);
}
