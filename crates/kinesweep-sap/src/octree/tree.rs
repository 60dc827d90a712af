//! The nodes, and how boxes enter and leave their lists.

use super::super::{Aabb, Scalar};
use super::constants::{JOIN_SHARE, MAX_DEPTH, MOST_AXES};

/// Marks a node without children.
pub(super) const LEAF: u32 = 0;

/// The index of the root, which contains all of space.
pub(super) const ROOT: u32 = 0;

#[derive(Clone, Debug)]
pub(super) struct Node<S, const D: usize> {
    /// The first of 2^D children, or [`LEAF`]. Bit `axis` of a child's number is set for the part
    /// from the middle on.
    pub(super) children: u32,
    /// The common corner of the children.
    pub(super) middle: [S; D],
    /// Boxes that touch the node and are listed here.
    pub(super) list: Vec<u32>,
}

/// A node with its cube: centre, side and level.
#[derive(Clone, Copy, Debug)]
struct NodeCube<const D: usize> {
    node: u32,
    centre: [f64; D],
    /// Length of a side.
    side: f64,
    level: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Tree<S, const D: usize> {
    pub(super) nodes: Vec<Node<S, D>>,
    /// The first child of each free block.
    free: Vec<u32>,
    capacity: usize,
    centre: [f64; D],
    side: f64,
    /// The number of boxes that the last rebuild left outside. They are infinite, so another
    /// rebuild is useless until there are more.
    outside_after_rebuild: usize,
}

impl<S: Scalar, const D: usize> Tree<S, D> {
    const CHILDREN: usize = 1 << if D > MOST_AXES { MOST_AXES } else { D };

    pub(super) fn new(capacity: usize) -> Self {
        Self {
            nodes: vec![Self::leaf()],
            free: Vec::new(),
            capacity,
            centre: [0.0; D],
            side: 1.0,
            outside_after_rebuild: 0,
        }
    }

    fn leaf() -> Node<S, D> {
        Node {
            children: LEAF,
            middle: [S::default(); D],
            list: Vec::new(),
        }
    }

    /// Removes all boxes. The cube becomes `room` times as wide as the given range.
    pub(super) fn clear(&mut self, low: [f64; D], high: [f64; D], room: f64) {
        self.nodes.clear();
        self.nodes.push(Self::leaf());
        self.free.clear();
        self.outside_after_rebuild = 0;
        let widest = (0..D).map(|axis| high[axis] - low[axis]).fold(0.0, f64::max);
        let side = widest * room;
        // The boxes are one point, their width overflows, or none is finite: any cube is valid.
        self.side = if side > 0.0 && side.is_finite() { side } else { 1.0 };
        self.centre = std::array::from_fn(|axis| {
            let centre = low[axis] / 2.0 + high[axis] / 2.0;
            if centre.is_finite() { centre } else { 0.0 }
        });
    }

    /// Whether a box extends beyond the cube.
    pub(super) fn is_outside(&self, bounds: &Aabb<S, D>) -> bool {
        (0..D).any(|axis| {
            let (low, high) = (self.centre[axis] - self.side / 2.0, self.centre[axis] + self.side / 2.0);
            bounds.min[axis].to_f64() < low || bounds.max[axis].to_f64() > high
        })
    }

    /// Whether a rebuild would leave about as many boxes outside as the last one.
    pub(super) fn would_stay_outside(&self, outside: usize) -> bool {
        outside <= 2 * self.outside_after_rebuild
    }

    /// Records the number of boxes that a rebuild left outside.
    pub(super) fn record_outside(&mut self, outside: usize) {
        self.outside_after_rebuild = outside;
    }

    pub(super) fn memory(&self) -> usize {
        let lists: usize = self.nodes.iter().map(|node| node.list.capacity()).sum();
        self.nodes.capacity() * size_of::<Node<S, D>>() + (lists + self.free.capacity()) * size_of::<u32>()
    }

    fn root(&self) -> NodeCube<D> {
        NodeCube {
            node: ROOT,
            centre: self.centre,
            side: self.side,
            level: 0,
        }
    }

    fn child(&self, of: NodeCube<D>, number: usize) -> NodeCube<D> {
        let quarter = of.side / 4.0;
        NodeCube {
            node: self.nodes[of.node as usize].children + number as u32,
            centre: std::array::from_fn(|axis| of.centre[axis] + if number >> axis & 1 == 1 { quarter } else { -quarter }),
            side: of.side / 2.0,
            level: of.level + 1,
        }
    }

