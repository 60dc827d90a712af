//! The overlaps of many boxes at once, by one sweep along an axis.

use super::super::{Aabb, Scalar};
use super::list::AxisList;

/// The boxes that are open at the position of a sweep, as copies, so that a test reads memory in
/// order.
#[derive(Clone, Debug)]
struct Open<S, const D: usize> {
    ids: Vec<u32>,
    boxes: Vec<Aabb<S, D>>,
}

impl<S, const D: usize> Default for Open<S, D> {
    fn default() -> Self {
        Self {
            ids: Vec::new(),
            boxes: Vec::new(),
        }
    }
}

impl<S: Scalar, const D: usize> Open<S, D> {
    fn for_overlapping(&self, one: &Aabb<S, D>, mut found: impl FnMut(u32)) {
        for (other, &id) in self.boxes.iter().zip(&self.ids) {
            if one.overlaps_branchless(other) {
                found(id);
            }
        }
    }
}

/// Scratch memory of sweeps.
#[derive(Clone, Debug)]
pub(super) struct Sweep<S, const D: usize> {
    /// The open boxes: unmarked and marked ones.
    open: [Open<S, D>; 2],
    /// The index of an open box in its list, by id.
    at: Vec<u32>,
}

impl<S, const D: usize> Default for Sweep<S, D> {
    fn default() -> Self {
        Self {
            open: [Open::default(), Open::default()],
            at: Vec::new(),
        }
    }
}

impl<S: Scalar, const D: usize> Sweep<S, D> {
    /// Scratch: one number for each of `count` boxes, with unspecified values.
    pub(super) fn by_id(&mut self, count: usize) -> &mut [u32] {
        if self.at.len() < count {
            self.at.resize(count, 0);
        }
        &mut self.at
    }

    /// Reports every overlapping pair with at least one marked box.
    ///
    /// A box is compared with those that are open when it opens. O(endpoints + overlaps of marked
    /// boxes on this axis).
    pub(super) fn marked_pairs<const CAP: usize>(
        &mut self,
        list: &AxisList<S, CAP>,
        boxes: &[Aabb<S, D>],
        marked: &[bool],
        mut found: impl FnMut(u32, u32),
    ) {
        self.by_id(boxes.len());
        for key in list.iter() {
            let id = S::owner(key);
            let mark = marked[id as usize];
            if S::is_max(key) {
                let at = self.at[id as usize] as usize;
                let open = &mut self.open[usize::from(mark)];
                open.ids.swap_remove(at);
                open.boxes.swap_remove(at);
                if let Some(&moved) = open.ids.get(at) {
                    self.at[moved as usize] = at as u32;
                }
                continue;
            }
            let one = &boxes[id as usize];
            self.open[1].for_overlapping(one, |other| found(id, other));
            if mark {
                self.open[0].for_overlapping(one, |other| found(id, other));
            }
            let open = &mut self.open[usize::from(mark)];
            self.at[id as usize] = open.ids.len() as u32;
            open.ids.push(id);
            open.boxes.push(*one);
        }
    }

    /// Bytes of memory held.
    pub(super) fn memory(&self) -> usize {
        let open = |open: &Open<S, D>| open.ids.capacity() * size_of::<u32>() + open.boxes.capacity() * size_of::<Aabb<S, D>>();
        self.open.iter().map(open).sum::<usize>() + self.at.capacity() * size_of::<u32>()
    }
}
