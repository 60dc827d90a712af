//! The addressable pairing heap, in the two-pass and the auxiliary two-pass variant.
//!
//! A pairing heap is a tree in heap order of any shape (Fredman, Sedgewick, Sleator and Tarjan
//! 1986, doi:10.1007/BF01840439). To *link* two trees is to make the root that comes later the
//! first child of the other. The variants are those of Stasko and Vitter, "Pairing heaps:
//! experiments and analysis", Communications of the ACM 30 (1987) 234-249,
//! doi:10.1145/214748.214759.
//!
//! Two-pass ([`TwoPass`]):
//! 1. *Insert* links the new node with the root.
//! 2. *Decrease* cuts the node off its siblings, with its subtree, and links it with the root.
//! 3. *Delete-min* removes the root and joins its children in two passes: from left to right they
//!    are linked in pairs; from right to left each pair is linked with the tree of those to its
//!    right.
//! 4. *Delete* cuts the node off, joins its children as in step 3, and links the tree with the
//!    root.
//!
//! Auxiliary two-pass ([`AuxiliaryTwoPass`]): the trees that insert, decrease and delete make are
//! not linked but listed, separate from the main tree, in the *auxiliary area*. The first root of
//! the area is stored. Delete-min then
//! 1. links the trees of the area in pairs, again and again, until one is left (the multipass
//!    method; the order is first in, first out, so the trees linked are about equal in size);
//! 2. links that with the main tree;
//! 3. removes the root and joins its children in two passes, as above.
//!
//! So nodes that were inserted one after the other become a balanced tree, not one long row of
//! children, and a node that was inserted and re-keyed before the next delete-min was never linked
//! at all.
//!
//! Differences from the paper: it has no increase. Ours leaves a node without children in place,
//! and otherwise deletes and inserts it. A node with a decreased key is cut even if it stays behind
//! its parent, since finding the parent needs a walk along the siblings. Ties are broken by handle.
//! Nodes lie in one array, by handle, with links of 32 bits; there is no recursion.

mod sanity;
mod strategy;

use std::marker::PhantomData;

use super::EventQueue;
use super::key::{Entry, Key};

pub use strategy::{AuxiliaryTwoPass, Strategy, TwoPass};

/// No node.
const NONE: u32 = u32::MAX;
/// In `Node::prev`: the handle is not in the queue.
const ABSENT: u32 = u32::MAX - 1;

/// A node; its handle is its index.
#[derive(Clone, Copy, Debug)]
struct Node<K> {
    key: K,
    /// The first child.
    child: u32,
    /// The next sibling; in the auxiliary area, the next tree.
    next: u32,
    /// The sibling or tree before; of a first child the parent; `NONE` of the main root and of the
    /// first tree of the area.
    prev: u32,
}

/// An addressable pairing heap after Stasko and Vitter 1987 (doi:10.1145/214748.214759), in the
/// variant of the [`Strategy`] `S`. [`DaryHeap`](super::DaryHeap) is faster.
///
/// Insert takes O(1), all other changes O(log n) amortised; a decrease itself does O(1) of work.
///
/// ```
/// use kinesweep::queue::{EventQueue, PairingHeap, Time, TwoPass};
///
/// let mut heap = PairingHeap::<Time, TwoPass>::new();
/// heap.set(0, Time(3.0));
/// heap.set(1, Time(2.0));
/// heap.set(2, Time(2.0));
/// heap.set(0, Time(1.0)); // re-keys handle 0
/// assert_eq!(heap.remove(1), Some(Time(2.0)));
/// assert_eq!(heap.pop(), Some((Time(1.0), 0)));
/// assert_eq!(heap.pop(), Some((Time(2.0), 2)));
/// assert!(heap.is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct PairingHeap<K, S = AuxiliaryTwoPass> {
    nodes: Vec<Node<K>>,
    len: usize,
    /// The root of the main tree.
    root: u32,
    /// The auxiliary area, from its first tree to its last; empty in the plain variant.
    area_head: u32,
    area_tail: u32,
    /// The first root in the area.
    area_first: u32,
    strategy: PhantomData<S>,
}

