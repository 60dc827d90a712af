//! A uniform grid: boxes that share a cell are compared.
//!
//! 1. Each box is entered in every cell that it touches (Lysenko 2015; Franklin 1989).
//! 2. Two boxes of one cell are compared.
//! 3. A pair that shares several cells is reported only in the smallest of them, in lexicographic
//!    order of coordinates: on each axis that is the larger of the two first cells. An entry
//!    therefore marks the axes on which its box begins in this cell; a pair is reported where on
//!    each axis one of the boxes begins. One comparison of bits decides, before the boxes are read.
//!
//! Three kinds differ in the storage of the cells: an array with a place for each cell
//! ([`GridKind::Dense`]), a hash table of non-empty cells ([`GridKind::Hashed`]), and a list of
//! entries sorted by cell ([`GridKind::Sorted`]).
//!
//! The size of the grid is bounded for every input: coordinates are clamped to a range of cells
//! (the border cells are infinite), which preserves their order and so the rule above; and boxes
//! that touch many cells are not entered, but swept against all boxes ([sweep](super::Sweep)). The
//! result is correct for every input; the method is fast only for boxes of similar size, uniformly
//! distributed.

mod cells;
mod constants;
mod dense;
mod hashed;
mod sorted;

use super::super::{Aabb, Scalar};
use super::Sweep;
use cells::{Cells, Entry};

/// The storage of the cells of a [`Grid`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridKind {
    /// An array with a place for each cell; cells grow until there are not many more of them than
    /// boxes.
    Dense,
    /// A hash table of the cells that are not empty, each with a list.
    Hashed,
    /// A list of entries sorted by cell.
    Sorted,
}

/// A uniform grid, with buffers that are kept between calls.
///
/// ```
/// use kinesweep_sap::{Aabb, one_shot::{Grid, GridKind}};
/// let boxes = [0.0, 1.0, 2.5].map(|low| Aabb { min: [low; 3], max: [low + 1.0; 3] });
/// let mut pairs = Vec::new();
/// Grid::new(GridKind::Hashed).complete(&boxes, |a, b| pairs.push((a, b)));
/// assert_eq!(pairs, [(0, 1)]);
/// ```
#[derive(Clone, Debug)]
pub struct Grid<S, const D: usize> {
    kind: GridKind,
    cell_size: Option<f64>,
    cells: Cells<D>,
    dense: dense::Dense,
    hashed: hashed::Hashed,
    sorted: sorted::Sorted,
    /// Both sets of a bipartite query, one after the other.
    both: Vec<Aabb<S, D>>,
    /// The boxes in the order of their first cells, and their numbers.
    ordered: Vec<Aabb<S, D>>,
    order: Vec<u64>,
    spare: Vec<u64>,
    sweep: Sweep<S, D>,
}

impl<S: Scalar, const D: usize> Grid<S, D> {
    /// A grid that chooses the cell size from a sample of the boxes: the cheapest one by a cost
    /// model.
    #[must_use]
    pub fn new(kind: GridKind) -> Self {
        Self {
            kind,
            cell_size: None,
            cells: Cells::default(),
            dense: dense::Dense::default(),
            hashed: hashed::Hashed::default(),
            sorted: sorted::Sorted::default(),
            both: Vec::new(),
            ordered: Vec::new(),
            order: Vec::new(),
            spare: Vec::new(),
            sweep: Sweep::default(),
        }
    }

    /// A grid of cells of a given size, finite and above zero (else the grid chooses it). Cells of
    /// a dense grid may be larger.
    #[must_use]
    pub fn with_cell_size(kind: GridKind, size: f64) -> Self {
        let given = (size.is_finite() && size > 0.0).then_some(size);
        Self {
            cell_size: given,
            ..Self::new(kind)
        }
    }

    /// Reports all overlapping pairs of boxes, each once, the smaller number first, in unspecified
    /// order.
    pub fn complete(&mut self, boxes: &[Aabb<S, D>], mut report: impl FnMut(u32, u32)) {
        self.run(boxes, None, |a, b| report(a.min(b), a.max(b)));
    }

    /// Reports all overlapping pairs of a box of `here` and a box of `there`, each once, by their
    /// indices in the two slices, in unspecified order.
    pub fn bipartite(&mut self, here: &[Aabb<S, D>], there: &[Aabb<S, D>], mut report: impl FnMut(u32, u32)) {
        let mut both = std::mem::take(&mut self.both);
        both.clear();
        both.extend(here);
        both.extend(there);
        let split = here.len() as u32;
        self.run(&both, Some(split), |a, b| report(a.min(b), a.max(b) - split));
        self.both = both;
    }

    /// Reports the pairs, each once; with a `split`, only those with one index below it and the
    /// other not.
    fn run(&mut self, boxes: &[Aabb<S, D>], split: Option<u32>, mut report: impl FnMut(u32, u32)) {
        self.cells.choose(boxes, self.cell_size, self.kind == GridKind::Dense);
        self.cells.order(boxes, &mut self.order, &mut self.spare);
        let number = |key: u64| key as u32;
        self.ordered.clear();
        self.ordered.extend(self.order.iter().map(|&key| boxes[number(key) as usize]));
        self.cells.cover(&self.ordered);
        let (cells, ordered, order) = (&self.cells, &self.ordered[..], &self.order[..]);
        let side = |place: u32| split.map_or(0, |split| if number(order[place as usize]) < split { 1 } else { 2 });
        let all = Entry::<D>::all(split.is_some());
        let compare = |one: Entry<D>, other: Entry<D>| {
            let (a, b) = (one.number() as usize, other.number() as usize);
            // All comparisons and then one branch that is seldom taken: each of them alone would be
            // unpredictable.
            if (one.marks() | other.marks() == all) & ordered[a].overlaps_branchless(&ordered[b]) {
                report(number(order[a]), number(order[b]));
            }
        };
        match self.kind {
            GridKind::Dense => self.dense.pairs(cells, side, compare),
            GridKind::Hashed => self.hashed.pairs(cells, side, compare),
            GridKind::Sorted => self.sorted.pairs(cells, side, compare),
        }

        let large = &self.cells.large;
        if large.is_empty() {
            return;
        }
        let set: Vec<Aabb<S, D>> = large.iter().map(|&place| ordered[place as usize]).collect();
        self.sweep.bipartite(&set, ordered, |place, b| {
            let a = large[place as usize];
            // Two large boxes find each other twice, and each one finds itself.
            let once = a < b || (a > b && !cells.is_large(b));
            if once && (split.is_none() || side(a) != side(b)) {
                report(number(order[a as usize]), number(order[b as usize]));
            }
        });
    }
}
