//! Energy that a renewal must not add.

use super::loaded::Problem;
use super::movers::Movers;
use super::solver::Load;
use crate::response::{Side, Twist};
use nalgebra::{Matrix3, Vector3};

/// The least share of the energy of the motion within an island that is left, where other impulses can be tried. (A gain
/// is some millionths of it, but for bodies that hardly move against each other.)
const LEAST_LEFT: f64 = 0.5;

impl Problem {
    /// Takes kinetic energy from the motion of the bodies relative to each other: so the island keeps its momentum and
    /// angular momentum. (A gain of all of it leaves them moving as one.) What does not rotate takes up moments: then
    /// the angular momentum has changed, and energy may have come with it. It keeps its momentum alone.
    pub(super) fn take_from_motion_within(&mut self, gain: f64) {
        let common = self.common_motion();
        if gain <= 0.0 || take(&mut self.movers, &self.centres, &common, gain, 0.0) {
            return;
        }
        let velocity = match self.touches_fixed() {
            true => Vector3::zeros(),
            false => centre_and_velocity(&self.movers, &self.centres)[1],
        };
        let common = [velocity, Vector3::zeros()];
        // (It has gained no more than this, but for rounding.)
        let within = relative(&self.movers, &self.centres, &common).energy();
        take(&mut self.movers, &self.centres, &common, gain.min(within), 0.0);
    }

    /// Whether the impulses have added so much that it cannot be taken away again.
    pub(super) fn gains_too_much(&self) -> bool {
        let gain = self.gain();
        let within = || relative(&self.movers, &self.centres, &self.common_motion()).energy();
        gain > 0.0 && !(1.0 - gain / within() >= LEAST_LEFT)
    }

    /// The kinetic energy that the impulses have added, in joules; 0 where something that is fixed and moves gives
    /// energy, also by friction.
    pub(super) fn gain(&self) -> f64 {
        match self.is_driven() {
            true => 0.0,
            false => (self.movers.energy() - self.before.energy()).max(0.0),
        }
    }

    pub(super) fn is_driven(&self) -> bool {
        self.loads.iter().any(Load::is_driven)
    }

    /// The motion that the bodies share: its velocity at the origin, and its angular velocity. None if they touch what
    /// impulses do not move.
    fn common_motion(&self) -> [Vector3<f64>; 2] {
        match self.touches_fixed() {
            true => [Vector3::zeros(); 2],
            false => common_motion(&self.movers, &self.centres),
        }
    }

    /// Whether a load is on what impulses do not move.
    pub(super) fn touches_fixed(&self) -> bool {
        let movers = &self.movers;
        let is_fixed = |side: u32| movers.inverse_masses[side as usize] == 0.0;
        self.loads.iter().any(|load| load.sides.into_iter().any(is_fixed))
    }
}

/// The velocities of two sides after a collision: if they have more energy than before, without as much of the
/// motion relative to each other; none if that is more than half of it. (What is fixed and moves gives energy, and so
/// does what grows.)
pub(in crate::contact) fn without_gain(sides: &[Side; 2], after: [Twist; 2]) -> Option<[Twist; 2]> {
    let is_fixed = |side: &Side| side.inverse_mass == 0.0;
    let gain = |(side, after): (&Side, &Twist)| side.kinetic_energy(after) - side.kinetic_energy(&Twist::of(side));
    let gain: f64 = sides.iter().zip(&after).map(gain).sum();
    let is_still = |side: &Side| side.velocity == Vector3::zeros() && side.angular_velocity == Vector3::zeros();
    let gives = |side: &Side| side.growth != 0.0 || is_fixed(side) && !is_still(side);
    if gain <= 0.0 || sides.iter().any(gives) {
        return Some(after);
    }
    let (mut movers, mut places) = (Movers::default(), Vec::new());
    movers.add_still();
    for (side, after) in sides.iter().zip(&after).filter(|(side, _)| !is_fixed(side)) {
        movers.add(
            after.velocity,
            after.angular_velocity,
            side.inverse_mass,
            side.inverse_inertia,
        );
        places.push(side.position);
    }
    let common = match places.len() {
        2 => common_motion(&movers, &places),
        _ => [Vector3::zeros(); 2],
    };
    if !take(&mut movers, &places, &common, gain, LEAST_LEFT) {
        return None;
    }
    let mut slower = (1..).map(|mover| Twist {
        velocity: movers.velocities[mover],
        angular_velocity: movers.angular_velocities[mover],
    });
    Some(std::array::from_fn(|side| match is_fixed(&sides[side]) {
        true => after[side],
        false => slower.next().expect("as many as sides"),
    }))
}