impl<K, S> Default for PairingHeap<K, S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K, S> PairingHeap<K, S> {
    /// An empty heap, without memory.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            nodes: Vec::new(),
            len: 0,
            root: NONE,
            area_head: NONE,
            area_tail: NONE,
            area_first: NONE,
            strategy: PhantomData,
        }
    }
}

impl<K: Key, S: Strategy> PairingHeap<K, S> {
    #[inline(always)]
    fn node(&mut self, handle: u32) -> &mut Node<K> {
        &mut self.nodes[handle as usize]
    }

    #[inline(always)]
    fn entry(&self, handle: u32) -> Entry<K> {
        Entry {
            key: self.nodes[handle as usize].key,
            handle,
        }
    }

    #[inline(always)]
    fn contains(&self, handle: u32) -> bool {
        self.nodes.get(handle as usize).is_some_and(|node| node.prev != ABSENT)
    }

    /// The first handle, or `NONE`.
    #[inline(always)]
    fn first(&self) -> u32 {
        match (self.root, self.area_first) {
            (root, NONE) => root,
            (NONE, area) => area,
            (root, area) if self.entry(area).before_branchless(&self.entry(root)) => area,
            (root, _) => root,
        }
    }

    /// Links two trees and returns the root. Neither may be `NONE`. The links of the root to
    /// siblings are not changed.
    #[inline]
    fn link(&mut self, a: u32, b: u32) -> u32 {
        let (parent, child) = if self.entry(b).before_branchless(&self.entry(a)) {
            (b, a)
        } else {
            (a, b)
        };
        let next = std::mem::replace(&mut self.node(parent).child, child);
        let node = self.node(child);
        (node.prev, node.next) = (parent, next);
        if let Some(node) = self.nodes.get_mut(next as usize) {
            node.prev = child;
        }
        parent
    }

    /// Joins a row of siblings in two passes. Returns the root of the tree, or `NONE` for an empty
    /// row.
    fn join(&mut self, first: u32) -> u32 {
        // From left to right. The pairs made so far are linked by `prev`, the last one first.
        let (mut rest, mut pairs) = (first, NONE);
        while rest != NONE {
            let a = rest;
            let b = self.node(a).next;
            let pair = if b == NONE {
                rest = NONE;
                a
            } else {
                rest = self.node(b).next;
                self.link(a, b)
            };
            self.node(pair).prev = pairs;
            pairs = pair;
        }
        // From right to left.
        let Some(mut root) = (pairs != NONE).then_some(pairs) else {
            return NONE;
        };
        let mut left = self.node(root).prev;
        while left != NONE {
            let pair = left;
            left = self.node(pair).prev;
            root = self.link(root, pair);
        }
        let node = self.node(root);
        (node.prev, node.next) = (NONE, NONE);
        root
    }

    /// Adds a tree to the heap.
    #[inline]
    fn add_tree(&mut self, tree: u32) {
        if !S::AUXILIARY {
            self.link_with_main(tree);
            return;
        }
        let tail = std::mem::replace(&mut self.area_tail, tree);
        let node = self.node(tree);
        (node.prev, node.next) = (tail, NONE);
        if tail == NONE {
            self.area_head = tree;
            self.area_first = tree;
        } else {
            self.node(tail).next = tree;
            self.update_area_first(tree);
        }
    }

    /// Links a tree with the main tree.
    fn link_with_main(&mut self, tree: u32) {
        self.root = if self.root == NONE { tree } else { self.link(self.root, tree) };
        let node = self.node(self.root);
        (node.prev, node.next) = (NONE, NONE);
    }

    /// Updates the first root of the area after `tree` was added or its key decreased.
    #[inline]
    fn update_area_first(&mut self, tree: u32) {
        if self.entry(tree).before_branchless(&self.entry(self.area_first)) {
            self.area_first = tree;
        }
    }

