//! Sweep and prune with swept bounding volumes, frame by frame: the method that Coming and Staadt
//! 2006 compare theirs with (section 2.1 and Figure 7).
//!
//! 1. At the beginning of each frame each moving box is swept over the frame: the smallest box,
//!    fixed in space, that holds it from the frame's beginning to its end.
//! 2. The swept boxes are updated in a grid (see [`sap`](crate::sap)), which reports the pairs that
//!    begin and end.
//! 3. At a change of motion within a frame the body is swept over the rest of it.
//!
//! Where we differ: they keep three sorted lists of all boxes, which costs more.

mod frames;
#[cfg(test)]
mod tests;

pub(crate) use frames::SweptFrames;
