//! The nodes, and how boxes enter and leave their lists.

use super::super::{Aabb, Scalar};

/// Levels below the root at most; middles that no longer differ from the border end the tree before.
const MOST_LEVELS: u32 = 24;

/// Children are joined when they hold no more than this share of a leaf's capacity together: room for change before the
/// next split.
const JOIN: f64 = 0.5;

/// Dimensions up to which nodes are split: a bit for each child fits a word. In more, all boxes are in one list.
const MOST_AXES: usize = 5;

/// No children.
pub(super) const LEAF: u32 = 0;

/// The node of all of space.
pub(super) const ROOT: u32 = 0;

#[derive(Clone, Debug)]
pub(super) struct Node<S, const D: usize> {
    /// The first of 2^D children, or [`LEAF`]. Bit `axis` of a child's number tells the part from the middle on.
    pub(super) children: u32,
    /// Where children part.
    pub(super) middle: [S; D],
    /// Boxes that touch it and stay here.
    pub(super) list: Vec<u32>,
}

/// Where a node is: its level, and its centre in its cube.
#[derive(Clone, Copy, Debug)]
struct At<const D: usize> {
    node: u32,
    centre: [f64; D],
    /// Length of a side.
    side: f64,
    level: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Tree<S, const D: usize> {
    pub(super) nodes: Vec<Node<S, D>>,
    /// First children of blocks that are free.
    free: Vec<u32>,
    capacity: usize,
    centre: [f64; D],
    side: f64,
    /// A tree made anew left so many boxes outside: they are infinite, and to build again is of no use until there are more.
    hopeless: usize,
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
            hopeless: 0,
        }
    }

    fn leaf() -> Node<S, D> {
        Node {
            children: LEAF,
            middle: [S::default(); D],
            list: Vec::new(),
        }
    }

    /// Forgets all boxes; the cube becomes `room` times the range given.
    pub(super) fn clear(&mut self, low: [f64; D], high: [f64; D], room: f64) {
        self.nodes.clear();
        self.nodes.push(Self::leaf());
        self.free.clear();
        self.hopeless = 0;
        let widest = (0..D).map(|axis| high[axis] - low[axis]).fold(0.0, f64::max);
        let side = widest * room;
        // A world of one point, or one too wide for its width to be a number, or nothing finite: any cube does.
        self.side = if side > 0.0 && side.is_finite() { side } else { 1.0 };
        self.centre = std::array::from_fn(|axis| {
            let centre = low[axis] / 2.0 + high[axis] / 2.0;
            if centre.is_finite() { centre } else { 0.0 }
        });
    }

    /// Whether a box reaches out of the cube.
    pub(super) fn is_outside(&self, bounds: &Aabb<S, D>) -> bool {
        (0..D).any(|axis| {
            let (low, high) = (self.centre[axis] - self.side / 2.0, self.centre[axis] + self.side / 2.0);
            bounds.min[axis].to_f64() < low || bounds.max[axis].to_f64() > high
        })
    }

    /// Whether so many boxes outside would be outside again.
    pub(super) fn is_hopeless(&self, outside: usize) -> bool {
        outside <= 2 * self.hopeless
    }

    pub(super) fn give_up_at(&mut self, outside: usize) {
        self.hopeless = outside;
    }

    pub(super) fn memory(&self) -> usize {
        let lists: usize = self.nodes.iter().map(|node| node.list.capacity()).sum();
        self.nodes.capacity() * size_of::<Node<S, D>>() + (lists + self.free.capacity()) * size_of::<u32>()
    }

    fn root(&self) -> At<D> {
        At {
            node: ROOT,
            centre: self.centre,
            side: self.side,
            level: 0,
        }
    }

    fn child(&self, of: At<D>, number: usize) -> At<D> {
        let quarter = of.side / 4.0;
        At {
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

    /// The longest side of a box; infinite if it has no length.
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

    /// Whether a box of some extent stays at a node even if that has children: it is larger than they are.
    fn stays(at: At<D>, extent: f64) -> bool {
        extent > at.side / 2.0
    }

    pub(super) fn insert(&mut self, name: u32, boxes: &[Aabb<S, D>]) {
        self.enter(self.root(), name, Self::extent(&boxes[name as usize]), boxes);
    }

    pub(super) fn remove(&mut self, name: u32, bounds: &Aabb<S, D>) {
        self.leave(self.root(), name, Self::extent(bounds), bounds);
    }

    /// A box has moved from its old bounds to those in `boxes`.
    pub(super) fn shift(&mut self, name: u32, old: &Aabb<S, D>, boxes: &[Aabb<S, D>]) {
        let extents = [Self::extent(old), Self::extent(&boxes[name as usize])];
        self.change(self.root(), name, extents, old, boxes);
    }

    fn enter(&mut self, at: At<D>, name: u32, extent: f64, boxes: &[Aabb<S, D>]) {
        let bounds = &boxes[name as usize];
        let node = &mut self.nodes[at.node as usize];
        if node.children == LEAF || Self::stays(at, extent) {
            node.list.push(name);
            if node.children == LEAF && node.list.len() > self.capacity {
                self.split(at, boxes);
            }
            return;
        }
        let touched = Self::touched(&node.middle, bounds);
        for number in ones(touched) {
            self.enter(self.child(at, number), name, extent, boxes);
        }
    }

    fn leave(&mut self, at: At<D>, name: u32, extent: f64, bounds: &Aabb<S, D>) {
        let node = &mut self.nodes[at.node as usize];
        if node.children == LEAF || Self::stays(at, extent) {
            let place = node
                .list
                .iter()
                .position(|&other| other == name)
                .expect("a box is in the lists of what it touches");
            node.list.swap_remove(place);
            return;
        }
        let touched = Self::touched(&node.middle, bounds);
        for number in ones(touched) {
            self.leave(self.child(at, number), name, extent, bounds);
        }
        self.join(at);
    }

    fn change(&mut self, at: At<D>, name: u32, extents: [f64; 2], old: &Aabb<S, D>, boxes: &[Aabb<S, D>]) {
        let new = &boxes[name as usize];
        let node = &self.nodes[at.node as usize];
        if node.children == LEAF {
            return;
        }
        match extents.map(|extent| Self::stays(at, extent)) {
            [true, true] => return,
            [false, false] => {}
            _ => {
                self.leave(at, name, extents[0], old);
                self.enter(at, name, extents[1], boxes);
                return;
            }
        }
        let (left, entered) = (Self::touched(&node.middle, old), Self::touched(&node.middle, new));
        for number in ones(left | entered) {
            match (left >> number & 1 == 1, entered >> number & 1 == 1) {
                (true, true) => self.change(self.child(at, number), name, extents, old, boxes),
                (true, false) => self.leave(self.child(at, number), name, extents[0], old),
                (false, true) => self.enter(self.child(at, number), name, extents[1], boxes),
                (false, false) => unreachable!("of the two, one at least"),
            }
        }
        if left & !entered != 0 {
            self.join(at);
        }
    }

    /// Splits a leaf whose list is too long, if that can part its boxes.
    fn split(&mut self, at: At<D>, boxes: &[Aabb<S, D>]) {
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
        // Boxes that stay, or would go to all children, gain nothing by a split: some must go to fewer.
        let gains = |&name: &u32| {
            let bounds = &boxes[name as usize];
            !Self::stays(at, Self::extent(bounds)) && Self::touched(&middle, bounds) != every
        };
        if at.level == MOST_LEVELS || !parts || list.iter().filter(|name| gains(name)).count() * 2 < list.len() {
            return;
        }
        let children = self.free.pop().unwrap_or_else(|| {
            let children = self.nodes.len() as u32;
            self.nodes.resize_with(self.nodes.len() + Self::CHILDREN, Self::leaf);
            children
        });
        let node = &mut self.nodes[at.node as usize];
        (node.children, node.middle) = (children, middle);
        for name in std::mem::take(&mut node.list) {
            self.enter(at, name, Self::extent(&boxes[name as usize]), boxes);
        }
    }

    /// Makes a node a leaf again if its children hold few boxes.
    fn join(&mut self, at: At<D>) {
        let children = self.nodes[at.node as usize].children as usize;
        let block = children..children + Self::CHILDREN;
        let leaves = self.nodes[block.clone()].iter().all(|child| child.children == LEAF);
        let held: usize = self.nodes[block.clone()].iter().map(|child| child.list.len()).sum();
        let own = self.nodes[at.node as usize].list.len();
        if !leaves || (held + own) as f64 > JOIN * self.capacity as f64 {
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

    /// Checks that each box is in the lists where it belongs, and nowhere else.
    pub(super) fn sanity_check(&self, names: &[u32], boxes: &[Aabb<S, D>]) -> Result<(), String> {
        let mut expected: Vec<Vec<u32>> = vec![Vec::new(); self.nodes.len()];
        for &name in names {
            let bounds = &boxes[name as usize];
            self.belongs(self.root(), name, Self::extent(bounds), bounds, &mut expected);
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

    fn belongs(&self, at: At<D>, name: u32, extent: f64, bounds: &Aabb<S, D>, lists: &mut [Vec<u32>]) {
        let node = &self.nodes[at.node as usize];
        if node.children == LEAF || Self::stays(at, extent) {
            lists[at.node as usize].push(name);
            return;
        }
        for number in 0..Self::CHILDREN {
            if Self::touched(&node.middle, bounds) >> number & 1 == 1 {
                self.belongs(self.child(at, number), name, extent, bounds, lists);
            }
        }
    }
}

/// The numbers of the bits that are set, in ascending order.
#[inline]
fn ones(word: u32) -> impl Iterator<Item = usize> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let lowest = (rest != 0).then(|| rest.trailing_zeros() as usize);
        rest &= rest.wrapping_sub(1);
        lowest
    })
}
