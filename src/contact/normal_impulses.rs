//! Impulses along the normals of resting contacts after which no gap opens or closes.
//!
//! In a row of n bodies Gauss-Seidel takes n² sweeps. So an island of many contacts is first solved
//! by conjugate gradients, which take n steps (Hestenes and Stiefel, "Methods of conjugate
//! gradients for solving linear systems", 1952, doi:10.6028/jres.049.044). Sweeps then remove what
//! rounding has left.

use super::constants::{MANY_CONTACTS, MAX_SWEEPS, SMALLEST_SPEED, TOLERANCE};
use super::resting::{RestingContact, bodies_of};
use crate::bodies::Bodies;
use nalgebra::Vector3;

/// Applies impulses to the bodies until no contact opens or closes. Velocities are taken at the
/// present time `now`, in seconds. Returns whether the iteration converged.
pub(super) fn stop_normal_speeds(contacts: &[RestingContact], bodies: &mut Bodies, now: f64) -> bool {
    let mut solver = NormalImpulseSolver::new(contacts, bodies, now);
    let converged = solver.solve();
    for (index, velocity) in solver.velocities() {
        // A fixed body has begun no piece.
        if bodies[index].is_dynamic() {
            bodies.motion_mut(index).set_velocity(velocity);
        }
    }
    converged
}

/// Contacts, and the velocities of their bodies.
struct NormalImpulseSolver<'a> {
    contacts: &'a [RestingContact],
    /// Indices of the bodies, in order.
    bodies: Vec<u32>,
    /// For each contact, the positions of its two bodies in `bodies`.
    sides: Vec<[Option<usize>; 2]>,
    velocities: Vec<Vector3<f64>>,
    /// A slower body is stopped: its speed is rounding of what was taken away, in metres per
    /// second. Bodies that are wedged in stop completely, so their speeds never become a small
    /// share of the remaining ones.
    least_speed: f64,
}

impl<'a> NormalImpulseSolver<'a> {
    fn new(contacts: &'a [RestingContact], bodies: &Bodies, now: f64) -> Self {
        let indices = bodies_of(contacts);
        let position = |body: Option<u32>| body.and_then(|body| indices.binary_search(&body).ok());
        let velocity = |index: &u32| bodies[*index].piece().velocity_at(now);
        let velocities: Vec<Vector3<f64>> = indices.iter().map(velocity).collect();
        Self {
            contacts,
            sides: contacts.iter().map(|contact| contact.bodies.map(position)).collect(),
            least_speed: velocities
                .iter()
                .map(Vector3::norm)
                .fold(SMALLEST_SPEED / TOLERANCE, f64::max)
                * TOLERANCE,
            velocities,
            bodies: indices,
        }
    }

    /// Removes the speeds along the normals. Returns whether none is left.
    fn solve(&mut self) -> bool {
        if self.contacts.len() >= MANY_CONTACTS {
            self.descend();
        }
        self.sweep()
    }

    /// The indices of the bodies with their velocities.
    fn velocities(self) -> impl Iterator<Item = (u32, Vector3<f64>)> {
        self.bodies.into_iter().zip(self.velocities)
    }

    fn closing(&self, contact: usize, velocities: &[Vector3<f64>]) -> f64 {
        let [first, second] = self.sides[contact].map(|at| at.map_or(Vector3::zeros(), |at| velocities[at]));
        self.contacts[contact].normal.dot(&(first - second))
    }

    fn push(&self, contact: usize, impulse: f64, velocities: &mut [Vector3<f64>]) {
        let RestingContact {
            normal, inverse_masses, ..
        } = &self.contacts[contact];
        for (side, sign) in [(0, -1.0), (1, 1.0)] {
            if let Some(at) = self.sides[contact][side] {
                velocities[at] += normal * (sign * impulse * inverse_masses[side]);
            }
        }
    }

    /// Conjugate gradients for the impulses. The result is kept only if it leaves lower speeds than
    /// before. (Contacts that contradict each other have no solution.)
    fn descend(&mut self) {
        let count = self.contacts.len();
        let mut velocities = self.velocities.clone();
        let mut residual: Vec<f64> = (0..count).map(|contact| self.closing(contact, &velocities)).collect();
        let first = norm_squared(&residual);
        let mut direction = residual.clone();
        let mut squared = first;
        for _ in 0..count {
            let mut change = vec![Vector3::zeros(); velocities.len()];
            for (contact, impulse) in direction.iter().enumerate() {
                self.push(contact, *impulse, &mut change);
            }
            let removed: Vec<f64> = (0..count).map(|contact| -self.closing(contact, &change)).collect();
            let curvature: f64 = direction.iter().zip(&removed).map(|(one, other)| one * other).sum();
            // Written so that a NaN ends it.
            if !(squared > first * (TOLERANCE * TOLERANCE) && curvature > 0.0) {
                break;
            }
            let share = squared / curvature;
            for (velocity, change) in velocities.iter_mut().zip(&change) {
                *velocity += change * share;
            }
            for (residual, removed) in residual.iter_mut().zip(&removed) {
                *residual -= share * removed;
            }
            let before = std::mem::replace(&mut squared, norm_squared(&residual));
            for (direction, residual) in direction.iter_mut().zip(&residual) {
                *direction = residual + *direction * (squared / before);
            }
        }
        let remains: f64 = (0..count).map(|contact| self.closing(contact, &velocities).powi(2)).sum();
        if remains < first {
            self.velocities = velocities;
        }
    }

    /// Stops contact after contact until none closes or opens. Returns whether that ends.
    fn sweep(&mut self) -> bool {
        let mut velocities = std::mem::take(&mut self.velocities);
        let converged = (0..MAX_SWEEPS).any(|_| {
            let mut greatest = 0.0f64;
            let mut scale = 0.0f64;
            for (number, contact) in self.contacts.iter().enumerate() {
                let closing = self.closing(number, &velocities);
                self.push(number, closing / contact.inverse_mass_sum(), &mut velocities);
                greatest = greatest.max(closing.abs());
                for at in self.sides[number].iter().flatten() {
                    if velocities[*at].norm() < self.least_speed {
                        velocities[*at] = Vector3::zeros();
                    }
                }
                let of_both = self.sides[number].iter().flatten();
                scale = of_both.map(|at| velocities[*at].norm()).fold(scale, f64::max);
            }
            greatest <= TOLERANCE * scale
        });
        self.velocities = velocities;
        converged
    }
}

fn norm_squared(of: &[f64]) -> f64 {
    of.iter().map(|one| one * one).sum()
}
