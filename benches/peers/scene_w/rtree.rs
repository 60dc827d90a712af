//! `rstar`: an R*-tree of the boxes, rebuilt in each step, or updated.

use crate::frame::{Entry, Frame, FrameMethod, sorted};
use kinesweep_sap::{Aabb, Pair};
use rstar::RTree;
use rstar::primitives::{GeomWithData, Rectangle};

/// Greatest number of boxes for the updated tree: more take a second a step.
const MOST: u32 = 10_000;

type Item = GeomWithData<Rectangle<[f32; 3]>, u32>;

fn item(id: u32, aabb: &Aabb<f32, 3>) -> Item {
    GeomWithData::new(Rectangle::from_corners(aabb.min, aabb.max), id)
}

/// Appends every pair once.
fn find(tree: &RTree<Item>, found: &mut Vec<Pair>) {
    found.clear();
    let candidates = tree.intersection_candidates_with_other_tree(tree);
    found.extend(
        candidates
            .map(|(one, other)| (one.data, other.data))
            .filter(|(one, other)| one < other),
    );
}

#[derive(Default)]
struct Bulk {
    found: Vec<Pair>,
}

impl FrameMethod for Bulk {
    fn step(&mut self, frame: &Frame) {
        let items = frame.ids.iter().zip(&frame.boxes).map(|(id, aabb)| item(*id, aabb));
        find(&RTree::bulk_load(items.collect()), &mut self.found);
    }

    fn pairs(&self, _: &Frame) -> Vec<Pair> {
        sorted(self.found.iter().copied())
    }

    fn is_stateless(&self) -> bool {
        true
    }
}

struct Kept {
    tree: RTree<Item>,
    /// The boxes in the tree, indexed by id.
    boxes: Vec<Aabb<f32, 3>>,
    found: Vec<Pair>,
}

impl Kept {
    fn new(frame: &Frame) -> Self {
        let mut boxes = vec![Aabb::default(); frame.numbers()];
        for (id, aabb) in &frame.batch.inserted {
            boxes[*id as usize] = *aabb;
        }
        let items = frame.batch.inserted.iter().map(|(id, aabb)| item(*id, aabb));
        Self {
            tree: RTree::bulk_load(items.collect()),
            boxes,
            found: Vec::new(),
        }
    }

    fn remove(&mut self, id: u32) {
        let removed = self.tree.remove(&item(id, &self.boxes[id as usize]));
        debug_assert!(removed.is_some());
    }

    fn insert(&mut self, id: u32, aabb: &Aabb<f32, 3>) {
        self.tree.insert(item(id, aabb));
        self.boxes[id as usize] = *aabb;
    }
}

impl FrameMethod for Kept {
    fn step(&mut self, frame: &Frame) {
        for id in &frame.batch.removed {
            self.remove(*id);
        }
        for (id, aabb) in &frame.batch.moved {
            self.remove(*id);
            self.insert(*id, aabb);
        }
        for (id, aabb) in &frame.batch.inserted {
            self.insert(*id, aabb);
        }
        find(&self.tree, &mut self.found);
    }

    fn pairs(&self, _: &Frame) -> Vec<Pair> {
        sorted(self.found.iter().copied())
    }
}

pub(crate) fn entries() -> Vec<Entry> {
    vec![
        Entry {
            name: "`rstar` `RTree`, loaded in bulk",
            most: u32::MAX,
            method: |_| Box::new(Bulk::default()),
        },
        Entry {
            name: "`rstar` `RTree`, kept",
            most: MOST,
            method: |frame| Box::new(Kept::new(frame)),
        },
    ]
}
