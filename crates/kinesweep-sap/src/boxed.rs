//! Stores as trait objects, without boxes. This crate compiles each of them once, so that a caller
//! neither compiles them again nor measures its own optimisation. Each runs on the calling thread,
//! with the feature `parallel` too.

use crate::{ArraySap, Grid, GridSap, Octree, SegmentedSap, Store};

/// A store of boxes in three dimensions.
pub type Boxed<S> = Box<dyn Store<S, 3>>;

/// Endpoint arrays with insertion and removal in batches.
pub fn arrays() -> Boxed<f32> {
    Box::new(ArraySap::new())
}

/// The same with scalars of 64 bits.
pub fn arrays_f64() -> Boxed<f64> {
    Box::new(ArraySap::new())
}

/// Segmented interval lists.
pub fn segmented() -> Boxed<f32> {
    Box::new(SegmentedSap::<f32, 3>::new())
}

/// A grid with cells of endpoint arrays.
pub fn grid_of_arrays() -> Boxed<f32> {
    Box::new(Grid::<f32, 3, ArraySap<f32, 3>>::default().serial())
}

/// A grid with cells of segmented interval lists.
pub fn grid_of_segmented() -> Boxed<f32> {
    Box::new(Grid::<f32, 3, SegmentedSap<f32, 3>>::default().serial())
}

/// A dynamic octree.
pub fn octree() -> Boxed<f32> {
    Box::new(Octree::<f32, 3>::default())
}

/// [`GridSap`]: a grid with cells that are swept along one axis.
pub fn grid_of_sweeps() -> Boxed<f32> {
    Box::new(GridSap::<f32, 3>::default().serial())
}
