//! Which boxes a region overlaps, by their places in the sorted lists.

use super::certificate::Node;
use super::sweep::KineticSweep;
use crate::queue::{EventQueue, Time};
use crate::sap::Aabb;

impl<Q: EventQueue<Key = Time> + Default> KineticSweep<Q> {
    /// Whether the lists are sorted for the time `now`: not once they have gone on beyond it.
    pub(super) fn is_sorted_for(&self, now: f64) -> bool {
        self.now <= now && now <= self.next_time()
    }

    /// Appends the bodies whose boxes overlap a region at time `now`, for which the lists must be sorted. The region's places in
    /// the lists are found by bisection; then the shortest part of a list is gone through that names each of these bodies, and
    /// only places are compared. O(log n + that part), at most O(n) integers.
    pub(super) fn overlapping(&self, region: &Aabb<f64, 3>, now: f64, found: &mut Vec<u32>) {
        let range = |axis: usize| {
            let list = &self.lists[axis];
            let first = list.partition_point(|node| node.at(now) < region.min[axis]);
            let end = list.partition_point(|node| node.at(now) <= region.max[axis]);
            [first as u32, end as u32]
        };
        let ranges: [[u32; 2]; 3] = std::array::from_fn(range);
        // A body overlaps the region on an axis if its min stands before the region's end, and its max not before its beginning.
        let overlaps = |body: u32| {
            (0..3).all(|axis| {
                let id = 6 * body as usize + 2 * axis;
                let [first, end] = ranges[axis];
                self.positions[id] < end && self.positions[id + 1] >= first
            })
        };
        let mut take = |nodes: &[Node], is_max: bool| {
            let bodies = nodes.iter().filter(|node| node.is_max() == is_max).map(Node::body);
            found.extend(bodies.filter(|body| overlaps(*body)));
        };
        let (mut shortest, mut side) = (usize::MAX, (0, false));
        for (axis, [first, end]) in ranges.into_iter().enumerate() {
            for (length, is_max) in [(end as usize, false), (self.lists[axis].len() - first as usize, true)] {
                if length < shortest {
                    (shortest, side) = (length, (axis, is_max));
                }
            }
        }
        let (axis, is_max) = side;
        let [first, end] = ranges[axis];
        match is_max {
            true => take(&self.lists[axis][first as usize..], true),
            false => take(&self.lists[axis][..end as usize], false),
        }
    }
}
