//! One enum of all methods, for tests, benches and a choice at run time.

use super::super::{Aabb, Pair, Scalar};
use super::order::sort_pairs;
use super::{BoxPruning, Grid, GridKind, SegmentTree, Sweep, brute_force};

/// A method to find the overlaps of boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Comparison of all pairs of boxes.
    BruteForce,
    /// [`Sweep`].
    Sweep,
    /// [`BoxPruning`].
    BoxPruning,
    /// [`Grid`] of the kind [`GridKind::Dense`].
    DenseGrid,
    /// [`Grid`] of the kind [`GridKind::Hashed`].
    HashedGrid,
    /// [`Grid`] of the kind [`GridKind::Sorted`].
    SortedGrid,
    /// [`SegmentTree`].
    SegmentTree,
}

impl Method {
    /// All methods.
    pub const ALL: [Self; 7] = [
        Self::BruteForce,
        Self::Sweep,
        Self::BoxPruning,
        Self::DenseGrid,
        Self::HashedGrid,
        Self::SortedGrid,
        Self::SegmentTree,
    ];

    /// The name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::BruteForce => "brute force",
            Self::Sweep => "sweep",
            Self::BoxPruning => "box pruning",
            Self::DenseGrid => "dense grid",
            Self::HashedGrid => "hashed grid",
            Self::SortedGrid => "sorted grid",
            Self::SegmentTree => "segment tree",
        }
    }
}

/// A method with buffers that are kept between calls.
#[derive(Clone, Debug)]
pub struct Finder<S, const D: usize>(Kind<S, D>);

#[derive(Clone, Debug)]
enum Kind<S, const D: usize> {
    BruteForce,
    Sweep(Box<Sweep<S, D>>),
    BoxPruning(Box<BoxPruning<S, D>>),
    Grid(Box<Grid<S, D>>),
    SegmentTree(Box<SegmentTree<S, D>>),
}

impl<S: Scalar, const D: usize> Finder<S, D> {
    /// With empty buffers.
    #[must_use]
    pub fn new(method: Method) -> Self {
        Self(match method {
            Method::BruteForce => Kind::BruteForce,
            Method::Sweep => Kind::Sweep(Box::default()),
            Method::BoxPruning => Kind::BoxPruning(Box::default()),
            Method::DenseGrid => Kind::Grid(Box::new(Grid::new(GridKind::Dense))),
            Method::HashedGrid => Kind::Grid(Box::new(Grid::new(GridKind::Hashed))),
            Method::SortedGrid => Kind::Grid(Box::new(Grid::new(GridKind::Sorted))),
            Method::SegmentTree => Kind::SegmentTree(Box::default()),
        })
    }

    /// Replaces `pairs` by all overlapping pairs of boxes: indices, the smaller one first, sorted.
    pub fn overlaps(&mut self, boxes: &[Aabb<S, D>], pairs: &mut Vec<Pair>) {
        pairs.clear();
        let found = |a, b| pairs.push((a, b));
        match &mut self.0 {
            Kind::BruteForce => return brute_force::complete(boxes, found),
            Kind::Sweep(sweep) => sweep.complete(boxes, found),
            Kind::BoxPruning(pruning) => pruning.complete(boxes, found),
            Kind::Grid(grid) => grid.complete(boxes, found),
            Kind::SegmentTree(tree) => tree.complete(boxes, found),
        }
        sort_pairs(pairs, boxes.len());
    }

    /// Replaces `pairs` by all overlapping pairs of a box of `here` and a box of `there`: indices
    /// in the two slices, sorted.
    pub fn overlaps_between(&mut self, here: &[Aabb<S, D>], there: &[Aabb<S, D>], pairs: &mut Vec<(u32, u32)>) {
        pairs.clear();
        let found = |a, b| pairs.push((a, b));
        match &mut self.0 {
            Kind::BruteForce => return brute_force::bipartite(here, there, found),
            Kind::Sweep(sweep) => sweep.bipartite(here, there, found),
            Kind::BoxPruning(pruning) => pruning.bipartite(here, there, found),
            Kind::Grid(grid) => grid.bipartite(here, there, found),
            Kind::SegmentTree(tree) => tree.bipartite(here, there, found),
        }
        sort_pairs(pairs, here.len());
    }
}

/// Replaces `pairs` by all overlapping pairs of boxes: indices, the smaller one first, sorted.
///
/// ```
/// use kinesweep_sap::{Aabb, one_shot::{Method, overlaps}};
/// let boxes = [0.0, 1.0, 2.5].map(|low| Aabb { min: [low; 3], max: [low + 1.0; 3] });
/// let mut pairs = Vec::new();
/// for method in Method::ALL {
///     overlaps(method, &boxes, &mut pairs);
///     assert_eq!(pairs, [(0, 1)]);
/// }
/// ```
pub fn overlaps<S: Scalar, const D: usize>(method: Method, boxes: &[Aabb<S, D>], pairs: &mut Vec<Pair>) {
    Finder::new(method).overlaps(boxes, pairs);
}

/// Replaces `pairs` by all overlapping pairs of a box of `here` and a box of `there`: indices in
/// the two slices, sorted.
pub fn overlaps_between<S: Scalar, const D: usize>(
    method: Method,
    here: &[Aabb<S, D>],
    there: &[Aabb<S, D>],
    pairs: &mut Vec<(u32, u32)>,
) {
    Finder::new(method).overlaps_between(here, there, pairs);
}
