//! Balls that have grown, or still grow, against shapes made of convex parts.
//!
//! Two balls, and a ball over a plane, are solved in closed form with radii that grow. All other
//! pairs with a growing ball are searched like rotating bodies (see `spin`). A ball that has grown
//! and grows no more is a ball of another radius: a temporary shape for one test.

use super::collider::Kind;
use super::{Collider, Moving};
use crate::motion::MotionPiece;

impl Moving<'_> {
    /// Whether its radius changes.
    #[inline]
    pub(crate) fn grows(&self) -> bool {
        self.piece.growth != 0.0
    }

    /// The shape at time `t`, if it differs from the original one.
    fn shape_at(&self, t: f64) -> Option<Collider> {
        match &self.collider.kind {
            Kind::Ball { radius, .. } if self.piece.swell != 0.0 || self.grows() => {
                Some(Collider::ball(radius + self.piece.swell_at(t)))
            }
            _ => None,
        }
    }
}

/// Whether a pair is tested by its convex parts: not by the closed forms of two balls and of
/// planes.
pub(super) fn is_tested_by_parts(a: &Moving, b: &Moving) -> bool {
    let balls = matches!([&a.collider.kind, &b.collider.kind], [Kind::Ball { .. }, Kind::Ball { .. }]);
    !(balls || a.collider.is_half_space() || b.collider.is_half_space())
}

/// Whether the pair needs the advancement of `spin`: one of the two rotates, or one grows and the
/// other is not a ball, or one has a smooth surface and the other is no half-space.
#[inline]
pub(super) fn needs_advancement(a: &Moving, b: &Moving) -> bool {
    let is_searched = |body: &Moving| body.grows() || body.collider.has_smooth_parts();
    a.rotates() || b.rotates() || ((is_searched(a) || is_searched(b)) && is_tested_by_parts(a, b))
}

/// Calls `test` for a pair that does not grow. If it is tested by convex parts, grown balls are
/// replaced by balls of the present radius.
#[inline]
pub(super) fn with_grown_shapes<T>(a: &Moving, b: &Moving, test: impl FnOnce(&Moving, &Moving) -> T) -> T {
    if (a.piece.swell == 0.0 && b.piece.swell == 0.0) || !is_tested_by_parts(a, b) {
        return test(a, b);
    }
    let shapes = [a, b].map(|body| body.shape_at(body.piece.epoch));
    let [of_a, of_b] = [(a, &shapes[0]), (b, &shapes[1])].map(|(body, shape)| Moving {
        collider: shape.as_ref().unwrap_or(body.collider),
        ..*body
    });
    test(&of_a, &of_b)
}

/// Calls `test` at time `t`, with rotation and growth stopped at that time.
pub(super) fn with_frozen_motion<T>(a: &Moving, b: &Moving, t: f64, test: impl Fn(&Moving, &Moving, f64) -> T) -> T {
    if !needs_advancement(a, b) {
        return with_grown_shapes(a, b, |a, b| test(a, b, t));
    }
    let [of_a, of_b] = [a, b].map(|body| frozen(body.piece, t));
    let [of_a, of_b] = [(a, &of_a), (b, &of_b)].map(|(body, piece)| Moving { piece, ..*body });
    with_grown_shapes(&of_a, &of_b, |a, b| test(a, b, t))
}

/// The piece at time t with rotation and growth stopped: for tests at one instant.
pub(super) fn frozen(piece: &MotionPiece, t: f64) -> MotionPiece {
    MotionPiece {
        angular_velocity: nalgebra::Vector3::zeros(),
        growth: 0.0,
        ..piece.rebased(t)
    }
}
