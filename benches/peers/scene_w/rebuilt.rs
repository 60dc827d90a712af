//! The one-shot methods of this crate, which know nothing of the step before, and give all pairs.

use crate::lane::{Entrant, Frame, Lane};
use kinesweep_sap::Pair;
use kinesweep_sap::one_shot::{Grid, GridKind, SegmentTree, Sweep};

/// A method, by what it does with boxes, and the pairs that it found.
struct Rebuilt<M> {
    method: M,
    find: fn(&mut M, &Frame, &mut Vec<Pair>),
    found: Vec<Pair>,
}

impl<M> Lane for Rebuilt<M> {
    fn step(&mut self, frame: &Frame) {
        self.found.clear();
        (self.find)(&mut self.method, frame, &mut self.found);
    }

    fn pairs(&self, frame: &Frame) -> Vec<Pair> {
        frame.named(&self.found)
    }

    fn forgets(&self) -> bool {
        true
    }
}

fn rebuilt<M: 'static>(method: M, find: fn(&mut M, &Frame, &mut Vec<Pair>)) -> Box<dyn Lane> {
    Box::new(Rebuilt {
        method,
        find,
        found: Vec::new(),
    })
}

fn grid(kind: GridKind) -> Box<dyn Lane> {
    rebuilt(Grid::<f32, 3>::new(kind), |grid, frame, found| {
        grid.complete(&frame.boxes, |one, other| found.push((one, other)));
    })
}

pub(crate) fn entrants() -> Vec<Entrant> {
    let entrant = |name, lane| Entrant {
        name,
        most: u32::MAX,
        lane,
    };
    vec![
        entrant("one-shot sweep on one axis", |_| {
            rebuilt(Sweep::<f32, 3>::default(), |sweep, frame, found| {
                sweep.complete(&frame.boxes, |one, other| found.push((one, other)));
            })
        }),
        entrant("one-shot grid, an array of cells", |_| grid(GridKind::Dense)),
        entrant("one-shot grid, hashed", |_| grid(GridKind::Hashed)),
        entrant("one-shot grid, sorted", |_| grid(GridKind::Sorted)),
        entrant("one-shot segment tree", |_| {
            rebuilt(SegmentTree::<f32, 3>::default(), |tree, frame, found| {
                tree.complete(&frame.boxes, |one, other| found.push((one, other)));
            })
        }),
    ]
}
