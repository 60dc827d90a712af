//! The one-shot methods of this crate, which keep no state between steps and return all pairs.

use crate::frame::{Entry, Frame, FrameMethod};
use kinesweep_sap::Pair;
use kinesweep_sap::one_shot::{Grid, GridKind, SegmentTree, Sweep};

/// A method, its function, and the pairs that it found.
struct Rebuilt<M> {
    method: M,
    find: fn(&mut M, &Frame, &mut Vec<Pair>),
    found: Vec<Pair>,
}

impl<M> FrameMethod for Rebuilt<M> {
    fn step(&mut self, frame: &Frame) {
        self.found.clear();
        (self.find)(&mut self.method, frame, &mut self.found);
    }

    fn pairs(&self, frame: &Frame) -> Vec<Pair> {
        frame.with_ids(&self.found)
    }

    fn is_stateless(&self) -> bool {
        true
    }
}

fn rebuilt<M: 'static>(method: M, find: fn(&mut M, &Frame, &mut Vec<Pair>)) -> Box<dyn FrameMethod> {
    Box::new(Rebuilt {
        method,
        find,
        found: Vec::new(),
    })
}

fn grid(kind: GridKind) -> Box<dyn FrameMethod> {
    rebuilt(Grid::<f32, 3>::new(kind), |grid, frame, found| {
        grid.complete(&frame.boxes, |one, other| found.push((one, other)));
    })
}

pub(crate) fn entries() -> Vec<Entry> {
    let entry = |name, method| Entry {
        name,
        most: u32::MAX,
        method,
    };
    vec![
        entry("one-shot sweep on one axis", |_| {
            rebuilt(Sweep::<f32, 3>::default(), |sweep, frame, found| {
                sweep.complete(&frame.boxes, |one, other| found.push((one, other)));
            })
        }),
        entry("one-shot grid, an array of cells", |_| grid(GridKind::Dense)),
        entry("one-shot grid, hashed", |_| grid(GridKind::Hashed)),
        entry("one-shot grid, sorted", |_| grid(GridKind::Sorted)),
        entry("one-shot segment tree", |_| {
            rebuilt(SegmentTree::<f32, 3>::default(), |tree, frame, found| {
                tree.complete(&frame.boxes, |one, other| found.push((one, other)));
            })
        }),
    ]
}
