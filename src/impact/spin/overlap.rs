//! Whether the two bodies of a pair overlap at a time, and how deep at least.
//!
//! An exact depth of smooth bodies takes a hundred times as long as that of two cuboids. A search for
//! the end of a contact needs a lower bound alone, and looks at one instant after the other. So two parts
//! that overlapped at the last one, and their normal, give a bound from [a few
//! points](SmoothPair::depth_bound).
//! Balls inside the bodies, about their origins, give the time for which no rotation parts them.

use super::super::ball;
use super::super::composite::Composite;
use super::super::convex_pair::separation;
use super::super::convex_part::{ConvexPart, Core};
use super::super::smooth::{Body, DepthBound, SmoothPair};
use super::constants::{INNER_BALL_MARGIN, MIN_EXIT_STEP};
use super::pair::RotatingPair;
use super::rotated_core::RotatedCore;
use nalgebra::Vector3;
use std::ops::ControlFlow;

/// Two parts of a pair with smooth parts that overlapped at the last instant, and a normal near that of
/// their depth.
#[derive(Debug, Default)]
pub(super) struct Overlap {
    parts: Option<([u32; 2], Vector3<f64>)>,
}

impl Overlap {
    /// The least signed gap of any two parts, if it is at most `slack`; infinite if not. Of a pair with
    /// smooth parts that do not part by `slack`: minus a lower bound of the depth.
    pub(super) fn gap(&mut self, pair: &RotatingPair, s: f64, slack: f64) -> f64 {
        if !pair.has_smooth_parts() {
            return pair.deepest(s, slack);
        }
        if let Some((leaves, normal)) = &mut self.parts
            && let Some(bound) = pair.depth_bound(*leaves, s, normal)
            && bound.at_least > 0.0
        {
            return -bound.at_least;
        }
        pair.some_depth(s, slack, &mut self.parts)
    }
}

impl RotatingPair<'_> {
    fn has_smooth_parts(&self) -> bool {
        self.parts.iter().any(|parts| !parts.smooth.is_empty())
    }

    /// Both bodies at s, and the position of b's origin from a's, in a's axes.
    fn posed(&self, s: f64) -> (Composite<'_>, Vector3<f64>) {
        let at_rest = self.rel.still_at(self.rel.position_at(s));
        let composite = Composite::posed(self.parts, self.turns_at(s).map(|turn| turn.orientation), &at_rest);
        let offset = composite.offset_at(0.0);
        (composite, offset)
    }

    /// The least signed gap of any two parts, if it is at most `slack`; infinite if not.
    fn deepest(&self, s: f64, slack: f64) -> f64 {
        let (composite, offset) = self.posed(s);
        let mut deepest = f64::INFINITY;
        let swell = self.rel.swell_at(s);
        composite.touching(&offset, slack + swell, |_, a, b| {
            deepest = deepest.min(separation(a, b, &offset).0 - swell);
            ControlFlow::Continue(())
        });
        deepest
    }

    /// Minus a lower bound of the depth of two parts, and these parts; infinite if all are apart by more
    /// than `slack`.
    fn some_depth(&self, s: f64, slack: f64, deepest: &mut Option<([u32; 2], Vector3<f64>)>) -> f64 {
        let (composite, offset) = self.posed(s);
        let to_world = self.turning[0].turn_at(s).orientation;
        let last = deepest.take();
        let swell = self.rel.swell_at(s);
        let slack = slack + swell;
        let mut least = f64::INFINITY;
        composite.touching(&offset, slack, |leaves, a, b| {
            let Some(smooth) = SmoothPair::of(a, b) else {
                least = least.min(separation(a, b, &offset).0 - swell);
                return ControlFlow::Continue(());
            };
            if smooth.is_apart(&offset, slack) {
                return ControlFlow::Continue(());
            }
            least = least.min(0.0);
            let start = match last {
                Some((last, normal)) if last == leaves => Some(to_world.inverse() * normal),
                _ => offset.try_normalize(0.0),
            };
            let enough = MIN_EXIT_STEP * self.extent(s);
            if let Some(bound) = smooth.depth_bound(&offset, &start.unwrap_or_else(Vector3::x), enough)
                && deepest.is_none_or(|_| -bound.at_least - swell < least)
            {
                least = least.min(-bound.at_least - swell);
                *deepest = Some((leaves, to_world * bound.normal));
            }
            ControlFlow::Continue(())
        });
        least
    }

    /// Whether all parts are apart by more than `gap`.
    pub(super) fn is_apart(&self, s: f64, gap: f64) -> bool {
        let (composite, offset) = self.posed(s);
        let mut is_apart = true;
        let gap = gap + self.rel.swell_at(s);
        composite.touching(&offset, gap, |_, a, b| {
            is_apart = match SmoothPair::of(a, b) {
                Some(smooth) => smooth.is_apart(&offset, gap),
                None => separation(a, b, &offset).0 > gap,
            };
            if is_apart {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        is_apart
    }

    /// A lower bound of the depth of two parts; none where none is found. `normal`: near that of the
    /// depth, and then that found.
    fn depth_bound(&self, leaves: [u32; 2], s: f64, normal: &mut Vector3<f64>) -> Option<DepthBound> {
        let turns = self.turns_at(s);
        let parts = [0, 1].map(|side| &self.parts[side].leaves[leaves[side] as usize]);
        let cores = [0, 1].map(|side| RotatedCore::new(parts[side], &turns[side].matrix()));
        let body = |side: usize| Body {
            hull: cores[side].hull(),
            radius: parts[side].radius + self.turning[side].swell_at(s),
        };
        let pair = SmoothPair { a: body(0), b: body(1) };
        let bound = pair.depth_bound(&self.rel.position_at(s), normal, MIN_EXIT_STEP * self.extent(s))?;
        *normal = bound.normal;
        Some(bound)
    }

    /// A time, s or later, up to which the largest balls inside the bodies, about their origins, overlap
    /// if they overlap at s.
    pub(super) fn in_contact_until(&self, s: f64) -> f64 {
        if self.rel.growth != 0.0 || self.rel.swell != 0.0 {
            return s;
        }
        let inner = |side: usize| self.parts[side].leaves.iter().filter_map(inner_radius).fold(0.0, f64::max);
        let reach = (inner(0) + inner(1)) * INNER_BALL_MARGIN;
        if self.rel.position_at(s).norm_squared() >= reach * reach {
            return s;
        }
        let times = ball::intervals(&self.rel, reach);
        let now = times.as_slice().iter().find(|times| times.begin <= s && s < times.end);
        now.map_or(s, |now| now.end)
    }
}

/// The radius of the largest ball inside a part about its body's origin, or a lower bound; none if the
/// origin is outside.
fn inner_radius(part: &ConvexPart) -> Option<f64> {
    let inside = match &part.core {
        Core::Point(point) => -point.norm(),
        Core::Polytope(polytope) if !polytope.flat => {
            let reach = |normal: &Vector3<f64>| {
                let heights = polytope.vertices.iter().map(|vertex| vertex.dot(normal));
                heights.fold(f64::NEG_INFINITY, f64::max)
            };
            let faces = polytope.normals.iter().flat_map(|normal| [reach(normal), reach(&-normal)]);
            let inside = faces.fold(f64::INFINITY, f64::min);
            // Outside it the distance is not that of the nearest face.
            if inside >= 0.0 { inside } else { return None }
        }
        Core::Smooth(smooth) => smooth.surface.inner_radius(),
        Core::Segment(_) | Core::Polytope(_) => return None,
    };
    (inside + part.radius > 0.0).then_some(inside + part.radius)
}
