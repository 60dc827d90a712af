//! Leases for balls that are close together: a ball about where the centre was, and a list of those whose leases reach this
//! one's.
//!
//! A ball looks at its list alone; cells are looked at only when it leaves its lease. So where balls meet more often than
//! they travel by the margin, most of the work is spared (Verlet 1967; for events, Donev, Torquato and Stillinger 2005).

use super::scan::LANES;
use super::{Gas, Hot};
use nalgebra::Vector3;

/// The lists are longer than the leases need by this factor: rounding of places must not matter.
const SLACK: f64 = 1.0 + 1e-6;

/// Longest list at first; the lists are made longer where that is too short.
const FIRST_STRIDE: usize = 20;

/// Numbers of 32 bits in a line of memory.
const A_LINE: usize = 16;

/// The leases of all balls, and who is near whom.
#[derive(Debug)]
pub(super) struct Lists {
    /// How far a centre may go.
    pub(super) margin: f64,
    /// Where the leases' centres are, inside the box.
    pub(super) centres: Vec<Vector3<f64>>,
    /// For each ball the number of those near it, and then these; the ball itself in the places left, which are enough to
    /// fill up.
    near: Vec<u32>,
    stride: usize,
}

impl Lists {
    pub(super) fn new(margin: f64, balls: usize) -> Self {
        Self {
            margin,
            centres: vec![Vector3::zeros(); balls],
            near: empty(balls, FIRST_STRIDE),
            stride: FIRST_STRIDE,
        }
    }

    /// The same with the balls in another order in memory: who stands where, and where each went.
    pub(super) fn reordered(&self, order: &[(u64, u32)], to: &[u32]) -> Self {
        let mut new = Self {
            margin: self.margin,
            centres: order.iter().map(|(_, old)| self.centres[*old as usize]).collect(),
            near: empty(self.centres.len(), self.stride),
            stride: self.stride,
        };
        for (all, (_, old)) in new.near.chunks_exact_mut(self.stride).zip(order) {
            let near = self.near(*old as usize);
            all[0] = near.len() as u32;
            for (place, other) in all[1..].iter_mut().zip(near) {
                *place = to[*other as usize];
            }
        }
        new
    }

    #[inline(always)]
    pub(super) fn near(&self, slot: usize) -> &[u32] {
        let all = &self.near[slot * self.stride..(slot + 1) * self.stride];
        &all[1..][..all[0] as usize]
    }

    /// Those near a ball, and the ball itself a few times, so that they can be looked through side by side.
    #[inline(always)]
    pub(super) fn near_filled_up(&self, slot: usize) -> &[u32] {
        let all = &self.near[slot * self.stride..(slot + 1) * self.stride];
        &all[1..][..(all[0] as usize).next_multiple_of(LANES)]
    }

    /// Reads from all lines of memory of a ball's list, and of its lease.
    #[inline]
    pub(super) fn fetch(&self, slot: u32) -> u32 {
        let slot = slot as usize;
        let Some(centre) = self.centres.get(slot) else { return 0 };
        let list = self.near[slot * self.stride..(slot + 1) * self.stride].iter().step_by(A_LINE);
        list.fold(centre.x.to_bits() as u32, |read, ball| read ^ ball)
    }

    fn add(&mut self, slot: usize, other: u32) {
        let count = self.near[slot * self.stride] as usize;
        if count + 1 + LANES > self.stride {
            self.lengthen();
        }
        let all = &mut self.near[slot * self.stride..(slot + 1) * self.stride];
        all[count + 1] = other;
        all[0] += 1;
    }

    fn lengthen(&mut self) {
        let stride = self.stride + self.stride / 4;
        let mut near = empty(self.centres.len(), stride);
        for (new, old) in near.chunks_exact_mut(stride).zip(self.near.chunks_exact(self.stride)) {
            new[..self.stride].copy_from_slice(old);
        }
        (self.near, self.stride) = (near, stride);
    }

    fn remove(&mut self, slot: usize, other: u32) {
        let all = &mut self.near[slot * self.stride..(slot + 1) * self.stride];
        let count = all[0] as usize;
        let at = all[1..=count].iter().position(|near| *near == other);
        all[1 + at.expect("who is near is near on both sides")] = all[count];
        all[count] = slot as u32;
        all[0] -= 1;
    }

    /// Takes out all that are near a ball, on its side.
    fn clear(&mut self, slot: usize) {
        self.near[slot * self.stride..(slot + 1) * self.stride].fill(slot as u32);
        self.near[slot * self.stride] = 0;
    }

