//! A uniform grid: boxes that share a cell are compared.
//!
//! 1. Each box is entered in every cell that it touches (Lysenko 2015; Franklin 1989).
//! 2. Two boxes of one cell are compared.
//! 3. A pair that shares several cells is told in the smallest of them only, in lexicographic order of coordinates: on each axis
//!    that is the larger one of the two first cells. An entry therefore says on which axes its box begins in this cell; a pair
//!    is told where each axis has a box that begins there. One comparison of bits decides, before the boxes are looked at.
//!
//! How the cells are kept makes three kinds: an array with a place for each cell ([`GridKind::Dense`]), a hash table of
//! those that are not empty ([`GridKind::Hashed`]), and no cells at all but entries sorted by cell ([`GridKind::Sorted`]).
//!
//! No box may blow up the grid: coordinates are clamped to a range of cells (the border cells are infinite), which keeps
//! their order and so the rule above; and a box that touches many cells is left out, and found by a [sweep](super::Sweep)
//! of all such boxes with all boxes. Right for all input, it is fast only where sizes are alike and the boxes spread
//! evenly.

mod cells;
mod dense;
mod hashed;
mod sorted;

use super::super::{Aabb, Scalar};
use super::Sweep;
use cells::{Cells, Entry};

/// How a [`Grid`] keeps its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridKind {
    /// An array with a place for each cell; cells grow until there are not many more of them than boxes.
    Dense,
    /// A hash table of the cells that are not empty, each with a list.
    Hashed,
    /// A list of entries sorted by cell.
    Sorted,
}

/// A uniform grid, with buffers that it keeps from one use to the next.
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
    /// Both sets of a bipartite question, one behind the other.
    both: Vec<Aabb<S, D>>,
    /// The boxes in the order of their first cells, and what their numbers are.
    ordered: Vec<Aabb<S, D>>,
    order: Vec<u64>,
    spare: Vec<u64>,
    sweep: Sweep<S, D>,
}

impl<S: Scalar, const D: usize> Grid<S, D> {
    /// A grid that chooses the size of its cells by the boxes: the cheapest by a model of the work, from a sample.
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

    /// A grid of cells of a given size, which is finite and above zero (else it is chosen); cells of a dense one may be larger.
    #[must_use]
    pub fn with_cell_size(kind: GridKind, size: f64) -> Self {
        let given = (size.is_finite() && size > 0.0).then_some(size);
        Self {
            cell_size: given,
            ..Self::new(kind)
        }
    }

    /// Tells all pairs of boxes that overlap, each once, the smaller number first, in no order to rely on.
    pub fn complete(&mut self, boxes: &[Aabb<S, D>], mut report: impl FnMut(u32, u32)) {
        self.run(boxes, None, |a, b| report(a.min(b), a.max(b)));
    }

    /// Tells all pairs of a box here and a box there that overlap, each once, by their numbers here and there, in no order
    /// to rely on.
    pub fn bipartite(&mut self, here: &[Aabb<S, D>], there: &[Aabb<S, D>], mut report: impl FnMut(u32, u32)) {
        let mut both = std::mem::take(&mut self.both);
        both.clear();
        both.extend(here);
        both.extend(there);
        let split = here.len() as u32;
        self.run(&both, Some(split), |a, b| report(a.min(b), a.max(b) - split));
        self.both = both;
    }

    /// Tells the pairs, each once; given a `split`, only those with one box below it and one above.
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
        let met = |one: Entry<D>, other: Entry<D>| {
            let (a, b) = (one.number() as usize, other.number() as usize);
            // All comparisons, and one branch that is seldom taken: any of them alone would be hard to foretell.
            if (one.marks() | other.marks() == all) & ordered[a].meets(&ordered[b]) {
                report(number(order[a]), number(order[b]));
            }
        };
        match self.kind {
            GridKind::Dense => self.dense.pairs(cells, side, met),
            GridKind::Hashed => self.hashed.pairs(cells, side, met),
            GridKind::Sorted => self.sorted.pairs(cells, side, met),
        }

        let large = &self.cells.large;
        if large.is_empty() {
            return;
        }
        let set: Vec<Aabb<S, D>> = large.iter().map(|&place| ordered[place as usize]).collect();
        self.sweep.bipartite(&set, ordered, |place, b| {
            let a = large[place as usize];
            // Two large ones find each other twice, and each one finds itself.
            let once = a < b || (a > b && !cells.is_large(b));
            if once && (split.is_none() || side(a) != side(b)) {
                report(number(order[a as usize]), number(order[b as usize]));
            }
        });
    }
}
