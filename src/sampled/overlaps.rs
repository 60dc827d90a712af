//! Overlapping tight boxes, frame after frame.

use crate::domain::{BoxCopy, Copies, Domain, PeriodicBox};
use crate::sap::{Aabb, Batch, GridSap, Pair, PairChange, Store, difference};

/// The overlaps of one box for each body, updated from frame to frame.
#[derive(Debug)]
pub(super) struct Overlaps {
    boxes: Boxes,
    /// In a periodic domain: the pairs that overlap by some of their images.
    periodic: Option<PeriodicOverlaps>,
}

/// The overlaps of boxes by their names.
#[derive(Debug, Default)]
struct Boxes {
    grid: GridSap<f64, 3>,
    /// The boxes of the last frame, by name.
    boxes_by_name: Vec<Option<Aabb<f64, 3>>>,
    batch: Batch<f64, 3>,
    /// Changes at the last frame, sorted.
    toggles: Vec<PairChange>,
    /// The pairs that overlap, sorted.
    pairs: Vec<Pair>,
    merged: Vec<Pair>,
}

/// The same for bodies with copies of their boxes.
#[derive(Debug)]
struct PeriodicOverlaps {
    domain: PeriodicBox,
    pairs: Vec<Pair>,
    before: Vec<Pair>,
    toggles: Vec<PairChange>,
}

impl Overlaps {
    /// No boxes yet, in a domain.
    pub(super) fn within(domain: &Domain) -> Self {
        let periodic = domain.periodic_box().map(|domain| PeriodicOverlaps {
            domain,
            pairs: Vec::new(),
            before: Vec::new(),
            toggles: Vec::new(),
        });
        Self {
            boxes: Boxes::default(),
            periodic,
        }
    }

    /// Sets the box of a body for the next frame.
    #[inline]
    pub(super) fn note(&mut self, body: u32, aabb: Aabb<f64, 3>) {
        match &self.periodic {
            None => self.boxes.note(body, Some(aabb)),
            Some(periodic) => self.boxes.note_copies(body, &periodic.domain.copies_exact(&aabb)),
        }
    }

    /// Updates the pairs for the new boxes.
    pub(super) fn update(&mut self) {
        self.boxes.update();
        if let Some(periodic) = &mut self.periodic {
            periodic.update(&self.boxes);
        }
    }

    /// The pairs that overlap, sorted.
    pub(super) fn pairs(&self) -> &[Pair] {
        self.periodic.as_ref().map_or(&self.boxes.pairs, |periodic| &periodic.pairs)
    }

    /// Changes at the last update, sorted.
    pub(super) fn changes(&self) -> &[PairChange] {
        self.periodic
            .as_ref()
            .map_or(&self.boxes.toggles, |periodic| &periodic.toggles)
    }
}

impl Boxes {
    /// Sets or removes the box of a name.
    #[inline]
    fn note(&mut self, name: u32, aabb: Option<Aabb<f64, 3>>) {
        let place = name as usize;
        if self.boxes_by_name.len() <= place {
            self.boxes_by_name.resize(place + 1, None);
        }
        let before = std::mem::replace(&mut self.boxes_by_name[place], aabb);
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

    /// Updates the pairs for the new boxes.
    fn update(&mut self) {
        self.toggles.clear();
        self.grid.apply(&self.batch, &mut self.toggles);
        self.batch.clear();
        if self.toggles.is_empty() {
            return;
        }
        self.merged.clear();
        let mut rest = self.pairs.as_slice();
        for PairChange { pair, begins } in &self.toggles {
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

impl PeriodicOverlaps {
    fn update(&mut self, boxes: &Boxes) {
        self.toggles.clear();
        if boxes.toggles.is_empty() {
            return;
        }
        std::mem::swap(&mut self.before, &mut self.pairs);
        pairs_of_bodies(&boxes.pairs, &mut self.pairs);
        // If a body crosses a face, its copies change, but its overlaps may not.
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

/// The pairs of bodies with paired copies, sorted, each once.
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
    fn a_body_that_crosses_a_face_keeps_its_overlaps() {
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
