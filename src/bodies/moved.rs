//! The bodies with a new piece, before their pairs are predicted again.

use super::Bodies;

/// Bodies with a new piece: a list, and a mark for each place.
#[derive(Debug, Default)]
pub(super) struct Moved {
    list: Vec<u32>,
    marks: Vec<bool>,
}

impl Bodies {
    /// These bodies, in the order in which their pieces began.
    #[inline]
    pub(crate) fn moved(&self) -> &[u32] {
        &self.moved.list
    }

    /// Whether a body is among them. O(1).
    #[inline]
    pub(crate) fn has_moved(&self, index: u32) -> bool {
        self.moved.marks.get(index as usize).copied().unwrap_or(false)
    }

    /// Adds a body that is not among them.
    #[inline]
    pub(crate) fn note_moved(&mut self, index: u32) {
        let (Moved { list, marks }, place) = (&mut self.moved, index as usize);
        if marks.len() <= place {
            marks.resize(place + 1, false);
        }
        marks[place] = true;
        list.push(index);
    }

    /// Removes a body.
    pub(crate) fn forget_moved(&mut self, index: u32) {
        if self.has_moved(index) {
            self.moved.marks[index as usize] = false;
            self.moved.list.retain(|moved| *moved != index);
        }
    }

    /// Removes all of them. The memory is [reused](Self::reuse_moved).
    pub(crate) fn take_moved(&mut self) -> Vec<u32> {
        let Moved { list, marks } = &mut self.moved;
        for index in &*list {
            marks[*index as usize] = false;
        }
        std::mem::take(list)
    }

    /// Takes back the memory of the list.
    pub(crate) fn reuse_moved(&mut self, mut done: Vec<u32>) {
        done.clear();
        self.moved.list = done;
    }
}
