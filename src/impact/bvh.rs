//! Bounding volume hierarchy: a binary tree of boxes over the convex parts of a shape, in the
//! body's frame.

use super::rotation::rotated;
use nalgebra::{Matrix3, Vector3};

/// A box by centre and half extents.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) center: Vector3<f64>,
    pub(super) half: Vector3<f64>,
}

impl Block {
    pub(super) fn new(bounds: &[Vector3<f64>; 2]) -> Self {
        Self {
            center: (bounds[0] + bounds[1]) * 0.5,
            half: (bounds[1] - bounds[0]) * 0.5,
        }
    }

    /// The axis-aligned box of this box in axes rotated by `rotation`. `magnitudes` are the
    /// absolute values of its entries.
    pub(super) fn rotated(&self, rotation: &Matrix3<f64>, magnitudes: &Matrix3<f64>) -> Self {
        Self {
            center: rotated(rotation, &self.center),
            half: rotated(magnitudes, &self.half),
        }
    }
}

/// The children of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Below {
    /// One leaf: the number of a convex part.
    Leaf(u32),
    /// Two nodes: the next one in the array, and the one with this index.
    Nodes(u32),
}

#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) block: Block,
    /// Square of the box's half diagonal: the descent splits the larger of two nodes.
    pub(super) size: f64,
    pub(super) below: Below,
}

/// A binary tree in one array, each node before its two subtrees.
#[derive(Clone, Debug)]
pub(super) struct Bvh {
    pub(super) nodes: Vec<Node>,
}

impl Bvh {
    /// Builds the tree over at least one box, splitting at the median of the centres along the
    /// widest axis. O(n log² n).
    pub(super) fn new(bounds: &[[Vector3<f64>; 2]]) -> Self {
        let mut order: Vec<u32> = (0..bounds.len() as u32).collect();
        let mut tree = Self {
            nodes: Vec::with_capacity(2 * bounds.len()),
        };
        tree.build(bounds, &mut order);
        tree
    }

    fn build(&mut self, bounds: &[[Vector3<f64>; 2]], order: &mut [u32]) {
        let of = |leaf: &u32| &bounds[*leaf as usize];
        let union = order.iter().fold(*of(&order[0]), |u, leaf| {
            let [min, max] = of(leaf);
            [u[0].inf(min), u[1].sup(max)]
        });
        let index = self.nodes.len();
        let block = Block::new(&union);
        self.nodes.push(Node {
            block,
            size: block.half.norm_squared(),
            below: Below::Leaf(order[0]),
        });
        if order.len() == 1 {
            return;
        }
        let twice_center = |leaf: &u32| of(leaf)[0] + of(leaf)[1];
        let first = twice_center(&order[0]);
        let spread = order.iter().fold([first, first], |s, leaf| {
            let center = twice_center(leaf);
            [s[0].inf(&center), s[1].sup(&center)]
        });
        let axis = (spread[1] - spread[0]).imax();
        order.sort_by(|p, q| twice_center(p)[axis].total_cmp(&twice_center(q)[axis]).then(p.cmp(q)));
        let (low, high) = order.split_at_mut(order.len() / 2);
        self.build(bounds, low);
        self.nodes[index].below = Below::Nodes(self.nodes.len() as u32);
        self.build(bounds, high);
    }

    /// Checks that every box contains its children's boxes and that every leaf occurs once.
    #[cfg(test)]
    pub(super) fn sanity_check(&self, leaves: usize) {
        let mut count_of = vec![0; leaves];
        for (index, node) in self.nodes.iter().enumerate() {
            match node.below {
                Below::Leaf(leaf) => count_of[leaf as usize] += 1,
                Below::Nodes(second) => {
                    for child in [index + 1, second as usize] {
                        let child = &self.nodes[child].block;
                        let slack = 1e-14 * (node.block.half.norm() + node.block.center.norm());
                        for axis in 0..3 {
                            let apart = (child.center[axis] - node.block.center[axis]).abs();
                            assert!(apart + child.half[axis] <= node.block.half[axis] + slack);
                        }
                    }
                }
            }
        }
        assert!(count_of.iter().all(|&count| count == 1));
    }
}
