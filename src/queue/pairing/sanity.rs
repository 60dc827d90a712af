//! Invariants of a pairing heap between two operations.

use super::{ABSENT, Key, NONE, PairingHeap, Strategy};

impl<K: Key, S: Strategy> PairingHeap<K, S> {
    /// Checks the links, the order along each of them, and the count. O(n).
    ///
    /// # Panics
    /// If the heap is broken, with the position.
    pub fn sanity_check(&self) {
        let mut seen = vec![false; self.nodes.len()];
        // Rows of siblings to walk along: the expected back link of the first, and the first.
        let mut rows = vec![(NONE, self.root), (NONE, self.area_head)];
        let mut count = 0;
        while let Some((parent, first)) = rows.pop() {
            let (mut before, mut handle) = (parent, first);
            while handle != NONE {
                let node = &self.nodes[handle as usize];
                assert!(
                    !std::mem::replace(&mut seen[handle as usize], true),
                    "handle {handle} is linked twice"
                );
                assert_eq!(node.prev, before, "handle {handle} does not link back");
                assert!(node.key.is_ordered(), "handle {handle} has a key without order");
                if parent != NONE {
                    assert!(
                        self.entry(parent).before(&self.entry(handle)),
                        "handle {handle} comes before its parent {parent}"
                    );
                } else if handle != self.root {
                    assert!(
                        !self.entry(handle).before(&self.entry(self.area_first)),
                        "handle {handle} is first in the area"
                    );
                    assert!(
                        node.next != NONE || self.area_tail == handle,
                        "the area does not end at {}",
                        self.area_tail
                    );
                }
                count += 1;
                rows.push((handle, node.child));
                (before, handle) = (handle, node.next);
            }
        }
        assert_eq!(count, self.len, "handles are lost");
        let present = self.nodes.iter().filter(|node| node.prev != ABSENT).count();
        assert_eq!(present, self.len, "some handles are in the queue but not linked");
        assert!(
            S::AUXILIARY || self.area_head == NONE,
            "the plain variant has an auxiliary area"
        );
        assert_eq!(
            self.area_head == NONE,
            self.area_first == NONE,
            "the area is empty and has a first"
        );
        assert_eq!(
            self.area_head == NONE,
            self.area_tail == NONE,
            "the area is empty and has an end"
        );
        let next = self.nodes.get(self.root as usize).map_or(NONE, |root| root.next);
        assert_eq!(next, NONE, "the main root has a sibling");
    }
}
