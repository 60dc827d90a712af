//! The interface of a measured method, and its input.

use kinesweep_sap::{Aabb, Batch, MovingBoxes, MovingBoxesRecipe, Pair};

/// The present boxes, and the changes of the last step.
pub(crate) struct Frame {
    drift: MovingBoxes<f32, 3>,
    pub(crate) batch: Batch<f32, 3>,
    /// All boxes, without gaps, and their ids.
    pub(crate) boxes: Vec<Aabb<f32, 3>>,
    pub(crate) ids: Vec<u32>,
    /// The index of each box among them, by id.
    indices: Vec<u32>,
}

impl Frame {
    pub(crate) fn new(recipe: MovingBoxesRecipe) -> Self {
        let drift = MovingBoxes::new(recipe);
        let batch = drift.filling();
        let mut frame = Self {
            indices: vec![0; drift.numbers()],
            drift,
            batch,
            boxes: Vec::new(),
            ids: Vec::new(),
        };
        frame.enter();
        frame
    }

    /// Advances by a step.
    pub(crate) fn step(&mut self) {
        self.batch.clone_from(self.drift.step());
        for id in &self.batch.removed {
            let index = self.indices[*id as usize] as usize;
            self.boxes.swap_remove(index);
            self.ids.swap_remove(index);
            if let Some(moved) = self.ids.get(index) {
                self.indices[*moved as usize] = index as u32;
            }
        }
        for (id, aabb) in &self.batch.moved {
            self.boxes[self.indices[*id as usize] as usize] = *aabb;
        }
        self.enter();
    }

    fn enter(&mut self) {
        for (id, aabb) in &self.batch.inserted {
            self.indices[*id as usize] = self.ids.len() as u32;
            self.ids.push(*id);
            self.boxes.push(*aabb);
        }
    }

    /// All ids are below this.
    pub(crate) fn numbers(&self) -> usize {
        self.indices.len()
    }

    /// Converts pairs of indices to pairs of ids, sorted.
    pub(crate) fn with_ids(&self, indices: &[Pair]) -> Vec<Pair> {
        let with_ids = |&(one, other): &Pair| (self.ids[one as usize], self.ids[other as usize]);
        sorted(indices.iter().map(with_ids))
    }
}

/// Pairs with the smaller id first, sorted.
pub(crate) fn sorted(pairs: impl Iterator<Item = Pair>) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = pairs.map(|(one, other)| (one.min(other), one.max(other))).collect();
    pairs.sort_unstable();
    pairs
}

/// A method running on a scene.
pub(crate) trait FrameMethod {
    /// The work of a step, timed.
    fn step(&mut self, frame: &Frame);

    /// Work of the harness after a step, not timed.
    fn after_step(&mut self) {}

    /// The pairs that overlap after the last step, sorted.
    fn pairs(&self, frame: &Frame) -> Vec<Pair>;

    /// Whether the method keeps no state between steps.
    fn is_stateless(&self) -> bool {
        false
    }
}

/// A row of the table.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    /// Greatest number of boxes.
    pub(crate) most: u32,
    /// Builds the method with the boxes of an initial frame.
    pub(crate) method: fn(&Frame) -> Box<dyn FrameMethod>,
}
