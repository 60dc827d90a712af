//! The addressable pairing heap, in the two-pass and the auxiliary two-pass variant.
//!
//! A pairing heap is a tree in heap order of any shape (Fredman, Sedgewick, Sleator and Tarjan 1986, doi:10.1007/BF01840439). To
//! *link* two trees is to make the root that comes later the first child of the other. The variants are those of Stasko and
//! Vitter, "Pairing heaps: experiments and analysis", Communications of the ACM 30 (1987) 234-249, doi:10.1145/214748.214759.
//!
//! Two-pass ([`TwoPass`]):
//! 1. *Insert* links the new node with the root.
//! 2. *Decrease* cuts the node off its siblings, with all that is below it, and links it with the root.
//! 3. *Delete-min* takes the root away and joins its children in two passes: from left to right they are linked in pairs; from
//!    right to left each pair is linked with what was made of those to its right.
//! 4. *Delete* cuts the node off, joins its children as in step 3, and links the tree with the root.
//!
//! Auxiliary two-pass ([`AuxiliaryTwoPass`]): the trees that insert, decrease and delete make are not linked but listed, beside
//! the main tree, in the *auxiliary area*, whose first root is kept. Delete-min then
//! 1. links the trees of the area in pairs, again and again, until one is left (the multipass method; the order is first in,
//!    first out, so the trees linked are about equal in size);
//! 2. links that with the main tree;
//! 3. takes the root away and joins its children in two passes, as above.
//!
//! So nodes that were inserted one after the other become a balanced tree, not one long row of children, and what was inserted
//! and re-keyed again before the next delete-min was never linked at all.
//!
//! Where we differ: the paper has no increase. Ours leaves the node in place if it has no children, and else deletes and inserts
//! it. A node whose key decreases is cut even if it stays behind its parent, since the parent is not known without walking
//! along the siblings. Ties are broken by handle. Nodes lie in one array, by handle, with links of 32 bits; no recursion
//! anywhere.

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
    /// The sibling or tree before; of a first child the parent; `NONE` of the main root and of the first tree of the area.
    prev: u32,
}

/// An addressable pairing heap after Stasko and Vitter 1987 (doi:10.1145/214748.214759), in the variant that the [`Strategy`] `S`
/// names. [`DaryHeap`](super::DaryHeap) is faster.
///
/// Insert takes O(1), all else that changes it O(log n) amortised; a decrease itself does O(1) of work.
///
/// ```
/// use kinesweep::{EventQueue, PairingHeap, Time, TwoPass};
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
    /// The root in the area that comes first.
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

    /// The handle that comes first, or `NONE`.
    #[inline(always)]
    fn first(&self) -> u32 {
        match (self.root, self.area_first) {
            (root, NONE) => root,
            (NONE, area) => area,
            (root, area) if self.entry(area).before_branchless(&self.entry(root)) => area,
            (root, _) => root,
        }
    }

    /// Links two trees; answers the root. Neither may be `NONE`. The links of the answer to siblings are left as they were.
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

    /// Joins a row of siblings in two passes; answers the root of the tree, or `NONE` of an empty row.
    fn join(&mut self, first: u32) -> u32 {
        // From left to right. The pairs made so far hang together by `prev`, the last one first.
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

    /// Takes a tree into the heap.
    #[inline]
    fn take_in(&mut self, tree: u32) {
        if !S::AUXILIARY {
            self.take_into_main(tree);
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
            self.note_in_area(tree);
        }
    }

    /// Links a tree with the main tree.
    fn take_into_main(&mut self, tree: u32) {
        self.root = if self.root == NONE { tree } else { self.link(self.root, tree) };
        let node = self.node(self.root);
        (node.prev, node.next) = (NONE, NONE);
    }

    /// A root in the area is new there, or its key has decreased.
    #[inline]
    fn note_in_area(&mut self, tree: u32) {
        if self.entry(tree).before_branchless(&self.entry(self.area_first)) {
            self.area_first = tree;
        }
    }

    /// Links the trees of the area in pairs until one is left, and that with the main tree.
    fn empty_area(&mut self) {
        if self.area_head == NONE {
            return;
        }
        // The list is a queue: take two off the head, put their link at the tail. Only `next` matters.
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
        self.take_into_main(head);
    }

    /// Cuts a node that is neither the main root nor in the area off its parent and siblings.
    /// In the area it takes it off the list; then `area_first` must be another.
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

    /// Takes a node out, without its children, and leaves its own links as they fall.
    fn delete(&mut self, handle: u32) {
        if handle == self.area_first {
            // Another must come first in the area; the cheapest way to find it is to need none.
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
            self.take_in(tree);
        }
    }

    /// Inserts a node whose handle is not in the queue but has its place.
    #[inline]
    fn insert(&mut self, handle: u32, key: K) {
        *self.node(handle) = Node {
            key,
            child: NONE,
            next: NONE,
            prev: NONE,
        };
        self.take_in(handle);
    }

    #[cold]
    fn admit(&mut self, handle: u32, key: K) {
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
            self.admit(handle, key);
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
                self.take_in(handle);
            }
        } else if old.before(&key) && !(leaf && handle != self.area_first) {
            // The heap is put in order around the old key.
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
