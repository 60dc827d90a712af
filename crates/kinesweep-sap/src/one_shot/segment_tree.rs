//! The streamed segment tree (Zomorodian and Edelsbrunner 2000, "Fast software for box
//! intersections", doi:10.1145/336154.336192): a segment tree on one axis after the other, of which
//! only the current path is stored.
//!
//! Two intervals overlap if and only if one contains the lower end of the other. So boxes have two
//! roles: intervals I, and points P, their lower ends. On axis d, in a node of the tree with points
//! in [lo, hi) and intervals I that intersect it:
//!
//! 1. If I or P is empty, stop.
//! 2. On the first axis, or where I or P is small, I and P are *scanned*: swept along the first
//!    axis.
//! 3. Intervals that span all of [lo, hi) contain all of P: these two sets continue on axis d - 1,
//!    in both roles.
//! 4. The rest is split at an approximate median of P into two nodes: the points below it with the
//!    intervals that extend below it, and the points from it on with the intervals that extend to
//!    it.
//!
//! Equal lower ends are ordered by number, so that of two boxes exactly one contains the other's
//! point on each axis, and each pair of closed boxes is reported once. O(n log^d n + k) for k
//! pairs, O(n) memory.
//!
//! Where we differ from the paper: all boxes are sorted along the first axis once, and identified
//! by their place there; lists are split by copying in that order, so that no scan has to sort; and
//! scans use the lanes of the [sweep](super::Sweep), which makes them faster up to larger sets than
//! in the paper.

use super::super::{Aabb, Scalar};
use super::constants::{CUTOFF, MEDIAN_OF};
use super::kernel::Lanes;
use super::order::by_min;
use std::ops::Range;

/// A lower end on one axis, and the place of its box.
type Point<S> = (S, u32);

/// The streamed segment tree, with buffers that are kept between calls.
#[derive(Clone, Debug)]
pub struct SegmentTree<S, const D: usize> {
    cutoff: usize,
    /// All boxes, sorted along the first axis.
    boxes: Vec<Aabb<S, D>>,
    keys: Vec<u64>,
    spare: Vec<u64>,
    /// The lists of the current path, one after the other.
    lists: Vec<u32>,
    intervals: Lanes<S, D>,
    points: Lanes<S, D>,
    both: Vec<Aabb<S, D>>,
}

impl<S: Scalar, const D: usize> Default for SegmentTree<S, D> {
    fn default() -> Self {
        Self::with_cutoff(CUTOFF)
    }
}

impl<S: Scalar, const D: usize> SegmentTree<S, D> {
    /// A segment tree that scans sets smaller than `cutoff` (at least 3).
    #[must_use]
    pub fn with_cutoff(cutoff: usize) -> Self {
        Self {
            cutoff: cutoff.max(3),
            boxes: Vec::new(),
            keys: Vec::new(),
            spare: Vec::new(),
            lists: Vec::new(),
            intervals: Lanes::default(),
            points: Lanes::default(),
            both: Vec::new(),
        }
    }

    /// Reports all overlapping pairs of boxes, each once, the smaller number first, in unspecified
    /// order.
    pub fn complete(&mut self, boxes: &[Aabb<S, D>], mut report: impl FnMut(u32, u32)) {
        self.sort(boxes);
        let keys = std::mem::take(&mut self.keys);
        let emit = |a: u32, b: u32| {
            let (a, b) = (keys[a as usize] as u32, keys[b as usize] as u32);
            report(a.min(b), a.max(b));
        };
        self.lists.clear();
        self.lists.extend(0..boxes.len() as u32);
        self.tree(0..boxes.len(), 0..boxes.len(), emit);
        self.keys = keys;
    }

    /// Reports all overlapping pairs of a box of `here` and a box of `there`, each once, by their
    /// indices in the two slices, in unspecified order.
    pub fn bipartite(&mut self, here: &[Aabb<S, D>], there: &[Aabb<S, D>], mut report: impl FnMut(u32, u32)) {
        let mut both = std::mem::take(&mut self.both);
        both.clear();
        both.extend(here);
        both.extend(there);
        self.sort(&both);
        self.both = both;
        let keys = std::mem::take(&mut self.keys);
        let split = here.len() as u32;
        let mut emit = |a: u32, b: u32| {
            let (a, b) = (keys[a as usize] as u32, keys[b as usize] as u32);
            report(a.min(b), a.max(b) - split);
        };
        let all = 0..keys.len() as u32;
        self.lists.clear();
        self.lists
            .extend(all.clone().filter(|&place| (keys[place as usize] as u32) < split));
        self.lists.extend(all.filter(|&place| keys[place as usize] as u32 >= split));
        let (some, others) = (0..here.len(), here.len()..keys.len());
        self.tree(some.clone(), others.clone(), &mut emit);
        self.tree(others, some, &mut emit);
        self.keys = keys;
    }

    fn sort(&mut self, boxes: &[Aabb<S, D>]) {
        by_min(boxes, 0, &mut self.keys, &mut self.spare);
        self.boxes.clear();
        self.boxes.extend(self.keys.iter().map(|&key| boxes[key as u32 as usize]));
    }

