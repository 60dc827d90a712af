//! One rest while its impulses and forces are computed.

use super::coefficients::Coefficients;
use super::course::Course;
use super::rolling::{Rolling, Twists};
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
    pub(super) coefficients: Coefficients,
    pub(super) rolling: Rolling,
    /// The sliding of the second over the first. None if they do not slide.
    pub(super) slide: Option<Course>,
    /// The relative angular velocity across the normal. None if they do not roll.
    pub(super) roll: Option<Course>,
    /// The sign of the relative angular velocity along the normal. None if they do not spin.
    pub(super) spin_direction: Option<f64>,
    /// The sliding that was too slow to count as that, and has been stopped, in metres per second.
    pub(super) stopped: Vector3<f64>,
    /// Whether such sliding has just begun: it goes on.
    pub(super) begins: bool,
    /// Friction force on the second, in newtons. The first feels the opposite.
    pub(super) traction: Vector3<f64>,
    /// Moment on the second across the normal, in N m. The first feels the opposite.
    pub(super) moment: Vector3<f64>,
    /// Moment on the second along the normal, in N m.
    pub(super) spin_moment: f64,
}

/// Indices of the bodies of contacts, in order.
pub(super) fn bodies_of(contacts: &[RestingContact]) -> Vec<u32> {
    let mut indices: Vec<u32> = contacts.iter().flat_map(|contact| contact.bodies).flatten().collect();
    indices.sort_unstable();
    indices.dedup();
    indices
}

/// What impulses, or forces, change.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Changes {
    Velocities,
    Accelerations,
}

impl RestingContact {
    /// A rest with no force yet.
    pub(super) fn new(id: ContactId, normal: Vector3<f64>, bodies: &Bodies, pairs: &Pairs, settings: &Settings) -> Self {
        let (sides, coefficients) = match id {
            ContactId::Wall(index, _) => ([Some(index), None], Coefficients::on_wall(&bodies[index], settings)),
            ContactId::Pair(place) => {
                let [a, b] = pairs[place].bodies();
                ([Some(a), Some(b)], Coefficients::between(&bodies[a], &bodies[b]))
            }
        };
        let states = sides.map(|side| side.map(|index| &bodies[index]));
        Self {
            id,
            bodies: sides,
            normal,
            inverse_masses: sides.map(|body| body.map_or(0.0, |index| bodies[index].constants().inverse_mass)),
            force: 0.0,
            coefficients,
            rolling: Rolling::of(states),
            slide: None,
            roll: None,
            spin_direction: None,
            stopped: Vector3::zeros(),
            begins: false,
            traction: Vector3::zeros(),
            moment: Vector3::zeros(),
            spin_moment: 0.0,
        }
    }

    /// Removes the forces and the directions, so that they can be computed again.
    pub(super) fn forget_forces(&mut self) {
        (self.slide, self.roll, self.spin_direction) = (None, None, None);
        (self.force, self.spin_moment) = (0.0, 0.0);
        (self.traction, self.moment, self.stopped) = (Vector3::zeros(), Vector3::zeros(), Vector3::zeros());
    }

    /// The sum of the accelerations of the two without contacts, in metres per second squared.
    pub(super) fn free_acceleration(&self, bodies: &Bodies) -> f64 {
        let free = |index: &u32| bodies[*index].free_acceleration().norm();
        self.bodies.iter().flatten().map(free).sum()
    }

    /// The change of relative velocity by a unit impulse along the normal, in 1/kg.
    pub(super) fn inverse_mass_sum(&self) -> f64 {
        self.inverse_masses[0] + self.inverse_masses[1]
    }

    /// How fast the gap closes. `of` returns the velocity or the acceleration of a body.
    pub(super) fn closing(&self, bodies: &Bodies, of: impl Fn(&MotionPiece) -> Vector3<f64>) -> f64 {
        let [first, second] = self.vectors(bodies, of);
        self.normal.dot(&(first - second))
    }

    /// The velocities of the two at a time, in seconds.
    pub(super) fn velocities(&self, bodies: &Bodies, now: f64) -> Twists {
        Twists {
            linear: self.vectors(bodies, |piece| piece.velocity_at(now)),
            angular: self.vectors(bodies, |piece| piece.angular_velocity_at(now)),
        }
    }

    /// The accelerations of the two.
    pub(super) fn accelerations(&self, bodies: &Bodies) -> Twists {
        Twists {
            linear: self.vectors(bodies, |piece| piece.acceleration),
            angular: self.vectors(bodies, |piece| piece.angular_acceleration),
        }
    }

    /// The velocities or accelerations of the two. A wall has 0.
    fn vectors(&self, bodies: &Bodies, of: impl Fn(&MotionPiece) -> Vector3<f64>) -> [Vector3<f64>; 2] {
        self.bodies
            .map(|body| body.map_or(Vector3::zeros(), |index| of(bodies[index].piece())))
    }

    /// Applies an impulse, or a force, across the normal at the point of contact, and a moment, to the
    /// second, and the opposite to the first.
    pub(super) fn pull(&self, bodies: &mut Bodies, force: &Vector3<f64>, moment: &Vector3<f64>, changes: Changes) {
        let turns = self
            .rolling
            .is_some()
            .then(|| self.rolling.turns(&self.normal, force, moment));
        for (side, sign) in [(0, -1.0), (1, 1.0)] {
            let Some(index) = self.bodies[side].filter(|_| self.inverse_masses[side] > 0.0) else {
                continue;
            };
            let motion = bodies.motion_mut(index);
            let by = force * (sign * self.inverse_masses[side]);
            match changes {
                Changes::Velocities => *motion.velocity_mut() += by,
                Changes::Accelerations => *motion.acceleration_mut() += by,
            }
            if let Some(turn) = turns.map(|turns| turns[side]).filter(|turn| *turn != Vector3::zeros()) {
                match changes {
                    Changes::Velocities => *motion.spin_of_ball_mut() += turn,
                    Changes::Accelerations => *motion.angular_acceleration_mut() += turn,
                }
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
