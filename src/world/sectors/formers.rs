//! The motions of balls before the collisions of a window.

use crate::lane::balls::BallState;
use crate::motion::{Flight, Spin};
use crate::response::CollisionHistory;

/// The motions of balls before their collisions, in the order of these. They are apart from the names of the balls,
/// which are searched.
#[derive(Debug, Default)]
pub(super) struct Formers {
    names: Vec<u32>,
    flights: Vec<Flight>,
    /// Up to the last one that is not the default.
    spins: Vec<Spin>,
    /// The same.
    pasts: Vec<CollisionHistory>,
}

impl Formers {
    /// The number of motions.
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    pub(super) fn clear(&mut self) {
        self.names.clear();
        self.flights.clear();
        self.spins.clear();
        self.pasts.clear();
    }

    /// Adds the motion of a ball.
    #[inline(always)]
    pub(super) fn push(&mut self, name: u32, state: &BallState) {
        let number = self.len();
        self.names.push(name);
        self.flights.push(state.flight);
        set(&mut self.spins, number, state.spin);
        set(&mut self.pasts, number, state.past);
    }

    /// The motion with a number.
    pub(super) fn state(&self, number: usize) -> BallState {
        BallState {
            flight: self.flights[number],
            spin: self.spins.get(number).copied().unwrap_or_default(),
            past: self.pasts.get(number).copied().unwrap_or_default(),
        }
    }

    /// The motions of the balls of which this holds, and their names, the last one first.
    pub(super) fn latest_first(&self, counts: impl Fn(u32) -> bool) -> impl Iterator<Item = (u32, BallState)> {
        let names = self.names.iter().enumerate().rev();
        let found = names.filter(move |(_, name)| counts(**name));
        found.map(|(number, name)| (*name, self.state(number)))
    }
}

/// Sets a value in a list that goes as far as one is not the default.
#[inline(always)]
fn set<T: Copy + Default + PartialEq>(list: &mut Vec<T>, number: usize, value: T) {
    if value != T::default() {
        list.resize(number, T::default());
        list.push(value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Vector3;

    #[test]
    fn motions_are_found_as_they_were_added() {
        let spinning = Spin {
            angular_velocity: Vector3::x(),
            ..Spin::default()
        };
        let state = |epoch: f64, spin| BallState {
            flight: Flight {
                position: Vector3::zeros(),
                velocity: Vector3::y(),
                epoch,
            },
            spin,
            past: CollisionHistory::default(),
        };
        let states = [(3, 0.0), (4, 1.0), (3, 2.0), (5, 3.0)].map(|(name, epoch)| {
            let spin = if epoch == 1.0 { spinning } else { Spin::default() };
            (name, state(epoch, spin))
        });
        let mut formers = Formers::default();
        for _ in 0..2 {
            formers.clear();
            for (name, state) in &states {
                formers.push(*name, state);
            }
            assert_eq!(formers.len(), states.len());
            let same = |one: &BallState, other: &BallState| one.has_motion_of(other) && one.spin == other.spin;
            assert!((0..4).all(|number| same(&formers.state(number), &states[number].1)));
            let of_three: Vec<f64> = formers
                .latest_first(|name| name == 3)
                .map(|(_, state)| state.flight.epoch)
                .collect();
            assert_eq!(of_three, [2.0, 0.0]);
        }
    }
}
