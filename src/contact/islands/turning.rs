//! By how much gaps close because bodies turn, besides what the rates of the gaps say.

use super::measure::may_turn;
use crate::bodies::Bodies;
use crate::impact::NearPoint;
use nalgebra::Vector3;

/// A free top may spin faster by this share within so small an angle.
const FASTER: f64 = 1.1;

/// One side of a contact.
#[derive(Clone, Copy, Debug)]
struct Side {
    /// Velocity of the centre of mass, in metres per second.
    velocity: Vector3<f64>,
    /// In radians per second; 0 of a ball, whose turning moves no surface.
    spin: Vector3<f64>,
    /// Radius of the shape, in metres; 0 where nothing turns.
    radius: f64,
    /// Position of the centre of mass, of the image that is touched.
    centre: Vector3<f64>,
}

/// The turning of two sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turning([Side; 2]);

impl Turning {
    /// That of two bodies (none: a wall) at a time, from their velocities and angular velocities. `shift`:
    /// from the second body to the image that is touched.
    pub(super) fn new(
        sides: [Option<u32>; 2],
        bodies: &Bodies,
        now: f64,
        shift: &Vector3<f64>,
        motion: impl Fn(u32) -> [Vector3<f64>; 2],
    ) -> Self {
        let zero = Vector3::zeros();
        let side = |body: Option<u32>, shift: Vector3<f64>| {
            let [velocity, spin] = body.map_or([zero; 2], &motion);
            let turning = body.filter(|body| spin != zero && may_turn(&bodies[*body]));
            Side {
                velocity,
                spin: turning.map_or(zero, |_| spin),
                radius: turning.map_or(0.0, |body| bodies[body].shape_radius()),
                centre: body.map_or(zero, |body| bodies[body].piece().position_at(now) + shift),
            }
        };
        Self([side(sides[0], zero), side(sides[1], *shift)])
    }

    /// Whether neither side turns.
    fn is_still(&self) -> bool {
        self.0.iter().all(|side| side.spin == Vector3::zeros())
    }

    /// The most by which points of the two approach each other in a time by turning, in metres.
    pub(super) fn way(&self, time: f64) -> f64 {
        self.0.iter().map(|side| side.spin.norm() * FASTER * side.radius * time).sum()
    }

    /// By how much the gap at a place closes in a time, in metres, by terms of second order in the angles:
    /// the arms turn, and the normal turns against the relative velocity at the place. At least 0. (Of
    /// smooth surfaces, and of a normal that is not that of a face, the most.)
    pub(super) fn bends(&self, near: &NearPoint, time: f64) -> f64 {
        if self.is_still() {
            return 0.0;
        }
        let spins = self.0.each_ref().map(|side| side.spin.norm());
        let velocities = self.velocities(near);
        let relative = velocities[1] - velocities[0];
        // By the normal: with its rate, and with the square of that between the places, or the centres about
        // which the surfaces are round there.
        let (turning, square) = match near.face {
            Some(face) => {
                let turns = self.0[face].spin.cross(&near.normal);
                (turns.dot(&relative), turns.norm_squared())
            }
            None => {
                let across = relative - near.normal * near.normal.dot(&relative);
                let most = spins[0] + spins[1];
                (-most * across.norm(), most * most)
            }
        };
        let distance = (near.gap + near.round[0] + near.round[1]).max(0.0);
        let mut opening = 2.0 * turning - square * distance;
        for (number, side) in self.0.iter().enumerate() {
            let acceleration = side.spin.cross(&side.spin.cross(&side.arm(number, near)));
            opening += sign_of(number) * near.normal.dot(&acceleration);
            opening -= spins[number] * spins[number] * near.curvature[number];
        }
        (-0.5 * opening * time * time).max(0.0)
    }

    /// The velocities of the two at a place, or at the centres about which they are round there.
    fn velocities(&self, near: &NearPoint) -> [Vector3<f64>; 2] {
        [0, 1].map(|number| {
            let side = &self.0[number];
            side.velocity + side.spin.cross(&side.arm(number, near))
        })
    }

    /// The most by which the gap at a place closes in a time, in metres, besides what its rate says:
    /// [`bends`](Self::bends), and terms of third order. Infinite if the surfaces turn by more than `most`
    /// metres: then other places may come into play.
    pub(super) fn closes(&self, near: &NearPoint, time: f64, most: f64) -> f64 {
        if self.is_still() {
            return 0.0;
        }
        let way = self.way(time);
        if !(way <= most) {
            return f64::INFINITY;
        }
        let angle: f64 = self.0.iter().map(|side| side.spin.norm() * FASTER * time).sum();
        let velocities = self.velocities(near);
        let slides = (velocities[1] - velocities[0]).norm() * time;
        self.bends(near, time) + angle * angle * (way + slides)
    }
}

impl Side {
    /// From the centre of mass to the place, or to the centre about which the surface is round there.
    fn arm(&self, number: usize, near: &NearPoint) -> Vector3<f64> {
        let depth = 0.5 * near.gap + near.round[number];
        near.point + near.normal * (sign_of(number) * depth) - self.centre
    }
}

/// From the place into the second side the normal points, away from the first.
fn sign_of(number: usize) -> f64 {
    if number == 0 { -1.0 } else { 1.0 }
}
