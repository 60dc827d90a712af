//! Impulses along the normals of contacts at rest, such that none opens or closes any more.
//!
//! A row of n bodies takes Gauss-Seidel n² sweeps. So where there are many contacts conjugate gradients come first, which take n
//! (Hestenes and Stiefel 1952), and sweeps do away with what rounding has left.

use super::World;
use super::rest::Rest;
use nalgebra::Vector3;

/// Sweeps over the contacts before the iteration is given up, with speeds that are nearly right.
const MAX_SWEEPS: usize = 10_000;

/// The iterations end when no closing speed is above this share of the speeds: a few roundings.
const TOLERANCE: f64 = 8.0 * f64::EPSILON;

/// The square of a speed that is smaller than this one is no float: it is none.
const SMALLEST: f64 = 1e-150;

/// From so many contacts on conjugate gradients come first: sweeps over fewer are soon done.
const MANY: usize = 5;

/// Contacts, and what the bodies that they hold together move at.
pub(super) struct Standstill<'a> {
    contacts: &'a [Rest],
    /// Places of the bodies, in order.
    bodies: Vec<u32>,
    /// Where among them the two of each contact are.
    at: Vec<[Option<usize>; 2]>,
    velocities: Vec<Vector3<f64>>,
    /// Slower than this a body stands: what it has left of speed is rounding of what was taken away. Bodies that are wedged in
    /// come to stand altogether, and so never to a small share of the speed that they have left.
    least: f64,
}

impl<'a> Standstill<'a> {
    pub(super) fn new(world: &World, contacts: &'a [Rest]) -> Self {
        let mut bodies: Vec<u32> = contacts.iter().flat_map(|contact| contact.bodies).flatten().collect();
        bodies.sort_unstable();
        bodies.dedup();
        let number = |body: Option<u32>| body.and_then(|body| bodies.binary_search(&body).ok());
        let velocity = |body: &u32| world.bodies[*body].piece.velocity_at(world.clock.now);
        let velocities: Vec<Vector3<f64>> = bodies.iter().map(velocity).collect();
        Self {
            contacts,
            at: contacts.iter().map(|contact| contact.bodies.map(number)).collect(),
            least: velocities.iter().map(Vector3::norm).fold(SMALLEST / TOLERANCE, f64::max) * TOLERANCE,
            velocities,
            bodies,
        }
    }

    /// Takes the speeds away; false if some is left.
    pub(super) fn reach(&mut self) -> bool {
        if self.contacts.len() >= MANY {
            self.descend();
        }
        self.sweep()
    }

    /// The velocities that were found, with the places of the bodies.
    pub(super) fn velocities(self) -> impl Iterator<Item = (u32, Vector3<f64>)> {
        self.bodies.into_iter().zip(self.velocities)
    }

    fn closing(&self, contact: usize, velocities: &[Vector3<f64>]) -> f64 {
        let [first, second] = self.at[contact].map(|at| at.map_or(Vector3::zeros(), |at| velocities[at]));
        self.contacts[contact].normal.dot(&(first - second))
    }

    fn push(&self, contact: usize, impulse: f64, velocities: &mut [Vector3<f64>]) {
        let Rest {
            normal, inverse_masses, ..
        } = &self.contacts[contact];
        for (side, sign) in [(0, -1.0), (1, 1.0)] {
            if let Some(at) = self.at[contact][side] {
                velocities[at] += normal * (sign * impulse * inverse_masses[side]);
            }
        }
    }

    /// Conjugate gradients for the impulses: kept only if they leave less than there was. (With contacts that contradict
    /// each other there is nothing to be found.)
    fn descend(&mut self) {
        let count = self.contacts.len();
        let mut velocities = self.velocities.clone();
        let mut left: Vec<f64> = (0..count).map(|contact| self.closing(contact, &velocities)).collect();
        let first = norm_squared(&left);
        let mut towards = left.clone();
        let mut squared = first;
        for _ in 0..count {
            let mut change = vec![Vector3::zeros(); velocities.len()];
            for (contact, impulse) in towards.iter().enumerate() {
                self.push(contact, *impulse, &mut change);
            }
            let taken: Vec<f64> = (0..count).map(|contact| -self.closing(contact, &change)).collect();
            let curvature: f64 = towards.iter().zip(&taken).map(|(one, other)| one * other).sum();
            // Written so that a NaN ends it.
            if !(squared > first * (TOLERANCE * TOLERANCE) && curvature > 0.0) {
                break;
            }
            let share = squared / curvature;
            for (velocity, change) in velocities.iter_mut().zip(&change) {
                *velocity += change * share;
            }
            for (left, taken) in left.iter_mut().zip(&taken) {
                *left -= share * taken;
            }
            let before = std::mem::replace(&mut squared, norm_squared(&left));
            for (towards, left) in towards.iter_mut().zip(&left) {
                *towards = left + *towards * (squared / before);
            }
        }
        let remains: f64 = (0..count).map(|contact| self.closing(contact, &velocities).powi(2)).sum();
        if remains < first {
            self.velocities = velocities;
        }
    }

    /// Pair after pair, until none closes or opens; false if that does not end.
    fn sweep(&mut self) -> bool {
        let mut velocities = std::mem::take(&mut self.velocities);
        let done = (0..MAX_SWEEPS).any(|_| {
            let mut greatest = 0.0f64;
            let mut scale = 0.0f64;
            for (contact, rest) in self.contacts.iter().enumerate() {
                let closing = self.closing(contact, &velocities);
                self.push(contact, closing / rest.inverse_sum(), &mut velocities);
                greatest = greatest.max(closing.abs());
                for at in self.at[contact].iter().flatten() {
                    if velocities[*at].norm() < self.least {
                        velocities[*at] = Vector3::zeros();
                    }
                }
                let of_both = self.at[contact].iter().flatten();
                scale = of_both.map(|at| velocities[*at].norm()).fold(scale, f64::max);
            }
            greatest <= TOLERANCE * scale
        });
        self.velocities = velocities;
        done
    }
}

fn norm_squared(of: &[f64]) -> f64 {
    of.iter().map(|one| one * one).sum()
}
