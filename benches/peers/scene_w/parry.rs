//! `parry3d` (single precision): its tree of boxes, with all offered update methods.

use crate::frame::{Entry, Frame, FrameMethod, sorted};
use hashbrown::HashSet;
use kinesweep_sap::{Aabb, Pair};
use parry3d_f32::bounding_volume::Aabb as ParryAabb;
use parry3d_f32::math::Vector;
use parry3d_f32::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};

/// Margin of boxes in the tree, in widths of a unit cube: one step of a mover, best where all move,
/// and two, best where few move.
const ONE_STEP: f32 = 0.1;
const TWO_STEPS: f32 = 0.2;

/// Greatest number of boxes for a tree that is only refit and never optimised: more take too long.
const MOST: u32 = 10_000;

fn parry(aabb: &Aabb<f32, 3>) -> ParryAabb {
    ParryAabb::new(Vector::from(aabb.min), Vector::from(aabb.max))
}

/// A tree of the exact boxes: leaves are updated, then all nodes above them are refit.
struct Refit {
    tree: Bvh,
    workspace: BvhWorkspace,
    /// Whether a part of the tree is optimised in each step.
    optimises: bool,
    found: Vec<Pair>,
}

impl Refit {
    fn new(frame: &Frame, optimises: bool) -> Self {
        Self {
            tree: full(frame),
            workspace: BvhWorkspace::default(),
            optimises,
            found: Vec::new(),
        }
    }
}

/// A tree of all boxes, with ids as leaves.
fn full(frame: &Frame) -> Bvh {
    let leaves = frame.batch.inserted.iter().map(|(id, aabb)| (*id as usize, parry(aabb)));
    Bvh::from_iter(BvhBuildStrategy::Binned, leaves)
}

impl FrameMethod for Refit {
    fn step(&mut self, frame: &Frame) {
        for id in &frame.batch.removed {
            self.tree.remove(*id);
        }
        for (id, aabb) in frame.batch.moved.iter().chain(&frame.batch.inserted) {
            self.tree.insert_or_update_partially(parry(aabb), *id, 0.0);
        }
        self.tree.refit(&mut self.workspace);
        if self.optimises {
            self.tree.optimize_incremental(&mut self.workspace);
        }
        let found = &mut self.found;
        found.clear();
        self.tree
            .traverse_bvtt_single_tree::<false>(&mut self.workspace, &mut |one, other| found.push((one, other)));
    }

    fn pairs(&self, _: &Frame) -> Vec<Pair> {
        sorted(self.found.iter().copied())
    }
}

/// A tree of boxes with a margin, so that few leaves change; pairs of enlarged boxes are kept in a
/// set, to which changed leaves add, as in Rapier's broad phase. The whole set is tested for pairs
/// that have ended and for exact overlaps.
struct Margin {
    margin: f32,
    tree: Bvh,
    workspace: BvhWorkspace,
    boxes: Vec<Aabb<f32, 3>>,
    candidates: HashSet<Pair>,
    found: Vec<Pair>,
}

impl Margin {
    fn new(frame: &Frame, margin: f32) -> Self {
        let mut method = Self {
            margin,
            tree: full(frame),
            workspace: BvhWorkspace::default(),
            boxes: vec![Aabb::default(); frame.numbers()],
            candidates: HashSet::new(),
            found: Vec::new(),
        };
        for (id, aabb) in &frame.batch.inserted {
            method.boxes[*id as usize] = *aabb;
        }
        let candidates = &mut method.candidates;
        method
            .tree
            .traverse_bvtt_single_tree::<false>(&mut method.workspace, &mut |one, other| {
                candidates.insert((one.min(other), one.max(other)));
            });
        method
    }
}

impl FrameMethod for Margin {
    fn step(&mut self, frame: &Frame) {
        for id in &frame.batch.removed {
            self.tree.remove(*id);
        }
        for (id, aabb) in frame.batch.moved.iter().chain(&frame.batch.inserted) {
            self.tree.insert_or_update_partially(parry(aabb), *id, self.margin);
            self.boxes[*id as usize] = *aabb;
        }
        self.tree.refit(&mut self.workspace);
        let candidates = &mut self.candidates;
        self.tree
            .traverse_bvtt_single_tree::<true>(&mut self.workspace, &mut |one, other| {
                candidates.insert((one.min(other), one.max(other)));
            });
        let (tree, boxes, found) = (&self.tree, &self.boxes, &mut self.found);
        found.clear();
        candidates.retain(|&pair| {
            let (Some(one), Some(other)) = (tree.leaf_node(pair.0), tree.leaf_node(pair.1)) else {
                return false;
            };
            if boxes[pair.0 as usize].overlaps(&boxes[pair.1 as usize]) {
                found.push(pair);
                return true;
            }
            one.intersects(other)
        });
        // Last, since it clears the marks of changed leaves.
        self.tree.optimize_incremental(&mut self.workspace);
    }

    fn pairs(&self, _: &Frame) -> Vec<Pair> {
        sorted(self.found.iter().copied())
    }
}

/// A tree that is rebuilt in each step.
#[derive(Default)]
struct Rebuilt {
    workspace: BvhWorkspace,
    found: Vec<Pair>,
}

impl FrameMethod for Rebuilt {
    fn step(&mut self, frame: &Frame) {
        let leaves = frame.boxes.iter().map(parry).enumerate();
        let tree = Bvh::from_iter(BvhBuildStrategy::Binned, leaves);
        let found = &mut self.found;
        found.clear();
        tree.traverse_bvtt_single_tree::<false>(&mut self.workspace, &mut |one, other| found.push((one, other)));
    }

    fn pairs(&self, frame: &Frame) -> Vec<Pair> {
        frame.with_ids(&self.found)
    }

    fn is_stateless(&self) -> bool {
        true
    }
}

pub(crate) fn entries() -> Vec<Entry> {
    let entry = |name, method| Entry {
        name,
        most: u32::MAX,
        method,
    };
    let slow = |name, method| Entry {
        name,
        most: MOST,
        method,
    };
    vec![
        entry("`parry3d` `Bvh`, margin of a step, optimised", |frame| {
            Box::new(Margin::new(frame, ONE_STEP))
        }),
        entry("`parry3d` `Bvh`, margin of two, optimised", |frame| {
            Box::new(Margin::new(frame, TWO_STEPS))
        }),
        slow("`parry3d` `Bvh`, refit", |frame| Box::new(Refit::new(frame, false))),
        entry("`parry3d` `Bvh`, refit, optimised", |frame| Box::new(Refit::new(frame, true))),
        entry("`parry3d` `Bvh`, rebuilt", |_| Box::new(Rebuilt::default())),
    ]
}