    /// When a ball leaves its lease, and so far from its centre that counts as inside the box.
    #[inline]
    pub(super) fn expiry(&self, slot: usize, ball: &Hot, nearest: impl Fn(Vector3<f64>) -> Vector3<f64>) -> f64 {
        let from = nearest(ball.flight.position - self.centres[slot]);
        let velocity = &ball.flight.velocity;
        let speed_squared = velocity.norm_squared();
        if speed_squared == 0.0 {
            return f64::INFINITY;
        }
        let along = from.dot(velocity);
        // Negative if the piece began before the lease, outside of it.
        let room = self.margin * self.margin - from.norm_squared();
        let root = (along * along + speed_squared * room).max(0.0).sqrt();
        // The form without cancellation.
        let wait = if along > 0.0 {
            room / (along + root)
        } else {
            (root - along) / speed_squared
        };
        ball.flight.epoch + wait
    }
}

/// Nobody is near any of so many balls.
fn empty(balls: usize, stride: usize) -> Vec<u32> {
    let place = |at: usize| if at.is_multiple_of(stride) { 0 } else { (at / stride) as u32 };
    (0..balls * stride).map(place).collect()
}

impl Gas {
    /// From a difference of places to that of the nearest images.
    #[inline(always)]
    pub(super) fn nearest(&self, mut apart: Vector3<f64>) -> Vector3<f64> {
        if self.space.periodic {
            apart += self.to_nearest(&apart);
        }
        apart
    }

    /// What is to be added to a difference of places to make it that of the nearest images.
    #[inline(always)]
    pub(super) fn to_nearest(&self, apart: &Vector3<f64>) -> Vector3<f64> {
        let half = &self.half_lengths;
        if apart.x.abs() <= half[0] && apart.y.abs() <= half[1] && apart.z.abs() <= half[2] {
            return Vector3::zeros();
        }
        self.far_to_nearest(apart)
    }

    #[cold]
    fn far_to_nearest(&self, apart: &Vector3<f64>) -> Vector3<f64> {
        Vector3::from_fn(|axis, _| {
            let length = self.grid.lengths[axis];
            -(apart[axis] / length).round() * length
        })
    }

    /// Gives a ball a lease about where it is, and finds who is near it.
    pub(super) fn renew_lease(&mut self, slot: usize, now: f64) {
        self.work.crossings += 1;
        let place = self.hot[slot].flight.at(now);
        let centre = self.space.inside(&place);
        let (cell, image) = self.grid.locate(&centre);
        let before = self.hot[slot].tag.cell();
        if cell != before {
            self.cells.remove(self.grid.index(before), slot as u32);
            self.cells.add(self.grid.index(cell), slot as u32);
        }
        self.put(slot, cell, image);
        let Some(mut lists) = self.lists.take() else { return };
        for at in 0..lists.near(slot).len() {
            lists.remove(lists.near(slot)[at] as usize, slot as u32);
        }
        lists.clear(slot);
        lists.centres[slot] = centre;
        let mut list = std::mem::take(&mut self.list);
        let radius = self.radius_at(slot);
        let count = self.gather(cell, &mut list);
        for other in &list[..count] {
            let at = *other as usize;
            let apart = self.nearest(lists.centres[at] - centre);
            let reach = (radius + self.radius_at(at) + 2.0 * lists.margin) * SLACK;
            if apart.norm_squared() <= reach * reach && at != slot {
                lists.add(slot, *other);
                lists.add(at, slot as u32);
            }
        }
        self.list = list;
        self.lists = Some(lists);
    }

    /// Makes all leases and lists anew; the balls stand in their cells.
    pub(super) fn remake_lists(&mut self, margin: f64, now: f64) {
        let mut lists = Lists::new(margin, self.len());
        for slot in 0..self.len() {
            let place = self.hot[slot].flight.at(now);
            lists.centres[slot] = self.space.inside(&place);
        }
        let mut list = std::mem::take(&mut self.list);
        for slot in 0..self.len() {
            let count = self.gather(self.hot[slot].tag.cell(), &mut list);
            for other in &list[..count] {
                let at = *other as usize;
                let apart = self.nearest(lists.centres[at] - lists.centres[slot]);
                let reach = (self.radius_at(slot) + self.radius_at(at) + 2.0 * margin) * SLACK;
                if apart.norm_squared() <= reach * reach && at != slot {
                    lists.add(slot, *other);
                }
            }
        }
        self.list = list;
        self.lists = Some(lists);
    }
}
