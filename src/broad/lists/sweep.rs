//! Kinetic sweep and prune (Coming and Staadt 2006, sections 4.1 to 4.3, DOI
//! 10.1016/j.cag.2006.02.011).
//!
//! 1. Each axis has a list of the 2n endpoints of the moving boxes, sorted at all times (their
//!    Figure 3).
//! 2. Each pair of neighbours has a certificate, left <= right. Its failure time is in one queue
//!    for all axes. The handle of a certificate is its left endpoint.
//! 3. When a certificate fails the two endpoints swap (Figure 4): three certificates are new. Where
//!    a max and a min swap, an overlap on that axis begins or ends, and the positions in the other
//!    two lists, integers, decide whether the boxes do.
//! 4. When the motion of a body changes, its endpoints move to their places (none moves unless the
//!    body jumped) and up to twelve certificates are computed again (Figure 5).
//!
//! Where we differ: the acceleration term has its physical factor 1/2 (half their Eq. 1's
//! coefficient); differences are re-based at the present before they are solved, so that times far
//! from 0 lose nothing; one queue for three axes; and the queue is a d-ary heap, measured to be
//! faster than their pairing heap, which can be chosen by [`SwapQueue`](super::SwapQueue).

use super::certificate::{Node, failure_time, next_failure_time};
use super::constants::ABSENT;
use crate::broad::change::{PairChange, pair_change};
use crate::motion::bounds::Bounds;
use crate::queue::{EventQueue, Queue, Time};

/// A kinetic sorted list per axis, and the queue of swaps. Times are in seconds.
///
/// The caller names bodies by small integers; memory is proportional to the largest. Costs, with n
/// bodies: a swap O(log n), a new motion O(log n), insertion and removal of one body O(n), of many
/// at once O(n log n) for all.
///
/// ```
/// use kinesweep::broad::{KineticSweep, PairChange};
/// use kinesweep::motion::Bounds;
/// use nalgebra::Vector3;
/// let cube = |x: f64, v: f64| {
///     let (centre, half) = (Vector3::x() * x, Vector3::repeat(0.5));
///     Bounds::moving(0.0, centre - half, centre + half, Vector3::x() * v)
/// };
/// let (mut sweep, mut changes) = (KineticSweep::new(), Vec::new());
/// sweep.insert(&[(0, cube(0.0, 0.0)), (1, cube(5.0, -2.0))], 0.0, &mut changes);
/// assert!(changes.is_empty());
/// assert_eq!(sweep.advance(10.0, &mut changes), 2.0);
/// assert_eq!(changes, [PairChange { pair: (0, 1), begins: true }]);
/// ```
#[derive(Clone, Debug)]
pub struct KineticSweep<Q = Queue<Time>> {
    pub(super) lists: [Vec<Node>; 3],
    /// Position in its list of each endpoint, by id.
    pub(super) positions: Vec<u32>,
    pub(super) queue: Q,
    pub(super) now: f64,
    pub(super) swaps: u64,
    pub(super) certificates: u64,
}

impl<Q: EventQueue<Key = Time> + Default> Default for KineticSweep<Q> {
    fn default() -> Self {
        Self {
            lists: Default::default(),
            positions: Vec::new(),
            queue: Q::default(),
            now: f64::NEG_INFINITY,
            swaps: 0,
            certificates: 0,
        }
    }
}

impl KineticSweep {
    /// Empty lists, on the default queue.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl<Q: EventQueue<Key = Time> + Default> KineticSweep<Q> {
    /// Empty lists on a given queue, which must be empty.
    pub fn with_queue(queue: Q) -> Self {
        Self {
            queue,
            ..Self::default()
        }
    }

    /// The number of bodies.
    pub fn len(&self) -> usize {
        self.lists[0].len() / 2
    }

    /// Whether there are no bodies.
    pub fn is_empty(&self) -> bool {
        self.lists[0].is_empty()
    }