    fn tree(&mut self, intervals: Range<usize>, points: Range<usize>, mut report: impl FnMut(u32, u32)) {
        let end = self.lists.len();
        self.node(intervals, points, whole_axis(), D - 1, &mut report);
        debug_assert_eq!(self.lists.len(), end);
    }

    /// One node of the tree on an axis: reports the pairs of an interval and a point in it, given
    /// that boxes of the two lists overlap on all higher axes.
    fn node(
        &mut self,
        intervals: Range<usize>,
        points: Range<usize>,
        within: [Point<S>; 2],
        axis: usize,
        report: &mut impl FnMut(u32, u32),
    ) {
        if intervals.is_empty() || points.is_empty() {
            return;
        }
        if axis == 0 || intervals.len() < self.cutoff || points.len() < self.cutoff {
            self.scan(intervals, points, axis, report);
            return;
        }
        let [low, high] = within;
        let bottom = self.lists.len();
        let spans = |of: &Aabb<S, D>, place| before((of.min[axis], place), low) && of.max[axis] >= high.0;

        let spanning = self.list(intervals.clone(), spans);
        self.node(spanning.clone(), points.clone(), whole_axis(), axis - 1, report);
        self.node(points.clone(), spanning, whole_axis(), axis - 1, report);
        self.lists.truncate(bottom);

        let middle = self.median(points.clone(), axis);
        let some = self.list(intervals.clone(), |of, place| {
            before((of.min[axis], place), middle) && !spans(of, place)
        });
        let below = self.list(points.clone(), |of, place| before((of.min[axis], place), middle));
        self.node(some, below, [low, middle], axis, report);
        self.lists.truncate(bottom);

        let some = self.list(intervals, |of, place| of.max[axis] >= middle.0 && !spans(of, place));
        let above = self.list(points, |of, place| !before((of.min[axis], place), middle));
        self.node(some, above, [middle, high], axis, report);
        self.lists.truncate(bottom);
    }

    /// A new list behind all others: the elements of a list that satisfy a condition.
    fn list(&mut self, of: Range<usize>, keep: impl Fn(&Aabb<S, D>, u32) -> bool) -> Range<usize> {
        let start = self.lists.len();
        self.lists.resize(start + of.len(), 0);
        let (before, new) = self.lists.split_at_mut(start);
        let mut count = 0;
        for &place in &before[of] {
            // Always written, and kept if the condition holds: no unpredictable branch.
            new[count] = place;
            count += usize::from(keep(&self.boxes[place as usize], place));
        }
        self.lists.truncate(start + count);
        start..start + count
    }

    /// An approximate median of a list of points, above at least one of them.
    fn median(&self, points: Range<usize>, axis: usize) -> Point<S> {
        let list = &self.lists[points];
        let mut some: Vec<S::Endpoint> = (0..MEDIAN_OF)
            .map(|number| {
                let place = list[number * list.len() / MEDIAN_OF];
                self.boxes[place as usize].min[axis].endpoint(false, place)
            })
            .collect();
        some.sort_unstable();
        some.dedup();
        let middle = some[some.len() / 2];
        (S::value(middle), S::owner(middle))
    }

    /// Reports the pairs of an interval and a point in it on `axis`, by a sweep along the first
    /// axis.
    fn scan(&mut self, intervals: Range<usize>, points: Range<usize>, axis: usize, report: &mut impl FnMut(u32, u32)) {
        // Within one set a pair occurs in both roles; the order of places on the first axis selects
        // one of them.
        let one_set = intervals == points;
        let (ones, others) = (&self.lists[intervals], &self.lists[points]);
        let bounds = |&place: &u32| self.boxes[place as usize];
        let holds = |one: u32, other: u32| {
            let (a, b) = (self.boxes[one as usize].min[axis], self.boxes[other as usize].min[axis]);
            one_set || before((a, one), (b, other))
        };
        self.points.fill(0, others.iter().map(bounds));
        let mut first = 0;
        for &one in ones {
            while others.get(first).is_some_and(|&other| other <= one) {
                first += 1;
            }
            self.points
                .view()
                .overlapping_from(&self.boxes[one as usize], first, |place| {
                    if holds(one, others[place]) {
                        report(one, others[place]);
                    }
                });
        }
        if axis == 0 || one_set {
            return;
        }
        self.intervals.fill(0, ones.iter().map(bounds));
        let mut first = 0;
        for &other in others {
            while ones.get(first).is_some_and(|&one| one <= other) {
                first += 1;
            }
            self.intervals
                .view()
                .overlapping_from(&self.boxes[other as usize], first, |place| {
                    if holds(ones[place], other) {
                        report(ones[place], other);
                    }
                });
        }
    }
}

/// The order of lower ends.
#[inline]
fn before<S: Scalar>(a: Point<S>, b: Point<S>) -> bool {
    a.0 < b.0 || (a.0 == b.0 && a.1 < b.1)
}

/// The whole axis.
fn whole_axis<S: Scalar>() -> [Point<S>; 2] {
    [(S::NEG_INFINITY, 0), (S::INFINITY, u32::MAX)]
}