    /// Which children a box touches, as a bit each.
    #[inline]
    pub(super) fn touched(middle: &[S; D], bounds: &Aabb<S, D>) -> u32 {
        let every = u32::MAX >> (u32::BITS - Self::CHILDREN as u32);
        (0..D).fold(every, |touched, axis| {
            // Children on the lower side of this axis: runs of 2^axis bits.
            let lower = u32::MAX / ((1_u64 << (1_u32 << axis)) + 1) as u32;
            let low = if bounds.min[axis] < middle[axis] { lower } else { 0 };
            let high = if bounds.max[axis] >= middle[axis] { !lower } else { 0 };
            touched & (low | high)
        })
    }

    /// The longest side of a box; infinite if a side is NaN.
    fn extent(bounds: &Aabb<S, D>) -> f64 {
        let sides = (0..D).map(|axis| bounds.max[axis].to_f64() - bounds.min[axis].to_f64());
        sides.fold(0.0, |most, side| {
            if side <= most {
                most
            } else if side.is_nan() {
                f64::INFINITY
            } else {
                side
            }
        })
    }

    /// Whether a box of a given extent stays at a node even if the node has children: it is larger
    /// than they are.
    fn stays(at: NodeCube<D>, extent: f64) -> bool {
        extent > at.side / 2.0
    }

    pub(super) fn insert(&mut self, id: u32, boxes: &[Aabb<S, D>]) {
        self.enter(self.root(), id, Self::extent(&boxes[id as usize]), boxes);
    }

    pub(super) fn remove(&mut self, id: u32, bounds: &Aabb<S, D>) {
        self.leave(self.root(), id, Self::extent(bounds), bounds);
    }

    /// A box has moved from its old bounds to those in `boxes`.
    pub(super) fn move_box(&mut self, id: u32, old: &Aabb<S, D>, boxes: &[Aabb<S, D>]) {
        let extents = [Self::extent(old), Self::extent(&boxes[id as usize])];
        self.change(self.root(), id, extents, old, boxes);
    }

    fn enter(&mut self, at: NodeCube<D>, id: u32, extent: f64, boxes: &[Aabb<S, D>]) {
        let bounds = &boxes[id as usize];
        let node = &mut self.nodes[at.node as usize];
        if node.children == LEAF || Self::stays(at, extent) {
            node.list.push(id);
            if node.children == LEAF && node.list.len() > self.capacity {
                self.split(at, boxes);
            }
            return;
        }
        let touched = Self::touched(&node.middle, bounds);
        for number in set_bits(touched) {
            self.enter(self.child(at, number), id, extent, boxes);
        }
    }

    fn leave(&mut self, at: NodeCube<D>, id: u32, extent: f64, bounds: &Aabb<S, D>) {
        let node = &mut self.nodes[at.node as usize];
        if node.children == LEAF || Self::stays(at, extent) {
            let place = node
                .list
                .iter()
                .position(|&other| other == id)
                .expect("a box is in the lists of what it touches");
            node.list.swap_remove(place);
            return;
        }
        let touched = Self::touched(&node.middle, bounds);
        for number in set_bits(touched) {
            self.leave(self.child(at, number), id, extent, bounds);
        }
        self.join(at);
    }

    fn change(&mut self, at: NodeCube<D>, id: u32, extents: [f64; 2], old: &Aabb<S, D>, boxes: &[Aabb<S, D>]) {
        let new = &boxes[id as usize];
        let node = &self.nodes[at.node as usize];
        if node.children == LEAF {
            return;
        }
        match extents.map(|extent| Self::stays(at, extent)) {
            [true, true] => return,
            [false, false] => {}
            _ => {
                self.leave(at, id, extents[0], old);
                self.enter(at, id, extents[1], boxes);
                return;
            }
        }
        let (left, entered) = (Self::touched(&node.middle, old), Self::touched(&node.middle, new));
        for number in set_bits(left | entered) {
            match (left >> number & 1 == 1, entered >> number & 1 == 1) {
                (true, true) => self.change(self.child(at, number), id, extents, old, boxes),
                (true, false) => self.leave(self.child(at, number), id, extents[0], old),
                (false, true) => self.enter(self.child(at, number), id, extents[1], boxes),
                (false, false) => unreachable!("at least one of the two bits is set"),
            }
        }
        if left & !entered != 0 {
            self.join(at);
        }
    }

