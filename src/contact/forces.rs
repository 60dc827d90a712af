//! Contact forces of an island: normal forces >= 0 that let no gap accelerate to close, with
//! Coulomb friction, and moments against rolling and spinning.
//!
//! Projected Gauss-Seidel on the linear complementarity problem of Baraff, "Fast contact force
//! computation for nonpenetrating rigid bodies" (SIGGRAPH 1994), in scene order.

use super::constants::{MAX_SWEEPS, PLAIN_SWEEPS, SLIPS, TOLERANCE};
use super::course::{Course, within};
use super::resting::{Changes, RestingContact};
use crate::bodies::{Bodies, BodyMotion};
use crate::portable::sin_cos;
use nalgebra::Vector3;
use std::f64::consts::PI;

/// Computes the forces of the contacts and adds what they cause to the accelerations of the bodies,
/// which must be the free ones before. Returns whether the iteration converged.
///
/// A ball that rolls, and that friction cannot hold even without a moment against its rolling, begins to slide:
/// the forces are computed again.
///
/// Cost: up to [`MAX_SWEEPS`] times the number of contacts, again where balls begin to slide, and again for each
/// [choice of directions](Course::adapts): seldom more than two or three.
pub(super) fn solve(contacts: &mut [RestingContact], bodies: &mut Bodies) -> bool {
    let free = contacts.iter().map(|contact| contact.free_acceleration(bodies));
    let scale = free.fold(0.0, f64::max);
    let has_forces = sweep(contacts, bodies, scale);
    let mut begins = false;
    for contact in contacts.iter_mut() {
        begins |= begins_to_slide(contact, bodies, scale);
    }
    let mut is_solved = if begins { sweep(contacts, bodies, scale) } else { has_forces };
    // At least one does each time, and each at most twice.
    while adapt_directions(contacts, bodies) {
        is_solved = sweep(contacts, bodies, scale);
    }
    is_solved
}

/// Chooses the directions that friction opposes under these forces. Returns whether some are others than before.
fn adapt_directions(contacts: &mut [RestingContact], bodies: &Bodies) -> bool {
    let mut any = false;
    for contact in contacts
        .iter_mut()
        .filter(|contact| contact.slide.is_some() || contact.roll.is_some())
    {
        let (changes, rolling, normal) = (contact.accelerations(bodies), contact.rolling, contact.normal);
        let (coefficients, masses) = (contact.coefficients, contact.inverse_mass_sum());
        if let Some(slide) = &mut contact.slide {
            let most = coefficients.sliding * contact.force * rolling.mobility(masses);
            any |= slide.adapts(&rolling.sliding(&normal, &changes), most);
        }
        if let Some(roll) = &mut contact.roll {
            let most = coefficients.rolling * contact.force * rolling.radius() * rolling.angular_mobility();
            any |= roll.adapts(&rolling.turning(&normal, &changes), most);
        }
    }
    any
}

/// Improves the forces of contact after contact until they hardly change. Returns whether that ends.
///
/// In a row of n contacts this takes n² sweeps. So it goes farther than to the forces under which a contact does not
/// accelerate, by successive over-relaxation, where that takes long (D. M. Young, "Iterative methods for solving
/// partial difference equations of elliptic type", Trans. Amer. Math. Soc. 76 (1954) 92): with the best factor for a
/// row, 2 / (1 + sin(π / (n + 1))), it takes n.
fn sweep(contacts: &mut [RestingContact], bodies: &mut Bodies, scale: f64) -> bool {
    let best = 2.0 / (1.0 + sin_cos(PI / (contacts.len() + 1) as f64).0);
    for number in 0..MAX_SWEEPS {
        let gain = if (PLAIN_SWEEPS..MAX_SWEEPS / 2).contains(&number) {
            best
        } else {
            1.0
        };
        let mut greatest = 0.0f64;
        for contact in contacts.iter_mut() {
            let closing = contact.closing(bodies, |piece| piece.acceleration);
            let force = (contact.force + gain * closing / contact.inverse_mass_sum()).max(0.0);
            let change = force - contact.force;
            contact.push(bodies, change, BodyMotion::acceleration_mut);
            contact.force = force;
            greatest = greatest.max((change * contact.inverse_mass_sum()).abs());
            greatest = greatest.max(improve_friction(contact, bodies, gain));
        }
        if greatest <= TOLERANCE * scale {
            return true;
        }
    }
    false
}

/// Marks a ball that was to roll, and that friction does not hold, as one that slides. Returns whether it
/// is one.
fn begins_to_slide(contact: &mut RestingContact, bodies: &Bodies, scale: f64) -> bool {
    if contact.slide.is_some() || contact.coefficients.rolling == 0.0 || !contact.rolling.is_some() {
        return false;
    }
    let sliding = contact.rolling.sliding(&contact.normal, &contact.accelerations(bodies));
    let strength = sliding.norm();
    let slips = strength > SLIPS * scale;
    if slips {
        contact.slide = Some(Course::begin(sliding / strength));
        contact.roll = None;
    }
    slips
}

