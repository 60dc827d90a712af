//! Pairs of shapes made of convex parts: which pairs of parts can meet, and when.
//!
//! Everything is computed in the axes of a's body. Pairs with boxes that begin to overlap after the
//! best impact so far are skipped. The result does not depend on the order of the visits: it is the
//! earliest impact, at equal times the lowest part numbers.

use super::advance::Entry;
use super::bvh::Block;
use super::collider::Parts;
use super::constants::BOX_MARGIN;
use super::convex_part::ConvexPart;
use super::descent::{Sweep, Visitor, descend, narrowed};
use super::fast_path::{FastResult, PartPair};
use super::flat_part::stays_beside_plane;
use super::relative_rotation::{InAxes, RelativeRotation};
use super::{Interval, Intervals, Moving, Relative, convex_pair};
use nalgebra::{UnitQuaternion, Vector3};
use std::ops::ControlFlow;

/// Two shapes of convex parts in relative motion, in the axes of the first.
pub(super) struct Composite<'a> {
    a: &'a Parts,
    b: &'a Parts,
    rel: Relative,
    /// None if both have the same axes.
    frame: Option<RelativeRotation>,
    /// Widening of node boxes, in metres.
    margin: f64,
}

impl<'a> Composite<'a> {
    /// `end` is the end of the search: rounding scales with the distance moved until then.
    pub(super) fn new(moving: [&Moving<'_>; 2], parts: [&'a Parts; 2], rel: &Relative, end: f64) -> Self {
        let [a, b] = [moving[0].piece.orientation, moving[1].piece.orientation];
        let end = if end.is_finite() { end } else { 0.0 };
        let path_length = rel.position.norm() + (rel.velocity.norm() + 0.5 * rel.acceleration.norm() * end) * end;
        Self::over(parts, [a, b], rel, path_length)
    }

