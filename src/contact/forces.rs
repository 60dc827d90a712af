//! Contact forces of an island: normal forces >= 0 that let no gap accelerate to close, with
//! Coulomb friction.
//!
//! Projected Gauss-Seidel on the linear complementarity problem of Baraff, "Fast contact force
//! computation for nonpenetrating rigid bodies" (SIGGRAPH 1994), in scene order.

use super::constants::{MAX_SWEEPS, TOLERANCE};
use super::resting::RestingContact;
use crate::bodies::{Bodies, BodyMotion};
use nalgebra::Vector3;

/// Computes the forces of the contacts and adds what they cause to the accelerations of the bodies,
/// which must be the free ones before. Returns whether the iteration converged.
///
/// Cost: up to [`MAX_SWEEPS`] times the number of contacts.
pub(super) fn solve(contacts: &mut [RestingContact], bodies: &mut Bodies) -> bool {
    let free = |contact: &RestingContact| {
        contact
            .bodies
            .iter()
            .flatten()
            .map(|index| bodies[*index].free_acceleration().norm())
            .sum()
    };
    let scale: f64 = contacts.iter().map(free).fold(0.0, f64::max);
    for _ in 0..MAX_SWEEPS {
        let mut greatest = 0.0f64;
        for contact in contacts.iter_mut() {
            let closing = contact.closing(bodies, |piece| piece.acceleration);
            let force = (contact.force + closing / contact.inverse_mass_sum()).max(0.0);
            let change = force - contact.force;
            contact.push(bodies, change, BodyMotion::acceleration_mut);
            contact.force = force;
            greatest = greatest.max((change * contact.inverse_mass_sum()).abs());
            if contact.friction > 0.0 {
                let change = improved_traction(contact, bodies) - contact.traction;
                contact.pull(bodies, &change, BodyMotion::acceleration_mut);
                contact.traction += change;
                greatest = greatest.max(change.norm() * contact.inverse_mass_sum());
            }
        }
        if greatest <= TOLERANCE * scale {
            return true;
        }
    }
    false
}

/// The friction force on the second under the present normal force. It opposes the sliding. Without
/// sliding it is the force that keeps the two from starting to slide, up to the Coulomb limit.
fn improved_traction(contact: &RestingContact, bodies: &Bodies) -> Vector3<f64> {
    let limit = contact.friction * contact.force;
    if let Some(direction) = &contact.slide_direction {
        return direction * -limit;
    }
    let holding = contact.traction - contact.sliding(bodies, |piece| piece.acceleration) / contact.inverse_mass_sum();
    let strength = holding.norm();
    if strength > limit {
        holding * (limit / strength)
    } else {
        holding
    }
}
