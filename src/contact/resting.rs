//! One rest while its impulses and forces are computed.

use super::coefficients::{friction_between, friction_on_wall};
use crate::bodies::{Bodies, BodyMotion};
use crate::domain::Wall;
use crate::lane::pairs::Pairs;
use crate::motion::MotionPiece;
use crate::scene::Settings;
use nalgebra::Vector3;

/// The pair, or the body and the wall, that a rest belongs to.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum ContactId {
    /// Index of the pair.
    Pair(u32),
    /// Index of the body, and the wall.
    Wall(u32, Wall),
}

/// A rest along one normal. A pair that rests along several normals has one of these for each.
pub(super) struct RestingContact {
    pub(super) id: ContactId,
    /// Indices of the two bodies. A wall is none.
    pub(super) bodies: [Option<u32>; 2],
    /// Unit vector from the first to the second.
    pub(super) normal: Vector3<f64>,
    /// In 1/kg. 0 for a wall and for a fixed body.
    pub(super) inverse_masses: [f64; 2],
    /// Normal force in newtons, at least 0.
    pub(super) force: f64,
    /// Coefficient of friction.
    pub(super) friction: f64,
    /// Unit vector of the sliding of the second over the first. None if they do not slide.
    pub(super) slide_direction: Option<Vector3<f64>>,
    /// Friction force on the second, in newtons. The first feels the opposite.
    pub(super) traction: Vector3<f64>,
}

impl RestingContact {
    /// A rest with no force yet.
    pub(super) fn new(id: ContactId, normal: Vector3<f64>, bodies: &Bodies, pairs: &Pairs, settings: &Settings) -> Self {
        let (sides, friction) = match id {
            ContactId::Wall(index, _) => ([Some(index), None], friction_on_wall(&bodies[index], settings)),
            ContactId::Pair(place) => {
                let [a, b] = pairs[place].bodies();
                ([Some(a), Some(b)], friction_between(&bodies[a], &bodies[b]))
            }
        };
        Self {
            id,
            bodies: sides,
            normal,
            inverse_masses: sides.map(|body| body.map_or(0.0, |index| bodies[index].constants().inverse_mass)),
            force: 0.0,
            friction,
            slide_direction: None,
            traction: Vector3::zeros(),
        }
    }

    /// The change of relative velocity by a unit impulse, in 1/kg.
    pub(super) fn inverse_mass_sum(&self) -> f64 {
        self.inverse_masses[0] + self.inverse_masses[1]
    }

    /// How fast the gap closes. `of` returns the velocity or the acceleration of a body.
    pub(super) fn closing(&self, bodies: &Bodies, of: impl Fn(&MotionPiece) -> Vector3<f64>) -> f64 {
        let [first, second] = self.vectors(bodies, of);
        self.normal.dot(&(first - second))
    }

    /// Velocity or acceleration of the second relative to the first, across the normal.
    pub(super) fn sliding(&self, bodies: &Bodies, of: impl Fn(&MotionPiece) -> Vector3<f64>) -> Vector3<f64> {
        let [first, second] = self.vectors(bodies, of);
        let relative = second - first;
        relative - self.normal * self.normal.dot(&relative)
    }

    /// The velocities or accelerations of the two. A wall has 0.
    fn vectors(&self, bodies: &Bodies, of: impl Fn(&MotionPiece) -> Vector3<f64>) -> [Vector3<f64>; 2] {
        self.bodies
            .map(|body| body.map_or(Vector3::zeros(), |index| of(bodies[index].piece())))
    }

    /// Applies an impulse or a force to the second, and the opposite to the first. `of` returns the
    /// vector that it changes: velocity or acceleration.
    pub(super) fn pull(&self, bodies: &mut Bodies, amount: &Vector3<f64>, of: impl Fn(&mut BodyMotion) -> &mut Vector3<f64>) {
        for (side, sign) in [(0, -1.0), (1, 1.0)] {
            if let Some(index) = self.bodies[side].filter(|_| self.inverse_masses[side] > 0.0) {
                *of(bodies.motion_mut(index)) += amount * (sign * self.inverse_masses[side]);
            }
        }
    }

    /// Pushes the two apart along the normal, by an impulse or a force.
    pub(super) fn push(&self, bodies: &mut Bodies, amount: f64, of: impl Fn(&mut BodyMotion) -> &mut Vector3<f64>) {
        for (side, sign) in [(0, -1.0), (1, 1.0)] {
            if let Some(index) = self.bodies[side].filter(|_| self.inverse_masses[side] > 0.0) {
                *of(bodies.motion_mut(index)) += self.normal * (sign * amount * self.inverse_masses[side]);
            }
        }
    }
}