/// Improves the friction and the moments under the present normal force. Returns by how much the
/// accelerations change, in metres per second squared. `gain`: by how much more than to the forces that hold it.
///
/// Friction opposes the sliding, and moments oppose rolling and spinning. Without those, they are what keeps
/// the two from starting to, up to the limits. What slides feels no moment against its rolling; so what rolls
/// feels no more of it than friction can hold.
fn improve_friction(contact: &mut RestingContact, bodies: &mut Bodies, gain: f64) -> f64 {
    let (coefficients, rolling, normal) = (contact.coefficients, contact.rolling, contact.normal);
    if coefficients.sliding == 0.0 && (coefficients.spinning == 0.0 || !rolling.is_some()) {
        return 0.0;
    }
    let rolls = rolling.is_some();
    let radius = if rolls { rolling.radius() } else { 0.0 };
    let masses = contact.inverse_mass_sum();
    let accelerations = contact.accelerations(bodies);
    let (mut traction, mut moment, mut spin_moment) = (Vector3::zeros(), Vector3::zeros(), 0.0);
    if coefficients.sliding > 0.0 {
        let limit = coefficients.sliding * contact.force;
        let most = coefficients.rolling * contact.force * radius;
        let sliding = || rolling.sliding(&normal, &accelerations);
        if let Some(slide) = &contact.slide {
            traction = slide.against(limit, |rate| {
                contact.traction + (rate - sliding()) * gain / rolling.mobility(masses)
            });
        } else {
            let stopping = |rate: Vector3<f64>| {
                let turning = rate - rolling.turning(&normal, &accelerations);
                let [_, by] = rolling.stop_both(&normal, masses, &-sliding(), &turning);
                contact.moment + by * gain
            };
            if let Some(roll) = &contact.roll {
                moment = roll.against(most, stopping);
            } else if most > 0.0 {
                moment = within(stopping(Vector3::zeros()), most);
            }
            // Friction holds what the moment leaves.
            let held = |by: &Vector3<f64>| rolling.sliding_by_moment(&normal, by) / -rolling.mobility(masses);
            let without = contact.traction - sliding() * gain / rolling.mobility(masses) - held(&contact.moment);
            let by_moment = held(&moment);
            let share = share_within(&without, &by_moment, limit);
            moment *= share;
            traction = within(without + by_moment * share, limit);
        }
    }
    if coefficients.spinning > 0.0 && rolls {
        let most = coefficients.spinning * contact.force * radius;
        spin_moment = match contact.spin_direction {
            Some(direction) => -direction * most,
            None => {
                let spinning = rolling.spinning(&normal, &accelerations);
                (contact.spin_moment - gain * spinning / rolling.angular_mobility()).clamp(-most, most)
            }
        };
    }
    let force = traction - contact.traction;
    let turn = moment - contact.moment + normal * (spin_moment - contact.spin_moment);
    contact.pull(bodies, &force, &turn, Changes::Accelerations);
    (contact.traction, contact.moment, contact.spin_moment) = (traction, moment, spin_moment);
    force.norm() * rolling.mobility(masses) + turn.norm() * rolling.angular_mobility() * radius
}

/// The greatest share, from 0 to 1, of a vector that may be added to another one without making it longer than a
/// limit; 0 if that is longer by itself.
fn share_within(vector: &Vector3<f64>, added: &Vector3<f64>, limit: f64) -> f64 {
    if (vector + added).norm() <= limit || *added == Vector3::zeros() {
        return 1.0;
    }
    // |v + s a|² = l².
    let (square, along) = (added.norm_squared(), vector.dot(added));
    let room = limit * limit - vector.norm_squared();
    if room <= 0.0 {
        return 0.0;
    }
    ((-along + (along * along + square * room).sqrt()) / square).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::share_within;
    use nalgebra::Vector3;

    #[test]
    fn a_share_reaches_the_limit_and_no_farther() {
        let (x, y) = (Vector3::x(), Vector3::y());
        // Along, across, and back over the limit on the other side.
        for (vector, added, limit, share) in [
            (x * 0.5, x, 1.0, 0.5),
            (x * 0.6, y * 1.6, 1.0, 0.5),
            (x * 0.5, x * -3.0, 1.0, 0.5),
            (x * 0.5, x * -1.0, 1.0, 1.0),
            (x * 0.5, Vector3::zeros(), 1.0, 1.0),
            (x * 2.0, x * 0.5, 1.0, 0.0),
            (x * 2.0, x * -1.5, 1.0, 1.0),
        ] {
            let found = share_within(&vector, &added, limit);
            assert!((found - share).abs() < 1e-15, "{vector:?} {added:?}: {found}");
        }
    }
}
