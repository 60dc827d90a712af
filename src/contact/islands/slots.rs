//! Where bodies stand in a list of some of them.

/// Where bodies stand in a list: a sparse set (Briggs and Torczon, "An efficient representation for sparse
/// sets", 1993). It is not cleared for another list: what it says is checked against the list.
#[derive(Debug, Default)]
pub(super) struct Slots(Vec<u32>);

impl Slots {
    /// Notes where the bodies of a list stand in it. O(length of the list).
    pub(super) fn note(&mut self, list: &[u32]) {
        if let Some(last) = list.iter().max().filter(|last| **last as usize >= self.0.len()) {
            self.0.resize(*last as usize + 1, 0);
        }
        for (slot, body) in list.iter().enumerate() {
            self.0[*body as usize] = slot as u32;
        }
    }

    /// Where a body stands in the list that was noted last; none if it is not in it. O(1).
    #[inline]
    pub(super) fn of(&self, body: u32, list: &[u32]) -> Option<usize> {
        let slot = *self.0.get(body as usize)? as usize;
        (list.get(slot) == Some(&body)).then_some(slot)
    }
}

#[cfg(test)]
mod tests {
    use super::Slots;

    #[test]
    fn bodies_of_the_last_list_are_found() {
        let mut slots = Slots::default();
        for list in [&[7, 3, 5][..], &[3], &[], &[9, 7]] {
            slots.note(list);
            for body in 0..12 {
                assert_eq!(slots.of(body, list), list.iter().position(|other| *other == body));
            }
        }
    }
}
