//! Bodies in a periodic domain: which image of another is meant, and what may not be there.

use super::bodies::State;
use super::{World, WorldError};
use crate::impact::{Impact, first_impact, first_impact_of_balls};
use crate::scene::{Domain, MotionChange, MotionPiece, images_beside};
use nalgebra::Vector3;

impl World {
    /// Whether the domain is periodic: then all is a gas, or refused.
    pub(super) fn is_periodic(&self) -> bool {
        matches!(self.settings.domain, Domain::Periodic { .. })
    }

    /// Refuses a change of motion that cannot be followed in a periodic domain.
    pub(super) fn check_periodic(&self, index: u32, change: &MotionChange) -> Result<(), WorldError> {
        let zero = |vector: &Option<Vector3<f64>>| vector.is_none_or(|vector| vector == Vector3::zeros());
        let held_still = self.seen(index).is_dynamic() || zero(&change.velocity);
        let plain = zero(&change.acceleration) && zero(&change.angular_velocity) && change.growth.unwrap_or(0.0) == 0.0;
        if self.is_periodic() && !(plain && held_still) {
            return Err(self.not_in_periodic(self.name_of(index)));
        }
        Ok(())
    }

    pub(super) fn not_in_periodic(&self, name: String) -> WorldError {
        let reason = "there all bodies must be balls that meet each other, in uniform motion, without gravity, growth or spin, and the \
                      response must be the law of impulses, without overlaps told and touch tests; what is fixed stands still";
        WorldError::Periodic {
            name,
            reason: reason.to_owned(),
        }
    }

    /// From the second of two to its image nearest to the first at present: whole lengths of the domain.
    fn to_nearest_image(&self, a: &State, b: &State) -> Vector3<f64> {
        let Domain::Periodic { min, max } = self.settings.domain else {
            return Vector3::zeros();
        };
        let apart = b.piece.position_at(self.now) - a.piece.position_at(self.now);
        let lengths = max - min;
        -apart.component_div(&lengths).map(f64::round).component_mul(&lengths)
    }

    /// The piece of the second of two, at its image nearest to the first at present.
    pub(super) fn nearest_image(&self, a: &State, b: &State) -> MotionPiece {
        let mut piece = b.piece;
        if self.is_periodic() {
            piece.position += self.to_nearest_image(a, b);
        }
        piece
    }

    /// The first impact of two: in a periodic domain with the image of the second that is nearest at present, or one beside that.
    pub(super) fn first_impact_of(&self, a: &State, b: &State) -> Option<Impact> {
        let Domain::Periodic { min, max } = self.settings.domain else {
            return first_impact(&a.moving(), &b.moving());
        };
        let nearest = self.to_nearest_image(a, b);
        let radius_sum = a.bounding_radius() + b.bounding_radius();
        let impact = |beside| first_impact_of_balls(&a.piece, &b.piece, radius_sum, &(nearest + beside));
        let impacts = images_beside(max - min).filter_map(impact);
        impacts.min_by(|one, other| one.time.total_cmp(&other.time))
    }
}