    /// Two shapes at rest in these orientations, for tests at one instant.
    pub(super) fn posed(parts: [&'a Parts; 2], orientations: [UnitQuaternion<f64>; 2], still: &Relative) -> Self {
        Self::over(parts, orientations, still, still.position.norm())
    }

    /// `path_length`: the distance moved, which scales rounding.
    fn over(parts: [&'a Parts; 2], [a, b]: [UnitQuaternion<f64>; 2], rel: &Relative, path_length: f64) -> Self {
        let frame = ([a.i, a.j, a.k, a.w] != [b.i, b.j, b.k, b.w])
            .then(|| RelativeRotation::new(*(a.inverse() * b).to_rotation_matrix().matrix(), parts));
        Self {
            a: parts[0],
            b: parts[1],
            rel: rel.in_frame_of(&a),
            frame,
            margin: BOX_MARGIN * (parts[0].extent + parts[1].extent + path_length),
        }
    }

    /// Whether each shape is a single part: no tree is needed.
    fn is_single_pair(&self) -> bool {
        self.a.leaves.len() == 1 && self.b.leaves.len() == 1
    }

    /// The first impact in the window, and its part numbers.
    pub(super) fn first_impact(&self, window: Interval) -> Option<(Entry, [u32; 2])> {
        if self.is_single_pair() {
            return self.leaf_impact([0, 0], window).map(|entry| (entry, [0, 0]));
        }
        let mut first = FirstImpact { pair: self, best: None };
        self.descend(&self.sweep(), window, &mut first);
        first.best
    }

    /// The impact of one pair of parts, as [`Composite::first_impact`] finds it.
    pub(super) fn leaf_impact(&self, leaves: [u32; 2], window: Interval) -> Option<Entry> {
        let single = self.is_single_pair();
        if single {
            // The boxes are needed only by undecided cases.
            match self.decide(leaves, window) {
                FastResult::Hit(entry) => return Some(entry),
                FastResult::Miss => return None,
                FastResult::Undecided => {}
            }
        }
        let [a, b] = self.leaf_blocks(leaves);
        let window = self.sweep().overlap(&a, &b, window)?;
        if single {
            self.general_impact(leaves, window)
        } else {
            self.leaf_impact_within(leaves, window)
        }
    }

    fn leaf_impact_within(&self, leaves: [u32; 2], window: Interval) -> Option<Entry> {
        let [a, b] = [&self.a.leaves[leaves[0] as usize], &self.b.leaves[leaves[1] as usize]];
        let rotation = self.frame.as_ref().map(|frame| &frame.rotation);
        if stays_beside_plane([a, b], &self.rel, rotation, window, self.extent()) {
            return None;
        }
        match self.decide(leaves, window) {
            FastResult::Hit(entry) => Some(entry),
            FastResult::Miss => None,
            FastResult::Undecided => self.general_impact(leaves, window),
        }
    }

    /// The result of the fast path for two parts.
    fn decide(&self, leaves: [u32; 2], window: Interval) -> FastResult {
        let pair = PartPair {
            rel: &self.rel,
            rotation: self.frame.as_ref().map(|frame| &frame.rotation),
            window,
            extent: self.extent(),
            corners: [self.a.corners(leaves[0]), self.b.corners(leaves[1])],
        };
        let [a, b] = [&self.a.leaves[leaves[0] as usize], &self.b.leaves[leaves[1] as usize]];
        pair.decide(a, b)
    }

    fn general_impact(&self, leaves: [u32; 2], window: Interval) -> Option<Entry> {
        let [a, b] = self.leaves(leaves);
        convex_pair::first_impact(&a, &b, &self.rel, window, self.extent())
    }

    /// The times in the window at which any parts touch, and whether a search reached its step
    /// limit.
    pub(super) fn intervals(&self, window: Interval) -> (Intervals, bool) {
        let mut union = ContactUnion {
            pair: self,
            times: Intervals::none(),
            unresolved: false,
        };
        self.descend(&self.sweep(), window, &mut union);
        (union.times, union.unresolved)
    }

    /// Calls `visit` for each pair of parts with boxes that, widened by `slack`, touch when b is
    /// displaced by `offset`, until it returns `Break`.
    pub(super) fn touching(
        &self,
        offset: &Vector3<f64>,
        slack: f64,
        visit: impl FnMut([u32; 2], &ConvexPart, &ConvexPart) -> ControlFlow<()>,
    ) {
        let still = Sweep {
            rel: self.rel.still_at(*offset),
            margin: self.margin + slack,
        };
        let instant = Interval { begin: 0.0, end: 0.0 };
        self.descend(
            &still,
            instant,
            &mut EachPair {
                pair: self,
                visit,
                flow: ControlFlow::Continue(()),
            },
        );
    }

    /// Both parts in a's axes, b's not displaced.
    pub(super) fn leaves(&self, leaves: [u32; 2]) -> [InAxes<'_>; 2] {
        let [a, b] = [&self.a.leaves[leaves[0] as usize], &self.b.leaves[leaves[1] as usize]];
        let b = match &self.frame {
            None => InAxes::Own(b),
            Some(frame) => frame.part(b, (self.b.leaves.len() > 1).then_some(leaves[1])),
        };
        [InAxes::Own(a), b]
    }

    /// The position of b relative to a, in a's axes.
    pub(super) fn offset_at(&self, s: f64) -> Vector3<f64> {
        self.rel.position_at(s)
    }

    /// The scale of rounding in the parts' coordinates.
    pub(super) fn extent(&self) -> f64 {
        self.a.extent + self.b.extent
    }

    /// The scale of rounding in the gap between the bodies.
    pub(super) fn rounding(&self) -> f64 {
        self.margin
    }

    fn leaf_blocks(&self, leaves: [u32; 2]) -> [Block; 2] {
        let [a, b] = [&self.a.leaves[leaves[0] as usize], &self.b.leaves[leaves[1] as usize]];
        let block_b = match &self.frame {
            None => Block::new(&b.bounds()),
            Some(frame) => frame.block_of(b),
        };
        [Block::new(&a.bounds()), block_b]
    }

    fn sweep(&self) -> Sweep {
        Sweep {
            rel: self.rel,
            margin: self.margin,
        }
    }

    fn descend(&self, sweep: &Sweep, window: Interval, visitor: &mut impl Visitor) {
        let nodes = &self.b.tree.nodes;
        let block_b = |node: usize| match &self.frame {
            None => nodes[node].block,
            Some(frame) => frame.block(self.b, node),
        };
        descend([&self.a.tree, &self.b.tree], block_b, sweep, window, visitor);
    }
}

/// Finds the first impact. Windows after the best impact so far are skipped.
struct FirstImpact<'p, 'a> {
    pair: &'p Composite<'a>,
    best: Option<(Entry, [u32; 2])>,
}

impl Visitor for FirstImpact<'_, '_> {
    fn remaining(&self, window: Interval) -> Option<Interval> {
        let latest = self.best.as_ref().map_or(f64::INFINITY, |(entry, _)| entry.s);
        narrowed(window.begin, latest, window)
    }

    fn visit(&mut self, leaves: [u32; 2], window: Interval) {
        let Some(found) = self.pair.leaf_impact_within(leaves, window) else {
            return;
        };
        let sooner = match &self.best {
            Some((entry, other)) => (found.s, leaves) < (entry.s, *other),
            None => true,
        };
        if sooner {
            self.best = Some((found, leaves));
        }
    }
}

/// Unites the times of contact. A window within a found interval is skipped.
struct ContactUnion<'p, 'a> {
    pair: &'p Composite<'a>,
    times: Intervals,
    unresolved: bool,
}

impl Visitor for ContactUnion<'_, '_> {
    fn remaining(&self, window: Interval) -> Option<Interval> {
        let covers = |i: &Interval| i.begin <= window.begin && window.end <= i.end;
        (!self.times.as_slice().iter().any(covers)).then_some(window)
    }

    fn visit(&mut self, leaves: [u32; 2], window: Interval) {
        let [a, b] = self.pair.leaves(leaves);
        let (found, unresolved) = convex_pair::intervals(&a, &b, &self.pair.rel, window, self.pair.extent());
        self.times = self.times.union(&found);
        self.unresolved |= unresolved;
    }
}

/// Calls a function until it returns `Break`.
struct EachPair<'p, 'a, F> {
    pair: &'p Composite<'a>,
    visit: F,
    flow: ControlFlow<()>,
}

impl<F: FnMut([u32; 2], &ConvexPart, &ConvexPart) -> ControlFlow<()>> Visitor for EachPair<'_, '_, F> {
    fn remaining(&self, window: Interval) -> Option<Interval> {
        self.flow.is_continue().then_some(window)
    }

    fn visit(&mut self, leaves: [u32; 2], _: Interval) {
        let [a, b] = self.pair.leaves(leaves);
        self.flow = (self.visit)(leaves, &a, &b);
    }
}
