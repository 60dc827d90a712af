//! Which tight boxes overlap, frame after frame.

use crate::domain::{BoxCopy, Copies, Domain, PeriodicBox};
use crate::sap::{Aabb, Batch, GridSap, Pair, Store, Toggle, difference};

/// The overlaps of one box for each body, kept from frame to frame.
#[derive(Debug)]
pub(super) struct Overlaps {
    boxes: Boxes,
    /// In a periodic domain: what overlaps by some of its images.
    folded: Option<Folded>,
}

/// The overlaps of boxes by their names.
#[derive(Debug, Default)]
struct Boxes {
    grid: GridSap<f64, 3>,
    /// The boxes of the last frame, by name.
    known: Vec<Option<Aabb<f64, 3>>>,
    batch: Batch<f64, 3>,
    /// What began and ended at the last frame, sorted.
    toggles: Vec<Toggle>,
    /// The pairs that overlap, sorted.
    pairs: Vec<Pair>,
    merged: Vec<Pair>,
}

/// The same of bodies whose boxes have copies.
#[derive(Debug)]
struct Folded {
    domain: PeriodicBox,
    pairs: Vec<Pair>,
    before: Vec<Pair>,
    toggles: Vec<Toggle>,
}

impl Overlaps {
    /// In a domain.
    pub(super) fn within(domain: &Domain) -> Self {
        let folded = domain.periodic_box().map(|domain| Folded {
            domain,
            pairs: Vec::new(),
            before: Vec::new(),
            toggles: Vec::new(),
        });
        Self {
            boxes: Boxes::default(),
            folded,
        }
    }

    /// Notes the box of a body at the coming frame.
    #[inline]
    pub(super) fn note(&mut self, body: u32, aabb: Aabb<f64, 3>) {
        match &self.folded {
            None => self.boxes.note(body, Some(aabb)),
            Some(folded) => self.boxes.note_copies(body, &folded.domain.copies_exact(&aabb)),
        }
    }

    /// Brings the pairs up to date with what was noted.
    pub(super) fn update(&mut self) {
        self.boxes.update();
        if let Some(folded) = &mut self.folded {
            folded.update(&self.boxes);
        }
    }

    /// The pairs that overlap, sorted.
    pub(super) fn pairs(&self) -> &[Pair] {
        self.folded.as_ref().map_or(&self.boxes.pairs, |folded| &folded.pairs)
    }

    /// What began and ended at the last update, sorted.
    pub(super) fn changes(&self) -> &[Toggle] {
        self.folded.as_ref().map_or(&self.boxes.toggles, |folded| &folded.toggles)
    }
}

impl Boxes {
    /// Notes a box, or that there is none of this name.
    #[inline]
    fn note(&mut self, name: u32, aabb: Option<Aabb<f64, 3>>) {
        let place = name as usize;
        if self.known.len() <= place {
            self.known.resize(place + 1, None);
        }
        let before = std::mem::replace(&mut self.known[place], aabb);
        match (before, aabb) {
            (None, Some(aabb)) => self.batch.inserted.push((name, aabb)),
            (Some(before), Some(aabb)) if before != aabb => self.batch.moved.push((name, aabb)),
            (Some(_), None) => self.batch.removed.push(name),
            _ => {}
        }
    }

    fn note_copies(&mut self, body: u32, copies: &Copies) {
        let mut boxes = [None; COPIES as usize];
        for copy in copies {
            boxes[number(copy)] = Some(copy.aabb);
        }
        for (number, aabb) in boxes.into_iter().enumerate() {
            self.note(body * COPIES + number as u32, aabb);
        }
    }

    /// Brings the pairs up to date with what was noted.
    fn update(&mut self) {
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
}

impl Folded {
    fn update(&mut self, boxes: &Boxes) {
        self.toggles.clear();
        if boxes.toggles.is_empty() {
            return;
        }
        std::mem::swap(&mut self.before, &mut self.pairs);
        pairs_of_bodies(&boxes.pairs, &mut self.pairs);
        // Where a body comes in at the other side, its copies change, and its overlaps may not.
        difference(&self.before, &self.pairs, &mut self.toggles);
    }
}

/// Most copies of a box: on each of three axes there is a second one or not.
const COPIES: u32 = 8;

/// The number of a copy among all that there may be.
fn number(copy: &BoxCopy) -> usize {
    let [x, y, z] = copy.number;
    (x + 2 * y + 4 * z) as usize
}

/// The pairs of bodies whose copies are paired, sorted, each once.
fn pairs_of_bodies(named: &[Pair], pairs: &mut Vec<Pair>) {
    let body = |name: u32| name / COPIES;
    pairs.clear();
    // The smaller name is that of the earlier body.
    pairs.extend(named.iter().map(|(a, b)| (body(*a), body(*b))).filter(|(a, b)| a != b));
    pairs.sort();
    pairs.dedup();
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Vector3;

    #[test]
    fn pairs_follow_the_boxes() {
        let at = |x: f64| Aabb {
            min: [x, 0.0, 0.0],
            max: [x + 1.0, 1.0, 1.0],
        };
        let mut overlaps = Overlaps::within(&Domain::Open);
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

    #[test]
    fn a_body_that_comes_in_at_the_other_side_keeps_its_overlaps() {
        let domain = Domain::Periodic {
            min: Vector3::zeros(),
            max: Vector3::repeat(4.0),
        };
        let mut overlaps = Overlaps::within(&domain);
        let mut frame = |x: f64, y: f64| {
            for (body, corner) in [Vector3::new(x, y, 3.5), Vector3::new(0.25, 0.25, 0.0)]
                .into_iter()
                .enumerate()
            {
                let aabb = Aabb {
                    min: corner.into(),
                    max: corner.add_scalar(1.0).into(),
                };
                overlaps.note(body as u32, aabb);
            }
            overlaps.update();
            (overlaps.pairs().to_vec(), overlaps.changes().len())
        };
        assert_eq!(frame(2.0, 3.5), (vec![], 0));
        assert_eq!(frame(3.25, 3.5), (vec![(0, 1)], 1));
        assert_eq!(frame(3.75, 3.9375), (vec![(0, 1)], 0));
        assert_eq!(frame(4.0, 4.0), (vec![(0, 1)], 0));
        assert_eq!(frame(-3.0, -3.0), (vec![(0, 1)], 0));
        assert_eq!(frame(5.5, 5.0), (vec![], 1));
    }
}