    /// Splits a leaf with too long a list, if that separates its boxes.
    fn split(&mut self, at: NodeCube<D>, boxes: &[Aabb<S, D>]) {
        if D > MOST_AXES {
            return;
        }
        let middle = at.centre.map(S::from_f64);
        let parts = (0..D).all(|axis| {
            let (low, high) = (at.centre[axis] - at.side / 2.0, at.centre[axis] + at.side / 2.0);
            S::from_f64(low) < middle[axis] && middle[axis] < S::from_f64(high)
        });
        let list = &self.nodes[at.node as usize].list;
        let every = u32::MAX >> (u32::BITS - Self::CHILDREN as u32);
        // A split is useless for boxes that stay or would be in all children.
        let gains = |&id: &u32| {
            let bounds = &boxes[id as usize];
            !Self::stays(at, Self::extent(bounds)) && Self::touched(&middle, bounds) != every
        };
        if at.level == MAX_DEPTH || !parts || list.iter().filter(|id| gains(id)).count() * 2 < list.len() {
            return;
        }
        let children = self.free.pop().unwrap_or_else(|| {
            let children = self.nodes.len() as u32;
            self.nodes.resize_with(self.nodes.len() + Self::CHILDREN, Self::leaf);
            children
        });
        let node = &mut self.nodes[at.node as usize];
        (node.children, node.middle) = (children, middle);
        for id in std::mem::take(&mut node.list) {
            self.enter(at, id, Self::extent(&boxes[id as usize]), boxes);
        }
    }

    /// Makes a node a leaf again if its children list few boxes.
    fn join(&mut self, at: NodeCube<D>) {
        let children = self.nodes[at.node as usize].children as usize;
        let block = children..children + Self::CHILDREN;
        let leaves = self.nodes[block.clone()].iter().all(|child| child.children == LEAF);
        let held: usize = self.nodes[block.clone()].iter().map(|child| child.list.len()).sum();
        let own = self.nodes[at.node as usize].list.len();
        if !leaves || (held + own) as f64 > JOIN_SHARE * self.capacity as f64 {
            return;
        }
        let mut list = std::mem::take(&mut self.nodes[at.node as usize].list);
        for child in block {
            list.append(&mut self.nodes[child].list);
        }
        list.sort_unstable();
        list.dedup();
        let node = &mut self.nodes[at.node as usize];
        (node.children, node.list) = (LEAF, list);
        self.free.push(children as u32);
    }

    /// Checks that each box is in the lists of the nodes that it touches, and in no other.
    pub(super) fn sanity_check(&self, ids: &[u32], boxes: &[Aabb<S, D>]) -> Result<(), String> {
        let mut expected: Vec<Vec<u32>> = vec![Vec::new(); self.nodes.len()];
        for &id in ids {
            let bounds = &boxes[id as usize];
            self.collect_expected_lists(self.root(), id, Self::extent(bounds), bounds, &mut expected);
        }
        for (number, (node, expected)) in self.nodes.iter().zip(&mut expected).enumerate() {
            let mut list = node.list.clone();
            list.sort_unstable();
            expected.sort_unstable();
            if list != *expected {
                return Err(format!("node {number} lists {list:?}, not {expected:?}"));
            }
        }
        let mut free = self.free.clone();
        free.sort_unstable();
        let inner = self.nodes.iter().filter(|node| node.children != LEAF).count();
        if 1 + (inner + free.len()) * Self::CHILDREN != self.nodes.len() || !free.is_sorted_by(|a, b| a < b) {
            return Err(format!(
                "{} nodes, {inner} of them with children, {} blocks free",
                self.nodes.len(),
                free.len()
            ));
        }
        Ok(())
    }

    fn collect_expected_lists(&self, at: NodeCube<D>, id: u32, extent: f64, bounds: &Aabb<S, D>, lists: &mut [Vec<u32>]) {
        let node = &self.nodes[at.node as usize];
        if node.children == LEAF || Self::stays(at, extent) {
            lists[at.node as usize].push(id);
            return;
        }
        for number in 0..Self::CHILDREN {
            if Self::touched(&node.middle, bounds) >> number & 1 == 1 {
                self.collect_expected_lists(self.child(at, number), id, extent, bounds, lists);
            }
        }
    }
}

/// The indices of the set bits, in ascending order.
#[inline]
fn set_bits(word: u32) -> impl Iterator<Item = usize> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let lowest = (rest != 0).then(|| rest.trailing_zeros() as usize);
        rest &= rest.wrapping_sub(1);
        lowest
    })
}
