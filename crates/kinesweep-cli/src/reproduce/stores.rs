//! The broad phases that the figures compare, empty. Each runs on one thread, as in the papers, with the feature `parallel` too:
//! only the processor time of the calling thread is measured.

use kinesweep::sap::{ArraySap, Grid, GridSap, Octree, SegmentedSap, Store};

type Boxed = Box<dyn Store<f32, 3>>;

/// Endpoint arrays with insertion and removal in batches.
pub(super) fn arrays() -> Boxed {
    Box::new(ArraySap::new())
}

/// Segmented interval lists.
pub(super) fn segmented() -> Boxed {
    Box::new(SegmentedSap::<f32, 3>::new())
}

/// Cells of endpoint arrays.
pub(super) fn grid_of_arrays() -> Boxed {
    Box::new(Grid::<f32, 3, ArraySap<f32, 3>>::default().serial())
}

/// Cells of segmented interval lists, laid out as those of arrays.
pub(super) fn grid_of_segmented() -> Boxed {
    Box::new(Grid::<f32, 3, SegmentedSap<f32, 3>>::default().serial())
}

/// The paper's baseline: a dynamic octree.
pub(super) fn octree() -> Boxed {
    Box::new(Octree::<f32, 3>::default())
}

/// What this crate takes: cells swept along one axis.
pub(super) fn grid_of_sweeps() -> Boxed {
    Box::new(GridSap::<f32, 3>::default().serial())
}
