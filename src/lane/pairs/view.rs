//! The view of a pair: both bodies, the second at its image in a periodic domain.
//!
//! A motion piece begins inside the domain and continues beyond its faces. The *image offset* of a
//! body counts the domain lengths from its wrapped piece to its continuous path. A pair has an
//! *image*, in domain lengths, that is constant while neither body jumps. The second body is
//! shifted by image + its offset - the offset of the first. All computations on a pair take the two
//! sides from this view.

use super::constants::{APART_ROUNDING, REST_ACCELERATION_ROUNDINGS};
use super::pair::Pair;
use super::recent::RelativePlacement;
use crate::bodies::{Bodies, State};
use crate::domain::{ImageOffset, shift_of_offset};
use crate::impact::{Forecast, Impact, Moving, first_impact_of_balls, may_be_cut_off, rest_slop};
use crate::motion::MotionPiece;
use nalgebra::Vector3;

/// The two bodies of a pair, in scene order.
pub(crate) struct PairView<'a> {
    pub(crate) a: &'a State,
    pub(crate) b: &'a State,
    shifted: Option<Shifted>,
}

/// The second body at its image.
struct Shifted {
    by: Vector3<f64>,
    piece: MotionPiece,
}

impl<'a> PairView<'a> {
    /// A view of two bodies without a shift.
    #[inline(always)]
    fn unshifted(a: &'a State, b: &'a State) -> Self {
        Self { a, b, shifted: None }
    }

    /// A view with the second body shifted, in metres.
    pub(crate) fn shifted(a: &'a State, b: &'a State, by: Vector3<f64>) -> Self {
        let piece = MotionPiece {
            position: b.piece().position + by,
            ..*b.piece()
        };
        let shifted = Some(Shifted { by, piece });
        Self { a, b, shifted }
    }

    /// Shape and motion of the two.
    #[inline(always)]
    pub(crate) fn moving(&self) -> [Moving<'_>; 2] {
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
    pub(crate) fn pieces(&self) -> [&MotionPiece; 2] {
        let image = self.shifted.as_ref().map(|shifted| &shifted.piece);
        [self.a.piece(), image.unwrap_or(self.b.piece())]
    }

    /// The rounding of the acceleration along the normal of a rest, in metres per second squared.
    pub(crate) fn noise_of_rest(&self) -> f64 {
        REST_ACCELERATION_ROUNDINGS * f64::EPSILON * (self.a.free_acceleration().norm() + self.b.free_acceleration().norm())
    }

    /// The placement of the second body relative to the first at a time.
    pub(crate) fn relative_placement(&self, time: f64) -> RelativePlacement {
        let [a, b] = &self.moving();
        RelativePlacement {
            displacement: b.piece.position_at(time) - a.piece.position_at(time),
            slop: rest_slop(a, b, time),
        }
    }

    /// The shift from the second body to its image, in metres.
    pub(crate) fn shift(&self) -> Vector3<f64> {
        self.shifted.as_ref().map_or(Vector3::zeros(), |shifted| shifted.by)
    }

    /// The later of the two epochs.
    #[inline(always)]
    pub(crate) fn start(&self) -> f64 {
        self.a.piece().epoch.max(self.b.piece().epoch)
    }

    /// Whether the balls around the two may meet before a time; of a half-space, itself and the ball around the other.
    pub(crate) fn may_meet_by(&self, until: f64) -> bool {
        let start = self.start();
        if until <= start {
            return false;
        }
        let ([a, b], time) = (self.pieces(), until - start);
        let radius = |state: &State| state.shape_radius() + state.piece().swell_at(until);
        let position = b.position_at(start) - a.position_at(start);
        let velocity = b.velocity_at(start) - a.velocity_at(start);
        let acceleration = b.acceleration - a.acceleration;
        let distance = position.norm();
        let normal_of = |state: &'a State| state.constants().collider.half_space_normal();
        let (gap, closing, pressing, radii) = match (normal_of(self.a), normal_of(self.b)) {
            (None, None) => {
                let radii = radius(self.a) + radius(self.b);
                (distance, velocity.norm(), acceleration.norm(), radii)
            }
            (Some(normal), None) if !a.spins() => {
                let normal = a.orientation * normal;
                let along = |of: &Vector3<f64>| normal.dot(of);
                (along(&position), -along(&velocity), -along(&acceleration), radius(self.b))
            }
            (None, Some(normal)) if !b.spins() => {
                let normal = b.orientation * normal;
                let along = |of: &Vector3<f64>| normal.dot(of);
                (-along(&position), along(&velocity), along(&acceleration), radius(self.a))
            }
            _ => return true,
        };
        let way = (closing.max(0.0) + 0.5 * pressing.max(0.0) * time) * time;
        gap - way <= radii + APART_ROUNDING * (radii + distance)
    }

    /// The first impact of two balls by an image, with the same bits as in the lane of balls: there
    /// the difference of the positions is shifted, not a position.
    pub(crate) fn impact_of_balls(&self) -> Option<Forecast> {
        let shifted = self.shifted.as_ref()?;
        let radius_sum = self.a.constants().collider.ball_radius()? + self.b.constants().collider.ball_radius()?;
        let [a, b] = self.moving();
        if may_be_cut_off(&a, &b) {
            return None;
        }
        let impact: Option<Impact> = first_impact_of_balls(self.a.piece(), self.b.piece(), radius_sum, &shifted.by);
        Some(impact.map_or(Forecast::Never, Forecast::Impact))
    }
}

impl Bodies {
    /// The view of a pair. (It costs nothing where the domain is not periodic.)
    #[inline(always)]
    pub(crate) fn pair_view(&self, pair: &Pair) -> PairView<'_> {
        let [a, b] = pair.bodies().map(|body| &self[body]);
        if self.sides().is_none() {
            return PairView::unshifted(a, b);
        }
        self.pair_view_at(a, b, &lengths_between(a, b, pair.image()))
    }

    /// The view of two bodies, the second shifted by `lengths` of the domain.
    pub(crate) fn pair_view_at<'a>(&self, a: &'a State, b: &'a State, lengths: &ImageOffset) -> PairView<'a> {
        match self.sides() {
            Some(sides) if *lengths != [0; 3] => {
                let by = shift_of_offset(lengths, sides);
                PairView::shifted(a, b, by)
            }
            _ => PairView::unshifted(a, b),
        }
    }
}

/// The domain lengths by which the second body of a pair is shifted.
pub(crate) fn lengths_between(a: &State, b: &State, image: &ImageOffset) -> ImageOffset {
    std::array::from_fn(|axis| image[axis] + b.image_offset()[axis] - a.image_offset()[axis])
}
