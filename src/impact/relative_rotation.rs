//! The second of two shapes of convex parts in the axes of the first: its parts and boxes are rotated as far as they are
//! needed.

use super::bvh::{Below, Block};
use super::collider::Parts;
use super::constants::MAX_REFITTED_LEAVES;
use super::convex_part::ConvexPart;
use hashbrown::HashMap;
use nalgebra::{Matrix3, Vector3};
use std::cell::{OnceCell, RefCell};
use std::ops::Deref;
use std::rc::Rc;

/// The rotation from b's axes to a's.
pub(super) struct RelativeRotation {
    pub(super) rotation: Matrix3<f64>,
    /// The absolute values of its entries.
    magnitudes: Matrix3<f64>,
    boxes: Boxes,
    /// Boxes of all nodes about b's rotated parts, computed at first use.
    blocks: OnceCell<Vec<Block>>,
    /// Parts of b that were rotated already: each is tested against many of a.
    leaves: RefCell<HashMap<u32, Rc<ConvexPart>>>,
    /// The same for a shape of one part. Boxed, since it is rarely computed and the struct is
    /// moved.
    single: OnceCell<Box<ConvexPart>>,
}

/// Which boxes of b's tree are about its rotated parts: tighter than boxes about rotated boxes, but they are computed
/// for each pair.
#[derive(Clone, Copy, PartialEq)]
enum Boxes {
    None,
    /// Those of leaves, when they are visited: once each if the other shape is a single part.
    OfLeaves,
    OfNodes,
}

impl RelativeRotation {
    /// The rotation for two shapes. Nothing else is computed yet.
    pub(super) fn new(rotation: Matrix3<f64>, [a, b]: [&Parts; 2]) -> Self {
        Self {
            rotation,
            magnitudes: rotation.map(f64::abs),
            boxes: match b.leaves.len() {
                count if count > MAX_REFITTED_LEAVES => Boxes::None,
                _ if a.leaves.len() == 1 => Boxes::OfLeaves,
                _ => Boxes::OfNodes,
            },
            blocks: OnceCell::new(),
            leaves: RefCell::default(),
            single: OnceCell::new(),
        }
    }

    /// The box of a node of b's tree.
    pub(super) fn block(&self, b: &Parts, node: usize) -> Block {
        let of_node = &b.tree.nodes[node];
        match (self.boxes, of_node.below) {
            (Boxes::OfNodes, _) => self.blocks.get_or_init(|| refitted(b, &self.rotation))[node],
            (Boxes::OfLeaves, Below::Leaf(leaf)) => self.block_of(&b.leaves[leaf as usize]),
            _ => self.rotated(&of_node.block),
        }
    }

    /// The box of one of b's parts.
    pub(super) fn block_of(&self, part: &ConvexPart) -> Block {
        match self.boxes {
            Boxes::None => self.rotated(&Block::new(&part.bounds())),
            Boxes::OfLeaves | Boxes::OfNodes => Block::new(&part.bounds_rotated(&self.rotation)),
        }
    }

    /// The box about a rotated box.
    fn rotated(&self, block: &Block) -> Block {
        block.rotated(&self.rotation, &self.magnitudes)
    }

    /// One of b's parts, rotated. `number`: its number, if there are others.
    pub(super) fn part(&self, part: &ConvexPart, number: Option<u32>) -> InAxes<'_> {
        let rotated = || part.rotated(&self.rotation);
        let Some(number) = number else {
            return InAxes::Own(self.single.get_or_init(|| Box::new(rotated())));
        };
        let mut leaves = self.leaves.borrow_mut();
        InAxes::Rotated(leaves.entry(number).or_insert_with(|| Rc::new(rotated())).clone())
    }
}

/// A convex part in a's axes.
pub(super) enum InAxes<'a> {
    Own(&'a ConvexPart),
    Rotated(Rc<ConvexPart>),
}

impl Deref for InAxes<'_> {
    type Target = ConvexPart;

    fn deref(&self) -> &ConvexPart {
        match self {
            Self::Own(leaf) => leaf,
            Self::Rotated(leaf) => leaf,
        }
    }
}

/// The boxes of a tree's nodes about its parts rotated by `rotation`.
fn refitted(parts: &Parts, rotation: &Matrix3<f64>) -> Vec<Block> {
    let nodes = &parts.tree.nodes;
    // Backwards: each node comes before its two subtrees.
    let mut bounds: Vec<[Vector3<f64>; 2]> = Vec::with_capacity(nodes.len());
    for (index, node) in nodes.iter().enumerate().rev() {
        let of_node = |node: usize| bounds[nodes.len() - 1 - node];
        let of_both = match node.below {
            Below::Leaf(leaf) => parts.leaves[leaf as usize].bounds_rotated(rotation),
            Below::Nodes(second) => {
                let [one, other] = [of_node(index + 1), of_node(second as usize)];
                [one[0].inf(&other[0]), one[1].sup(&other[1])]
            }
        };
        bounds.push(of_both);
    }
    bounds.iter().rev().map(Block::new).collect()
}
