//! Which tight boxes overlap, frame after frame.

use crate::sap::{Aabb, Batch, GridSap, Pair, Store, Toggle};

/// The overlaps of one box for each body, kept from frame to frame.
#[derive(Debug, Default)]
pub(super) struct Overlaps {
    grid: GridSap<f64, 3>,
    /// The boxes of the last frame, by body.
    boxes: Vec<Option<Aabb<f64, 3>>>,
    batch: Batch<f64, 3>,
    /// What began and ended at the last frame, sorted.
    toggles: Vec<Toggle>,
    /// The pairs that overlap, sorted.
    pairs: Vec<Pair>,
    merged: Vec<Pair>,
}

impl Overlaps {
    /// Notes the box of a body at the coming frame.
    #[inline]
    pub(super) fn note(&mut self, body: u32, aabb: Aabb<f64, 3>) {
        let place = body as usize;
        if self.boxes.len() <= place {
            self.boxes.resize(place + 1, None);
        }
        let before = self.boxes[place].replace(aabb);
        match before {
            None => self.batch.inserted.push((body, aabb)),
            Some(before) if before != aabb => self.batch.moved.push((body, aabb)),
            Some(_) => {}
        }
    }

    /// Brings the pairs up to date with what was noted.
    pub(super) fn update(&mut self) {
        self.toggles.clear();
        self.grid.apply(&self.batch, &mut self.toggles);
        self.batch.clear();
        if self.toggles.is_empty() {
            return;
        }
        self.merged.clear();
        let mut rest = self.pairs.as_slice();
        for Toggle { pair, begins } in &self.toggles {
            let (before, after) = rest.split_at(rest.partition_point(|kept| kept < pair));
            self.merged.extend_from_slice(before);
            if *begins {
                self.merged.push(*pair);
            }
            rest = if *begins { after } else { &after[1..] };
        }
        self.merged.extend_from_slice(rest);
        std::mem::swap(&mut self.pairs, &mut self.merged);
    }

    /// The pairs that overlap, sorted.
    pub(super) fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// What began and ended at the last update, sorted.
    pub(super) fn changes(&self) -> &[Toggle] {
        &self.toggles
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_follow_the_boxes() {
        let at = |x: f64| Aabb {
            min: [x, 0.0, 0.0],
            max: [x + 1.0, 1.0, 1.0],
        };
        let mut overlaps = Overlaps::default();
        let mut frame = |xs: [f64; 4]| {
            for (body, x) in xs.into_iter().enumerate() {
                overlaps.note(body as u32, at(x));
            }
            overlaps.update();
            (overlaps.pairs().to_vec(), overlaps.changes().len())
        };
        assert_eq!(frame([0.0, 1.0, 2.0, 9.0]), (vec![(0, 1), (1, 2)], 2));
        assert_eq!(frame([0.0, 1.0, 2.0, 9.0]), (vec![(0, 1), (1, 2)], 0));
        assert_eq!(frame([0.0, 1.5, 2.0, 0.5]), (vec![(0, 3), (1, 2), (1, 3)], 3));
        assert_eq!(frame([8.0, 5.0, 2.0, 0.5]), (vec![], 3));
    }
}