    /// Swaps done so far.
    pub fn swaps(&self) -> u64 {
        self.swaps
    }

    /// Certificates computed so far.
    pub fn certificates(&self) -> u64 {
        self.certificates
    }

    /// The queue.
    pub fn queue(&self) -> &Q {
        &self.queue
    }

    /// Time of the next swap, in seconds; infinite if there is none. O(1).
    pub fn next_time(&self) -> f64 {
        self.queue.peek().map_or(f64::INFINITY, |(time, _)| time.0)
    }

    /// Swaps up to time `until`, in seconds, and returns early after the first swap that changed a
    /// pair. Returns the time reached. O(log n) a swap.
    pub fn advance(&mut self, until: f64, changes: &mut Vec<PairChange>) -> f64 {
        self.advance_some(until, usize::MAX, changes)
    }

    /// The same by `swaps` swaps at most; the time reached is then that of the last one.
    pub(crate) fn advance_some(&mut self, until: f64, swaps: usize, changes: &mut Vec<PairChange>) -> f64 {
        let (before, last) = (changes.len(), self.swaps.saturating_add(swaps as u64));
        while let Some((Time(time), handle)) = self.queue.peek() {
            if time > until {
                break;
            }
            self.now = time;
            self.swap_failed(handle, changes);
            if changes.len() > before || self.swaps >= last {
                return time;
            }
        }
        self.now = self.now.max(until);
        until
    }

    /// Whether the boxes of two bodies overlap, by their positions in the lists; false if one of
    /// them is absent. O(1).
    pub fn overlap(&self, a: u32, b: u32) -> bool {
        self.contains(a) && self.contains(b) && (0..3).all(|axis| self.overlap_on(axis, a, b))
    }

    #[inline]
    fn overlap_on(&self, axis: u32, a: u32, b: u32) -> bool {
        let (a, b) = ((6 * a + 2 * axis) as usize, (6 * b + 2 * axis) as usize);
        let p = &self.positions;
        p[a] < p[b + 1] && p[b] < p[a + 1]
    }

    /// Whether the body is in the lists.
    pub fn contains(&self, body: u32) -> bool {
        self.positions.get(6 * body as usize).is_some_and(|p| *p != ABSENT)
    }

    /// Gives a body new bounds from time `now` on. Its endpoints move past others where the bounds
    /// jumped; up to twelve certificates are computed again. O(log n), and O(n) for a jump.
    ///
    /// # Panics
    /// If the body is not in the lists, or `now` lies before the time reached or beyond the next
    /// swap.
    pub fn update(&mut self, body: u32, bounds: &Bounds, now: f64, changes: &mut Vec<PairChange>) {
        assert!(self.contains(body), "body {body} is not in the lists");
        self.go_to(now);
        for axis in 0..3 {
            for (side, motion) in [bounds.min[axis], bounds.max[axis]].into_iter().enumerate() {
                let id = 6 * body + 2 * axis as u32 + side as u32;
                let position = self.positions[id as usize] as usize;
                let node = &mut self.lists[axis][position];
                (node.epoch, node.motion) = (bounds.epoch, motion);
            }
            // A box that jumps to the right moves its max first, so that its min never passes it.
            let rightward = {
                let position = self.positions[(6 * body + 2 * axis as u32 + 1) as usize] as usize;
                let list = &self.lists[axis];
                list.get(position + 1)
                    .is_some_and(|next| next.at(now) < list[position].at(now))
            };
            for side in if rightward { [1, 0] } else { [0, 1] } {
                self.restore_order(axis, 6 * body + 2 * axis as u32 + side, changes);
            }
        }
    }

    pub(super) fn go_to(&mut self, now: f64) {
        assert!(
            now >= self.now && now <= self.next_time(),
            "time {now} is not between the time reached, {}, and the next swap",
            self.now
        );
        self.now = now;
    }

