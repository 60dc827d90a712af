//! By how much gaps close because bodies turn, besides what the rates of the gaps say.

use super::measure::may_turn;
use crate::bodies::Bodies;
use crate::impact::NearPoint;
use nalgebra::Vector3;

/// A free top may spin faster by this share within so small an angle.
const FASTER: f64 = 1.1;

/// One side of a contact that turns.
#[derive(Clone, Copy, Debug)]
struct Side {
    /// In radians per second.
    spin: Vector3<f64>,
    /// Radius of the shape, in metres.
    radius: f64,
    /// Position of the centre of mass, of the image that is touched.
    centre: Vector3<f64>,
}

/// The turning of two sides; none of a ball, or of a wall.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turning([Option<Side>; 2]);

impl Turning {
    /// That of two bodies (none: a wall) at a time, from their angular velocities. `shift`: from the second
    /// body to the image that is touched.
    pub(super) fn new(
        sides: [Option<u32>; 2],
        bodies: &Bodies,
        now: f64,
        shift: &Vector3<f64>,
        spin: impl Fn(u32) -> Vector3<f64>,
    ) -> Self {
        let side = |body: Option<u32>, shift: Vector3<f64>| {
            let body = body.filter(|body| may_turn(&bodies[*body]))?;
            let spin = spin(body);
            (spin != Vector3::zeros()).then(|| Side {
                spin,
                radius: bodies[body].shape_radius(),
                centre: bodies[body].piece().position_at(now) + shift,
            })
        };
        Self([side(sides[0], Vector3::zeros()), side(sides[1], *shift)])
    }

    /// The most by which points of the two approach each other in a time by turning, in metres.
    pub(super) fn way(&self, time: f64) -> f64 {
        self.0
            .iter()
            .flatten()
            .map(|side| side.spin.norm() * side.radius * time)
            .sum()
    }

    /// By how much the gap at a place closes in a time, in metres, by terms of second order in the angles:
    /// the arms turn, and the normal turns against the relative velocity at the place. At least 0. (Of
    /// round surfaces, and of a normal that is not that of a face, the most.)
    pub(super) fn bends(&self, near: &NearPoint, relative: &Vector3<f64>, time: f64) -> f64 {
        match near.face {
            _ if self.0.iter().all(Option::is_none) => 0.0,
            Some(face) => self.bends_by(face, near, relative, time),
            None => [0, 1]
                .map(|face| self.bends_by(face, near, relative, time))
                .into_iter()
                .fold(0.0, f64::max),
        }
    }

    /// The same if the normal turns with one of the two.
    fn bends_by(&self, face: usize, near: &NearPoint, relative: &Vector3<f64>, time: f64) -> f64 {
        let normal_turns = self.0[face].map_or(Vector3::zeros(), |side| side.spin.cross(&near.normal));
        let mut opening = 2.0 * normal_turns.dot(relative);
        for (number, side) in self.0.iter().enumerate() {
            let Some(side) = side else { continue };
            if near.curvature[number] > 0.0 {
                opening -= side.spin.norm_squared() * near.curvature[number];
            } else {
                let acceleration = side.spin.cross(&side.spin.cross(&(near.point - side.centre)));
                let sign = if number == 0 { -1.0 } else { 1.0 };
                opening += sign * near.normal.dot(&acceleration);
            }
        }
        (-0.5 * opening * time * time).max(0.0)
    }

    /// The most by which the gap at a place closes in a time, in metres, besides what its rate says:
    /// [`bends`](Self::bends), and terms of third order. Infinite if the surfaces turn by more than `most`
    /// metres: then other places may come into play.
    pub(super) fn closes(&self, near: &NearPoint, relative: &Vector3<f64>, time: f64, most: f64) -> f64 {
        if self.0.iter().all(Option::is_none) {
            return 0.0;
        }
        let way = self.way(time);
        if !(way <= most) {
            return f64::INFINITY;
        }
        let angle: f64 = self.0.iter().flatten().map(|side| side.spin.norm() * FASTER * time).sum();
        let slides = relative.norm() * time;
        self.bends(near, relative, time) + angle * angle * (way + slides)
    }
}
