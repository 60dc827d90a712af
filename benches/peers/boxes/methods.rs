//! The measured methods: those of the crate and those of other crates.

use kinesweep_sap::one_shot::{Finder, Method};
use kinesweep_sap::{Aabb, Batch, Octree, Scalar, Store};
use parry3d::bounding_volume::Aabb as ParryAabb;
use parry3d::math::Vector;
use parry3d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{RTree, RTreeObject};

/// A method that finds all overlaps of boxes: pairs of indices, the smaller one first, sorted.
pub(crate) trait BoxMethod<S> {
    /// Replaces the pairs.
    fn overlaps(&mut self, boxes: &[Aabb<S, 3>], pairs: &mut Vec<(u32, u32)>);
}

impl<S: Scalar> BoxMethod<S> for Finder<S, 3> {
    fn overlaps(&mut self, boxes: &[Aabb<S, 3>], pairs: &mut Vec<(u32, u32)>) {
        Finder::overlaps(self, boxes, pairs);
    }
}

/// The crate's octree, rebuilt.
pub(crate) struct NewOctree;

impl<S: Scalar> BoxMethod<S> for NewOctree {
    fn overlaps(&mut self, boxes: &[Aabb<S, 3>], pairs: &mut Vec<(u32, u32)>) {
        let mut tree = Octree::default();
        let inserted = (0..).zip(boxes.iter().copied()).collect();
        tree.apply(
            &Batch {
                inserted,
                ..Batch::default()
            },
            &mut Vec::new(),
        );
        pairs.clear();
        pairs.extend(tree.pairs());
    }
}

/// `rstar`: bulk load, then a query with each box.
pub(crate) struct Rstar;

macro_rules! rstar {
    ($scalar:ty) => {
        impl BoxMethod<$scalar> for Rstar {
            fn overlaps(&mut self, boxes: &[Aabb<$scalar, 3>], pairs: &mut Vec<(u32, u32)>) {
                let leaf = |(number, bounds): (u32, &Aabb<$scalar, 3>)| {
                    GeomWithData::new(Rectangle::from_corners(bounds.min, bounds.max), number)
                };
                let tree: RTree<GeomWithData<Rectangle<[$scalar; 3]>, u32>> =
                    RTree::bulk_load((0..).zip(boxes).map(leaf).collect());
                pairs.clear();
                for one in tree.iter() {
                    for other in tree.locate_in_envelope_intersecting(one.envelope()) {
                        if one.data < other.data {
                            pairs.push((one.data, other.data));
                        }
                    }
                }
                pairs.sort_unstable();
            }
        }
    };
}

rstar!(f32);
rstar!(f64);

/// `parry3d`'s tree of boxes: built, then traversed against itself.
#[derive(Default)]
pub(crate) struct Parry {
    strategy: BvhBuildStrategy,
    workspace: BvhWorkspace,
    leaves: Vec<ParryAabb>,
}

impl Parry {
    /// With a build strategy.
    pub(crate) fn new(strategy: BvhBuildStrategy) -> Self {
        Self {
            strategy,
            ..Self::default()
        }
    }
}

impl BoxMethod<f64> for Parry {
    fn overlaps(&mut self, boxes: &[Aabb<f64, 3>], pairs: &mut Vec<(u32, u32)>) {
        let vector = |[x, y, z]: [f64; 3]| Vector::new(x, y, z);
        self.leaves.clear();
        self.leaves.extend(
            boxes
                .iter()
                .map(|bounds| ParryAabb::new(vector(bounds.min), vector(bounds.max))),
        );
        let tree = Bvh::from_leaves(self.strategy, &self.leaves);
        pairs.clear();
        tree.traverse_bvtt_single_tree::<false>(&mut self.workspace, &mut |a, b| pairs.push((a.min(b), a.max(b))));
        pairs.sort_unstable();
    }
}

/// A row of the table: a method with its name, its greatest number of boxes, and its constructor.
pub(crate) struct Entry<S> {
    /// The name in the table.
    pub(crate) name: &'static str,
    /// Greatest number of boxes; more would take too long.
    pub(crate) most: usize,
    /// The method.
    pub(crate) own: Box<dyn BoxMethod<S>>,
}

/// The crate's methods. The first is the sweep, the reference of the ratios.
pub(crate) fn ours<S: Scalar>() -> Vec<Entry<S>> {
    let mut methods = Method::ALL.to_vec();
    methods.sort_by_key(|&method| method != Method::Sweep);
    let mut all: Vec<Entry<S>> = methods
        .into_iter()
        .map(|method| Entry {
            name: method.name(),
            most: if method == Method::BruteForce { 1_000 } else { usize::MAX },
            own: Box::new(Finder::<S, 3>::new(method)),
        })
        .collect();
    all.push(Entry {
        name: "octree, rebuilt",
        most: usize::MAX,
        own: Box::new(NewOctree),
    });
    all
}

/// The methods of other crates, in double precision.
pub(crate) fn theirs() -> Vec<Entry<f64>> {
    vec![
        Entry {
            name: "`rstar`",
            most: usize::MAX,
            own: Box::new(Rstar),
        },
        Entry {
            name: "`parry3d` `Bvh`, binned",
            most: usize::MAX,
            own: Box::new(Parry::new(BvhBuildStrategy::Binned)),
        },
        Entry {
            name: "`parry3d` `Bvh`, PLOC",
            most: usize::MAX,
            own: Box::new(Parry::new(BvhBuildStrategy::Ploc)),
        },
    ]
}

/// The methods of other crates, in single precision.
pub(crate) fn theirs_single() -> Vec<Entry<f32>> {
    vec![Entry {
        name: "`rstar`",
        most: usize::MAX,
        own: Box::new(Rstar),
    }]
}