    /// Links the trees of the area in pairs until one is left, and that with the main tree.
    fn empty_area(&mut self) {
        if self.area_head == NONE {
            return;
        }
        // The list is a queue: take two off the head, append their link at the tail. Only `next` is
        // used.
        let (mut head, mut tail) = (self.area_head, self.area_tail);
        while head != tail {
            let second = self.node(head).next;
            let rest = self.node(second).next;
            let tree = self.link(head, second);
            self.node(tree).next = NONE;
            if rest == NONE {
                head = tree;
                break;
            }
            self.node(tail).next = tree;
            tail = tree;
            head = rest;
        }
        (self.area_head, self.area_tail, self.area_first) = (NONE, NONE, NONE);
        self.link_with_main(head);
    }

    /// Cuts a node that is not the main root off its parent and siblings. A node in the area is
    /// removed from the list; it must not be `area_first`.
    #[inline]
    fn cut(&mut self, handle: u32) {
        let Node { prev, next, .. } = *self.node(handle);
        if next != NONE {
            self.node(next).prev = prev;
        } else if self.area_tail == handle {
            self.area_tail = prev;
        }
        if prev == NONE {
            self.area_head = next;
        } else if self.node(prev).child == handle {
            self.node(prev).child = next;
        } else {
            self.node(prev).next = next;
        }
    }

    /// Removes a node, without its children. Its own links become invalid.
    fn delete(&mut self, handle: u32) {
        if handle == self.area_first {
            // Another root becomes first in the area; emptying the area avoids a search for it.
            self.empty_area();
        }
        let children = self.node(handle).child;
        if handle == self.root {
            self.root = self.join(children);
            return;
        }
        self.cut(handle);
        let tree = self.join(children);
        if tree != NONE {
            self.add_tree(tree);
        }
    }

    /// Inserts a node. Its handle is not in the queue but has a place in the array.
    #[inline]
    fn insert(&mut self, handle: u32, key: K) {
        *self.node(handle) = Node {
            key,
            child: NONE,
            next: NONE,
            prev: NONE,
        };
        self.add_tree(handle);
    }

    #[cold]
    fn extend_handles(&mut self, handle: u32, key: K) {
        assert!(handle < ABSENT, "{handle} is no handle");
        self.nodes.resize(
            handle as usize + 1,
            Node {
                key,
                child: NONE,
                next: NONE,
                prev: ABSENT,
            },
        );
    }
}

impl<K: Key, S: Strategy> EventQueue for PairingHeap<K, S> {
    type Key = K;

    #[inline]
    fn len(&self) -> usize {
        self.len
    }

    #[inline]
    fn peek(&self) -> Option<(K, u32)> {
        let first = self.first();
        (first != NONE).then(|| (self.nodes[first as usize].key, first))
    }

    fn pop(&mut self) -> Option<(K, u32)> {
        self.empty_area();
        let first = self.root;
        let Node { key, child, .. } = *self.nodes.get(first as usize)?;
        self.root = self.join(child);
        self.node(first).prev = ABSENT;
        self.len -= 1;
        Some((key, first))
    }

    fn set(&mut self, handle: u32, key: K) {
        debug_assert!(key.is_ordered(), "a key without order for handle {handle}");
        if handle as usize >= self.nodes.len() {
            self.extend_handles(handle, key);
        }
        let node = self.node(handle);
        if node.prev == ABSENT {
            self.len += 1;
            return self.insert(handle, key);
        }
        let old = std::mem::replace(&mut node.key, key);
        let leaf = node.child == NONE;
        if key.before(&old) {
            if handle != self.root && handle != self.area_first {
                self.cut(handle);
                self.add_tree(handle);
            }
        } else if old.before(&key) && !(leaf && handle != self.area_first) {
            // The heap is in order for the old key.
            self.node(handle).key = old;
            self.delete(handle);
            self.insert(handle, key);
        }
    }

    fn remove(&mut self, handle: u32) -> Option<K> {
        if !self.contains(handle) {
            return None;
        }
        self.delete(handle);
        let node = self.node(handle);
        node.prev = ABSENT;
        let key = node.key;
        self.len -= 1;
        Some(key)
    }

    #[inline]
    fn key(&self, handle: u32) -> Option<K> {
        self.contains(handle).then(|| self.nodes[handle as usize].key)
    }

    fn clear(&mut self) {
        let mut nodes = std::mem::take(&mut self.nodes);
        nodes.clear();
        *self = Self { nodes, ..Self::new() };
    }
}
