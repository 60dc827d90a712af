//! A method that takes part, and what it is given.

use kinesweep_sap::{Aabb, Batch, Drift, DriftRecipe, Pair};

/// The boxes as they are, and what the last step did to them.
pub(crate) struct Frame {
    drift: Drift<f32, 3>,
    pub(crate) batch: Batch<f32, 3>,
    /// All boxes, without gaps, and the number of each.
    pub(crate) boxes: Vec<Aabb<f32, 3>>,
    pub(crate) ids: Vec<u32>,
    /// Where each is among them, by number.
    places: Vec<u32>,
}

impl Frame {
    pub(crate) fn new(recipe: DriftRecipe) -> Self {
        let drift = Drift::new(recipe);
        let batch = drift.filling();
        let mut frame = Self {
            places: vec![0; drift.numbers()],
            drift,
            batch,
            boxes: Vec::new(),
            ids: Vec::new(),
        };
        frame.enter();
        frame
    }

    /// Goes on by a step.
    pub(crate) fn step(&mut self) {
        self.batch.clone_from(self.drift.step());
        for id in &self.batch.removed {
            let place = self.places[*id as usize] as usize;
            self.boxes.swap_remove(place);
            self.ids.swap_remove(place);
            if let Some(moved) = self.ids.get(place) {
                self.places[*moved as usize] = place as u32;
            }
        }
        for (id, aabb) in &self.batch.moved {
            self.boxes[self.places[*id as usize] as usize] = *aabb;
        }
        self.enter();
    }

    fn enter(&mut self) {
        for (id, aabb) in &self.batch.inserted {
            self.places[*id as usize] = self.ids.len() as u32;
            self.ids.push(*id);
            self.boxes.push(*aabb);
        }
    }

    /// All numbers are below this.
    pub(crate) fn numbers(&self) -> usize {
        self.places.len()
    }

    /// Pairs of places among the boxes as pairs of numbers, sorted.
    pub(crate) fn named(&self, places: &[Pair]) -> Vec<Pair> {
        let named = |&(one, other): &Pair| (self.ids[one as usize], self.ids[other as usize]);
        sorted(places.iter().map(named))
    }
}

/// Pairs with the smaller number first, sorted.
pub(crate) fn sorted(pairs: impl Iterator<Item = Pair>) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = pairs.map(|(one, other)| (one.min(other), one.max(other))).collect();
    pairs.sort_unstable();
    pairs
}

/// A method at work on a scene.
pub(crate) trait Lane {
    /// What it does in a step; this is timed.
    fn step(&mut self, frame: &Frame);

    /// What the harness has to do for it after a step; this is not.
    fn settle(&mut self) {}

    /// The pairs that overlap after the last step, sorted.
    fn pairs(&self, frame: &Frame) -> Vec<Pair>;

    /// Whether no step knows of those before.
    fn forgets(&self) -> bool {
        false
    }
}

/// A row.
#[derive(Clone, Copy)]
pub(crate) struct Entrant {
    pub(crate) name: &'static str,
    /// Takes part in scenes of at most so many boxes.
    pub(crate) most: u32,
    /// Makes it, filled with the boxes of a frame that has not stepped yet.
    pub(crate) lane: fn(&Frame) -> Box<dyn Lane>,
}
