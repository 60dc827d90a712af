//! The two sides of a pair: in a periodic domain the second at the image of it that is meant.
//!
//! A motion piece begins inside the domain and goes on beyond it. How many lengths of the domain are to be added to a
//! body's piece, so that its place goes on without a jump from piece to piece, are its *turns*. A pair is of two bodies by
//! an *image* of the second, in lengths, which is the same for as long as neither jumps: the second is to be seen shifted
//! by image + its turns - those of the first. All that is asked about a pair is asked of the two sides as they are given
//! here.

use super::bodies::{Bodies, State};
use super::contact::RelativePlacement;
use super::pairs::Pair;
use crate::domain::ImageOffset;
use crate::impact::{Forecast, Impact, Moving, first_impact_of_balls, may_be_cut_off, rest_slop};
use crate::motion::MotionPiece;
use nalgebra::Vector3;

/// The two bodies of a pair, in scene order.
pub(super) struct Couple<'a> {
    pub(super) a: &'a State,
    pub(super) b: &'a State,
    shifted: Option<Shifted>,
}

/// The second at its image.
struct Shifted {
    by: Vector3<f64>,
    piece: MotionPiece,
}

impl<'a> Couple<'a> {
    /// Two as their pieces have them.
    #[inline(always)]
    fn unshifted(a: &'a State, b: &'a State) -> Self {
        Self { a, b, shifted: None }
    }

    /// The same, but the second shifted.
    pub(super) fn shifted(a: &'a State, b: &'a State, by: Vector3<f64>) -> Self {
        let piece = MotionPiece {
            position: b.piece.position + by,
            ..b.piece
        };
        let shifted = Some(Shifted { by, piece });
        Self { a, b, shifted }
    }

    /// Shape and motion of the two.
    #[inline(always)]
    pub(super) fn moving(&self) -> [Moving<'_>; 2] {
        let [_, piece] = self.pieces();
        [
            self.a.moving(),
            Moving {
                piece,
                ..self.b.moving()
            },
        ]
    }

    /// The motion pieces of the two.
    #[inline(always)]
    pub(super) fn pieces(&self) -> [&MotionPiece; 2] {
        let image = self.shifted.as_ref().map(|shifted| &shifted.piece);
        [&self.a.piece, image.unwrap_or(&self.b.piece)]
    }

    /// What rounding leaves of the acceleration along the normal of a rest, in metres per second squared.
    pub(super) fn noise_of_rest(&self) -> f64 {
        /// In units of `f64::EPSILON` times the accelerations.
        const ROUNDINGS: f64 = 64.0;
        ROUNDINGS * f64::EPSILON * (self.a.free_acceleration.norm() + self.b.free_acceleration.norm())
    }

    /// Where the second is seen from the first at a time.
    pub(super) fn relative_placement(&self, time: f64) -> RelativePlacement {
        let [a, b] = &self.moving();
        RelativePlacement {
            displacement: b.piece.position_at(time) - a.piece.position_at(time),
            slop: rest_slop(a, b, time),
        }
    }

    /// From the second to its image, in metres.
    pub(super) fn shift(&self) -> Vector3<f64> {
        self.shifted.as_ref().map_or(Vector3::zeros(), |shifted| shifted.by)
    }

    /// The later of the two epochs.
    #[inline(always)]
    pub(super) fn start(&self) -> f64 {
        self.a.piece.epoch.max(self.b.piece.epoch)
    }

    /// The first impact of two balls with an image, as a gas tells it, to the bit: there the difference of places is
    /// shifted, not the place.
    pub(super) fn impact_of_balls(&self) -> Option<Forecast> {
        let shifted = self.shifted.as_ref()?;
        let radius_sum = self.a.collider.ball_radius()? + self.b.collider.ball_radius()?;
        let [a, b] = self.moving();
        if may_be_cut_off(&a, &b) {
            return None;
        }
        let impact: Option<Impact> = first_impact_of_balls(&self.a.piece, &self.b.piece, radius_sum, &shifted.by);
        Some(impact.map_or(Forecast::Never, Forecast::Impact))
    }
}

impl Bodies {
    /// The two sides of a pair. (Written so that it costs nothing where the domain is not periodic.)
    #[inline(always)]
    pub(super) fn couple(&self, pair: &Pair) -> Couple<'_> {
        let [a, b] = pair.bodies.map(|body| &self[body]);
        if self.sides().is_none() {
            return Couple::unshifted(a, b);
        }
        self.couple_at(a, b, &lengths_between(a, b, &pair.image))
    }

    /// Two, the second so many lengths of the domain away.
    pub(super) fn couple_at<'a>(&self, a: &'a State, b: &'a State, lengths: &ImageOffset) -> Couple<'a> {
        match self.sides() {
            Some(sides) if *lengths != [0; 3] => {
                let by = Vector3::from_fn(|axis, _| lengths[axis] as f64 * sides[axis]);
                Couple::shifted(a, b, by)
            }
            _ => Couple::unshifted(a, b),
        }
    }
}

/// How many lengths the second of a pair is to be shifted by.
pub(super) fn lengths_between(a: &State, b: &State, image: &ImageOffset) -> ImageOffset {
    std::array::from_fn(|axis| image[axis] + b.turns[axis] - a.turns[axis])
}