/// The velocity at the origin and the angular velocity with which the bodies would have their momentum and
/// angular momentum as one rigid body.
fn common_motion(movers: &Movers, places: &[Vector3<f64>]) -> [Vector3<f64>; 2] {
    let moving = || places.iter().enumerate().map(|(at, place)| (at + 1, place));
    let mass_of = |mover: usize| 1.0 / movers.inverse_masses[mover];
    let [centre, velocity] = centre_and_velocity(movers, places);
    let mut inertia = Matrix3::zeros();
    let mut momentum = Vector3::zeros();
    for (mover, place) in moving() {
        let arm = place - centre;
        inertia += (Matrix3::from_diagonal_element(arm.norm_squared()) - arm * arm.transpose()) * mass_of(mover);
        momentum += arm.cross(&movers.velocities[mover]) * mass_of(mover);
        let inverse = &movers.inverse_inertias[mover];
        if !inverse.is_zero() {
            inertia += inverse.matrix().try_inverse().unwrap_or_else(Matrix3::zeros);
            momentum += inverse.momentum(&movers.angular_velocities[mover]);
        }
    }
    // (Points on one line have no inertia about it.)
    let spin = inertia.try_inverse().map_or(Vector3::zeros(), |inverse| inverse * momentum);
    [velocity - spin.cross(&centre), spin]
}

/// The centre of mass of the bodies, and its velocity.
fn centre_and_velocity(movers: &Movers, places: &[Vector3<f64>]) -> [Vector3<f64>; 2] {
    let masses = || movers.inverse_masses[1..].iter().map(|inverse| 1.0 / inverse);
    let mass: f64 = masses().sum();
    let mean = |of: &[Vector3<f64>]| of.iter().zip(masses()).map(|(of, mass)| of * mass).sum::<Vector3<f64>>() / mass;
    [mean(places), mean(&movers.velocities[1..])]
}

/// The motion relative to a common one.
fn relative(movers: &Movers, places: &[Vector3<f64>], common: &[Vector3<f64>; 2]) -> Movers {
    let [velocity, spin] = common;
    let mut relative = movers.clone();
    for (at, place) in places.iter().enumerate() {
        relative.velocities[at + 1] -= velocity + spin.cross(place);
        relative.angular_velocities[at + 1] -= spin;
    }
    relative
}

/// Slows down the motion relative to a common one, by so much energy in joules, if at least a share of its energy is
/// left. Returns whether it is.
fn take(movers: &mut Movers, places: &[Vector3<f64>], common: &[Vector3<f64>; 2], gain: f64, least_left: f64) -> bool {
    let relative = relative(movers, places, common);
    let left = 1.0 - gain / relative.energy();
    // Written so that a NaN leaves all as it is.
    if !(left >= least_left) {
        return false;
    }
    let taken = 1.0 - left.sqrt();
    for mover in 1..=places.len() {
        movers.velocities[mover] -= relative.velocities[mover] * taken;
        if !movers.inverse_inertias[mover].is_zero() {
            movers.angular_velocities[mover] -= relative.angular_velocities[mover] * taken;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::response::InverseInertia;

    /// Momentum, and angular momentum about the origin.
    fn momenta(movers: &Movers, places: &[Vector3<f64>]) -> [Vector3<f64>; 2] {
        let mut sums = [Vector3::zeros(); 2];
        for (at, place) in places.iter().enumerate() {
            let momentum = movers.velocities[at + 1] / movers.inverse_masses[at + 1];
            sums[0] += momentum;
            sums[1] += place.cross(&momentum) + movers.inverse_inertias[at + 1].momentum(&movers.angular_velocities[at + 1]);
        }
        sums
    }

    #[test]
    fn energy_is_taken_from_the_motion_of_bodies_relative_to_each_other() {
        let mut movers = Movers::default();
        movers.add_still();
        let mut places = Vec::new();
        for number in 0..4 {
            let number = f64::from(number);
            let velocity = Vector3::new(1.0 - number, 0.5 * number, 0.3);
            let spin = Vector3::new(number, -1.0, 0.2 * number);
            movers.add(velocity, spin, 0.5 + 0.2 * number, InverseInertia::scalar(2.0 + number));
            places.push(Vector3::new(number.cos(), number.sin(), 3.0 + 0.1 * number * number));
        }
        let (energy, before) = (movers.energy(), momenta(&movers, &places));
        let common = common_motion(&movers, &places);
        assert!(take(&mut movers, &places, &common, 0.1 * energy, LEAST_LEFT));
        assert!(
            (movers.energy() - 0.9 * energy).abs() < 1e-12 * energy,
            "{} of {energy}",
            movers.energy()
        );
        for (now, before) in momenta(&movers, &places).iter().zip(&before) {
            assert!((now - before).norm() < 1e-12, "{now} {before}");
        }
    }
}
