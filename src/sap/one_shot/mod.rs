//! One-shot box intersection: all overlaps of boxes that stand still.

pub(crate) mod kernel;
