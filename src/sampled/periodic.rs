//! Bodies in a periodic domain: nearest images, bodies that are not allowed there, and balls that
//! outgrow it.

use super::bodies::Sampled;
use super::{FrameError, SampledWorld};
use crate::domain::{Domain, largest_radius, outgrown_at};
use crate::limits::ValueError;
use crate::motion::MotionPiece;
use crate::response::Side;
use crate::scene::Scene;
use nalgebra::Vector3;

/// When a ball outgrows a periodic domain.
#[derive(Debug)]
pub(super) struct Outgrowth {
    /// Exactly, in seconds: not at a frame.
    time: f64,
    /// The name of the ball.
    name: String,
}

impl SampledWorld {
    /// Refuses the frame at a time at which a ball has outgrown the domain.
    pub(super) fn check_outgrowth(&self, time: f64) -> Result<(), FrameError> {
        match &self.outgrowth {
            Some(outgrowth) if outgrowth.time <= time => Err(FrameError::Outgrown {
                time,
                name: outgrowth.name.clone(),
            }),
            _ => Ok(()),
        }
    }

    /// From the second of two bodies to its image nearest to the first at present: whole lengths of
    /// a periodic domain, zero in others. Two bodies that touch do so by these images, for the
    /// domain is at least twice as wide as they are.
    pub(super) fn shift_to_nearest_image(&self, a: u32, b: u32) -> Vector3<f64> {
        let domain = &self.settings.domain;
        match domain {
            Domain::Open | Domain::Box { .. } => Vector3::zeros(),
            Domain::Periodic { .. } => {
                let [a, b] = [a, b].map(|index| self.bodies[index as usize].piece.position_at(self.now));
                domain.nearest_shift(&(b - a))
            }
        }
    }

    /// The motion of a body's image that is `shift` away from it; none if that is the body itself.
    pub(super) fn image_of(&self, body: u32, shift: &Vector3<f64>) -> Option<MotionPiece> {
        let piece = self.bodies[body as usize].piece;
        (*shift != Vector3::zeros()).then(|| MotionPiece {
            position: piece.position + shift,
            ..piece
        })
    }

    /// The sides of a contact of body `a` with the image of body `b` that is `shift` away from it.
    pub(super) fn sides(&self, a: u32, b: u32, shift: &Vector3<f64>) -> [Side; 2] {
        let [one, mut other] = [self.side(a), self.side(b)];
        if *shift != Vector3::zeros() {
            other.position += shift;
        }
        [one, other]
    }
}

/// Refuses a body of a scene that its domain does not support.
pub(super) fn check_body(scene: &Scene, index: usize) -> Result<(), ValueError> {
    let (body, domain) = (&scene.bodies[index], &scene.settings.domain);
    match domain {
        Domain::Periodic { .. } => domain
            .check_shape(&body.shape)
            .map_err(|error| error.within(&scene.body_name(index))),
        Domain::Open | Domain::Box { .. } => Ok(()),
    }
}

/// The first body that outgrows the domain, at the same time the first in the scene. Contacts do not
/// change how a body grows, so the time is known beforehand.
pub(super) fn first_outgrowth(scene: &Scene, bodies: &[Sampled]) -> Option<Outgrowth> {
    let Domain::Periodic { min, max } = scene.settings.domain else {
        return None;
    };
    let times = bodies.iter().zip(&scene.bodies).enumerate().map(|(index, (sampled, body))| {
        let radius = body.shape.bounding_radius();
        (index, time_of_outgrowth(&sampled.pieces_of_growth(), radius, &(max - min)))
    });
    let (index, time) = times.min_by(|a, b| a.1.total_cmp(&b.1))?;
    (time < f64::INFINITY).then(|| Outgrowth {
        time,
        name: scene.body_name(index),
    })
}

/// When a body of a radius is larger than a periodic domain with these sides admits, or is as large
/// and grows; infinite if that is never so.
fn time_of_outgrowth(pieces: &[MotionPiece], radius: f64, sides: &Vector3<f64>) -> f64 {
    let ends = pieces.iter().skip(1).map(|piece| piece.epoch).chain([f64::INFINITY]);
    let times = pieces.iter().zip(ends).map(|(piece, end)| {
        let radius = radius + piece.swell;
        let time = match radius > largest_radius(sides) {
            true => piece.epoch,
            false => outgrown_at(sides, piece.epoch, radius, piece.growth),
        };
        if time <= end { time } else { f64::INFINITY }
    });
    times.fold(f64::INFINITY, f64::min)
}
