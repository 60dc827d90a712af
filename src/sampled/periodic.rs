//! Bodies in a periodic domain: nearest images, and bodies that are not allowed there.

use super::SampledWorld;
use crate::domain::Domain;
use crate::limits::ValueError;
use crate::motion::MotionPiece;
use crate::response::Side;
use crate::scene::Scene;
use nalgebra::Vector3;

/// The allowed growth in a periodic domain.
const NO_GROWTH: &str = "must be 0 in a periodic domain in the frame-based mode, which cannot stop when a ball outgrows it";

impl SampledWorld {
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
    if !matches!(domain, Domain::Periodic { .. }) {
        return Ok(());
    }
    let changes = body.changes.iter().enumerate();
    let grows = changes.filter_map(|(number, scheduled)| Some((format!("changes[{number}].growth"), scheduled.change.growth?)));
    let mut growths = std::iter::once(("growth".to_owned(), body.growth)).chain(grows);
    let growing = growths.find(|(_, growth)| *growth != 0.0);
    let fits = match growing {
        Some((field, growth)) => Err(ValueError::new(field, growth, NO_GROWTH)),
        None => domain.check_shape(&body.shape),
    };
    fits.map_err(|error| error.within(&scene.body_name(index)))
}

/// Refuses a prescribed motion that the domain of a scene does not support.
pub(super) fn check_pieces(scene: &Scene, index: usize, pieces: &[MotionPiece]) -> Result<(), ValueError> {
    let grows = |piece: &&MotionPiece| piece.growth != 0.0 || piece.swell != 0.0;
    match (scene.settings.domain, pieces.iter().find(grows)) {
        (Domain::Periodic { .. }, Some(piece)) => {
            let grown = if piece.growth != 0.0 { piece.growth } else { piece.swell };
            Err(ValueError::new("growth", grown, NO_GROWTH).within(&scene.body_name(index)))
        }
        _ => Ok(()),
    }
}