    /// Moves an endpoint of new motion to its place in the order, and renews the certificates
    /// next to it.
    fn restore_order(&mut self, axis: usize, id: u32, changes: &mut Vec<PairChange>) {
        let start = self.positions[id as usize] as usize;
        let mut at = start;
        let value = self.lists[axis][at].at(self.now);
        while at > 0 && self.lists[axis][at - 1].at(self.now) > value {
            at -= 1;
            self.exchange(axis, at, changes);
        }
        while at + 1 < self.lists[axis].len() && self.lists[axis][at + 1].at(self.now) < value {
            self.exchange(axis, at, changes);
            at += 1;
        }
        // Its old neighbours are neighbours of each other now; those between have moved along by
        // one, together.
        for left in [start.wrapping_sub(1), start, at.wrapping_sub(1), at] {
            self.renew(axis, left);
        }
    }

    /// Swaps the endpoints of the certificate that is first in the queue.
    #[inline]
    fn swap_failed(&mut self, handle: u32, changes: &mut Vec<PairChange>) {
        let axis = (handle % 6 / 2) as usize;
        let left = self.positions[handle as usize] as usize;
        self.exchange(axis, left, changes);
        self.swaps += 1;
        // The failed certificate's handle has moved one to the right: renewing it there replaces
        // the old one in the queue.
        self.renew(axis, left + 1);
        self.prefetch();
        let (new_left, new_right) = (&self.lists[axis][left], &self.lists[axis][left + 1]);
        if new_left.motion.half_acceleration == new_right.motion.half_acceleration {
            // In uniform relative motion two endpoints that have swapped never swap again.
            self.queue.remove(new_left.id);
        } else {
            self.certificates += 1;
            let (id, time) = (new_left.id, next_failure_time(new_left, new_right, self.now));
            self.certify(id, time);
        }
        self.renew(axis, left.wrapping_sub(1));
    }

    /// Reads from the place of the swap that is next in the queue, so that it is fetched while the
    /// present swap ends.
    #[inline]
    fn prefetch(&self) {
        if let Some((_, handle)) = self.queue.peek() {
            let list = &self.lists[(handle % 6 / 2) as usize];
            std::hint::black_box(list[self.positions[handle as usize] as usize].epoch);
        }
    }

    /// Exchanges the neighbours at `left` and `left + 1` and reports the change of their boxes, if
    /// any.
    #[inline]
    fn exchange(&mut self, axis: usize, left: usize, changes: &mut Vec<PairChange>) {
        let list = &mut self.lists[axis];
        list.swap(left, left + 1);
        let (moved_left, moved_right) = (list[left], list[left + 1]);
        self.positions[moved_left.id as usize] = left as u32;
        self.positions[moved_right.id as usize] = left as u32 + 1;
        if moved_left.is_max() == moved_right.is_max() {
            return;
        }
        let (a, b) = (moved_right.body(), moved_left.body());
        let (second, third) = ((axis as u32 + 1) % 3, (axis as u32 + 2) % 3);
        if a != b && self.overlap_on(second, a, b) && self.overlap_on(third, a, b) {
            changes.push(pair_change(a, b, moved_right.is_max()));
        }
    }

    /// Computes the certificate of the neighbours at `left` and `left + 1`; none where there is no
    /// such pair.
    #[inline]
    pub(super) fn renew(&mut self, axis: usize, left: usize) {
        let list = &self.lists[axis];
        let Some(node) = list.get(left) else { return };
        let time = match list.get(left + 1) {
            Some(right) => {
                self.certificates += 1;
                failure_time(node, right, self.now)
            }
            None => f64::INFINITY,
        };
        let id = node.id;
        self.certify(id, time);
    }

    /// Sets when the certificate to the right of an endpoint fails.
    #[inline]
    fn certify(&mut self, id: u32, time: f64) {
        if time < f64::INFINITY {
            self.queue.set(id, Time(time));
        } else {
            self.queue.remove(id);
        }
    }
}
